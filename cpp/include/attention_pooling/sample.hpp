#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace attention_pooling {

/// A function to draw noisy samples from.
///
///     d2l        2 sin x + x              the book's, §11.2 of the current edition
///     d2l_older  2 sin x + x^0.8          the book's older editions; undefined below 0
///     sine       2 sin 2x
///     step       0 below 2.5, from there 3
///     line       x
///     doppler    6 √(t(1−t)) sin(2.1π / (t + 0.05)), t = x/5; 0 outside [0, 5]
///
/// doppler: Donoho and Johnstone (1994), stretched to the book's range.
enum class SampleName { d2l, d2l_older, sine, step, line, doppler };

inline constexpr std::array sample_names{SampleName::d2l,  SampleName::d2l_older,
                                         SampleName::sine, SampleName::step,
                                         SampleName::line, SampleName::doppler};

/// The name in URLs and menus: "d2l", "d2l-older".
[[nodiscard]] std::string_view name(SampleName name) noexcept;

/// The function of that name. Throws std::invalid_argument naming all that are known.
[[nodiscard]] SampleName sample_from_name(std::string_view name);

/// The defaults are those of the book (its older editions: n 50, noise 0.5).
struct SampleOptions {
  std::size_t n = 40;       ///< from 1 to 10,000,000
  double noise = 1.0;       ///< standard deviation of the normal noise, at least 0
  double from = 0.0;        ///< keys are uniform on [from, to)
  double to = 5.0;
  std::uint32_t seed = 0;
};

struct Sample {
  std::vector<double> keys;    ///< in ascending order
  std::vector<double> values;
};

/// n noisy samples; the same options give the same bits everywhere. The generator is the
/// book's (MT19937, uniforms of 24 bits, Box–Muller in blocks of 16), so that d2l with seed
/// s is what the book's code draws after seeding with s, up to its rounding of values to
/// float, for n ≥ 16. The book's two functions have keys rounded to float, as there.
/// Throws std::invalid_argument naming the option that is out of range. Cost: O(n log n).
[[nodiscard]] Sample sample(SampleName name, const SampleOptions& options = {});

/// The function without noise at every query; NaN where it is undefined.
/// Throws std::invalid_argument if a query is not finite.
[[nodiscard]] std::vector<double> truth(SampleName name, std::span<const double> queries);

}  // namespace attention_pooling
