#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "results.hpp"
#include "samples.hpp"

// Widths, diagnostics, classes and scores for JavaScript.
namespace attention_pooling {
namespace {

val loo_predictions_of(const val& keys, const val& values, double dim, double columns, const std::string& kernel,
                       const val& widths) {
  const Samples s(keys, values, dim, columns, kernel);
  if (s.failure) return val(s.failure->sentence);
  return to_js(checked::loo_predictions(s.keys(), s.values(), s.kernel, from_js(widths)));
}

val loo_error_of(const val& keys, const val& values, double dim, double columns, const std::string& kernel,
                 const val& widths) {
  const Samples s(keys, values, dim, columns, kernel);
  if (s.failure) return val(s.failure->sentence);
  return to_js(checked::loo_error(s.keys(), s.values(), s.kernel, from_js(widths)));
}

val learn_width_of(const val& keys, const val& values, double dim, double columns, const std::string& kernel,
                   double start, double rate, double steps, bool leave_one_out, const std::string& parameter) {
  const Samples s(keys, values, dim, columns, kernel);
  if (s.failure) return val(s.failure->sentence);
  const auto count = whole("steps", steps, 0, 1e6);
  if (!count) return val(count.sentence());
  if (parameter != "inverse" && parameter != "log")
    return val("parameter: \"" + parameter + "\" is not one of inverse, log");
  const auto moved = parameter == "log" ? WidthParameter::log : WidthParameter::inverse;
  return to_js(checked::learn_width(s.keys(), s.values(), s.kernel, {start, rate, *count, leave_one_out, moved}));
}

val diagnostics_of(const val& queries, const val& keys, const val& values, double dim, double columns,
                   const std::string& kernel, const val& widths) {
  const Samples s(keys, values, dim, columns, kernel);
  if (s.failure) return val(s.failure->sentence);
  const auto q = from_js(queries);
  return to_js(checked::diagnostics({q, s.dims}, s.keys(), s.values(), s.kernel, from_js(widths)));
}

val classify_of(const val& queries, const val& keys, const val& labels, double dim, const std::string& kernel,
                const val& widths) {
  const Samples s(keys, labels, dim, 1, kernel);
  if (s.failure) return val(s.failure->sentence);
  std::vector<int> classes;
  for (const double label : s.value_numbers) {
    const auto number = whole("labels[" + text(classes.size()) + "]", label, 0, 999);
    if (!number) return val(number.sentence());
    classes.push_back(static_cast<int>(*number));
  }
  const auto q = from_js(queries);
  return to_js(checked::classify({q, s.dims}, s.keys(), classes, s.kernel, from_js(widths)));
}

val normaliser_of(const std::string& kernel_name, double dim) {
  const auto kernel = checked::kernel_from_name(kernel_name);
  if (!kernel) return val(kernel.sentence());
  const auto d = whole("dim", dim, 1, 1e6);
  if (!d) return val(d.sentence());
  return val(normaliser(*kernel, *d));
}

val score_names() { return names_of(all_scores); }

val scores_of(const val& queries, const val& keys, double dim, const std::string& score_name, double width) {
  const auto score = checked::score_from_name(score_name);
  if (!score) return val(score.sentence());
  const auto d = whole("dim", dim, 1, most_coordinates);
  if (!d) return val(d.sentence());
  const auto q = from_js(queries), k = from_js(keys);
  return to_js(checked::scores({q, *d}, {k, *d}, *score, width));
}

val softmax_rows_of(const val& rows, double columns) {
  const auto c = whole("columns", columns, 1, most_coordinates);
  if (!c) return val(c.sentence());
  auto numbers = from_js(rows);
  if (const auto failure = checked::softmax_rows(numbers, *c)) return val(failure->sentence);
  return to_js(numbers);
}

val dot_product_attention_of(const val& queries, const val& keys, const val& values, double dim, double columns,
                             const std::string& score_name, double width) {
  const auto score = checked::score_from_name(score_name);
  if (!score) return val(score.sentence());
  const Samples s(keys, values, dim, columns, "gaussian");
  if (s.failure) return val(s.failure->sentence);
  const auto q = from_js(queries);
  return to_js(checked::dot_product_attention({q, s.dims}, s.keys(), s.values(), *score, width));
}

}  // namespace
}  // namespace attention_pooling

EMSCRIPTEN_BINDINGS(attention_pooling_statistics) {
  using namespace attention_pooling;
  emscripten::function("looPredictions", &loo_predictions_of);
  emscripten::function("looError", &loo_error_of);
  emscripten::function("learnWidth", &learn_width_of);
  emscripten::function("diagnostics", &diagnostics_of);
  emscripten::function("classify", &classify_of);
  emscripten::function("normaliser", &normaliser_of);
  emscripten::function("scoreNames", &score_names);
  emscripten::function("scores", &scores_of);
  emscripten::function("softmaxRows", &softmax_rows_of);
  emscripten::function("dotProductAttention", &dot_product_attention_of);
}
