#pragma once

// The right answers for a few queries: direct sums from the definition in long double, with
// what each addition loses carried along. Good to about 1e-18 where long double has 64 bits.

#include <attention_pooling/attention_pooling.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace exact {

using attention_pooling::Kernel;
using Real = long double;

inline constexpr int bits = std::numeric_limits<Real>::digits;

/// A sum that carries what rounding took from it (Neumaier 1974).
class Sum {
 public:
  void add(Real x) {
    const Real next = sum_ + x;
    lost_ += std::abs(sum_) >= std::abs(x) ? (sum_ - next) + x : (x - next) + sum_;
    sum_ = next;
  }
  [[nodiscard]] Real total() const { return sum_ + lost_; }

 private:
  Real sum_ = 0, lost_ = 0;
};

/// α(distance / width), divided by α of the nearest key for the kernels that reach everywhere.
inline Real weight(Kernel kernel, Real distance, Real nearest, Real width) {
  const Real x = distance / width, near = nearest / width;
  switch (kernel) {
    case Kernel::gaussian: return std::exp(-(distance - nearest) / width * (x + near) / 2);
    case Kernel::laplace: return std::exp(-(distance - nearest) / width);
    case Kernel::constant: return 1;
    default: break;
  }
  if (!(distance < width)) return 0;
  const Real u = (width - distance) / width;
  switch (kernel) {
    case Kernel::boxcar: return 1;
    case Kernel::triangular: return u;
    case Kernel::epanechnikov: return u * (1 + x);
    case Kernel::biweight: return std::pow(u * (1 + x), 2);
    case Kernel::triweight: return std::pow(u * (1 + x), 3);
    case Kernel::tricube: return std::pow(u * (1 + x + x * x), 3);
    case Kernel::cosine: return std::sin(std::acos(Real(-1)) / 2 * u);
    default: return 0;
  }
}

inline std::vector<double> pool(std::span<const double> queries, std::span<const double> keys,
                                std::span<const double> values, Kernel kernel, double width) {
  std::vector<double> pooled;
  for (const Real q : queries) {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const Real k : keys) nearest = std::min(nearest, std::abs(q - k));
    Sum total, weighted;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Real w = weight(kernel, std::abs(q - Real(keys[i])), nearest, width);
      if (w == 0) continue;
      total.add(w);
      weighted.add(w * Real(values[i]));
    }
    pooled.push_back(static_cast<double>(weighted.total() / total.total()));
  }
  return pooled;
}

/// softmax(qᵀk/√dim) · values, with dim columns of values.
inline std::vector<double> attention(std::span<const double> queries, std::span<const double> keys,
                                     std::span<const double> values, std::size_t dim) {
  const std::size_t n = keys.size() / dim;
  std::vector<double> pooled;
  for (std::size_t q = 0; q < queries.size(); q += dim) {
    std::vector<Real> score(n);
    Real greatest = -std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
      Sum dot;
      for (std::size_t d = 0; d < dim; ++d) dot.add(Real(queries[q + d]) * Real(keys[i * dim + d]));
      score[i] = dot.total() / std::sqrt(Real(dim));
      greatest = std::max(greatest, score[i]);
    }
    Sum total;
    std::vector<Sum> row(dim);
    for (std::size_t i = 0; i < n; ++i) {
      const Real w = std::exp(score[i] - greatest);
      total.add(w);
      for (std::size_t d = 0; d < dim; ++d) row[d].add(w * Real(values[i * dim + d]));
    }
    for (const Sum& sum : row) pooled.push_back(static_cast<double>(sum.total() / total.total()));
  }
  return pooled;
}

}  // namespace exact
