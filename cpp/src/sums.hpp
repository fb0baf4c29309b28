#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "double_double.hpp"

namespace attention_pooling {

/// Σ term(i), i < count, in four lanes and blocks of 256: the order is fixed, so the bits do
/// not depend on how wide the machine's vectors are. The blocks' sums are added with their
/// rounding errors, so a million terms lose no more digits than a few dozen.
template <class Term>
double blocked_sum(std::size_t count, const Term& term) {
  constexpr std::size_t lanes = 4, block = 256;
  DoubleDouble total{0, 0};
  for (std::size_t start = 0; start < count; start += block) {
    const std::size_t end = start + block < count ? start + block : count;
    std::array<double, lanes> lane{};
    std::size_t i = start;
    for (; i + lanes <= end; i += lanes)
      for (std::size_t l = 0; l < lanes; ++l) lane[l] += term(i + l);
    for (std::size_t l = 0; i < end; ++i, ++l) lane[l] += term(i);
    const auto [high, low] = two_sum(total.high, (lane[0] + lane[1]) + (lane[2] + lane[3]));
    total = {high, total.low + low};
  }
  return total.high + total.low;
}

inline double sum(std::span<const double> terms) {
  return blocked_sum(terms.size(), [&](std::size_t i) { return terms[i]; });
}

/// Σ aᵢ bᵢ; b has at least as many as a.
inline double dot(std::span<const double> a, std::span<const double> b) {
  return blocked_sum(a.size(), [&](std::size_t i) { return a[i] * b[i]; });
}

}  // namespace attention_pooling
