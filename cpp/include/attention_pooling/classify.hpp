#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <attention_pooling/pooling.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace attention_pooling {

struct Classification {
  std::size_t classes = 0;            ///< one more than the greatest label
  std::vector<int> labels;            ///< the most probable class of every query, or −1
  std::vector<double> probabilities;  ///< queries × classes: one-hot labels, pooled
  std::vector<double> densities;      ///< queries × classes: p̂(x, y), see below
};

/// Classification by attention pooling of one-hot labels, and the Parzen-window estimate of
/// the joint density with the same kernel and width
///
///     p̂(x, y) = 1/n Σ_{i: yᵢ = y} α(‖x − kᵢ‖/σ) / Z,   Z = normaliser(kernel, dim) · σᵈ
///
/// (the product of the widths, if there is one per coordinate). The probability of y at x is
/// p̂(x, y) / Σ p̂(x, ·), so that both decide alike: of two classes, the sign of
/// p̂(x, 1) − p̂(x, 0) is the label (d2l §11.2, exercise 1).
///
/// A query is undecided, label −1, if no key is within reach (its probabilities are NaN, its
/// densities 0), or if the greatest probabilities are equal within 1e-12. Far from all keys a
/// Gaussian's densities may be too small for a double, and 0; its probabilities are not.
/// The constant kernel has no densities, as its integral is infinite: they are NaN.
///
/// `labels` are whole numbers from 0 to 999, one per key.
/// Source: Nadaraya (1964), Watson (1964), Parzen (1962). Throws std::invalid_argument as
/// attention_pool does, and naming a label that is out of range.
/// Cost: O(queries · keys · (dim + classes)).
[[nodiscard]] Classification classify(Points queries, Points keys, std::span<const int> labels,
                                      const Similarity& similarity = {});

/// ∫ α(‖x‖) dx over all of ℝᵈ, d ≥ 1: the kernel's volume, by which it is divided to be a
/// density. Infinity for the constant. Within 1e-13 of the exact number while that is a
/// double, by the surface of the unit sphere times ∫ α(r) rᵈ⁻¹ dr, which has a closed form
/// for each kernel (a rapid series for the cosine).
[[nodiscard]] double normaliser(Kernel kernel, std::size_t dim);

}  // namespace attention_pooling
