#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scale.hpp"
#include "smoother.hpp"

namespace attention_pooling {

/// The mean squared error of prediction at the keys, worked out slice by slice. Inside, in a
/// unit in which no square overflows.
class Loss {
 public:
  /// The smoother must outlive it.
  Loss(const Smoother& smoother, Own own, Slopes slopes = Slopes::none);

  void start(std::vector<double> widths);
  /// Spends about `budget` weights and takes what was spent away from it. True when finished.
  bool advance(std::size_t& budget);
  /// All of it at once.
  void work_out(std::vector<double> widths);

  /// In squares of the unit; NaN if a prediction was undefined.
  [[nodiscard]] double value() const;
  /// Its derivative by the logarithm of the width.
  [[nodiscard]] double slope() const;
  /// The fraction of samples predicted.
  [[nodiscard]] double done() const;
  /// A value or slope in the square of the values' own unit.
  [[nodiscard]] double original(double loss) const { return unit_.times(unit_.times(loss)); }
  /// A sample whose prediction was undefined.
  [[nodiscard]] std::size_t undefined() const { return undefined_; }

 private:
  const Smoother* smoother_;
  Own own_;
  Slopes slopes_;
  PowerOfTwo unit_{0};
  std::vector<double> widths_;
  std::vector<double> squares_, products_;  // of residuals, and of residuals and slopes
  std::size_t undefined_ = 0;
  bool is_undefined_ = false;
};

}  // namespace attention_pooling
