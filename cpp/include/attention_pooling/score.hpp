#pragma once

#include <array>
#include <attention_pooling/points.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace attention_pooling {

/// How alike a query and a key are before softmax; σ is the width.
///
///     gaussian                     −½‖q − k‖²/σ²
///     gaussian_without_query_norm  (qᵀk − ½‖k‖²)/σ²   the same weights as gaussian
///     dot                          qᵀk/σ²             the same if all keys are of one length
///     scaled_dot                   qᵀk/√d             dot at σ = d^¼; the width is not used
///
/// Source: d2l §11.3.
enum class Score { gaussian, gaussian_without_query_norm, dot, scaled_dot };

inline constexpr std::array all_scores{Score::gaussian, Score::gaussian_without_query_norm, Score::dot,
                                       Score::scaled_dot};

/// The enumerator's name: "scaled_dot".
[[nodiscard]] std::string_view name(Score score) noexcept;

/// The score of that name. Throws std::invalid_argument naming all that are known.
[[nodiscard]] Score score_from_name(std::string_view name);

/// Scores, one row per query and one column per key. One beyond the range of doubles is the
/// largest finite number of its sign.
/// Throws std::invalid_argument as attention_weights does. Cost: O(queries · keys · dim).
[[nodiscard]] std::vector<double> scores(Points queries, Points keys, Score score, double width = 1);

/// Each row of so many columns becomes exp(x − max) / Σ exp(x − max), stable at any
/// magnitude. −Infinity is a key out of reach; a row of nothing else becomes zeros, as in
/// attention_weights.
/// Throws std::invalid_argument if the rows are not whole, or a number is NaN or Infinity.
void softmax_rows(std::span<double> rows, std::size_t columns);

/// softmax(scores(q, k)) · values: one row per query and the columns of the values. With
/// keys as they are and the score gaussian it is attention_pool. With learned projections of
/// queries and keys the similarity is no longer symmetric, and no kernel's.
/// Throws std::invalid_argument as attention_pool does. Cost: O(queries · keys · (dim + columns)).
[[nodiscard]] std::vector<double> dot_product_attention(Points queries, Points keys, Points values,
                                                        Score score = Score::scaled_dot, double width = 1);

}  // namespace attention_pooling
