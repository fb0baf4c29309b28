#include <stdexcept>

#include "checked.hpp"

// The public functions: an error sentence becomes an exception. In a file of its own, which
// the WebAssembly module leaves out.
namespace attention_pooling {
namespace {

template <class T>
T or_throw(Result<T> result) {
  if (!result) throw std::invalid_argument(result.sentence());
  return std::move(*result);
}

}  // namespace

Kernel kernel_from_name(std::string_view name) {
  return or_throw(checked::kernel_from_name(name));
}

SampleName sample_from_name(std::string_view name) {
  return or_throw(checked::sample_from_name(name));
}

std::vector<double> attention_weights(Points queries, Points keys, const Similarity& similarity) {
  return or_throw(checked::attention_weights(queries, keys, similarity.kernel, similarity.width.values()));
}

std::vector<double> attention_pool(Points queries, Points keys, Points values, const Similarity& similarity) {
  return or_throw(checked::attention_pool(queries, keys, values, similarity.kernel, similarity.width.values()));
}

Sample sample(SampleName name, const SampleOptions& options) {
  return or_throw(checked::sample(name, options));
}

std::vector<double> truth(SampleName name, std::span<const double> queries) {
  return or_throw(checked::truth(name, queries));
}

}  // namespace attention_pooling
