#include "gauss_transform.hpp"

#include <algorithm>

namespace attention_pooling::engine {
namespace {

constexpr int kTerms = GaussSeries::kTerms;

GaussSeries make_series(bool of_slope) {
  const auto kernel = [&](double x) { return (of_slope ? x * x : 1) * exponential(-0.5 * x * x); };
  const ChebyshevNodes<kTerms> nodes;
  GaussSeries series;
  for (int d = 0; d <= GaussSeries::kReach; ++d) {
    double half[kTerms][kTerms];  // [p][source node]
    for (int p = 0; p < kTerms; ++p)
      for (int j = 0; j < kTerms; ++j) {
        RunningSum<double> sum;
        for (int i = 0; i < kTerms; ++i)
          sum.add(nodes.to_coefficient[p][i] * kernel(2 * d + (nodes.node[i] - nodes.node[j])));
        half[p][j] = sum.value();
      }
    for (int p = 0; p < kTerms; ++p)
      for (int s = 0; s < kTerms; ++s) {
        RunningSum<double> sum;
        for (int j = 0; j < kTerms; ++j) sum.add(half[p][j] * nodes.to_coefficient[s][j]);
        series.coefficient[d][p][s] = sum.value();
      }
    // Terms from `terms` on add up to less than counts at this distance.
    int terms = kTerms;
    double dropped = 0;
    for (; terms > 0; --terms) {
      double more = 0;
      for (int i = 0; i < terms; ++i) {
        more += absolute(series.coefficient[d][terms - 1][i]);
        if (i + 1 < terms) more += absolute(series.coefficient[d][i][terms - 1]);
      }
      if (dropped + more > 3e-16) break;
      dropped += more;
    }
    series.terms[d] = (terms + 3) / 4 * 4;  // rows are taken four at a time
    double largest = 0;
    for (int x = 0; x <= 8; ++x) largest = std::max(largest, kernel(2 * d - 2 + 0.5 * x));
    series.error[d] = 3e-16 + 1.5e-15 * largest;
  }
  return series;
}

}  // namespace

const GaussSeries& gauss_series() {
  static const GaussSeries series = make_series(false);
  return series;
}

const GaussSeries& gauss_slope_series() {
  static const GaussSeries series = make_series(true);
  return series;
}

}  // namespace attention_pooling::engine
