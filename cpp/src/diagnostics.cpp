#include <attention_pooling/diagnostics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "checked.hpp"
#include "elementary.hpp"
#include "scale.hpp"
#include "smoother.hpp"
#include "sums.hpp"

namespace attention_pooling {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

double entropy(std::span<const double> weights) {
  return blocked_sum(weights.size(), [&](std::size_t i) {
    return weights[i] > 0 ? -weights[i] * elementary::log(weights[i]) : 0.0;
  });
}

double sum_except(std::span<const double> terms, std::size_t left_out) {
  return sum(terms.first(left_out)) + sum(terms.subspan(left_out + 1));
}

double squares_except(std::span<const double> terms, std::size_t left_out) {
  const auto before = terms.first(left_out), after = terms.subspan(left_out + 1);
  return dot(before, before) + dot(after, after);
}

// √(Σ residuals² / divisor), in a unit in which the squares do not overflow.
double deviation(const std::vector<double>& residuals, std::size_t column, std::size_t columns, double divisor) {
  double largest = 0;
  for (std::size_t i = column; i < residuals.size(); i += columns) largest = std::max(largest, std::abs(residuals[i]));
  if (!(divisor > 0)) return not_a_number;
  if (largest == 0) return 0;
  const PowerOfTwo unit(std::ilogb(largest)), inverse = unit.inverse();
  const double total = blocked_sum(residuals.size() / columns, [&](std::size_t i) {
    const double residual = inverse.times(residuals[i * columns + column]);
    return residual * residual;
  });
  return unit.times(std::sqrt(total / divisor));
}

// Calls use(query, row of weights) for each query; some rows at a time are kept.
template <class Use>
void each_row(Points queries, Points keys, Kernel kernel, std::span<const double> widths, const Use& use) {
  constexpr std::size_t most_weights = 1 << 20;
  const std::size_t n = keys.size(), dim = keys.dim(), rows = std::max<std::size_t>(1, most_weights / n);
  for (std::size_t first = 0; first < queries.size(); first += rows) {
    const std::size_t count = std::min(rows, queries.size() - first);
    const Points some(queries.coordinates().subspan(first * dim, count * dim), dim);
    const auto weights = checked::attention_weights(some, keys, kernel, widths);
    for (std::size_t q = 0; q < count; ++q) use(first + q, std::span(*weights).subspan(q * n, n));
  }
}

}  // namespace

namespace checked {

Result<Diagnostics> diagnostics(Points queries, Points keys, Points values, Kernel kernel,
                                std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::queries_and_keys(queries, keys)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (auto failure = arguments::widths(widths, keys.dim())) return *failure;

  Diagnostics found;
  found.residuals = Smoother(keys, values, kernel).at_keys(widths, Own::counted, Slopes::none, 0, keys.size()).values;
  for (std::size_t i = 0; i < found.residuals.size(); ++i)
    found.residuals[i] = values.coordinates()[i] - found.residuals[i];

  // n − 2 tr S + tr SSᵀ = Σᵢ (1 − wᵢᵢ)² + Σ_{j≠i} wᵢⱼ², and 1 − wᵢᵢ = Σ_{j≠i} wᵢⱼ: so summed
  // nothing cancels, however near S is to the identity.
  std::vector<double> own, rest;
  each_row(keys, keys, kernel, widths, [&](std::size_t i, std::span<const double> row) {
    const double others = sum_except(row, i);
    own.push_back(row[i]);
    rest.push_back(others * others + squares_except(row, i));
  });
  found.degrees_of_freedom = sum(own);
  for (std::size_t c = 0; c < values.dim(); ++c)
    found.noise.push_back(deviation(found.residuals, c, values.dim(), sum(rest)));

  each_row(queries, keys, kernel, widths, [&](std::size_t, std::span<const double> row) {
    const double squares = dot(row, row);
    const bool reached = squares > 0;
    found.effective_keys.push_back(reached ? 1 / squares : 0);
    found.entropy.push_back(reached ? entropy(row) : not_a_number);
    for (const double noise : found.noise)
      found.standard_error.push_back(reached ? noise * std::sqrt(squares) : not_a_number);
  });
  return found;
}

}  // namespace checked
}  // namespace attention_pooling
