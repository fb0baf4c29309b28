// Sorting of doubles in linear time, with the way back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attention_pooling::engine {

/// True if every number is at least the one before it.
bool is_ascending(const double* numbers, std::size_t n);

/// Sorts: sorted[i] = numbers[order[i]]. Equal numbers stay in their order.
void sort_ascending(const double* numbers, std::size_t n, double* sorted, std::uint32_t* order);

void sort_ascending(std::vector<double>& numbers);

}  // namespace attention_pooling::engine
