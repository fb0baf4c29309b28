#pragma once

#include "task.hpp"

namespace attention_pooling::engine {

/// Pools a task with the Gaussian, whatever its width: see gaussian.cpp.
void pool_gaussian(const Task& task);

}  // namespace attention_pooling::engine
