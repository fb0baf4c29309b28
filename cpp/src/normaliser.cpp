#include "normaliser.hpp"

#include <algorithm>
#include <attention_pooling/classify.hpp>
#include <cmath>
#include <limits>

#include "elementary.hpp"

namespace attention_pooling {
namespace {

constexpr double pi = 3.141592653589793;

/// p! stepᵖ / (d (d + step) (d + 2 step) … (d + p·step)), which is ∫ (1 − r^step)ᵖ rᵈ⁻¹ dr from 0 to 1.
double polynomial(double d, int step, int p) {
  double integral = 1 / d;
  for (int k = 1; k <= p; ++k) integral *= k * step / (d + k * step);
  return integral;
}

/// ∫ cos(πr/2) rᵈ⁻¹ dr from 0 to 1: with u = 1 − r, the sine's series term by term.
double cosine(double d) {
  double term = pi / 2 / (d * (d + 1)), sum = 0;
  for (int k = 0; k < 20; ++k) {
    sum += term;
    term *= -(pi / 2) * (pi / 2) / ((d + 2 * k + 2) * (d + 2 * k + 3));
  }
  return sum;
}

/// ∫ α(r) rᵈ⁻¹ dr for a kernel of finite reach.
double radial(Kernel kernel, double d) {
  switch (kernel) {
    case Kernel::boxcar: return 1 / d;
    case Kernel::triangular: return polynomial(d, 1, 1);
    case Kernel::epanechnikov: return polynomial(d, 2, 1);
    case Kernel::biweight: return polynomial(d, 2, 2);
    case Kernel::triweight: return polynomial(d, 2, 3);
    case Kernel::tricube: return polynomial(d, 3, 3);
    case Kernel::cosine: return cosine(d);
    case Kernel::gaussian:
    case Kernel::constant:
    case Kernel::laplace: break;  // these reach everywhere
  }
  return std::numeric_limits<double>::infinity();
}

/// A product of any magnitude, as mantissa · 2^exponent.
struct Product {
  double mantissa = 1;
  long exponent = 0;

  void times(double factor) {
    int shift;
    mantissa = std::frexp(mantissa * factor, &shift);
    exponent += shift;
  }
};

/// The volume of the kernel, whatever its magnitude.
Product volume(Kernel kernel, std::size_t dim) {
  const double d = static_cast<double>(dim);
  Product product;
  if (kernel == Kernel::gaussian) {  // (2π)^{d/2}
    for (std::size_t k = 0; k < dim / 2; ++k) product.times(2 * pi);
    if (dim % 2 == 1) product.times(2.5066282746310002);
    return product;
  }
  // The surface of the unit sphere: 2, 2π, and 2π/(d − 2) times that of two dimensions less.
  product.times(dim % 2 == 1 ? 2 : 2 * pi);
  for (std::size_t k = dim % 2 == 1 ? 1 : 2; k + 2 <= dim; k += 2) product.times(2 * pi / static_cast<double>(k));
  if (kernel == Kernel::laplace) {  // ∫ exp(−r) rᵈ⁻¹ dr = (d − 1)!
    for (std::size_t k = 2; k < dim; ++k) product.times(static_cast<double>(k));
  } else {
    product.times(radial(kernel, d));
  }
  return product;
}

}  // namespace

double normaliser(Kernel kernel, std::size_t dim) {
  if (kernel == Kernel::constant) return std::numeric_limits<double>::infinity();
  const Product product = volume(kernel, dim);
  return std::ldexp(product.mantissa, static_cast<int>(std::max(-3000L, std::min(3000L, product.exponent))));
}

double log_normaliser(Kernel kernel, std::size_t dim) {
  if (kernel == Kernel::constant) return std::numeric_limits<double>::infinity();
  const Product product = volume(kernel, dim);
  return elementary::log(product.mantissa) + static_cast<double>(product.exponent) * 0.6931471805599453;
}

}  // namespace attention_pooling
