#include "samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "exact.hpp"
#include "order.hpp"

namespace attention_pooling::engine {
namespace {

// Puts each run of equal keys in the order of its values: by the last column first, for
// sorting leaves in order what is equal.
void order_ties(const double* keys, std::size_t n, const double* values, std::size_t columns,
                std::vector<std::uint32_t>& order) {
  std::vector<double> column, sorted;
  std::vector<std::uint32_t> places, before;
  for (std::size_t begin = 0, end; begin < n; begin = end) {
    for (end = begin + 1; end < n && keys[end] == keys[begin];) ++end;
    const std::size_t count = end - begin;
    if (count == 1) continue;
    column.resize(count), sorted.resize(count), places.resize(count);
    for (std::size_t c = columns; c-- > 0;) {
      before.assign(order.begin() + begin, order.begin() + end);
      for (std::size_t i = 0; i < count; ++i) column[i] = values[before[i] * columns + c];
      sort_ascending(column.data(), count, sorted.data(), places.data());
      for (std::size_t i = 0; i < count; ++i) order[begin + i] = before[places[i]];
    }
  }
}

bool has_ties(const double* keys, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i)
    if (keys[i] == keys[i - 1]) return true;
  return false;
}

// to[i] = from[order[i] · stride], or from[i · stride] if they came sorted.
void gather(const double* from, std::size_t stride, const std::vector<std::uint32_t>& order, std::size_t n, double* to) {
  if (order.empty())
    for (std::size_t i = 0; i < n; ++i) to[i] = from[i * stride];
  else
    for (std::size_t i = 0; i < n; ++i) to[i] = from[order[i] * stride];
}

void find_range(Column& column, std::size_t n) {
  const double* values = column.stored.data();
  Pair low = both(values[0]), high = low;
  for (std::size_t i = 0; i + 2 <= n; i += 2) {
    const Pair pair = load(values + i);
    low = pair < low ? pair : low;
    high = pair > high ? pair : high;
  }
  const double last = values[n - 1];
  column.lowest = std::min(last, std::min(low[0], low[1]));
  column.highest = std::max(last, std::max(high[0], high[1]));
}

// The mean of the values times a power of two; their order and lanes are fixed.
double mean_of(const std::vector<double>& values, std::size_t n, PowerOfTwo scale) {
  RunningSum<Pair> sum;
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) sum.add(load(&values[i]) * both(scale.first) * both(scale.second));
  if (i < n) sum.add(Pair{scale.times(values[i]), 0});
  return total(sum.value()) / static_cast<double>(n);
}

// Centred on the mean if that at least halves the largest value: one wild value
// must not cost all others their digits. `column` holds the values and their range.
void centre(Column& column, std::size_t n) {
  const double largest = std::max(-column.lowest, column.highest);
  int exponent = 0;
  if (largest > 0) std::frexp(largest, &exponent);
  const PowerOfTwo down(-exponent);  // makes them less than 1 in size
  double mean = mean_of(column.stored, n, down);
  const double low = down.times(column.lowest), high = down.times(column.highest);
  const double spread = std::max(mean - low, high - mean);
  int shrink = 0;
  if (spread < 0.5 * std::max(-low, high)) {
    if (spread > 0) std::frexp(spread, &shrink);
  } else {
    mean = 0;
  }
  const PowerOfTwo up(-shrink);
  for (std::size_t i = 0; i < n; ++i) column.stored[i] = up.times(down.times(column.stored[i]) - mean);
  column.centre = PowerOfTwo(exponent).times(mean);
  column.scale = PowerOfTwo(exponent + shrink);
}

}  // namespace

PowerOfTwo::PowerOfTwo(int exponent)
    : first(std::ldexp(1.0, exponent / 2)), second(std::ldexp(1.0, exponent - exponent / 2)) {}

double Column::restore(double pooled) const {
  return std::clamp(centre + scale.times(pooled), lowest, highest);
}

Samples::Samples(const double* keys_given, const double* values, std::size_t count, std::size_t column_count)
    : n(count) {
  if (!is_ascending(keys_given, n)) {
    keys.resize(n + kGroup);
    order.resize(n);
    sort_ascending(keys_given, n, keys.data(), order.data());
  } else {
    keys.assign(keys_given, keys_given + n);
    keys.resize(n + kGroup);
    for (std::size_t i = 0; i < n; ++i) keys[i] += 0.0;  // −0 is 0
    if (has_ties(keys_given, n)) {
      order.resize(n);
      std::iota(order.begin(), order.end(), 0u);
    }
  }
  std::fill(keys.begin() + n, keys.end(), std::numeric_limits<double>::infinity());
  if (!order.empty()) order_ties(keys.data(), n, values, column_count, order);
  if (n == 0) return;
  columns.resize(column_count);
  for (std::size_t c = 0; c < column_count; ++c) {
    Column& column = columns[c];
    column.stored.resize(n + kGroup);
    gather(values + c, column_count, order, n, column.stored.data());
    find_range(column, n);
    centre(column, n);
  }
}

}  // namespace attention_pooling::engine
