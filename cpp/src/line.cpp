#include "line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "double_double.hpp"
#include "elementary.hpp"
#include "scale.hpp"
#include "shape.hpp"

namespace attention_pooling {
namespace {

// The first index in [first, last) at which the predicate fails.
template <class Predicate>
std::size_t partition(std::size_t first, std::size_t last, const Predicate& holds) {
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (holds(middle)) first = middle + 1;
    else last = middle;
  }
  return first;
}

}  // namespace

/// The key nearest to a query. Keys before `split` lie below the query.
struct Line::Nearest {
  double query, key;
  bool below;
  std::size_t split;
};

Line::Line(std::span<const double> ascending_keys, Kernel kernel, double width, double negligible)
    : keys_(ascending_keys.begin(), ascending_keys.end()),
      kernel_(kernel),
      width_(width),
      negligible_(negligible),
      shrink_(1),
      weights_(keys_.size(), 1.0) {
  // A quarter of a number is exact (but for the last bits of the smallest subnormals), and
  // sums of three such quarters are finite. Compact kernels need no shrinking: a distance
  // that overflows is out of reach.
  if (kernel_ == Kernel::gaussian || kernel_ == Kernel::laplace) {
    shrink_ = 0.25;
    for (double& key : keys_) key *= shrink_;
  }
}

Row Line::weigh(double query) {
  if (kernel_ == Kernel::constant) return {0, weights_};
  return reach(kernel_) == Reach::within_width ? weigh_compact(query) : weigh_exponential(query);
}

// width − |query − key|, with one rounding and so with the right sign: the two differences
// are exact in two parts each, and the smaller parts matter only where the larger cancel. A
// distance that overflows gives NaN, which is not > 0: out of reach, as it should be.
double Line::gap(double query, std::size_t i) const {
  auto distance = two_difference(query, keys_[i]);
  if (distance.high < 0) distance = {-distance.high, -distance.low};
  const auto rest = two_difference(width_, distance.high);
  return rest.high + (rest.low - distance.low);
}

Row Line::weigh_compact(double query) {
  const std::size_t n = keys_.size();
  const std::size_t split = partition(0, n, [&](std::size_t i) { return keys_[i] < query; });
  const std::size_t first = partition(0, split, [&](std::size_t i) { return !(gap(query, i) > 0); });
  const std::size_t last = partition(split, n, [&](std::size_t i) { return gap(query, i) > 0; });
  const std::span<double> weights{weights_.data() + first, last - first};
  if (kernel_ == Kernel::boxcar || weights.empty()) return {first, weights};

  double widest = 0;  // the nearest key has the widest gap to the edge of the kernel
  for (std::size_t i = 0; i < weights.size(); ++i) widest = std::max(widest, weights[i] = gap(query, first + i));
  const PowerOfTwo scale = to_about_one(widest, width_);
  for (double& weight : weights) {
    const double u = weight / width_;
    weight = compact_weight(kernel_, u, scale.times(weight) / width_, scale.value());
  }
  return {first, weights};
}

Line::Nearest Line::nearest(double query) const {
  const std::size_t n = keys_.size();
  const std::size_t split = partition(0, n, [&](std::size_t i) { return keys_[i] < query; });
  if (split == 0) return {query, keys_[0], false, split};
  if (split == n) return {query, keys_[n - 1], true, split};
  const double below = keys_[split - 1], above = keys_[split];
  // query − below < above − query ?
  const bool is_below = sum_of_three(2 * query, -below, -above) < 0;
  return {query, is_below ? below : above, is_below, split};
}

// How far the score of key i is below the nearest key's: d² − d₀² = (d − d₀)(d + d₀), where
// d − d₀ is a difference of keys if both lie on one side, and else query − key twice over.
double Line::exponent(const Nearest& nearest, std::size_t i) const {
  const double key = keys_[i];
  const bool below = i < nearest.split;
  const double farther = below == nearest.below
                             ? std::abs(nearest.key - key)
                             : std::abs(sum_of_three(2 * nearest.query, -nearest.key, -key));
  const double difference = farther / width_ / shrink_;
  if (kernel_ == Kernel::laplace) return difference;
  const double sum = (std::abs(nearest.query - key) + std::abs(nearest.query - nearest.key)) / width_ / shrink_;
  return difference == 0 ? 0 : 0.5 * difference * sum;  // the sum may have overflowed
}

Row Line::weigh_exponential(double query) {
  const Nearest nearest = this->nearest(query * shrink_);
  const auto counts = [&](std::size_t i) { return exponent(nearest, i) <= negligible_; };
  const std::size_t first = partition(0, nearest.split, [&](std::size_t i) { return !counts(i); });
  const std::size_t last = partition(nearest.split, keys_.size(), counts);
  for (std::size_t i = first; i < last; ++i) weights_[i] = elementary::exp(-exponent(nearest, i));
  return {first, {weights_.data() + first, last - first}};
}

}  // namespace attention_pooling
