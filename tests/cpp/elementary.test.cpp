#include "elementary.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "oracle.hpp"

namespace elementary = attention_pooling::elementary;
using oracle::Real;

namespace {

// The error in units in the last place.
double error(double actual, Real expected) {
  return static_cast<double>(oracle::magnitude(Real(actual) - expected)) /
         oracle::unit_in_last_place(static_cast<double>(expected));
}

// The greatest error over 2,000 numbers drawn from [low, high].
template <class Function, class Oracle>
double worst(double low, double high, const Function& function, const Oracle& expected) {
  std::mt19937 bits(1);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x = low + (high - low) * (bits() / 4294967296.0);
    worst = std::max(worst, error(function(x), expected(x)));
  }
  return worst;
}

Real exp_by_series(double x) { return x <= 0 ? oracle::exp_minus(-Real(x)) : 1 / oracle::exp_minus(Real(x)); }
Real cosine(double x) { return oracle::sine(oracle::half_pi() - Real(x)); }

// ln x by Newton's method on the exponential.
Real log_by_series(double x) {
  Real y = std::log(x);
  for (int i = 0; i < 3; ++i) y += x * (y < 0 ? 1 / oracle::exp_minus(-y) : oracle::exp_minus(y)) - 1;
  return y;
}

}  // namespace

TEST_CASE("exp(x) is within 1 unit in the last place") {
  CHECK(worst(-0.4, 0.4, elementary::exp, exp_by_series) < 0.8);
  CHECK(worst(-700, 0, elementary::exp, exp_by_series) < 0.8);
  CHECK(worst(0, 700, elementary::exp, exp_by_series) < 0.8);
  CHECK(worst(-745, -708, elementary::exp, exp_by_series) <= 1);  // subnormal
}

TEST_CASE("exp(x) is exact at 0, and 0, infinite or NaN where it must be") {
  CHECK(elementary::exp(0) == 1);
  CHECK(elementary::exp(-0.0) == 1);
  CHECK(elementary::exp(-746) == 0);
  CHECK(elementary::exp(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(elementary::exp(710) == std::numeric_limits<double>::infinity());
  CHECK(elementary::exp(709.782712893384) < std::numeric_limits<double>::infinity());
  CHECK(elementary::exp(-745.1) == std::numeric_limits<double>::denorm_min());
  CHECK(std::isnan(elementary::exp(std::nan(""))));
}

TEST_CASE("log(x) is within 1 unit in the last place") {
  CHECK(worst(1e-6, 1, elementary::log, log_by_series) <= 1);
  CHECK(worst(0.9, 1.1, elementary::log, log_by_series) <= 1);
  CHECK(worst(1, 1e9, elementary::log, log_by_series) <= 1);
}

TEST_CASE("log(x) is exact at 1, −∞ at 0 and NaN below") {
  CHECK(elementary::log(1) == 0);
  CHECK(elementary::log(0) == -std::numeric_limits<double>::infinity());
  CHECK(elementary::log(std::numeric_limits<double>::infinity()) == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(elementary::log(-1)));
}

TEST_CASE("sin(x) and cos(x) are within 1 unit in the last place") {
  CHECK(worst(-0.8, 0.8, elementary::sin, oracle::sine) < 0.8);
  CHECK(worst(-12, 12, elementary::sin, oracle::sine) < 0.8);
  CHECK(worst(-0.8, 0.8, elementary::cos, cosine) < 0.8);
  CHECK(worst(-12, 12, elementary::cos, cosine) < 0.8);
}

// Values to 25 digits by 1,100-bit arithmetic. The middle one is the double of all that lies
// nearest to a multiple of π/2 (6381956970095103 · 2⁷⁹⁷).
TEST_CASE("sin(x) and cos(x) keep their digits for huge x") {
  const auto close = [](double actual, double expected) {
    return std::abs(actual - expected) <= oracle::unit_in_last_place(expected);
  };
  CHECK(close(elementary::sin(1e22), -0.8522008497671888017727059));
  CHECK(close(elementary::cos(1e22), 0.5232147853951389454975944));
  CHECK(close(elementary::sin(std::ldexp(6381956970095103.0, 797)), 1.0));
  CHECK(close(elementary::cos(std::ldexp(6381956970095103.0, 797)), -4.687165924254627611122582801963884186e-19));
  CHECK(close(elementary::sin(std::numeric_limits<double>::max()), 0.004961954789184062));
  CHECK(close(elementary::cos(std::numeric_limits<double>::max()), -0.9999876894265599));
  CHECK(close(elementary::sin(-1e22), 0.8522008497671888017727059));
}

TEST_CASE("sin_quarter_turns(t) is exact at whole quarters") {
  CHECK(elementary::sin_quarter_turns(0) == 0);
  CHECK(elementary::sin_quarter_turns(1) == 1);
  CHECK(elementary::sin_quarter_turns(2) == 0);
  CHECK(elementary::sin_quarter_turns(3) == -1);
  CHECK(elementary::cos_quarter_turns(1) == 0);
  CHECK(elementary::cos_quarter_turns(4) == 1);
  CHECK(worst(0, 1, elementary::sin_quarter_turns, [](double t) { return oracle::sine(oracle::half_pi() * Real(t)); }) < 0.8);
}
