#include <attention_pooling/pooling.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

#include "arguments.hpp"
#include "checked.hpp"
#include "column.hpp"
#include "line.hpp"
#include "order.hpp"
#include "space.hpp"
#include "sums.hpp"

namespace attention_pooling {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Weights that cannot be told from 0, and weights too small to move a mean of 10¹⁸ values.
constexpr double vanishes = 746, does_not_count = 100;

Order as_given(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::vector<Column> columns_of(Points values, const Order& order) {
  std::vector<Column> columns;
  columns.reserve(values.dim());
  for (std::size_t c = 0; c < values.dim(); ++c) {
    std::vector<double> column(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) column[i] = values[order[i]][c];
    columns.emplace_back(std::move(column));
  }
  return columns;
}

/// Normalised rows, in the order in which the keys were given. `weigh` gives the row of a query.
template <class Weigh>
std::vector<double> weights_of_rows(std::size_t queries, const Order& order, const Weigh& weigh) {
  std::vector<double> weights(queries * order.size(), 0.0);
  for (std::size_t q = 0; q < queries; ++q) {
    const Row row = weigh(q);
    const double total = sum(row.weights);
    if (!(total > 0)) continue;
    double* const out = weights.data() + q * order.size();
    for (std::size_t i = 0; i < row.weights.size(); ++i) out[order[row.first + i]] = row.weights[i] / total;
  }
  return weights;
}

template <class Weigh>
std::vector<double> means_of_rows(std::size_t queries, const std::vector<Column>& columns, const Weigh& weigh) {
  std::vector<double> pooled;
  pooled.reserve(queries * columns.size());
  for (std::size_t q = 0; q < queries; ++q) {
    const Row row = weigh(q);
    const double total = sum(row.weights);
    for (const Column& column : columns)
      pooled.push_back(total > 0 ? column.original(dot(row.weights, column.values().subspan(row.first)) / total)
                                 : not_a_number);
  }
  return pooled;
}

std::vector<double> weights_on_line(Points queries, Points keys, Kernel kernel, double width) {
  const Order order = ascending(keys.coordinates(), keys);
  Line line(gather(keys.coordinates(), order), kernel, width, vanishes);
  return weights_of_rows(queries.size(), order, [&](std::size_t q) { return line.weigh(queries.coordinates()[q]); });
}

std::vector<double> weights_in_space(Points queries, Points keys, Kernel kernel, std::span<const double> widths) {
  Space space(keys, kernel, widths);
  return weights_of_rows(queries.size(), as_given(keys.size()), [&](std::size_t q) { return space.weigh(queries[q]); });
}

std::vector<double> pool_on_line(Points queries, Points keys, Points values, Kernel kernel, double width) {
  const Order order = ascending(keys.coordinates(), values);
  const std::vector<double> sorted = gather(keys.coordinates(), order);
  const std::vector<Column> columns = columns_of(values, order);
  // The place to choose a path: with sorted keys and columns fit for summing, every query
  // weighs the keys it reaches, one by one. A method of linear time can take the same
  // three (queries, sorted, columns) where keys are many.
  Line line(sorted, kernel, width, does_not_count);
  return means_of_rows(queries.size(), columns, [&](std::size_t q) { return line.weigh(queries.coordinates()[q]); });
}

std::vector<double> pool_in_space(Points queries, Points keys, Points values, Kernel kernel,
                                  std::span<const double> widths) {
  Space space(keys, kernel, widths);
  const std::vector<Column> columns = columns_of(values, as_given(keys.size()));
  return means_of_rows(queries.size(), columns, [&](std::size_t q) { return space.weigh(queries[q]); });
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
                         : weights_in_space(queries, keys, kernel, widths);
}

Result<std::vector<double>> attention_pool(Points queries, Points keys, Points values, Kernel kernel,
                                           std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::queries_and_keys(queries, keys)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (auto failure = arguments::widths(widths, keys.dim())) return *failure;
  if (auto failure = arguments::memory("values", queries.size(), values.dim())) return *failure;
  return keys.dim() == 1 ? pool_on_line(queries, keys, values, kernel, widths[0])
                         : pool_in_space(queries, keys, values, kernel, widths);
}

}  // namespace checked
}  // namespace attention_pooling
