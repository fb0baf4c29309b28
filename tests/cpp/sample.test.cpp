#include <attention_pooling/sample.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <limits>

#include "cases.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("sample(d2l) is the book's: keys to the bit, values to a millionth") {
  const auto book = read_case("d2l-seed0.csv");
  const auto sample = attention_pooling::sample(SampleName::d2l);
  REQUIRE(sample.keys.size() == 40);
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(sample.keys[i] == book.keys[i]);
    CHECK_THAT(sample.values[i], WithinAbs(book.values[i], 1e-6));
  }
}

TEST_CASE("sample(name) keeps to its options") {
  const auto name = GENERATE(from_range(sample_names));
  CAPTURE(attention_pooling::name(name));
  const SampleOptions options{.n = 5000, .noise = 0.5, .from = 1, .to = 3, .seed = 7};
  const auto sample = attention_pooling::sample(name, options);
  REQUIRE(sample.keys.size() == 5000);
  REQUIRE(sample.values.size() == 5000);
  CHECK(std::is_sorted(sample.keys.begin(), sample.keys.end()));
  CHECK(sample.keys.front() >= 1);
  CHECK(sample.keys.back() < 3);
  const auto exact = truth(name, sample.keys);
  double mean = 0, variance = 0;
  for (std::size_t i = 0; i < 5000; ++i) mean += (sample.values[i] - exact[i]) / 5000;
  for (std::size_t i = 0; i < 5000; ++i) variance += std::pow(sample.values[i] - exact[i] - mean, 2) / 5000;
  CHECK_THAT(mean, WithinAbs(0, 0.03));                // 4 standard errors
  CHECK_THAT(std::sqrt(variance), WithinAbs(0.5, 0.02));
}

TEST_CASE("sample(name, seed) differs by seed and repeats for the same") {
  const auto draw = [](std::uint32_t seed) { return attention_pooling::sample(SampleName::sine, {.seed = seed}).values; };
  CHECK(draw(1) == draw(1));
  CHECK(draw(1) != draw(2));
}

TEST_CASE("sample(name) without noise is the function") {
  const auto name = GENERATE(from_range(sample_names));
  const auto sample = attention_pooling::sample(name, {.n = 3, .noise = 0, .seed = 4294967295u});
  CHECK(sample.values == truth(name, sample.keys));
}

TEST_CASE("sample(d2l_older) draws 50 of the older editions' function") {
  const auto sample = attention_pooling::sample(SampleName::d2l_older, {.n = 50, .noise = 0});
  REQUIRE(sample.keys.size() == 50);
  for (std::size_t i = 0; i < 50; ++i)
    CHECK_THAT(sample.values[i], WithinRel(2 * std::sin(sample.keys[i]) + std::pow(sample.keys[i], 0.8), 1e-14));
}

TEST_CASE("truth(name, queries) is the function in the header") {
  const std::vector<double> queries{0.0, 1.0, 2.5, 4.0};
  const auto check = [&](SampleName name, const std::vector<double>& expected) {
    const auto actual = truth(name, queries);
    for (std::size_t q = 0; q < queries.size(); ++q) CHECK_THAT(actual[q], WithinAbs(expected[q], 1e-14));
  };
  check(SampleName::d2l, {0, 1 + 2 * std::sin(1), 2.5 + 2 * std::sin(2.5), 4 + 2 * std::sin(4)});
  check(SampleName::d2l_older, {0, 1 + 2 * std::sin(1), std::pow(2.5, 0.8) + 2 * std::sin(2.5), std::pow(4, 0.8) + 2 * std::sin(4)});
  check(SampleName::sine, {0, 2 * std::sin(2), 2 * std::sin(5), 2 * std::sin(8)});
  check(SampleName::step, {0, 0, 3, 3});
  check(SampleName::line, {0, 1, 2.5, 4});
  const double turn = 2.1 * std::acos(-1.0);
  check(SampleName::doppler, {0, 6 * std::sqrt(0.2 * 0.8) * std::sin(turn / 0.25), 3 * std::sin(turn / 0.55), 6 * std::sqrt(0.8 * 0.2) * std::sin(turn / 0.85)});
}

TEST_CASE("truth(d2l_older, x) is NaN below 0, where x^0.8 is undefined") {
  CHECK(std::isnan(truth(SampleName::d2l_older, std::vector<double>{-1.0})[0]));
}

TEST_CASE("sample(name, options) throws naming the option that is out of range") {
  const auto draw = [](const SampleOptions& options, SampleName name = SampleName::d2l) { (void)attention_pooling::sample(name, options); };
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(draw({.n = 0}), Equals("n: 0 is not from 1 to 10000000"));
  CHECK_THROWS_WITH(draw({.n = 10'000'001}), Equals("n: 10000001 is not from 1 to 10000000"));
  CHECK_THROWS_WITH(draw({.noise = -0.5}), Equals("noise: -0.5 is not finite and at least 0"));
  CHECK_THROWS_WITH(draw({.noise = infinity}), Equals("noise: Infinity is not finite and at least 0"));
  CHECK_THROWS_WITH(draw({.from = std::nan("")}), Equals("from: NaN is not finite"));
  CHECK_THROWS_WITH(draw({.to = infinity}), Equals("to: Infinity is not finite"));
  CHECK_THROWS_WITH(draw({.from = 5, .to = 5}), Equals("to: 5 is not above from, which is 5"));
  CHECK_THROWS_WITH(draw({.from = -1e308, .to = 1e308}), Equals("to: 1e+308 is not within 1.7e308 of from, which is -1e+308"));
  CHECK_THROWS_WITH(draw({.from = -1}, SampleName::d2l_older), Equals("from: -1 is not at least 0, where x^0.8 begins"));
  CHECK_THROWS_WITH((void)truth(SampleName::d2l, std::vector<double>{0, infinity}), Equals("queries[1]: Infinity is not finite"));
}

TEST_CASE("sample_from_name(name(sample)) is the sample") {
  const auto sample = GENERATE(from_range(sample_names));
  CHECK(sample_from_name(name(sample)) == sample);
  CHECK(name(SampleName::d2l_older) == "d2l-older");
  CHECK_THROWS_WITH((void)sample_from_name("mnist"), Equals("name: \"mnist\" is not one of d2l, d2l-older, sine, step, line, doppler"));
}
