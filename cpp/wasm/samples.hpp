#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checked.hpp"
#include "convert.hpp"

namespace attention_pooling {

/// The arguments most functions share. `failure` says what is wrong with the first bad one.
struct Samples {
  Samples(const val& keys_in, const val& values_in, double dim, double columns, const std::string& kernel_name)
      : key_numbers(from_js(keys_in)), value_numbers(from_js(values_in)) {
    const auto named = checked::kernel_from_name(kernel_name);
    const auto d = whole("dim", dim, 1, most_coordinates);
    const auto c = whole("columns", columns, 1, most_coordinates);
    if (!named) failure = Failure{named.sentence()};
    else if (!d) failure = Failure{d.sentence()};
    else if (!c) failure = Failure{c.sentence()};
    else kernel = *named, dims = *d, value_columns = *c;
  }

  [[nodiscard]] Points keys() const { return {key_numbers, dims}; }
  [[nodiscard]] Points values() const { return {value_numbers, value_columns}; }

  std::vector<double> key_numbers, value_numbers;
  Kernel kernel = Kernel::gaussian;
  std::size_t dims = 1, value_columns = 1;
  std::optional<Failure> failure;
};

}  // namespace attention_pooling
