#include "width_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementary.hpp"
#include "engine/order.hpp"
#include "minimum.hpp"
#include "shape.hpp"

namespace attention_pooling {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least_width = std::numeric_limits<double>::min();
constexpr double greatest_width = std::numeric_limits<double>::max();

constexpr double widths_per_decade = 24;
constexpr std::size_t most_widths = 480, most_minima = 16, most_boxcar_widths = 256;
constexpr std::size_t few_keys = 64;  // their distances can all be tried
constexpr double tolerance = 1e-7;    // of log width
constexpr std::size_t rounds = 12;
constexpr double least_gain = 1e-6;

double up(double x) { return std::nextafter(x, infinity); }

// In squares of a unit in which residuals are about 1.
bool no_worse(double error, double than) { return error <= than * (1 + 1e-13) + 1e-26; }

double or_infinity(double error) { return std::isnan(error) ? infinity : error; }

std::vector<double> common(double width) { return {width}; }

double allowed(double width) { return std::clamp(width, least_width, greatest_width); }

}  // namespace

WidthSearchSteps::WidthSearchSteps(Points keys, Points values, Kernel kernel, const WidthSearchOptions& options)
    : smoother_(keys, values, kernel),
      distances_(keys),
      loss_(smoother_, Own::left_out),
      wants_per_coordinate_(options.per_coordinate && keys.dim() > 1),
      expected_(0) {
  search_ = search();
  loss_.start(search_.asked());
}

double WidthSearchSteps::advance(std::size_t budget) {
  while (!search_.finished()) {
    if (loss_.advance(budget)) {
      ++answered_;
      search_.answer(loss_.value());
      if (!search_.finished()) loss_.start(search_.asked());
    }
    if (budget == 0) break;
  }
  if (search_.finished()) return 1;
  return std::min(0.99, (static_cast<double>(answered_) + loss_.done()) / static_cast<double>(expected_));
}

WidthSearch WidthSearchSteps::result() const {
  WidthSearch result;
  for (const auto& [width, error] : tried_) {
    result.widths.push_back(width);
    result.errors.push_back(loss_.original(error));
  }
  const Tried found = best();
  const bool apart = !per_coordinate_.empty();
  result.width = apart ? per_coordinate_ : std::vector{found.width};
  if (wants_per_coordinate_ && !apart) result.width.resize(smoother_.dim(), found.width);
  result.error = loss_.original(apart ? per_coordinate_error_ : found.error);
  return result;
}

Questions WidthSearchSteps::search() {
  const bool boxcar = smoother_.kernel() == Kernel::boxcar;
  const std::vector<double> widths = grid();
  expected_ = widths.size() + 120 + (wants_per_coordinate_ ? 150 * smoother_.dim() : 0);
  for (const double width : widths) {
    const double error = co_yield common(width);
    note(width, error);
  }

  struct Bracket {
    Tried low, least, high;
  };
  std::vector<Bracket> brackets;
  const std::vector<std::size_t> minima = local_minima();
  for (const std::size_t i : minima)
    if (i > 0 && i + 1 < tried_.size()) brackets.push_back({tried_[i - 1], tried_[i], tried_[i + 1]});
  for (const Bracket& bracket : brackets) {
    if (boxcar) {
      const std::vector<double> between = boxcar_widths(bracket.low.width, bracket.high.width);
      for (const double width : between) {
        const double error = co_yield common(width);
        note(width, error);
      }
      continue;
    }
    Minimum minimum(elementary::log(bracket.low.width), elementary::log(bracket.least.width), bracket.least.error,
                    elementary::log(bracket.high.width), tolerance);
    while (!minimum.found()) {
      const double width = elementary::exp(minimum.next());
      const double error = co_yield common(width);
      note(width, error);
      minimum.tell(or_infinity(error));
    }
  }
  if (boxcar) {
    // Up to the next distance between keys nothing changes: that is the widest of the interval.
    if (const double width = distances_.next(best().width); width > best().width) {
      const double error = co_yield common(width);
      note(width, error);
    }
  }
  if (!wants_per_coordinate_) co_return;

  std::vector<double> present(smoother_.dim(), best().width);
  double least = best().error;
  per_coordinate_ = present, per_coordinate_error_ = least;
  for (std::size_t round = 0; round < rounds; ++round) {
    const double before = least;
    for (std::size_t d = 0; d < present.size(); ++d) {
      if (distances_.range(d) == 0) continue;  // its width makes no difference
      const double centre = elementary::log(present[d]);
      const auto at = [&](double log_width) {
        std::vector<double> changed = present;
        changed[d] = allowed(elementary::exp(log_width));
        return changed;
      };
      constexpr double half_octave = 0.34657359027997264;
      double chosen = centre;
      for (int k = 20; k >= -12; --k) {  // from the widest, so that the widest wins ties
        if (k == 0) continue;
        const double there = centre + k * half_octave;
        if (elementary::exp(there) > 100 * distances_.range(d)) continue;
        const double error = co_yield at(there);
        if (error < least && !no_worse(least, error)) least = error, chosen = there;
      }
      if (!boxcar) {
        Minimum minimum(chosen - half_octave, chosen, least, chosen + half_octave, tolerance);
        while (!minimum.found()) {
          const double there = minimum.next();
          const double error = co_yield at(there);
          minimum.tell(or_infinity(error));
          if (error < least) least = error, chosen = there;
        }
      }
      if (chosen != centre) present = at(chosen);
      per_coordinate_ = present, per_coordinate_error_ = least;
    }
    if (!(before - least > least_gain * before)) co_return;
  }
}

std::vector<double> WidthSearchSteps::grid() const {
  const std::vector<double> nearest = distances_.to_nearest_place();
  const double low = allowed(nearest[nearest.size() / 64] / 8), high = allowed(100 * distances_.spread());
  const double from = elementary::log(low), to = elementary::log(high);
  const auto count = static_cast<std::size_t>(std::clamp(
      std::ceil((to - from) / 2.302585092994046 * widths_per_decade), 2.0, static_cast<double>(most_widths)));
  std::vector<double> widths{low, high};
  for (std::size_t i = 1; i + 1 < count; ++i)
    widths.push_back(elementary::exp(from + (to - from) * static_cast<double>(i) / static_cast<double>(count - 1)));
  const auto add = [&](double width) { widths.push_back(allowed(width)); };
  if (reach(smoother_.kernel()) == Reach::within_width) {
    // The distance itself may have been rounded either way.
    const double loneliest = distances_.loneliest();
    add(loneliest);
    add(up(loneliest));
    if (smoother_.size() <= few_keys) {
      const std::vector<double> distances = distances_.all();
      for (std::size_t i = 0; i < distances.size(); ++i) {
        add(up(distances[i]));
        if (smoother_.kernel() == Kernel::boxcar) add(distances[i]);
        else if (i > 0) add(distances[i - 1] + (distances[i] - distances[i - 1]) / 2);
      }
    }
  }
  engine::sort_ascending(widths);
  widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
  return widths;
}

void WidthSearchSteps::note(double width, double error) {
  const auto at = std::lower_bound(tried_.begin(), tried_.end(), width,
                                   [](const Tried& tried, double other) { return tried.width < other; });
  if (at == tried_.end() || at->width != width) tried_.insert(at, {width, error});
}

std::vector<std::size_t> WidthSearchSteps::local_minima() const {
  const auto error = [&](std::size_t i) { return or_infinity(tried_[i].error); };
  std::vector<std::size_t> minima;  // the lowest first
  for (std::size_t i = 0; i < tried_.size(); ++i) {
    const bool below = i == 0 || error(i) <= error(i - 1), above = i + 1 == tried_.size() || error(i) <= error(i + 1);
    if (!(below && above && error(i) < infinity)) continue;
    const auto lower = [&](std::size_t other) { return error(other) < error(i); };
    minima.insert(std::find_if_not(minima.begin(), minima.end(), lower), i);
    if (minima.size() > most_minima) minima.pop_back();
  }
  return minima;
}

// With few keys all have been tried already. Else those met from some of the keys, and of
// them some, evenly: within so short a bracket they change little.
std::vector<double> WidthSearchSteps::boxcar_widths(double low, double high) const {
  if (smoother_.size() <= few_keys) return {};
  const auto all = distances_.between(low, high, smoother_.size() / 1024 + 1);
  const std::size_t stride = all.size() * most_minima / most_boxcar_widths + 1;
  std::vector<double> widths;
  for (std::size_t i = 0; i < all.size(); i += stride) {
    widths.push_back(allowed(all[i]));
    widths.push_back(allowed(up(all[i])));
  }
  return widths;
}

WidthSearchSteps::Tried WidthSearchSteps::best() const {
  double least = infinity;
  for (const Tried& tried : tried_) least = std::min(least, or_infinity(tried.error));
  Tried widest{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  for (const Tried& tried : tried_)
    if (no_worse(or_infinity(tried.error), least) && !std::isnan(tried.error)) widest = tried;
  return widest;
}

}  // namespace attention_pooling
