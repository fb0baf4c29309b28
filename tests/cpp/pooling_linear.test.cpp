// Thousands of samples and queries at once, where pooling takes its paths of linear time:
// against the definition in arithmetic of 113 bits, for some of the queries.

#include <attention_pooling/attention_pooling.hpp>
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "oracle.hpp"

using namespace attention_pooling;

namespace {

using Numbers = std::vector<double>;

struct Many {
  std::string layout;
  Numbers keys, values, queries;
  double width;
};

constexpr std::array layouts{"even", "clusters", "duplicates", "keys at 1e9", "values at 1e8",
                             "a gap", "one value of 1e12", "queries far outside"};

/// `count` samples and queries of a layout, the width a power of ten between a millionth and
/// a million times their spread, all by the seed.
Many draw(const std::string& layout, std::size_t count, std::uint32_t seed) {
  std::mt19937 bits(seed);
  const auto uniform = [&] { return (bits() + 0.5) / 4294967296.0; };
  const auto key = [&] {
    const double u = uniform();
    if (layout == "clusters") return std::floor(5 * u) + 1e-4 * uniform();
    if (layout == "duplicates") return std::floor(300 * u) / 60;
    if (layout == "keys at 1e9") return 1e9 + 5 * u;
    if (layout == "a gap") return u < 0.5 ? u : 4 + u;
    return 5 * u;
  };
  Many many{layout, {}, {}, {}, 5 * std::pow(10, 12 * uniform() - 6)};
  for (std::size_t i = 0; i < count; ++i) {
    many.keys.push_back(key());
    many.values.push_back(2 * std::sin(many.keys[i]) + uniform() + (layout == "values at 1e8" ? 1e8 : 0));
    if (layout == "queries far outside") many.queries.push_back(5 * uniform() + (i % 2 ? 100 : -100) * uniform() * many.width);
    else many.queries.push_back(layout == "a gap" ? 5 * uniform() : key() + 0.001 * uniform());
  }
  if (layout == "one value of 1e12") many.values[count / 2] = 1e12;
  return many;
}

Numbers without(Numbers numbers, std::size_t i) {
  numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(i));
  return numbers;
}

}  // namespace

TEST_CASE("attention_pool(…) of thousands is within 1e-13 of the spread of exact arithmetic, at any width") {
  const auto kernel = GENERATE(from_range(kernels));
  for (std::uint32_t seed = 0; seed < 16; ++seed) {
    const Many many = draw(layouts[seed % layouts.size()], 1500, seed);
    CAPTURE(name(kernel), many.layout, many.width, seed);
    const auto pooled = attention_pool(many.queries, many.keys, many.values, {kernel, many.width});
    REQUIRE(pooled.size() == many.queries.size());
    Numbers some, asked;
    for (std::size_t q = seed; q < pooled.size(); q += 375) some.push_back(pooled[q]), asked.push_back(many.queries[q]);
    const auto expected = oracle::pool(asked, many.keys, many.values, kernel, {many.width});
    CHECK(oracle::pooling_error(some, expected, oracle::spread(many.values)) <= 1);
  }
}

TEST_CASE("loo_predictions(…) of thousands are what the others pool to, within 1e-13 of the spread") {
  const auto kernel = GENERATE(from_range(kernels));
  for (std::uint32_t seed = 100; seed < 108; ++seed) {
    const Many many = draw(layouts[seed % 7], 1500, seed);
    CAPTURE(name(kernel), many.layout, many.width, seed);
    const auto predicted = loo_predictions(many.keys, many.values, {kernel, many.width});
    for (std::size_t i = seed; i < predicted.size(); i += 700) {
      const auto expected = oracle::pool(Numbers{many.keys[i]}, without(many.keys, i), without(many.values, i), kernel, {many.width});
      CHECK(oracle::pooling_error(Numbers{predicted[i]}, expected, oracle::spread(many.values)) <= 1);
    }
  }
}

TEST_CASE("attention_pool(…) of thousands has the same bits in whatever order samples and queries come") {
  const auto kernel = GENERATE(from_range(kernels));
  const Many many = draw("duplicates", 3000, 5);
  for (const double width : {0.01, 0.5, 20.0}) {
    CAPTURE(name(kernel), width);
    std::vector<std::size_t> order(many.keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    Many shuffled{many.layout, {}, {}, many.queries, width};
    for (const std::size_t i : order) shuffled.keys.push_back(many.keys[i]), shuffled.values.push_back(many.values[i]);
    std::sort(shuffled.queries.begin(), shuffled.queries.end());
    const auto sorted = attention_pool(shuffled.queries, shuffled.keys, shuffled.values, {kernel, width});
    const auto given = attention_pool(many.queries, many.keys, many.values, {kernel, width});
    bool same = true;
    for (std::size_t q = 0; q < given.size(); ++q) {
      const auto at = std::lower_bound(shuffled.queries.begin(), shuffled.queries.end(), many.queries[q]) - shuffled.queries.begin();
      const double other = sorted[static_cast<std::size_t>(at)];
      same = same && (given[q] == other || (std::isnan(given[q]) && std::isnan(other)));
    }
    CHECK(same);
  }
}
