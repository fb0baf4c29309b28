#include <attention_pooling/kernel.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "checked.hpp"
#include "elementary.hpp"
#include "shape.hpp"

namespace attention_pooling {
namespace {

constexpr std::array<std::string_view, kernels.size()> names{
    "gaussian",  "boxcar",    "constant", "triangular", "epanechnikov",
    "biweight",  "triweight", "tricube",  "cosine",     "laplace"};

}  // namespace

Reach reach(Kernel kernel) {
  const bool everywhere = kernel == Kernel::gaussian || kernel == Kernel::constant || kernel == Kernel::laplace;
  return everywhere ? Reach::everywhere : Reach::within_width;
}

bool has_gradient(Kernel kernel) { return kernel != Kernel::boxcar && kernel != Kernel::constant; }

double compact_weight(Kernel kernel, double u, double scaled, double scale) {
  const double parabola = scaled * (2 - u);
  switch (kernel) {
    case Kernel::boxcar: return 1;
    case Kernel::triangular: return scaled;
    case Kernel::epanechnikov: return parabola;
    case Kernel::biweight: return parabola * parabola;
    case Kernel::triweight: return parabola * parabola * parabola;
    case Kernel::tricube: {
      const double x = 1 - u, cubic = scaled * (1 + x + x * x);
      return cubic * cubic * cubic;
    }
    case Kernel::cosine:
      // Below 2⁻³⁰ the sine is its argument, and the product with the scale must come first.
      if (u < 0x1p-30) return scaled * 1.5707963267948966;
      return elementary::sin_quarter_turns(u) * scale;
    case Kernel::gaussian:
    case Kernel::constant:
    case Kernel::laplace: break;  // these reach everywhere
  }
  return 0;
}

double evaluate(Kernel kernel, double distance) noexcept {
  if (std::isnan(distance)) return std::numeric_limits<double>::quiet_NaN();
  const double x = std::abs(distance);
  if (kernel == Kernel::constant) return 1;
  if (kernel == Kernel::laplace) return elementary::exp(-x);
  if (kernel == Kernel::gaussian) return x > 40 ? 0 : elementary::exp(-0.5 * x * x);
  const double u = 1 - x;
  return u > 0 ? compact_weight(kernel, u, u, 1) : 0;
}

std::string_view name(Kernel kernel) noexcept {
  const auto number = static_cast<std::size_t>(kernel);
  return number < names.size() ? names[number] : "none";
}

namespace checked {

Result<Kernel> kernel_from_name(std::string_view wanted) {
  return from_name("kernel", wanted, kernels);
}

}  // namespace checked
}  // namespace attention_pooling
