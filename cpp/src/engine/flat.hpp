// The kernels whose weight is one wherever they reach: boxcar and constant.
#pragma once

#include "task.hpp"

namespace attention_pooling::engine {

void pool_boxcar(const Task& task);
void pool_constant(const Task& task);

}  // namespace attention_pooling::engine
