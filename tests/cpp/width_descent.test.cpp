#include <attention_pooling/width.hpp>

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

// Mean squared error, each sample pooled from all or from the others.
double error_at(Points keys, Points values, const Similarity& similarity, bool leave_one_out) {
  if (leave_one_out) return loo_error(keys, values, similarity);
  const auto pooled = attention_pool(keys, keys, values, similarity);
  double sum = 0;
  for (std::size_t i = 0; i < pooled.size(); ++i) sum += std::pow(values.coordinates()[i] - pooled[i], 2);
  return sum / static_cast<double>(pooled.size());
}

}  // namespace

TEST_CASE("learn_width(…) takes the book's five steps to three decimals") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto path = learn_width(keys, values, Kernel::gaussian);
  REQUIRE(path.widths.size() == 6);
  REQUIRE(path.losses.size() == 6);
  CHECK(path.widths[0] == 1);
  const Numbers losses{1.259, 1.146, 1.102, 1.078, 1.062}, inverse{1.268, 1.428, 1.545, 1.637, 1.716};
  for (std::size_t step = 0; step < 5; ++step) {
    CHECK_THAT(path.losses[step], WithinAbs(losses[step], 5.5e-4));
    CHECK_THAT(1 / path.widths[step + 1], WithinAbs(inverse[step], 5.5e-4));
  }
}

TEST_CASE("learn_width({leave_one_out: false}) narrows for ever: 1/width is 1.72 after 4, 5.1 after 99 and 19.8 after 1,999 steps") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto path = learn_width(keys, values, Kernel::gaussian, {.steps = 1999, .leave_one_out = false});
  CHECK_THAT(1 / path.widths[4], WithinAbs(1.72, 5e-3));
  CHECK_THAT(1 / path.widths[99], WithinAbs(5.1, 5e-2));
  CHECK_THAT(1 / path.widths[1999], WithinAbs(19.8, 5e-2));
  CHECK(path.losses[1999] < path.losses[99]);
}

TEST_CASE("learn_width({parameter: log}) comes to the width of least leave-one-out error") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto path = learn_width(keys, values, Kernel::gaussian, {.steps = 300, .parameter = WidthParameter::log});
  CHECK_THAT(path.widths.back(), WithinRel(select_width(keys, values, Kernel::gaussian).width[0], 1e-4));
}

TEST_CASE("learn_width(…) steps by the derivative of the loss, for every kernel that has one") {
  const auto kernel = GENERATE(Kernel::gaussian, Kernel::triangular, Kernel::epanechnikov, Kernel::biweight,
                               Kernel::triweight, Kernel::tricube, Kernel::cosine, Kernel::laplace);
  const auto leave_one_out = GENERATE(false, true);
  const auto dim = GENERATE(1u, 2u);
  CAPTURE(name(kernel), leave_one_out, dim);
  std::mt19937 bits(8);
  Numbers coordinates(30 * dim), values(30 * 2);
  for (double& key : coordinates) key = static_cast<double>(bits() % 5000) / 1000;
  for (double& value : values) value = static_cast<double>(bits() % 5000) / 1000;
  const Points keys(coordinates, dim), targets(values, 2);
  const double start = 2.2, h = 1e-5;
  const double slope = (error_at(keys, targets, {kernel, start * std::exp(h)}, leave_one_out) -
                        error_at(keys, targets, {kernel, start * std::exp(-h)}, leave_one_out)) / (2 * h);
  const double rate = 1e-4;
  const auto by_log = learn_width(keys, targets, kernel, {start, rate, 1, leave_one_out, WidthParameter::log});
  CHECK_THAT(std::log(by_log.widths[1] / start) / -rate, WithinRel(slope, 1e-6));
  const auto by_inverse = learn_width(keys, targets, kernel, {start, rate, 1, leave_one_out, WidthParameter::inverse});
  CHECK_THAT((1 / by_inverse.widths[1] - 1 / start) / -rate, WithinRel(-start * slope, 1e-6));
  CHECK_THAT(by_log.losses[0], WithinRel(error_at(keys, targets, {kernel, start}, leave_one_out), 1e-12));
}

TEST_CASE("learn_width({rate}) that diverges keeps the width positive and finite, and counts the steps it halved") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto parameter = GENERATE(WidthParameter::inverse, WidthParameter::log);
  const auto start = GENERATE(0.2, 3.0);
  for (const double rate : {1e3, 1e300}) {
    const auto path = learn_width(keys, values, Kernel::gaussian, {start, rate, 20, true, parameter});
    REQUIRE(path.widths.size() == 21);
    for (const double width : path.widths) CHECK((std::isfinite(width) && width > 0));
    for (const double loss : path.losses) CHECK(std::isfinite(loss));
    // A step of 1/width may end where the loss is flat; one of log width leaves the range of doubles.
    if (rate > 1e299 && parameter == WidthParameter::log) CHECK(path.shortened > 0);
  }
}

TEST_CASE("learn_width(…) halves a step that would leave a sample alone") {
  const Numbers keys{0, 1, 2, 3, 4}, values{0, 10, 20, 30, 40};
  const auto path = learn_width(keys, values, Kernel::triangular, {4, 100, 10, true, WidthParameter::log});
  CHECK(path.shortened > 0);
  for (const double width : path.widths) CHECK(width > 1);
}

TEST_CASE("learn_width(…) throws for kernels without a gradient and options out of range") {
  const Numbers keys{0, 1, 5}, one{1};
  const auto learn = [&](Kernel kernel, const WidthDescentOptions& options) { (void)learn_width(keys, keys, kernel, options); };
  CHECK_THROWS_WITH(learn(Kernel::boxcar, {}), Equals("kernel: boxcar has no gradient by the width, so it cannot be learned"));
  CHECK_THROWS_WITH(learn(Kernel::constant, {}), Equals("kernel: constant has no gradient by the width, so it cannot be learned"));
  CHECK_THROWS_WITH(learn(Kernel::gaussian, {.start = 0}), Equals("start: 0 is not finite and positive"));
  CHECK_THROWS_WITH(learn(Kernel::gaussian, {.rate = -1}), Equals("rate: -1 is not finite and at least 0"));
  CHECK_THROWS_WITH(learn(Kernel::gaussian, {.steps = 1'000'001}), Equals("steps: 1000001 is not from 0 to 1000000"));
  CHECK_THROWS_WITH(learn(Kernel::tricube, {.start = 2}), Equals("start: 2 leaves key 2 without another within reach"));
  CHECK_THROWS_WITH((void)learn_width(one, one, Kernel::gaussian), Equals("keys: 1 point is not at least 2, each to be predicted from the others"));
  CHECK(learn_width(one, one, Kernel::gaussian, {.steps = 2, .leave_one_out = false}).losses == Numbers{0, 0, 0});
}
