#include "distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/order.hpp"

namespace attention_pooling {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Plainly where squares are safe, as the kernels measure it; else with the largest taken out.
template <class Coordinate>
double norm(std::size_t dim, const Coordinate& coordinate) {
  double largest = 0, square = 0;
  for (std::size_t d = 0; d < dim; ++d) {
    largest = std::max(largest, std::abs(coordinate(d)));
    square += coordinate(d) * coordinate(d);
  }
  if (dim == 1 || largest == 0 || std::isinf(largest)) return largest;
  if (largest > 1e-140 && largest < 1e140) return std::sqrt(square);
  square = 0;
  for (std::size_t d = 0; d < dim; ++d) square += coordinate(d) / largest * (coordinate(d) / largest);
  return largest * std::sqrt(square);
}

}  // namespace

Distances::Distances(Points keys)
    : coordinates_(keys.coordinates().begin(), keys.coordinates().end()), dim_(keys.dim()), size_(keys.size()) {
  if (dim_ == 1) engine::sort_ascending(coordinates_);
  for (std::size_t d = 0; d < dim_; ++d) {
    double least = infinity, greatest = -infinity;
    for (std::size_t i = 0; i < size_; ++i) {
      least = std::min(least, keys[i][d]);
      greatest = std::max(greatest, keys[i][d]);
    }
    ranges_.push_back(greatest - least);
  }
  spread_ = norm(dim_, [&](std::size_t d) { return ranges_[d]; });
}

double Distances::from_to(std::size_t a, std::size_t b) const {
  return norm(dim_, [&](std::size_t d) { return coordinates_[a * dim_ + d] - coordinates_[b * dim_ + d]; });
}

std::vector<double> Distances::to_nearest_place() const {
  std::vector<double> nearest;
  if (dim_ == 1) {
    // Of each run of equal keys, the nearer of its two neighbours.
    for (std::size_t start = 0, end; start < size_; start = end) {
      for (end = start + 1; end < size_ && coordinates_[end] == coordinates_[start];) ++end;
      const double below = start > 0 ? from_to(start, start - 1) : infinity;
      const double above = end < size_ ? from_to(end, start) : infinity;
      nearest.insert(nearest.end(), end - start, std::min(below, above));
    }
  } else {
    nearest.assign(size_, infinity);
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (const double distance = from_to(a, b); distance > 0) {
          nearest[a] = std::min(nearest[a], distance);
          nearest[b] = std::min(nearest[b], distance);
        }
  }
  std::erase(nearest, infinity);
  engine::sort_ascending(nearest);
  return nearest;
}

double Distances::loneliest() const {
  double loneliest = 0;
  for (std::size_t a = 0; a < size_; ++a) {
    double nearest = infinity;
    if (dim_ == 1) {
      if (a > 0) nearest = from_to(a, a - 1);
      if (a + 1 < size_) nearest = std::min(nearest, from_to(a + 1, a));
    } else {
      for (std::size_t b = 0; b < size_; ++b)
        if (b != a) nearest = std::min(nearest, from_to(a, b));
    }
    loneliest = std::max(loneliest, nearest);
  }
  return loneliest;
}

std::vector<double> Distances::between(double low, double high, std::size_t stride) const {
  std::vector<double> found;
  for (std::size_t a = 0; a < size_; a += stride)
    for (std::size_t b = a + 1; b < size_; ++b) {
      const double distance = from_to(b, a);
      if (dim_ == 1 && distance >= high) break;
      if (distance > low && distance < high) found.push_back(distance);
    }
  engine::sort_ascending(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

double Distances::next(double low) const {
  double least = infinity;
  for (std::size_t a = 0; a < size_; ++a) {
    std::size_t first = a + 1, last = size_;
    if (dim_ == 1) {  // ascending from a on: the first that is far enough
      while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (from_to(middle, a) < low) first = middle + 1;
        else last = middle;
      }
      last = std::min(first + 1, size_);
    }
    for (std::size_t b = first; b < last; ++b)
      if (const double distance = from_to(b, a); distance >= low) least = std::min(least, distance);
  }
  return std::isinf(least) ? 0 : least;
}

}  // namespace attention_pooling
