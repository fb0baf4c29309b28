#pragma once

#include <coroutine>
#include <exception>
#include <utility>
#include <vector>

namespace attention_pooling {

/// A search written as a coroutine that asks for the error at one width (or one per
/// coordinate) after the other:
///
///     const double error = co_yield widths;
///
/// Whoever runs it works the answer out, in slices if need be.
class Questions {
 public:
  struct promise_type {
    struct Answer {
      const promise_type& promise;
      [[nodiscard]] bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<>) const noexcept {}
      [[nodiscard]] double await_resume() const noexcept { return promise.answer; }
    };

    Questions get_return_object() { return Questions(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    Answer yield_value(std::vector<double> widths) {
      question = std::move(widths);
      return {*this};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }

    std::vector<double> question;
    double answer = 0;
  };

  Questions() = default;
  Questions(Questions&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  Questions& operator=(Questions&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~Questions() {
    if (coroutine_) coroutine_.destroy();
  }

  [[nodiscard]] bool finished() const { return coroutine_.done(); }
  /// The widths asked about, unless finished.
  [[nodiscard]] const std::vector<double>& asked() const { return coroutine_.promise().question; }
  void answer(double error) {
    coroutine_.promise().answer = error;
    coroutine_.resume();
  }

 private:
  explicit Questions(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}

  std::coroutine_handle<promise_type> coroutine_;
};

}  // namespace attention_pooling
