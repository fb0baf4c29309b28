// The fast Gauss transform's constants: e^(−(q − k)²/2), and (q − k)² times it, for a
// query and a key in boxes two widths long, as Chebyshev series in both.
#pragma once

#include <array>

#include "functions.hpp"

namespace attention_pooling::engine {

struct GaussSeries {
  static constexpr int kTerms = 20;
  static constexpr int kReach = 5;  ///< boxes further off count for less than 1e-21

  /// coefficient[d][p][s]: what Chebyshev moment s of a box gives to term p of the box
  /// d boxes to its right. To its left the sign is (−1)^(p + s).
  std::array<std::array<std::array<double, kTerms>, kTerms>, kReach + 1> coefficient;
  /// Terms of a box d boxes off that matter.
  std::array<int, kReach + 1> terms;
  /// A bound on the error for one key d boxes off.
  std::array<double, kReach + 1> error;
};

/// Made when first asked for: some ten thousand exponentials.
const GaussSeries& gauss_series();
const GaussSeries& gauss_slope_series();

/// The nodes and the matrix from values at them to Chebyshev coefficients.
template <int terms>
struct ChebyshevNodes {
  std::array<double, terms> node;
  std::array<std::array<double, terms>, terms> to_coefficient;  // [p][node]

  ChebyshevNodes() {
    for (int i = 0; i < terms; ++i) {
      node[i] = cosine(2 * i + 1);
      for (int p = 0; p < terms; ++p) to_coefficient[p][i] = (p == 0 ? 1.0 : 2.0) / terms * cosine(p * (2 * i + 1));
    }
  }

 private:
  // cos(πk/(2 terms)), its angle brought into the first half turn in whole numbers.
  static double cosine(int k) {
    k %= 4 * terms;
    if (k > 2 * terms) k = 4 * terms - k;
    return quarter_sine(1 - static_cast<double>(k) / terms);
  }
};

/// Σ_p coefficient[p] T_p(y), by Clenshaw's recurrence.
template <class T>
inline T chebyshev_sum(const T* coefficient, int terms, T y) {
  T next{}, after{};
  const T twice = y + y;
  for (int p = terms - 1; p > 0; --p) {
    const T here = coefficient[p] + (twice * next - after);
    after = next;
    next = here;
  }
  return coefficient[0] + (y * next - after);
}

}  // namespace attention_pooling::engine
