#pragma once

#include <attention_pooling/kernel.hpp>

namespace attention_pooling {

/// Whether α changes with the width at all: boxcar and constant have no gradient.
bool has_gradient(Kernel kernel);

/// d log α(x/σ) / d log σ at σ = 1, that is −x α′(x)/α(x), for x ≥ 0 within reach.
double log_slope(Kernel kernel, double x);

}  // namespace attention_pooling
