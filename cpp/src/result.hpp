#pragma once

#include <optional>
#include <string>
#include <utility>

namespace attention_pooling {

/// A sentence that says which argument is wrong, what it is, and what is allowed.
struct Failure {
  std::string sentence;
};

/// What a checked function returns: the result, or why there is none. An error as a value,
/// because the WebAssembly module is built without exceptions.
template <class T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : sentence_(std::move(failure.sentence)) {}

  explicit operator bool() const { return value_.has_value(); }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  [[nodiscard]] const std::string& sentence() const { return sentence_; }

 private:
  std::optional<T> value_;
  std::string sentence_;
};

}  // namespace attention_pooling
