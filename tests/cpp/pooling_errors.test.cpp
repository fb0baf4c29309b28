#include <attention_pooling/pooling.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using namespace attention_pooling;
using Catch::Matchers::Equals;

namespace {

const std::vector<double> queries{0.5}, keys{0, 1, 2}, values{5, 6, 8};
constexpr double infinity = std::numeric_limits<double>::infinity();

void pool(Points q, Points k, Points v, const Similarity& similarity = {}) { (void)attention_pool(q, k, v, similarity); }
void weigh(Points q, Points k, const Similarity& similarity = {}) { (void)attention_weights(q, k, similarity); }

}  // namespace

// https://github.com/statsmodels/statsmodels/issues/599: a width of −1 gave a mirrored result.
TEST_CASE("attention_pool(…, width) throws naming width unless it is finite and positive") {
  CHECK_THROWS_WITH(pool(queries, keys, values, {.width = 0}), Equals("width: 0 is not finite and positive"));
  CHECK_THROWS_WITH(pool(queries, keys, values, {.width = -1}), Equals("width: -1 is not finite and positive"));
  CHECK_THROWS_WITH(pool(queries, keys, values, {.width = -0.0}), Equals("width: 0 is not finite and positive"));
  CHECK_THROWS_WITH(pool(queries, keys, values, {.width = std::nan("")}), Equals("width: NaN is not finite and positive"));
  CHECK_THROWS_WITH(pool(queries, keys, values, {.width = infinity}), Equals("width: Infinity is not finite and positive"));
  CHECK_THROWS_WITH(weigh(queries, keys, {.width = -1e-7}), Equals("width: -1e-7 is not finite and positive"));
  CHECK_THROWS_WITH(pool({queries, 1}, keys, values, {.kernel = Kernel::constant, .width = 0}),
                    Equals("width: 0 is not finite and positive"));
}

TEST_CASE("attention_pool(…, widths) throws naming the width's index") {
  const std::vector<double> flat{0, 0, 1, 1};
  CHECK_THROWS_WITH(weigh({flat, 2}, {flat, 2}, {.width = {1.0, 0.0}}), Equals("width[1]: 0 is not finite and positive"));
}

// Shape errors far from their cause: https://github.com/statsmodels/statsmodels/issues/4873
TEST_CASE("attention_pool(…) throws naming the argument, its length and the length wanted") {
  const std::vector<double> six{0, 1, 2, 3, 4, 5}, two{0, 1}, three{0, 1, 2};
  CHECK_THROWS_WITH(weigh({three, 3}, {six, 2}), Equals("queries: dim 3 is not the keys' dim 2"));
  CHECK_THROWS_WITH(pool(queries, keys, two), Equals("values: 2 for 3 keys"));
  CHECK_THROWS_WITH(pool(queries, keys, {six, 3}), Equals("values: 2 for 3 keys"));
  CHECK_THROWS_WITH(weigh({two, 2}, {six, 2}, {.width = {1.0, 1.0, 1.0}}),
                    Equals("width: 3 numbers for 2 coordinates; one, or one per coordinate, is allowed"));
  CHECK_THROWS_WITH(weigh(queries, keys, {.width = std::vector<double>{}}),
                    Equals("width: 0 numbers for 1 coordinate; one, or one per coordinate, is allowed"));
  CHECK_THROWS_WITH(weigh({two, 2}, {three, 2}), Equals("keys: 3 numbers are not a multiple of 2"));
  CHECK_THROWS_WITH(weigh({three, 2}, {two, 2}), Equals("queries: 3 numbers are not a multiple of 2"));
  CHECK_THROWS_WITH(weigh({three, 0}, {two, 0}), Equals("keys: dim 0 is not at least 1"));
  CHECK_THROWS_WITH(pool(queries, keys, {values, 0}), Equals("values: dim 0 is not at least 1"));
}

TEST_CASE("attention_pool(…) throws if the kernel is none of the enumerators") {
  const auto none = static_cast<Kernel>(99);
  CHECK(name(none) == "none");
  CHECK_THROWS_WITH(pool(queries, keys, values, {.kernel = none}),
                    Equals("kernel: enumerator 99 is not one of the 10 there are"));
  CHECK_THROWS_WITH(weigh(queries, keys, {.kernel = none}),
                    Equals("kernel: enumerator 99 is not one of the 10 there are"));
}

TEST_CASE("attention_pool(…) throws if there are no keys, and not if there are no queries") {
  const std::vector<double> none;
  CHECK_THROWS_WITH(weigh(queries, none), Equals("keys: there are none; at least 1 is needed"));
  CHECK_THROWS_WITH(pool(queries, none, none), Equals("keys: there are none; at least 1 is needed"));
  CHECK(attention_pool(none, keys, values).empty());
  CHECK(attention_weights(none, keys).empty());
}

TEST_CASE("attention_pool(…) throws naming the argument and the index of a number that is not finite") {
  const std::vector<double> bad{0, 1, std::nan("")}, endless{0, -infinity, 2};
  CHECK_THROWS_WITH(pool(bad, keys, values), Equals("queries[2]: NaN is not finite"));
  CHECK_THROWS_WITH(pool(queries, bad, values), Equals("keys[2]: NaN is not finite"));
  CHECK_THROWS_WITH(pool(queries, keys, endless), Equals("values[1]: -Infinity is not finite"));
  CHECK_THROWS_WITH(weigh(endless, keys), Equals("queries[1]: -Infinity is not finite"));
}

#if SIZE_MAX <= 0xffffffff
TEST_CASE("attention_weights(queries, keys) of more weights than memory can hold throws before it tries") {
  const std::vector<double> many(20'000, 0.0);
  CHECK_THROWS_WITH(weigh(many, many),
                    Equals("queries: 20000 × 20000 numbers are more than the 134217727 that fit in memory"));
}
#endif
