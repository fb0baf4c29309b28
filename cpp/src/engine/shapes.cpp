#include "shapes.hpp"

#include <limits>
#include <utility>

#include "functions.hpp"

namespace attention_pooling::engine {
namespace {

constexpr double half_pi = 0x1.921fb54442d18p+0;

// 1 − x^degree, from u = 1 − x: no digits lost near the edge.
template <int degree, class T>
T base(T u) {
  if constexpr (degree == 1) return u;
  if constexpr (degree == 2) return u * (constant<T>(2) - u);
  if constexpr (degree == 3) return u * (constant<T>(3) - u * (constant<T>(3) - u));
}

constexpr double choose(int n, int k) {
  double ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

template <int degree, int power>
struct Polynomial {
  static constexpr int terms = degree * power + 1, slope_terms = terms;

  static Pair weight(Pair u) {
    const Pair g = base<degree>(u);
    if constexpr (power == 1) return g;
    if constexpr (power == 2) return g * g;
    if constexpr (power == 3) return g * g * g;
  }
  static Pair weight_inside(Pair u) { return weight(u); }

  // −x α'(x) = power · degree · (1 − g) · g^(power − 1)
  static Pair slope(Pair u) {
    const Pair g = base<degree>(u);
    Pair w = both(power * degree) * (both(1) - g);
    for (int i = 1; i < power; ++i) w *= g;
    return w;
  }

  /// a_p with a small error against the largest. By powers of t: α's few powers of x,
  /// each by the binomial theorem.
  static void expand(Pair t, Pair side, Pair* a) {
    const Pair powers[4] = {both(1), t, t * t, t * t * t};
    by_binomials(powers, side, a, std::make_integer_sequence<int, terms>());
  }
  [[gnu::noinline]] static void expand_slope(Pair t, Pair side, Pair* a) { to_slope(t, side, terms, a); }

 private:
  template <int... p>
  static void by_binomials(const Pair* powers, Pair side, Pair* a, std::integer_sequence<int, p...>) {
    ((a[p] = term<p>(powers, side)), ...);
  }

  // What x^(degree e) has in α = (1 − x^degree)^power, times what its p-th power of s has.
  static constexpr double coefficient(int e, int p) {
    return (e % 2 == 0 ? 1 : -1) * choose(power, e) * choose(degree * e, p);
  }

  // side^p Σ_e coefficient(e, p) t^(degree e − p), by Horner in t^degree.
  template <int p>
  static Pair term(const Pair* powers, Pair side) {
    constexpr int lowest = (p + degree - 1) / degree;
    Pair sum = both(coefficient(power, p));
    for (int e = power - 1; e >= lowest; --e) sum = sum * powers[degree] + both(coefficient(e, p));
    if constexpr (lowest * degree > p) sum = sum * powers[lowest * degree - p];
    if constexpr (p % 2 == 1) sum = sum * side;
    return sum;
  }
};

/// cos(πx/2), by angles added.
struct Cosine {
  static constexpr int terms = 2, slope_terms = 4;

  static Pair weight(Pair u) { return quarter_sine(u); }
  static Pair weight_inside(Pair u) { return quarter_cosine_nearest(both(1) - u); }
  static Pair slope(Pair u) { return both(half_pi) * (both(1) - u) * quarter_cosine(u); }

  static void expand(Pair t, Pair side, Pair* a) {
    const Pair u = both(1) - t;
    a[0] = quarter_sine(u);
    a[1] = -side * quarter_cosine(u);
  }
  static void expand_slope(Pair t, Pair side, Pair* a) {
    const Pair cosine = a[0], sine = -side * a[1], turn = both(half_pi);
    a[0] = turn * t * sine;
    a[1] = turn * t * side * cosine;
    a[2] = turn * side * sine;
    a[3] = turn * cosine;
  }
};

template <class Kind>
Pair sum(const Task& task, double query, const Parts& parts, bool of_slope) {
  const double inverse_width = 1 / task.width;
  const Pair q = both(query), width = both(task.width), inverse = both(inverse_width), none{};
  Pair weights{}, weighted{};
  for (int r = 0; r < parts.range_count; ++r) {
    const std::size_t end = parts.ranges[r].end;
    for (std::size_t i = parts.ranges[r].begin; i < end; i += 2) {
      Pair keys = load(task.keys + i);
      if (i + 1 == end) keys[1] = std::numeric_limits<double>::infinity();  // the last alone
      const Pair u = (width - absolute(q - keys)) * inverse;
      const Pair any = of_slope ? Kind::slope(u) : Kind::weight_inside(u), w = u > none ? any : none;
      weights += w;
      weighted += w * load(task.values + i);
    }
  }
  Pair one{total(weights), total(weighted)}, two{};
  static constexpr Pair nothing[Kind::slope_terms] = {};
  for (int p = 0; p < parts.piece_count; p += 2) {  // two at once, one in each lane
    const Parts::Piece& first = parts.pieces[p];
    const Parts::Piece second = p + 1 < parts.piece_count ? parts.pieces[p + 1] : Parts::Piece{0, 0, nothing};
    const Pair t{first.t, second.t}, side{first.side, second.side};
    Pair a[Kind::slope_terms];
    Kind::expand(t, side, a);
    if (of_slope) Kind::expand_slope(t, side, a);
    const int terms = of_slope ? Kind::slope_terms : Kind::terms;
    for (int k = 0; k < terms; ++k) {
      one += both(a[k][0]) * first.moments[k];
      two += both(a[k][1]) * second.moments[k];
    }
  }
  return one + two;
}

template <class Kind>
constexpr Shape make_shape(int degree, int power) {
  return {degree, power, Kind::terms, Kind::slope_terms, sum<Kind>, Kind::weight, Kind::slope};
}

template <int degree, int power>
constexpr Shape polynomial = make_shape<Polynomial<degree, power>>(degree, power);

constexpr Shape cosine = make_shape<Cosine>(0, 1);

}  // namespace

const Shape& shape_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::triangular: return polynomial<1, 1>;
    case Kernel::epanechnikov: return polynomial<2, 1>;
    case Kernel::biweight: return polynomial<2, 2>;
    case Kernel::triweight: return polynomial<2, 3>;
    case Kernel::tricube: return polynomial<3, 3>;
    default: return cosine;
  }
}

int expand_near_edge(const Shape& shape, double u, double side, double* a) {
  const double t = 1 - u;
  if (shape.is_cosine()) {  // derivatives: cosine, −sine, −cosine, sine, …
    double here = quarter_sine(u), next = -quarter_cosine(u), scale = 1;
    for (int p = 0; p < kMostTerms; ++p) {
      a[p] = scale * here;
      scale *= half_pi * side / (p + 1);
      const double after = -here;
      here = next;
      next = after;
    }
    return kMostTerms;
  }
  double g[4] = {base<1>(u), -side, 0, 0};  // 1 − (t + side · s)^degree
  if (shape.degree == 2) g[0] = base<2>(u), g[1] = -2 * t * side, g[2] = -1;
  if (shape.degree == 3) g[0] = base<3>(u), g[1] = -3 * t * t * side, g[2] = -3 * t, g[3] = -side;
  for (int p = 0; p < shape.terms; ++p) a[p] = p == 0;
  for (int done = 0; done < shape.power; ++done)
    for (int p = shape.terms - 1; p >= 0; --p) {
      double product = g[0] * a[p];
      for (int i = 1; i <= shape.degree && i <= p; ++i) product += g[i] * a[p - i];
      a[p] = product;
    }
  return shape.terms;
}

}  // namespace attention_pooling::engine
