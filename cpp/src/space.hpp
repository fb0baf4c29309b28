#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <cstddef>
#include <span>
#include <vector>

#include "row.hpp"

namespace attention_pooling {

/// Keys in any number of dimensions, as one query after the other weighs them. The rows
/// hold every key; those out of reach weigh 0.
class Space {
 public:
  Space(Points keys, Kernel kernel, std::span<const double> widths);

  Row weigh(std::span<const double> query);

 private:
  [[nodiscard]] Points keys() const { return {keys_, units_.size()}; }
  void weigh_compact();
  void weigh_exponential();
  void weigh_nearest_only();

  // Keys, query and units are kept at a quarter, so that no sum of differences overflows.
  std::vector<double> keys_, query_;
  Kernel kernel_;
  std::vector<double> units_;  // of each coordinate
  double reach_;               // the width in those units
  std::vector<double> squares_;  // squared distances
  std::vector<double> weights_;
};

}  // namespace attention_pooling
