#include <attention_pooling/consistency.hpp>
#include <attention_pooling/pooling.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <vector>

#include "random.hpp"

using namespace attention_pooling;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

Consistency whole_of(const ConsistencyOptions& options) {
  ConsistencyRun run(options);
  while (run.advance(10'000'000) < 1) {
  }
  return run.result();
}

}  // namespace

TEST_CASE("ConsistencyRun: the error of a size is that of attention_pool on the same draws") {
  const auto kernel = GENERATE(Kernel::gaussian, Kernel::laplace, Kernel::epanechnikov, Kernel::boxcar);
  const auto dim = GENERATE(1u, 2u, 3u);
  CAPTURE(name(kernel), dim);
  const auto found = whole_of({.dim = dim, .kernel = kernel, .rate = 0, .constant = 1.5, .sizes = {300}, .queries = 20, .repetitions = 1, .seed = 9});

  const auto function = [&](const double* x) {
    double sum = 0;
    for (std::size_t d = 0; d < dim; ++d) sum += 2 * std::sin(x[d]) + x[d];
    return sum;
  };
  Random random(9);
  std::vector<double> queries(20 * dim), keys(300 * dim), values(300);
  for (double& x : queries) x = 1 + 3 * random.uniform();
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t d = 0; d < dim; ++d) keys[i * dim + d] = 5 * random.uniform();
    values[i] = function(&keys[i * dim]) + random.normal();
  }
  const auto pooled = attention_pool({queries, dim}, {keys, dim}, values, {kernel, 1.5});
  double sum = 0;
  std::size_t reached = 0;
  for (std::size_t q = 0; q < 20; ++q)
    if (!std::isnan(pooled[q])) sum += std::pow(pooled[q] - function(&queries[q * dim]), 2), ++reached;
  CHECK(found.out_of_reach[0] == 20 - reached);
  CHECK_THAT(found.errors[0], WithinRel(sum / static_cast<double>(reached), 1e-10));
}

TEST_CASE("ConsistencyRun: errors fall with n at about the rate of theory, on both regions") {
  const auto region = GENERATE(Region::interior, Region::whole);
  const auto found = whole_of({.region = region, .sizes = {300, 1000, 3000, 10000}, .queries = 50, .repetitions = 12});
  CAPTURE(found.errors, found.slope);
  for (std::size_t i = 1; i < 4; ++i) CHECK(found.errors[i] < found.errors[i - 1]);
  CHECK_THAT(found.expected_slope, WithinAbs(region == Region::interior ? -0.8 : -0.75, 1e-15));
  CHECK_THAT(found.slope, WithinAbs(found.expected_slope, 0.25));
}

TEST_CASE("ConsistencyRun: near the ends of the whole interval the error is greater") {
  const auto error = [](Region region) {
    return whole_of({.rate = 0.2, .region = region, .noise = 0.1, .sizes = {2000}, .queries = 100, .repetitions = 4}).errors[0];
  };
  CHECK(error(Region::whole) > 3 * error(Region::interior));
}

TEST_CASE("ConsistencyRun: the width is constant · n^−rate, the best rate by default") {
  const auto best = whole_of({.dim = 2, .constant = 2, .sizes = {4, 64}, .queries = 1, .repetitions = 1});
  CHECK(best.sizes == std::vector<std::size_t>{4, 64});
  CHECK_THAT(best.widths[1], WithinRel(2 * std::pow(64, -1.0 / 6), 1e-14));
  const auto given = whole_of({.dim = 2, .rate = 0.5, .sizes = {64}, .queries = 1, .repetitions = 1});
  CHECK_THAT(given.widths[0], WithinRel(0.125, 1e-14));
  CHECK(given.expected_slope == 0);
  CHECK(std::isnan(given.slope));
  CHECK(std::isnan(given.standard_errors[0]));
}

TEST_CASE("ConsistencyRun: how it is sliced changes no bit, and progress grows to 1") {
  const ConsistencyOptions options{.dim = 2, .sizes = {10, 50, 200}, .queries = 7, .repetitions = 3, .seed = 4};
  const auto whole = whole_of(options);
  ConsistencyRun run(options);
  double before = 0;
  std::size_t slices = 0;
  for (; run.done() < 1; ++slices) {
    const double done = run.advance(slices % 100);
    CHECK(done > before);
    before = done;
  }
  CHECK(slices > 50);
  CHECK(run.result().errors == whole.errors);
  CHECK(run.result().standard_errors == whole.standard_errors);
  CHECK(run.advance(1) == 1);
}

TEST_CASE("ConsistencyRun: another seed draws other samples") {
  const auto error = [](std::uint32_t seed) { return whole_of({.sizes = {20}, .queries = 5, .repetitions = 2, .seed = seed}).errors[0]; };
  CHECK(error(1) == error(1));
  CHECK(error(1) != error(2));
}

// The bits of this number are the same natively and as WebAssembly: both run this test.
TEST_CASE("ConsistencyRun: the same options give the same bits everywhere") {
  const auto found = whole_of({.dim = 3, .sizes = {100}, .queries = 10, .repetitions = 2, .seed = 1});
  CHECK(found.errors[0] == 0.41315023137396523);
}

TEST_CASE("ConsistencyRun: queries that no key reaches are counted, and have no error") {
  const auto found = whole_of({.kernel = Kernel::boxcar, .rate = 0, .constant = 1e-9, .sizes = {5}, .queries = 3, .repetitions = 2});
  CHECK(found.out_of_reach[0] == 6);
  CHECK(std::isnan(found.errors[0]));
}

TEST_CASE("ConsistencyRun throws naming the option that is out of range") {
  const auto start = [](const ConsistencyOptions& options) { ConsistencyRun run(options); };
  CHECK_THROWS_WITH(start({.dim = 4}), Equals("dim: 4 is not from 1 to 3"));
  CHECK_THROWS_WITH(start({.kernel = Kernel::constant}), Equals("kernel: constant has no width that could shrink"));
  CHECK_THROWS_WITH(start({.rate = -1}), Equals("rate: -1 is not finite and at least 0"));
  CHECK_THROWS_WITH(start({.constant = 0}), Equals("constant: 0 is not finite and positive"));
  CHECK_THROWS_WITH(start({.noise = -1}), Equals("noise: -1 is not finite and at least 0"));
  CHECK_THROWS_WITH(start({.sizes = {}}), Equals("sizes: 0 numbers are not at least 1"));
  CHECK_THROWS_WITH(start({.sizes = {5, 0}}), Equals("sizes[1]: 0 is not from 1 to 1000000"));
  CHECK_THROWS_WITH(start({.queries = 0}), Equals("queries: 0 is not from 1 to 10000"));
  CHECK_THROWS_WITH(start({.repetitions = 10001}), Equals("repetitions: 10001 is not from 1 to 10000"));
}
