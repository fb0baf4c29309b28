#include <attention_pooling/score.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "checked.hpp"
#include "column.hpp"
#include "elementary.hpp"
#include "scale.hpp"
#include "sums.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr std::array<std::string_view, all_scores.size()> names{"gaussian", "gaussian_without_query_norm", "dot",
                                                                "scaled_dot"};

/// Σ aᵢ bᵢ for terms of any magnitude: it overflows only to the largest finite numbers.
double product(std::vector<double> a, std::vector<double> b) {
  const auto scaled_down = [](std::vector<double>& numbers) {
    double largest = 0;
    for (const double x : numbers) largest = std::max(largest, std::abs(x));
    const PowerOfTwo unit(largest > 0 ? std::ilogb(largest) : 0);
    for (double& x : numbers) x = unit.inverse().times(x);
    return unit;
  };
  constexpr double greatest = std::numeric_limits<double>::max();
  const PowerOfTwo first = scaled_down(a), second = scaled_down(b);
  return std::clamp(first.times(second.times(dot(a, b))), -greatest, greatest);
}

double score_of(std::span<const double> query, std::span<const double> key, Score score, double width) {
  std::vector<double> a(query.size()), b(key.begin(), key.end());
  for (std::size_t d = 0; d < a.size(); ++d) switch (score) {
      case Score::gaussian:
        a[d] = (query[d] / 2 - key[d] / 2) / width * 2;
        b[d] = -a[d] / 2;
        break;
      case Score::gaussian_without_query_norm:
        a[d] = (query[d] - key[d] / 2) / width;
        b[d] = key[d] / width;
        break;
      case Score::dot:
        a[d] = query[d] / width;
        b[d] = key[d] / width;
        break;
      case Score::scaled_dot: a[d] = query[d] / std::sqrt(static_cast<double>(a.size())); break;
    }
  constexpr double greatest = std::numeric_limits<double>::max();
  for (double& x : a) x = std::clamp(x, -greatest, greatest);
  for (double& x : b) x = std::clamp(x, -greatest, greatest);
  return product(std::move(a), std::move(b));
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
