#pragma once

#include <cmath>

namespace attention_pooling {

/// The unevaluated sum high + low, with |low| at most half a unit in the last place of high.
/// Compile without contraction to fused multiply-add, or the error terms are wrong.
struct DoubleDouble {
  double high, low;
};

/// a + b without error (Knuth).
inline DoubleDouble two_sum(double a, double b) {
  const double high = a + b, part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

inline DoubleDouble two_difference(double a, double b) { return two_sum(a, -b); }

/// a · b without error (Dekker); |a|, |b| below 1e290.
inline DoubleDouble two_product(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2²⁷ + 1
  const double high = a * b;
  const double ca = splitter * a, a1 = ca - (ca - a), a0 = a - a1;
  const double cb = splitter * b, b1 = cb - (cb - b), b0 = b - b1;
  return {high, ((a1 * b1 - high) + a1 * b0 + a0 * b1) + a0 * b0};
}

/// a + b + c with a relative error of one rounding, whatever cancels: two passes of
/// error-free sums leave a remainder of third order (Ogita, Rump and Oishi 2005).
inline double sum_of_three(double a, double b, double c) {
  const auto [s, e] = two_sum(a, b);
  const auto [t, f] = two_sum(s, c);
  const auto [g, h] = two_sum(e, f);
  const auto [u, k] = two_sum(t, g);
  return u + (k + h);
}

}  // namespace attention_pooling
