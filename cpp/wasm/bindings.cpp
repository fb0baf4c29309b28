#include <emscripten/bind.h>

#include <string>

#include "checked.hpp"
#include "results.hpp"

// What JavaScript calls: numbers in by one copy, fresh arrays out, and on bad input the
// error's sentence as a string. Nothing is thrown, nothing is left to free.
namespace attention_pooling {

std::string text(double number) {
  return val::global("String")(number).as<std::string>();
}

namespace {

val kernel_names() { return names_of(kernels); }
val names_of_samples() { return names_of(sample_names); }

val evaluate_all(const std::string& kernel_name, const val& distances) {
  const auto kernel = checked::kernel_from_name(kernel_name);
  if (!kernel) return val(kernel.sentence());
  auto numbers = from_js(distances);
  for (double& number : numbers) number = evaluate(*kernel, number);
  return to_js(numbers);
}

val attention_weights_of(const val& queries, const val& keys, double dim, const std::string& kernel_name,
                         const val& widths) {
  const auto kernel = checked::kernel_from_name(kernel_name);
  if (!kernel) return val(kernel.sentence());
  const auto d = whole("dim", dim, 1, most_coordinates);
  if (!d) return val(d.sentence());
  const auto q = from_js(queries), k = from_js(keys), w = from_js(widths);
  return to_js(checked::attention_weights({q, *d}, {k, *d}, *kernel, w));
}

val attention_pool_of(const val& queries, const val& keys, const val& values, double dim, double columns,
                      const std::string& kernel_name, const val& widths) {
  const auto kernel = checked::kernel_from_name(kernel_name);
  if (!kernel) return val(kernel.sentence());
  const auto d = whole("dim", dim, 1, most_coordinates);
  if (!d) return val(d.sentence());
  const auto c = whole("columns", columns, 1, most_coordinates);
  if (!c) return val(c.sentence());
  const auto q = from_js(queries), k = from_js(keys), v = from_js(values), w = from_js(widths);
  return to_js(checked::attention_pool({q, *d}, {k, *d}, {v, *c}, *kernel, w));
}

val sample_of(const std::string& sample_name, double n, double noise, double from, double to, double seed) {
  const auto name = checked::sample_from_name(sample_name);
  if (!name) return val(name.sentence());
  const auto count = whole("n", n, 1, 1e7);
  if (!count) return val(count.sentence());
  const auto start = whole("seed", seed, 0, 4294967295.0);
  if (!start) return val(start.sentence());
  return to_js(checked::sample(*name, {*count, noise, from, to, *start}));
}

val truth_of(const std::string& sample_name, const val& queries) {
  const auto name = checked::sample_from_name(sample_name);
  if (!name) return val(name.sentence());
  return to_js(checked::truth(*name, from_js(queries)));
}

}  // namespace
}  // namespace attention_pooling

EMSCRIPTEN_BINDINGS(attention_pooling) {
  using namespace attention_pooling;
  emscripten::function("kernels", &kernel_names);
  emscripten::function("evaluate", &evaluate_all);
  emscripten::function("attentionWeights", &attention_weights_of);
  emscripten::function("attentionPool", &attention_pool_of);
  emscripten::function("sampleNames", &names_of_samples);
  emscripten::function("sample", &sample_of);
  emscripten::function("truth", &truth_of);
}
