#include "smoother.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/engine.hpp"
#include "engine/space.hpp"

namespace attention_pooling {
namespace {

// What one sample costs a pass along a line, in weights: of the order of a block of neighbours.
constexpr std::size_t weights_a_sample = 32;

}  // namespace

Smoother::Smoother(Points keys, Points values, Kernel kernel)
    : size_(keys.size()),
      dim_(keys.dim()),
      columns_(values.dim()),
      kernel_(kernel),
      keys_(keys.coordinates().begin(), keys.coordinates().end()),
      values_(values.coordinates().begin(), values.coordinates().end()) {
  if (dim_ == 1) on_line_.emplace(keys_.data(), values_.data(), size_, columns_);
}

std::size_t Smoother::slice(std::size_t budget) const {
  return on_line_ ? size_ : std::max<std::size_t>(1, budget / size_);
}

std::size_t Smoother::cost(std::size_t count) const { return count * (on_line_ ? weights_a_sample : size_); }

Pooled Smoother::at_keys(std::span<const double> widths, Own own, Slopes slopes, std::size_t first,
                         std::size_t count) const {
  Pooled pooled = on_line_ ? on_line(widths[0], own, slopes) : in_space(widths, own, slopes, first, count);
  for (std::size_t i = 0; i < pooled.slopes.size(); ++i)
    if (std::isnan(pooled.values[i])) pooled.slopes[i] = 0;
  return pooled;
}

Pooled Smoother::on_line(double width, Own own, Slopes slopes) const {
  Pooled pooled;
  pooled.values.resize(size_ * columns_);
  if (slopes == Slopes::by_log_width) pooled.slopes.resize(size_ * columns_);
  double* const rates = pooled.slopes.empty() ? nullptr : pooled.slopes.data();
  if (own == Own::left_out) engine::leave_one_out(*on_line_, kernel_, width, pooled.values.data(), rates);
  else engine::pool(*on_line_, keys_.data(), size_, kernel_, width, pooled.values.data(), rates);
  return pooled;
}

Pooled Smoother::in_space(std::span<const double> widths, Own own, Slopes slopes, std::size_t first,
                          std::size_t count) const {
  namespace space = engine::space;
  const Points all = keys();
  const Points some(all.coordinates().subspan(first * dim_, count * dim_), dim_);
  if (slopes == Slopes::none) {
    if (own == Own::left_out) return {space::loo_predictions(all, values(), kernel_, widths, first, count), {}};
    return {space::pool(some, all, values(), kernel_, widths), {}};
  }
  auto [values, rates] = own == Own::left_out
                             ? space::loo_predictions_with_slopes(all, this->values(), kernel_, widths, first, count)
                             : space::pool_with_slopes(some, all, this->values(), kernel_, widths);
  return {std::move(values), std::move(rates)};
}

}  // namespace attention_pooling
