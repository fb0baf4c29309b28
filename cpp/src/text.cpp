#include "text.hpp"

#include <charconv>
#include <cmath>

namespace attention_pooling {

std::string text(double number) {
  if (std::isnan(number)) return "NaN";
  const std::string sign = number < 0 ? "-" : "";
  if (std::isinf(number)) return sign + "Infinity";
  if (number == 0) return "0";

  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::abs(number),
                                 std::chars_format::scientific).ptr;
  const std::string scientific(buffer, end);
  const auto e = scientific.find('e');
  std::string digits = scientific.substr(0, e);
  std::erase(digits, '.');
  const int exponent = std::stoi(scientific.substr(e + 1));
  const int count = static_cast<int>(digits.size());

  std::string out = sign;
  if (exponent < -6 || exponent > 20) {
    out += digits[0];
    if (count > 1) out.append(".").append(digits, 1);
    return out.append(exponent < 0 ? "e-" : "e+").append(std::to_string(std::abs(exponent)));
  }
  if (exponent < 0) return out.append("0.").append(-exponent - 1, '0').append(digits);
  if (exponent + 1 < count) return out.append(digits, 0, exponent + 1).append(".").append(digits, exponent + 1);
  return out.append(digits).append(exponent + 1 - count, '0');
}

}  // namespace attention_pooling
