// Running moments of the keys in blocks about one width long: any window of keys
// is a few block ends and block beginnings, each one expansion away.
//
// Keys are taken in groups of four or eight. A block is a run of groups; its moments from its
// beginning to each group, and from each group to its end, are kept. The groups in
// which a window begins and ends, and (for kernels of |x|) the query's own, are summed
// key by key, always the whole group: out of reach they weigh 0. No difference of long sums
// is ever taken, so no digits are lost to keys outside the window.
#pragma once

#include <algorithm>
#include <vector>

#include "exact.hpp"
#include "expansion.hpp"
#include "samples.hpp"
#include "task.hpp"

namespace attention_pooling::engine {

template <class Shape, bool with_slope>
class Blocks {
 public:
  Blocks(const Task& task, double inverse_width) : task_(task), inverse_width_(inverse_width) {}

  /// Sums over the keys [first, last), all those in reach, `middle` the first not left
  /// of the query; for windows of three groups or more, in the order of their queries.
  /// `error` becomes a bound on the sums' rounding error.
  Sums window(double query, std::size_t first, std::size_t middle, std::size_t last, double& error) {
    if (blocks_.empty()) partition();
    const std::size_t begin = (first + kGroup - 1) / kGroup, end = last / kGroup;  // whole groups
    while (blocks_[at_].end <= first / kGroup) ++at_;
    Lanes lanes;
    Pieces pieces;
    if (first % kGroup != 0) add_group(query, first / kGroup, lanes);
    if (last % kGroup != 0) add_group(query, end, lanes);
    if constexpr (Shape::even) {
      add_groups(query, begin, end, 0, pieces, lanes);
    } else {
      const std::size_t left_end = middle / kGroup, right_begin = (middle + kGroup - 1) / kGroup;
      if (left_end != right_begin && left_end >= begin && left_end < end) add_group(query, left_end, lanes);
      add_groups(query, begin, std::min(left_end, end), -1, pieces, lanes);
      add_groups(query, std::max(right_begin, begin), end, 1, pieces, lanes);
    }
    Sums sums;
    sums.pooled = Pair{total(lanes.weights), total(lanes.weighted)};
    if constexpr (with_slope) sums.slope = Pair{total(lanes.slopes), total(lanes.sloped)};
    pieces.piece[pieces.count] = {0, 0, nothing_};
    for (int p = 0; p < pieces.count; p += 2) expand(pieces.piece[p], pieces.piece[p + 1], sums);
    error = 3e-16 * pieces.growth;
    return sums;
  }

 private:
  static constexpr int terms = Shape::terms;
  // Fewer keys to sum one by one, or fewer moments to keep.
  static constexpr std::size_t kGroup = terms <= 4 ? 4 : 8;
  static_assert(kGroup <= engine::kGroup);
  static constexpr std::size_t kStores = 8;  // a window meets at most six blocks

  struct Block {
    std::size_t begin, end;  // groups
    double centre, radius;   // radius in widths
    bool ready;
    bool wide;  // one group, too sparse (or too few keys) for moments
  };
  // A run of groups that one expansion about a block's centre covers.
  struct Piece {
    double t, side;
    const Pair* moments;
  };
  struct Pieces {
    Piece piece[2 * kStores];
    int count = 0;
    double growth = 2 * kGroup;  // of rounding errors
  };
  struct Lanes {
    Pair weights{}, weighted{}, slopes{}, sloped{};
  };

  // A block ends before the group that would make it a width long. Then a window,
  // or one side of it, never both begins and ends inside one block.
  void partition() {
    const double* keys = task_.keys;
    const std::size_t whole = task_.n / kGroup, groups = (task_.n + kGroup - 1) / kGroup;
    for (std::size_t begin = 0, end = 0; begin < groups; begin = end) {
      end = begin + 1;
      if (begin == whole) {
        blocks_.push_back({begin, end, 0, 0, false, true});
        break;
      }
      const double low = keys[begin * kGroup];
      while (end < whole && keys[(end + 1) * kGroup - 1] - low < task_.width) ++end;
      const double length = keys[end * kGroup - 1] - low;
      blocks_.push_back({begin, end, low + 0.5 * length, 0.5 * length * inverse_width_, false, length >= task_.width});
    }
  }

  std::vector<Pair>& store(std::size_t block) { return stores_[block % kStores]; }
  // Where the moments of a block's groups before `group` are, and of those from it on.
  static std::size_t before(const Block& block, std::size_t group) { return 2 * (group - block.begin) * terms; }
  static std::size_t from(const Block& block, std::size_t group) { return before(block, group) + terms; }

  void make_ready(std::size_t number) {
    Block& block = blocks_[number];
    block.ready = true;
    std::vector<Pair>& moments = store(number);
    const std::size_t size = from(block, block.end) + terms;
    if (moments.size() < size) moments.resize(size);
    RunningSum<Pair> running[terms];
    for (int p = 0; p < terms; ++p) moments[p] = Pair{};
    for (std::size_t group = block.begin; group < block.end; ++group) {
      Pair sums[terms] = {};
      for (std::size_t i = group * kGroup; i < (group + 1) * kGroup; i += 2)
        Shape::add_moments((load(task_.keys + i) - both(block.centre)) * both(inverse_width_), load(task_.values + i), sums);
      Pair* own = &moments[from(block, group)];  // becomes the sum from here on below
      Pair* next = own + terms;
      for (int p = 0; p < terms; ++p) {
        own[p] = sums[p];
        running[p].add(sums[p]);
        next[p] = running[p].value();
      }
    }
    for (auto& sum : running) sum = {};
    for (std::size_t group = block.end; group-- > block.begin;) {
      Pair* own = &moments[from(block, group)];
      for (int p = 0; p < terms; ++p) {
        running[p].add(own[p]);
        own[p] = running[p].value();
      }
    }
  }

  [[gnu::always_inline]] void add_groups(double query, std::size_t begin, std::size_t end, double side, Pieces& pieces,
                                        Lanes& lanes) {
    for (std::size_t b = at_; begin < end; ++b) {
      Block& block = blocks_[b];
      if (block.end <= begin) continue;
      const std::size_t stop = std::min(end, block.end);
      if (block.wide || (begin != block.begin && stop != block.end)) {
        for (std::size_t group = begin; group < stop; ++group) add_group(query, group, lanes);
      } else {
        if (!block.ready) make_ready(b);
        add_piece(query, block, &store(b)[begin == block.begin ? before(block, stop) : from(block, begin)],
                  (stop - begin) * kGroup, side, pieces);
      }
      begin = stop;
    }
  }

  [[gnu::always_inline]] void add_group(double query, std::size_t group, Lanes& lanes) const {
    const Pair q = both(query), width = both(task_.width), inverse = both(inverse_width_), none{};
    for (std::size_t i = group * kGroup; i < (group + 1) * kGroup; i += 2) {
      const Pair inside = (width - absolute(q - load(task_.keys + i))) * inverse, values = load(task_.values + i);
      const Pair u = inside > none ? inside : none;
      const Pair w = Shape::weight_inside(u);
      lanes.weights += w;
      lanes.weighted += w * values;
      if constexpr (with_slope) {
        const Pair at_edge = Shape::slope(u), slope = inside > none ? at_edge : none;
        lanes.slopes += slope;
        lanes.sloped += slope * values;
      }
    }
  }

  [[gnu::always_inline]] void add_piece(double query, const Block& block, const Pair* moments, std::size_t count,
                                       double side, Pieces& pieces) const {
    const double offset = (block.centre - query) * inverse_width_;
    if (side == 0) side = offset < 0 ? -1 : 1;
    const double t = side * offset, reach = std::max(1.0, absolute(t) + block.radius);
    double growth = static_cast<double>(count);
    for (int p = 0; p < Shape::degree_of_growth; ++p) growth *= reach;
    pieces.growth += growth;
    pieces.piece[pieces.count++] = {t, side, moments};
  }

  // Two pieces at once, one in each lane.
  void expand(const Piece& first, const Piece& second, Sums& sums) const {
    Pair a[terms], slopes[terms];
    Shape::expand_window(Pair{first.t, second.t}, Pair{first.side, second.side}, a, with_slope ? slopes : nullptr);
    Pair one{}, two{};
    for (int p = 0; p < terms; ++p) {
      one += both(a[p][0]) * first.moments[p];
      two += both(a[p][1]) * second.moments[p];
    }
    sums.pooled += one + two;
    if constexpr (with_slope)
      for (int p = 0; p < terms; ++p)
        sums.slope += both(slopes[p][0]) * first.moments[p] + both(slopes[p][1]) * second.moments[p];
  }

  const Task& task_;
  double inverse_width_;
  std::vector<Block> blocks_;
  std::size_t at_ = 0;  // the block where the present window begins
  std::vector<Pair> stores_[kStores];
  Pair nothing_[terms] = {};
};

}  // namespace attention_pooling::engine
