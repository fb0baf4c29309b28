// The samples as every path wants them: keys ascending, values centred and scaled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attention_pooling::engine {

/// Keys are also taken in groups of this many, the last one past their end.
inline constexpr std::size_t kGroup = 8;

/// A power of two, in two factors: one double cannot hold 2^−1074 and its inverse.
struct PowerOfTwo {
  double first = 1, second = 1;
  explicit PowerOfTwo(int exponent = 0);
  double times(double x) const { return x * first * second; }
};

/// One column of values: value = centre + scale · stored, |stored| ≤ 1, so that
/// no sum overflows and a large common offset costs no digits.
struct Column {
  std::vector<double> stored;  ///< one a sample, and kGroup zeros
  double centre = 0;
  PowerOfTwo scale;
  double lowest = 0, highest = 0;

  /// A pooled stored value as a value, within the values it is a mean of.
  double restore(double pooled) const;
};

/// Sorted by key, ties by value: the answer does not depend on the order given.
struct Samples {
  Samples(const double* keys, const double* values, std::size_t n, std::size_t columns);

  std::size_t n;
  std::vector<double> keys;  ///< and kGroup more, infinite
  std::vector<Column> columns;
  std::vector<std::uint32_t> order;  ///< where each came from; empty if they came sorted
};

}  // namespace attention_pooling::engine
