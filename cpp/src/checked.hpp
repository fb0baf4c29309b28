#pragma once

#include <attention_pooling/attention_pooling.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result.hpp"

/// The public functions before they throw: each returns its result or a sentence.
namespace attention_pooling::checked {

Result<Kernel> kernel_from_name(std::string_view name);
Result<SampleName> sample_from_name(std::string_view name);

Result<std::vector<double>> attention_weights(Points queries, Points keys, Kernel kernel,
                                              std::span<const double> widths);
Result<std::vector<double>> attention_pool(Points queries, Points keys, Points values, Kernel kernel,
                                           std::span<const double> widths);

Result<Sample> sample(SampleName name, const SampleOptions& options);
Result<std::vector<double>> truth(SampleName name, std::span<const double> queries);

/// The one of `all` that is called `wanted`.
template <class All>
Result<typename All::value_type> from_name(std::string_view argument, std::string_view wanted, const All& all) {
  std::string known;
  for (const auto each : all) {
    if (name(each) == wanted) return each;
    known += known.empty() ? "" : ", ";
    known += name(each);
  }
  return Failure{std::string(argument) + ": \"" + std::string(wanted) + "\" is not one of " + known};
}

}  // namespace attention_pooling::checked
