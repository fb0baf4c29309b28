#include <attention_pooling/pooling.hpp>
#include <attention_pooling/width.hpp>

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "oracle.hpp"

using namespace attention_pooling;
using Numbers = std::vector<double>;

namespace {

/// Samples that are hard in one way each, and queries for them.
struct Hard {
  std::string name;
  Numbers keys, values, queries;
  double width;
};

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : bits_(seed) {}
  double uniform() { return (bits_() + 0.5) / 4294967296.0; }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform()); }

 private:
  std::mt19937 bits_;
};

std::vector<Hard> hard_samples() {
  Draw draw(7);
  std::vector<Hard> all;
  using Number = std::function<double()>;
  const auto add = [&](std::string name, int n, int m, double width, const Number& key,
                       const std::function<double(double)>& value, const Number& query) {
    Hard hard{std::move(name), {}, {}, {}, width};
    for (int i = 0; i < n; ++i) hard.keys.push_back(key());
    for (const double k : hard.keys) hard.values.push_back(value(k));
    for (int q = 0; q < m; ++q) hard.queries.push_back(query());
    all.push_back(std::move(hard));
  };
  const Number five = [&] { return 5 * draw.uniform(); };
  const Number noise = [&] { return draw.normal(); };
  const auto book = [&](double x) { return 2 * std::sin(x) + x + draw.normal(); };

  add("wide", 400, 20, 1, five, book, five);
  add("narrow", 400, 20, 0.05, five, book, five);
  add("few keys in reach", 400, 20, 0.01, five, book, five);
  add("values at 1e8", 400, 20, 0.05, five, [&](double x) { return 1e8 + book(x); }, five);
  add("keys at 1e9", 400, 20, 0.05, [&] { return 1e9 + five(); }, [&](double) { return draw.normal(); },
      [&] { return 1e9 + five(); });
  add("keys at -1e9, values at 1e8", 400, 20, 0.05, [&] { return -1e9 + five(); },
      [&](double) { return 1e8 + draw.normal(); }, [&] { return -1e9 + five(); });
  add("one value of 1e16", 400, 20, 0.05, five, [&](double x) { return x < 0.02 ? 1e16 : draw.normal(); }, five);
  add("a cluster", 400, 20, 0.05, [&] { return draw.uniform() < 0.9 ? 1e-3 * draw.uniform() : five(); }, book, five);
  add("a gap of 40 widths", 400, 30, 0.025, [&] { return draw.uniform() < 0.5 ? draw.uniform() : 2 + draw.uniform(); },
      book, [&] { return 0.9 + 1.2 * draw.uniform(); });
  add("tails of 60 widths", 400, 30, 0.05, five, book, [&] { return -3 + 11 * draw.uniform(); });
  add("queries a million widths away", 200, 20, 1e-3, five, book, [&] { return (draw.uniform() - 0.5) * 2000; });
  add("queries a billion widths away", 200, 20, 1e-3, five, book, [&] { return (draw.uniform() - 0.5) * 2e6; });
  add("a billion widths between clusters", 200, 20, 1e-9, [&] { return (draw.uniform() < 0.5 ? 0 : 2) + 1e-8 * draw.uniform(); }, book,
      [&] { return 1 + 2e-9 * draw.normal(); });
  add("duplicates", 400, 20, 0.05, [&] { return std::floor(50 * draw.uniform()) / 10; }, book, five);
  add("on a grid, one width to the edge", 400, 40, 0.125, [&] { return std::floor(40 * draw.uniform()) / 8; }, book,
      [&] { return std::floor(40 * draw.uniform()) / 8; });
  add("rounded grid, one width to the edge", 400, 50, 0.3, [&] { return std::floor(50 * draw.uniform()) / 10; }, book,
      [&] { return std::floor(50 * draw.uniform()) / 10; });
  add("all magnitudes", 300, 60, 1, [&] { return std::exp(20 * draw.uniform() - 10); }, book,
      [&] { return std::exp(20 * draw.uniform() - 10); });
  add("numbers of 1e-150", 200, 20, 1e-151, [&] { return 1e-150 * five(); }, [&](double) { return 1e-150 * draw.normal(); },
      [&] { return 1e-150 * five(); });
  add("numbers of 1e150", 200, 20, 1e149, [&] { return 2e149 * five(); }, [&](double) { return 2e149 * draw.normal(); },
      [&] { return 2e149 * five(); });
  add("a tiny width", 100, 20, 1e-150, five, book, five);
  add("a huge width", 100, 20, 1e150, five, book, five);
  add("values all equal", 100, 20, 0.1, five, [](double) { return 0.1; }, five);
  add("one key", 1, 20, 1, five, book, noise);
  return all;
}

bool within(const Numbers& pooled, const Numbers& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  return std::all_of(pooled.begin(), pooled.end(),
                     [&](double p) { return std::isnan(p) || (*least <= p && p <= *greatest); });
}

}  // namespace

TEST_CASE("attention_pool(…) on a line is within 1e-13 of the spread of exact arithmetic") {
  const auto kernel = GENERATE(from_range(kernels));
  for (const auto& hard : hard_samples()) {
    CAPTURE(name(kernel), hard.name);
    const auto pooled = attention_pool(hard.queries, hard.keys, hard.values, {kernel, hard.width});
    const auto expected = oracle::pool(hard.queries, hard.keys, hard.values, kernel, {hard.width});
    CHECK(oracle::pooling_error(pooled, expected, oracle::spread(hard.values)) <= 1);
    CHECK(within(pooled, hard.values));
  }
}

TEST_CASE("attention_weights(…) on a line keep their digits down to the smallest") {
  const auto kernel = GENERATE(from_range(kernels));
  for (const auto& hard : hard_samples()) {
    CAPTURE(name(kernel), hard.name);
    const auto weights = attention_weights(hard.queries, hard.keys, {kernel, hard.width});
    CHECK(oracle::weights_error(weights, oracle::weights(hard.queries, hard.keys, kernel, {hard.width})) <= 1);
  }
}

// The ratio to the nearest key's weight, where every weight by itself is 0 in double arithmetic:
// the keys are 1e-9 apart and a billion widths away.
TEST_CASE("attention_weights(…) far away keep the ratio of neighbours") {
  const Numbers keys{0, 1e-9, 3e-9}, query{1e9};
  for (const auto kernel : {Kernel::gaussian, Kernel::laplace})
    CHECK(oracle::weights_error(attention_weights(query, keys, {kernel, 1}), oracle::weights(query, keys, kernel, {1})) <= 1);
}

// Here the rounded distances are all equal, and cannot tell which key is the nearest.
TEST_CASE("attention_weights(…) far away in the plane keep the ratio of neighbours") {
  const Numbers keys{0, 0, 1e-9, 0, 3e-9, 0}, query{1e9, 0};
  for (const auto kernel : {Kernel::gaussian, Kernel::laplace})
    CHECK(oracle::weights_error(attention_weights({query, 2}, {keys, 2}, {kernel, 1}),
                                oracle::weights(Numbers{1e9}, Numbers{0, 1e-9, 3e-9}, kernel, {1})) <= 1);
}

TEST_CASE("attention_pool(…) of a million keys keeps 1e-13") {
  const std::size_t n = 1'000'000;
  const auto kernel = GENERATE(Kernel::triangular, Kernel::constant, Kernel::gaussian);
  CAPTURE(name(kernel));
  Draw draw(11);
  Numbers keys, values;
  for (std::size_t i = 0; i < n; ++i) keys.push_back(5 * draw.uniform()), values.push_back(1 + 0.1 * draw.normal());
  const Numbers query{2.5};
  const double width = kernel == Kernel::gaussian ? 0.002 : 10;   // the oracle's exponentials are slow
  const auto pooled = attention_pool(query, keys, values, {kernel, width});
  CHECK(oracle::pooling_error(pooled, oracle::pool(query, keys, values, kernel, {width}), oracle::spread(values)) <= 1);
}

// Equal terms round the same way every time, so that a plain sum drifts; and the values lie just
// too far apart to be centred.
TEST_CASE("attention_pool(…) of a million equal values but one does not drift") {
  Numbers keys, values(1'000'000, 0.1);
  values.back() = 0.1151;
  for (std::size_t i = 0; i < values.size(); ++i) keys.push_back(static_cast<double>(i));
  const auto pooled = attention_pool(Numbers{0}, keys, values, {.kernel = Kernel::constant});
  const auto expected = oracle::pool(Numbers{0}, keys, values, Kernel::constant, {1});
  CHECK(oracle::pooling_error(pooled, expected, oracle::spread(values)) <= 1);
}

// Keys 1e-120 and 2e-120 are within reach of 1 by as much, so their weights are as 1 to 2^degree,
// the degree being how fast the kernel falls to 0. By themselves they are 1e-240, 1e-360 …; and
// with a width of 1e300, even 1 − |x| is subnormal.
TEST_CASE("attention_weights(…) of finite reach hold at the very edge, where they would underflow") {
  struct Edge { Kernel kernel; int degree; };
  const auto [kernel, degree] = GENERATE(values<Edge>({{Kernel::boxcar, 0}, {Kernel::triangular, 1}, {Kernel::epanechnikov, 1},
      {Kernel::biweight, 2}, {Kernel::triweight, 3}, {Kernel::tricube, 3}, {Kernel::cosine, 1}}));
  CAPTURE(name(kernel));
  const auto [width, unit] = GENERATE(values<std::pair<double, double>>({{1, 1e-120}, {1e300, 1e-20}}));
  const auto weights = attention_weights(Numbers{width}, Numbers{unit, 2 * unit}, {kernel, width});
  CHECK(std::abs(weights[0] - 1 / (1 + std::pow(2, degree))) <= 1e-15);
  CHECK(std::abs(weights[1] - 1 / (1 + std::pow(2, -degree))) <= 1e-15);
}

TEST_CASE("attention_pool(…) of numbers at the ends of the range is neither NaN nor out of range") {
  const auto kernel = GENERATE(from_range(kernels));
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  const Numbers numbers{-huge, -1e308, -1e150, -1, -1e-300, -tiny, 0, tiny, 1e-320, 1e-300, 1e-16, 1, 1e16, 1e300, 1e308, huge};
  for (const double width : {tiny, 1e-320, 1e-300, 1e-16, 1.0, 1e16, 1e300, huge}) {
    CAPTURE(name(kernel), width);
    const auto pooled = attention_pool(numbers, numbers, numbers, {kernel, width});
    for (std::size_t q = 0; q < numbers.size(); ++q) {
      CAPTURE(numbers[q], pooled[q]);
      CHECK(std::isfinite(pooled[q]));   // every query is a key
      CHECK(std::abs(pooled[q]) <= huge);
    }
    // Between and beyond the keys: an answer wherever the kernel reaches.
    const bool everywhere = kernel == Kernel::gaussian || kernel == Kernel::laplace || kernel == Kernel::constant;
    const auto between = attention_pool(Numbers{-5e307, -7, 1e-310, 3e-200, 2, 1e155, 5e307}, Numbers{-1e308, 0, 1e-320, 1, 1e160},
                                        Numbers{1, 2, 3, 4, 5}, {kernel, width});
    for (const double p : between) CHECK((std::isfinite(p) ? 1 <= p && p <= 5 : !everywhere));
    const auto weights = attention_weights(numbers, numbers, {kernel, width});
    for (std::size_t q = 0; q < numbers.size(); ++q) {
      double total = 0;
      for (std::size_t i = 0; i < numbers.size(); ++i) total += weights[q * numbers.size() + i];
      CHECK(std::abs(total - 1) <= 1e-14);
    }
  }
}

TEST_CASE("attention_pool(…) is right where differences of keys overflow") {
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  const Numbers keys{-1.7e308, -1e308, 1e308, 1.7e308}, values{1, 2, 4, 8}, queries{-1.75e308, -3e307, 2e307, 1.2e308};
  for (const double width : {2e307, 1e308, 1.79e308}) {
    CAPTURE(width);
    const auto expected = oracle::pool(queries, keys, values, kernel, {width});
    CHECK(oracle::pooling_error(attention_pool(queries, keys, values, {kernel, width}), expected, 4.25) <= 1);
    const auto in_plane = [](const Numbers& line) {
      Numbers points;
      for (const double x : line) points.push_back(x), points.push_back(0);
      return points;
    };
    const Numbers flat_queries = in_plane(queries), flat_keys = in_plane(keys);
    CHECK(oracle::pooling_error(attention_pool({flat_queries, 2}, {flat_keys, 2}, values, {kernel, width}), expected, 4.25) <= 1);
  }
}

TEST_CASE("attention_pool(…) in the plane at the ends of the range is neither NaN nor out of range") {
  const auto kernel = GENERATE(from_range(kernels));
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  Numbers points, values;
  for (const double x : {-huge, -1.0, -tiny, 0.0, 1e-320, 1e-160, 1.0, 1e160, huge})
    for (const double y : {-1e308, 0.0, tiny, 1.0, huge}) points.push_back(x), points.push_back(y), values.push_back(y);
  for (const auto& width : {Width(tiny), Width(1), Width(1e-200), Width(1e200), Width(huge), Width{tiny, huge}, Width{huge, 1e-300}}) {
    CAPTURE(name(kernel), width.values()[0]);
    const auto pooled = attention_pool({points, 2}, {points, 2}, values, {kernel, width});
    for (const double p : pooled) CHECK(std::isfinite(p));
    CHECK(within(pooled, values));
  }
}

TEST_CASE("attention_pool(…) out of reach of one huge value keeps its digits") {
  const Numbers keys{0, 1, 1.5, 2}, values{1e16, 0.1, 0.2, 0.4};
  const auto pooled = attention_pool(Numbers{1.75}, keys, values, {.kernel = Kernel::epanechnikov});
  const auto expected = oracle::pool(Numbers{1.75}, keys, values, Kernel::epanechnikov, {1});
  CHECK(oracle::pooling_error(pooled, expected, 0.3) <= 1);
}

TEST_CASE("attention_pool(…) of values at the ends of the range does not overflow") {
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  const Numbers keys{0, 1, 2};
  CHECK(attention_pool(Numbers{1}, keys, Numbers{huge, huge, huge}) == Numbers{huge});
  CHECK(attention_pool(Numbers{1}, keys, Numbers{-huge, 0, huge}) == Numbers{0});
  CHECK(attention_pool(Numbers{1}, keys, Numbers{tiny, tiny, tiny}) == Numbers{tiny});
  CHECK(attention_pool(Numbers{1}, keys, Numbers{0, 0, 0}) == Numbers{0});
}

TEST_CASE("attention_pool(…) in space agrees with the definition") {
  const auto kernel = GENERATE(from_range(kernels));
  Draw draw(5);
  for (const std::size_t dim : {2u, 3u, 10u})
    for (const double offset : {0.0, 1e6}) {
      CAPTURE(name(kernel), dim, offset);
      Numbers keys, queries, values;
      for (std::size_t i = 0; i < 100 * dim; ++i) keys.push_back(offset + draw.normal());
      for (std::size_t i = 0; i < 10 * dim; ++i) queries.push_back(offset + draw.normal() + (i < dim ? 1000 : 0));
      for (std::size_t i = 0; i < 100; ++i) values.push_back(draw.normal());
      std::vector<double> widths(dim, 3.0);
      widths[0] = 2.5;
      for (const auto& each : {std::vector<double>{3.0}, widths}) {
        const auto pooled = attention_pool({queries, dim}, {keys, dim}, values, {kernel, each});
        CHECK(oracle::pooling_error(pooled, oracle::pool({queries, dim}, {keys, dim}, values, kernel, each), oracle::spread(values)) <= 1);
      }
    }
}

// The bound in pooling.hpp: the query is far, so distances cancel, and the keys lie in all directions.
TEST_CASE("attention_weights(…) in space err by no more than the header says") {
  const auto kernel = GENERATE(Kernel::gaussian, Kernel::laplace);
  Draw draw(13);
  for (const std::size_t dim : {2u, 5u, 30u})
    for (const double far : {1.0, 1e3, 1e6}) {
      CAPTURE(name(kernel), dim, far);
      const std::size_t n = 50;
      const double width = kernel == Kernel::gaussian ? std::sqrt(far) : 1;
      Numbers keys, query;
      for (std::size_t i = 0; i < n * dim; ++i) keys.push_back(1000 + draw.normal());
      for (std::size_t d = 0; d < dim; ++d) query.push_back(1000 + far * draw.normal());
      const Points points{keys, dim};
      const auto actual = attention_weights({query, dim}, points, {kernel, width});
      const auto expected = oracle::weights({query, dim}, points, kernel, {width});
      const std::size_t nearest = std::max_element(expected.begin(), expected.end()) - expected.begin();
      const auto norm = [&](std::span<const double> a, std::span<const double> b) {
        double square = 0;
        for (std::size_t d = 0; d < dim; ++d) square += std::pow(a[d] - b[d], 2);
        return std::sqrt(square);
      };
      for (std::size_t i = 0; i < n; ++i) {
        const double across = norm(points[nearest], points[i]) / width;
        const double along = (norm(query, points[i]) + norm(query, points[nearest])) / width;
        const double bound = (dim + 8) * 1e-16 * (1 + across * (kernel == Kernel::gaussian ? along : 1));
        const oracle::Real ratio = expected[i] / expected[nearest];
        const oracle::Real error = oracle::magnitude(oracle::Real(actual[i]) / oracle::Real(actual[nearest]) - ratio);
        CAPTURE(i, static_cast<double>(ratio), static_cast<double>(error / ratio), bound);
        REQUIRE(static_cast<double>(error) <= static_cast<double>(ratio) * bound + 1e-300);
      }
    }
}

// The same sources run natively and as WebAssembly: one digest for both. It changes with
// every change of arithmetic, which is for whoever makes one to mean.
TEST_CASE("attention_pool(…) and attention_weights(…) give the same bits on every platform") {
  std::uint64_t digest = 14695981039346656037u;   // FNV-1a
  const auto add = [&](const Numbers& numbers) {
    for (const double number : numbers)
      for (int byte = 0; byte < 8; ++byte)
        digest = (digest ^ (std::bit_cast<std::uint64_t>(number) >> (8 * byte) & 0xff)) * 1099511628211u;
  };
  std::mt19937 bits(1);   // whole numbers only: the platform's own log and cos are not in it
  const auto number = [&] { return bits() / 65536.0; };
  Numbers keys, values, queries;
  for (int i = 0; i < 500; ++i) keys.push_back(number()), values.push_back(number());
  for (int i = 0; i < 50; ++i) queries.push_back(number() * 1.5 - 10000);
  for (const auto kernel : kernels)
    for (const double width : {50.0, 3000.0}) {
      add(attention_pool(queries, keys, values, {kernel, width}));
      add(attention_weights(queries, keys, {kernel, width}));
      add(attention_pool({queries, 2}, {keys, 2}, Numbers(values.begin(), values.begin() + 250), {kernel, width}));
      add(attention_weights({queries, 5}, {keys, 5}, {kernel, {width, 100, 200, 300, width}}));
    }
  // Many samples, clustered and spread, for the paths of linear time.
  Numbers many_keys, many_values, many_queries;
  for (int i = 0; i < 8000; ++i) {
    many_keys.push_back(i % 3 == 0 ? number() : number() / 1000), many_values.push_back(number());
    many_queries.push_back(number() * 1.5 - 10000);
  }
  for (const auto kernel : kernels)
    for (const double width : {0.01, 1.0, 100.0, 5000.0, 1e6}) {
      add(attention_pool(many_queries, many_keys, many_values, {kernel, width}));
      add(loo_predictions(many_keys, many_values, {kernel, width}));
    }
  CHECK(digest == 0x4ef4ca27d8c50da7u);
}
