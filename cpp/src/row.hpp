#pragma once

#include <cstddef>
#include <span>

namespace attention_pooling {

/// The weights of one query for the consecutive keys it reaches, from key `first` on,
/// relative to the nearest key's and not normalised. Empty where it reaches none. The
/// numbers belong to whoever made the row, until its next one.
struct Row {
  std::size_t first = 0;
  std::span<const double> weights;
};

}  // namespace attention_pooling
