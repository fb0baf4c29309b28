#pragma once

// The loops anybody would write first: every query against every key.

#include <attention_pooling/attention_pooling.hpp>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace plain {

inline double alpha(attention_pooling::Kernel kernel, double x) {
  using enum attention_pooling::Kernel;
  const double a = std::abs(x);
  switch (kernel) {
    case gaussian: return std::exp(-x * x / 2);
    case boxcar: return a < 1 ? 1 : 0;
    case constant: return 1;
    case triangular: return std::fmax(1 - a, 0);
    case epanechnikov: return std::fmax(1 - x * x, 0);
    case biweight: return a < 1 ? std::pow(1 - x * x, 2) : 0;
    case triweight: return a < 1 ? std::pow(1 - x * x, 3) : 0;
    case tricube: return a < 1 ? std::pow(1 - a * a * a, 3) : 0;
    case cosine: return a < 1 ? std::cos(1.5707963267948966 * x) : 0;
    case laplace: return std::exp(-a);
  }
  return 0;
}

inline std::vector<double> pool(std::span<const double> queries, std::span<const double> keys,
                                std::span<const double> values, attention_pooling::Kernel kernel, double width) {
  std::vector<double> pooled(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    double total = 0, weighted = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const double w = alpha(kernel, (queries[q] - keys[i]) / width);
      total += w;
      weighted += w * values[i];
    }
    pooled[q] = weighted / total;
  }
  return pooled;
}

inline std::vector<double> attention(std::span<const double> queries, std::span<const double> keys,
                                     std::span<const double> values, std::size_t dim) {
  const std::size_t m = queries.size() / dim, n = keys.size() / dim;
  std::vector<double> pooled(m * dim), w(n);
  for (std::size_t q = 0; q < m; ++q) {
    double greatest = -INFINITY, total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double dot = 0;
      for (std::size_t d = 0; d < dim; ++d) dot += queries[q * dim + d] * keys[i * dim + d];
      w[i] = dot / std::sqrt(static_cast<double>(dim));
      greatest = std::fmax(greatest, w[i]);
    }
    for (double& x : w) total += x = std::exp(x - greatest);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t d = 0; d < dim; ++d) pooled[q * dim + d] += w[i] / total * values[i * dim + d];
    }
  }
  return pooled;
}

}  // namespace plain
