#include "blocks.hpp"

#include <algorithm>

#include "exact.hpp"
#include "functions.hpp"

namespace attention_pooling::engine {
namespace {

constexpr std::size_t kMostOfWindow = 10;

Pair totals(Pair a, Pair b) { return Pair{total(a), total(b)}; }

}  // namespace

Blocks::Blocks(const Task& task, const Shape& shape)
    : task_(task),
      shape_(shape),
      inverse_width_(1 / task.width),
      terms_(static_cast<std::size_t>(task.slopes ? shape.slope_terms : shape.terms)),
      // Fewer keys to sum one by one, or fewer moments to keep.
      shift_(terms_ <= 4 ? 2 : 3) {}

Parts Blocks::window(double query, std::size_t first, std::size_t middle, std::size_t last, double& error) {
  if (blocks_.empty()) partition();
  const std::size_t group = std::size_t{1} << shift_, inside = group - 1;
  const std::size_t begin = (first + inside) >> shift_, end = last >> shift_;  // whole groups
  while (blocks_[at_].end <= first >> shift_) ++at_;
  Parts parts;
  growth_ = static_cast<double>(2 * group);
  if ((first & inside) != 0) add_group(first >> shift_, parts);
  if ((last & inside) != 0) add_group(end, parts);
  if (shape_.even()) {
    add_groups(query, begin, end, 0, parts);
  } else {
    const std::size_t left_end = middle >> shift_, right_begin = (middle + inside) >> shift_;
    if (left_end != right_begin && left_end >= begin && left_end < end) add_group(left_end, parts);
    add_groups(query, begin, std::min(left_end, end), -1, parts);
    add_groups(query, std::max(right_begin, begin), end, 1, parts);
  }
  error = 3e-16 * growth_;
  return parts;
}

// A block ends before the group that would make it a width long. Then a window,
// or one side of it, never both begins and ends inside one block.
void Blocks::partition() {
  const double* keys = task_.keys;
  const std::size_t whole = task_.n >> shift_, groups = (task_.n + (std::size_t{1} << shift_) - 1) >> shift_;
  for (std::size_t begin = 0, end = 0; begin < groups; begin = end) {
    end = begin + 1;
    if (begin == whole) {
      blocks_.push_back({begin, end, 0, 0, false, true});
      break;
    }
    const double low = keys[begin << shift_];
    while (end < whole && keys[((end + 1) << shift_) - 1] - low < task_.width) ++end;
    const double length = keys[(end << shift_) - 1] - low;
    blocks_.push_back({begin, end, low + 0.5 * length, 0.5 * length * inverse_width_, false, length >= task_.width});
  }
}

void Blocks::make_ready(std::size_t number) {
  Block& block = blocks_[number];
  block.ready = true;
  std::vector<Pair>& moments = store(number);
  const std::size_t size = from(block, block.end) + terms_;
  if (moments.size() < size) moments.resize(size);
  RunningSum<Pair> running[kMostOfWindow];
  for (std::size_t p = 0; p < terms_; ++p) moments[p] = Pair{};
  for (std::size_t group = block.begin; group < block.end; ++group) {
    Pair* own = &moments[from(block, group)];  // becomes the sum from here on below
    Pair* next = own + terms_;
    for (std::size_t p = 0; p < terms_; ++p) own[p] = Pair{};
    add_moments(block, group, own);
    for (std::size_t p = 0; p < terms_; ++p) {
      running[p].add(own[p]);
      next[p] = running[p].value();
    }
  }
  for (auto& sum : running) sum = {};
  for (std::size_t group = block.end; group-- > block.begin;) {
    Pair* own = &moments[from(block, group)];
    for (std::size_t p = 0; p < terms_; ++p) {
      running[p].add(own[p]);
      own[p] = running[p].value();
    }
  }
}

// Four keys at a time, all their powers in registers.
void Blocks::add_moments(const Block& block, std::size_t group, Pair* sums) const {
  const Pair centre = both(block.centre), inverse = both(inverse_width_);
  const std::size_t end = (group + 1) << shift_;
  for (std::size_t i = group << shift_; i < end; i += 4) {
    const Pair s = (load(task_.keys + i) - centre) * inverse, r = (load(task_.keys + i + 2) - centre) * inverse;
    Pair values = load(task_.values + i), more_values = load(task_.values + i + 2);
    if (shape_.is_cosine()) {
      const Pair cosine = quarter_cosine<9>(s), sine = quarter_sine<9>(s);
      const Pair more_cosine = quarter_cosine<9>(r), more_sine = quarter_sine<9>(r);
      sums[0] += totals(cosine + more_cosine, cosine * values + more_cosine * more_values);
      sums[1] += totals(sine + more_sine, sine * values + more_sine * more_values);
      if (terms_ == 2) continue;
      const Pair c = s * cosine, n = s * sine, more_c = r * more_cosine, more_n = r * more_sine;
      sums[2] += totals(c + more_c, c * values + more_c * more_values);
      sums[3] += totals(n + more_n, n * values + more_n * more_values);
    } else {
      Pair powers = both(1), more_powers = powers;
      for (std::size_t p = 0; p < terms_; ++p) {
        sums[p] += totals(powers + more_powers, values + more_values);
        powers *= s;
        more_powers *= r;
        values *= s;
        more_values *= r;
      }
    }
  }
}

void Blocks::add_groups(double query, std::size_t begin, std::size_t end, double side, Parts& parts) {
  for (std::size_t b = at_; begin < end; ++b) {
    Block& block = blocks_[b];
    if (block.end <= begin) continue;
    const std::size_t stop = std::min(end, block.end);
    if (block.wide || (begin != block.begin && stop != block.end)) {
      parts.add(begin << shift_, stop << shift_);
    } else {
      if (!block.ready) make_ready(b);
      const double offset = (block.centre - query) * inverse_width_;
      const double here = side != 0 ? side : offset < 0 ? -1 : 1;
      const double t = here * offset, reach = std::max(1.0, absolute(t) + block.radius);
      double growth = static_cast<double>((stop - begin) << shift_);
      for (int p = 0; p < shape_.degree * shape_.power; ++p) growth *= reach;
      growth_ += growth;
      const Pair* moments = &store(b)[begin == block.begin ? before(block, stop) : from(block, begin)];
      parts.pieces[parts.piece_count++] = {t, here, moments};
    }
    begin = stop;
  }
}

}  // namespace attention_pooling::engine
