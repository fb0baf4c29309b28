#include "space.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tiles.hpp"
#include "weighing.hpp"

namespace attention_pooling::engine::space {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr std::size_t nobody = static_cast<std::size_t>(-1);

// Scores farther than this from 0 are taken relative to the nearest key.
constexpr double distant = 64;

std::size_t padded(std::size_t count, std::size_t multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

/// e with 2^(e−1) ≤ |x| < 2^e; 0 for 0.
int exponent_of(double x) {
  int exponent;
  std::frexp(x, &exponent);
  return exponent;
}

double power_of_two(int exponent) { return std::ldexp(1.0, std::clamp(exponent, -1000, 1000)); }

// ---- Geometry: queries and keys made fit for multiplying ----

enum class Weighing { exponential, exponential_of_distance, compact, constant };

/// How coordinates become likenesses. Scaling by powers of two is exact, so it changes no
/// result but those that would overflow or vanish.
struct Geometry {
  std::size_t dim;
  Form form = Form::square;
  Weighing weighing = Weighing::exponential;
  Kernel kernel = Kernel::gaussian;
  bool less_half_square = false;            // likeness qᵀk − ½‖k‖²
  std::vector<double> query_scale{}, key_scale{};  // per coordinate
  std::vector<double> query_origin = std::vector<double>(dim), key_origin = query_origin;  // taken off scaled coordinates
  std::vector<double> units{};              // per coordinate, for the forms with units
  double width = 1;                         // in scaled coordinates
  double factor = 1;                        // (likeness − likeness′) · factor is the exponent of a weight
};

double greatest_magnitude(Points points) {
  double most = 0;
  for (const double x : points.coordinates()) most = std::max(most, absolute(x));
  return most;
}

std::vector<double> greatest_magnitudes(Points queries, Points keys) {
  std::vector<double> most(keys.dim(), 0.0);
  for (const Points& points : {queries, keys})
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t d = 0; d < most.size(); ++d) most[d] = std::max(most[d], absolute(points[i][d]));
  return most;
}

struct ScaledWidth {
  double scale;  // of coordinates
  double rest;   // of differences of scaled coordinates: 1, but where coordinates would overflow
  double width;  // scaled by both
};

/// Powers of two that make the width about 1.
ScaledWidth scaled_width(double width, double greatest_coordinate) {
  const int wanted = std::clamp(1 - exponent_of(width), -1000, 1000);
  const int possible = std::min(wanted, 1024 - exponent_of(greatest_coordinate));
  const int rest = std::min(wanted - possible, 1000);
  return {std::ldexp(1.0, possible), std::ldexp(1.0, rest), std::ldexp(width, possible + rest)};
}

/// The same for the exponential kernels, whose squared widths and reciprocals must be finite
/// too: coordinates 10¹⁵⁰ widths large are as good as infinitely many widths apart.
ScaledWidth scaled_width_of_exponential(double width, double greatest_coordinate) {
  const auto [scale, rest, scaled] = scaled_width(width, greatest_coordinate);
  return {scale, 1, std::max(scaled / rest, 0x1p-500)};
}

bool all_equal(std::span<const double> numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>{}) == numbers.end();
}

Geometry geometry_of_distances(Points queries, Points keys, Kernel kernel, std::span<const double> widths) {
  Geometry g{.dim = keys.dim(), .kernel = kernel};
  const bool exponential = kernel == Kernel::gaussian || kernel == Kernel::laplace;
  g.weighing = kernel == Kernel::gaussian   ? Weighing::exponential
               : kernel == Kernel::laplace  ? Weighing::exponential_of_distance
               : kernel == Kernel::constant ? Weighing::constant
                                            : Weighing::compact;
  const auto scaled_to = exponential ? scaled_width_of_exponential : scaled_width;
  if (all_equal(widths)) {
    const double most = std::max(greatest_magnitude(queries), greatest_magnitude(keys));
    const auto [scale, rest, width] = scaled_to(widths[0], most);
    g.key_scale.assign(g.dim, scale);
    g.width = width;
    if (rest != 1) g.form = Form::square_of_products, g.units.assign(g.dim, rest);
  } else {
    // Reach is decided on quotients: 49 · (1/49) is less than 1. Elsewhere products do.
    g.form = exponential ? Form::square_of_products : Form::square_of_ratios;
    const std::vector<double> most = greatest_magnitudes(queries, keys);
    for (std::size_t d = 0; d < g.dim; ++d) {
      const auto [scale, rest, width] = scaled_to(widths[d], most[d]);
      g.key_scale.push_back(scale);
      g.units.push_back(exponential ? 1 / width : width / rest);
    }
  }
  g.query_scale = g.key_scale;
  if (kernel == Kernel::gaussian) g.factor = 0.5 / (g.width * g.width);
  if (kernel == Kernel::laplace) g.factor = 1 / g.width;
  return g;
}

/// qᵀk of the scaled coordinates times 2^exponent is qᵀk.
struct Products {
  Geometry geometry;
  int exponent;
};

Products products(Points queries, Points keys, Score score) {
  Geometry g{.dim = keys.dim(), .form = Form::product, .less_half_square = score == Score::gaussian_without_query_norm};
  int query = exponent_of(greatest_magnitude(queries)), key = exponent_of(greatest_magnitude(keys));
  if (g.less_half_square) query = key = std::max(query, key);
  query = std::clamp(query, -1000, 1000), key = std::clamp(key, -1000, 1000);
  g.query_scale.assign(g.dim, power_of_two(-query));
  g.key_scale.assign(g.dim, power_of_two(-key));
  return {std::move(g), query + key};
}

/// number · 2^exponent within [−largest, largest].
double scaled(double number, int exponent) { return std::clamp(std::ldexp(number, exponent), -largest, largest); }

/// Softmax does not see a vector taken off all keys (for qᵀk − ½‖k‖² off queries too): it
/// changes all scores of a query alike. So the keys' mean is, where coordinates become
/// eight times smaller by it: what they have in common costs no digits then.
void centre_keys(Geometry& g, Points keys) {
  for (std::size_t d = 0; d < g.dim; ++d) {
    double sum = 0, least = largest, greatest = -largest;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const double x = keys.coordinates()[i * g.dim + d] * g.key_scale[d];
      sum += x;
      least = std::min(least, x), greatest = std::max(greatest, x);
    }
    const double mean = sum / static_cast<double>(keys.size());
    if (std::max(greatest - mean, mean - least) < std::max(greatest, -least) / 8) g.key_origin[d] = mean;
  }
  if (g.less_half_square) g.query_origin = g.key_origin;
}

Geometry geometry_of_scores(Points queries, Points keys, Score score, double width) {
  if (score == Score::gaussian) return geometry_of_distances(queries, keys, Kernel::gaussian, std::span(&width, 1));
  auto [g, exponent] = products(queries, keys, score);
  int width_exponent = 0;
  const double mantissa = std::frexp(width, &width_exponent);
  g.factor = score == Score::scaled_dot ? scaled(1 / std::sqrt(static_cast<double>(g.dim)), exponent)
                                        : scaled(1 / (mantissa * mantissa), exponent - 2 * width_exponent);
  g.factor = std::clamp(g.factor, 1e-300, 1e300);  // times absent it is −∞, times 0 it is 0
  centre_keys(g, keys);
  return std::move(g);
}

// ---- Packing ----

/// `count` points from `first` on, four by four, coordinate by coordinate, the last four
/// filled up with zeros.
void pack(Points points, std::size_t first, std::size_t count, std::span<const double> scale,
          std::span<const double> origin, double shrink, double* packed) {
  const std::size_t dim = scale.size();
  const double* from = points.coordinates().data() + first * dim;
  for (std::size_t i = 0; i < count; i += tile, from += tile * dim, packed += tile * dim) {
    const std::size_t taken = std::min(tile, count - i);
    for (std::size_t d = 0; d < dim; ++d)
      for (std::size_t l = 0; l < tile; ++l)
        packed[d * tile + l] = l < taken ? from[l * dim + d] * scale[d] * shrink - origin[d] : 0.0;
  }
}

/// Keys of one block, with what depends on them alone.
class KeyBlock {
 public:
  KeyBlock(const Geometry& geometry, Points keys)
      : geometry_(geometry), keys_(keys), packed_(padded(std::min(block, keys.size()), 8) * geometry.dim),
        half_squares_(geometry.less_half_square ? block : 0) {}

  void take(std::size_t first, double shrink = 1) {
    first_ = first;
    count_ = std::min(block, keys_.size() - first);
    pack(keys_, first, count_, geometry_.key_scale, geometry_.key_origin, shrink, packed_.data());
    if (geometry_.less_half_square) square_norms();
  }

  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t length() const { return padded(count_, 8); }
  [[nodiscard]] const double* packed() const { return packed_.data(); }

  /// Likenesses of four packed queries and the block's keys, in four rows; padding is absent.
  void liken(const double* queries, double* rows) const {
    switch (geometry_.form) {
      case Form::product: return liken<Form::product>(queries, rows);
      case Form::square: return liken<Form::square>(queries, rows);
      case Form::square_of_products: return liken<Form::square_of_products>(queries, rows);
      case Form::square_of_ratios: return liken<Form::square_of_ratios>(queries, rows);
    }
  }

 private:
  void square_norms() {
    for (std::size_t i = 0; i < count_; ++i) {
      const double* key = packed_.data() + i / tile * tile * geometry_.dim + i % tile;
      double square = 0;
      for (std::size_t d = 0; d < geometry_.dim; ++d) square += key[d * tile] * key[d * tile];
      half_squares_[i] = square / 2;
    }
  }

  template <Form form>
  void liken(const double* queries, double* rows) const {
    for (std::size_t i = 0; i < count_; i += tile)
      sum_tile<form>(queries, packed_.data() + i * geometry_.dim, geometry_.units.data(), geometry_.dim, rows + i);
    for (std::size_t row = 0; row < tile; ++row, rows += block) {
      if constexpr (form != Form::product) {
        for (std::size_t i = 0; i < count_; i += 2) store(rows + i, -lesser(load(rows + i), both(farthest)));
      } else if (geometry_.less_half_square) {
        for (std::size_t i = 0; i < count_; i += 2) store(rows + i, load(rows + i) - load(half_squares_.data() + i));
      }
      std::fill(rows + count_, rows + length(), absent);
    }
  }

  const Geometry& geometry_;
  Points keys_;
  std::size_t first_ = 0, count_ = 0;
  std::vector<double> packed_, half_squares_;
};

// ---- Values ----

/// The columns of values made fit for summing: scaled by a power of two where they could
/// overflow or vanish, and less their mean where that leaves numbers eight times smaller (a
/// large common offset would cost digits; with one huge value among small ones the mean would).
class Values {
 public:
  explicit Values(Points values) : values_(values), columns_(values.dim()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        columns_[c].least = std::min(columns_[c].least, values[i][c]);
        columns_[c].greatest = std::max(columns_[c].greatest, values[i][c]);
      }
    for (Column& column : columns_) {
      const int exponent = exponent_of(std::max(column.greatest, -column.least));
      if (absolute(exponent) > 900) column.scale = power_of_two(-exponent);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t c = 0; c < columns_.size(); ++c) add(columns_[c], values[i][c] * columns_[c].scale);
    for (Column& column : columns_) {
      const double mean = (column.sum + column.rest) / static_cast<double>(values.size());
      const double least = column.least * column.scale, greatest = column.greatest * column.scale;
      if (std::max(greatest - mean, mean - least) < std::max(greatest, -least) / 8) column.centre = mean;
    }
  }

  /// For mean(): the sums of the fit values.
  void sum_up() {
    for (Column& column : columns_) column.sum = column.rest = 0;
    for (std::size_t i = 0; i < values_.size(); ++i)
      for (std::size_t c = 0; c < columns_.size(); ++c) add(columns_[c], fit(i, c));
  }

  [[nodiscard]] std::size_t columns() const { return columns_.size(); }
  [[nodiscard]] bool in_panels() const { return columns_.size() > 3; }
  /// Sums needed for one row of weights.
  [[nodiscard]] std::size_t stride() const { return in_panels() ? padded(columns_.size(), tile) : columns_.size(); }

  /// The values of keys first … first + count − 1, in panels of four columns or column by column.
  void pack(std::size_t first, std::size_t count, double* packed) const {
    const std::size_t columns = columns_.size();
    if (in_panels()) {
      for (std::size_t c = 0; c < columns; c += tile)
        for (std::size_t i = 0; i < count; ++i, packed += tile)
          for (std::size_t l = 0; l < tile; ++l) packed[l] = c + l < columns ? fit(first + i, c + l) : 0.0;
    } else {
      for (std::size_t c = 0; c < columns; ++c, packed += block) {
        for (std::size_t i = 0; i < count; ++i) packed[i] = fit(first + i, c);
        std::fill(packed + count, packed + padded(count, tile), 0.0);
      }
    }
  }

  [[nodiscard]] double fit(std::size_t i, std::size_t c) const {
    return values_.coordinates()[i * columns_.size() + c] * columns_[c].scale - columns_[c].centre;
  }

  /// A mean of fit values as a mean of the values, which lies within their range.
  [[nodiscard]] double restore(double mean, std::size_t c) const {
    const Column& column = columns_[c];
    return std::clamp((mean + column.centre) / column.scale, column.least, column.greatest);
  }
  [[nodiscard]] double restore_slope(double slope, std::size_t c) const {
    return std::clamp(slope / columns_[c].scale, -largest, largest);
  }

  /// The mean of all, or of all but one.
  [[nodiscard]] double mean(std::size_t c, std::size_t without) const {
    const Column& column = columns_[c];
    const double n = static_cast<double>(values_.size());
    if (without == nobody) return restore((column.sum + column.rest) / n, c);
    if (values_.size() == 1) return not_a_number;
    const auto others = two_sum(column.sum, -fit(without, c));
    return restore((others.high + (others.low + column.rest)) / (n - 1), c);
  }

 private:
  struct Column {
    double least = largest, greatest = -largest;
    double scale = 1, centre = 0;
    double sum = 0, rest = 0;
  };

  static void add(Column& column, double value) {
    const auto next = two_sum(column.sum, value);
    column.sum = next.high;
    column.rest += next.low;
  }

  Points values_;
  std::vector<Column> columns_;
};

// ---- Queries far from every key ----
//
// Far out the squares of all distances are large and nearly equal, and their differences,
// which are all that counts, lose digits. They keep them relative to the nearest key k₀:
// with u = k − k₀ and p = q − k₀, ‖q − k‖² − ‖q − k₀‖² = Σ u(u − 2p).

constexpr int most_origins = 4;     // tried in turn, until none is nearer by more than a little
constexpr double shrink = 0x1p-540;  // where squares overflow

struct Origin {
  std::size_t slot, query;      // where its sums are, which query it is of
  std::size_t own = nobody;     // the key left out
  std::size_t block_of_nearest;
  std::size_t key = nobody;     // k₀
  std::vector<double> at{}, twice_query{}, unit_squares{};  // k₀, 2p
  double distance = 0;          // ‖p‖
};

bool squares_overflow(const Geometry& geometry, double likeness) {
  return likeness <= (geometry.weighing == Weighing::exponential ? -1e300 : -1e150);
}

double factor_of_shrunk(const Geometry& geometry, double shrunk) {
  const double unshrink = geometry.weighing == Weighing::exponential ? 1 / (shrunk * shrunk) : 1 / shrunk;
  return std::min(geometry.factor * unshrink, 1e300);
}

/// The nearest key of the block that holds the nearest, relative to the present origin if
/// there is one.
std::size_t nearest_in_block(const Origin& origin, const Geometry& geometry, Points queries, Points keys, double shrunk) {
  const auto query = queries[origin.query];
  const std::size_t end = std::min(origin.block_of_nearest + block, keys.size());
  std::size_t nearest = nobody;
  double least = 0;
  for (std::size_t i = origin.block_of_nearest; i < end; ++i) {
    if (i == origin.own) continue;
    double square = 0;
    for (std::size_t d = 0; d < geometry.dim; ++d) {
      const double scale = geometry.key_scale[d], key = keys[i][d] * scale * shrunk;
      const double u = origin.key == nobody ? query[d] * scale * shrunk - key : key - origin.at[d];
      const double other = origin.key == nobody ? u : u - origin.twice_query[d];
      square += u * other * origin.unit_squares[d];
    }
    if (nearest == nobody || square < least) nearest = i, least = square;
  }
  return nearest;
}

void place(Origin& origin, const Geometry& geometry, Points queries, Points keys, double shrunk) {
  origin.unit_squares.assign(geometry.dim, 1.0);
  for (std::size_t d = 0; d < geometry.units.size(); ++d) origin.unit_squares[d] = geometry.units[d] * geometry.units[d];
  origin.key = nearest_in_block(origin, geometry, queries, keys, shrunk);
  origin.at.resize(geometry.dim), origin.twice_query.resize(geometry.dim);
  double square = 0;
  for (std::size_t d = 0; d < geometry.dim; ++d) {
    const double scale = geometry.key_scale[d];
    origin.at[d] = keys[origin.key][d] * scale * shrunk;
    const double p = queries[origin.query][d] * scale * shrunk - origin.at[d];
    origin.twice_query[d] = 2 * p;
    square += p * p * origin.unit_squares[d];
  }
  origin.distance = std::sqrt(square);
}

/// Likenesses relative to the origin's, of a block shrunk alike.
void liken(const Origin& origin, const Geometry& geometry, const KeyBlock& keys, double* row) {
  for (std::size_t i = 0; i < keys.length(); i += 8) {
    const double* key = keys.packed() + i * geometry.dim;
    const auto sums = geometry.form == Form::square ? sum_from_origin<false> : sum_from_origin<true>;
    sums(origin.at.data(), origin.twice_query.data(), origin.unit_squares.data(), key, geometry.dim, row + i);
  }
  for (std::size_t i = 0; i < keys.length(); i += 2) {
    Pair likeness = -lesser(greater(load(row + i), both(-1e300)), both(farthest));
    if (geometry.weighing == Weighing::exponential_of_distance) {
      const Pair x0 = both(origin.distance);  // x − x₀ = (x² − x₀²)/(x + x₀)
      likeness /= square_root(greater(x0 * x0 - likeness, Pair{})) + x0;
    }
    store(row + i, likeness);
  }
  std::fill(row + keys.count(), row + keys.length(), absent);
}

// ---- Pooling, block by block ----

/// One query's sums over the blocks so far. The reference is a likeness within `negligible`
/// of the best: it moves only when all that was summed before is negligible, so sums are
/// never rescaled, which would cost digits.
struct Sums {
  double reference = absent;
  double best = absent;         // the greatest likeness
  std::size_t best_block = 0;   // the first key of its block
  double weights = 0, weights_low = 0, slopes = 0, slopes_low = 0;

  void add(const BlockSums& sums) {
    add(weights, weights_low, sums.weights);
    add(slopes, slopes_low, sums.slopes);
  }

 private:
  static void add(double& high, double& low, double term) {
    const auto next = two_sum(high, term);
    high = next.high;
    low += next.low;
  }
};

class Pooling {
 public:
  Pooling(const Geometry& geometry, Points queries, Points keys, Points values, bool slopes, bool leave_one_out,
          std::size_t first_query)
      : geometry_(geometry), queries_(queries), keys_(keys), values_(values), stride_(values_.stride()),
        leave_one_out_(leave_one_out), first_query_(first_query), key_block_(geometry, keys),
        rows_(tile * block), slope_rows_(slopes ? tile * block : 0) {
    const std::size_t budget = 16384 / std::max({geometry.dim, stride_, std::size_t{1}});
    at_once_ = std::min(padded(queries.size(), tile), std::clamp<std::size_t>(budget / tile * tile, tile, 256));
    sums_.resize(at_once_ + 1);  // one more, for rows that fill up a tile
    high_.resize((at_once_ + 1) * stride_), low_ = high_;
    if (slopes) slope_high_ = high_, slope_low_ = high_;
    if (geometry.weighing == Weighing::constant) values_.sum_up();
    packed_queries_.resize(at_once_ * geometry.dim);
    packed_values_.resize(values_.in_panels() ? std::min(block, keys.size()) * stride_ : block * stride_);
  }

  PooledSlopes run() {
    PooledSlopes result;
    result.values.resize(queries_.size() * values_.columns());
    if (!slope_rows_.empty()) result.slopes.resize(result.values.size());
    for (start_ = 0; start_ < queries_.size(); start_ += at_once_) {
      count_ = std::min(at_once_, queries_.size() - start_);
      if (geometry_.weighing != Weighing::constant) pool_block_of_queries();
      for (std::size_t q = 0; q < count_; ++q) finish(q, result);
    }
    return result;
  }

 private:
  using Slots = std::array<std::size_t, tile>;  // whose row of sums each row of weights goes to

  [[nodiscard]] std::size_t own(std::size_t q) const { return leave_one_out_ ? first_query_ + start_ + q : nobody; }

  void pool_block_of_queries() {
    pack(queries_, start_, count_, geometry_.query_scale, geometry_.query_origin, 1, packed_queries_.data());
    for (std::size_t q = 0; q < count_; ++q) forget(q);
    for (std::size_t first = 0; first < keys_.size(); first += block) {
      take(first, 1);
      for (std::size_t q = 0; q < count_; q += tile) {
        key_block_.liken(packed_queries_.data() + q * geometry_.dim, rows_.data());
        Slots slots;
        for (std::size_t l = 0; l < tile; ++l) slots[l] = q + l < count_ ? q + l : at_once_;
        add_rows(slots);
      }
    }
    if (geometry_.form != Form::product && geometry_.weighing != Weighing::compact) pool_distant_queries();
  }

  void forget(std::size_t q) {
    sums_[q] = Sums{};
    clear_sums(q);
  }

  void clear_sums(std::size_t q) {
    for (auto* sums : {&high_, &low_, &slope_high_, &slope_low_})
      if (!sums->empty()) std::fill_n(sums->begin() + static_cast<std::ptrdiff_t>(q * stride_), stride_, 0.0);
  }

  void take(std::size_t first, double factor) {
    key_block_.take(first, factor);
    values_.pack(first, key_block_.count(), packed_values_.data());
  }

  /// Four rows of likenesses become weights and are added to the sums of their queries.
  void add_rows(const Slots& slots) {
    bool any = false;
    for (std::size_t l = 0; l < tile; ++l) any |= weigh_row(slots[l], l);
    if (!any) return;
    add_products(slots, rows_.data(), high_, low_);
    if (!slope_rows_.empty()) add_products(slots, slope_rows_.data(), slope_high_, slope_low_);
  }

  /// False if the row's weights are all 0.
  bool weigh_row(std::size_t q, std::size_t l) {
    const BlockRow row{rows_.data() + l * block, slope_rows_.empty() ? nullptr : slope_rows_.data() + l * block,
                       key_block_.length()};
    const auto nothing = [&] {
      std::fill_n(row.numbers, row.length, 0.0);
      if (row.slopes != nullptr) std::fill_n(row.slopes, row.length, 0.0);
      return false;
    };
    if (q == at_once_) return nothing();
    Sums& sums = sums_[q];
    if (leave_one_out_)  // own key absent, if it is in this block
      if (const std::size_t at = own(q) - key_block_.first(); at < key_block_.count()) row.numbers[at] = absent;

    if (geometry_.weighing == Weighing::compact) {
      const BlockSums reached = weigh_compact(geometry_.kernel, row, geometry_.width);
      sums.add(reached);
      return reached.weights > 0;
    }
    if (geometry_.weighing == Weighing::exponential_of_distance && !from_origin_) to_distances(row);
    const double most = greatest(row);
    if (most > sums.best) sums.best = most, sums.best_block = key_block_.first();
    if (most == absent || (most - sums.reference) * factor_ < -negligible) return nothing();
    if (sums.reference == absent || (most - sums.reference) * factor_ > negligible) {
      clear_sums(q);
      sums.weights = sums.weights_low = sums.slopes = sums.slopes_low = 0;
      sums.reference = most;
    }
    const double slope_factor = geometry_.weighing == Weighing::exponential ? -2 : -1;
    sums.add(weigh_exponential(row, sums.reference, factor_, slope_factor));
    return true;
  }

  void add_products(const Slots& slots, const double* rows, std::vector<double>& high, std::vector<double>& low) {
    if (values_.in_panels()) {
      std::array<double*, tile> highs, lows;
      for (std::size_t l = 0; l < tile; ++l) {
        highs[l] = high.data() + slots[l] * stride_;
        lows[l] = low.data() + slots[l] * stride_;
      }
      add_panels(rows, packed_values_.data(), key_block_.count(), stride_ / tile, highs.data(), lows.data());
    } else {
      for (std::size_t c = 0; c < stride_; ++c) {
        std::array<double, tile> terms;
        add_column(rows, packed_values_.data() + c * block, padded(key_block_.count(), tile), terms.data());
        for (std::size_t l = 0; l < tile; ++l) {
          const std::size_t at = slots[l] * stride_ + c;
          const auto next = two_sum(high[at], terms[l]);
          high[at] = next.high;
          low[at] += next.low;
        }
      }
    }
  }

  void finish(std::size_t q, PooledSlopes& result) const {
    const std::size_t columns = values_.columns(), to = (start_ + q) * columns;
    if (geometry_.weighing == Weighing::constant) {
      for (std::size_t c = 0; c < columns; ++c) result.values[to + c] = values_.mean(c, own(q));
      return;
    }
    const Sums& sums = sums_[q];
    const double weight = sums.weights + sums.weights_low;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t at = q * stride_ + c;
      const double mean = (high_[at] + low_[at]) / weight;
      result.values[to + c] = weight > 0 ? values_.restore(mean, c) : not_a_number;
      if (slope_rows_.empty()) continue;
      // The derivative of Σwv/Σw; a constant added to all dw/w would drop out.
      const double slope = (slope_high_[at] + slope_low_[at]) / weight - mean * ((sums.slopes + sums.slopes_low) / weight);
      result.slopes[to + c] = weight > 0 ? values_.restore_slope(slope, c) : not_a_number;
    }
  }

  void pool_distant_queries() {
    std::vector<Origin> together;
    for (std::size_t q = 0; q < count_; ++q) {
      if (sums_[q].best == absent || digits_suffice(sums_[q])) continue;
      Origin origin{.slot = q, .query = start_ + q, .own = own(q), .block_of_nearest = sums_[q].best_block};
      if (squares_overflow(geometry_, sums_[q].best)) pool_from_origins({std::move(origin)}, shrink);
      else together.push_back(std::move(origin));
    }
    if (!together.empty()) pool_from_origins(std::move(together), 1);
  }

  /// True if the query is near, or if what the scores may err by changes nothing, because
  /// one key outweighs the others.
  [[nodiscard]] bool digits_suffice(const Sums& sums) const {
    const double score = -sums.best * geometry_.factor;
    if (score <= distant) return true;
    const double nearest = exponential((sums.best - sums.reference) * geometry_.factor);
    const double others = (sums.weights - nearest) + sums.weights_low;
    // Slopes weigh scores too, which are up to a hundred where weights count.
    return others * (static_cast<double>(geometry_.dim + 5) * score * 0x1p-51) < 1e-17 * nearest;
  }

  void pool_from_origins(std::vector<Origin> origins, double shrunk) {
    from_origin_ = true;
    factor_ = factor_of_shrunk(geometry_, shrunk);
    // The nearest by rounded squares may not be the nearest in truth: then some key is
    // nearer than the origin, and takes its place.
    for (int attempt = 0; attempt < most_origins && !origins.empty(); ++attempt) {
      for (Origin& origin : origins) {
        place(origin, geometry_, queries_, keys_, shrunk);
        forget(origin.slot);
      }
      for (std::size_t first = 0; first < keys_.size(); first += block) {
        take(first, shrunk);
        for (std::size_t o = 0; o < origins.size(); o += tile) {
          Slots slots;
          for (std::size_t l = 0; l < tile; ++l) {
            slots[l] = o + l < origins.size() ? origins[o + l].slot : at_once_;
            if (slots[l] != at_once_) liken(origins[o + l], geometry_, key_block_, rows_.data() + l * block);
          }
          add_rows(slots);
        }
      }
      std::erase_if(origins, [&](Origin& origin) {
        origin.block_of_nearest = sums_[origin.slot].best_block;
        return sums_[origin.slot].best * factor_ <= 1;
      });
    }
    from_origin_ = false;
    factor_ = geometry_.factor;
  }

  const Geometry& geometry_;
  Points queries_, keys_;
  Values values_;
  std::size_t stride_;
  bool leave_one_out_, from_origin_ = false;
  double factor_ = geometry_.factor;
  std::size_t first_query_, at_once_ = 0, start_ = 0, count_ = 0;
  KeyBlock key_block_;
  std::vector<double> rows_, slope_rows_;
  std::vector<Sums> sums_;
  std::vector<double> high_, low_, slope_high_, slope_low_;
  std::vector<double> packed_queries_, packed_values_;
};

// ---- Whole matrices ----

double greatest_of(std::span<const double> row) {
  Pair a = both(-infinity), b = a;
  std::size_t i = 0;
  for (; i + 4 <= row.size(); i += 4) {
    a = greater(load(row.data() + i), a);
    b = greater(load(row.data() + i + 2), b);
  }
  for (; i < row.size(); ++i) a = greater(both(row[i]), a);
  a = greater(a, b);
  return std::max(a[0], a[1]);
}

void divide(std::span<double> row, double by) {
  std::size_t i = 0;
  for (; i + 2 <= row.size(); i += 2) store(row.data() + i, load(row.data() + i) / both(by));
  if (i < row.size()) row[i] /= by;
}

/// exp((x − most)·factor) over a row of any length, divided by their sum; −∞ weighs 0.
void softmax_row(std::span<double> row, double factor) {
  const double most = greatest_of(row);
  if (most == -infinity) return std::fill(row.begin(), row.end(), 0.0);
  std::array<double, block> buffer;
  RunningSum<double> sum;
  for (std::size_t start = 0; start < row.size(); start += block) {
    const std::size_t count = std::min(block, row.size() - start);
    const BlockRow part{buffer.data(), nullptr, padded(count, 8)};
    std::copy_n(row.data() + start, count, part.numbers);
    std::fill(part.numbers + count, part.numbers + part.length, -infinity);
    sum.add(weigh_exponential(part, most, factor, 0).weights);
    std::copy_n(part.numbers, count, row.data() + start);
  }
  divide(row, sum.value());
}

void compact_row(std::span<double> row, Kernel kernel, double width) {
  std::array<double, block> buffer;
  RunningSum<double> sum;
  for (std::size_t start = 0; start < row.size(); start += block) {
    const std::size_t count = std::min(block, row.size() - start);
    const BlockRow part{buffer.data(), nullptr, padded(count, 8)};
    std::copy_n(row.data() + start, count, part.numbers);
    std::fill(part.numbers + count, part.numbers + part.length, absent);
    sum.add(weigh_compact(kernel, part, width).weights);
    std::copy_n(part.numbers, count, row.data() + start);
  }
  if (sum.value() > 0) divide(row, sum.value());
}

/// Likenesses of all queries and all keys.
std::vector<double> matrix(const Geometry& geometry, Points queries, Points keys) {
  std::vector<double> result(queries.size() * keys.size());
  std::vector<double> packed(tile * geometry.dim), rows(tile * block);
  KeyBlock key_block(geometry, keys);
  for (std::size_t first = 0; first < keys.size(); first += block) {
    key_block.take(first);
    for (std::size_t q = 0; q < queries.size(); q += tile) {
      const std::size_t count = std::min(tile, queries.size() - q);
      pack(queries, q, count, geometry.query_scale, geometry.query_origin, 1, packed.data());
      key_block.liken(packed.data(), rows.data());
      for (std::size_t l = 0; l < count; ++l)
        std::copy_n(rows.data() + l * block, key_block.count(), result.data() + (q + l) * keys.size() + first);
    }
  }
  return result;
}

/// Likenesses of a row again, relative to the nearest key; returns the factor they now have.
double liken_from_nearest(std::span<double> row, std::size_t query, double best, const Geometry& geometry, Points queries,
                          Points keys, KeyBlock& key_block) {
  const double shrunk = squares_overflow(geometry, best) ? shrink : 1;
  const double factor = factor_of_shrunk(geometry, shrunk);
  Origin origin{.slot = 0, .query = query, .block_of_nearest = 0};
  std::array<double, block> buffer;
  for (int attempt = 0; attempt < most_origins; ++attempt) {
    const auto nearest = static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
    origin.block_of_nearest = nearest / block * block;
    place(origin, geometry, queries, keys, shrunk);
    for (std::size_t first = 0; first < keys.size(); first += block) {
      key_block.take(first, shrunk);
      liken(origin, geometry, key_block, buffer.data());
      std::copy_n(buffer.data(), key_block.count(), row.data() + first);
    }
    if (*std::max_element(row.begin(), row.end()) * factor <= 1) break;
  }
  return factor;
}

PooledSlopes pooled(Points queries, Points keys, Points values, Kernel kernel, std::span<const double> widths, bool slopes,
                    bool leave_one_out, std::size_t first) {
  const Geometry geometry = geometry_of_distances(queries, keys, kernel, widths);
  return Pooling(geometry, queries, keys, values, slopes, leave_one_out, first).run();
}

Points part(Points points, std::size_t first, std::size_t count) {
  return {points.coordinates().subspan(first * points.dim(), count * points.dim()), points.dim()};
}

}  // namespace

std::vector<double> scores(Points queries, Points keys, Score score, double width) {
  if (score == Score::gaussian) {
    const Geometry g = geometry_of_distances(queries, keys, Kernel::gaussian, std::span(&width, 1));
    std::vector<double> likenesses = matrix(g, queries, keys);
    for (double& x : likenesses) x = x == -farthest ? -largest : std::max(x / 2 / (g.width * g.width), -largest);
    return likenesses;
  }
  const auto [g, exponent] = products(queries, keys, score);
  int width_exponent = 0;
  const double mantissa = std::frexp(width, &width_exponent);
  const double divisor = score == Score::scaled_dot ? std::sqrt(static_cast<double>(g.dim)) : mantissa * mantissa;
  const int power = score == Score::scaled_dot ? exponent : exponent - 2 * width_exponent;
  std::vector<double> likenesses = matrix(g, queries, keys);
  if (power > -900 && power < 900) {
    const double scale = power_of_two(power);
    for (double& x : likenesses) x = std::clamp(x / divisor * scale, -largest, largest);
  } else {
    for (double& x : likenesses) x = scaled(x / divisor, power);
  }
  return likenesses;
}

void softmax_rows(std::span<double> rows, std::size_t columns) {
  for (std::size_t start = 0; start < rows.size(); start += columns) softmax_row(rows.subspan(start, columns), 1);
}

std::vector<double> dot_product_attention(Points queries, Points keys, Points values, Score score, double width) {
  const Geometry geometry = geometry_of_scores(queries, keys, score, width);
  return Pooling(geometry, queries, keys, values, false, false, 0).run().values;
}

std::vector<double> weights(Points queries, Points keys, Kernel kernel, std::span<const double> widths) {
  if (kernel == Kernel::constant)
    return std::vector<double>(queries.size() * keys.size(), 1 / static_cast<double>(keys.size()));
  const Geometry geometry = geometry_of_distances(queries, keys, kernel, widths);
  std::vector<double> result = matrix(geometry, queries, keys);
  KeyBlock key_block(geometry, keys);
  for (std::size_t query = 0; query < queries.size(); ++query) {
    const auto row = std::span(result).subspan(query * keys.size(), keys.size());
    if (geometry.weighing == Weighing::compact) {
      compact_row(row, kernel, geometry.width);
      continue;
    }
    if (geometry.weighing == Weighing::exponential_of_distance)
      for (double& x : row) x = -std::sqrt(-x);
    const double best = greatest_of(row);
    const bool far = -best * geometry.factor > distant;
    softmax_row(row, far ? liken_from_nearest(row, query, best, geometry, queries, keys, key_block) : geometry.factor);
  }
  return result;
}

std::vector<double> pool(Points queries, Points keys, Points values, Kernel kernel, std::span<const double> widths) {
  return pooled(queries, keys, values, kernel, widths, false, false, 0).values;
}

PooledSlopes pool_with_slopes(Points queries, Points keys, Points values, Kernel kernel,
                              std::span<const double> widths) {
  return pooled(queries, keys, values, kernel, widths, true, false, 0);
}

std::vector<double> loo_predictions(Points keys, Points values, Kernel kernel, std::span<const double> widths,
                                    std::size_t first, std::size_t count) {
  return pooled(part(keys, first, count), keys, values, kernel, widths, false, true, first).values;
}

PooledSlopes loo_predictions_with_slopes(Points keys, Points values, Kernel kernel, std::span<const double> widths,
                                         std::size_t first, std::size_t count) {
  return pooled(part(keys, first, count), keys, values, kernel, widths, true, true, first);
}

}  // namespace attention_pooling::engine::space
