#include "space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementary.hpp"
#include "shape.hpp"

namespace attention_pooling {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double shrink = 0.25;

// Squares beyond this are too near to overflow for sums of them.
constexpr double far = 0x1p1000;

}  // namespace

// One width: coordinates are divided by its power of two, which is exact, so that the norm is
// compared with the width itself and squares neither overflow nor vanish without need. One
// width per coordinate: coordinates are divided by their widths, and the norm is compared with 1.
Space::Space(Points keys, Kernel kernel, std::span<const double> widths)
    : keys_(keys.coordinates().begin(), keys.coordinates().end()),
      query_(keys.dim()),
      kernel_(kernel),
      reach_(1),
      squares_(keys.size()),
      weights_(keys.size(), 1.0) {
  for (double& coordinate : keys_) coordinate *= shrink;
  if (widths.size() == 1) {
    const double unit = std::ldexp(1.0, std::clamp(std::ilogb(widths[0]), -1000, 1000));
    units_.assign(keys.dim(), unit * shrink);
    reach_ = widths[0] / unit;
  } else {
    for (const double width : widths)
      units_.push_back(std::max(width * shrink, std::numeric_limits<double>::denorm_min()));
  }
}

Row Space::weigh(std::span<const double> query) {
  if (kernel_ == Kernel::constant) return {0, weights_};
  for (std::size_t d = 0; d < query.size(); ++d) query_[d] = query[d] * shrink;
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    const auto key = keys()[i];
    double square = 0;
    for (std::size_t d = 0; d < key.size(); ++d) {
      const double difference = (query_[d] - key[d]) / units_[d];
      square += difference * difference;
    }
    squares_[i] = square;
  }
  if (reach(kernel_) == Reach::within_width) weigh_compact();
  else if (*std::min_element(squares_.begin(), squares_.end()) > far) weigh_nearest_only();
  else weigh_exponential();
  return {0, weights_};
}

void Space::weigh_compact() {
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    const double u = (reach_ - std::sqrt(squares_[i])) / reach_;
    weights_[i] = u > 0 ? compact_weight(kernel_, u, u, 1) : 0;
  }
}

// Scores relative to the nearest key k₀, from x² − x₀² = Σ (k₀ − k)(2q − k − k₀) / width²,
// which keeps its digits however far the query. The nearest by rounded squares may not be
// the nearest in truth: then a score is negative, and that key takes its place.
void Space::weigh_exponential() {
  std::size_t nearest = std::min_element(squares_.begin(), squares_.end()) - squares_.begin();
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto origin = keys()[nearest];
    std::size_t best = nearest;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      const auto key = keys()[i];
      double square = 0;
      for (std::size_t d = 0; d < key.size(); ++d)
        square += ((origin[d] - key[d]) / units_[d]) *
                  (((query_[d] - key[d]) + (query_[d] - origin[d])) / units_[d]);
      weights_[i] = squares_[i] > far ? infinity : square;
      if (weights_[i] < weights_[best]) best = i;
    }
    if (best == nearest) break;
    nearest = best;
  }
  const double x0 = std::sqrt(squares_[nearest]);
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    const double square = std::max(weights_[i], 0.0);
    if (square == 0) weights_[i] = 1;
    else if (square == infinity) weights_[i] = 0;
    else if (kernel_ == Kernel::gaussian) weights_[i] = elementary::exp(-0.5 * (square / reach_ / reach_));
    else weights_[i] = elementary::exp(-square / (std::sqrt(squares_[i]) + x0) / reach_);
  }
}

// So far that any difference between distances is worth more than all digits of a weight:
// only the nearest keys count. Their squares would overflow, so the exponents go apart.
void Space::weigh_nearest_only() {
  struct Ratio {
    double mantissa;
    int exponent;
  };
  const auto ratio = [&](std::size_t i, std::size_t d) {
    Ratio difference, unit;
    difference.mantissa = std::frexp(query_[d] - keys()[i][d], &difference.exponent);
    unit.mantissa = std::frexp(units_[d], &unit.exponent);
    return Ratio{difference.mantissa / unit.mantissa, difference.exponent - unit.exponent};
  };
  int smallest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    int largest = std::numeric_limits<int>::min();
    for (std::size_t d = 0; d < units_.size(); ++d)
      if (const Ratio r = ratio(i, d); r.mantissa != 0) largest = std::max(largest, r.exponent);
    smallest = std::min(smallest, largest);
  }
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    squares_[i] = 0;
    for (std::size_t d = 0; d < units_.size(); ++d) {
      const Ratio r = ratio(i, d);
      const double difference = std::ldexp(r.mantissa, r.exponent - smallest);
      squares_[i] += difference * difference;
    }
  }
  const double nearest = *std::min_element(squares_.begin(), squares_.end());
  for (std::size_t i = 0; i < squares_.size(); ++i) weights_[i] = squares_[i] == nearest ? 1 : 0;
}

}  // namespace attention_pooling
