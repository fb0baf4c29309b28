#include "engine.hpp"

#include <algorithm>
#include <vector>

#include "compact.hpp"
#include "flat.hpp"
#include "gaussian.hpp"
#include "laplace.hpp"
#include "order.hpp"

namespace attention_pooling::engine {
namespace {

// Each path chooses further by itself, query by query, from how many keys are near.
void pool_task(Kernel kernel, const Task& task) {
  switch (kernel) {
    case Kernel::constant: return pool_constant(task);
    case Kernel::boxcar: return pool_boxcar(task);
    case Kernel::laplace: return pool_laplace(task);
    case Kernel::gaussian: return pool_gaussian(task);
    default: return pool_compact(kernel, task);
  }
}

// Differences must not overflow, nor the inverse width: numbers so large or small that
// they might are all scaled by one power of two, which changes no ratio.
double safe_scale(double largest, double width) {
  if (largest > 0x1p1000 || width > 0x1p1000) return 0x1p-100;
  if (width < 0x1p-900) return largest < 0x1p800 ? 0x1p200 : 1;
  return 1;
}

double largest_of(const double* ascending, std::size_t n) {
  return n == 0 ? 0 : std::max(absolute(ascending[0]), absolute(ascending[n - 1]));
}

std::vector<double> scaled(const double* numbers, std::size_t n, double scale) {
  std::vector<double> product(numbers, numbers + n);
  for (double& number : product) number *= scale;
  return product;
}

// Pools every column; order[j] is where the answer for query j belongs, or null.
void pool_columns(const Samples& samples, const double* queries, std::size_t m, const std::uint32_t* order,
                  bool leaving_out, Kernel kernel, double width, double* pooled, double* slopes) {
  const std::size_t n = samples.n, columns = samples.columns.size();
  const double* keys = samples.keys.data();
  const double scale = safe_scale(std::max(largest_of(keys, n), largest_of(queries, m)), width);
  std::vector<double> scaled_keys, scaled_queries;
  if (scale != 1) {
    scaled_keys = scaled(keys, n + kGroup, scale);
    keys = scaled_keys.data();
    scaled_queries = scaled(queries, m, scale);
    queries = scaled_queries.data();
    width *= scale;
  }
  width = std::max(width, 0x1p-1000);
  std::vector<double> answers(m), rates(slopes ? m : 0);
  for (std::size_t c = 0; c < columns; ++c) {
    const Column& column = samples.columns[c];
    pool_task(kernel, {keys, column.stored.data(), n, queries, m, leaving_out, width, answers.data(),
                       slopes ? rates.data() : nullptr});
    for (std::size_t j = 0; j < m; ++j) {
      const std::size_t place = (order ? order[j] : j) * columns + c;
      pooled[place] = column.restore(answers[j]);
      if (slopes) slopes[place] = column.scale.times(rates[j]);
    }
  }
}

}  // namespace

void pool(const Samples& samples, const double* queries, std::size_t m, Kernel kernel, double width, double* pooled,
          double* slopes) {
  if (is_ascending(queries, m))
    return pool_columns(samples, queries, m, nullptr, false, kernel, width, pooled, slopes);
  std::vector<double> sorted(m);
  std::vector<std::uint32_t> order(m);
  sort_ascending(queries, m, sorted.data(), order.data());
  pool_columns(samples, sorted.data(), m, order.data(), false, kernel, width, pooled, slopes);
}

void leave_one_out(const Samples& samples, Kernel kernel, double width, double* predictions, double* slopes) {
  const std::uint32_t* order = samples.order.empty() ? nullptr : samples.order.data();
  pool_columns(samples, samples.keys.data(), samples.n, order, true, kernel, width, predictions, slopes);
}

}  // namespace attention_pooling::engine
