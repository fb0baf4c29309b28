#include "text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

using attention_pooling::text;

// What JavaScript's String(x) gives, so that both languages say the same sentence.
TEST_CASE("text(x) is laid out as JavaScript lays it out") {
  CHECK(text(0.0) == "0");
  CHECK(text(-0.0) == "0");
  CHECK(text(0.1) == "0.1");
  CHECK(text(-12.75) == "-12.75");
  CHECK(text(0.30000000000000004) == "0.30000000000000004");
  CHECK(text(100000) == "100000");
  CHECK(text(1e20) == "100000000000000000000");
  CHECK(text(1e21) == "1e+21");
  CHECK(text(1.5e300) == "1.5e+300");
  CHECK(text(0.000001) == "0.000001");
  CHECK(text(1e-7) == "1e-7");
  CHECK(text(-1.25e-9) == "-1.25e-9");
  CHECK(text(5e-324) == "5e-324");
  CHECK(text(std::nan("")) == "NaN");
  CHECK(text(-std::numeric_limits<double>::infinity()) == "-Infinity");
}
