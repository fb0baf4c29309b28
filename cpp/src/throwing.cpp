#include <stdexcept>

#include "checked.hpp"

// The public functions: an error sentence becomes an exception. In a file of its own, which
// the WebAssembly module leaves out.
namespace attention_pooling {
namespace {

template <class T>
T or_throw(Result<T> result) {
  if (!result) throw std::invalid_argument(result.sentence());
  return std::move(*result);
}

}  // namespace

Kernel kernel_from_name(std::string_view name) {
  return or_throw(checked::kernel_from_name(name));
}

SampleName sample_from_name(std::string_view name) {
  return or_throw(checked::sample_from_name(name));
}

std::vector<double> attention_weights(Points queries, Points keys, const Similarity& similarity) {
  return or_throw(checked::attention_weights(queries, keys, similarity.kernel, similarity.width.values()));
}

std::vector<double> attention_pool(Points queries, Points keys, Points values, const Similarity& similarity) {
  return or_throw(checked::attention_pool(queries, keys, values, similarity.kernel, similarity.width.values()));
}

std::vector<double> loo_predictions(Points keys, Points values, const Similarity& similarity) {
  return or_throw(checked::loo_predictions(keys, values, similarity.kernel, similarity.width.values()));
}

double loo_error(Points keys, Points values, const Similarity& similarity) {
  return or_throw(checked::loo_error(keys, values, similarity.kernel, similarity.width.values()));
}

Run<LooCurve> loo_curve_run(Points keys, Points values, Kernel kernel, std::span<const double> widths) {
  return or_throw(checked::loo_curve_run(keys, values, kernel, widths));
}

LooCurve loo_curve(Points keys, Points values, Kernel kernel, std::span<const double> widths) {
  return or_throw(checked::finished(checked::loo_curve_run(keys, values, kernel, widths)));
}

Run<WidthSearch> select_width_run(Points keys, Points values, Kernel kernel, const WidthSearchOptions& options) {
  return or_throw(checked::select_width_run(keys, values, kernel, options));
}

WidthSearch select_width(Points keys, Points values, Kernel kernel, const WidthSearchOptions& options) {
  return or_throw(checked::finished(checked::select_width_run(keys, values, kernel, options)));
}

WidthDescent learn_width(Points keys, Points values, Kernel kernel, const WidthDescentOptions& options) {
  return or_throw(checked::learn_width(keys, values, kernel, options));
}

Diagnostics diagnostics(Points queries, Points keys, Points values, const Similarity& similarity) {
  return or_throw(checked::diagnostics(queries, keys, values, similarity.kernel, similarity.width.values()));
}

Classification classify(Points queries, Points keys, std::span<const int> labels, const Similarity& similarity) {
  return or_throw(checked::classify(queries, keys, labels, similarity.kernel, similarity.width.values()));
}

Score score_from_name(std::string_view name) {
  return or_throw(checked::score_from_name(name));
}

std::vector<double> scores(Points queries, Points keys, Score score, double width) {
  return or_throw(checked::scores(queries, keys, score, width));
}

void softmax_rows(std::span<double> rows, std::size_t columns) {
  if (const auto failure = checked::softmax_rows(rows, columns)) throw std::invalid_argument(failure->sentence);
}

std::vector<double> dot_product_attention(Points queries, Points keys, Points values, Score score, double width) {
  return or_throw(checked::dot_product_attention(queries, keys, values, score, width));
}

ConsistencyRun::ConsistencyRun(const ConsistencyOptions& options)
    : Run<Consistency>(or_throw(checked::consistency_run(options))) {}

Sample sample(SampleName name, const SampleOptions& options) {
  return or_throw(checked::sample(name, options));
}

std::vector<double> truth(SampleName name, std::span<const double> queries) {
  return or_throw(checked::truth(name, queries));
}

}  // namespace attention_pooling
