// Running moments of the keys in blocks about one width long: any window of keys
// is a few block ends and block beginnings, each one expansion away.
//
// Keys are taken in groups of four or eight. A block is a run of groups; its moments from its
// beginning to each group, and from each group to its end, are kept. The groups in
// which a window begins and ends, and (for kernels of |x|) the query's own, are summed
// key by key, always the whole group: out of reach they weigh 0. No difference of long sums
// is ever taken, so no digits are lost to keys outside the window.
#pragma once

#include <vector>

#include "shapes.hpp"

namespace attention_pooling::engine {

class Blocks {
 public:
  Blocks(const Task& task, const Shape& shape);

  /// The parts of the keys [first, last), all those in reach of the query, `middle` the
  /// first not left of it; for windows of three groups or more, in the order of their queries.
  /// `error` becomes a bound on the rounding error of their sum.
  Parts window(double query, std::size_t first, std::size_t middle, std::size_t last, double& error);

 private:
  static constexpr std::size_t kStores = 8;  // a window meets at most six blocks

  struct Block {
    std::size_t begin, end;  // groups
    double centre, radius;   // radius in widths
    bool ready;
    bool wide;  // one group, too sparse (or too few keys) for moments
  };

  void partition();
  void make_ready(std::size_t number);
  void add_moments(const Block& block, std::size_t group, Pair* sums) const;
  void add_group(std::size_t group, Parts& parts) const { parts.add(group << shift_, (group + 1) << shift_); }
  void add_groups(double query, std::size_t begin, std::size_t end, double side, Parts& parts);

  std::vector<Pair>& store(std::size_t block) { return stores_[block % kStores]; }
  // Where the moments of a block's groups before `group` are, and of those from it on.
  std::size_t before(const Block& block, std::size_t group) const { return 2 * (group - block.begin) * terms_; }
  std::size_t from(const Block& block, std::size_t group) const { return before(block, group) + terms_; }

  const Task& task_;
  const Shape& shape_;
  double inverse_width_;
  std::size_t terms_;
  int shift_;  // a group is 2^shift keys
  std::vector<Block> blocks_;
  std::size_t at_ = 0;  // the block where the present window begins
  std::vector<Pair> stores_[kStores];
  double growth_ = 0;  // of rounding errors
};

}  // namespace attention_pooling::engine
