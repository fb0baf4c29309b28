#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace attention_pooling {

/// Long work in slices, so that whoever waits for it can show how far it is, stop, or do
/// something else in between. It owns all that it needs. To cancel it, destroy it.
///
///     while (run.advance(1'000'000) < 1) show(run.result());
///
/// How the work is sliced does not change a bit of the result.
template <class Result>
class Run {
 public:
  class Steps {
   public:
    virtual ~Steps() = default;
    /// Works until about `budget` weights are spent; gives the fraction done.
    virtual double advance(std::size_t budget) = 0;
    [[nodiscard]] virtual Result result() const = 0;
  };

  explicit Run(std::unique_ptr<Steps> steps) noexcept : steps_(std::move(steps)) {}

  /// Goes on for a slice of about `budget` weights (pairs of a query and a key; some
  /// nanoseconds each), at least a little. Returns the fraction done: 1 when finished, and
  /// from then on.
  double advance(std::size_t budget) { return done_ = done_ < 1 ? steps_->advance(budget) : 1; }
  /// The fraction done, from 0 to 1.
  [[nodiscard]] double done() const noexcept { return done_; }
  /// What there is so far; the whole once done() is 1.
  [[nodiscard]] Result result() const { return steps_->result(); }

 private:
  std::unique_ptr<Steps> steps_;
  double done_ = 0;
};

}  // namespace attention_pooling
