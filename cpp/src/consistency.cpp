#include <attention_pooling/consistency.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "arguments.hpp"
#include "checked.hpp"
#include "elementary.hpp"
#include "random.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double from = 0, to = 5, inner_from = 1, inner_to = 4;
constexpr std::size_t most_dims = 3, most_keys = 1'000'000, most_queries = 10'000, most_repetitions = 10'000;

using Place = std::array<double, most_dims>;

double function(const Place& x, std::size_t dim) {
  double sum = 0;
  for (std::size_t d = 0; d < dim; ++d) sum += 2 * elementary::sin(x[d]) + x[d];
  return sum;
}

/// A query that pools keys as they come, its weights relative to the nearest so far.
class Query {
 public:
  Query(const Place& place, double truth) : place_(place), truth_(truth) {}

  void see(const Place& key, double value, Kernel kernel, double width, std::size_t dim) {
    constexpr double does_not_count = 100;
    double square = 0;
    for (std::size_t d = 0; d < dim; ++d) {
      const double x = (place_[d] - key[d]) / width;
      square += x * x;
    }
    if (kernel != Kernel::gaussian && kernel != Kernel::laplace) {
      if (square < 1) add(evaluate(kernel, std::sqrt(square)), value);
      return;
    }
    const double exponent = kernel == Kernel::gaussian ? square / 2 : std::sqrt(square);
    if (exponent < least_) {
      const double shrink = elementary::exp(exponent - least_);
      least_ = exponent;
      weights_ *= shrink;
      weighted_ *= shrink;
      add(1, value);
    } else if (exponent - least_ < does_not_count) {
      add(elementary::exp(least_ - exponent), value);
    }
  }

  [[nodiscard]] bool reached() const { return weights_ > 0; }
  [[nodiscard]] double squared_error() const {
    const double error = weighted_ / weights_ - truth_;
    return error * error;
  }

 private:
  void add(double weight, double value) {
    weights_ += weight;
    weighted_ += weight * value;
  }

  Place place_;
  double truth_;
  double least_ = std::numeric_limits<double>::infinity();
  double weights_ = 0, weighted_ = 0;
};

double slope_of(const std::vector<std::size_t>& sizes, const std::vector<double>& errors) {
  std::vector<double> x, y;
  for (std::size_t i = sizes.size() / 2; i < sizes.size(); ++i)
    if (errors[i] > 0) {
      x.push_back(elementary::log(static_cast<double>(sizes[i])));
      y.push_back(elementary::log(errors[i]));
    }
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i], mean_y += y[i];
  mean_x /= static_cast<double>(x.size()), mean_y /= static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xx > 0 ? xy / xx : not_a_number;
}

class ConsistencySteps : public Run<Consistency>::Steps {
 public:
  explicit ConsistencySteps(const ConsistencyOptions& options) : options_(options), random_(options.seed) {
    const double dim = static_cast<double>(options_.dim);
    const bool interior = options_.region == Region::interior;
    rate_ = options_.rate.value_or(1 / ((interior ? 4 : 3) + dim));
    found_.expected_slope = -std::max(0.0, std::min((interior ? 4 : 3) * rate_, 1 - dim * rate_));
    found_.slope = not_a_number;
    for (const std::size_t size : options_.sizes) total_ += weights_of(size) * static_cast<double>(options_.repetitions);
    start();
  }

  double advance(std::size_t budget) override {
    while (found_.sizes.size() < options_.sizes.size()) {
      const std::size_t keys = std::min(std::max<std::size_t>(1, budget / options_.queries), size() - seen_);
      for (std::size_t i = 0; i < keys; ++i) show_a_key();
      seen_ += keys;
      spent_ += static_cast<double>(keys * options_.queries);
      if (seen_ == size()) end_repetition();
      const std::size_t spent = keys * options_.queries;
      if (budget <= spent) break;
      budget -= spent;
    }
    return found_.sizes.size() == options_.sizes.size() ? 1 : std::min(0.999999, spent_ / total_);
  }

  [[nodiscard]] Consistency result() const override { return found_; }

 private:
  [[nodiscard]] double weights_of(std::size_t keys) const {
    return static_cast<double>(keys) * static_cast<double>(options_.queries);
  }
  [[nodiscard]] std::size_t size() const { return options_.sizes[found_.sizes.size()]; }

  Place draw(double low, double high) {
    Place place{};
    for (std::size_t d = 0; d < options_.dim; ++d) place[d] = low + random_.uniform() * (high - low);
    return place;
  }

  void start() {
    const bool interior = options_.region == Region::interior;
    const double exponent = -rate_ * elementary::log(static_cast<double>(size()));
    width_ = std::max(options_.constant * elementary::exp(exponent), std::numeric_limits<double>::min());
    seen_ = 0;
    queries_.clear();
    for (std::size_t q = 0; q < options_.queries; ++q) {
      const Place place = interior ? draw(inner_from, inner_to) : draw(from, to);
      queries_.emplace_back(place, function(place, options_.dim));
    }
  }

  void show_a_key() {
    const Place key = draw(from, to);
    const double value = function(key, options_.dim) + options_.noise * random_.normal();
    for (Query& query : queries_) query.see(key, value, options_.kernel, width_, options_.dim);
  }

  void end_repetition() {
    double sum = 0;
    std::size_t reached = 0;
    for (const Query& query : queries_)
      if (query.reached()) sum += query.squared_error(), ++reached;
    sum_ += sum;
    reached_ += reached;
    if (reached > 0) means_.push_back(sum / static_cast<double>(reached));
    if (++repetition_ == options_.repetitions) end_size();
    if (found_.sizes.size() < options_.sizes.size()) start();
  }

  void end_size() {
    const double count = static_cast<double>(means_.size());
    double mean = 0, variance = 0;
    for (const double each : means_) mean += each / count;
    for (const double each : means_) variance += (each - mean) * (each - mean) / (count - 1);
    found_.sizes.push_back(size());
    found_.widths.push_back(width_);
    found_.errors.push_back(reached_ > 0 ? sum_ / static_cast<double>(reached_) : not_a_number);
    found_.standard_errors.push_back(means_.size() > 1 ? std::sqrt(variance / count) : not_a_number);
    found_.out_of_reach.push_back(options_.queries * options_.repetitions - reached_);
    found_.slope = slope_of(found_.sizes, found_.errors);
    repetition_ = 0, reached_ = 0, sum_ = 0;
    means_.clear();
  }

  ConsistencyOptions options_;
  Random random_;
  double rate_;
  double spent_ = 0, total_ = 0;  // weights
  Consistency found_;

  // of the present size
  std::size_t repetition_ = 0, reached_ = 0;
  double width_ = 0, sum_ = 0;
  std::vector<double> means_;

  // of the present repetition
  std::vector<Query> queries_;
  std::size_t seen_ = 0;
};

std::optional<Failure> wrong(const ConsistencyOptions& options) {
  if (options.kernel == Kernel::constant) return Failure{"kernel: constant has no width that could shrink"};
  if (auto failure = arguments::from_to("dim", options.dim, 1, most_dims)) return failure;
  if (options.rate)
    if (auto failure = arguments::not_negative("rate", *options.rate)) return failure;
  if (auto failure = arguments::positive("constant", options.constant)) return failure;
  if (auto failure = arguments::not_negative("noise", options.noise)) return failure;
  if (options.sizes.empty()) return Failure{"sizes: 0 numbers are not at least 1"};
  for (std::size_t i = 0; i < options.sizes.size(); ++i)
    if (auto failure = arguments::from_to("sizes[" + text(i) + "]", options.sizes[i], 1, most_keys))
      return failure;
  if (auto failure = arguments::from_to("queries", options.queries, 1, most_queries)) return failure;
  return arguments::from_to("repetitions", options.repetitions, 1, most_repetitions);
}

}  // namespace

namespace checked {

Result<Run<Consistency>> consistency_run(const ConsistencyOptions& options) {
  if (auto failure = wrong(options)) return *failure;
  return Run<Consistency>(std::make_unique<ConsistencySteps>(options));
}

}  // namespace checked
}  // namespace attention_pooling
