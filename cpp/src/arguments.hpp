#pragma once

#include <attention_pooling/kernel.hpp>
#include <attention_pooling/points.hpp>
#include <cstddef>
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
/// Keys, at least one, and a value for each.
std::optional<Failure> samples(Points keys, Points values);
/// Not more numbers, rows × columns, than an address space holds.
std::optional<Failure> memory(std::string_view argument, std::size_t rows, std::size_t columns);
/// A whole number within limits.
std::optional<Failure> from_to(std::string_view argument, std::size_t number, std::size_t least, std::size_t greatest);
/// A number that is finite and positive.
std::optional<Failure> positive(std::string_view argument, double number);
/// A number that is finite and at least 0.
std::optional<Failure> not_negative(std::string_view argument, double number);

}  // namespace attention_pooling::arguments
