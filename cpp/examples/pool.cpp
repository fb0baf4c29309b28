#include <attention_pooling/attention_pooling.hpp>
#include <cstdio>
#include <vector>

int main() {
  namespace ap = attention_pooling;
  const ap::Sample sample = ap::sample(ap::SampleName::d2l);  // the book's 40 noisy samples
  const std::vector<double> queries{0.5, 2.5, 4.5};

  const auto pooled = ap::attention_pool(queries, sample.keys, sample.values,
                                         {.kernel = ap::Kernel::gaussian, .width = 0.5});
  const auto exact = ap::truth(ap::SampleName::d2l, queries);
  for (std::size_t q = 0; q < queries.size(); ++q)
    std::printf("f(%.1f) = %.3f, in truth %.3f\n", queries[q], pooled[q], exact[q]);
}
