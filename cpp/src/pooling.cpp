#include <attention_pooling/pooling.hpp>
#include <cstdint>
#include <vector>

#include "arguments.hpp"
#include "checked.hpp"
#include "engine/engine.hpp"
#include "engine/order.hpp"
#include "engine/space.hpp"
#include "line.hpp"
#include "sums.hpp"

namespace attention_pooling {
namespace {

/// Normalised rows, one a query, in the order in which the keys were given.
std::vector<double> weights_on_line(Points queries, Points keys, Kernel kernel, double width) {
  constexpr double vanishes = 746;  // weights below e^−746 cannot be told from 0
  std::vector<double> sorted(keys.size());
  std::vector<std::uint32_t> order(keys.size());
  engine::sort_ascending(keys.coordinates().data(), keys.size(), sorted.data(), order.data());
  Line line(sorted, kernel, width, vanishes);
  std::vector<double> weights(queries.size() * keys.size(), 0.0);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const Row row = line.weigh(queries.coordinates()[q]);
    const double total = sum(row.weights);
    if (!(total > 0)) continue;
    double* const out = weights.data() + q * order.size();
    for (std::size_t i = 0; i < row.weights.size(); ++i) out[order[row.first + i]] = row.weights[i] / total;
  }
  return weights;
}

std::vector<double> pool_on_line(Points queries, Points keys, Points values, Kernel kernel, double width) {
  const engine::Samples samples(keys.coordinates().data(), values.coordinates().data(), keys.size(), values.dim());
  std::vector<double> pooled(queries.size() * values.dim());
  engine::pool(samples, queries.coordinates().data(), queries.size(), kernel, width, pooled.data());
  return pooled;
}

}  // namespace

namespace checked {

Result<std::vector<double>> attention_weights(Points queries, Points keys, Kernel kernel,
                                              std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::queries_and_keys(queries, keys)) return *failure;
  if (auto failure = arguments::widths(widths, keys.dim())) return *failure;
  if (auto failure = arguments::memory("queries", queries.size(), keys.size())) return *failure;
  return keys.dim() == 1 ? weights_on_line(queries, keys, kernel, widths[0])
                         : engine::space::weights(queries, keys, kernel, widths);
}

Result<std::vector<double>> attention_pool(Points queries, Points keys, Points values, Kernel kernel,
                                           std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::queries_and_keys(queries, keys)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (auto failure = arguments::widths(widths, keys.dim())) return *failure;
  if (auto failure = arguments::memory("values", queries.size(), values.dim())) return *failure;
  return keys.dim() == 1 ? pool_on_line(queries, keys, values, kernel, widths[0])
                         : engine::space::pool(queries, keys, values, kernel, widths);
}

}  // namespace checked
}  // namespace attention_pooling
