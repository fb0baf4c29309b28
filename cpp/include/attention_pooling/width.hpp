#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <attention_pooling/pooling.hpp>
#include <attention_pooling/run.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace attention_pooling {

/// Every sample predicted from all the others: the pooled values at its key, its own value
/// left out (not corrected for afterwards). One row per key, one column per column of values.
/// NaN where no other key is within the kernel's reach, so always if there is but one.
///
/// Source: Stone (1974). Errors and accuracy: as attention_pool.
/// Cost: on a line that of attention_pool with a query per key; else O(keys² · (dim + columns)).
[[nodiscard]] std::vector<double> loo_predictions(Points keys, Points values,
                                                  const Similarity& similarity = {});

/// The mean over samples and columns of (value − prediction)², predictions as above.
/// NaN if some sample has no other within reach: such a width cannot be judged.
[[nodiscard]] double loo_error(Points keys, Points values, const Similarity& similarity = {});

/// loo_error at one width after the other.
struct LooCurve {
  std::vector<double> widths;
  std::vector<double> errors;  ///< NaN where a sample has no other within reach
};
[[nodiscard]] LooCurve loo_curve(Points keys, Points values, Kernel kernel,
                                 std::span<const double> widths);
/// The same in slices. The result so far holds the widths that are finished.
[[nodiscard]] Run<LooCurve> loo_curve_run(Points keys, Points values, Kernel kernel,
                                          std::span<const double> widths);

struct WidthSearchOptions {
  bool per_coordinate = false;  ///< one width for each coordinate
};

struct WidthSearch {
  std::vector<double> width;   ///< the best: one number, or one per coordinate
  double error = 0;            ///< its leave-one-out error
  std::vector<double> widths;  ///< all common widths tried, ascending
  std::vector<double> errors;  ///< theirs; NaN where a sample has no other within reach
};

/// The width of least leave-one-out error, over all widths and not just near some start:
///
///   1. a grid on log width, 24 widths a decade (fewer if that is over 480 in all), from an
///      eighth of the distance between nearest neighbours (of the least such distance but
///      for the least 64th of them) to 100 times the keys' spread;
///   2. where the kernel's reach is finite, also the narrowest width that leaves no sample
///      alone, and for up to 64 keys every width at which a key comes within reach, and the
///      middles between them;
///   3. from the 16 lowest local minima of all these, the minimum nearby (Brent 1973), to
///      1e-7 of the width. The boxcar's error is piecewise constant: for it, the widths in
///      between at which a key comes within reach, up to 256.
///
/// Errors equal to 13 digits count as tied, and ties go to the widest: of the boxcar's best
/// interval the upper end, and with two samples, where every width predicts the same, the
/// widest tried. If pooling does not beat the plain mean at any width, that is the widest too.
///
/// Per coordinate: from the best common width, one coordinate's width after the other, over
/// 2⁻⁶ to 2¹⁰ times the present one and refined, until a round gains less than a millionth
/// (at most 12 rounds). This finds a minimum no single width can improve.
///
/// Throws std::invalid_argument as attention_pool does, and if there are fewer than two keys,
/// if all are at one place, or for the constant kernel: there, there is no width to choose.
/// Cost: some hundred times that of loo_error.
[[nodiscard]] WidthSearch select_width(Points keys, Points values, Kernel kernel,
                                       const WidthSearchOptions& options = {});
/// The same in slices.
[[nodiscard]] Run<WidthSearch> select_width_run(Points keys, Points values, Kernel kernel,
                                                const WidthSearchOptions& options = {});

/// What gradient descent moves: w = 1/width, as the book does, or log width.
enum class WidthParameter { inverse, log };

struct WidthDescentOptions {
  double start = 1;           ///< the first width
  double rate = 0.5;          ///< the learning rate, at least 0
  std::size_t steps = 5;      ///< from 0 to 1,000,000
  bool leave_one_out = true;  ///< or each sample predicted from all, itself included
  WidthParameter parameter = WidthParameter::inverse;
};

struct WidthDescent {
  std::vector<double> widths;  ///< at the start and after every step
  std::vector<double> losses;  ///< the mean squared error at each of them
  std::size_t shortened = 0;   ///< steps that had to be halved
};

/// Gradient descent on the mean squared error of prediction, full batch, every step reported.
/// Without leaving out the width shrinks for ever: each sample learns to attend to itself.
///
/// A step that would lead to a width that is not positive and finite, or where a left-out
/// sample has no other within reach, is halved until it does not (after 60 halvings the width
/// stays). Steps that merely overshoot are taken: the descent may then bounce.
///
/// Source: d2l §11.2, exercise 2. Throws std::invalid_argument as attention_pool does, if an
/// option is out of range, if there are fewer than two keys to leave one out of, or for
/// boxcar and constant, which have no gradient. Cost: steps times that of loo_error.
[[nodiscard]] WidthDescent learn_width(Points keys, Points values, Kernel kernel,
                                       const WidthDescentOptions& options = {});

}  // namespace attention_pooling
