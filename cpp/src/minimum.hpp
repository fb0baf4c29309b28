#pragma once

namespace attention_pooling {

/// A minimum of a function of one variable inside a bracket, without derivatives: golden
/// sections, and parabolas where they converge (Brent 1973, §5). Asks and is told:
///
///     while (!minimum.found()) minimum.tell(f(minimum.next()));
class Minimum {
 public:
  /// f(x) = fx is no more than f(low) and f(high), low < x < high.
  Minimum(double low, double x, double fx, double high, double tolerance);

  [[nodiscard]] bool found() const;
  /// Where the function is wanted next.
  double next();
  void tell(double f);

 private:
  double low_, high_, tolerance_;
  double best_, second_, third_;  // least function values so far, in order
  double f_best_, f_second_, f_third_;
  double next_ = 0, step_ = 0, earlier_step_ = 0;
};

}  // namespace attention_pooling
