// The compact kernels' shapes: what a window of keys weighs, key by key and by moments.
//
// Around a centre c, α is a sum of products of a function of the query and one of the
// key, α(q − k) = Σ_p a_p(q − c) · b_p(k − c). The b_p, summed over many keys once, then
// serve every query. For a key on one side of the query, x = |q − k|/width = t + side · s
// with s = (k − c)/width and t = side · (c − q)/width, side = −1 for keys to the left,
// 1 to the right. The b_p are the powers of s; the cosine's are cosine and sine of the
// angle πs/2, and both times s, which only slopes need.
#pragma once

#include <attention_pooling/kernel.hpp>
#include <cstddef>

#include "task.hpp"

namespace attention_pooling::engine {

/// A window, taken apart: what a query has to add up.
struct Parts {
  // Keys to weigh one by one; those out of reach weigh 0.
  struct Range {
    std::size_t begin, end;
  };
  // Keys that one expansion about a centre covers.
  struct Piece {
    double t, side;
    const Pair* moments;
  };
  static constexpr int kMost = 16;

  Range ranges[kMost];
  Piece pieces[kMost];
  int range_count = 0, piece_count = 0;

  void add(std::size_t begin, std::size_t end) {
    if (begin < end) ranges[range_count++] = {begin, end};
  }
};

/// (1 − |x|^degree)^power: triangular 1 1, Epanechnikov 2 1, biweight 2 2,
/// triweight 2 3, tricube 3 3. The cosine has degree 0.
struct Shape {
  int degree, power;
  int terms;        ///< moments of a window
  int slope_terms;  ///< and those its slope needs
  /// Σ (1, v) α over the parts, or Σ (1, v)(−x α′).
  Pair (*sum)(const Task& task, double query, const Parts& parts, bool of_slope);
  /// α and −x α′ of u = 1 − |x|, with a small relative error also near the edge.
  Pair (*weight)(Pair u);
  Pair (*slope)(Pair u);

  [[nodiscard]] bool even() const { return degree % 2 == 0; }
  [[nodiscard]] bool is_cosine() const { return degree == 0; }
};

const Shape& shape_of(Kernel kernel);

inline constexpr int kMostTerms = 18;

/// α as a series in s about a centre at u = 1 − t, with a small relative error also near
/// the edge, for |s| ≤ u/2; the number of terms.
int expand_near_edge(const Shape& shape, double u, double side, double* a);

/// The series of −x α′ from that of α.
template <class T>
inline void to_slope(T t, T side, int terms, T* a) {
  const T turn = t * side;
  for (int p = 0; p < terms; ++p) {
    T sum = constant<T>(-p) * a[p];
    if (p + 1 < terms) sum -= turn * (constant<T>(p + 1) * a[p + 1]);
    a[p] = sum;
  }
}

}  // namespace attention_pooling::engine
