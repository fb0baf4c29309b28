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

  if (exponent < -6 || exponent > 20) {
    const std::string fraction = count > 1 ? "." + digits.substr(1) : "";
    return sign + digits[0] + fraction + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
  }
  if (exponent < 0) return sign + "0." + std::string(-exponent - 1, '0') + digits;
  if (exponent + 1 < count) return sign + digits.substr(0, exponent + 1) + "." + digits.substr(exponent + 1);
  return sign + digits + std::string(exponent + 1 - count, '0');
}

}  // namespace attention_pooling
