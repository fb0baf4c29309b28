#pragma once

#include <attention_pooling/points.hpp>
#include <attention_pooling/pooling.hpp>
#include <vector>

namespace attention_pooling {

/// How the weights are spread, and how far noise in the values moves what is pooled. With w
/// the weights of a query, S those of the keys themselves taken as queries (row by row), and
/// f what is pooled:
struct Diagnostics {
  /// 1/Σw² for every query: from 1 (one key has all the weight) to the number of keys.
  /// 0 where no key is within reach.
  std::vector<double> effective_keys;
  /// −Σ w ln w for every query, in nats: from 0 to ln(keys). NaN where no key is within reach.
  std::vector<double> entropy;
  /// σ̂ √Σw² for every query and column: the standard deviation of f(q) by the values' noise,
  /// if that is alike and independent everywhere. The band f ± 2 of them is about the noise
  /// alone: it does not hold the bias, by which f differs from the true function however
  /// often samples are drawn. NaN where no key is within reach or σ̂ is.
  std::vector<double> standard_error;
  /// vᵢ − f(kᵢ) for every key and column.
  std::vector<double> residuals;
  /// tr S, the effective degrees of freedom: from 1 to the number of keys.
  double degrees_of_freedom = 0;
  /// σ̂ for every column, from σ̂² = Σ residuals² / (n − 2 tr S + tr SSᵀ). NaN if every sample
  /// is pooled from itself alone: nothing then tells noise from function.
  std::vector<double> noise;
};

/// Source: Hastie and Tibshirani (1990), §3. Errors: as attention_pool.
/// Cost: O((queries + keys) · keys · dim), memory of one row.
[[nodiscard]] Diagnostics diagnostics(Points queries, Points keys, Points values,
                                      const Similarity& similarity = {});

}  // namespace attention_pooling
