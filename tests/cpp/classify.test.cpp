#include <attention_pooling/classify.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracle.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Numbers = std::vector<double>;
using Labels = std::vector<int>;

namespace {

constexpr double pi = 3.14159265358979323846;

Numbers random_points(std::size_t numbers, std::uint32_t seed) {
  std::mt19937 bits(seed);
  Numbers points(numbers);
  for (double& x : points) x = static_cast<double>(bits() % 4000) / 1000;
  return points;
}

// ∫ α(r) rᵈ⁻¹ dr by Simpson's rule, in steps that do not straddle r = 1.
double radial_by_simpson(Kernel kernel, int dim) {
  const bool everywhere = kernel == Kernel::gaussian || kernel == Kernel::laplace;
  const double end = kernel == Kernel::gaussian ? 40 : kernel == Kernel::laplace ? 120 : 1;
  constexpr int steps = 200000;
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double r = end * i / steps;
    // At the edge of a boxcar the limit from within.
    const double alpha = !everywhere && i == steps ? (kernel == Kernel::boxcar ? 1 : 0) : evaluate(kernel, r);
    sum += (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * alpha * std::pow(r, dim - 1);
  }
  return sum * end / steps / 3;
}

}  // namespace

TEST_CASE("normaliser(kernel, 1) and (kernel, 2) are the textbook's constants") {
  CHECK_THAT(normaliser(Kernel::gaussian, 1), WithinRel(std::sqrt(2 * pi), 1e-15));
  CHECK_THAT(normaliser(Kernel::gaussian, 2), WithinRel(2 * pi, 1e-15));
  CHECK_THAT(normaliser(Kernel::boxcar, 1), WithinRel(2.0, 1e-15));
  CHECK_THAT(normaliser(Kernel::boxcar, 2), WithinRel(pi, 1e-15));
  CHECK_THAT(normaliser(Kernel::boxcar, 3), WithinRel(4 * pi / 3, 1e-15));
  CHECK_THAT(normaliser(Kernel::triangular, 1), WithinRel(1.0, 1e-15));
  CHECK_THAT(normaliser(Kernel::triangular, 2), WithinRel(pi / 3, 1e-15));
  CHECK_THAT(normaliser(Kernel::epanechnikov, 1), WithinRel(4.0 / 3, 1e-15));
  CHECK_THAT(normaliser(Kernel::epanechnikov, 2), WithinRel(pi / 2, 1e-15));
  CHECK_THAT(normaliser(Kernel::biweight, 1), WithinRel(16.0 / 15, 1e-15));
  CHECK_THAT(normaliser(Kernel::triweight, 1), WithinRel(32.0 / 35, 1e-15));
  CHECK_THAT(normaliser(Kernel::tricube, 1), WithinRel(81.0 / 70, 1e-15));
  CHECK_THAT(normaliser(Kernel::cosine, 1), WithinRel(4 / pi, 1e-15));
  CHECK_THAT(normaliser(Kernel::cosine, 2), WithinRel(4 * (1 - 2 / pi), 1e-15));
  CHECK_THAT(normaliser(Kernel::laplace, 1), WithinRel(2.0, 1e-15));
  CHECK_THAT(normaliser(Kernel::laplace, 3), WithinRel(8 * pi, 1e-15));
}

TEST_CASE("normaliser(kernel, dim) is the surface of the sphere times the radial integral") {
  const auto kernel = GENERATE(filter([](Kernel k) { return k != Kernel::constant; }, from_range(kernels)));
  const auto dim = GENERATE(1, 2, 3, 4, 7, 20);
  CAPTURE(name(kernel), dim);
  const double surface = 2 * std::pow(pi, dim / 2.0) / std::tgamma(dim / 2.0);
  CHECK_THAT(normaliser(kernel, static_cast<std::size_t>(dim)), WithinRel(surface * radial_by_simpson(kernel, dim), 1e-7));
}

TEST_CASE("normaliser(constant, dim) is infinite, as its integral is") {
  CHECK(std::isinf(normaliser(Kernel::constant, 2)));
}

TEST_CASE("classify(…).probabilities are pooled one-hot labels") {
  const Numbers keys = random_points(30, 1), queries = random_points(20, 2);
  Labels labels;
  for (int i = 0; i < 30; ++i) labels.push_back(i % 3);
  const auto kernel = GENERATE(from_range(kernels));
  const auto found = classify(queries, keys, labels, {kernel, 0.8});
  REQUIRE(found.classes == 3);
  const auto weights = oracle::weights(queries, keys, kernel, {0.8});
  for (std::size_t q = 0; q < 20; ++q)
    for (std::size_t y = 0; y < 3; ++y) {
      oracle::Real expected = 0;
      for (std::size_t i = y; i < 30; i += 3) expected += weights[q * 30 + i];
      CHECK_THAT(found.probabilities[3 * q + y], WithinAbs(static_cast<double>(expected), 1e-14));
    }
}

// The book's exercise 1: the sign of the difference of the joint densities is the decision.
TEST_CASE("classify(…): of two classes, the sign of p̂(x, 1) − p̂(x, 0) is the label, for every kernel in 1, 2 and 3 dimensions") {
  const auto kernel = GENERATE(filter([](Kernel k) { return k != Kernel::constant; }, from_range(kernels)));
  const auto dim = GENERATE(1u, 2u, 3u);
  CAPTURE(name(kernel), dim);
  const Numbers keys = random_points(40 * dim, 3), queries = random_points(200 * dim, 4);
  Labels labels;
  for (std::size_t i = 0; i < 40; ++i) labels.push_back(keys[i * dim] + keys[i * dim + dim - 1] > 4 ? 1 : 0);
  for (std::size_t i = 0; i < 40; i += 7) labels[i] = 1 - labels[i];
  const auto found = classify({queries, dim}, {keys, dim}, labels, {kernel, 0.9});
  std::size_t decided = 0;
  for (std::size_t q = 0; q < 200; ++q) {
    const double difference = found.densities[2 * q + 1] - found.densities[2 * q];
    const double total = found.densities[2 * q + 1] + found.densities[2 * q];
    if (found.labels[q] == -1) {
      CHECK(std::abs(difference) <= 1e-10 * total);
      continue;
    }
    ++decided;
    CHECK((difference > 0) == (found.labels[q] == 1));
    CHECK_THAT(found.probabilities[2 * q + 1], WithinAbs(found.densities[2 * q + 1] / total, 1e-12));
  }
  CHECK(decided > 120);
}

TEST_CASE("classify(…).densities agree with the definition and integrate to the classes' shares") {
  const auto kernel = GENERATE(filter([](Kernel k) { return k != Kernel::constant; }, from_range(kernels)));
  CAPTURE(name(kernel));
  const Numbers keys{0, 0, 1, 1, 1, 0.5};
  const Labels labels{0, 1, 1};
  const double width = 0.5, step = 0.05;
  Numbers queries;
  for (int i = -250; i <= 270; ++i)
    for (int j = -250; j <= 270; ++j) queries.insert(queries.end(), {i * step + 0.013, j * step + 0.007});
  const auto found = classify({queries, 2}, {keys, 2}, labels, {kernel, width});
  double first = 0, second = 0;
  for (std::size_t q = 0; 2 * q < found.densities.size(); ++q) {
    first += found.densities[2 * q] * step * step;
    second += found.densities[2 * q + 1] * step * step;
  }
  // The boxcar's edge and the tip of triangular and Laplace cost the sum a few digits.
  const double tolerance = kernel == Kernel::boxcar ? 0.02 : kernel == Kernel::laplace ? 1e-3 : 2e-3;
  CHECK_THAT(first, WithinRel(1.0 / 3, tolerance));
  CHECK_THAT(second, WithinRel(2.0 / 3, tolerance));

  const auto one = classify({Numbers{0.2, 0.1}, 2}, {keys, 2}, labels, {kernel, width});
  const double x = std::hypot(0.2, 0.1) / width;
  CHECK_THAT(one.densities[0], WithinRel(evaluate(kernel, x) / 3 / (normaliser(kernel, 2) * width * width), 1e-13));
}

TEST_CASE("classify({width: one per coordinate}) divides its densities by the product of the widths") {
  const Numbers keys{0, 0}, queries{1, 0.5};
  const auto found = classify({queries, 2}, {keys, 2}, Labels{0}, {.width = {2.0, 0.5}});
  CHECK_THAT(found.densities[0], WithinRel(std::exp(-0.5 * (0.25 + 1)) / (2 * pi * 2.0 * 0.5), 1e-14));
}

TEST_CASE("classify(…) leaves undecided what no key reaches, and ties") {
  const auto found = classify(Numbers{0.5, 9, 0.4}, Numbers{0, 1}, Labels{0, 1}, {Kernel::triangular, 2.0});
  CHECK(found.labels == Labels{-1, -1, 0});
  CHECK(found.probabilities[0] == 0.5);
  CHECK(std::isnan(found.probabilities[2]));
  CHECK(found.densities[2] == 0);
  CHECK(classify(Numbers{5}, Numbers{0, 1, 2}, Labels{0, 1, 1}, {Kernel::constant}).labels == Labels{1});
}

TEST_CASE("classify(…) far from all keys decides by the nearest, where densities are too small to tell") {
  const auto found = classify(Numbers{1e6}, Numbers{0, 1}, Labels{1, 0}, {.width = 0.01});
  CHECK(found.labels == Labels{0});
  CHECK(found.densities == Numbers{0, 0});
}

TEST_CASE("classify(…).densities do not lose themselves in many dimensions") {
  const Numbers keys(300, 0.0), queries(300, 0.1);
  const auto found = classify({queries, 300}, {keys, 300}, Labels{0}, {.width = 1e-2});
  const double log_density = -0.5 * 300 * 100 - 150 * std::log(2 * pi) - 300 * std::log(1e-2);
  CHECK(log_density < -1000);  // too small, and 0: neither NaN nor Infinity
  CHECK(found.densities[0] == 0);
  const auto there = classify({Numbers(300, 1e-3), 300}, {keys, 300}, Labels{0}, {.width = 0.3});
  CHECK_THAT(there.densities[0], WithinRel(std::exp(-0.5 * 300 * 1e-6 / 0.09 - 150 * std::log(2 * pi) - 300 * std::log(0.3)), 1e-11));
}

TEST_CASE("classify({kernel: constant}) has no densities") {
  const auto found = classify(Numbers{0}, Numbers{0, 1}, Labels{0, 0}, {Kernel::constant});
  CHECK(std::isnan(found.densities[0]));
  CHECK(found.probabilities == Numbers{1});
}

TEST_CASE("classify(…) throws naming the labels") {
  const Numbers keys{0, 1};
  CHECK_THROWS_WITH((void)classify(keys, keys, Labels{0}), Equals("labels: 1 for 2 keys"));
  CHECK_THROWS_WITH((void)classify(keys, keys, Labels{0, -1}), Equals("labels[1]: -1 is not from 0 to 999"));
  CHECK_THROWS_WITH((void)classify(keys, keys, Labels{1000, 0}), Equals("labels[0]: 1000 is not from 0 to 999"));
  CHECK_THROWS_WITH((void)classify(keys, keys, Labels{1, 0}, {.width = 0}), Equals("width: 0 is not finite and positive"));
}
