// Our own elementary functions: libm's differ in the last bits between
// platforms, and these are faster two at a time.
#pragma once

#include <array>

#include "exact.hpp"

namespace attention_pooling::engine {

inline constexpr int kPowers = 256;
inline constexpr int kPowerBits = 8;

/// 2^(i/256), rounded once: powers of the 256th root of two kept twofold.
inline constexpr std::array<double, kPowers> powers_of_two = [] {
  constexpr Twofold<double> root{0x1.00b1afa5abcbfp+0, -0x1.4f6b2a7609f71p-55};
  std::array<double, kPowers> table{};
  Twofold<double> power{1.0, 0.0};
  for (double& entry : table) {
    entry = power.high;
    const auto product = two_product(power.high, root.high);
    power = two_sum(product.high, product.low + (power.high * root.low + power.low * root.high));
  }
  return table;
}();

// 2^(n/256) (1 + p), n the whole number in the low bits of `shifted`.
inline Pair scaled_power(Pair shifted, Pair p) {
  const PairBits bits = reinterpret_cast<PairBits>(shifted);
  const Pair power{powers_of_two[bits[0] & (kPowers - 1)], powers_of_two[bits[1] & (kPowers - 1)]};
  return reinterpret_cast<Pair>(reinterpret_cast<PairBits>(power + power * p) + ((bits >> kPowerBits) << 52));
}

inline constexpr double kRounder = 0x1.8p52;  // adding it rounds to a whole number, in the low bits

/// e^x to about one unit in the last place, for −700 ≤ x ≤ 700.
inline Pair exponential(Pair x) {
  constexpr double ln2_high = 6.93147180369123816490e-01 / kPowers;  // few bits: times n is exact
  constexpr double ln2_low = 1.90821492927058770002e-10 / kPowers;
  const Pair shifted = x * both(0x1.71547652b82fep+8) + both(kRounder), n = shifted - both(kRounder);
  const Pair r = (x - n * both(ln2_high)) - n * both(ln2_low);
  return scaled_power(shifted, r + (r * r) * (both(0.5) + r * (both(1 / 6.0) + r * both(1 / 24.0))));
}

/// The Gaussian e^(−x²/2) of z = x · kBellScale: in this unit z² is the exponent in
/// 256ths of ln 2, and needs no reducing. For |x| ≤ 37.
inline constexpr double kBellScale = 0x1.b2da4e9808a53p+3;     // √(128/ln 2)
inline constexpr double kBellSquare = 0x1.62e42fefa39efp-8;    // x²/z²
inline Pair bell(Pair square_of_z) {
  const Pair shifted = both(kRounder) - square_of_z;
  const Pair r = square_of_z + (shifted - both(kRounder));  // in [−1/2, 1/2]: e^(−r ln 2/256)
  return scaled_power(shifted, r * (both(-0x1.62e42fefa39efp-9) + r * (both(0x1.ebfbdff82c58fp-19) +
                                    r * (both(-0x1.c6b08d704a0c0p-29) + r * both(0x1.3b2ab6fba4e77p-39)))));
}

/// e^x, 0 for x below −700. For x ≤ 700.
inline double exponential(double x) { return x >= -700 ? exponential(both(x))[0] : 0.0; }

/// sin(πu/2) for |u| ≤ 1, with a small relative error also near 0; 9 terms serve to 0.55.
template <int terms = 11, class T>
inline T quarter_sine(T u) {
  constexpr std::array<double, 11> c{
      0x1.921fb54442d18p+0,  -0x1.4abbce625be53p-1, 0x1.466bc6775aae2p-4,  -0x1.32d2cce62bd86p-8,
      0x1.50783487ee782p-13, -0x1.e3074fde8871fp-19, 0x1.e8f434d018d63p-25, -0x1.6fadb9f155744p-31,
      0x1.aaec32af93359p-38, -0x1.8a404211f9547p-45, 0x1.2877020d52cf0p-52};
  const T square = u * u;
  T sum = constant<T>(c[terms - 1]);
  for (int i = terms - 2; i >= 0; --i) sum = sum * square + constant<T>(c[i]);
  return sum * u;
}

/// cos(πu/2) for |u| ≤ 1, with a small absolute error; 9 terms serve to 0.55.
template <int terms = 11, class T>
inline T quarter_cosine(T u) {
  constexpr std::array<double, 11> c{
      1.0, -0x1.3bd3cc9be45dep+0, 0x1.03c1f081b5ac4p-2, -0x1.55d3c7e3cbffap-6, 0x1.e1f506891babbp-11,
      -0x1.a6d1f2a204a8cp-16, 0x1.f9d38a3763cc3p-22, -0x1.b6e24f44b128fp-28, 0x1.20c62c2f2d7f5p-34,
      -0x1.2a0c591af8314p-41, 0x1.ef6e308d6d1c4p-49};
  const T square = u * u;
  T sum = constant<T>(c[terms - 1]);
  for (int i = terms - 2; i >= 0; --i) sum = sum * square + constant<T>(c[i]);
  return sum;
}

/// cos(πx/2) for |x| ≤ 1, with an error of 1e-16 at most also where it vanishes: the
/// polynomial in x² nearest to it (minimax, 4e-18).
inline Pair quarter_cosine_nearest(Pair x) {
  constexpr std::array<double, 9> c{
      1.0, -0x1.3bd3cc9be45dbp+0, 0x1.03c1f081b5992p-2, -0x1.55d3c7e3bfbf5p-6, 0x1.e1f506813a321p-11,
      -0x1.a6d1efc8c38bep-16, 0x1.f9d254582ac30p-22, -0x1.b6957b54dd389p-28, 0x1.1678f9078a9b3p-34};
  const Pair y = x * x, z = y * y;  // two chains: even and odd powers of y
  const Pair even = both(c[0]) + z * (both(c[2]) + z * (both(c[4]) + z * (both(c[6]) + z * both(c[8]))));
  const Pair odd = both(c[1]) + z * (both(c[3]) + z * (both(c[5]) + z * both(c[7])));
  return even + y * odd;
}

}  // namespace attention_pooling::engine
