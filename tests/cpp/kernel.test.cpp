#include <attention_pooling/kernel.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <limits>

#include "oracle.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinRel;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

// From the formulas by hand: exp(−1/8), exp(−1/2), 1 − 1/2, 1 − 1/4, (3/4)², (3/4)³, (7/8)³, cos(π/4).
TEST_CASE("evaluate(kernel, 0.5) is what the formula says") {
  CHECK_THAT(evaluate(Kernel::gaussian, 0.5), WithinRel(0.8824969025845954, 4e-16));
  CHECK(evaluate(Kernel::boxcar, 0.5) == 1);
  CHECK(evaluate(Kernel::constant, 0.5) == 1);
  CHECK(evaluate(Kernel::triangular, 0.5) == 0.5);
  CHECK(evaluate(Kernel::epanechnikov, 0.5) == 0.75);
  CHECK(evaluate(Kernel::biweight, 0.5) == 0.5625);
  CHECK(evaluate(Kernel::triweight, 0.5) == 0.421875);
  CHECK(evaluate(Kernel::tricube, 0.5) == 0.669921875);
  CHECK_THAT(evaluate(Kernel::cosine, 0.5), WithinRel(0.7071067811865476, 4e-16));
  CHECK_THAT(evaluate(Kernel::laplace, 0.5), WithinRel(0.6065306597126334, 4e-16));
}

// A stored revision of the book lost the minus sign, and plotted exp(−2x²):
// https://github.com/d2l-ai/d2l-en/pull/2671
TEST_CASE("evaluate(gaussian, 1) is exp(−1/2)") {
  CHECK_THAT(evaluate(Kernel::gaussian, 1), WithinRel(0.6065306597126334236, 4e-16));
}

TEST_CASE("evaluate(kernel, x) agrees with the definition") {
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  for (const double x : {1e-300, 1e-9, 0.1, 0.3, 0.7, 0.9, 0.999, 1 - 0x1p-40, std::nextafter(1.0, 0.0), 1.0, 1.5, 5.0, 30.0, 38.0}) {
    CAPTURE(x);
    const auto expected = oracle::alpha(kernel, x);
    const auto error = oracle::magnitude(oracle::Real(evaluate(kernel, x)) - expected);
    // The argument of an exponential is rounded: that costs x² / 2 units.
    CHECK(error <= expected * oracle::Real(1e-15 * (1 + x * x / 4)) + oracle::Real(1e-310));
  }
}

TEST_CASE("evaluate(kernel, x) is 1 at 0, even, and never NaN for a number") {
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  CHECK(evaluate(kernel, 0.0) == 1);
  CHECK(evaluate(kernel, -0.0) == 1);
  for (const double x : {0.25, 0.999, 1.0, 3.0, 1e300, infinity}) CHECK(evaluate(kernel, x) == evaluate(kernel, -x));
  CHECK(evaluate(kernel, infinity) == (kernel == Kernel::constant ? 1 : 0));
}

TEST_CASE("evaluate(kernel, NaN) is NaN, for the constant too") {
  CHECK(std::isnan(evaluate(GENERATE(from_range(kernels)), std::nan(""))));
}

TEST_CASE("evaluate(kernel, x) of finite reach is 0 from 1 on and positive just below") {
  const auto kernel = GENERATE(Kernel::boxcar, Kernel::triangular, Kernel::epanechnikov, Kernel::biweight,
                               Kernel::triweight, Kernel::tricube, Kernel::cosine);
  CAPTURE(name(kernel));
  CHECK(evaluate(kernel, 1.0) == 0);
  CHECK(evaluate(kernel, std::nextafter(1.0, 0.0)) > 0);
}

TEST_CASE("kernel_from_name(name(kernel)) is the kernel") {
  const auto kernel = GENERATE(from_range(kernels));
  CHECK(kernel_from_name(name(kernel)) == kernel);
}

TEST_CASE("kernel_from_name(\"sinc\") throws naming all that are known") {
  CHECK_THROWS_WITH((void)kernel_from_name("sinc"),
                    Equals("kernel: \"sinc\" is not one of gaussian, boxcar, constant, triangular, epanechnikov, "
                           "biweight, triweight, tricube, cosine, laplace"));
  CHECK_THROWS_WITH((void)kernel_from_name("Gaussian"), Catch::Matchers::StartsWith("kernel: \"Gaussian\""));
}
