#pragma once

#include "task.hpp"

namespace attention_pooling::engine {

/// Pools a task with the Laplace kernel: sums over all keys to the left of each key,
/// and to its right, by a recurrence; a query needs its two neighbours' only.
void pool_laplace(const Task& task);

}  // namespace attention_pooling::engine
