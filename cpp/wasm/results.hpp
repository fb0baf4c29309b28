#pragma once

#include "checked.hpp"
#include "convert.hpp"

/// Results of several parts, as objects whose properties are named as in C++, in lowerCamel.
namespace attention_pooling {

template <class All>
val names_of(const All& all) {
  val names = val::array();
  for (const auto each : all) names.call<void>("push", std::string(name(each)));
  return names;
}

inline val to_js(const Sample& sample) {
  val object = val::object();
  object.set("keys", to_js(sample.keys));
  object.set("values", to_js(sample.values));
  return object;
}

inline val to_js(const LooCurve& curve) {
  val object = val::object();
  object.set("widths", to_js(curve.widths));
  object.set("errors", to_js(curve.errors));
  return object;
}

inline val to_js(const WidthSearch& search) {
  val object = val::object();
  object.set("width", to_js(search.width));
  object.set("error", search.error);
  object.set("widths", to_js(search.widths));
  object.set("errors", to_js(search.errors));
  return object;
}

inline val to_js(const WidthDescent& descent) {
  val object = val::object();
  object.set("widths", to_js(descent.widths));
  object.set("losses", to_js(descent.losses));
  object.set("shortened", static_cast<double>(descent.shortened));
  return object;
}

inline val to_js(const Diagnostics& found) {
  val object = val::object();
  object.set("effectiveKeys", to_js(found.effective_keys));
  object.set("entropy", to_js(found.entropy));
  object.set("standardError", to_js(found.standard_error));
  object.set("residuals", to_js(found.residuals));
  object.set("degreesOfFreedom", found.degrees_of_freedom);
  object.set("noise", to_js(found.noise));
  return object;
}

inline val to_js(const Classification& found) {
  val object = val::object();
  object.set("classes", static_cast<double>(found.classes));
  object.set("labels", to_js(found.labels));
  object.set("probabilities", to_js(found.probabilities));
  object.set("densities", to_js(found.densities));
  return object;
}

inline val to_js(const Consistency& found) {
  val object = val::object();
  object.set("sizes", to_js(std::vector<double>(found.sizes.begin(), found.sizes.end())));
  object.set("widths", to_js(found.widths));
  object.set("errors", to_js(found.errors));
  object.set("standardErrors", to_js(found.standard_errors));
  object.set("outOfReach", to_js(std::vector<double>(found.out_of_reach.begin(), found.out_of_reach.end())));
  object.set("slope", found.slope);
  object.set("expectedSlope", found.expected_slope);
  return object;
}

}  // namespace attention_pooling
