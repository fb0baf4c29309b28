#include "elementary.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "double_double.hpp"

namespace attention_pooling::elementary {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// ln 2 in two parts; the first has 33 bits, so that its product with an exponent is exact.
constexpr double ln2_high = 0x1.62e42fefp-1, ln2_low = 0x1.473de6af278edp-34;
constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr DoubleDouble quarter_turn{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};  // π/2

/// 2^exponent for exponent in [−1022, 1023].
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// 1/first! + x/(first+step)! + x²/(first+2·step)! + …: the series of exp, sin and cos.
template <int terms>
constexpr std::array<double, terms> reciprocal_factorials(int first, int step, int sign) {
  std::array<double, terms> series{};
  double factorial = 1;  // exact up to 22!
  for (int k = 2; k < first; ++k) factorial *= k;
  for (int term = 0, k = first, s = 1; term < terms; ++term, s *= sign) {
    for (const int end = first + term * step; k <= end; ++k) factorial *= k;
    series[term] = s / factorial;
  }
  return series;
}

template <std::size_t terms>
double horner(const std::array<double, terms>& series, double x) {
  double sum = series[terms - 1];
  for (std::size_t i = terms - 1; i-- > 0;) sum = sum * x + series[i];
  return sum;
}

struct Angle {
  int quarter;             // quarter turns, modulo 4
  DoubleDouble remainder;  // the rest, in [−π/4, π/4]
};

double sin_of(DoubleDouble r) {
  static constexpr auto series = reciprocal_factorials<8>(3, 2, -1);  // 1/3! − x²/5! + …
  const double square = r.high * r.high;
  return r.high - (r.high * square * horner(series, square) - r.low * (1 - square / 2));
}

double cos_of(DoubleDouble r) {
  static constexpr auto series = reciprocal_factorials<7>(4, 2, -1);  // 1/4! − x²/6! + …
  const double square = r.high * r.high, half = square / 2, rough = 1 - half;
  return rough + (((1 - rough) - half) + (square * square * horner(series, square) - r.high * r.low));
}

double sin_of(Angle angle) {
  const double value = angle.quarter & 1 ? cos_of(angle.remainder) : sin_of(angle.remainder);
  return angle.quarter & 2 ? -value : value;
}

DoubleDouble times_quarter_turn(DoubleDouble quarters) {
  const auto [high, low] = two_product(quarters.high, quarter_turn.high);
  return two_sum(high, low + (quarters.high * quarter_turn.low + quarters.low * quarter_turn.high));
}

// The binary digits of 2/π behind 64 zeros, 32 to a word (Payne and Hanek 1983: of their
// product with the mantissa only a window matters, as whole turns drop out).
constexpr std::array<std::uint32_t, 40> two_over_pi{
    0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};

/// The angle of finite x, |x| ≥ π/4.
Angle reduce(double x) {
  constexpr int words = 6;
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(x));
  const int exponent = static_cast<int>(bits >> 52) - 1075;  // |x| = mantissa · 2^exponent
  const std::uint64_t mantissa = (bits & ((1ull << 52) - 1)) | 1ull << 52;

  // The window starts at the digit that, times 2^exponent, is worth 2.
  const int start = exponent - 2 + 64;
  std::array<std::uint64_t, words> window{};  // most significant word first
  for (int i = 0; i < words; ++i) {
    const int word = start / 32 + i, shift = start % 32;
    const std::uint64_t pair = static_cast<std::uint64_t>(two_over_pi[word]) << 32 | two_over_pi[word + 1];
    window[i] = (pair << shift) >> 32;
  }

  // product = window · mantissa modulo 2¹⁹²: two bits of quarter turns, then the fraction.
  std::array<std::uint64_t, words> product{};
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t factor = half == 0 ? mantissa & 0xffffffff : mantissa >> 32;
    std::uint64_t carry = 0;
    for (int i = words - 1 - half; i >= 0; --i) {
      const std::uint64_t sum = window[i + half] * factor + product[i] + carry;
      product[i] = sum & 0xffffffff;
      carry = sum >> 32;
    }
  }

  int quarter = static_cast<int>(product[0] >> 30);
  for (int i = 0; i < words; ++i) {  // drop the two bits
    const std::uint64_t next = i + 1 < words ? product[i + 1] : 0;
    product[i] = (product[i] << 2 | next >> 30) & 0xffffffff;
  }
  const bool past_half = product[0] >> 31;  // nearer to the next quarter: take the complement
  if (past_half) {
    ++quarter;
    for (auto& word : product) word = ~word & 0xffffffff;
  }
  DoubleDouble fraction{0, 0};
  double unit = 0x1p-32;
  for (const auto word : product) {
    const auto [high, low] = two_sum(fraction.high, static_cast<double>(word) * unit);
    fraction = two_sum(high, fraction.low + low);
    unit *= 0x1p-32;
  }
  if (past_half) fraction = {-fraction.high, -fraction.low};

  Angle angle{quarter, times_quarter_turn(fraction)};
  if (x < 0) angle = {-quarter, {-angle.remainder.high, -angle.remainder.low}};
  return {angle.quarter & 3, angle.remainder};
}

Angle angle_of(double x) {
  return std::abs(x) < quarter_turn.high / 2 ? Angle{0, {x, 0}} : reduce(x);
}

Angle angle_of_quarter_turns(double t) {
  const double whole = std::floor(t + 0.5);
  const int quarter = static_cast<int>(whole - 4 * std::floor(whole / 4));
  return {quarter, times_quarter_turn({t - whole, 0})};
}

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return not_a_number;
  if (x > 709.8) return infinity;
  if (x < -745.2) return 0;
  // x = k ln 2 + r; adding and taking away 1.5 · 2⁵² rounds to an integer.
  constexpr double rounder = 0x1.8p52;
  const double k = (x * log2_e + rounder) - rounder;
  const double high = x - k * ln2_high, low = k * ln2_low;
  const double r = high - low, tail = (high - r) - low;

  static constexpr auto series = reciprocal_factorials<12>(2, 1, 1);
  const double power = 1 + (r + (tail + r * r * horner(series, r)));

  const int exponent = static_cast<int>(k);
  if (exponent > 1000) return power * power_of_two(exponent - 1) * 2;
  if (exponent < -1000) return power * power_of_two(exponent + 64) * 0x1p-64;  // may be subnormal: one rounding
  return power * power_of_two(exponent);
}

double log(double x) {
  if (std::isnan(x) || x < 0) return not_a_number;
  if (x == 0) return -infinity;
  if (x == infinity) return infinity;
  int exponent;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) mantissa *= 2, --exponent;
  // log(1 + f) = 2 artanh s = 2s + 2s³/3 + …, s = f/(2 + f), and 2s = f − s f.
  const double f = mantissa - 1, s = f / (2 + f), square = s * s;
  double series = 0;
  for (int power = 23; power >= 3; power -= 2) series = (series + 2.0 / power) * square;
  const double k = exponent;
  const double half_square = f * f / 2;
  return k * ln2_high - ((half_square - (s * (half_square + series) + k * ln2_low)) - f);
}

double sin(double x) {
  if (!std::isfinite(x)) return not_a_number;
  return x == 0 ? x : sin_of(angle_of(x));
}

double cos(double x) {
  if (!std::isfinite(x)) return not_a_number;
  Angle angle = angle_of(x);
  ++angle.quarter;  // cos x = sin(x + a quarter turn)
  return sin_of(angle);
}

double sin_quarter_turns(double t) {
  return sin_of(angle_of_quarter_turns(t));
}

double cos_quarter_turns(double t) {
  Angle angle = angle_of_quarter_turns(t);
  ++angle.quarter;
  return sin_of(angle);
}

}  // namespace attention_pooling::elementary
