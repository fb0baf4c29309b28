#pragma once

#include <attention_pooling/points.hpp>
#include <cstddef>
#include <vector>

namespace attention_pooling {

/// The distances between keys, which decide at what widths a kernel of finite reach changes.
class Distances {
 public:
  explicit Distances(Points keys);

  /// The diagonal of the box that holds all keys; 0 if they are at one place.
  [[nodiscard]] double spread() const { return spread_; }
  /// The range of one coordinate.
  [[nodiscard]] double range(std::size_t coordinate) const { return ranges_[coordinate]; }
  /// From each key to the nearest at another place, ascending; none if they are at one place.
  [[nodiscard]] std::vector<double> to_nearest_place() const;
  /// The greatest distance from a key to the one nearest to it.
  [[nodiscard]] double loneliest() const;
  /// All positive distances, ascending: keys(keys − 1)/2 at most.
  [[nodiscard]] std::vector<double> all() const { return between(0, spread_ * 2, 1); }
  /// Those with low < distance < high from every `stride`-th key, ascending.
  [[nodiscard]] std::vector<double> between(double low, double high, std::size_t stride) const;
  /// The least that is at least `low`; 0 if there is none.
  [[nodiscard]] double next(double low) const;

 private:
  [[nodiscard]] double from_to(std::size_t a, std::size_t b) const;

  std::vector<double> coordinates_;  // on a line ascending
  std::size_t dim_, size_;
  std::vector<double> ranges_;
  double spread_;
};

}  // namespace attention_pooling
