// One column to pool, as every path takes it.
#pragma once

#include <cstddef>
#include <limits>

#include "lanes.hpp"

namespace attention_pooling::engine {

/// What a path adds up for a query, in lanes (weight, weight · value).
struct Sums {
  Pair pooled{};  ///< Σ w, Σ w v
  Pair slope{};   ///< the same of ∂w/∂log width, if asked for

  void operator+=(const Sums& more) {
    pooled += more.pooled;
    slope += more.slope;
  }
};

struct Task {
  const double* keys;    ///< ascending; kGroup infinite ones follow
  const double* values;  ///< centred and scaled, one a key; kGroup zeros follow
  std::size_t n;
  const double* queries;  ///< ascending; the keys themselves if leaving_out
  std::size_t m;
  bool leaving_out;  ///< each query is a key and leaves its own sample out
  double width;
  double* pooled;  ///< m answers
  double* slopes;  ///< m derivatives by log width, or null

  /// Where the keys to the right of query j begin; `after` is this for the query before.
  std::size_t right_of(std::size_t j, std::size_t after) const {
    if (leaving_out) return j + 1;
    while (after < n && keys[after] < queries[j]) ++after;
    return after;
  }

  /// Where the keys to its left end.
  std::size_t left_of(std::size_t j, std::size_t right) const { return leaving_out ? j : right; }

  void answer(std::size_t j, const Sums& sums) const {
    const double mean = sums.pooled[1] / sums.pooled[0];
    pooled[j] = mean;
    if (slopes) slopes[j] = (sums.slope[1] - mean * sums.slope[0]) / sums.pooled[0];
  }

  void answer_nothing(std::size_t j) const {
    pooled[j] = std::numeric_limits<double>::quiet_NaN();
    if (slopes) slopes[j] = pooled[j];
  }
};

}  // namespace attention_pooling::engine
