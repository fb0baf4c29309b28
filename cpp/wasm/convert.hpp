#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "result.hpp"
#include "text.hpp"

/// Numbers between JavaScript and C++, each way by one copy. On bad input what goes out is the
/// error's sentence, a string.
namespace attention_pooling {

using emscripten::val;

inline std::vector<double> from_js(const val& array) {
  std::vector<double> numbers(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", array);
  return numbers;
}

inline val to_js(const std::vector<double>& numbers) {
  return val::global("Float64Array").new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

inline val to_js(const std::vector<int>& numbers) {
  return val::global("Int32Array").new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

inline val to_js(double number) { return val(number); }

template <class T>
val to_js(Result<T> result) {
  return result ? to_js(*result) : val(result.sentence());
}

inline Result<std::uint32_t> whole(const std::string& argument, double number, double least, double greatest) {
  if (number == std::floor(number) && number >= least && number <= greatest) return static_cast<std::uint32_t>(number);
  return Failure{argument + ": " + text(number) + " is not a whole number from " + text(least) + " to " +
                 text(greatest)};
}

// Dimensions and columns: more than this many cannot fill one point in memory.
inline constexpr double most_coordinates = 1e9;

}  // namespace attention_pooling
