#include <attention_pooling/diagnostics.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <vector>

#include "cases.hpp"
#include "oracle.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Numbers = std::vector<double>;

namespace {

Numbers book_queries() {
  Numbers queries;
  for (int i = 0; i < 50; ++i) queries.push_back(i / 10.0);
  return queries;
}

}  // namespace

// Published with the book's samples (tests/cases/README.md).
TEST_CASE("diagnostics(…).effective_keys has the published means on the book's samples") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto mean = [&](Kernel kernel, double width) {
    double sum = 0;
    for (const double keys_in_effect : diagnostics(book_queries(), keys, values, {kernel, width}).effective_keys) sum += keys_in_effect / 50;
    return sum;
  };
  CHECK_THAT(mean(Kernel::gaussian, 0.1), WithinAbs(2.98, 5e-3));
  CHECK_THAT(mean(Kernel::gaussian, 0.2), WithinAbs(5.62, 5e-3));
  CHECK_THAT(mean(Kernel::gaussian, 0.5), WithinAbs(12.83, 5e-3));
  CHECK_THAT(mean(Kernel::gaussian, 1), WithinAbs(22.68, 5e-3));
  CHECK_THAT(mean(Kernel::gaussian, 2), WithinAbs(34.22, 5e-3));
  CHECK_THAT(mean(Kernel::boxcar, 1), WithinAbs(14.50, 5e-3));
  CHECK_THAT(mean(Kernel::triangular, 1), WithinAbs(11.12, 5e-3));
  CHECK_THAT(mean(Kernel::epanechnikov, 1), WithinAbs(12.26, 5e-3));
  CHECK_THAT(mean(Kernel::constant, 1), WithinAbs(40, 1e-12));
}

TEST_CASE("diagnostics(…) agrees with the definition, for every kernel") {
  const auto kernel = GENERATE(from_range(kernels));
  const auto width = GENERATE(0.3, 1.0, 5.0);
  CAPTURE(name(kernel), width);
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const Numbers queries{0.1, 2.5, 4.9, 6.0};
  const std::size_t n = keys.size();
  const auto found = diagnostics(queries, keys, values, {kernel, width});

  const auto s = oracle::weights(keys, keys, kernel, {width});
  const auto pooled = oracle::pool(keys, keys, values, kernel, {width});
  oracle::Real trace = 0, squares = 0, residuals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    trace += s[i * n + i];
    for (std::size_t j = 0; j < n; ++j) squares += s[i * n + j] * s[i * n + j];
    const auto residual = oracle::Real(values[i]) - pooled[i];
    residuals += residual * residual;
    CHECK_THAT(found.residuals[i], WithinAbs(static_cast<double>(residual), 1e-13));
  }
  CHECK_THAT(found.degrees_of_freedom, WithinRel(static_cast<double>(trace), 1e-13));
  const auto variance = residuals / (oracle::Real(static_cast<double>(n)) - 2 * trace + squares);
  const double noise = std::sqrt(static_cast<double>(variance));
  REQUIRE(found.noise.size() == 1);
  CHECK_THAT(found.noise[0], WithinRel(noise, 1e-12));

  const auto w = oracle::weights(queries, keys, kernel, {width});
  for (std::size_t q = 0; q < queries.size(); ++q) {
    double sum = 0, entropy = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double weight = static_cast<double>(w[q * n + i]);
      sum += weight * weight;
      if (weight > 0) entropy -= weight * std::log(weight);
    }
    if (sum == 0) {
      CHECK(found.effective_keys[q] == 0);
      CHECK(std::isnan(found.entropy[q]));
      CHECK(std::isnan(found.standard_error[q]));
      continue;
    }
    CHECK_THAT(found.effective_keys[q], WithinRel(1 / sum, 1e-12));
    CHECK_THAT(found.entropy[q], WithinAbs(entropy, 1e-12));
    CHECK_THAT(found.standard_error[q], WithinRel(noise * std::sqrt(sum), 1e-12));
  }
}

TEST_CASE("diagnostics(…) has a standard error for every column, in proportion to its values") {
  const Numbers keys{0, 1, 2, 3}, values{1, 10, 2, 20, 1, 10, 3, 30}, queries{0.5, 2};
  const auto found = diagnostics(queries, keys, {values, 2}, {});
  REQUIRE(found.noise.size() == 2);
  REQUIRE(found.standard_error.size() == 4);
  CHECK_THAT(found.noise[1], WithinRel(10 * found.noise[0], 1e-14));
  CHECK_THAT(found.standard_error[3], WithinRel(10 * found.standard_error[2], 1e-14));
}

// The standard error is about what it says: noise drawn anew moves the pooled value by as much.
TEST_CASE("diagnostics(…).standard_error is the spread of pooled values over samples of new noise") {
  const Numbers queries{1.0, 2.5};
  double mean_square = 0, sum = 0, squares = 0;
  constexpr int draws = 400;
  for (std::uint32_t seed = 0; seed < draws; ++seed) {
    auto drawn = sample(SampleName::line, {.n = 60, .noise = 0.5, .seed = seed});
    for (std::size_t i = 0; i < 60; ++i) {  // the same keys each time, the same line
      const double noise = drawn.values[i] - drawn.keys[i];
      drawn.keys[i] = static_cast<double>(i) / 12;
      drawn.values[i] = noise;
    }
    const auto pooled = attention_pool(queries, drawn.keys, drawn.values, {.width = 0.4});
    const auto error = diagnostics(queries, drawn.keys, drawn.values, {.width = 0.4}).standard_error[1];
    sum += pooled[1] / draws, squares += pooled[1] * pooled[1] / draws, mean_square += error * error / draws;
  }
  CHECK_THAT(std::sqrt(mean_square), WithinRel(std::sqrt(squares - sum * sum), 0.1));
}

TEST_CASE("diagnostics(…) keeps its digits where every sample nearly interpolates, and has no noise where it does") {
  const Numbers keys{0, 1, 2, 3}, values{1, 3, 2, 5}, queries{0.2};
  // Weights of neighbours are e = exp(−50): residuals and divisor are tiny, their ratio is not.
  const auto near = diagnostics(queries, keys, values, {.width = 0.1});
  CHECK_THAT(near.degrees_of_freedom, WithinAbs(4, 1e-12));
  // Residuals (−2, 2 − 1, 1 − 3, 3)·e for 1 − w = e, 2e, 2e, e and squares e², 2e², 2e², e².
  CHECK(near.noise[0] >= 0);
  CHECK(std::isnan(diagnostics(queries, keys, values, {.width = 1e-3}).noise[0]));
  CHECK(std::isnan(diagnostics(queries, keys, values, {.width = 1e-3}).standard_error[0]));
  CHECK(std::isnan(diagnostics(Numbers{0}, Numbers{0}, Numbers{3}).noise[0]));
}

TEST_CASE("diagnostics(…) in space counts the keys of two coordinates") {
  const Numbers keys{0, 0, 3, 0, 0, 4}, values{1, 2, 3}, queries{0, 0, 9, 9};
  const auto found = diagnostics({queries, 2}, {keys, 2}, values, {Kernel::boxcar, 3.5});
  CHECK_THAT(found.effective_keys[0], WithinRel(2.0, 1e-15));
  CHECK_THAT(found.entropy[0], WithinRel(std::log(2.0), 1e-15));
  CHECK(found.effective_keys[1] == 0);
  CHECK_THAT(found.degrees_of_freedom, WithinRel(2.0, 1e-15));
  CHECK_THAT(found.noise[0], WithinRel(std::sqrt(0.5 / 1.0), 1e-14));  // S of ½ ½ / ½ ½ / 1
}

TEST_CASE("diagnostics(…) throws as attention_pool does") {
  const Numbers one{1}, two{1, 2};
  CHECK_THROWS_WITH((void)diagnostics(one, two, one), Equals("values: 1 for 2 keys"));
  CHECK_THROWS_WITH((void)diagnostics(one, two, two, {.width = 0}), Equals("width: 0 is not finite and positive"));
}
