#include "loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sums.hpp"

namespace attention_pooling {
namespace {

// The power of two of the widest range of a column: residuals are about 1 in it.
PowerOfTwo unit_of(Points values) {
  double widest = 0;
  for (std::size_t c = 0; c < values.dim(); ++c) {
    double least = values[0][c], greatest = least;
    for (std::size_t i = 0; i < values.size(); ++i) {
      least = std::min(least, values[i][c]);
      greatest = std::max(greatest, values[i][c]);
    }
    widest = std::max(widest, greatest / 2 - least / 2);
  }
  return PowerOfTwo(widest > 0 ? std::ilogb(widest) + 1 : 0);
}

}  // namespace

Loss::Loss(const Smoother& smoother, Own own, Slopes slopes)
    : smoother_(&smoother), own_(own), slopes_(slopes), unit_(unit_of(smoother.values())) {}

void Loss::start(std::vector<double> widths) {
  widths_ = std::move(widths);
  squares_.clear();
  products_.clear();
  is_undefined_ = false;
}

bool Loss::advance(std::size_t& budget) {
  const Points values = smoother_->values();
  const PowerOfTwo inverse = unit_.inverse();
  const std::size_t first = squares_.size() / values.dim();
  const std::size_t count = std::min(smoother_->slice(budget), values.size() - first);
  const Pooled pooled = smoother_->at_keys(widths_, own_, slopes_, first, count);
  for (std::size_t i = 0; i < pooled.values.size(); ++i) {
    const double value = values.coordinates()[first * values.dim() + i];
    const double residual = inverse.times(value) - inverse.times(pooled.values[i]);
    if (std::isnan(residual) && !std::exchange(is_undefined_, true)) undefined_ = first + i / values.dim();
    squares_.push_back(residual * residual);
    if (slopes_ != Slopes::none) products_.push_back(residual * inverse.times(pooled.slopes[i]));
  }
  budget -= std::min(budget, smoother_->cost(count));
  // What is undefined at one sample is undefined: the rest need not be worked out.
  return is_undefined_ || first + count == values.size();
}

void Loss::work_out(std::vector<double> widths) {
  start(std::move(widths));
  for (bool finished = false; !finished;) {
    std::size_t budget = std::numeric_limits<std::size_t>::max();
    finished = advance(budget);
  }
}

double Loss::value() const {
  if (is_undefined_) return std::numeric_limits<double>::quiet_NaN();
  return sum(squares_) / static_cast<double>(squares_.size());
}

double Loss::slope() const { return -2 * sum(products_) / static_cast<double>(products_.size()); }

double Loss::done() const {
  return static_cast<double>(squares_.size()) / static_cast<double>(smoother_->values().coordinates().size());
}

}  // namespace attention_pooling
