// Error-free sums and products (Dekker, Knuth, Neumaier). They need
// -ffp-contract=off: a fused multiply-add would break them.
#pragma once

#include "lanes.hpp"

namespace attention_pooling::engine {

/// An unevaluated sum high + low, |low| at most half a unit in high's last place.
template <class T>
struct Twofold {
  T high, low;
};

/// a + b without error.
template <class T>
constexpr Twofold<T> two_sum(T a, T b) {
  const T sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a · b without error, for |a|, |b| below 2^996.
constexpr Twofold<double> two_product(double a, double b) {
  const double product = a * b;
  const double a_big = 134217729.0 * a, a_high = a_big - (a_big - a), a_low = a - a_high;
  const double b_big = 134217729.0 * b, b_high = b_big - (b_big - b), b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// A running sum that keeps what each addition rounds away: its error does not
/// grow with the number of terms.
template <class T>
struct RunningSum {
  T sum{}, rest{};
  void add(T term) {
    const auto next = two_sum(sum, term);
    sum = next.high;
    rest += next.low;
  }
  T value() const { return sum + rest; }
};

/// |query − key| < width, decided on the exact difference. Rounding is monotonic,
/// so the rounded difference is wrong only where it equals the width.
inline bool within(double query, double key, double width) {
  const double distance = absolute(query - key);
  if (distance != width) return distance < width;
  const auto exact = query < key ? two_sum(key, -query) : two_sum(query, -key);
  return exact.low < 0;
}

/// (b's distance) − (a's distance) for distances kept as twofold sums: correct
/// to the last digits of the difference, however large the two are.
template <class T>
inline T difference(Twofold<T> a, Twofold<T> b) {
  return (a.high - b.high) + (a.low - b.low);
}

}  // namespace attention_pooling::engine
