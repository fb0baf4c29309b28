#include "arguments.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "text.hpp"

namespace attention_pooling::arguments {
namespace {

std::string element(std::string_view argument, std::size_t index) {
  return std::string(argument) + "[" + text(index) + "]";
}

}  // namespace

std::optional<Failure> finite(std::string_view argument, std::span<const double> numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i])) return Failure{element(argument, i) + ": " + text(numbers[i]) + " is not finite"};
  return {};
}

std::optional<Failure> points(std::string_view argument, Points points) {
  if (points.dim() == 0) return Failure{std::string(argument) + ": dim 0 is not at least 1"};
  const std::size_t count = points.coordinates().size();
  if (count % points.dim() != 0)
    return Failure{std::string(argument) + ": " + text(count) + " numbers are not a multiple of " +
                   text(points.dim())};
  return finite(argument, points.coordinates());
}

std::optional<Failure> kernel(Kernel kernel) {
  const auto number = static_cast<std::size_t>(kernel);
  if (number < kernels.size()) return {};
  return Failure{"kernel: enumerator " + text(number) + " is not one of the " +
                 text(kernels.size()) + " there are"};
}

std::optional<Failure> widths(std::span<const double> widths, std::size_t dim) {
  if (widths.size() != 1 && widths.size() != dim)
    return Failure{"width: " + text(widths.size()) + " numbers for " + text(dim) +
                   (dim == 1 ? " coordinate" : " coordinates") + "; one, or one per coordinate, is allowed"};
  for (std::size_t d = 0; d < widths.size(); ++d)
    if (!(std::isfinite(widths[d]) && widths[d] > 0))
      return Failure{(widths.size() == 1 ? "width" : element("width", d)) + ": " + text(widths[d]) +
                     " is not finite and positive"};
  return {};
}

std::optional<Failure> queries_and_keys(Points queries, Points keys) {
  if (auto failure = points("keys", keys)) return failure;
  if (keys.size() == 0) return Failure{"keys: there are none; at least 1 is needed"};
  if (auto failure = points("queries", queries)) return failure;
  if (queries.dim() != keys.dim())
    return Failure{"queries: dim " + text(queries.dim()) + " is not the keys' dim " +
                   text(keys.dim())};
  return {};
}

std::optional<Failure> samples(Points keys, Points values) {
  if (auto failure = points("keys", keys)) return failure;
  if (keys.size() == 0) return Failure{"keys: there are none; at least 1 is needed"};
  if (auto failure = points("values", values)) return failure;
  if (values.size() != keys.size())
    return Failure{"values: " + text(values.size()) + " for " + text(keys.size()) + " keys"};
  return {};
}

std::optional<Failure> memory(std::string_view argument, std::size_t rows, std::size_t columns) {
  constexpr std::size_t most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / 16;
  if (columns == 0 || rows <= most / columns) return {};
  return Failure{std::string(argument) + ": " + text(rows) + " × " + text(columns) +
                 " numbers are more than the " + text(most) + " that fit in memory"};
}

std::optional<Failure> from_to(std::string_view argument, std::size_t number, std::size_t least, std::size_t greatest) {
  if (number >= least && number <= greatest) return {};
  return Failure{std::string(argument) + ": " + text(number) + " is not from " + text(least) +
                 " to " + text(greatest)};
}

std::optional<Failure> positive(std::string_view argument, double number) {
  if (std::isfinite(number) && number > 0) return {};
  return Failure{std::string(argument) + ": " + text(number) + " is not finite and positive"};
}

std::optional<Failure> not_negative(std::string_view argument, double number) {
  if (std::isfinite(number) && number >= 0) return {};
  return Failure{std::string(argument) + ": " + text(number) + " is not finite and at least 0"};
}

}  // namespace attention_pooling::arguments
