#include "column.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sums.hpp"

namespace attention_pooling {

Column::Column(std::vector<double> values) : values_(std::move(values)) {
  const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
  least_ = *least;
  greatest_ = *greatest;
  const double largest = std::max(std::abs(least_), std::abs(greatest_));
  if (largest == 0) return;

  unit_ = PowerOfTwo(std::ilogb(largest));
  const PowerOfTwo inverse = unit_.inverse();
  for (double& value : values_) value = inverse.times(value);

  const double mean = sum(values_) / static_cast<double>(values_.size());
  const double spread = std::max(mean - inverse.times(least_), inverse.times(greatest_) - mean);
  if (spread < inverse.times(largest) / 8) {
    centre_ = mean;
    for (double& value : values_) value -= centre_;
  }
}

double Column::original(double mean) const {
  return std::clamp(unit_.times(centre_ + mean), least_, greatest_);
}

}  // namespace attention_pooling
