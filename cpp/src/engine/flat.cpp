#include "flat.hpp"

#include <algorithm>
#include <vector>

#include "exact.hpp"

namespace attention_pooling::engine {
namespace {

// Sums of the values before each key, kept twofold: with 32 digits, and values of at
// most 1, even a difference of two long sums is right to the last digit of a double.
std::vector<Twofold<double>> running_sums(const Task& task) {
  std::vector<Twofold<double>> sums(task.n + 1);
  sums[0] = {0, 0};
  for (std::size_t i = 0; i < task.n; ++i) {
    const auto next = two_sum(sums[i].high, task.values[i]);
    sums[i + 1] = two_sum(next.high, next.low + sums[i].low);
  }
  return sums;
}

void answer(const Task& task, std::size_t j, double sum, std::size_t count) {
  if (count == 0) return task.answer_nothing(j);
  task.answer(j, Sums{Pair{static_cast<double>(count), sum}, Pair{}});
}

}  // namespace

void pool_boxcar(const Task& task) {
  const auto sums = running_sums(task);
  std::size_t first = 0, after = 0, last = 0;
  for (std::size_t j = 0; j < task.m; ++j) {
    const double query = task.queries[j];
    after = task.right_of(j, after);
    while (first < after && !within(query, task.keys[first], task.width)) ++first;
    last = std::max(last, after);
    while (last < task.n && within(query, task.keys[last], task.width)) ++last;
    double sum = difference(sums[last], sums[first]);
    if (task.leaving_out) {
      const auto without = two_sum(sums[last].high, -task.values[j]);
      sum = difference<double>({without.high, without.low + sums[last].low}, sums[first]);
    }
    answer(task, j, sum, last - first - (task.leaving_out ? 1 : 0));
  }
}

void pool_constant(const Task& task) {
  const auto sums = running_sums(task);
  const auto all = sums[task.n];
  for (std::size_t j = 0; j < task.m; ++j)
    if (task.leaving_out) answer(task, j, (all.high - task.values[j]) + all.low, task.n - 1);
    else answer(task, j, all.high + all.low, task.n);
}

}  // namespace attention_pooling::engine
