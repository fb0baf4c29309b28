#include <attention_pooling/pooling.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cases.hpp"
#include "oracle.hpp"

using namespace attention_pooling;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Numbers = std::vector<double>;

namespace {

double truth(double x) { return 2 * std::sin(x) + x; }

// The book's queries 0, 0.1 … 4.9.
Numbers book_queries() {
  Numbers queries;
  for (int i = 0; i < 50; ++i) queries.push_back(i / 10.0);
  return queries;
}

// The book's mean squared error of the estimate against the true function.
double book_error(const Similarity& similarity) {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto queries = book_queries();
  const auto pooled = attention_pool(queries, keys, values, similarity);
  double sum = 0;
  for (std::size_t q = 0; q < queries.size(); ++q) sum += std::pow(pooled[q] - truth(queries[q]), 2);
  return sum / static_cast<double>(queries.size());
}

void check_all(const Numbers& actual, const Numbers& expected, double relative = 4e-16) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    CAPTURE(i);
    if (std::isnan(expected[i])) CHECK(std::isnan(actual[i]));
    else CHECK_THAT(actual[i], WithinRel(expected[i], relative));
  }
}

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// The book prints the first three; the others follow from the definition on the same data.
TEST_CASE("attention_pool(…) on the book's samples has the book's mean squared errors") {
  CHECK_THAT(book_error({.width = 0.1}), WithinAbs(0.3500, 5e-5));
  CHECK_THAT(book_error({.width = 0.5}), WithinAbs(0.1360, 5e-5));
  CHECK_THAT(book_error({.width = 2}), WithinAbs(0.741, 5e-4));
  CHECK_THAT(book_error({.width = 1}), WithinAbs(0.4020, 5e-5));
  CHECK_THAT(book_error({.width = 0.2}), WithinAbs(0.1134, 5e-5));
  CHECK_THAT(book_error({.kernel = Kernel::boxcar}), WithinAbs(0.2237, 5e-5));
  CHECK_THAT(book_error({.kernel = Kernel::triangular}), WithinAbs(0.1110, 5e-5));
  CHECK_THAT(book_error({.kernel = Kernel::epanechnikov}), WithinAbs(0.1381, 5e-5));
  CHECK_THAT(book_error({.kernel = Kernel::constant}), WithinAbs(0.8574, 5e-5));
}

TEST_CASE("attention_weights(…) on the book's samples have the greatest weight and the effective number of keys known") {
  struct Known { Similarity similarity; double greatest, effective; };
  const auto known = GENERATE(values<Known>({
      {{.width = 0.1}, 0.9075, 2.98}, {{.width = 0.5}, 0.1832, 12.83}, {{.width = 2}, 0.0534, 34.22},
      {{.width = 1}, 0.1058, 22.68}, {{.width = 0.2}, 0.4014, 5.62}, {{.kernel = Kernel::boxcar}, 0.1429, 14.50},
      {{.kernel = Kernel::triangular}, 0.2096, 11.12}, {{.kernel = Kernel::epanechnikov}, 0.1787, 12.26},
      {{.kernel = Kernel::constant}, 0.0250, 40}}));
  const auto keys = read_case("d2l-seed0.csv").keys;
  const auto weights = attention_weights(book_queries(), keys, known.similarity);
  CHECK_THAT(*std::max_element(weights.begin(), weights.end()), WithinAbs(known.greatest, 5e-5));
  double effective = 0;
  for (std::size_t row = 0; row < 50; ++row) {
    double squares = 0;
    for (std::size_t i = 0; i < 40; ++i) squares += std::pow(weights[row * 40 + i], 2);
    effective += 1 / squares / 50;
  }
  CHECK_THAT(effective, WithinAbs(known.effective, 5e-3));
}

// https://github.com/scikit-learn/scikit-learn/issues/12960: one query out of reach gave an
// exception, NaN for all, or a silent uniform average, depending on the library.
TEST_CASE("attention_pool(…) is NaN where no key is within reach, for that query alone") {
  const double nan = undefined;
  check_all(attention_pool(Numbers{0.5, 2.5, 4}, Numbers{0, 1, 4}, Numbers{2, 4, 10}, {.kernel = Kernel::boxcar}),
            {3, nan, 10});
  const Numbers queries{0, 0.5, 9}, keys{-1, 0, 1}, values{5, 6, 8};
  check_all(attention_pool(queries, keys, values, {.kernel = Kernel::triangular, .width = 2}), {6.25, 47.0 / 7, nan});
  check_all(attention_pool(queries, keys, values, {.kernel = Kernel::epanechnikov, .width = 2}), {6.3, 245.0 / 37, nan});
}

TEST_CASE("attention_weights(…) are all 0 where no key is within reach, and not uniform") {
  check_all(attention_weights(Numbers{2.5}, Numbers{0, 1, 4}, {.kernel = Kernel::boxcar}), {0, 0, 0});
  const Numbers query{9, 9}, keys{0, 0, 1, 1};
  check_all(attention_weights({query, 2}, {keys, 2}, {.kernel = Kernel::biweight}), {0, 0});
}

// https://github.com/tensorflow/tensorflow/issues/10142: exponentials of large scores.
TEST_CASE("attention_weights(…) of keys far from the query are not NaN") {
  const Numbers query{32, 32}, keys{40, 38, 40, 37.96875, 39, 38.984375};
  check_all(attention_weights({query, 2}, {keys, 2}),
            {0.1909222657860174372376359, 0.2301837904056647502336283, 0.5788939438083178125287358});
  check_all(attention_pool({query, 2}, {keys, 2}, Numbers{1, 2, 4}), {2.966865621830618187819836});
}

// https://github.com/statsmodels/statsmodels/issues/2449: equal keys made everything NaN.
TEST_CASE("attention_pool(…) counts keys at one place as often as they are there") {
  const Numbers keys{1, 1, 1, 2}, values{0, 3, 6, 10}, queries{1, 1.5};
  check_all(attention_pool(queries, keys, values, {.width = 0.5}), {3.302151730859973838676311, 4.75});
  const auto weights = attention_weights(queries, keys, {.width = 0.5});
  check_all({weights.begin(), weights.begin() + 4}, {0.3189451556733345791106519, 0.3189451556733345791106519,
                                                     0.3189451556733345791106519, 0.04316453297999626266804438});
}

// The book calls the triangular kernel Epanechikov: https://github.com/d2l-ai/d2l-en/issues/2440
TEST_CASE("attention_pool(…) tells the triangular kernel from Epanechnikov's") {
  const auto pool = [](Kernel kernel) {
    return attention_pool(Numbers{0.5}, Numbers{0, 1, 2}, Numbers{0, 3, 5}, {kernel, 2});
  };
  check_all(pool(Kernel::gaussian), {2.480927728736671377146945});
  check_all(pool(Kernel::triangular), {2});
  check_all(pool(Kernel::epanechnikov), {80.0 / 37});
  check_all(pool(Kernel::boxcar), {8.0 / 3});
  check_all(pool(Kernel::constant), {8.0 / 3});
}

// Softmax over the wrong axis: https://github.com/PetrochukM/PyTorch-NLP/issues/2
TEST_CASE("attention_weights(queries, keys) sum to 1 over the keys of each query") {
  const Numbers queries{0, 2}, keys{0, 1, 3};
  check_all(attention_weights(queries, keys),
            {0.6181846470787264597867580, 0.3749479418168814260022187, 0.006867411104392114211023218,
             0.1003675646834516825937289, 0.4498162176582741587031355, 0.4498162176582741587031355});
  check_all(attention_pool(queries, keys, Numbers{1, 2, 3}), {1.388682764025665654424265, 2.349448652974822476109407});
}

// The page's links carry the width to its last digit.
TEST_CASE("attention_pool(…) is right to 14 digits at width 0.3 and at the next double") {
  const Numbers query{0.25}, keys{0, 1}, values{0, 1};
  check_all(attention_pool(query, keys, values, {.width = 0.30000000000000004}), {0.05853690287436793251605224}, 1e-14);
  check_all(attention_pool(query, keys, values, {.width = 0.3}), {0.05853690287436787586349524}, 1e-14);
}

TEST_CASE("attention_pool(vector) and attention_pool({vector, 1}) give the same bits") {
  const Numbers queries{0.5}, keys{0, 1, 2}, values{5, 6, 8};
  CHECK(attention_pool(queries, keys, values) == attention_pool({queries, 1}, {keys, 1}, {values, 1}));
}

TEST_CASE("attention_pool(…) of finite reach leaves out a key exactly one width away") {
  const auto kernel = GENERATE(Kernel::boxcar, Kernel::triangular, Kernel::epanechnikov, Kernel::biweight,
                               Kernel::triweight, Kernel::tricube, Kernel::cosine);
  CAPTURE(name(kernel));
  const auto reached = [&](double query, double key, double width) {
    return !std::isnan(attention_pool(Numbers{query}, Numbers{key}, Numbers{7}, {kernel, width})[0]);
  };
  CHECK_FALSE(reached(49, 0, 49));  // 49 · (1/49) rounds to less than 1
  CHECK(reached(49, 0, std::nextafter(49.0, 50.0)));
  CHECK_FALSE(reached(0, 1, 1));
  CHECK(reached(0, std::nextafter(1.0, 0.0), 1));
  // |q − k| rounds to 1, and is less, or more: the rounded difference cannot tell.
  CHECK(reached(1, 1e-30, 1));
  CHECK_FALSE(reached(1, -1e-30, 1));
  CHECK(reached(1, 1e-150, 1));
  CHECK_FALSE(reached(-1, 1e-150, 1));
  // 0.3 − 0.1 is more than the double 0.2: by the doubles, out of reach.
  CHECK_FALSE(reached(0.3 + 0x1p-53, 0.1, 0.2));
}

TEST_CASE("attention_weights(…) in the plane leave out a key exactly one width away") {
  const Numbers query{0, 0}, keys{3, 4, 0, 1};
  check_all(attention_weights({query, 2}, {keys, 2}, {.kernel = Kernel::boxcar, .width = 5}), {0, 1});
  check_all(attention_weights({query, 2}, {keys, 2}, {.kernel = Kernel::boxcar, .width = std::nextafter(5.0, 6.0)}), {0.5, 0.5});
  const Numbers far{49, 0};
  check_all(attention_weights({query, 2}, {far, 2}, {.kernel = Kernel::triangular, .width = 49}), {0});
}

TEST_CASE("attention_pool(…) far from every key is the nearest key's value, or the mean of the tied") {
  const auto kernel = GENERATE(Kernel::gaussian, Kernel::laplace);
  CHECK(attention_pool(Numbers{1e6}, Numbers{0, 1, 2}, Numbers{5, 6, 8}, {kernel, 1e-3}) == Numbers{8});
  CHECK(attention_pool(Numbers{-1e300}, Numbers{0, 1e285}, Numbers{5, 6}, {kernel, 1e-3}) == Numbers{5});
  CHECK(attention_pool(Numbers{1e9}, Numbers{0, 2e9}, Numbers{5, 6}, {kernel, 1e-3}) == Numbers{5.5});
  const Numbers query{1e9, 0}, keys{0, 1e9, 0, -1e9, -1e9, 0};
  CHECK(attention_pool({query, 2}, {keys, 2}, Numbers{5, 6, 8}, {kernel, 1e-3}) == Numbers{5.5});
  const Numbers far{1e300, 0}, near{0, 0, 1e299, 1, 1e299, -1};   // squares overflow
  CHECK(attention_pool({far, 2}, {near, 2}, Numbers{5, 6, 8}, {kernel, 1e-3}) == Numbers{7});
}

TEST_CASE("attention_pool(…) with several columns pools each as if alone") {
  const auto [keys, values] = read_case("cars.csv");
  Numbers two;
  for (std::size_t i = 0; i < values.size(); ++i) two.push_back(values[i]), two.push_back(keys[i] * 1e9);
  const Numbers queries{5, 12.5, 30};
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  const auto both = attention_pool(queries, keys, {two, 2}, {kernel, 3});
  const auto first = attention_pool(queries, keys, values, {kernel, 3});
  REQUIRE(both.size() == 6);
  for (std::size_t q = 0; q < 3; ++q) {
    if (std::isnan(first[q])) CHECK(std::isnan(both[2 * q]));
    else CHECK(both[2 * q] == first[q]);
  }
}

TEST_CASE("attention_pool(…) of one-hot values are probabilities") {
  const Numbers keys{0, 1, 2, 3}, classes{1, 0, 1, 0, 0, 1, 0, 1};
  const auto pooled = attention_pool(Numbers{0, 1.5, 50}, keys, {classes, 2}, {.kernel = Kernel::laplace});
  for (std::size_t q = 0; q < 3; ++q) CHECK_THAT(pooled[2 * q] + pooled[2 * q + 1], WithinAbs(1, 4e-16));
  CHECK_THAT(pooled[2], WithinRel(0.5, 4e-16));
}

TEST_CASE("attention_pool(…) on a line gives the same bits for keys in any order") {
  auto [keys, values] = read_case("faithful.csv");
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  const Numbers queries{1, 2.2, 3.333, 4.8, 9};
  const auto before = attention_pool(queries, keys, values, {kernel, 0.3});
  std::vector<std::size_t> order(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  Numbers shuffled_keys, shuffled_values;
  for (const auto i : order) shuffled_keys.push_back(keys[i]), shuffled_values.push_back(values[i]);
  const auto after = attention_pool(queries, shuffled_keys, shuffled_values, {kernel, 0.3});
  for (std::size_t q = 0; q < queries.size(); ++q)
    CHECK((before[q] == after[q] || (std::isnan(before[q]) && std::isnan(after[q]))));
  // Weights go with their keys.
  const auto weights = attention_weights(queries, keys, {kernel, 0.3});
  const auto moved = attention_weights(queries, shuffled_keys, {kernel, 0.3});
  for (std::size_t i = 0; i < order.size(); ++i) REQUIRE(moved[272 * 2 + i] == weights[272 * 2 + order[i]]);
}

// R's box has full width 5 and takes its edges in; its distances here are never 2.5 exactly
// but at 15.5, 20 and 25, where the next double does the same.
TEST_CASE("attention_pool(boxcar) is R's ksmooth(kernel = \"box\") on cars") {
  const auto [keys, values] = read_case("cars.csv");
  check_all(attention_pool(Numbers{4, 7.3, 12, 15.5, 20, 25}, keys, values,
                           {.kernel = Kernel::boxcar, .width = std::nextafter(2.5, 3.0)}),
            {6, 13, 32.411764705882355, 44.7, 55.846153846153847, 85.666666666666671});
}

// R's normal has its quartiles at ±0.25 · bandwidth, so σ = 0.3706506 · bandwidth, and is cut
// at 4σ: the same weights, without the keys beyond.
TEST_CASE("attention_pool(gaussian) is R's ksmooth(kernel = \"normal\") on cars, but for its cut") {
  const auto [keys, values] = read_case("cars.csv");
  const double sigma = 2 * 0.3706506;
  const Numbers queries{5, 10, 15, 20, 24};
  const Numbers expected{6.428736912544263, 23.696577602323497, 38.788205630886516, 50.622121663060994, 89.557899275862951};
  for (std::size_t q = 0; q < queries.size(); ++q) {
    Numbers near_keys, near_values;
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (std::abs(keys[i] - queries[q]) <= 4 * sigma) near_keys.push_back(keys[i]), near_values.push_back(values[i]);
    check_all(attention_pool(Numbers{queries[q]}, near_keys, near_values, {.width = sigma}), {expected[q]}, 1e-14);
  }
}

TEST_CASE("attention_weights(…) with one width per coordinate are those of coordinates divided by it") {
  const Numbers query{1, 2}, keys{0, 0, 1, 4, 3, 1}, scaled_query{2, 0.5}, scaled_keys{0, 0, 2, 1, 6, 0.25};
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  CHECK(attention_weights({query, 2}, {keys, 2}, {.kernel = kernel, .width = {0.5, 4}}) ==
        attention_weights({scaled_query, 2}, {scaled_keys, 2}, {.kernel = kernel, .width = {1, 1}}));
}

TEST_CASE("attention_weights(…) of all equal widths are those of one width") {
  const Numbers query{1, 2}, keys{0, 0, 1, 4, 3, 1};
  const auto kernel = GENERATE(from_range(kernels));
  CAPTURE(name(kernel));
  check_all(attention_weights({query, 2}, {keys, 2}, {.kernel = kernel, .width = {2.5, 2.5}}),
            attention_weights({query, 2}, {keys, 2}, {.kernel = kernel, .width = 2.5}), 1e-14);
}
