#include "tree.hpp"

namespace attention_pooling::engine {
namespace {

// Moments about one centre moved to another, keys being `shift` farther from it: the
// p-th is Σ_j binomial(p, j) shift^(p − j) of the j-th.
void add_shifted(const Pair* from, double shift, std::size_t terms, Pair* to) {
  double row[Tree::kMostTerms] = {};
  for (std::size_t p = 0; p < terms; ++p) {
    for (std::size_t j = p; j > 0; --j) row[j] = row[j] * shift + row[j - 1];
    row[0] = p == 0 ? 1 : row[0] * shift;
    Pair sum{};
    for (std::size_t j = 0; j <= p; ++j) sum += both(row[j]) * from[j];
    to[p] += sum;
  }
}

Tree::Node node_of(const Task& task, std::size_t begin, std::size_t end) {
  const double low = task.keys[begin], high = task.keys[end - 1], centre = low + 0.5 * (high - low);
  return {centre, std::max(centre - low, high - centre) / task.width};
}

}  // namespace

Tree::Tree(const Task& task, int terms) : terms_(static_cast<std::size_t>(terms)) {
  const double inverse_width = 1 / task.width;
  const std::size_t leaves = task.n / kLeaf;
  std::size_t nodes = 0;
  for (std::size_t count = leaves; count > 0; count /= 2) {
    starts_.push_back(nodes);
    nodes += count;
  }
  nodes_.resize(nodes);
  moments_.assign(nodes * terms_, Pair{});
  for (std::size_t level = 0; level < starts_.size(); ++level)
    for (std::size_t i = 0; i < leaves >> level; ++i) {
      const std::size_t begin = (i << level) * kLeaf, end = ((i + 1) << level) * kLeaf;
      const Node node = nodes_[starts_[level] + i] = node_of(task, begin, end);
      if (!(node.radius <= 1)) continue;  // no query takes it
      Pair* const own = &moments_[(starts_[level] + i) * terms_];
      if (level == 0) {
        for (std::size_t k = begin; k < end; ++k) {
          Pair power{1, task.values[k]};
          for (std::size_t p = 0; p < terms_; ++p) {
            own[p] += power;
            power *= both((task.keys[k] - node.centre) * inverse_width);
          }
        }
      } else {
        for (std::size_t child = starts_[level - 1] + 2 * i, last = child + 1; child <= last; ++child)
          add_shifted(&moments_[child * terms_], (nodes_[child].centre - node.centre) * inverse_width, terms_, own);
      }
    }
}

}  // namespace attention_pooling::engine
