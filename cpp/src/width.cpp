#include <attention_pooling/width.hpp>

#include <memory>
#include <vector>

#include "arguments.hpp"
#include "checked.hpp"
#include "loss.hpp"
#include "smoother.hpp"
#include "text.hpp"
#include "width_search.hpp"

namespace attention_pooling {
namespace {

class LooCurveSteps : public Run<LooCurve>::Steps {
 public:
  LooCurveSteps(Points keys, Points values, Kernel kernel, std::span<const double> widths)
      : smoother_(keys, values, kernel), loss_(smoother_, Own::left_out), widths_(widths.begin(), widths.end()) {
    if (!widths_.empty()) loss_.start({widths_[0]});
  }
  LooCurveSteps(const LooCurveSteps&) = delete;  // the loss points at the smoother

  double advance(std::size_t budget) override {
    while (errors_.size() < widths_.size()) {
      if (loss_.advance(budget)) {
        errors_.push_back(loss_.original(loss_.value()));
        if (errors_.size() < widths_.size()) loss_.start({widths_[errors_.size()]});
      }
      if (budget == 0) break;
    }
    if (errors_.size() == widths_.size()) return 1;
    return (static_cast<double>(errors_.size()) + loss_.done()) / static_cast<double>(widths_.size());
  }

  [[nodiscard]] LooCurve result() const override {
    return {{widths_.begin(), widths_.begin() + static_cast<std::ptrdiff_t>(errors_.size())}, errors_};
  }

 private:
  Smoother smoother_;
  Loss loss_;
  std::vector<double> widths_, errors_;
};

std::optional<Failure> samples_and_widths(Points keys, Points values, std::span<const double> widths) {
  if (auto failure = arguments::samples(keys, values)) return failure;
  return arguments::widths(widths, keys.dim());
}

bool at_one_place(Points keys) {
  for (std::size_t i = 1; i < keys.size(); ++i)
    for (std::size_t d = 0; d < keys.dim(); ++d)
      if (keys[i][d] != keys[0][d]) return false;
  return true;
}

}  // namespace

namespace checked {

Result<std::vector<double>> loo_predictions(Points keys, Points values, Kernel kernel, std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = samples_and_widths(keys, values, widths)) return *failure;
  return Smoother(keys, values, kernel).at_keys(widths, Own::left_out, Slopes::none, 0, keys.size()).values;
}

Result<double> loo_error(Points keys, Points values, Kernel kernel, std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = samples_and_widths(keys, values, widths)) return *failure;
  const Smoother smoother(keys, values, kernel);
  Loss loss(smoother, Own::left_out);
  loss.work_out({widths.begin(), widths.end()});
  return loss.original(loss.value());
}

Result<Run<LooCurve>> loo_curve_run(Points keys, Points values, Kernel kernel, std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (auto failure = arguments::positive("widths[" + text(i) + "]", widths[i])) return *failure;
  return Run<LooCurve>(std::make_unique<LooCurveSteps>(keys, values, kernel, widths));
}

Result<Run<WidthSearch>> select_width_run(Points keys, Points values, Kernel kernel,
                                          const WidthSearchOptions& options) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (kernel == Kernel::constant) return Failure{"kernel: constant gives the same at every width, so there is none to choose"};
  if (keys.size() < 2) return Failure{"keys: 1 point is not at least 2, each to be predicted from the others"};
  if (at_one_place(keys)) return Failure{"keys: all are at one place, so every width gives the same"};
  return Run<WidthSearch>(std::make_unique<WidthSearchSteps>(keys, values, kernel, options));
}

}  // namespace checked
}  // namespace attention_pooling
