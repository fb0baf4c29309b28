#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace attention_pooling {

/// Random numbers, the same bits everywhere: MT19937, uniforms of 32 bits in (0, 1), and
/// normal numbers in pairs (Box and Muller 1958).
class Random {
 public:
  explicit Random(std::uint32_t seed) : bits_(seed) {}

  double uniform() { return (static_cast<double>(bits_()) + 0.5) * 0x1p-32; }
  double normal();

 private:
  std::mt19937 bits_;
  bool has_second_ = false;
  double second_ = 0;
};

}  // namespace attention_pooling
