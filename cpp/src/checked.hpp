#pragma once

#include <attention_pooling/attention_pooling.hpp>
#include <optional>
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

Result<std::vector<double>> loo_predictions(Points keys, Points values, Kernel kernel, std::span<const double> widths);
Result<double> loo_error(Points keys, Points values, Kernel kernel, std::span<const double> widths);
Result<Run<LooCurve>> loo_curve_run(Points keys, Points values, Kernel kernel, std::span<const double> widths);
Result<Run<WidthSearch>> select_width_run(Points keys, Points values, Kernel kernel, const WidthSearchOptions& options);
Result<WidthDescent> learn_width(Points keys, Points values, Kernel kernel, const WidthDescentOptions& options);
/// The whole of a run at once.
template <class T>
Result<T> finished(Result<Run<T>> run) {
  if (!run) return Failure{run.sentence()};
  while (run->advance(static_cast<std::size_t>(-1)) < 1) {
  }
  return run->result();
}

Result<Diagnostics> diagnostics(Points queries, Points keys, Points values, Kernel kernel,
                                std::span<const double> widths);
Result<Classification> classify(Points queries, Points keys, std::span<const int> labels, Kernel kernel,
                                std::span<const double> widths);

Result<Score> score_from_name(std::string_view name);
Result<std::vector<double>> scores(Points queries, Points keys, Score score, double width);
/// Nothing to return but what is wrong.
std::optional<Failure> softmax_rows(std::span<double> rows, std::size_t columns);
Result<std::vector<double>> dot_product_attention(Points queries, Points keys, Points values, Score score,
                                                  double width);

Result<Run<Consistency>> consistency_run(const ConsistencyOptions& options);

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
