// One contestant of `npm run bench`: ours, plain or exact. It reads one order a line, names of
// files of doubles in the present folder, and answers with milliseconds, by the clock on the
// wall and by the processor's; see contestant.js.

#include <attention_pooling/attention_pooling.hpp>
#include <chrono>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "exact.hpp"
#include "plain.hpp"

namespace {

namespace ap = attention_pooling;

std::vector<double> read(const std::string& name) {
  std::ifstream file(name, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("no file " + name);
  std::vector<double> numbers(static_cast<std::size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  return numbers;
}

void write(const std::string& name, const std::vector<double>& numbers) {
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(double)));
}

/// Calls, leaves the result in a file, and tells how long the call took.
template <class Call>
std::string timed(const std::string& result, Call call) {
  const auto wall = std::chrono::steady_clock::now();
  const auto cpu = std::clock();
  const std::vector<double> numbers = call();
  const double cpu_ms = 1e3 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  const std::chrono::duration<double, std::milli> wall_ms = std::chrono::steady_clock::now() - wall;
  write(result, numbers);
  std::ostringstream answer;
  answer << "ok " << wall_ms.count() << ' ' << cpu_ms;
  return answer.str();
}

std::string pool(const std::string& who, std::istream& order) {
  std::string kernel_name, keys_name, values_name, queries_name, result;
  double width = 0;
  order >> kernel_name >> width >> keys_name >> values_name >> queries_name >> result;
  const auto kernel = ap::kernel_from_name(kernel_name);
  const auto keys = read(keys_name), values = read(values_name), queries = read(queries_name);
  return timed(result, [&] {
    if (who == "plain") return plain::pool(queries, keys, values, kernel, width);
    if (who == "exact") return exact::pool(queries, keys, values, kernel, width);
    return ap::attention_pool(queries, keys, values, {.kernel = kernel, .width = width});
  });
}

std::string attention(const std::string& who, std::istream& order) {
  std::size_t dim = 0;
  std::string keys_name, values_name, queries_name, result;
  order >> dim >> keys_name >> values_name >> queries_name >> result;
  const auto keys = read(keys_name), values = read(values_name), queries = read(queries_name);
  return timed(result, [&] {
    if (who == "plain") return plain::attention(queries, keys, values, dim);
    if (who == "exact") return exact::attention(queries, keys, values, dim);
    return ap::dot_product_attention({queries, dim}, {keys, dim}, {values, dim});
  });
}

std::string loo(std::istream& order) {
  std::string kernel_name, widths_name, keys_name, values_name, result;
  order >> kernel_name >> widths_name >> keys_name >> values_name >> result;
  const auto kernel = ap::kernel_from_name(kernel_name);
  const auto widths = read(widths_name), keys = read(keys_name), values = read(values_name);
  return timed(result, [&] { return ap::loo_curve(keys, values, kernel, widths).errors; });
}

std::string answer(const std::string& who, const std::string& line) {
  std::istringstream order(line);
  std::string verb;
  order >> verb;
  if (verb == "pool") return pool(who, order);
  if (verb == "attention") return attention(who, order);
  if (verb == "loo" && who == "ours") return loo(order);
  return "no " + verb;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string who = count > 1 ? arguments[1] : "ours";
  std::cout << "ready " << (who == "exact" ? std::to_string(exact::bits) + " bits" : "") << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << answer(who, line) << std::endl;
    } catch (const std::exception& error) {
      std::cout << "no " << error.what() << std::endl;
    }
  }
}
