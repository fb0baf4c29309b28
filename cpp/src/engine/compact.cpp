#include "compact.hpp"

#include <algorithm>
#include <optional>

#include "blocks.hpp"
#include "exact.hpp"
#include "tree.hpp"

namespace attention_pooling::engine {
namespace {

class Compact {
 public:
  Compact(const Task& task, const Shape& shape)
      : task_(task), shape_(shape), inverse_width_(1 / task.width), blocks_(task, shape) {}

  void pool() {
    const double* keys = task_.keys;
    const std::size_t n = task_.n;
    Window window{};
    std::size_t after = 0;
    for (std::size_t j = 0; j < task_.m; ++j) {
      const double query = task_.queries[j];
      after = task_.right_of(j, after);
      window.left_end = task_.left_of(j, after);
      window.right_begin = after;
      while (window.first < window.left_end && !within(query, keys[window.first], task_.width)) ++window.first;
      window.last = std::max(window.last, after);
      while (window.last < n && within(query, keys[window.last], task_.width)) ++window.last;
      if (window.count() == 0) task_.answer_nothing(j);
      else task_.answer(j, sums(j, query, window));
    }
  }

 private:
  // Keys in reach: [first, left_end) are left of the query, [right_begin, last) right of it.
  struct Window {
    std::size_t first, left_end, right_begin, last;
    [[nodiscard]] std::size_t count() const { return (left_end - first) + (last - right_begin); }
  };
  static constexpr std::size_t kFew = 32;
  static constexpr double kUnderflows = 1e-140;

  Sums sums(std::size_t j, double query, const Window& window) {
    // Making moments costs some eight weights a key: not for one query. (In doubles:
    // the product overflows Wasm's 32 bits.)
    const std::size_t count = window.count();
    const double weights_to_come = static_cast<double>(task_.m - j) * static_cast<double>(count);
    const bool few = count <= kFew || weights_to_come < 8 * static_cast<double>(task_.n);
    Sums found = few ? one_by_one(query, window) : by_moments(query, j, window);
    if (found.pooled[0] > (few ? 0.05 * static_cast<double>(count) : error_ / 3e-14)) return found;
    return near_edge(query, window);
  }

  Sums one_by_one(double query, const Window& window) const {
    Parts parts;
    parts.add(window.first, window.left_end);
    parts.add(window.right_begin, window.last);
    return sum(query, parts);
  }

  Sums by_moments(double query, std::size_t j, const Window& window) {
    Sums found = sum(query, blocks_.window(query, window.first, window.left_end, window.last, error_));
    if (task_.leaving_out) found.pooled -= Pair{1, task_.values[j]};
    return found;
  }

  Sums sum(double query, const Parts& parts) const {
    Sums found;
    found.pooled = shape_.sum(task_, query, parts, false);
    if (task_.slopes) found.slope = shape_.sum(task_, query, parts, true);
    return found;
  }

  // ---- keys just inside the edge ------------------------------------------------

  Sums near_edge(double query, const Window& window) {
    Sums found;
    add_side(query, window.first, window.left_end, -1, window.count(), found);
    add_side(query, window.right_begin, window.last, 1, window.count(), found);
    if (found.pooled[0] > kUnderflows) return found;
    // Powers of u underflow, or have lost digits as subnormals. There α is a multiple of
    // u^power, and u can be taken in any unit.
    double widest = 0;
    found = {};
    for (const bool summing : {false, true}) {
      for (std::size_t i = window.first; i < window.last; ++i) {
        if (i == window.left_end) i = window.right_begin;
        if (i == window.last) break;
        const double gap = edge_gap(query, task_.keys[i]);
        if (!summing) {
          widest = std::max(widest, gap);
          continue;
        }
        const double ratio = gap / widest;
        double rest = 1;
        for (int p = 1; p < shape_.power; ++p) rest *= ratio;
        const Pair own{1, task_.values[i]};
        found.pooled += both(rest * ratio) * own;
        found.slope += both(shape_.power * rest * (task_.width / widest)) * own;
      }
    }
    return found;
  }

  void add_side(double query, std::size_t begin, std::size_t end, double side, std::size_t count, Sums& found) {
    if (count <= 4 * kFew) return add_exactly(query, begin, end, found);
    if (!tree_) tree_.emplace(task_, shape_.is_cosine() ? kMostTerms : shape_.terms);
    tree_->cover(
        begin, end,
        [&](const Tree::Node& node, const Pair* moments) {
          const double u = edge_gap(query, node.centre) * inverse_width_;
          if (!(node.radius <= 0.5 * u)) return false;
          double a[kMostTerms];
          const int terms = expand_near_edge(shape_, u, side, a);
          for (int p = 0; p < terms; ++p) found.pooled += both(a[p]) * moments[p];
          to_slope(1 - u, side, terms, a);
          for (int p = 0; p < terms; ++p) found.slope += both(a[p]) * moments[p];
          return true;
        },
        [&](std::size_t from, std::size_t to) { add_exactly(query, from, to, found); });
  }

  void add_exactly(double query, std::size_t begin, std::size_t end, Sums& found) const {
    for (std::size_t i = begin; i < end; ++i) {
      const Pair u = both(edge_gap(query, task_.keys[i]) * inverse_width_), own{1, task_.values[i]};
      found.pooled += shape_.weight(u) * own;
      found.slope += shape_.slope(u) * own;
    }
  }

  // width − |query − key|, correct to its last digits.
  double edge_gap(double query, double key) const {
    const auto exact = query < key ? two_sum(key, -query) : two_sum(query, -key);
    return (task_.width - exact.high) - exact.low;
  }

  const Task& task_;
  const Shape& shape_;
  double inverse_width_;
  Blocks blocks_;
  std::optional<Tree> tree_;
  double error_ = 0;
};

}  // namespace

void pool_compact(Kernel kernel, const Task& task) { Compact(task, shape_of(kernel)).pool(); }

}  // namespace attention_pooling::engine
