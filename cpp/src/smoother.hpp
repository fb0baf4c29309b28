#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "column.hpp"
#include "line.hpp"
#include "order.hpp"
#include "space.hpp"

namespace attention_pooling {

/// Keys, ascending on a line or in any order in space, as one query after the other weighs them.
class Rows {
 public:
  /// Weights below e^−negligible may be left out.
  Rows(Points keys, Kernel kernel, std::span<const double> widths, double negligible);
  Row weigh(std::span<const double> query);

 private:
  std::optional<Line> line_;
  std::optional<Space> space_;
};

/// Normalised weights of one query after the other.
class Weights {
 public:
  Weights(Points keys, Kernel kernel, std::span<const double> widths);
  /// Keys in the order they were given; all 0 if none is within reach. Valid until the next call.
  std::span<const double> of(std::span<const double> query);

 private:
  Order order_;
  std::vector<double> ordered_keys_;
  Rows rows_;
  std::vector<double> weights_;
};

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

  /// At the keys of samples first … first + count − 1. NaN (and slope 0) where no key counted
  /// is within reach.
  [[nodiscard]] Pooled at_keys(std::span<const double> widths, Own own, Slopes slopes, std::size_t first,
                               std::size_t count) const;
  /// For how many samples at_keys is best called at once, if some `budget` weights may be spent.
  [[nodiscard]] std::size_t slice(std::size_t budget) const;

 private:
  std::size_t size_, dim_, columns_;
  Kernel kernel_;
  std::vector<double> keys_, values_;
  Order order_, rank_;  // on a line ascending
  std::vector<double> ordered_keys_;
  std::vector<Column> ordered_columns_;
};

}  // namespace attention_pooling
