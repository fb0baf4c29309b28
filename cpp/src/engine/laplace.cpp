#include "laplace.hpp"

#include <algorithm>
#include <vector>

#include "exact.hpp"
#include "functions.hpp"

namespace attention_pooling::engine {
namespace {

// For each key the sums over the keys on one side of it and itself:
//   pooled Σ e^−x (1, v), slope Σ x e^−x (1, v), x the distance in widths.
// Keys are taken in blocks of a width, each from its first key's viewpoint: within a
// block plain sums of e^x, from block to block one factor. Passing a factor from key
// to key instead would lose a digit every ten keys squared.
class OneSided {
 public:
  OneSided(const Task& task, bool from_right) : task_(task), from_right_(from_right), inverse_width_(1 / task.width) {
    pooled_.resize(task.n);
    if (task.slopes) slope_.resize(task.n);
    for (std::size_t begin = 0; begin < task.n;) begin = add_block(begin);
  }

  /// The sums as seen from `extra` widths beyond key i, relative to the nearest key at
  /// `shift` less.
  Sums seen(std::size_t i, double extra) const {
    const double scale = exponential(-extra);
    Sums sums;
    sums.pooled = both(scale) * pooled_[i];
    if (task_.slopes) sums.slope = scale > 0 ? both(scale) * slope_[i] + both(extra) * sums.pooled : both(0);
    return sums;
  }

 private:
  // Keys counted from the side the sums begin at.
  std::size_t place(std::size_t i) const { return from_right_ ? task_.n - 1 - i : i; }
  double distance(std::size_t from, std::size_t to) const {
    return absolute(task_.keys[place(to)] - task_.keys[place(from)]) * inverse_width_;
  }

  std::size_t add_block(std::size_t begin) {
    Pair carried{}, carried_slope{};
    if (begin > 0) {
      const double x = distance(begin - 1, begin), scale = exponential(-x);
      carried = both(scale) * pooled_[place(begin - 1)];
      if (task_.slopes && scale > 0) carried_slope = both(scale) * slope_[place(begin - 1)] + both(x) * carried;
    }
    RunningSum<Pair> sums, moments;
    std::size_t i = begin;
    for (; i < task_.n; ++i) {
      const double y = distance(begin, i);
      if (!(y < 1)) break;
      const double grown = exponential(both(y))[0], shrink = 1 / grown;
      const Pair own{grown, grown * task_.values[place(i)]};
      sums.add(own);
      pooled_[place(i)] = both(shrink) * (sums.value() + carried);
      if (task_.slopes) {
        moments.add(both(y) * own);
        slope_[place(i)] = both(shrink) * ((both(y) * (sums.value() + carried) - moments.value()) + carried_slope);
      }
    }
    return i;
  }

  const Task& task_;
  bool from_right_;
  double inverse_width_;
  std::vector<Pair> pooled_, slope_;
};

}  // namespace

void pool_laplace(const Task& task) {
  const OneSided left(task, false), right(task, true);
  const double inverse_width = 1 / task.width;
  std::size_t after = 0;
  for (std::size_t j = 0; j < task.m; ++j) {
    const double query = task.queries[j];
    after = task.right_of(j, after);
    const std::size_t left_end = task.left_of(j, after);
    if (left_end == 0 && after == task.n) {
      task.answer_nothing(j);
    } else if (left_end == 0) {
      task.answer(j, right.seen(after, 0));
    } else if (after == task.n) {
      task.answer(j, left.seen(left_end - 1, 0));
    } else {
      // How much nearer one neighbour is than the other is all that counts, and is
      // exact even where both distances are long.
      const double nearer =
          difference(two_sum(query, -task.keys[left_end - 1]), two_sum(task.keys[after], -query)) * inverse_width;
      Sums sums = left.seen(left_end - 1, std::max(nearer, 0.0));
      sums += right.seen(after, std::max(-nearer, 0.0));
      task.answer(j, sums);
    }
  }
}

}  // namespace attention_pooling::engine
