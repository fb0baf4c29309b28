// One-dimensional kernel pooling in linear time: no checks of arguments, no exceptions.
//
// Keys, values, queries and widths are finite, the width positive. Every pooled value is
// within 1e-13 · max|v − v̄| + 1 ulp of the definition, for numbers in [1e-150, 1e150] or 0;
// and always within the values, never a spurious NaN.
#pragma once

#include <cstddef>

#include <attention_pooling/kernel.hpp>
#include "samples.hpp"

namespace attention_pooling::engine {

/// Pools for m queries in any order into m × columns `pooled`, row by row; NaN where no
/// key is in reach. If `slopes` is given, also ∂pooled/∂log width (0 for kernels
/// without a gradient).
void pool(const Samples& samples, const double* queries, std::size_t m, Kernel kernel, double width, double* pooled,
          double* slopes = nullptr);

/// Predicts each sample from all the others, in the order the samples were given: left
/// out, not corrected for. NaN where no other is in reach.
void leave_one_out(const Samples& samples, Kernel kernel, double width, double* predictions, double* slopes = nullptr);

}  // namespace attention_pooling::engine
