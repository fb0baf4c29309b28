#pragma once

// The right answers, from the definition in arithmetic of 113 bits, with no short cut: every
// weight of every key, summed one after the other. Slow, and used by tests only.

#include <attention_pooling/attention_pooling.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace oracle {

using attention_pooling::Kernel;
using attention_pooling::Points;

#ifdef __SIZEOF_FLOAT128__
__extension__ using Real = __float128;
#else
using Real = long double;  // 113 bits in WebAssembly and on AArch64
#endif

inline Real magnitude(Real x) { return x < 0 ? -x : x; }

inline Real square_root(Real x) {
  if (x == 0) return 0;
  int halvings = 0;
  while (x > 4) x /= 4, ++halvings;
  while (x < 1) x *= 4, --halvings;
  Real root = std::sqrt(static_cast<double>(x));
  for (int i = 0; i < 3; ++i) root = (root + x / root) / 2;
  for (; halvings > 0; --halvings) root *= 2;
  for (; halvings < 0; ++halvings) root /= 2;
  return root;
}

/// e^−x, x ≥ 0: the series at x/2^k, squared k times.
inline Real exp_minus(Real x) {
  if (x > 2000) return 0;
  int k = 0;
  while (x > 0.25) x /= 2, ++k;
  Real term = 1, sum = 1;
  for (int n = 1; n < 28; ++n) sum += term *= -x / n;
  for (; k > 0; --k) sum *= sum;
  return sum;
}

inline Real half_pi() { return Real(0x1.921fb54442d18p0) + Real(0x1.1a62633145c07p-54) + Real(-0x1.f1976b7ed8fbcp-110); }

/// The sine's series, for |x| up to a few turns.
inline Real sine(Real x) {
  Real term = x, sum = x;
  for (int n = 2; n < 120; n += 2) sum += term *= -x * x / (n * (n + 1));
  return sum;
}

/// α(x), but for the kernels that reach everywhere e^shift · α(x): the factor drops out of
/// every ratio, and without it all weights far away would be 0.
inline Real alpha(Kernel kernel, Real x, Real shift = 0) {
  const Real u = 1 - x;
  switch (kernel) {
    case Kernel::gaussian: return exp_minus(x * x / 2 - shift);
    case Kernel::laplace: return exp_minus(x - shift);
    case Kernel::constant: return 1;
    default: break;
  }
  if (!(x < 1)) return 0;
  switch (kernel) {
    case Kernel::boxcar: return 1;
    case Kernel::triangular: return u;
    case Kernel::epanechnikov: return 1 - x * x;
    case Kernel::biweight: return (1 - x * x) * (1 - x * x);
    case Kernel::triweight: return (1 - x * x) * (1 - x * x) * (1 - x * x);
    case Kernel::tricube: {
      const Real c = 1 - x * x * x;
      return c * c * c;
    }
    case Kernel::cosine: return sine(half_pi() * u);
    default: return 0;
  }
}

/// One query's weights, not normalised.
inline std::vector<Real> row(std::span<const double> query, Points keys, Kernel kernel, std::vector<double> widths) {
  widths.resize(keys.dim(), widths[0]);
  std::vector<Real> x(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Real square = 0;
    for (std::size_t d = 0; d < keys.dim(); ++d) {
      const Real z = (Real(query[d]) - Real(keys[i][d])) / Real(widths[d]);
      square += z * z;
    }
    x[i] = keys.dim() == 1 ? magnitude(Real(query[0]) - Real(keys[i][0])) / Real(widths[0]) : square_root(square);
  }
  const Real nearest = *std::min_element(x.begin(), x.end());
  const Real shift = kernel == Kernel::gaussian ? nearest * nearest / 2 : nearest;
  for (Real& each : x) each = alpha(kernel, each, shift);
  return x;
}

/// queries × keys.
inline std::vector<Real> weights(Points queries, Points keys, Kernel kernel, const std::vector<double>& widths) {
  std::vector<Real> all;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    auto weights = row(queries[q], keys, kernel, widths);
    Real total = 0;
    for (const Real w : weights) total += w;
    for (const Real w : weights) all.push_back(total > 0 ? w / total : Real(0));
  }
  return all;
}

/// One value per query, for values of one column; NaN where no key is reached.
inline std::vector<Real> pool(Points queries, Points keys, const std::vector<double>& values, Kernel kernel,
                              const std::vector<double>& widths) {
  std::vector<Real> pooled;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto weights = row(queries[q], keys, kernel, widths);
    Real total = 0, weighted = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) total += weights[i], weighted += weights[i] * Real(values[i]);
    pooled.push_back(total > 0 ? weighted / total : Real(std::nan("")));
  }
  return pooled;
}

/// max |vᵢ − v̄|, the yardstick of the accuracy promised.
inline double spread(const std::vector<double>& values) {
  Real mean = 0, greatest = 0;
  for (const double v : values) mean += Real(v) / Real(static_cast<double>(values.size()));
  for (const double v : values) greatest = std::max(greatest, magnitude(Real(v) - mean));
  return static_cast<double>(greatest);
}

inline double unit_in_last_place(double x) {
  const double up = std::nextafter(std::abs(x), INFINITY);
  return std::isinf(up) ? std::abs(x) * 0x1p-52 : up - std::abs(x);
}

/// The largest error of pooled values in terms of what is promised: 1e-13 of the spread and
/// one unit in the last place. Infinite if one is NaN and the other is not.
inline double pooling_error(const std::vector<double>& actual, const std::vector<Real>& expected, double spread) {
  double worst = actual.size() == expected.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    const bool defined = expected[i] == expected[i];
    if (std::isnan(actual[i]) == defined) return INFINITY;
    if (!defined) continue;
    const double error = static_cast<double>(magnitude(Real(actual[i]) - expected[i]));
    worst = std::max(worst, error / (1e-13 * spread + unit_in_last_place(actual[i])));
  }
  return worst;
}

/// The same for weights: 1e-13 · w · (1 + ln(1/w)/50) + 1e-300 is promised.
inline double weights_error(const std::vector<double>& actual, const std::vector<Real>& expected) {
  double worst = actual.size() == expected.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    if (std::isnan(actual[i])) return INFINITY;
    const double w = static_cast<double>(expected[i]);
    const double digits = w > 0 ? 1 - std::log(w) / 50 : 1;
    const double error = static_cast<double>(magnitude(Real(actual[i]) - expected[i]));
    worst = std::max(worst, error / (1e-13 * w * digits + 1e-300));
  }
  return worst;
}

}  // namespace oracle
