// Kernels as sums of products of a function of the query and one of the key,
// around a centre c between them:  α(q − k) = Σ_p a_p(q − c) · b_p(k − c).
// The b_p, summed over many keys once, then serve every query.
//
// s = (k − c)/width. For a key on one side of the query, x = |q − k|/width = t + side · s
// with t = side · (c − q)/width, side = −1 for keys to the left, 1 to the right;
// u = 1 − t, the centre's distance from the kernel's edge, is given apart from t:
// near the edge it alone has the digits.
#pragma once

#include <array>
#include <utility>

#include "functions.hpp"

namespace attention_pooling::engine {

/// Moments about a centre moved to another: key offsets grow by `shift`.
/// binomial(p, j) shift^(p − j), applied to sums of powers.
template <int terms>
inline void add_shifted_powers(const Pair* from, double shift, Pair* to) {
  // Taylor's shift by repeated addition of neighbours, on a copy: terms²/2 steps.
  std::array<Pair, terms> moved;
  std::array<double, terms> row{};  // binomial(p, j) shift^(p − j), row p
  row[0] = 1;
  moved[0] = from[0];
  for (int p = 1; p < terms; ++p) {
    for (int j = p; j > 0; --j) row[j] = row[j] * shift + row[j - 1];
    row[0] *= shift;
    Pair sum = both(row[0]) * from[0];
    for (int j = 1; j <= p; ++j) sum += both(row[j]) * from[j];
    moved[p] = sum;
  }
  for (int p = 0; p < terms; ++p) to[p] += moved[p];
}

/// Powers of s as the basis.
template <int count>
struct Powers {
  static constexpr int terms = count;

  static void add_moments(double s, double value, Pair* moments) {
    Pair power{1, value};
    moments[0] += power;
    for (int p = 1; p < terms; ++p) {
      power *= both(s);
      moments[p] += power;
    }
  }
  static void add_moments(Pair s, Pair values, Pair* moments) {
    Pair first{1, values[0]}, second{1, values[1]};
    const Pair s_first = both(s[0]), s_second = both(s[1]);
    moments[0] += first + second;
    for (int p = 1; p < terms; ++p) {
      first *= s_first;
      second *= s_second;
      moments[p] += first + second;
    }
  }
  static void add_shifted(const Pair* from, double shift, Pair* to) { add_shifted_powers<terms>(from, shift, to); }
};

/// (1 − |x|^degree)^power: triangular 1 1, Epanechnikov 2 1, biweight 2 2,
/// triweight 2 3, tricube 3 3.
template <int degree, int power>
struct Polynomial : Powers<degree * power + 1> {
  static constexpr int terms = degree * power + 1;
  static constexpr bool even = degree == 2;
  static constexpr int degree_of_growth = degree * power;
  static constexpr int edge_power = power;  // near the edge α is a multiple of u^power

  // 1 − x^degree, from u = 1 − x: no digits lost near the edge.
  template <class T>
  static T base(T u) {
    if constexpr (degree == 1) return u;
    if constexpr (degree == 2) return u * (constant<T>(2) - u);
    if constexpr (degree == 3) return u * (constant<T>(3) - u * (constant<T>(3) - u));
  }

  template <class T>
  static T weight(T u) {
    const T g = base(u);
    if constexpr (power == 1) return g;
    if constexpr (power == 2) return g * g;
    if constexpr (power == 3) return g * g * g;
  }

  /// With a small error against 1 only.
  static Pair weight_inside(Pair u) { return weight(u); }

  // −x α'(x) = power · degree · (1 − g) · g^(power − 1)
  template <class T>
  static T slope(T u) {
    const T g = base(u);
    T w = constant<T>(power * degree) * (constant<T>(1) - g);
    for (int i = 1; i < power; ++i) w *= g;
    return w;
  }

  /// a_p of α, and of −x α' if `slopes`, with a small error against the largest: for
  /// windows. By powers of t: α's few powers of x, each by the binomial theorem.
  template <class T>
  static void expand_window(T t, T side, T* a, T* slopes) {
    std::array<T, 4> powers{constant<T>(1), t, t * t, t * t * t};
    by_binomials<false>(powers, side, a, std::make_integer_sequence<int, terms>());
    if (slopes) by_binomials<true>(powers, side, slopes, std::make_integer_sequence<int, terms>());
  }

  /// The same with a small relative error also near the edge: for the tree.
  template <class T>
  static void expand(T u, T side, T* a, T* slopes) {
    const T t = constant<T>(1) - u;
    std::array<T, degree + 1> g;
    g[0] = base(u);
    if constexpr (degree == 1) g[1] = -side;
    if constexpr (degree == 2) {
      g[1] = constant<T>(-2) * t * side;
      g[2] = constant<T>(-1);
    }
    if constexpr (degree == 3) {
      g[1] = constant<T>(-3) * t * t * side;
      g[2] = constant<T>(-3) * t;
      g[3] = -side;
    }
    std::array<T, terms> product{}, lower{};  // g^power and g^(power − 1)
    lower[0] = constant<T>(1);
    for (int i = 0; i <= degree; ++i) product[i] = g[i];
    if constexpr (power >= 2) raise<T, 1>(product, lower, g);
    if constexpr (power >= 3) raise<T, 2>(product, lower, g);
    for (int p = 0; p < terms; ++p) a[p] = product[p];
    if (slopes)
      for (int p = 0; p < terms; ++p) slopes[p] = constant<T>(power * degree) * (lower[p] - product[p]);
  }

 private:
  template <class T, int done>
  static void raise(std::array<T, terms>& product, std::array<T, terms>& lower, const std::array<T, degree + 1>& g) {
    constexpr int top = degree * done;
    for (int p = 0; p <= top; ++p) lower[p] = product[p];
    for (int p = 0; p <= top + degree; ++p) {
      T sum{};
      for (int i = 0; i <= degree; ++i)
        if (p - i >= 0 && p - i <= top) sum += g[i] * lower[p - i];
      product[p] = sum;
    }
  }

  static constexpr double choose(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
    return ways;
  }

  // What x^(degree e) has in α = (1 − x^degree)^power, or in −x α'.
  template <bool of_slope>
  static constexpr double coefficient(int e) {
    const double sign = e % 2 == 0 ? 1 : -1;
    if (!of_slope) return sign * choose(power, e);
    return power * degree * sign * ((e < power ? choose(power - 1, e) : 0) - choose(power, e));
  }

  template <bool of_slope, class T, int... p>
  static void by_binomials(const std::array<T, 4>& powers, T side, T* a, std::integer_sequence<int, p...>) {
    ((a[p] = term<of_slope, p>(powers, side)), ...);
  }

  // side^p Σ_e coefficient(e) choose(degree e, p) t^(degree e − p), by Horner in t^degree.
  template <bool of_slope, int p, class T>
  static T term(const std::array<T, 4>& powers, T side) {
    constexpr int lowest = (p + degree - 1) / degree;
    T sum = constant<T>(coefficient<of_slope>(power) * choose(degree * power, p));
    for (int e = power - 1; e >= lowest; --e)
      sum = sum * powers[degree] + constant<T>(coefficient<of_slope>(e) * choose(degree * e, p));
    if constexpr (lowest * degree > p) sum = sum * powers[lowest * degree - p];
    if constexpr (p % 2 == 1) sum = sum * side;
    return sum;
  }
};

/// cos(πx/2), by angles added: cosines and sines of the key's angle, and both times
/// s, which only the slope needs.
template <bool with_slope>
struct Cosine {
  static constexpr int terms = with_slope ? 4 : 2;
  static constexpr bool even = true;
  static constexpr int degree_of_growth = 0;
  static constexpr int edge_power = 1;

  static void add_moments(double s, double value, Pair* moments) {
    const double c = quarter_cosine(s), sine = quarter_sine(s);
    add(c, sine, s, Pair{1, value}, moments);
  }
  /// Two keys within half a width of the centre.
  static void add_moments(Pair s, Pair values, Pair* moments) {
    const Pair c = quarter_cosine<9>(s), sine = quarter_sine<9>(s);
    for (int lane = 0; lane < 2; ++lane) add(c[lane], sine[lane], s[lane], Pair{1, values[lane]}, moments);
  }
  static void add_shifted(const Pair* from, double shift, Pair* to) {
    const Pair c = both(quarter_cosine(shift)), s = both(quarter_sine(shift));
    const Pair cosines = c * from[0] - s * from[1], sines = s * from[0] + c * from[1];
    to[0] += cosines;
    to[1] += sines;
    if constexpr (with_slope) {
      to[2] += c * from[2] - s * from[3] + both(shift) * cosines;
      to[3] += s * from[2] + c * from[3] + both(shift) * sines;
    }
  }
  template <class T>
  static T weight(T u) {
    return quarter_sine(u);
  }
  static Pair weight_inside(Pair u) { return quarter_cosine_nearest(both(1) - u); }
  template <class T>
  static T slope(T u) {
    return constant<T>(0x1.921fb54442d18p+0) * (constant<T>(1) - u) * quarter_cosine(u);
  }
  template <class T>
  static void expand_window(T t, T side, T* a, T* slopes) {
    expand(constant<T>(1) - t, side, a, slopes);
  }
  template <class T>
  static void expand(T u, T side, T* a, T* slopes) {
    const T c = quarter_sine(u), s = quarter_cosine(u);  // cosine and sine of πt/2
    a[0] = c;
    a[1] = -side * s;
    if constexpr (with_slope) {
      a[2] = a[3] = T{};
      const T t = constant<T>(0x1.921fb54442d18p+0) * (constant<T>(1) - u);
      const T half_pi_side = constant<T>(0x1.921fb54442d18p+0) * side;
      slopes[0] = t * s;
      slopes[1] = t * side * c;
      slopes[2] = half_pi_side * s;
      slopes[3] = half_pi_side * side * c;
    }
  }

 private:
  static void add(double c, double sine, double s, Pair own, Pair* moments) {
    moments[0] += both(c) * own;
    moments[1] += both(sine) * own;
    if constexpr (with_slope) {
      moments[2] += both(s * c) * own;
      moments[3] += both(s * sine) * own;
    }
  }
};

}  // namespace attention_pooling::engine
