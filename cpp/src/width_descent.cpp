#include <attention_pooling/width.hpp>

#include <cmath>
#include <limits>
#include <optional>

#include "arguments.hpp"
#include "checked.hpp"
#include "elementary.hpp"
#include "loss.hpp"
#include "shape.hpp"
#include "smoother.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr std::size_t most_steps = 1'000'000;
constexpr int most_halvings = 60;

std::optional<Failure> wrong(Points keys, Kernel kernel, const WidthDescentOptions& options) {
  if (!has_gradient(kernel))
    return Failure{"kernel: " + std::string(name(kernel)) + " has no gradient by the width, so it cannot be learned"};
  if (options.leave_one_out && keys.size() < 2)
    return Failure{"keys: 1 point is not at least 2, each to be predicted from the others"};
  if (auto failure = arguments::positive("start", options.start)) return failure;
  if (auto failure = arguments::not_negative("rate", options.rate)) return failure;
  return arguments::from_to("steps", options.steps, 0, most_steps);
}

/// The width that a step of so much leads to, in terms of what descent moves.
double moved(double width, double step, WidthParameter parameter) {
  if (parameter == WidthParameter::inverse) return 1 / (1 / width - step);
  return width * elementary::exp(-step);
}

}  // namespace

namespace checked {

Result<WidthDescent> learn_width(Points keys, Points values, Kernel kernel, const WidthDescentOptions& options) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (auto failure = wrong(keys, kernel, options)) return *failure;
  const Smoother smoother(keys, values, kernel);
  Loss loss(smoother, options.leave_one_out ? Own::left_out : Own::counted, Slopes::by_log_width);

  WidthDescent descent;
  double width = options.start;
  loss.work_out({width});
  if (std::isnan(loss.value()))
    return Failure{"start: " + text(width) + " leaves key " + text(loss.undefined()) +
                   " without another within reach"};
  for (std::size_t step = 0;; ++step) {
    descent.widths.push_back(width);
    descent.losses.push_back(loss.original(loss.value()));
    if (step == options.steps) return descent;

    // dL/dw = −σ dL/d log σ, for w = 1/σ.
    const double slope = loss.original(loss.slope());
    double change = options.rate * (options.parameter == WidthParameter::inverse ? -width * slope : slope);
    int halvings = 0;
    for (; halvings < most_halvings; ++halvings, change /= 2) {
      if (std::isinf(change)) change = std::copysign(std::numeric_limits<double>::max(), change);
      const double next = moved(width, change, options.parameter);
      if (!(std::isfinite(next) && next > 0)) continue;
      loss.work_out({next});
      if (std::isnan(loss.value())) continue;
      width = next;
      break;
    }
    if (halvings > 0) ++descent.shortened;
    if (halvings == most_halvings) loss.work_out({width});
  }
}

}  // namespace checked
}  // namespace attention_pooling
