#include <attention_pooling/points.hpp>

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <vector>

using attention_pooling::Points;

TEST_CASE("Points(vector) are points on a line") {
  const std::vector<double> numbers{1, 2, 3};
  const Points points = numbers;
  CHECK(points.dim() == 1);
  CHECK(points.size() == 3);
  CHECK(points[1][0] == 2);
}

TEST_CASE("Points(span) are a view of the numbers, not a copy") {
  std::array<double, 3> numbers{1, 2, 3};
  const Points points = std::span<const double>(numbers);
  numbers[2] = 9;
  CHECK(points[2][0] == 9);
  CHECK(points.coordinates().data() == numbers.data());
}

TEST_CASE("Points(numbers, dim) are read point after point") {
  const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
  const Points points{numbers, 2};
  CHECK(points.size() == 3);
  CHECK(points[2][0] == 5);
  CHECK(points[2][1] == 6);
}
