// Gaussian sums where every key may be far: each weight relative to the nearest key's,
//   e^(−(d² − d₀²)/2σ²) = e^(−(d − d₀)(d + d₀)/2σ²),
// with d − d₀ correct to its last digits even where d and d₀ agree in all of theirs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "exact.hpp"
#include "functions.hpp"
#include "task.hpp"
#include "tree.hpp"

namespace attention_pooling::engine {

class FarGaussian {
 public:
  explicit FarGaussian(const Task& task)
      : task_(task),
        inverse_width_(1 / task.width),
        // A weight below e^−cutoff of the nearest's does not count, nor do n of them.
        twice_cutoff_(2 * (37 + 0.7 * std::bit_width(task.n))) {}

  /// Sums over the keys [0, left_end), none right of the query, and [right_begin, n),
  /// none left of it, relative to the nearest's weight. Slopes are those of
  /// e^((d₀² − d²)/2σ²): the pooled value's slope does not notice.
  Sums sums(double query, std::size_t left_end, std::size_t right_begin) {
    const Twofold<double> nearest = nearest_distance(query, left_end, right_begin);
    Sums found = left(query, left_end, nearest);
    found += right(query, right_begin, nearest);
    return found;
  }

  Sums left(double query, std::size_t end, Twofold<double> nearest) {
    const double reach = relevant(nearest.high);
    std::size_t begin = end, step = 1;
    while (begin > 0 && query - task_.keys[begin - 1] <= reach) {
      begin -= std::min(step, begin);
      step *= 2;
    }
    begin = std::partition_point(task_.keys + begin, task_.keys + end,
                                 [&](double key) { return query - key > reach; }) - task_.keys;
    return side(query, begin, end, -1, nearest);
  }

  Sums right(double query, std::size_t begin, Twofold<double> nearest) {
    const double reach = relevant(nearest.high);
    std::size_t end = begin, step = 1;
    while (end < task_.n && task_.keys[end] - query <= reach) {
      end += std::min(step, task_.n - end);
      step *= 2;
    }
    end = std::partition_point(task_.keys + begin, task_.keys + end,
                               [&](double key) { return key - query <= reach; }) - task_.keys;
    return side(query, begin, end, 1, nearest);
  }

  Twofold<double> distance(double query, double key, double side) const {
    return side < 0 ? two_sum(query, -key) : two_sum(key, -query);
  }

  Twofold<double> nearest_distance(double query, std::size_t left_end, std::size_t right_begin) const {
    if (left_end == 0) return distance(query, task_.keys[right_begin], 1);
    const auto to_left = distance(query, task_.keys[left_end - 1], -1);
    if (right_begin == task_.n) return to_left;
    const auto to_right = distance(query, task_.keys[right_begin], 1);
    return difference(to_right, to_left) < 0 ? to_right : to_left;
  }

  /// (d² − d₀²)/2σ²
  double exponent(Twofold<double> d, Twofold<double> nearest) const {
    const double more = difference(d, nearest);
    if (more == 0) return 0;
    return 0.5 * (more * inverse_width_) * ((d.high + nearest.high) * inverse_width_);
  }

 private:
  static constexpr int kTerms = 16;
  static constexpr std::size_t kFew = 96;

  // The d with d² − d₀² = 2 cutoff σ², a little beyond d₀ at least.
  double relevant(double nearest) const {
    const double x = nearest * inverse_width_;
    const double more = twice_cutoff_ / (std::sqrt(x * x + twice_cutoff_) + x);
    return nearest + (more * task_.width + 1e-15 * absolute(nearest));
  }

  Sums side(double query, std::size_t begin, std::size_t end, double side, Twofold<double> nearest) {
    Sums found;
    if (end - begin <= kFew) {
      add_keys(query, begin, end, side, nearest, found);
      return found;
    }
    if (!tree_) tree_.emplace(task_, kTerms);
    tree_->cover(
        begin, end,
        [&](const auto& node, const Pair* moments) {
          const auto d = distance(query, node.centre, side);
          const double x = d.high * inverse_width_;
          if (!(node.radius * (absolute(x) + node.radius) <= 0.7)) return false;
          add_node(side * -x, exponent(d, nearest), moments, found);
          return true;
        },
        [&](std::size_t from, std::size_t to) { add_keys(query, from, to, side, nearest, found); });
    return found;
  }

  // e^(xs − s²/2) = Σ a_p s^p with (p + 1) a_(p+1) = x a_p − a_(p−1), x = (q − c)/σ.
  void add_node(double x, double exponent, const Pair* moments, Sums& sums) const {
    if (exponent > 700) return;
    double before = 0, here = exponential(-exponent);
    double two_before = 0;
    for (int p = 0; p < kTerms; ++p) {
      sums.pooled += both(here) * moments[p];
      if (task_.slopes)  // times (q − c − s)² − d₀² = 2 exponent − 2xs + s²
        sums.slope += both(2 * exponent * here - 2 * x * before + two_before) * moments[p];
      const double next = (x * here - before) * inverse_[p];
      two_before = before;
      before = here;
      here = next;
    }
  }

  void add_keys(double query, std::size_t begin, std::size_t end, double side, Twofold<double> nearest,
                Sums& sums) const {
    if (begin >= end) return;
    Pair weights{}, weighted{}, slopes{}, sloped{};
    const Pair sign = both(-side), q = both(query), first = both(nearest.high), rest = both(nearest.low);
    const auto add = [&](Pair keys, Pair values, Pair counts) {
      const auto d = two_sum(sign * q, -(sign * keys));
      const Pair more = (d.high - first) + (d.low - rest);
      Pair e = both(0.5) * (more * both(inverse_width_)) * ((d.high + first) * both(inverse_width_));
      e = more == both(0) ? both(0) : e;  // not 0 · ∞
      e = e < both(700) ? e : both(700);
      const Pair w = exponential(-e) * counts;
      weights += w;
      weighted += w * values;
      if (task_.slopes) {
        const Pair slope = both(2) * e * w;
        slopes += slope;
        sloped += slope * values;
      }
    };
    std::size_t i = begin;
    for (; i + 2 <= end; i += 2) add(load(task_.keys + i), load(task_.values + i), both(1));
    if (i < end) add(both(task_.keys[i]), both(task_.values[i]), Pair{1, 0});
    sums.pooled += Pair{total(weights), total(weighted)};
    if (task_.slopes) sums.slope += Pair{total(slopes), total(sloped)};
  }

  static constexpr std::array<double, kTerms> inverse_ = [] {
    std::array<double, kTerms> inverse{};
    for (int p = 0; p < kTerms; ++p) inverse[p] = 1.0 / (p + 1);
    return inverse;
  }();

  const Task& task_;
  double inverse_width_;
  double twice_cutoff_;
  std::optional<Tree> tree_;
};

}  // namespace attention_pooling::engine
