#include <attention_pooling/sample.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "arguments.hpp"
#include "checked.hpp"
#include "elementary.hpp"
#include "engine/order.hpp"
#include "text.hpp"

namespace attention_pooling {
namespace {

constexpr double two_pi = 6.283185307179586;
constexpr std::size_t most_samples = 10'000'000;

constexpr std::array<std::string_view, sample_names.size()> names{"d2l", "d2l-older", "sine", "step", "line", "doppler"};

/// The generator of the book's code: uniforms of 24 bits from MT19937.
class Uniform {
 public:
  explicit Uniform(std::uint32_t seed) : bits_(seed) {}
  double operator()() { return static_cast<double>(bits_() & 0xffffff) * 0x1p-24; }

 private:
  std::mt19937 bits_;
};

// Sixteen uniforms become normal (Box and Muller 1958): the first eight give the radii,
// the last eight the angles.
void make_normal(double* block) {
  for (int i = 0; i < 8; ++i) {
    const double radius = std::sqrt(-2 * elementary::log(1 - block[i]));
    const double quarters = 4 * block[i + 8];
    block[i] = radius * elementary::cos_quarter_turns(quarters);
    block[i + 8] = radius * elementary::sin_quarter_turns(quarters);
  }
}

// Normal numbers in the book's order: whole blocks of 16; where they do not come out even,
// the last 16 are drawn anew.
std::vector<double> normals(std::size_t n, Uniform& uniform) {
  constexpr std::size_t block = 16;
  std::vector<double> numbers(std::max(n, block));
  for (double& number : numbers) number = uniform();
  for (std::size_t start = 0; start + block <= numbers.size(); start += block) make_normal(&numbers[start]);
  if (numbers.size() % block != 0) {
    double* const last = &numbers[numbers.size() - block];
    for (std::size_t i = 0; i < block; ++i) last[i] = uniform();
    make_normal(last);
  }
  numbers.resize(n);
  return numbers;
}

// As float has it, but of any magnitude.
double to_24_bits(double x) {
  int exponent;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(static_cast<double>(static_cast<float>(mantissa)), exponent);
}

double doppler(double x) {
  const double t = x / 5;
  if (t < 0 || t > 1) return 0;
  return 6 * std::sqrt(t * (1 - t)) * elementary::sin(1.05 * two_pi / (t + 0.05));
}

double function(SampleName name, double x) {
  switch (name) {
    case SampleName::d2l: return 2 * elementary::sin(x) + x;
    case SampleName::d2l_older:  // NaN below 0, as the logarithm is
      return 2 * elementary::sin(x) + (x == 0 ? 0 : elementary::exp(0.8 * elementary::log(x)));
    case SampleName::sine: return 2 * elementary::sin(2 * x);
    case SampleName::step: return x < 2.5 ? 0 : 3;
    case SampleName::line: return x;
    case SampleName::doppler: return doppler(x);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::optional<Failure> wrong(SampleName name, const SampleOptions& options) {
  if (options.n < 1 || options.n > most_samples)
    return Failure{"n: " + text(options.n) + " is not from 1 to " + text(most_samples)};
  if (!(std::isfinite(options.noise) && options.noise >= 0))
    return Failure{"noise: " + text(options.noise) + " is not finite and at least 0"};
  if (!std::isfinite(options.from)) return Failure{"from: " + text(options.from) + " is not finite"};
  if (!std::isfinite(options.to)) return Failure{"to: " + text(options.to) + " is not finite"};
  if (name == SampleName::d2l_older && options.from < 0)
    return Failure{"from: " + text(options.from) + " is not at least 0, where x^0.8 begins"};
  if (!(options.to > options.from))
    return Failure{"to: " + text(options.to) + " is not above from, which is " + text(options.from)};
  if (!std::isfinite(options.to - options.from))
    return Failure{"to: " + text(options.to) + " is not within 1.7e308 of from, which is " + text(options.from)};
  return {};
}

}  // namespace

std::string_view name(SampleName name) noexcept {
  return names[static_cast<std::size_t>(name)];
}

namespace checked {

Result<SampleName> sample_from_name(std::string_view wanted) {
  return from_name("name", wanted, sample_names);
}

Result<Sample> sample(SampleName name, const SampleOptions& options) {
  if (auto failure = wrong(name, options)) return *failure;
  const bool as_the_book = name == SampleName::d2l || name == SampleName::d2l_older;
  Uniform uniform(options.seed);
  Sample sample;
  sample.keys.resize(options.n);
  for (double& key : sample.keys) {
    key = options.from + uniform() * (options.to - options.from);
    if (as_the_book) key = to_24_bits(key);
  }
  engine::sort_ascending(sample.keys);
  sample.values = normals(options.n, uniform);
  for (std::size_t i = 0; i < options.n; ++i)
    sample.values[i] = function(name, sample.keys[i]) + options.noise * sample.values[i];
  return sample;
}

Result<std::vector<double>> truth(SampleName name, std::span<const double> queries) {
  if (auto failure = arguments::finite("queries", queries)) return *failure;
  std::vector<double> values(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) values[q] = function(name, queries[q]);
  return values;
}

}  // namespace checked
}  // namespace attention_pooling
