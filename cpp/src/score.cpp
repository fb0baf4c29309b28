#include <attention_pooling/score.hpp>

#include <array>
#include <limits>

#include "arguments.hpp"
#include "checked.hpp"
#include "engine/space.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr std::array<std::string_view, all_scores.size()> names{"gaussian", "gaussian_without_query_norm", "dot",
                                                                "scaled_dot"};

std::optional<Failure> wrong(Points queries, Points keys, double width) {
  if (auto failure = arguments::queries_and_keys(queries, keys)) return failure;
  return arguments::positive("width", width);
}

}  // namespace

std::string_view name(Score score) noexcept {
  return names[static_cast<std::size_t>(score)];
}

namespace checked {

Result<Score> score_from_name(std::string_view wanted) {
  return from_name("score", wanted, all_scores);
}

Result<std::vector<double>> scores(Points queries, Points keys, Score score, double width) {
  if (auto failure = wrong(queries, keys, width)) return *failure;
  if (auto failure = arguments::memory("queries", queries.size(), keys.size())) return *failure;
  return engine::space::scores(queries, keys, score, width);
}

std::optional<Failure> softmax_rows(std::span<double> rows, std::size_t columns) {
  if (columns == 0) return Failure{"columns: 0 is not at least 1"};
  if (rows.size() % columns != 0)
    return Failure{"rows: " + text(rows.size()) + " numbers are not a multiple of " + text(columns)};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!(rows[i] < std::numeric_limits<double>::infinity()))
      return Failure{"rows[" + text(i) + "]: " + text(rows[i]) + " is not finite or -Infinity"};
  engine::space::softmax_rows(rows, columns);
  return {};
}

Result<std::vector<double>> dot_product_attention(Points queries, Points keys, Points values, Score score,
                                                  double width) {
  if (auto failure = wrong(queries, keys, width)) return *failure;
  if (auto failure = arguments::samples(keys, values)) return *failure;
  if (auto failure = arguments::memory("values", queries.size(), values.dim())) return *failure;
  // The scores' own digits run out far from the keys; pooling takes them relative to the nearest.
  if (score == Score::gaussian) return attention_pool(queries, keys, values, Kernel::gaussian, std::span(&width, 1));
  return engine::space::dot_product_attention(queries, keys, values, score, width);
}

}  // namespace checked
}  // namespace attention_pooling
