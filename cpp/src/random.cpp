#include "random.hpp"

#include <cmath>

#include "elementary.hpp"

namespace attention_pooling {

double Random::normal() {
  if (has_second_) {
    has_second_ = false;
    return second_;
  }
  const double radius = std::sqrt(-2 * elementary::log(uniform())), quarters = 4 * uniform();
  second_ = radius * elementary::sin_quarter_turns(quarters);
  has_second_ = true;
  return radius * elementary::cos_quarter_turns(quarters);
}

}  // namespace attention_pooling
