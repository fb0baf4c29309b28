// The inner loops of attention in d dimensions: four queries against four keys, and
// four rows of weights against four columns of values, all sums in registers.
#pragma once

#include <cstddef>

#include "lanes.hpp"

namespace attention_pooling::engine {

inline constexpr std::size_t tile = 4;     // queries, keys and columns taken together
inline constexpr std::size_t block = 128;  // keys packed together; also bounds the length of plain sums

inline void store(double* to, Pair pair) { std::memcpy(to, &pair, sizeof pair); }
inline Pair greater(Pair a, Pair b) { return a > b ? a : b; }
inline Pair lesser(Pair a, Pair b) { return a < b ? a : b; }

/// What is summed over the coordinates of a query and a key. `unit` is a coordinate's own
/// width or its reciprocal.
enum class Form { product, square, square_of_products, square_of_ratios };

template <Form form>
inline Pair plus_term(Pair sum, Pair query, Pair key, [[maybe_unused]] double unit) {
  if constexpr (form == Form::product) {
    return sum + query * key;
  } else {
    Pair difference = query - key;
    if constexpr (form == Form::square_of_products) difference *= both(unit);
    if constexpr (form == Form::square_of_ratios) difference /= both(unit);
    return sum + difference * difference;
  }
}

/// sums[row · block + column] for four queries and four keys, both packed coordinate by
/// coordinate. The coordinates are summed in their order.
template <Form form>
inline void sum_tile(const double* query, const double* key, const double* units, std::size_t dim, double* sums) {
  Pair a0{}, a1{}, b0{}, b1{}, c0{}, c1{}, d0{}, d1{};
  for (std::size_t d = 0; d < dim; ++d, query += tile, key += tile) {
    const double unit = form == Form::product || form == Form::square ? 1 : units[d];
    const Pair left = load(key), right = load(key + 2);
    const Pair qa = both(query[0]), qb = both(query[1]);
    a0 = plus_term<form>(a0, qa, left, unit);
    a1 = plus_term<form>(a1, qa, right, unit);
    b0 = plus_term<form>(b0, qb, left, unit);
    b1 = plus_term<form>(b1, qb, right, unit);
    const Pair qc = both(query[2]), qd = both(query[3]);
    c0 = plus_term<form>(c0, qc, left, unit);
    c1 = plus_term<form>(c1, qc, right, unit);
    d0 = plus_term<form>(d0, qd, left, unit);
    d1 = plus_term<form>(d1, qd, right, unit);
  }
  store(sums, a0), store(sums + 2, a1);
  store(sums + block, b0), store(sums + block + 2, b1);
  store(sums + 2 * block, c0), store(sums + 2 * block + 2, c1);
  store(sums + 3 * block, d0), store(sums + 3 * block + 2, d1);
}

/// Σ uₜ(uₜ − 2qₜ)·squareₜ for one query and eight packed keys, u and q relative to an
/// origin: how much farther than the origin each key is, squared. `twice` is 2q.
template <bool per_coordinate>
inline void sum_from_origin(const double* origin, const double* twice, const double* squares, const double* key,
                            std::size_t dim, double* sums) {
  const double* const next = key + dim * tile;
  Pair a{}, b{}, c{}, e{};
  for (std::size_t d = 0; d < dim; ++d) {
    const Pair from = both(origin[d]), to = both(twice[d]);
    const auto add = [&](Pair sum, const double* at) {
      const Pair u = load(at) - from;
      Pair term = u * (u - to);
      if constexpr (per_coordinate) term *= both(squares[d]);
      return sum + term;
    };
    a = add(a, key + d * tile);
    b = add(b, key + d * tile + 2);
    c = add(c, next + d * tile);
    e = add(e, next + d * tile + 2);
  }
  store(sums, a), store(sums + 2, b), store(sums + 4, c), store(sums + 6, e);
}

/// Sums that keep what each addition rounded away, so that the number of blocks adds no
/// error: high + low.
inline void add_exactly(double* high, double* low, Pair term) {
  const Pair before = load(high), after = before + term, part = after - before;
  store(high, after);
  store(low, load(low) + ((before - (after - part)) + (term - part)));
}

/// Four rows of weights times packed panels of four columns, added to four rows of sums.
/// `high[row]` and `low[row]` have `panels · 4` numbers.
inline void add_panels(const double* weights, const double* values, std::size_t keys, std::size_t panels,
                       double* const* high, double* const* low) {
  for (std::size_t panel = 0; panel < panels; ++panel, values += keys * tile) {
    Pair a0{}, a1{}, b0{}, b1{}, c0{}, c1{}, d0{}, d1{};
    const double* value = values;
    for (std::size_t i = 0; i < keys; ++i, value += tile) {
      const Pair left = load(value), right = load(value + 2);
      const Pair wa = both(weights[i]), wb = both(weights[block + i]);
      a0 += wa * left;
      a1 += wa * right;
      b0 += wb * left;
      b1 += wb * right;
      const Pair wc = both(weights[2 * block + i]), wd = both(weights[3 * block + i]);
      c0 += wc * left;
      c1 += wc * right;
      d0 += wd * left;
      d1 += wd * right;
    }
    const std::size_t at = panel * tile;
    add_exactly(high[0] + at, low[0] + at, a0), add_exactly(high[0] + at + 2, low[0] + at + 2, a1);
    add_exactly(high[1] + at, low[1] + at, b0), add_exactly(high[1] + at + 2, low[1] + at + 2, b1);
    add_exactly(high[2] + at, low[2] + at, c0), add_exactly(high[2] + at + 2, low[2] + at + 2, c1);
    add_exactly(high[3] + at, low[3] + at, d0), add_exactly(high[3] + at + 2, low[3] + at + 2, d1);
  }
}

/// The same for a single column, the keys in four lanes; `keys` is a multiple of 4.
inline void add_column(const double* weights, const double* values, std::size_t keys, double* sums) {
  Pair a0{}, a1{}, b0{}, b1{}, c0{}, c1{}, d0{}, d1{};
  for (std::size_t i = 0; i < keys; i += tile) {
    const Pair left = load(values + i), right = load(values + i + 2);
    a0 += load(weights + i) * left;
    a1 += load(weights + i + 2) * right;
    b0 += load(weights + block + i) * left;
    b1 += load(weights + block + i + 2) * right;
    c0 += load(weights + 2 * block + i) * left;
    c1 += load(weights + 2 * block + i + 2) * right;
    d0 += load(weights + 3 * block + i) * left;
    d1 += load(weights + 3 * block + i + 2) * right;
  }
  sums[0] = total(a0 + a1), sums[1] = total(b0 + b1), sums[2] = total(c0 + c1), sums[3] = total(d0 + d1);
}

}  // namespace attention_pooling::engine
