// The Gaussian. Queries and keys fall into boxes two widths long. For each box of
// queries the cheaper of
//   · the keys near it, one by one (narrow widths, few keys), and
//   · the fast Gauss transform: one Chebyshev series for the whole box, from the
//     moments of the boxes of keys in reach.
// Where the sum found is too small for its error bound, every key is far: see
// far_gaussian.hpp; many such queries in one box share two interpolated sums.
#include "gaussian.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "far_gaussian.hpp"
#include "gauss_transform.hpp"

namespace attention_pooling::engine {
namespace {

constexpr double kWindow = 8.7;    // widths; e^(−8.7²/2) is 4e-17
constexpr double kOutside = 4e-17;
constexpr double kFarWindow = 12;  // widths; e^(−12²/2) is 5e-32
constexpr double kEnough = 0.02;   // below, rounding shows
constexpr double kTolerance = 3e-14;
constexpr std::size_t kCrowd = 200;
constexpr double kSparseBand = 170;  // keys of a sparse row between 8.7 and 12 widths off

constexpr int kTerms = GaussSeries::kTerms;

class Gaussian {
 public:
  explicit Gaussian(const Task& task) : task_(task), inverse_width_(1 / task.width), far_(task) {}

  void pool() {
    const bool sparse = is_sparse();
    if (grid_is_sound() && worth_boxes() && !sparse) {
      make_boxes();
      pool_by_boxes();
    } else {
      pool_without_boxes(sparse ? std::min(kSparseBand, static_cast<double>(task_.n)) : static_cast<double>(task_.n));
    }
  }

 private:
  struct Box {
    double number;  // of box lengths from the first key; whole
    std::size_t begin, end;
    std::size_t moments;  // where they are, once made
    bool ready;
  };
  struct Centre {
    double high, low;
  };

  // ---- which path -------------------------------------------------------------

  // Box numbers are whole and keys fall into their box to within 1/1000.
  bool grid_is_sound() const { return (task_.keys[task_.n - 1] - task_.keys[0]) * inverse_width_ < 1e12; }

  // A transform takes as long as several thousand weights: not for a few samples.
  bool worth_boxes() const { return task_.n >= 100 && task_.m >= 50; }

  // Fewer than 4 keys a width on average, more than 16 nowhere: no sum of boxes pays.
  bool is_sparse() const {
    constexpr std::size_t run = 32;
    double keys_per_width = 0;
    std::size_t runs = 0;
    for (std::size_t i = 0; i + run < task_.n; i += run, ++runs) {
      const double density = run * task_.width / (task_.keys[i + run] - task_.keys[i]);
      if (!(density < 16)) return false;
      keys_per_width += density;
    }
    return keys_per_width < 4 * static_cast<double>(runs);
  }

  // Measured, in units of one weight: a box's translation 60 and a query's series 12;
  // the moments of a key, 12, serve some ten boxes of queries.
  static bool transform_is_cheaper(std::size_t queries, std::size_t keys, std::size_t boxes) {
    const double one_by_one = 0.8 * static_cast<double>(queries) * static_cast<double>(keys);
    return one_by_one > 60.0 * static_cast<double>(boxes) + 12.0 * static_cast<double>(queries) + 2.0 * static_cast<double>(keys);
  }

  // `near`: at most so many keys lie between the window's ends and 12 widths.
  void pool_without_boxes(double near) {
    for (std::size_t begin = 0, end = 0; begin < task_.m; begin = end) {
      end = begin + 1;
      if (end < task_.m && task_.queries[end] - task_.queries[begin] <= 2 * task_.width) ++end;
      step_window(task_.queries[begin], task_.queries[end - 1]);
      // A crowd in one place, if the grid is not sound: the tree takes it as one.
      if (!grid_is_sound() && last_ - first_ > kCrowd) {
        for (std::size_t j = begin; j < end; ++j) {
          step_to(j);
          if (left_end_ == 0 && after_ == task_.n) task_.answer_nothing(j);
          else answer_far(j);
        }
      } else {
        answer_one_by_one(begin, end, near);
      }
    }
  }

  // ---- few keys: one by one -----------------------------------------------------

  void step_to(std::size_t j) {
    after_ = task_.right_of(j, after_);
    left_end_ = task_.left_of(j, after_);
  }

  // Moves the window to the keys near [low, high].
  void step_window(double low, double high) {
    const double reach = kWindow * task_.width;
    while (first_ < task_.n && low - task_.keys[first_] > reach) ++first_;
    last_ = std::max(last_, first_);
    while (last_ < task_.n && task_.keys[last_] - high <= reach) ++last_;
  }

  // Answers the queries [begin, end), close together, from all keys near any of them,
  // two queries at a time. Keys outside the window count for less than `near` keys at
  // its end. Call in the order of the queries.
  void answer_one_by_one(std::size_t begin, std::size_t end, double near) {
    weak_.clear();
    step_window(task_.queries[begin], task_.queries[end - 1]);
    const double enough = std::max(kEnough, kOutside / kTolerance * near);
    for (std::size_t j = begin; j < end; j += 2) {
      const std::size_t other = std::min(j + 1, end - 1);
      const Pair q{task_.queries[j], task_.queries[other]}, scale = both(inverse_width_ * kBellScale);
      Pair weights{}, weighted{}, slopes{}, sloped{};
      for (std::size_t i = first_; i < last_; ++i) {
        const Pair z = (q - both(task_.keys[i])) * scale, square = z * z, value = both(task_.values[i]);
        const Pair w = bell(square);
        weights += w;
        weighted += w * value;
        if (task_.slopes) {
          slopes += square * w;
          sloped += square * w * value;
        }
      }
      for (std::size_t lane = 0; lane < 2 && j + lane < end; ++lane) {
        Sums found{Pair{weights[lane], weighted[lane]}, Pair{slopes[lane], sloped[lane]} * both(kBellSquare)};
        if (task_.leaving_out) found.pooled -= Pair{1, task_.values[j + lane]};
        if (found.pooled[0] > enough) task_.answer(j + lane, found);
        else if (is_enough(task_.queries[j + lane], found.pooled[0])) task_.answer(j + lane, found);
        else weak_.push_back(j + lane);
      }
    }
    answer_weak();
  }

  // For a small sum of weights, counts the keys just outside the window.
  bool is_enough(double query, double weights) const {
    if (!(weights > kEnough)) return false;
    const double reach = kFarWindow * task_.width;
    std::size_t near = 0;
    for (std::size_t i = first_; near < kCrowd && i > 0 && query - task_.keys[i - 1] <= reach; --i) ++near;
    for (std::size_t i = last_; near < kCrowd && i < task_.n && task_.keys[i] - query <= reach; ++i) ++near;
    return near < kCrowd && weights > kOutside / kTolerance * static_cast<double>(near);
  }

  void answer_far(std::size_t j) { task_.answer(j, far_.sums(task_.queries[j], left_end_, after_)); }

  // ---- boxes ------------------------------------------------------------------

  double box_place(double x) const { return (x - task_.keys[0]) * inverse_width_ * 0.5; }

  double box_number(double x) const {
    const double number = box_place(x);
    if (!(absolute(number) < 1e15)) return number;
    const auto whole = static_cast<double>(static_cast<std::int64_t>(number));
    return whole > number ? whole - 1 : whole;
  }

  // Kept twofold: with keys at 1e9, one double would cost a centre seven digits.
  Centre box_centre(double number) const {
    const auto offset = two_product(2 * number + 1, task_.width);
    const auto sum = two_sum(task_.keys[0], offset.high);
    return {sum.high, sum.low + offset.low};
  }

  double in_box(double x, Centre centre) const { return ((x - centre.high) - centre.low) * inverse_width_; }

  void make_boxes() {
    boxes_.reserve(1 + std::min(task_.n, static_cast<std::size_t>(box_number(task_.keys[task_.n - 1]) + 1)));
    for (std::size_t begin = 0, end = 0; begin < task_.n; begin = end) {
      const double number = box_number(task_.keys[begin]);
      while (end < task_.n && box_place(task_.keys[end]) < number + 1) ++end;
      boxes_.push_back({number, begin, end, 0, false});
    }
  }

  const Pair* moments(Box& box) {
    if (!box.ready) make_moments(box);
    return &moments_[box.moments];
  }

  // Σ T_p(y) (1, v) over the box's keys; runs of 256 summed apart, so that the error
  // does not grow with their number.
  void make_moments(Box& box) {
    box.ready = true;
    box.moments = moments_.size();
    moments_.resize(moments_.size() + kTerms);
    const Centre centre = box_centre(box.number);
    RunningSum<Pair> running[kTerms];
    for (std::size_t begin = box.begin; begin < box.end; begin += 256) {
      Pair sums[kTerms] = {};
      for (std::size_t i = begin; i < std::min(begin + 256, box.end); ++i) {
        const double y = in_box(task_.keys[i], centre);
        const Pair twice = both(y + y);
        Pair before{1, task_.values[i]}, here = both(y) * before;
        sums[0] += before;
        sums[1] += here;
        for (int p = 2; p < kTerms; ++p) {
          const Pair next = twice * here - before;
          sums[p] += next;
          before = here;
          here = next;
        }
      }
      for (int p = 0; p < kTerms; ++p) running[p].add(sums[p]);
    }
    for (int p = 0; p < kTerms; ++p) moments_[box.moments + p] = running[p].value();
  }

  void pool_by_boxes() {
    std::size_t near = 0;  // the first box of keys in reach
    for (std::size_t begin = 0, end = 0; begin < task_.m; begin = end) {
      const double number = box_number(task_.queries[begin]);
      ++end;
      while (end < task_.m && box_place(task_.queries[end]) < number + 1) ++end;
      while (near < boxes_.size() && boxes_[near].number < number - GaussSeries::kReach) ++near;
      std::size_t beyond = near;
      while (beyond < boxes_.size() && boxes_[beyond].number <= number + GaussSeries::kReach) ++beyond;
      const std::size_t keys = beyond > near ? boxes_[beyond - 1].end - boxes_[near].begin : 0;
      if (transform_is_cheaper(end - begin, keys, beyond - near)) {
        transform_box(number, begin, end, near, beyond);
      } else {
        answer_one_by_one(begin, end, static_cast<double>(keys) + 1e-5 * static_cast<double>(task_.n));
      }
    }
  }

  struct Local {
    Pair pooled[kTerms], slope[kTerms];
  };

  // The box's series from a box of keys d boxes to the left and one d to the right:
  // even and odd terms take their sums and differences.
  static void translate(const GaussSeries& series, int d, const Pair* left, const Pair* right, Pair* local) {
    const int terms = series.terms[d];
    Pair sums[kTerms], differences[kTerms];
    for (int s = 0; s < terms; ++s) {
      sums[s] = left[s] + right[s];
      differences[s] = left[s] - right[s];
    }
    for (int p = 0; p < terms; p += 4)
      for (int parity = 0; parity < 2; ++parity) {
        // Rows p and p + 2 of one parity share what they load.
        const double* row = series.coefficient[d][p + parity].data();
        const double* next = series.coefficient[d][p + parity + 2].data();
        const Pair* even = parity == 0 ? sums : differences;
        const Pair* odd = parity == 0 ? differences : sums;
        Pair a{}, b{}, c{}, e{};
        for (int s = 0; s < terms; s += 2) {
          a += both(row[s]) * even[s];
          b += both(row[s + 1]) * odd[s + 1];
          c += both(next[s]) * even[s];
          e += both(next[s + 1]) * odd[s + 1];
        }
        local[p + parity] += a + b;
        local[p + parity + 2] += c + e;
      }
  }

  void transform_box(double number, std::size_t begin, std::size_t end, std::size_t near, std::size_t beyond) {
    static constexpr Pair nothing[kTerms] = {};
    const GaussSeries& series = gauss_series();
    // Moments may move as more are made: make all first.
    std::array<Box*, 2 * GaussSeries::kReach + 1> at{};
    double error = 1e-21 * static_cast<double>(task_.n);
    for (std::size_t b = near; b < beyond; ++b) {
      Box& box = boxes_[b];
      const int d = static_cast<int>(number - box.number);
      at[d + GaussSeries::kReach] = &box;
      moments(box);
      error += series.error[d < 0 ? -d : d] * static_cast<double>(box.end - box.begin);
    }
    Local local{};
    for (int d = 0; d <= GaussSeries::kReach; ++d) {
      Box* const left = at[GaussSeries::kReach + d];
      Box* const right = d == 0 ? nullptr : at[GaussSeries::kReach - d];
      if (!left && !right) continue;
      const Pair* l = left ? moments(*left) : nothing;
      const Pair* r = right ? moments(*right) : nothing;
      translate(series, d, l, r, local.pooled);
      if (task_.slopes) translate(gauss_slope_series(), d, l, r, local.slope);
    }
    evaluate_box(local, box_centre(number), begin, end, std::max(error / kTolerance, 1e-8));
  }

  void evaluate_box(const Local& local, Centre centre, std::size_t begin, std::size_t end, double enough) {
    weak_.clear();
    for (std::size_t j = begin; j < end; ++j) {
      const Pair y = both(in_box(task_.queries[j], centre));
      Sums found;
      found.pooled = chebyshev_sum(local.pooled, kTerms, y);
      if (task_.leaving_out) found.pooled -= Pair{1, task_.values[j]};
      if (task_.slopes) found.slope = chebyshev_sum(local.slope, kTerms, y);
      if (found.pooled[0] > enough) task_.answer(j, found);
      else weak_.push_back(j);
    }
    answer_weak();
  }

  // ---- queries all of whose keys are far ---------------------------------------

  void answer_weak() {
    for (std::size_t begin = 0, end = 0; begin < weak_.size(); begin = end) {
      // Queries in a row within a width, with no key between them.
      step_to(weak_[begin]);
      const std::size_t gap = after_;
      const double from = task_.queries[weak_[begin]];
      for (end = begin + 1; end < weak_.size(); ++end) {
        const double query = task_.queries[weak_[end]];
        if (query - from > task_.width || (gap < task_.n && query > task_.keys[gap])) break;
      }
      const bool shared = !task_.leaving_out && end - begin > 2 * kTailTerms &&
                          (absolute(from - task_.keys[0]) + absolute(from - task_.keys[task_.n - 1])) * inverse_width_ < 1e9;
      if (shared) answer_tail(begin, end, gap);
      else
        for (std::size_t w = begin; w < end; ++w) {
          step_to(weak_[w]);
          if (left_end_ == 0 && after_ == task_.n) task_.answer_nothing(weak_[w]);
          else answer_far(weak_[w]);
        }
    }
  }

  static constexpr int kTailTerms = 24;

  // The sums over the keys left of the gap relative to the gap's left key, and right
  // of it likewise, are smooth in the query at any distance: interpolate both.
  void answer_tail(std::size_t begin, std::size_t end, std::size_t gap) {
    static const ChebyshevNodes<kTailTerms> nodes;
    const double low = task_.queries[weak_[begin]], high = task_.queries[weak_[end - 1]];
    const double half = std::max(0.5 * (high - low), 0.125 * task_.width), middle = low + 0.5 * (high - low);
    const bool has[2] = {gap > 0, gap < task_.n};
    Pair series[2][kTailTerms] = {}, slopes[2][kTailTerms] = {};
    for (int s = 0; s < 2; ++s) {
      if (!has[s]) continue;
      for (int i = 0; i < kTailTerms; ++i) {
        const double z = middle + half * nodes.node[i];
        const Sums sums = s == 0 ? far_.left(z, gap, far_.distance(z, task_.keys[gap - 1], -1))
                                 : far_.right(z, gap, far_.distance(z, task_.keys[gap], 1));
        for (int p = 0; p < kTailTerms; ++p) {
          series[s][p] += both(nodes.to_coefficient[p][i]) * sums.pooled;
          if (task_.slopes) slopes[s][p] += both(nodes.to_coefficient[p][i]) * sums.slope;
        }
      }
    }
    for (std::size_t w = begin; w < end; ++w) {
      const double query = task_.queries[weak_[w]];
      const Pair y = both((query - middle) / half);
      const auto nearest = far_.nearest_distance(query, gap, gap);
      Sums found;
      for (int s = 0; s < 2; ++s) {
        if (!has[s]) continue;
        const double e = far_.exponent(far_.distance(query, task_.keys[s == 0 ? gap - 1 : gap], s == 0 ? -1 : 1), nearest);
        const Pair scale = both(e > 700 ? 0 : exponential(-e));
        const Pair side = scale * chebyshev_sum(series[s], kTailTerms, y);
        found.pooled += side;
        if (task_.slopes)
          found.slope += scale * chebyshev_sum(slopes[s], kTailTerms, y) + both(e > 700 ? 0 : 2 * e) * side;
      }
      task_.answer(weak_[w], found);
    }
  }

  const Task& task_;
  double inverse_width_;
  FarGaussian far_;
  std::vector<Box> boxes_;
  std::vector<Pair> moments_;
  std::vector<std::size_t> weak_;
  std::size_t after_ = 0, left_end_ = 0;  // of the present query
  std::size_t first_ = 0, last_ = 0;      // keys in its window
};

}  // namespace

void pool_gaussian(const Task& task) {
  Gaussian(task).pool();
}

}  // namespace attention_pooling::engine
