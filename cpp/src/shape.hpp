#pragma once

#include <attention_pooling/kernel.hpp>

namespace attention_pooling {

enum class Reach { everywhere, within_width };

Reach reach(Kernel kernel);

/// Whether α changes with the width at all: boxcar and constant have no gradient.
bool has_gradient(Kernel kernel);

/// The weight of a kernel of finite reach, written in u = 1 − |x|, which keeps its digits
/// where the weight goes to zero: 1 − x² = u(2 − u), 1 − x³ = u(1 + x + x²),
/// cos(πx/2) = sin(πu/2).
///
/// `scaled` is u times a power of two `scale`. The result is the weight times some power of
/// `scale`, the same one for all keys, so that weights of keys barely within reach do not
/// underflow. With scale 1 it is the weight itself. 0 < u ≤ 1.
double compact_weight(Kernel kernel, double u, double scaled, double scale);

}  // namespace attention_pooling
