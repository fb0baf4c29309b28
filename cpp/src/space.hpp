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
  void weigh_compact();
  void weigh_exponential(std::span<const double> query);
  void weigh_nearest_only(std::span<const double> query);

  Points keys_;
  Kernel kernel_;
  std::vector<double> units_;  // of each coordinate
  double reach_;               // the width in those units
  std::vector<double> squares_;  // squared distances
  std::vector<double> weights_;
};

}  // namespace attention_pooling
