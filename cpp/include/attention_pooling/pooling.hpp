#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace attention_pooling {

/// The unit in which distances are measured: one number, or one per coordinate.
class Width {
 public:
  Width(double width) : widths_{width} {}
  Width(std::initializer_list<double> per_coordinate) : widths_(per_coordinate) {}
  Width(std::vector<double> per_coordinate) noexcept : widths_(std::move(per_coordinate)) {}

  [[nodiscard]] std::span<const double> values() const noexcept { return widths_; }

 private:
  std::vector<double> widths_;
};

/// How alike a query and a key are: α(x), where x = ‖query − key‖ / width, or with one
/// width per coordinate x² = Σ ((query_d − key_d) / width_d)². A kernel of finite reach
/// reaches a key if ‖query − key‖ < width, decided without rounding for points on a line.
///
///     Similarity{.kernel = Kernel::epanechnikov, .width = 0.5}
///     Similarity{.width = {0.5, 2.0}}
struct Similarity {
  Kernel kernel = Kernel::gaussian;
  Width width = 1.0;
};

/// Attention weights, one row per query and one column per key:
///
///     w(q, kᵢ) = α(‖q − kᵢ‖/σ) / Σⱼ α(‖q − kⱼ‖/σ)
///
/// A row sums to 1, or is all zeros when no key is within the kernel's reach. Gaussian
/// and Laplace always answer, however far the keys: scores are taken relative to the
/// nearest key's, as softmax takes them relative to its largest logit.
///
/// On a line |Δw| ≤ 1e-13 · w · (1 + ln(1/w)/50) + 1e-300. In more dimensions the ratio of
/// a weight to the nearest key's, k₀, has a relative error of up to
/// (dim + 8) · 1e-16 · (1 + ‖k₀ − kᵢ‖ (‖q − kᵢ‖ + ‖q − k₀‖) / σ²) if Gaussian, the same but
/// for ‖k₀ − kᵢ‖ / σ if Laplace, and α(x) an error of up to (dim + 8) · 2e-16 · |α′(x)| if of
/// finite reach.
///
/// Source: d2l §11.2; Nadaraya (1964), Watson (1964).
/// Throws std::invalid_argument, with a sentence that names the argument, if there are no
/// keys, the dimensions differ, a number is not finite, or a width is not finite and positive.
/// Cost: O(queries · keys · dim).
[[nodiscard]] std::vector<double> attention_weights(Points queries, Points keys,
                                                    const Similarity& similarity = {});

/// Attention pooling: for every query the mean of the values, weighted by attention,
///
///     f(q) = Σᵢ w(q, kᵢ) vᵢ
///
/// one value per key, of one or more columns (`values.dim()`); the result has one row per
/// query and the same columns. It is NaN for a query that no key reaches, for that query
/// alone, and otherwise lies within the column's least and greatest value.
///
/// On a line, for numbers of magnitude 1e-150 to 1e150 or 0, the result is within
/// 1e-13 · max|vᵢ − v̄| and one unit in the last place of exact arithmetic, and does not
/// depend on the order of the keys. In more dimensions the bound grows with that of the weights.
///
/// Source and errors: as attention_weights; also if there is not one value per key.
/// Cost: on a line O(queries + keys) once both are sorted, which is skipped where they come
/// sorted, for every kernel and width; in more dimensions O(queries · keys · (dim + columns)),
/// with memory for some blocks only.
[[nodiscard]] std::vector<double> attention_pool(Points queries, Points keys, Points values,
                                                 const Similarity& similarity = {});

}  // namespace attention_pooling
