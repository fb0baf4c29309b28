#pragma once

#include <attention_pooling/kernel.hpp>
#include <cstddef>
#include <span>
#include <vector>

#include "row.hpp"

namespace attention_pooling {

/// Keys on a line, ascending, as one query after the other weighs them.
class Line {
 public:
  /// Gaussian and Laplace weights below e^−negligible are left out.
  Line(std::span<const double> ascending_keys, Kernel kernel, double width, double negligible);

  Row weigh(double query);

 private:
  struct Nearest;

  Row weigh_compact(double query);
  Row weigh_exponential(double query);
  [[nodiscard]] double gap(double query, std::size_t i) const;
  [[nodiscard]] Nearest nearest(double query) const;
  [[nodiscard]] double exponent(const Nearest& nearest, std::size_t i) const;

  std::vector<double> keys_;
  Kernel kernel_;
  double width_;
  double negligible_;
  double shrink_;  // of the keys, so that no difference of two overflows
  std::vector<double> weights_;
};

}  // namespace attention_pooling
