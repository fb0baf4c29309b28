#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scale.hpp"

namespace attention_pooling {

/// One column of values, made fit for summing: divided by a power of two, so that no sum
/// overflows, and less their mean if that leaves numbers eight times smaller (a large common
/// offset would cost digits; but with one huge value among small ones the mean would).
class Column {
 public:
  explicit Column(std::vector<double> values);

  [[nodiscard]] std::span<const double> values() const { return values_; }
  /// A weighted mean of values() as a weighted mean of the original ones, which lies within
  /// their range whatever was rounded.
  [[nodiscard]] double original(double mean) const;
  /// A difference of weighted means of values() in the original unit.
  [[nodiscard]] double original_difference(double difference) const { return unit_.times(difference); }

 private:
  std::vector<double> values_;
  double least_, greatest_;
  PowerOfTwo unit_{0};
  double centre_ = 0;
};

}  // namespace attention_pooling
