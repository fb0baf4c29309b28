#pragma once

#include <algorithm>
#include <cmath>

namespace attention_pooling {

/// 2^exponent for any exponent a ratio of doubles can have; products with it are exact
/// unless they leave the range of doubles.
class PowerOfTwo {
 public:
  explicit PowerOfTwo(int exponent) : exponent_(exponent) {}

  [[nodiscard]] double times(double x) const { return exponent_ == 0 ? x : std::ldexp(x, exponent_); }
  [[nodiscard]] double value() const { return std::ldexp(1.0, exponent_); }
  [[nodiscard]] PowerOfTwo inverse() const { return PowerOfTwo(-exponent_); }

 private:
  int exponent_;
};

/// The power that brings number/unit to between 1/4 and 1, or 2⁰ if it is there or above.
inline PowerOfTwo to_about_one(double number, double unit) {
  return PowerOfTwo(std::max(0, std::ilogb(unit) - std::ilogb(number) - 1));
}

}  // namespace attention_pooling
