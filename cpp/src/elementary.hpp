#pragma once

/// exp, log, sin and cos that give the same bits on every platform: only additions,
/// multiplications, divisions and integers, in one order. Each is within 1 unit in the
/// last place, for every double.
namespace attention_pooling::elementary {

double exp(double x);
double log(double x);
double sin(double x);
double cos(double x);

/// sin(πt/2) and cos(πt/2), |t| < 2⁵¹: quarter turns are reduced without error.
double sin_quarter_turns(double t);
double cos_quarter_turns(double t);

}  // namespace attention_pooling::elementary
