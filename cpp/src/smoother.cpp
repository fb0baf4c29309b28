#include "smoother.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "slope.hpp"
#include "sums.hpp"

namespace attention_pooling {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Weights that cannot be told from 0, and weights too small to move a mean of 10¹⁸ values.
constexpr double vanishes = 746, does_not_count = 100;

// The distance in widths, for slopes only: beside a weight it needs no more than its own digits.
double distance(std::span<const double> query, std::span<const double> key, std::span<const double> widths) {
  if (query.size() == 1) return std::abs(query[0] - key[0]) / widths[0];
  double square = 0;
  for (std::size_t d = 0; d < query.size(); ++d) {
    const double x = (query[d] - key[d]) / widths[widths.size() == 1 ? 0 : d];
    square += x * x;
  }
  return std::sqrt(square);
}

Order order_of(Points keys, Points values) {
  if (keys.dim() == 1) return ascending(keys.coordinates(), values);
  Order order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::vector<double> in_order(Points keys, const Order& order) {
  return keys.dim() == 1 ? gather(keys.coordinates(), order)
                         : std::vector<double>(keys.coordinates().begin(), keys.coordinates().end());
}

/// How much faster than the mean weight each weight grows as the width does. A common offset
/// of all slopes drops out of every ratio; taken at the nearest key it leaves the most digits.
std::vector<double> slopes_of(const Row& row, std::span<const double> query, Points keys, Kernel kernel,
                              std::span<const double> widths) {
  constexpr double within_reach = 1 - 0x1p-53;
  std::vector<double> slopes(row.weights.size());
  const bool compact = kernel != Kernel::gaussian && kernel != Kernel::laplace;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (row.weights[i] == 0) continue;
    const double x = distance(query, keys[row.first + i], widths);
    slopes[i] = log_slope(kernel, compact ? std::min(x, within_reach) : x);
  }
  if (compact || slopes.empty()) return slopes;
  const double least = *std::min_element(slopes.begin(), slopes.end());
  for (double& slope : slopes) slope -= least;
  return slopes;
}

}  // namespace

Rows::Rows(Points keys, Kernel kernel, std::span<const double> widths, double negligible) {
  if (keys.dim() == 1) line_.emplace(keys.coordinates(), kernel, widths[0], negligible);
  else space_.emplace(keys, kernel, widths);
}

Row Rows::weigh(std::span<const double> query) { return line_ ? line_->weigh(query[0]) : space_->weigh(query); }

Weights::Weights(Points keys, Kernel kernel, std::span<const double> widths)
    : order_(order_of(keys, keys)),
      ordered_keys_(in_order(keys, order_)),
      rows_({ordered_keys_, keys.dim()}, kernel, widths, vanishes),
      weights_(keys.size()) {}

std::span<const double> Weights::of(std::span<const double> query) {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  const Row row = rows_.weigh(query);
  const double total = sum(row.weights);
  if (total > 0)
    for (std::size_t i = 0; i < row.weights.size(); ++i) weights_[order_[row.first + i]] = row.weights[i] / total;
  return weights_;
}

Smoother::Smoother(Points keys, Points values, Kernel kernel)
    : size_(keys.size()),
      dim_(keys.dim()),
      columns_(values.dim()),
      kernel_(kernel),
      keys_(keys.coordinates().begin(), keys.coordinates().end()),
      values_(values.coordinates().begin(), values.coordinates().end()),
      order_(order_of(keys, values)),
      rank_(size_),
      ordered_keys_(in_order(keys, order_)) {
  for (std::size_t rank = 0; rank < size_; ++rank) rank_[order_[rank]] = rank;
  for (std::size_t c = 0; c < columns_; ++c) {
    std::vector<double> column;
    for (const std::size_t i : order_) column.push_back(values[i][c]);
    ordered_columns_.emplace_back(std::move(column));
  }
}

std::size_t Smoother::slice(std::size_t budget) const { return std::max<std::size_t>(1, budget / size_); }

// Directly: every sample weighs all that count. A method of linear time can take the place
// of the whole function, and slice() then is size().
Pooled Smoother::at_keys(std::span<const double> widths, Own own, Slopes slopes, std::size_t first,
                         std::size_t count) const {
  Pooled pooled;
  pooled.values.reserve(count * columns_);
  for (std::size_t i = first; i < first + count; ++i) {
    const auto query = keys()[i];
    std::vector<double> counted = ordered_keys_;
    const std::size_t left_out = own == Own::left_out ? rank_[i] : size_;
    if (own == Own::left_out) {
      const auto at = counted.begin() + static_cast<std::ptrdiff_t>(left_out * dim_);
      counted.erase(at, at + static_cast<std::ptrdiff_t>(dim_));
    }
    const Points others(counted, dim_);
    if (others.size() == 0) {
      pooled.values.insert(pooled.values.end(), columns_, not_a_number);
      if (slopes == Slopes::by_log_width) pooled.slopes.insert(pooled.slopes.end(), columns_, 0.0);
      continue;
    }
    Rows rows(others, kernel_, widths, does_not_count);
    const Row row = rows.weigh(query);
    const double total = sum(row.weights);
    std::vector<double> growth;
    if (slopes == Slopes::by_log_width) growth = slopes_of(row, query, others, kernel_, widths);
    for (const Column& column : ordered_columns_) {
      const auto value = [&](std::size_t k) {
        const std::size_t rank = row.first + k;
        return column.values()[rank < left_out ? rank : rank + 1];
      };
      const std::size_t reached = row.weights.size();
      const double mean = blocked_sum(reached, [&](std::size_t k) { return row.weights[k] * value(k); }) / total;
      pooled.values.push_back(total > 0 ? column.original(mean) : not_a_number);
      if (slopes == Slopes::none) continue;
      const double moment =
          blocked_sum(reached, [&](std::size_t k) { return row.weights[k] * (value(k) - mean) * growth[k]; });
      pooled.slopes.push_back(total > 0 ? column.original_difference(moment / total) : 0);
    }
  }
  return pooled;
}

}  // namespace attention_pooling
