#include <attention_pooling/pooling.hpp>
#include <attention_pooling/score.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "cases.hpp"
#include "oracle.hpp"

using namespace attention_pooling;
using Catch::Matchers::Approx;
using Catch::Matchers::Equals;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Numbers = std::vector<double>;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Numbers book_queries() {
  Numbers queries;
  for (int i = 0; i < 50; ++i) queries.push_back(i / 10.0);
  return queries;
}

double book_error(const Numbers& pooled) {
  double sum = 0;
  for (std::size_t q = 0; q < pooled.size(); ++q) {
    const double x = static_cast<double>(q) / 10;
    sum += std::pow(pooled[q] - (2 * std::sin(x) + x), 2) / 50;
  }
  return sum;
}

}  // namespace

TEST_CASE("scores(queries, keys, score) is the table in the header") {
  const Numbers queries{1, 2}, keys{3, 1, -1, 0};
  const auto of = [&](Score score, double width) { return scores({queries, 2}, {keys, 2}, score, width); };
  CHECK_THAT(of(Score::gaussian, 2), Approx(Numbers{-0.625, -1.0}));
  CHECK_THAT(of(Score::gaussian_without_query_norm, 2), Approx(Numbers{0.0, -0.375}).margin(1e-16));
  CHECK_THAT(of(Score::dot, 2), Approx(Numbers{1.25, -0.25}));
  CHECK_THAT(of(Score::scaled_dot, 2), Approx(Numbers{5 / std::sqrt(2), -1 / std::sqrt(2)}));
}

TEST_CASE("scores(…) beyond the range of doubles is the largest finite number of its sign") {
  const Numbers queries{1e200}, keys{1e200, -1e200};
  constexpr double greatest = std::numeric_limits<double>::max();
  CHECK(scores(queries, keys, Score::dot) == Numbers{greatest, -greatest});
  CHECK(scores(queries, keys, Score::gaussian) == Numbers{0, -greatest});
}

TEST_CASE("softmax_rows(rows, columns) makes each row add to 1, at any magnitude") {
  Numbers rows{0, std::log(3), 1e300, 1e300, -1e300, -1e300 + 1e284};
  softmax_rows(rows, 2);
  CHECK_THAT(rows, Approx(Numbers{0.25, 0.75, 0.5, 0.5, 0, 1}).margin(1e-15));
}

TEST_CASE("softmax_rows(…) takes −Infinity as out of reach, and a row of nothing else becomes zeros") {
  Numbers rows{-infinity, 2, -infinity, -infinity};
  softmax_rows(rows, 2);
  CHECK(rows == Numbers{0, 1, 0, 0});
}

TEST_CASE("softmax_rows(scores(gaussian)) is attention_weights(gaussian), with and without the query's norm") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto score = GENERATE(Score::gaussian, Score::gaussian_without_query_norm);
  auto rows = scores(book_queries(), keys, score);
  softmax_rows(rows, keys.size());
  const auto expected = attention_weights(book_queries(), keys);
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK_THAT(rows[i], WithinAbs(expected[i], 1e-15));
}

// Published with the book's samples (tests/cases/README.md).
TEST_CASE("dot_product_attention(dot) on a line moves the book's error from 0.402 to 1.127") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  CHECK_THAT(book_error(dot_product_attention(book_queries(), keys, values, Score::gaussian)), WithinAbs(0.402, 5e-4));
  CHECK_THAT(book_error(dot_product_attention(book_queries(), keys, values, Score::gaussian_without_query_norm)), WithinAbs(0.402, 5e-4));
  CHECK_THAT(book_error(dot_product_attention(book_queries(), keys, values, Score::dot)), WithinAbs(1.127, 5e-4));
}

TEST_CASE("dot_product_attention(dot) is the Gaussian's with keys on a circle") {
  const auto [keys, values] = read_case("d2l-seed0.csv");
  const auto circle = [](const Numbers& x) {
    Numbers points;
    for (const double each : x) points.insert(points.end(), {std::cos(0.3 * each) / 0.3, std::sin(0.3 * each) / 0.3});
    return points;
  };
  const Numbers q = circle(book_queries()), k = circle(keys);
  const auto dot = dot_product_attention({q, 2}, {k, 2}, values, Score::dot);
  const auto gaussian = attention_pool({q, 2}, {k, 2}, values);
  for (std::size_t i = 0; i < dot.size(); ++i) CHECK_THAT(dot[i], WithinAbs(gaussian[i], 1e-13));
}

TEST_CASE("dot_product_attention(scaled_dot) agrees with the definition, is dot at σ = d^¼ and the default") {
  const Numbers queries{1, 2, 0, -1, 0.5, 3}, keys{3, 1, 2, -1, 0, 1, 2, 2, 0}, values{1, 10, 2, 20, 4, 0};
  const auto actual = dot_product_attention({queries, 3}, {keys, 3}, {values, 2});
  for (std::size_t q = 0; q < 2; ++q) {
    Numbers weights;
    double total = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      double score = 0;
      for (std::size_t d = 0; d < 3; ++d) score += queries[3 * q + d] * keys[3 * i + d];
      weights.push_back(std::exp(score / std::sqrt(3)));
      total += weights.back();
    }
    for (std::size_t c = 0; c < 2; ++c) {
      double expected = 0;
      for (std::size_t i = 0; i < 3; ++i) expected += weights[i] / total * values[2 * i + c];
      CHECK_THAT(actual[2 * q + c], WithinRel(expected, 1e-14));
    }
  }
  const auto dot = dot_product_attention({queries, 3}, {keys, 3}, {values, 2}, Score::dot, std::pow(3, 0.25));
  for (std::size_t i = 0; i < dot.size(); ++i) CHECK_THAT(actual[i], WithinRel(dot[i], 1e-14));
}

TEST_CASE("dot_product_attention(gaussian) is attention_pool, far from the keys too") {
  const Numbers queries{1e6, -1e6}, keys{0, 1, 2}, values{5, 6, 8};
  CHECK(dot_product_attention(queries, keys, values, Score::gaussian, 0.01) == attention_pool(queries, keys, values, {.width = 0.01}));
}

TEST_CASE("dot_product_attention(…) stays within the values") {
  const Numbers queries{1e150, -3}, keys{-1e150, 7, 1e150}, values{0.1, 0.1, 0.1};
  for (const Score score : all_scores)
    for (const double pooled : dot_product_attention(queries, keys, values, score)) CHECK(pooled == 0.1);
}

TEST_CASE("score_from_name(name(score)) is the score") {
  const auto score = GENERATE(from_range(all_scores));
  CHECK(score_from_name(name(score)) == score);
  CHECK_THROWS_WITH((void)score_from_name("cosine"), Equals("score: \"cosine\" is not one of gaussian, gaussian_without_query_norm, dot, scaled_dot"));
}

TEST_CASE("scores, softmax_rows and dot_product_attention throw naming the argument") {
  const Numbers one{1}, two{1, 2};
  Numbers rows{1, infinity, 3}, missing{std::nan("")};
  CHECK_THROWS_WITH((void)scores(one, one, Score::dot, 0), Equals("width: 0 is not finite and positive"));
  CHECK_THROWS_WITH((void)scores({two, 2}, one, Score::dot), Equals("queries: dim 2 is not the keys' dim 1"));
  CHECK_THROWS_WITH((void)dot_product_attention(one, two, one), Equals("values: 1 for 2 keys"));
  CHECK_THROWS_WITH(softmax_rows(rows, 0), Equals("columns: 0 is not at least 1"));
  CHECK_THROWS_WITH(softmax_rows(rows, 2), Equals("rows: 3 numbers are not a multiple of 2"));
  CHECK_THROWS_WITH(softmax_rows(rows, 3), Equals("rows[1]: Infinity is not finite or -Infinity"));
  CHECK_THROWS_WITH(softmax_rows(missing, 1), Equals("rows[0]: NaN is not finite or -Infinity"));
}
