#include "slope.hpp"

#include "elementary.hpp"

namespace attention_pooling {

bool has_gradient(Kernel kernel) { return kernel != Kernel::boxcar && kernel != Kernel::constant; }

double log_slope(Kernel kernel, double x) {
  const double u = 1 - x;
  switch (kernel) {
    case Kernel::gaussian: return x * x;
    case Kernel::laplace: return x;
    case Kernel::triangular: return x / u;
    case Kernel::epanechnikov: return 2 * x * x / (u * (1 + x));
    case Kernel::biweight: return 4 * x * x / (u * (1 + x));
    case Kernel::triweight: return 6 * x * x / (u * (1 + x));
    case Kernel::tricube: return 9 * x * x * x / (u * (1 + x + x * x));
    case Kernel::cosine:
      return 1.5707963267948966 * x * elementary::cos_quarter_turns(u) / elementary::sin_quarter_turns(u);
    case Kernel::boxcar:
    case Kernel::constant: break;
  }
  return 0;
}

}  // namespace attention_pooling
