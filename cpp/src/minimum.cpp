#include "minimum.hpp"

#include <cmath>

namespace attention_pooling {

Minimum::Minimum(double low, double x, double fx, double high, double tolerance)
    : low_(low),
      high_(high),
      tolerance_(tolerance),
      best_(x),
      second_(x),
      third_(x),
      f_best_(fx),
      f_second_(fx),
      f_third_(fx) {}

bool Minimum::found() const {
  const double middle = low_ + (high_ - low_) / 2;
  return std::abs(best_ - middle) + (high_ - low_) / 2 <= 2 * tolerance_;
}

double Minimum::next() {
  constexpr double golden = 0.38196601125010515;
  const double middle = low_ + (high_ - low_) / 2;

  // The parabola through the three best points, if it falls inside the bracket and its step
  // is less than half of the one before the last.
  const double r = (best_ - second_) * (f_best_ - f_third_), q = (best_ - third_) * (f_best_ - f_second_);
  double numerator = (best_ - third_) * q - (best_ - second_) * r, denominator = 2 * (q - r);
  if (denominator > 0) numerator = -numerator;
  denominator = std::abs(denominator);
  const double limit = earlier_step_;
  earlier_step_ = step_;
  const bool parabola = std::abs(numerator) < std::abs(denominator * limit / 2) &&
                        numerator > denominator * (low_ - best_) && numerator < denominator * (high_ - best_);
  if (parabola) {
    step_ = numerator / denominator;
    next_ = best_ + step_;
    const double margin = 2 * tolerance_;
    if (next_ - low_ < margin || high_ - next_ < margin) step_ = best_ < middle ? tolerance_ : -tolerance_;
  } else {
    earlier_step_ = best_ < middle ? high_ - best_ : low_ - best_;
    step_ = golden * earlier_step_;
  }
  if (std::abs(step_) < tolerance_) step_ = step_ > 0 ? tolerance_ : -tolerance_;
  return next_ = best_ + step_;
}

void Minimum::tell(double f) {
  if (f <= f_best_) {
    (next_ >= best_ ? low_ : high_) = best_;
    third_ = second_, f_third_ = f_second_;
    second_ = best_, f_second_ = f_best_;
    best_ = next_, f_best_ = f;
    return;
  }
  (next_ < best_ ? low_ : high_) = next_;
  if (f <= f_second_ || second_ == best_) {
    third_ = second_, f_third_ = f_second_;
    second_ = next_, f_second_ = f;
  } else if (f <= f_third_ || third_ == best_ || third_ == second_) {
    third_ = next_, f_third_ = f;
  }
}

}  // namespace attention_pooling
