// From sums over coordinates to weights, one row of at most a block of keys at a time.
#pragma once

#include <attention_pooling/kernel.hpp>
#include <cmath>
#include <cstddef>

#include "functions.hpp"
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

/// The lanes are those of the block, whatever the machine: key i is in lane i mod 8.
struct EightLanes {
  Pair a{}, b{}, c{}, d{};
  [[nodiscard]] double sum() const { return total((a + b) + (c + d)); }
};

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
  EightLanes sum;
  const auto weigh = [&](std::size_t i) {
    const Pair weight = vanishing_exponential((load(row.numbers + i) - r) * f);
    store(row.numbers + i, weight);
    return weight;
  };
  if (row.slopes == nullptr) {
    for (std::size_t i = 0; i < row.length; i += 8) {
      sum.a += weigh(i);
      sum.b += weigh(i + 2);
      sum.c += weigh(i + 4);
      sum.d += weigh(i + 6);
    }
    return {sum.sum(), 0};
  }
  EightLanes slopes;
  const Pair s = both(slope_factor), zero{};
  const auto slope = [&](std::size_t i) {
    const Pair exponent = greater((load(row.numbers + i) - r) * f, both(-1e300));  // finite: times a weight of 0
    const Pair derivative = weigh(i) * (exponent * s);
    store(row.slopes + i, derivative);
    return derivative + zero;
  };
  for (std::size_t i = 0; i < row.length; i += 8) {
    slopes.a += slope(i), sum.a += load(row.numbers + i);
    slopes.b += slope(i + 2), sum.b += load(row.numbers + i + 2);
    slopes.c += slope(i + 4), sum.c += load(row.numbers + i + 4);
    slopes.d += slope(i + 6), sum.d += load(row.numbers + i + 6);
  }
  return {sum.sum(), slopes.sum()};
}

/// Likenesses −‖x‖² to −‖x‖; absent ones stay so.
inline void to_distances(const BlockRow& row) {
  for (std::size_t i = 0; i < row.length; i += 2) {
    const Pair likeness = load(row.numbers + i);
    const Pair distance = -square_root(greater(-likeness, Pair{}));
    store(row.numbers + i, likeness == both(absent) ? likeness : distance);
  }
}

struct PairOfWeights {
  Pair weight, slope;
};

/// α and dα/d log width at distance x = 1 − u.
template <Kernel kernel>
inline PairOfWeights compact(Pair x, Pair u) {
  const Pair one = both(1.0), parabola = u * (both(2.0) - u), square = x * x;
  if constexpr (kernel == Kernel::boxcar) return {one, Pair{}};
  if constexpr (kernel == Kernel::triangular) return {u, x};
  if constexpr (kernel == Kernel::epanechnikov) return {parabola, both(2.0) * square};
  if constexpr (kernel == Kernel::biweight) return {parabola * parabola, both(4.0) * square * parabola};
  if constexpr (kernel == Kernel::triweight)
    return {parabola * parabola * parabola, both(6.0) * square * (parabola * parabola)};
  if constexpr (kernel == Kernel::tricube) {
    const Pair cubic = u * (one + x + square);
    return {cubic * cubic * cubic, both(9.0) * (square * x) * (cubic * cubic)};
  }
  if constexpr (kernel == Kernel::cosine) return {quarter_sine(u), both(1.5707963267948966) * x * quarter_sine(x)};
}

/// Weights of a kernel of finite reach; a key is reached if its norm is less than the width.
template <Kernel kernel>
BlockSums weigh_compact(const BlockRow& row, double width) {
  const Pair w = both(width);
  EightLanes weights, slopes;
  const auto weigh = [&](std::size_t i, Pair& sum, Pair& slope_sum) {
    const Pair likeness = load(row.numbers + i);
    const Pair norm = square_root(greater(-likeness, Pair{}));
    const PairBits reached = reinterpret_cast<PairBits>(norm < w) & ~reinterpret_cast<PairBits>(likeness == both(absent));
    const auto [weight, slope] = compact<kernel>(norm / w, (w - norm) / w);
    const Pair kept = reinterpret_cast<Pair>(reinterpret_cast<PairBits>(weight) & reached);
    store(row.numbers + i, kept);
    sum += kept;
    if (row.slopes == nullptr) return;
    const Pair kept_slope = reinterpret_cast<Pair>(reinterpret_cast<PairBits>(slope) & reached);
    store(row.slopes + i, kept_slope);
    slope_sum += kept_slope;
  };
  for (std::size_t i = 0; i < row.length; i += 8) {
    weigh(i, weights.a, slopes.a);
    weigh(i + 2, weights.b, slopes.b);
    weigh(i + 4, weights.c, slopes.c);
    weigh(i + 6, weights.d, slopes.d);
  }
  return {weights.sum(), slopes.sum()};
}

inline BlockSums weigh_compact(Kernel kernel, const BlockRow& row, double width) {
  switch (kernel) {
    case Kernel::boxcar: return weigh_compact<Kernel::boxcar>(row, width);
    case Kernel::triangular: return weigh_compact<Kernel::triangular>(row, width);
    case Kernel::epanechnikov: return weigh_compact<Kernel::epanechnikov>(row, width);
    case Kernel::biweight: return weigh_compact<Kernel::biweight>(row, width);
    case Kernel::triweight: return weigh_compact<Kernel::triweight>(row, width);
    case Kernel::tricube: return weigh_compact<Kernel::tricube>(row, width);
    case Kernel::cosine: return weigh_compact<Kernel::cosine>(row, width);
    case Kernel::gaussian:
    case Kernel::constant:
    case Kernel::laplace: break;  // these reach everywhere
  }
  return {};
}

}  // namespace attention_pooling::engine
