#include <attention_pooling/score.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "checked.hpp"
#include "column.hpp"
#include "elementary.hpp"
#include "sums.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr std::array<std::string_view, all_scores.size()> names{"gaussian", "gaussian_without_query_norm", "dot",
                                                                "scaled_dot"};

double score_of(std::span<const double> query, std::span<const double> key, Score score, double width) {
  constexpr double greatest = std::numeric_limits<double>::max();
  const double dim = static_cast<double>(query.size());
  const double number = [&] {
    switch (score) {
      case Score::gaussian:
        return -0.5 * blocked_sum(query.size(), [&](std::size_t d) {
          const double x = (query[d] - key[d]) / width;
          return x * x;
        });
      case Score::gaussian_without_query_norm:
        return blocked_sum(query.size(), [&](std::size_t d) {
          return (query[d] / width - 0.5 * (key[d] / width)) * (key[d] / width);
        });
      case Score::dot:
        return blocked_sum(query.size(), [&](std::size_t d) { return (query[d] / width) * (key[d] / width); });
      case Score::scaled_dot: break;
    }
    return dot(query, key) / std::sqrt(dim);
  }();
  return std::clamp(number, -greatest, greatest);
}

void softmax(std::span<double> row) {
  const double greatest = *std::max_element(row.begin(), row.end());
  if (std::isinf(greatest)) {
    std::fill(row.begin(), row.end(), 0.0);
    return;
  }
  for (double& x : row) x = elementary::exp(x - greatest);
  const double total = sum(row);
  for (double& x : row) x /= total;
}

std::optional<Failure> wrong(Points queries, Points keys, double width) {
  if (auto failure = arguments::queries_and_keys(queries, keys)) return failure;
  return arguments::positive("width", width);
}

std::vector<double> row_of(std::span<const double> query, Points keys, Score score, double width) {
  std::vector<double> row(keys.size());
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = score_of(query, keys[i], score, width);
  return row;
}

}  // namespace

std::string_view name(Score score) noexcept {
  return names[static_cast<std::size_t>(score)];
}

namespace checked {

Result<Score> score_from_name(std::string_view wanted) {
  return from_name("score", wanted, all_scores);
}

Result<std::vector<double>> scores(Points queries, Points keys, Score score, double width) {
  if (auto failure = wrong(queries, keys, width)) return *failure;
  if (auto failure = arguments::memory("queries", queries.size(), keys.size())) return *failure;
  std::vector<double> all;
  all.reserve(queries.size() * keys.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto row = row_of(queries[q], keys, score, width);
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

std::optional<Failure> softmax_rows(std::span<double> rows, std::size_t columns) {
  if (columns == 0) return Failure{"columns: 0 is not at least 1"};
  if (rows.size() % columns != 0)
    return Failure{"rows: " + std::to_string(rows.size()) + " numbers are not a multiple of " + std::to_string(columns)};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!(rows[i] < std::numeric_limits<double>::infinity()))
      return Failure{"rows[" + std::to_string(i) + "]: " + text(rows[i]) + " is not finite or -Infinity"};
  for (std::size_t start = 0; start < rows.size(); start += columns) softmax(rows.subspan(start, columns));
  return {};
}

Result<std::vector<double>> dot_product_attention(Points queries, Points keys, Points values, Score score,
                                                  double width) {
  if (auto failure = wrong(queries, keys, width)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (auto failure = arguments::memory("values", queries.size(), values.dim())) return *failure;
  // The scores' own digits run out far from the keys; pooling takes them relative to the nearest.
  if (score == Score::gaussian) return attention_pool(queries, keys, values, Kernel::gaussian, std::span(&width, 1));
  std::vector<Column> columns;
  for (std::size_t c = 0; c < values.dim(); ++c) {
    std::vector<double> column(values.size());
    for (std::size_t i = 0; i < column.size(); ++i) column[i] = values[i][c];
    columns.emplace_back(std::move(column));
  }
  std::vector<double> pooled;
  pooled.reserve(queries.size() * columns.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    auto weights = row_of(queries[q], keys, score, width);
    softmax(weights);
    for (const Column& column : columns) pooled.push_back(column.original(dot(weights, column.values())));
  }
  return pooled;
}

}  // namespace checked
}  // namespace attention_pooling
