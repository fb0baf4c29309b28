#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/run.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace attention_pooling {

/// Where the error is measured. Near the ends keys lie on one side only, and pooling has a
/// bias of first order in the width there.
enum class Region { interior, whole };

struct ConsistencyOptions {
  std::size_t dim = 1;  ///< 1, 2 or 3
  Kernel kernel = Kernel::gaussian;
  /// γ: the width is constant · n^−rate. Left out, the best rate: 1/(4 + dim) in the
  /// interior, 1/(3 + dim) over the whole.
  std::optional<double> rate = std::nullopt;
  double constant = 1;
  Region region = Region::interior;
  double noise = 1;  ///< standard deviation of the values about the function
  /// Sample sizes, each from 1 to 1,000,000.
  std::vector<std::size_t> sizes{10, 32, 100, 316, 1000, 3162, 10000, 31623, 100000};
  std::size_t queries = 64;      ///< drawn anew with every sample, from 1 to 10,000
  std::size_t repetitions = 16;  ///< samples drawn of every size, from 1 to 10,000
  std::uint32_t seed = 0;
};

/// One entry per size finished.
struct Consistency {
  std::vector<std::size_t> sizes;
  std::vector<double> widths;
  /// Mean squared error against the true function, over all queries that reached a key; NaN
  /// if none did.
  std::vector<double> errors;
  /// Of the mean, from the spread between repetitions; NaN for fewer than two.
  std::vector<double> standard_errors;
  /// Queries, of queries · repetitions, that no key reached: they have no error.
  std::vector<std::size_t> out_of_reach;
  /// d log error / d log n, least squares over the latter half of the sizes; NaN for fewer
  /// than two different ones.
  double slope = 0;
  /// The same in theory, for n → ∞: −min(4γ, 1 − dγ) in the interior (squared bias and
  /// variance), −min(3γ, 1 − dγ) over the whole, where the bias near the ends prevails. If
  /// dγ ≥ 1 the error does not vanish: 0.
  double expected_slope = 0;
};

/// Whether pooling finds the function as samples grow and the width shrinks (d2l §11.2,
/// exercise 4). Keys are uniform on [0, 5)ᵈ, values Σ (2 sin x_d + x_d) and normal noise;
/// errors are measured at random queries in [1, 4)ᵈ or in [0, 5)ᵈ. The same options give the
/// same bits everywhere.
///
/// Source: Wand and Jones (1995), §5. The constructor throws std::invalid_argument naming the
/// option that is out of range, and for the constant kernel, which has no width.
/// Cost: O(Σ sizes · queries · repetitions · dim), memory O(queries).
class ConsistencyRun : public Run<Consistency> {
 public:
  explicit ConsistencyRun(const ConsistencyOptions& options = {});
};

}  // namespace attention_pooling
