// Moments (sums of powers) of the keys on every scale: the path that holds its relative accuracy
// anywhere, at some twenty expansions a query. Leaves are 32 keys in order, a node
// two nodes; a query takes the largest nodes over which its kernel varies little.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "task.hpp"

namespace attention_pooling::engine {

class Tree {
 public:
  static constexpr int kMostTerms = 18;

  struct Node {
    double centre;
    double radius;  ///< in widths
  };

  /// With moments Σ s^p (1, v) for p < terms, s the distance from a node's centre in widths.
  Tree(const Task& task, int terms);

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
        if (take(nodes_[node], &moments_[node * terms_])) break;
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

  std::size_t terms_;
  std::vector<std::size_t> starts_;  // of each level's nodes, leaves first
  std::vector<Node> nodes_;
  std::vector<Pair> moments_;
};

}  // namespace attention_pooling::engine
