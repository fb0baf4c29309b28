// Kernels that end one width from the key, other than the boxcar.
#pragma once

#include <algorithm>
#include <optional>

#include "blocks.hpp"
#include "tree.hpp"

namespace attention_pooling::engine {

/// Pools a task with a compact kernel: windows of few keys one by one, others from
/// the blocks' moments; and where those leave too few digits (the keys in reach lie
/// just inside the edge, small against what the moments add and take away), from the
/// tree, whose error is relative.
template <class Shape, bool with_slope>
class Compact {
 public:
  explicit Compact(const Task& task)
      : task_(task), inverse_width_(1 / task.width), blocks_(task, inverse_width_) {}

  void pool() {
    const double* keys = task_.keys;
    const std::size_t n = task_.n;
    std::size_t first = 0, after = 0, last = 0;
    for (std::size_t j = 0; j < task_.m; ++j) {
      const double query = task_.queries[j];
      after = task_.right_of(j, after);
      const Window window{task_.left_of(j, after), after};
      while (first < window.left_end && !within(query, keys[first], task_.width)) ++first;
      last = std::max(last, after);
      while (last < n && within(query, keys[last], task_.width)) ++last;
      const std::size_t count = (window.left_end - first) + (last - after);
      if (count == 0) task_.answer_nothing(j);
      else task_.answer(j, sums(j, query, first, window, last, count));
    }
  }

 private:
  // Keys left of the query end, and right of it begin, here.
  struct Window {
    std::size_t left_end, right_begin;
  };
  static constexpr std::size_t kFew = 32;
  static constexpr double kUnderflows = 1e-140;

  Sums sums(std::size_t j, double query, std::size_t first, Window window, std::size_t last, std::size_t count) {
    // Making moments costs some eight weights a key: not for one query. (In doubles:
    // the product overflows Wasm's 32 bits.)
    const double weights_to_come = static_cast<double>(task_.m - j) * static_cast<double>(count);
    const bool few = count <= kFew || weights_to_come < 8 * static_cast<double>(task_.n);
    Sums found = few ? one_by_one(query, first, window, last) : by_moments(query, j, first, window, last);
    if (found.pooled[0] > (few ? 0.05 * static_cast<double>(count) : error_ / 3e-14)) return found;
    found = count <= 4 * kFew ? one_by_one_exactly(query, first, window, last)
                              : by_tree(query, first, window, last);
    return found.pooled[0] > kUnderflows ? found : at_edge(query, first, window, last);
  }

  // All keys in reach lie so near the edge that powers of u underflow, or have lost digits
  // as subnormals. There α is a multiple of u^power, and u can be taken in any unit.
  Sums at_edge(double query, std::size_t first, Window window, std::size_t last) const {
    double widest = 0;
    const auto each = [&](const auto& use) {
      for (std::size_t i = first; i < window.left_end; ++i) use(i);
      for (std::size_t i = window.right_begin; i < last; ++i) use(i);
    };
    each([&](std::size_t i) { widest = std::max(widest, edge_gap(both(query), both(task_.keys[i]))[0]); });
    Sums found;
    each([&](std::size_t i) {
      const double ratio = edge_gap(both(query), both(task_.keys[i]))[0] / widest;
      double rest = 1;
      for (int p = 1; p < Shape::edge_power; ++p) rest *= ratio;
      const Pair own{1, task_.values[i]};
      found.pooled += both(rest * ratio) * own;
      if constexpr (with_slope) found.slope += both(Shape::edge_power * rest * (task_.width / widest)) * own;
    });
    return found;
  }

  Sums one_by_one(double query, std::size_t first, Window window, std::size_t last) const {
    Sums found;
    add_keys(query, first, window.left_end, found);
    add_keys(query, window.right_begin, last, found);
    return found;
  }

  Sums by_moments(double query, std::size_t j, std::size_t first, Window window, std::size_t last) {
    Sums found = blocks_.window(query, first, window.left_end, last, error_);
    if (task_.leaving_out) found.pooled -= Pair{1, task_.values[j]};
    return found;
  }

  Sums one_by_one_exactly(double query, std::size_t first, Window window, std::size_t last) const {
    Sums found;
    add_keys_exactly(query, first, window.left_end, found);
    add_keys_exactly(query, window.right_begin, last, found);
    return found;
  }

  Sums by_tree(double query, std::size_t first, Window window, std::size_t last) {
    if (!tree_) tree_.emplace(task_.keys, task_.values, task_.n, inverse_width_);
    Sums found;
    for (const double side : {-1.0, 1.0}) {
      const auto take = [&](const auto& node, const Pair* moments) {
        const double u = edge_distance(query, node.centre);
        if (!(node.radius <= 0.5 * u)) return false;
        double a[Shape::terms], slopes[Shape::terms];
        Shape::expand(u, side, a, with_slope ? slopes : nullptr);
        for (int p = 0; p < Shape::terms; ++p) found.pooled += both(a[p]) * moments[p];
        if constexpr (with_slope)
          for (int p = 0; p < Shape::terms; ++p) found.slope += both(slopes[p]) * moments[p];
        return true;
      };
      const auto keys = [&](std::size_t begin, std::size_t end) { add_keys_exactly(query, begin, end, found); };
      if (side < 0) tree_->cover(first, window.left_end, take, keys);
      else tree_->cover(window.right_begin, last, take, keys);
    }
    return found;
  }

  // (width − |query − key|)/width, correct to its last digits.
  double edge_distance(double query, double key) const { return edge_distance(both(query), both(key))[0]; }
  Pair edge_distance(Pair query, Pair key) const { return edge_gap(query, key) * both(inverse_width_); }

  // width − |query − key|, likewise.
  Pair edge_gap(Pair query, Pair key) const {
    const auto exact = two_sum(query, -key);
    const Pair distance = absolute(exact.high);
    const PairBits sign = reinterpret_cast<PairBits>(exact.high) & (std::uint64_t{1} << 63);
    const Pair rest = reinterpret_cast<Pair>(reinterpret_cast<PairBits>(exact.low) ^ sign);
    return (both(task_.width) - distance) - rest;
  }

  void add_keys(double query, std::size_t begin, std::size_t end, Sums& sums) const {
    add<false>(begin, end, sums, [&](Pair keys) {
      return (both(task_.width) - absolute(both(query) - keys)) * both(inverse_width_);
    });
  }

  void add_keys_exactly(double query, std::size_t begin, std::size_t end, Sums& sums) const {
    add<true>(begin, end, sums, [&](Pair keys) { return edge_distance(both(query), keys); });
  }

  // All of these keys are in reach: two at a time, the last alone.
  template <bool exactly, class Edge>
  void add(std::size_t begin, std::size_t end, Sums& sums, Edge edge) const {
    if (begin >= end) return;
    Pair weights{}, weighted{}, slopes{}, sloped{};
    std::size_t i = begin;
    for (; i + 2 <= end; i += 2) {
      const Pair u = edge(load(task_.keys + i)), values = load(task_.values + i);
      const Pair w = exactly ? Shape::weight(u) : Shape::weight_inside(u);
      weights += w;
      weighted += w * values;
      if constexpr (with_slope) {
        const Pair slope = Shape::slope(u);
        slopes += slope;
        sloped += slope * values;
      }
    }
    sums.pooled += Pair{total(weights), total(weighted)};
    if constexpr (with_slope) sums.slope += Pair{total(slopes), total(sloped)};
    if (i < end) {
      const Pair u = edge(both(task_.keys[i])), own{1, task_.values[i]};
      sums.pooled += (exactly ? Shape::weight(u) : Shape::weight_inside(u)) * own;
      if constexpr (with_slope) sums.slope += Shape::slope(u) * own;
    }
  }

  const Task& task_;
  double inverse_width_;
  Blocks<Shape, with_slope> blocks_;
  std::optional<Tree<Shape>> tree_;
  double error_ = 0;
};

}  // namespace attention_pooling::engine
