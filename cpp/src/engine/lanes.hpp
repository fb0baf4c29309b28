// Two doubles side by side, the same two on every machine: one SIMD register
// with SSE2, NEON or Wasm, and the same bits and order of sums everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace attention_pooling::engine {

using Pair = double __attribute__((vector_size(16)));
using PairBits = std::uint64_t __attribute__((vector_size(16)));

inline Pair both(double x) { return Pair{x, x}; }

inline Pair load(const double* from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof pair);
  return pair;
}

inline double total(Pair x) { return x[0] + x[1]; }

inline double absolute(double x) { return x < 0 ? -x : x; }
inline Pair absolute(Pair x) {
  return reinterpret_cast<Pair>(reinterpret_cast<PairBits>(x) & ~(std::uint64_t{1} << 63));
}

/// A constant, in one lane or two: lets one formula serve both.
template <class T>
inline T constant(double x) {
  if constexpr (sizeof(T) == sizeof(Pair)) return both(x);
  else return x;
}

}  // namespace attention_pooling::engine
