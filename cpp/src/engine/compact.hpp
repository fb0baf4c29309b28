#pragma once

#include <attention_pooling/kernel.hpp>

#include "task.hpp"

namespace attention_pooling::engine {

/// Kernels that end one width from the key, other than the boxcar: windows of few keys one
/// by one, others from moments of blocks; and where those leave too few digits (the keys in
/// reach lie just inside the edge, small against what the moments add and take away), from
/// the tree, whose error is relative.
void pool_compact(Kernel kernel, const Task& task);

}  // namespace attention_pooling::engine
