#include <attention_pooling/classify.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "checked.hpp"
#include "elementary.hpp"
#include "normaliser.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr int greatest_label = 999;
constexpr int undecided = -1;
constexpr double tied = 1e-12;

std::optional<Failure> wrong(Points keys, std::span<const int> labels) {
  if (labels.size() != keys.size())
    return Failure{"labels: " + text(labels.size()) + " for " + text(keys.size()) + " keys"};
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] < 0 || labels[i] > greatest_label)
      return Failure{"labels[" + text(i) + "]: " + text(labels[i]) + " is not from 0 to " +
                     text(greatest_label)};
  return {};
}

int decide(std::span<const double> probabilities) {
  const auto most = std::max_element(probabilities.begin(), probabilities.end());
  if (std::isnan(*most)) return undecided;
  const auto as_probable = [&](double p) { return p >= *most - tied; };
  if (std::count_if(probabilities.begin(), probabilities.end(), as_probable) > 1) return undecided;
  return static_cast<int>(most - probabilities.begin());
}

double distance(std::span<const double> query, std::span<const double> key, std::span<const double> widths) {
  double square = 0;
  for (std::size_t d = 0; d < query.size(); ++d) {
    const double x = (query[d] - key[d]) / widths[widths.size() == 1 ? 0 : d];
    square += x * x;
  }
  return query.size() == 1 ? std::abs(query[0] - key[0]) / widths[0] : std::sqrt(square);
}

/// Adds to `densities` those of one query, a class each. Everything is in logarithms until
/// the end: in many dimensions the volume alone may be beyond all doubles.
class Parzen {
 public:
  Parzen(Points keys, std::span<const int> labels, std::size_t classes, Kernel kernel, std::span<const double> widths)
      : keys_(keys), labels_(labels), classes_(classes), kernel_(kernel), widths_(widths), exponents_(keys.size()) {
    log_scale_ = -log_normaliser(kernel, keys.dim()) - elementary::log(static_cast<double>(keys.size()));
    for (std::size_t d = 0; d < keys.dim(); ++d) log_scale_ -= elementary::log(widths[widths.size() == 1 ? 0 : d]);
  }

  void add(std::span<const double> query, std::vector<double>& densities) {
    if (kernel_ == Kernel::constant) {
      densities.insert(densities.end(), classes_, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    const bool exponential = kernel_ == Kernel::gaussian || kernel_ == Kernel::laplace;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const double x = distance(query, keys_[i], widths_);
      exponents_[i] = kernel_ == Kernel::gaussian ? 0.5 * x * x : x;
      least = std::min(least, exponents_[i]);
    }
    const double shift = exponential && std::isfinite(least) ? least : 0;
    std::vector<double> sums(classes_, 0.0);
    for (std::size_t i = 0; i < keys_.size(); ++i)
      sums[static_cast<std::size_t>(labels_[i])] +=
          exponential ? elementary::exp(shift - exponents_[i]) : evaluate(kernel_, exponents_[i]);
    for (const double sum : sums)
      densities.push_back(sum > 0 ? elementary::exp(elementary::log(sum) + (log_scale_ - shift)) : 0);
  }

 private:
  Points keys_;
  std::span<const int> labels_;
  std::size_t classes_;
  Kernel kernel_;
  std::span<const double> widths_;
  double log_scale_;
  std::vector<double> exponents_;
};

}  // namespace

namespace checked {

Result<Classification> classify(Points queries, Points keys, std::span<const int> labels, Kernel kernel,
                                std::span<const double> widths) {
  if (auto failure = arguments::kernel(kernel)) return *failure;
  if (auto failure = arguments::queries_and_keys(queries, keys)) return *failure;
  if (auto failure = wrong(keys, labels)) return *failure;
  if (auto failure = arguments::widths(widths, keys.dim())) return *failure;

  Classification found;
  found.classes = static_cast<std::size_t>(*std::max_element(labels.begin(), labels.end())) + 1;
  std::vector<double> one_hot(labels.size() * found.classes, 0.0);
  for (std::size_t i = 0; i < labels.size(); ++i) one_hot[i * found.classes + static_cast<std::size_t>(labels[i])] = 1;
  auto pooled = attention_pool(queries, keys, {one_hot, found.classes}, kernel, widths);
  if (!pooled) return Failure{pooled.sentence()};
  found.probabilities = std::move(*pooled);

  Parzen parzen(keys, labels, found.classes, kernel, widths);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    found.labels.push_back(decide(std::span(found.probabilities).subspan(q * found.classes, found.classes)));
    parzen.add(queries[q], found.densities);
  }
  return found;
}

}  // namespace checked
}  // namespace attention_pooling
