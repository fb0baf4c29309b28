#pragma once

#include <attention_pooling/kernel.hpp>
#include <cstddef>

namespace attention_pooling {

/// The logarithm of normaliser(kernel, dim), which is itself too large or small for a double
/// in many dimensions.
double log_normaliser(Kernel kernel, std::size_t dim);

}  // namespace attention_pooling
