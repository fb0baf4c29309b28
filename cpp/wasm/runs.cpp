#include <emscripten/bind.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "results.hpp"
#include "samples.hpp"

// Long work in slices. JavaScript knows a run by a number, and stops it when it has what it
// wants or no longer wants it.
namespace attention_pooling {
namespace {

using AnyRun = std::variant<Run<LooCurve>, Run<WidthSearch>, Run<Consistency>>;

std::map<std::uint32_t, AnyRun>& runs() {
  static std::map<std::uint32_t, AnyRun> all;
  return all;
}

template <class T>
val started(Result<Run<T>> run) {
  if (!run) return val(run.sentence());
  static std::uint32_t last = 0;
  runs().emplace(++last, std::move(*run));
  return val(last);
}

val start_loo_curve(const val& keys, const val& values, double dim, double columns, const std::string& kernel,
                    const val& widths) {
  const Samples s(keys, values, dim, columns, kernel);
  if (s.failure) return val(s.failure->sentence);
  return started(checked::loo_curve_run(s.keys(), s.values(), s.kernel, from_js(widths)));
}

val start_select_width(const val& keys, const val& values, double dim, double columns, const std::string& kernel,
                       bool per_coordinate) {
  const Samples s(keys, values, dim, columns, kernel);
  if (s.failure) return val(s.failure->sentence);
  return started(checked::select_width_run(s.keys(), s.values(), s.kernel, {.per_coordinate = per_coordinate}));
}

/// `rate` is NaN for the best one.
val start_consistency(double dim, const std::string& kernel_name, double rate, double constant,
                      const std::string& region, double noise, const val& sizes, double queries, double repetitions,
                      double seed) {
  const auto kernel = checked::kernel_from_name(kernel_name);
  if (!kernel) return val(kernel.sentence());
  const auto d = whole("dim", dim, 1, 3);
  if (!d) return val(d.sentence());
  if (region != "interior" && region != "whole")
    return val("region: \"" + region + "\" is not one of interior, whole");
  const auto q = whole("queries", queries, 1, 1e4);
  if (!q) return val(q.sentence());
  const auto r = whole("repetitions", repetitions, 1, 1e4);
  if (!r) return val(r.sentence());
  const auto first = whole("seed", seed, 0, 4294967295.0);
  if (!first) return val(first.sentence());
  ConsistencyOptions options;
  options.dim = *d;
  options.kernel = *kernel;
  options.constant = constant;
  options.noise = noise;
  options.queries = *q;
  options.repetitions = *r;
  options.seed = *first;
  options.sizes.clear();
  if (!std::isnan(rate)) options.rate = rate;
  options.region = region == "whole" ? Region::whole : Region::interior;
  for (const double size : from_js(sizes)) {
    const auto n = whole("sizes[" + text(options.sizes.size()) + "]", size, 1, 1e6);
    if (!n) return val(n.sentence());
    options.sizes.push_back(*n);
  }
  return started(checked::consistency_run(options));
}

/// The fraction done. `budget` is a number of weights, whatever its magnitude.
double advance(std::uint32_t run, double budget) {
  const double weights = std::fmin(std::fmax(budget, 1), 4294967295.0);
  return std::visit([&](auto& any) { return any.advance(static_cast<std::size_t>(weights)); }, runs().at(run));
}

val result(std::uint32_t run) {
  return std::visit([](const auto& any) { return to_js(any.result()); }, runs().at(run));
}

void stop(std::uint32_t run) { runs().erase(run); }

}  // namespace
}  // namespace attention_pooling

EMSCRIPTEN_BINDINGS(attention_pooling_runs) {
  using namespace attention_pooling;
  emscripten::function("startLooCurve", &start_loo_curve);
  emscripten::function("startSelectWidth", &start_select_width);
  emscripten::function("startConsistency", &start_consistency);
  emscripten::function("advance", &advance);
  emscripten::function("result", &result);
  emscripten::function("stop", &stop);
}
