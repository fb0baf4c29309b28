#include "order.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace attention_pooling::engine {
namespace {

constexpr int kDigit = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigit;
constexpr int kIndexBits = 31;  // a Wasm heap holds no more numbers, nor does an index of 32 bits
constexpr int kHeadBits = 3 * kDigit;
constexpr std::size_t kMostToInsert = 100;  // a pass costs some thousand moves

template <class T>
using Row = std::unique_ptr<T[]>;

template <class T>
Row<T> row(std::size_t n) {
  return Row<T>(new T[n]);  // not zeroed first
}

// A double's bits, turned so that unsigned comparison orders them; −0 is 0.
std::uint64_t to_code(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);
  return bits ^ (static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63) | std::uint64_t{1} << 63);
}

double from_code(std::uint64_t code) {
  return std::bit_cast<double>(code ^ ((code >> 63) ? std::uint64_t{1} << 63 : ~std::uint64_t{0}));
}

// Stable passes over the digits of bits(item) at `shift`, `shift + 11`, …, lowest first.
template <class Item, class GetBits>
void radix_passes(Row<Item>& items, Row<Item>& spare, std::size_t n, int shift, int passes, GetBits bits) {
  std::vector<std::uint32_t> counts(passes * kDigits, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (int p = 0; p < passes; ++p) ++counts[p * kDigits + ((bits(items[i]) >> (shift + p * kDigit)) & (kDigits - 1))];
  for (int p = 0; p < passes; ++p) {
    std::uint32_t* starts = &counts[p * kDigits];
    const int at = shift + p * kDigit;
    if (starts[(bits(items[0]) >> at) & (kDigits - 1)] == n) continue;  // all alike
    std::uint32_t before = 0;
    for (std::size_t d = 0; d < kDigits; ++d) before += std::exchange(starts[d], before);
    for (std::size_t i = 0; i < n; ++i) spare[starts[(bits(items[i]) >> at) & (kDigits - 1)]++] = items[i];
    items.swap(spare);
  }
}

// The 33 highest bits that vary, with the index in one word: sorts most rows all but
// wholly, at half the traffic of the whole code.
void sort_by_head(const double* numbers, std::size_t n, std::uint64_t lowest, int shift, double* sorted,
                  std::uint32_t* order) {
  auto items = row<std::uint64_t>(n), spare = row<std::uint64_t>(n);
  for (std::size_t i = 0; i < n; ++i) items[i] = ((to_code(numbers[i]) - lowest) >> shift) << kIndexBits | i;
  radix_passes(items, spare, n, kIndexBits, 3, [](std::uint64_t item) { return item; });
  constexpr std::uint64_t index = (std::uint64_t{1} << kIndexBits) - 1;
  for (std::size_t i = 0; i < n; ++i) {
    order[i] = static_cast<std::uint32_t>(items[i] & index);
    sorted[i] = numbers[order[i]] + 0.0;
  }
}

// Finishes an almost sorted or a short row by insertion; gives up after a few moves a number.
bool insertion_finishes(double* sorted, std::uint32_t* order, std::size_t n) {
  std::size_t moves = 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (sorted[i - 1] <= sorted[i]) continue;
    const double number = sorted[i];
    const std::uint32_t from = order[i];
    std::size_t j = i;
    for (; j > 0 && sorted[j - 1] > number; --j) {
      if (++moves > 4 * n + kMostToInsert * kMostToInsert) return false;
      sorted[j] = sorted[j - 1];
      order[j] = order[j - 1];
    }
    sorted[j] = number;
    order[j] = from;
  }
  return true;
}

// Numbers spread evenly: two passes over 22 bits of their place in the range. False,
// and nothing done, if the first 11 show crowds.
bool sort_by_place(const double* numbers, std::size_t n, double low, double high, double* sorted,
                   std::uint32_t* order) {
  const double scale = 0x1p22 / (high - low);  // the highest's place is one too many
  if (!(scale > 0) || scale > 0x1p1000 || !(high - low < 0x1p1000)) return false;
  struct Placed {
    double number;
    std::uint32_t place, index;
  };
  auto items = row<Placed>(n), spare = row<Placed>(n);
  std::vector<std::uint32_t> counts(2 * kDigits, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t place = std::min(static_cast<std::uint32_t>((numbers[i] - low) * scale), (1u << 22) - 1);
    ++counts[place & (kDigits - 1)];
    ++counts[kDigits + (place >> kDigit)];
    items[i] = {numbers[i] + 0.0, place, static_cast<std::uint32_t>(i)};
  }
  if (*std::max_element(counts.begin() + kDigits, counts.end()) > 16 * n / kDigits + 64) return false;
  std::uint32_t before = 0, before_high = 0;
  for (std::size_t d = 0; d < kDigits; ++d) {
    before += std::exchange(counts[d], before);
    before_high += std::exchange(counts[kDigits + d], before_high);
  }
  for (std::size_t i = 0; i < n; ++i) spare[counts[items[i].place & (kDigits - 1)]++] = items[i];
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t at = counts[kDigits + (spare[i].place >> kDigit)]++;
    order[at] = spare[i].index;
    sorted[at] = spare[i].number;
  }
  return true;
}

struct Item {
  std::uint64_t code;
  std::uint32_t index;
};

void sort_by_all(const double* numbers, std::size_t n, std::uint64_t lowest, int bits, double* sorted,
                 std::uint32_t* order) {
  auto items = row<Item>(n), spare = row<Item>(n);
  for (std::size_t i = 0; i < n; ++i) items[i] = {to_code(numbers[i]) - lowest, static_cast<std::uint32_t>(i)};
  radix_passes(items, spare, n, 0, (bits + kDigit - 1) / kDigit, [](const Item& item) { return item.code; });
  for (std::size_t i = 0; i < n; ++i) {
    sorted[i] = from_code(items[i].code + lowest);
    order[i] = items[i].index;
  }
}

void radix_sort(const double* numbers, std::size_t n, double* sorted, std::uint32_t* order) {
  double low = numbers[0], high = low;
  for (std::size_t i = 1; i < n; ++i) {
    low = std::min(low, numbers[i]);
    high = std::max(high, numbers[i]);
  }
  if (sort_by_place(numbers, n, low, high, sorted, order) && insertion_finishes(sorted, order, n)) return;
  const std::uint64_t lowest = to_code(low);
  const int bits = std::bit_width(to_code(high) - lowest);
  const int shift = std::max(0, bits - kHeadBits);
  sort_by_head(numbers, n, lowest, shift, sorted, order);
  if (shift > 0 && !insertion_finishes(sorted, order, n)) sort_by_all(numbers, n, lowest, bits, sorted, order);
}

}  // namespace

bool is_ascending(const double* numbers, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i)
    if (numbers[i] < numbers[i - 1]) return false;
  return true;
}

void sort_ascending(const double* numbers, std::size_t n, double* sorted, std::uint32_t* order) {
  if (n > kMostToInsert) return radix_sort(numbers, n, sorted, order);
  for (std::size_t i = 0; i < n; ++i) sorted[i] = numbers[i] + 0.0;
  std::iota(order, order + n, 0u);
  insertion_finishes(sorted, order, n);
}

void sort_ascending(std::vector<double>& numbers) {
  if (is_ascending(numbers.data(), numbers.size())) return;
  const std::vector<double> given = numbers;
  std::vector<std::uint32_t> order(numbers.size());
  sort_ascending(given.data(), given.size(), numbers.data(), order.data());
}

}  // namespace attention_pooling::engine
