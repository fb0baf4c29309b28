#include <attention_pooling/width.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cases.hpp"
#include "oracle.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Numbers = std::vector<double>;

namespace {

// Each sample pooled from a list of the others.
std::vector<oracle::Real> loo_by_definition(Points keys, const Numbers& values, Kernel kernel, const Numbers& widths) {
  std::vector<oracle::Real> predictions;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Numbers others, their_values;
    for (std::size_t j = 0; j < keys.size(); ++j) {
      if (j == i) continue;
      others.insert(others.end(), keys[j].begin(), keys[j].end());
      their_values.push_back(values[j]);
    }
    predictions.push_back(oracle::pool({keys[i], keys.dim()}, {others, keys.dim()}, their_values, kernel, widths)[0]);
  }
  return predictions;
}

Numbers random_numbers(std::size_t n, std::uint32_t seed, double decimals = 1000) {
  std::mt19937 bits(seed);
  Numbers numbers(n);
  for (double& number : numbers) number = static_cast<double>(bits() % 5000) / decimals;
  return numbers;
}

}  // namespace

TEST_CASE("loo_predictions(keys, values) agrees with the definition on a line, for every kernel") {
  const auto kernel = GENERATE(from_range(kernels));
  const auto width = GENERATE(0.003, 0.1, 1.0, 20.0);
  CAPTURE(name(kernel), width);
  auto keys = random_numbers(60, 1), values = random_numbers(60, 2);
  for (std::size_t i = 0; i < 10; ++i) keys[i] = keys[59 - i];  // duplicates
  for (double& key : keys) key += 1e6;
  const auto expected = loo_by_definition(keys, values, kernel, {width});
  CHECK(oracle::pooling_error(loo_predictions(keys, values, {kernel, width}), expected, oracle::spread(values)) <= 1);
}

TEST_CASE("loo_predictions(keys, values) agrees with the definition in space, also with a width for each coordinate") {
  const auto kernel = GENERATE(from_range(kernels));
  const auto widths = GENERATE(Numbers{0.7}, Numbers{0.5, 1.5, 3.0});
  CAPTURE(name(kernel), widths);
  const auto coordinates = random_numbers(3 * 40, 3), values = random_numbers(40, 4);
  const Points keys(coordinates, 3);
  const auto expected = loo_by_definition(keys, values, kernel, widths);
  CHECK(oracle::pooling_error(loo_predictions(keys, values, {kernel, widths}), expected, oracle::spread(values)) <= 1);
}

TEST_CASE("loo_predictions(keys, values) has a row for each key and a column for each of the values") {
  const Numbers keys{3, 0, 1}, values{30, 3, 0, 0, 10, 1};
  const auto predictions = loo_predictions(keys, {values, 2}, {Kernel::boxcar, 2.5});
  CHECK_THAT(predictions, Catch::Matchers::Approx(Numbers{10, 1, 10, 1, 15, 1.5}).margin(1e-14));
}

TEST_CASE("loo_predictions(keys, values) is NaN where no other key is within reach, and for a lone key") {
  const auto lonely = loo_predictions(Numbers{0, 1, 5}, Numbers{1, 2, 3}, {Kernel::triangular, 2.0});
  CHECK(lonely[0] == 2);
  CHECK(lonely[1] == 1);
  CHECK(std::isnan(lonely[2]));
  CHECK(std::isnan(loo_predictions(Numbers{4}, Numbers{1}, {})[0]));
}

// Published with the book's samples (tests/cases/README.md).
TEST_CASE("loo_error(…) on the book's samples has the published values") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto error = [&](Kernel kernel, double width) { return loo_error(keys, values, {kernel, width}); };
  CHECK_THAT(error(Kernel::gaussian, 0.1), WithinAbs(1.1001, 5e-5));
  CHECK_THAT(error(Kernel::gaussian, 0.2), WithinAbs(1.0121, 5e-5));
  CHECK_THAT(error(Kernel::gaussian, 0.5), WithinAbs(1.0193, 5e-5));
  CHECK_THAT(error(Kernel::gaussian, 1), WithinAbs(1.2592, 5e-5));
  CHECK_THAT(error(Kernel::gaussian, 2), WithinAbs(1.5903, 5e-5));
  CHECK_THAT(error(Kernel::boxcar, 1), WithinAbs(1.1158, 5e-5));
  CHECK_THAT(error(Kernel::triangular, 1), WithinAbs(1.0016, 5e-5));
  CHECK_THAT(error(Kernel::epanechnikov, 1), WithinAbs(1.0307, 5e-5));
  CHECK_THAT(error(Kernel::constant, 1), WithinAbs(1.6785, 5e-5));
}

// A loop that fitted one object and scored another left no point out:
// https://github.com/tomicapretto/density_estimation/issues/6
TEST_CASE("loo_error(…) does not go to 0 as the width does") {
  const Numbers keys{0, 1, 2, 3, 4, 5}, values{0, 2, 1, 4, 3, 5};
  const std::vector<std::pair<double, double>> gaussian{
      {0.01, 3.416666666666666666666667}, {0.25, 3.416666666474763994008142}, {0.5, 3.404105331932395259811831},
      {0.75, 3.093945410772878191624305}, {1, 2.579923590408130377783359},    {1.5, 2.247057064195752807256728},
      {2, 2.472061190277067037317637},    {4, 3.502276063538354650106239},    {100, 4.198709079769153826871027}};
  for (const auto& [width, error] : gaussian) CHECK_THAT(loo_error(keys, values, {.width = width}), WithinRel(error, 1e-14));
  const std::vector<std::pair<double, double>> epanechnikov{{1.5, 3.416666666666666666666667},
                                                            {2.5, 2.023682237600922722029988},
                                                            {3.5, 2.108849159008782150121473},
                                                            {6, 3.293295230404393473650134}};
  for (const auto& [width, error] : epanechnikov)
    CHECK_THAT(loo_error(keys, values, {Kernel::epanechnikov, width}), WithinRel(error, 1e-14));
}

TEST_CASE("loo_error(…) is NaN at a width that leaves a sample alone") {
  const Numbers keys{0, 1, 5}, values{1, 2, 3};
  CHECK(std::isnan(loo_error(keys, values, {Kernel::boxcar, 4.0})));
  CHECK(std::isfinite(loo_error(keys, values, {Kernel::boxcar, 4.1})));
}

TEST_CASE("loo_error(…) is the mean over samples and columns, and its squares do not overflow early") {
  CHECK_THAT(loo_error(Numbers{0, 1}, {Numbers{0, 0, 2, 4}, 2}), WithinRel(10.0, 1e-15));
  CHECK_THAT(loo_error(Numbers{0, 1}, Numbers{-5e153, 5e153}), WithinRel(1e308, 1e-15));
  CHECK_THAT(loo_error(Numbers{0, 1}, Numbers{1e300, 1e300}), WithinAbs(0, 0));
}

TEST_CASE("loo_curve(widths) is loo_error at every width") {
  const auto [keys, values] = read_case("cars.csv");
  const Numbers widths{0.5, 1.5, 4, 100};
  const auto curve = loo_curve(keys, values, Kernel::tricube, widths);
  CHECK(curve.widths == widths);
  CHECK(std::isnan(curve.errors[0]));
  for (std::size_t i = 1; i < 4; ++i) CHECK(curve.errors[i] == loo_error(keys, values, {Kernel::tricube, widths[i]}));
  CHECK(loo_curve(keys, values, Kernel::gaussian, Numbers{}).errors.empty());
}

TEST_CASE("loo_curve_run(…) in small slices gives the same bits, with growing progress") {
  const auto [coordinates, numbers] = read_case("faithful.csv");   // 136 pairs: in one dimension all go in one pass
  const Points keys(coordinates, 2);
  const Numbers values(numbers.begin(), numbers.begin() + 136), widths{2, 3, 9};
  auto run = loo_curve_run(keys, values, Kernel::gaussian, widths);
  double before = 0;
  int slices = 0;
  for (; run.done() < 1; ++slices) {
    const double done = run.advance(1000);
    CHECK(done >= before);
    before = done;
    CHECK(run.result().errors.size() <= 3);
  }
  CHECK(slices > 30);
  CHECK(run.advance(1) == 1);
  CHECK(run.result().errors == loo_curve(keys, values, Kernel::gaussian, widths).errors);
}

TEST_CASE("loo_error and loo_curve throw naming what is wrong") {
  const Numbers keys{0, 1}, values{1};
  CHECK_THROWS_WITH((void)loo_error(keys, values), Equals("values: 1 for 2 keys"));
  CHECK_THROWS_WITH((void)loo_predictions(Numbers{}, Numbers{}), Equals("keys: there are none; at least 1 is needed"));
  CHECK_THROWS_WITH((void)loo_error(keys, keys, {.width = -1}), Equals("width: -1 is not finite and positive"));
  CHECK_THROWS_WITH((void)loo_curve(keys, keys, Kernel::gaussian, Numbers{1, 0}), Equals("widths[1]: 0 is not finite and positive"));
}

TEST_CASE("loo_predictions, loo_error, loo_curve, select_width and learn_width throw if the kernel is no enumerator") {
  const Numbers keys{0, 1, 2};
  const auto none = static_cast<Kernel>(99);
  const auto says = Equals("kernel: enumerator 99 is not one of the 10 there are");
  CHECK_THROWS_WITH((void)loo_predictions(keys, keys, {none, 1}), says);
  CHECK_THROWS_WITH((void)loo_error(keys, keys, {none, 1}), says);
  CHECK_THROWS_WITH((void)loo_curve(keys, keys, none, keys), says);
  CHECK_THROWS_WITH((void)select_width(keys, keys, none), says);
  CHECK_THROWS_WITH((void)learn_width(keys, keys, none), says);
}
