#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/samples.hpp"

namespace attention_pooling {

/// Pooled values, row by row, and their derivatives by the logarithm of the width (of all
/// widths together) if those were asked for.
struct Pooled {
  std::vector<double> values, slopes;
};

enum class Slopes { none, by_log_width };

/// Whether a sample is pooled at its own key with or without itself.
enum class Own { counted, left_out };

/// Samples made ready once, to be pooled at one width after the other: all that choosing a
/// width, its learning and its diagnosis ask of the pooling. It owns copies. Nothing is
/// checked here.
class Smoother {
 public:
  Smoother(Points keys, Points values, Kernel kernel);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t dim() const { return dim_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] Kernel kernel() const { return kernel_; }
  /// As they were given.
  [[nodiscard]] Points keys() const { return {keys_, dim_}; }
  [[nodiscard]] Points values() const { return {values_, columns_}; }

  /// At the keys of samples first … first + count − 1, where count is a slice(…). NaN (and
  /// slope 0) where no key counted is within reach.
  [[nodiscard]] Pooled at_keys(std::span<const double> widths, Own own, Slopes slopes, std::size_t first,
                               std::size_t count) const;
  /// For how many samples at_keys is best called at once, if some `budget` weights may be
  /// spent: on a line for all, in one pass.
  [[nodiscard]] std::size_t slice(std::size_t budget) const;
  /// The weights, or work worth as much, that at_keys spends on so many samples.
  [[nodiscard]] std::size_t cost(std::size_t count) const;

 private:
  [[nodiscard]] Pooled on_line(double width, Own own, Slopes slopes) const;
  [[nodiscard]] Pooled in_space(std::span<const double> widths, Own own, Slopes slopes, std::size_t first,
                                std::size_t count) const;

  std::size_t size_, dim_, columns_;
  Kernel kernel_;
  std::vector<double> keys_, values_;
  std::optional<engine::Samples> on_line_;
};

}  // namespace attention_pooling
