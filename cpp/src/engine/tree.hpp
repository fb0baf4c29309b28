// Moments of the keys on every scale: the path that holds its relative accuracy
// anywhere, at some twenty expansions a query. Leaves are 32 keys in order, a node
// two nodes; a query takes the largest nodes over which its kernel varies little.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "lanes.hpp"

namespace attention_pooling::engine {

template <class Basis>
class Tree {
 public:
  struct Node {
    double centre;
    double radius;  ///< in widths
  };

  Tree(const double* keys, const double* values, std::size_t n, double inverse_width) {
    const std::size_t leaves = n / kLeaf;
    std::size_t nodes = 0;
    for (std::size_t count = leaves; count > 0; count /= 2) {
      starts_.push_back(nodes);
      nodes += count;
    }
    nodes_.resize(nodes);
    moments_.assign(nodes * Basis::terms, Pair{});
    for (std::size_t i = 0; i < leaves; ++i) {
      Node& node = nodes_[i];
      place(node, keys, i * kLeaf, (i + 1) * kLeaf, inverse_width);
      if (!(node.radius <= 1)) continue;
      for (std::size_t k = i * kLeaf; k < (i + 1) * kLeaf; ++k)
        Basis::add_moments((keys[k] - node.centre) * inverse_width, values[k], moments(i));
    }
    for (std::size_t level = 1; level < starts_.size(); ++level)
      for (std::size_t i = 0; i < leaves >> level; ++i) {
        Node& node = nodes_[starts_[level] + i];
        place(node, keys, (i << level) * kLeaf, ((i + 1) << level) * kLeaf, inverse_width);
        if (!(node.radius <= 1)) continue;  // no query takes it
        for (const std::size_t child : {starts_[level - 1] + 2 * i, starts_[level - 1] + 2 * i + 1})
          Basis::add_shifted(moments(child), (nodes_[child].centre - node.centre) * inverse_width,
                             moments(starts_[level] + i));
      }
  }

  /// Covers the keys [begin, end): take(node, moments) returns whether it took the
  /// node; one_by_one(from, to) takes the keys that no node covers.
  template <class Take, class OneByOne>
  void cover(std::size_t begin, std::size_t end, Take take, OneByOne one_by_one) const {
    std::size_t leaf = (begin + kLeaf - 1) / kLeaf;
    const std::size_t last = end / kLeaf;
    if (leaf >= last) return one_by_one(begin, end);
    one_by_one(begin, leaf * kLeaf);
    int level = static_cast<int>(starts_.size()) - 1;
    while (leaf < last) {
      if (leaf > 0) level = std::min(level, std::countr_zero(leaf));
      level = std::min(level, static_cast<int>(std::bit_width(last - leaf)) - 1);
      for (;; --level) {
        const std::size_t node = starts_[level] + (leaf >> level);
        if (take(nodes_[node], &moments_[node * Basis::terms])) break;
        if (level == 0) {
          one_by_one(leaf * kLeaf, (leaf + 1) * kLeaf);
          break;
        }
      }
      leaf += std::size_t{1} << level;
      level = std::min(level + 1, static_cast<int>(starts_.size()) - 1);
    }
    one_by_one(last * kLeaf, end);
  }

 private:
  static constexpr std::size_t kLeaf = 32;

  static void place(Node& node, const double* keys, std::size_t begin, std::size_t end, double inverse_width) {
    const double low = keys[begin], high = keys[end - 1];
    node.centre = low + 0.5 * (high - low);
    node.radius = std::max(node.centre - low, high - node.centre) * inverse_width;
  }
  Pair* moments(std::size_t node) { return &moments_[node * Basis::terms]; }

  std::vector<std::size_t> starts_;  // of each level's nodes, leaves first
  std::vector<Node> nodes_;
  std::vector<Pair> moments_;
};

}  // namespace attention_pooling::engine
