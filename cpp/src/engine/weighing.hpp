// From sums over coordinates to weights, one row of at most a block of keys at a time.
#pragma once

#include <cmath>
#include <cstddef>

#include "functions.hpp"
#include "shapes.hpp"
#include "tiles.hpp"

namespace attention_pooling::engine {

// Likeness of a key that does not take part: padding, or the point left out.
inline constexpr double absent = -1.7e308;
// Squared distances that overflow are held here: beyond every other, but not absent.
inline constexpr double farthest = 1e308;
// Exponents by which weights fall below anything that moves a mean, with 10¹⁵ keys.
inline constexpr double negligible = 100;

/// Lane by lane, correctly rounded.
inline Pair square_root(Pair x) {
#if defined(__clang__)
  return __builtin_elementwise_sqrt(x);
#elif defined(__SSE2__)
  return __builtin_ia32_sqrtpd(x);
#else
  return Pair{std::sqrt(x[0]), std::sqrt(x[1])};
#endif
}

/// A row of likenesses, larger for more alike, of `keys` keys, padded to a multiple of 8
/// with absent ones; weighing turns them to weights in place. With `slopes` the derivatives
/// of the weights by the logarithm of the width are wanted too.
struct BlockRow {
  double* numbers;
  double* slopes;  // or null
  std::size_t length;  // with padding
};

struct BlockSums {
  double weights = 0, slopes = 0;
};

/// In the lanes of the block, whatever the machine: key i is in lane i mod 8.
inline double sum_of(const double* numbers, std::size_t length) {
  Pair a{}, b{}, c{}, d{};
  for (std::size_t i = 0; i < length; i += 8) {
    a += load(numbers + i);
    b += load(numbers + i + 2);
    c += load(numbers + i + 4);
    d += load(numbers + i + 6);
  }
  return total((a + b) + (c + d));
}

inline double greatest(const BlockRow& row) {
  Pair a = load(row.numbers), b = load(row.numbers + 2), c = load(row.numbers + 4), d = load(row.numbers + 6);
  for (std::size_t i = 8; i < row.length; i += 8) {
    a = greater(a, load(row.numbers + i));
    b = greater(b, load(row.numbers + i + 2));
    c = greater(c, load(row.numbers + i + 4));
    d = greater(d, load(row.numbers + i + 6));
  }
  const Pair most = greater(greater(a, b), greater(c, d));
  return most[0] > most[1] ? most[0] : most[1];
}

/// e^x, 0 below −700, −∞ included.
inline Pair vanishing_exponential(Pair x) {
  const Pair lowest = both(-700.0);
  const PairBits counts = reinterpret_cast<PairBits>(x >= lowest);
  return reinterpret_cast<Pair>(reinterpret_cast<PairBits>(exponential(greater(x, lowest))) & counts);
}

/// Weights exp((likeness − reference)·factor).
inline BlockSums weigh_exponential(const BlockRow& row, double reference, double factor, double slope_factor) {
  const Pair r = both(reference), f = both(factor);
  for (std::size_t i = 0; i < row.length; i += 2) {
    const Pair exponent = (load(row.numbers + i) - r) * f, weight = vanishing_exponential(exponent);
    store(row.numbers + i, weight);
    if (row.slopes != nullptr)  // finite: times a weight of 0
      store(row.slopes + i, weight * (greater(exponent, both(-1e300)) * both(slope_factor)) + Pair{});
  }
  return {sum_of(row.numbers, row.length), row.slopes == nullptr ? 0 : sum_of(row.slopes, row.length)};
}

/// Likenesses −‖x‖² to −‖x‖; absent ones stay so.
inline void to_distances(const BlockRow& row) {
  for (std::size_t i = 0; i < row.length; i += 2) {
    const Pair likeness = load(row.numbers + i);
    const Pair distance = -square_root(greater(-likeness, Pair{}));
    store(row.numbers + i, likeness == both(absent) ? likeness : distance);
  }
}

/// Weights of a kernel of finite reach; a key is reached if its norm is less than the width.
inline BlockSums weigh_compact(Kernel kernel, const BlockRow& row, double width) {
  const Shape& shape = shape_of(kernel);
  const Pair w = both(width);
  for (std::size_t i = 0; i < row.length; i += 2) {
    const Pair likeness = load(row.numbers + i);
    const Pair norm = square_root(greater(-likeness, Pair{}));
    const PairBits reached = reinterpret_cast<PairBits>(norm < w) & ~reinterpret_cast<PairBits>(likeness == both(absent));
    const auto keep = [&](Pair pair) { return reinterpret_cast<Pair>(reinterpret_cast<PairBits>(pair) & reached); };
    const Pair u = (w - norm) / w;
    store(row.numbers + i, keep(kernel == Kernel::boxcar ? both(1) : shape.weight(u)));
    if (row.slopes != nullptr) store(row.slopes + i, keep(kernel == Kernel::boxcar ? both(0) : shape.slope(u)));
  }
  return {sum_of(row.numbers, row.length), row.slopes == nullptr ? 0 : sum_of(row.slopes, row.length)};
}

}  // namespace attention_pooling::engine
