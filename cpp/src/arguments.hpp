#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "result.hpp"

/// What is wrong with an argument, if anything.
namespace attention_pooling::arguments {

std::optional<Failure> finite(std::string_view argument, std::span<const double> numbers);
/// Whole points of finite coordinates.
std::optional<Failure> points(std::string_view argument, Points points);
/// One of the enumerators: a number cast to Kernel may be none.
std::optional<Failure> kernel(Kernel kernel);
/// One width, or one per coordinate, each finite and positive.
std::optional<Failure> widths(std::span<const double> widths, std::size_t dim);
/// Queries and keys that can be compared; at least one key.
std::optional<Failure> queries_and_keys(Points queries, Points keys);

}  // namespace attention_pooling::arguments
