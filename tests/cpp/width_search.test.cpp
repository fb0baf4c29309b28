#include <attention_pooling/width.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cases.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Numbers = std::vector<double>;

namespace {

// The least error over a fine grid and just beside every distance between keys.
double least_by_force(const Numbers& keys, const Numbers& values, Kernel kernel) {
  Numbers widths;
  for (int i = 0; i <= 4000; ++i) widths.push_back(0.003 * std::pow(10, i / 800.0));
  for (const double a : keys)
    for (const double b : keys)
      if (a > b) widths.insert(widths.end(), {a - b, std::nextafter(a - b, 1e9), (a - b) * (1 + 1e-9)});
  double least = INFINITY;
  for (const double error : loo_curve(keys, values, kernel, widths).errors) least = std::fmin(least, error);
  return least;
}

}  // namespace

TEST_CASE("select_width(…) finds the book's, near 0.32") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto found = select_width(keys, values, Kernel::gaussian);
  REQUIRE(found.width.size() == 1);
  CHECK_THAT(found.width[0], WithinAbs(0.32, 5e-3));
  CHECK(found.error == loo_error(keys, values, {.width = found.width[0]}));
}

// Leave-one-out by hand: https://github.com/tomicapretto/density_estimation/issues/6
TEST_CASE("select_width(…) finds a minimum to nine digits of its error") {
  const auto found = select_width(Numbers{0, 1, 2, 3, 4, 5}, Numbers{0, 2, 1, 4, 3, 5}, Kernel::gaussian);
  CHECK_THAT(found.error, WithinRel(2.244092470864130524407393, 1e-12));
  CHECK_THAT(found.width[0], WithinRel(1.44868349676471757, 1e-6));
}

// A local search lands in a poor minimum: https://github.com/statsmodels/statsmodels/issues/3145
TEST_CASE("select_width(…) finds the global minimum among local ones") {
  const Numbers keys{1, 3, 4, 5, 8, 10, 13, 15}, values{0, 3, 4, 0, 6, 9, 1, 6};
  const auto found = select_width(keys, values, Kernel::gaussian);
  CHECK_THAT(found.error, WithinRel(11.68277547142517942602431, 1e-12));
  CHECK_THAT(found.width[0], WithinRel(7.07907490664908236, 1e-6));
  CHECK_THAT(loo_error(keys, values, {.width = 0.845232081897189066}), WithinRel(12.36787176860720959390170, 1e-13));
}

TEST_CASE("select_width(…) is no worse than a fine grid by force, for every kernel with a width") {
  const auto kernel = GENERATE(filter([](Kernel k) { return k != Kernel::constant; }, from_range(kernels)));
  const auto seed = GENERATE(1u, 2u, 3u);
  CAPTURE(name(kernel), seed);
  std::mt19937 bits(seed);
  Numbers keys(12), values(12);
  for (double& key : keys) key = static_cast<double>(bits() % 500) / 100;
  for (double& value : values) value = static_cast<double>(bits() % 500) / 100;
  const auto found = select_width(keys, values, kernel);
  CHECK(found.error <= least_by_force(keys, values, kernel) * (1 + 1e-9));
  CHECK(std::is_sorted(found.widths.begin(), found.widths.end()));
  CHECK(found.errors.size() == found.widths.size());
  CHECK(found.error <= *std::min_element(found.errors.begin(), found.errors.end(), [](double a, double b) { return a < b || std::isnan(b); }) * (1 + 1e-12));
}

TEST_CASE("select_width(boxcar) is the upper end of the best interval, with few keys and with many") {
  const auto n = GENERATE(20, 200);
  std::mt19937 bits(5);
  Numbers keys(n), values(n);
  for (double& key : keys) key = static_cast<double>(bits() % 5000) / 1024;
  for (std::size_t i = 0; i < keys.size(); ++i) values[i] = std::sin(3 * keys[i]) + static_cast<double>(bits() % 100) / 100;
  const auto found = select_width(keys, values, Kernel::boxcar);
  // A distance between two keys, where by the strict rule nothing has changed yet; just above it has.
  bool is_distance = false;
  for (const double a : keys)
    for (const double b : keys) is_distance |= a - b == found.width[0];
  CHECK(is_distance);
  CHECK(loo_error(keys, values, {Kernel::boxcar, found.width[0] * (1 + 1e-12)}) > found.error);
}

TEST_CASE("select_width(…) takes no width that leaves a sample alone, and tries the narrowest that does not") {
  const Numbers keys{0, 0.1, 0.2, 0.3, 5}, values{0, 1, 2, 3, 3.1};
  const auto kernel = GENERATE(Kernel::boxcar, Kernel::triangular, Kernel::epanechnikov, Kernel::tricube);
  const auto found = select_width(keys, values, kernel);
  CHECK(found.width[0] >= 4.7);
  CHECK(std::isfinite(found.error));
  CHECK(std::count_if(found.widths.begin(), found.widths.end(), [](double w) { return std::abs(w - 4.7) < 1e-14; }) >= 2);
}

TEST_CASE("select_width(…) gives ties to the widest tried: two samples, and equal values") {
  const auto kernel = GENERATE(Kernel::gaussian, Kernel::boxcar, Kernel::triangular, Kernel::laplace);
  CAPTURE(name(kernel));
  const auto two = select_width(Numbers{1, 4}, Numbers{2, 6}, kernel);
  CHECK(two.width[0] == two.widths.back());
  CHECK_THAT(two.width[0], WithinRel(300.0, 1e-12));
  CHECK_THAT(two.error, WithinRel(16.0, 1e-14));
  const auto equal = select_width(Numbers{1, 4, 6}, Numbers{2, 2, 2}, kernel);
  CHECK(equal.width[0] == equal.widths.back());
  CHECK(equal.error == 0);
}

TEST_CASE("select_width(…) does not depend on the order of the samples") {
  auto [keys, values] = read_case("cars.csv");
  const auto before = select_width(keys, values, Kernel::gaussian);
  std::reverse(keys.begin(), keys.end());
  std::reverse(values.begin(), values.end());
  CHECK_THAT(select_width(keys, values, Kernel::gaussian).error, WithinRel(before.error, 1e-12));
}

TEST_CASE("select_width(…) scales with the keys and with the values, of any magnitude") {
  const Numbers keys{1, 3, 4, 5, 8, 10, 13, 15}, values{0, 3, 4, 0, 6, 9, 1, 6};
  const auto scaled = [&](double k, double v) {
    Numbers a = keys, b = values;
    for (double& x : a) x *= k;
    for (double& x : b) x *= v;
    return select_width(a, b, Kernel::gaussian);
  };
  CHECK_THAT(scaled(0x1p-400, 0x1p300).width[0] * 0x1p400, WithinRel(7.07907490664908236, 1e-6));
  CHECK_THAT(scaled(0x1p900, 0x1p-300).width[0] * 0x1p-900, WithinRel(7.07907490664908236, 1e-6));
}

TEST_CASE("select_width({per_coordinate}) is wide in a coordinate that does not matter, and better than one width") {
  std::mt19937 bits(3);
  Numbers keys(2 * 60), values(60);
  for (double& key : keys) key = static_cast<double>(bits() % 5000) / 1000;
  for (std::size_t i = 0; i < 60; ++i) values[i] = std::sin(2 * keys[2 * i]) + 0.1 * (static_cast<double>(bits() % 1000) / 1000 - 0.5);
  const auto kernel = GENERATE(Kernel::gaussian, Kernel::epanechnikov);
  const auto common = select_width({keys, 2}, values, kernel);
  const auto apart = select_width({keys, 2}, values, kernel, {.per_coordinate = true});
  REQUIRE(common.width.size() == 1);
  REQUIRE(apart.width.size() == 2);
  CHECK(apart.width[1] > 5 * apart.width[0]);
  CHECK(apart.error < 0.5 * common.error);
  CHECK(apart.error == loo_error({keys, 2}, values, {kernel, apart.width}));
}

TEST_CASE("select_width_run(…) in small slices gives the same bits, with progress that grows to 1") {
  const auto [keys, values] = read_case("cars.csv");
  const auto whole = select_width(keys, values, Kernel::biweight);
  auto run = select_width_run(keys, values, Kernel::biweight);
  double before = 0;
  while (run.done() < 1) {
    const double done = run.advance(777);
    CHECK(done >= before);
    before = done;
  }
  CHECK(run.result().width == whole.width);
  CHECK(run.result().widths == whole.widths);
}

TEST_CASE("select_width(…) says when there is no width to choose") {
  const Numbers one{1}, two{1, 2}, same{3, 3};
  CHECK_THROWS_WITH((void)select_width(two, two, Kernel::constant), Equals("kernel: constant gives the same at every width, so there is none to choose"));
  CHECK_THROWS_WITH((void)select_width(one, one, Kernel::gaussian), Equals("keys: 1 point is not at least 2, each to be predicted from the others"));
  CHECK_THROWS_WITH((void)select_width(same, two, Kernel::gaussian), Equals("keys: all are at one place, so every width gives the same"));
}
