#include "order.hpp"

#include <algorithm>
#include <numeric>

namespace attention_pooling {

Order ascending(std::span<const double> keys, Points values) {
  const auto before = [&](std::size_t a, std::size_t b) {
    if (keys[a] != keys[b]) return keys[a] < keys[b];
    return std::ranges::lexicographical_compare(values[a], values[b]);
  };
  Order order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  return order;
}

std::vector<double> gather(std::span<const double> numbers, const Order& order) {
  std::vector<double> gathered(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) gathered[i] = numbers[order[i]];
  return gathered;
}

}  // namespace attention_pooling
