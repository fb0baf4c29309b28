#pragma once

#include <array>
#include <string_view>

namespace attention_pooling {

/// How much a key counts at a distance: the α(x) of d2l §11.2, unnormalised, α(0) = 1.
///
///     gaussian      exp(−x²/2)                 reaches everywhere
///     boxcar        1 if |x| < 1, else 0
///     constant      1                          reaches everywhere
///     triangular    max(1 − |x|, 0)            what the book calls Epanechikov
///     epanechnikov  max(1 − x², 0)
///     biweight      (1 − x²)²   if |x| < 1, else 0
///     triweight     (1 − x²)³   if |x| < 1, else 0
///     tricube       (1 − |x|³)³ if |x| < 1, else 0
///     cosine        cos(πx/2)   if |x| < 1, else 0
///     laplace       exp(−|x|)                  reaches everywhere
enum class Kernel {
  gaussian,
  boxcar,
  constant,
  triangular,
  epanechnikov,
  biweight,
  triweight,
  tricube,
  cosine,
  laplace
};

/// Every kernel, the book's first.
inline constexpr std::array kernels{Kernel::gaussian,  Kernel::boxcar,       Kernel::constant,
                                    Kernel::triangular, Kernel::epanechnikov, Kernel::biweight,
                                    Kernel::triweight, Kernel::tricube,      Kernel::cosine,
                                    Kernel::laplace};

/// α(distance), within 2 units in the last place. The sign of the distance does not
/// matter; NaN gives NaN, for the constant too.
[[nodiscard]] double evaluate(Kernel kernel, double distance) noexcept;

/// The enumerator's name, as in URLs and menus: "gaussian"; "none" for a number that is no enumerator.
[[nodiscard]] std::string_view name(Kernel kernel) noexcept;

/// The kernel of that name. Throws std::invalid_argument naming all that are known.
[[nodiscard]] Kernel kernel_from_name(std::string_view name);

}  // namespace attention_pooling
