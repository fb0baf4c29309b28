#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace attention_pooling {

/// A view of points of `dim` coordinates each, stored one point after the other.
/// Vectors and spans of double convert to points on a line. It owns nothing: the
/// numbers must outlive it. A `dim` of 0, or numbers that do not fill whole points,
/// are refused by the function the points are given to.
class Points {
 public:
  Points(std::span<const double> coordinates, std::size_t dim = 1) noexcept
      : coordinates_(coordinates), dim_(dim) {}
  Points(const std::vector<double>& coordinates, std::size_t dim = 1) noexcept
      : coordinates_(coordinates), dim_(dim) {}

  [[nodiscard]] std::size_t dim() const noexcept { return dim_; }
  /// How many points.
  [[nodiscard]] std::size_t size() const noexcept {
    return dim_ == 0 ? 0 : coordinates_.size() / dim_;
  }
  /// All numbers, point after point.
  [[nodiscard]] std::span<const double> coordinates() const noexcept { return coordinates_; }
  /// The coordinates of point i < size().
  [[nodiscard]] std::span<const double> operator[](std::size_t i) const noexcept {
    return coordinates_.subspan(i * dim_, dim_);
  }

 private:
  std::span<const double> coordinates_;
  std::size_t dim_;
};

}  // namespace attention_pooling
