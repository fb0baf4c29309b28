#pragma once

#include <string>

namespace attention_pooling {

/// The shortest decimal that reads back as the same double, laid out as JavaScript does:
/// 0.5, 100000, 1e-7, 1e+300, NaN, -Infinity. The WebAssembly module brings its own, which
/// asks JavaScript and saves the tables.
std::string text(double number);

}  // namespace attention_pooling
