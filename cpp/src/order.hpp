#pragma once

#include <attention_pooling/points.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace attention_pooling {

using Order = std::vector<std::size_t>;

/// Keys on a line from least to greatest, those at one place by their values: sums then do
/// not depend on the order in which samples come.
Order ascending(std::span<const double> keys, Points values);

std::vector<double> gather(std::span<const double> numbers, const Order& order);

}  // namespace attention_pooling
