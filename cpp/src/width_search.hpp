#pragma once

#include <attention_pooling/width.hpp>
#include <cstddef>
#include <vector>

#include "distances.hpp"
#include "loss.hpp"
#include "questions.hpp"
#include "smoother.hpp"

namespace attention_pooling {

/// The search that width.hpp describes, slice by slice.
class WidthSearchSteps : public Run<WidthSearch>::Steps {
 public:
  WidthSearchSteps(Points keys, Points values, Kernel kernel, const WidthSearchOptions& options);
  WidthSearchSteps(const WidthSearchSteps&) = delete;  // its parts point at one another

  double advance(std::size_t budget) override;
  [[nodiscard]] WidthSearch result() const override;

 private:
  struct Tried {
    double width, error;
  };

  Questions search();
  [[nodiscard]] std::vector<double> grid() const;
  void note(double width, double error);
  /// Indices into tried_, of the lowest local minima; the widest first among equals.
  [[nodiscard]] std::vector<std::size_t> local_minima() const;
  [[nodiscard]] std::vector<double> boxcar_widths(double low, double high) const;
  [[nodiscard]] Tried best() const;

  Smoother smoother_;
  Distances distances_;
  Loss loss_;
  std::vector<Tried> tried_;           // common widths, ascending
  std::vector<double> per_coordinate_;  // the best so far, if wanted
  double per_coordinate_error_ = 0;
  bool wants_per_coordinate_;
  std::size_t answered_ = 0, expected_;
  Questions search_;
};

}  // namespace attention_pooling
