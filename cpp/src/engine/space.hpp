#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <attention_pooling/score.hpp>
#include <cstddef>
#include <span>
#include <vector>

/// Attention and pooling in any number of dimensions. Nothing is checked here: at least one
/// key, finite numbers, matching sizes, widths (one, or one per coordinate) finite and > 0.
///
/// Memory beyond the result: some blocks (256 queries, 128 keys), never queries × keys
/// unless that is the result. Cost: O(queries · keys · (dim + columns)).
///
/// Accuracy, ε = 2⁻⁵³. A pooled value is Σ wᵢ vᵢ with weights off by the factors e^δᵢ, so it
/// errs by at most Σ wᵢ|δᵢ||vᵢ − f|, to first order, and 140 ε · max|v − v̄| for the sums, whatever the
/// number of keys (the centre v̄ is taken off if that makes the values eight times smaller).
/// The bound of |δ|, with s the score over all its coordinates:
///
///     gaussian                   (dim + 5) ε · (|s₀| + |s|), s₀ the nearest key's, if |s₀| ≤ 64;
///                                else (dim + 6) ε · ‖k − k₀‖‖2q − k − k₀‖/σ², k₀ the nearest key
///     laplace                    (dim/2 + 5) ε · (x₀ + x), x₀ the nearest key's distance in
///                                widths, if x₀ ≤ 64; else the above, over x₀ + x
///     dot and scaled_dot         (dim + 4) ε · (‖q‖‖k‖ + ‖q‖‖k′‖)/σ², k′ the key of largest score
///     …_without_query_norm       the same with ‖q‖‖k‖ + ½‖k‖² for each key
///                                (keys less their mean, if that makes them eight times smaller)
///     finite reach               (dim/2 + 4) ε · |α′(x)/α(x)| x; reach itself is decided as
///                                ‖q − k‖ < width by the rounded norm, coordinates in their order
///
/// and typically √dim in place of dim. With keys of norm 1 to 10 in 64 dimensions that is
/// 1e-14 to 1e-13. Results lie in [min v, max v] of their column; sums neither overflow nor
/// lose small numbers, because coordinates, widths and values are first scaled by powers of two.
///
/// The same bits everywhere: IEEE + − × ÷ √ in a fixed order, two lanes written out, no libm
/// but frexp and ldexp. A query gets the same bits alone as in company.
namespace attention_pooling::engine::space {

/// Scores, one row per query and one column per key; those beyond the range of doubles are
/// the largest finite number of their sign.
std::vector<double> scores(Points queries, Points keys, Score score, double width);

/// Each row becomes exp(x − max) / Σ exp(x − max). −∞ counts as out of reach: a row of them
/// becomes zeros.
void softmax_rows(std::span<double> rows, std::size_t columns);

/// softmax(scores) · values, queries × values.dim(), by blocks of keys.
std::vector<double> dot_product_attention(Points queries, Points keys, Points values, Score score, double width);

/// Weights, queries × keys; a row is zeros if no key is within reach.
std::vector<double> weights(Points queries, Points keys, Kernel kernel, std::span<const double> widths);

/// Weighted means, queries × values.dim(); NaN where no key is within reach.
std::vector<double> pool(Points queries, Points keys, Points values, Kernel kernel, std::span<const double> widths);

/// Means and their derivatives by the logarithm of the width (of all widths, scaled
/// together). The derivative is 0 for the constant and the boxcar, which have no gradient.
struct PooledSlopes {
  std::vector<double> values, slopes;
};
PooledSlopes pool_with_slopes(Points queries, Points keys, Points values, Kernel kernel,
                              std::span<const double> widths);

/// The mean at each of the keys first … first + count − 1, of all samples but itself; NaN
/// where no other key is within reach. Ranges, so that long work can be sliced.
std::vector<double> loo_predictions(Points keys, Points values, Kernel kernel, std::span<const double> widths,
                                    std::size_t first, std::size_t count);
PooledSlopes loo_predictions_with_slopes(Points keys, Points values, Kernel kernel, std::span<const double> widths,
                                         std::size_t first, std::size_t count);

}  // namespace attention_pooling::engine::space
