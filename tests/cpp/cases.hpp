#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Two columns of tests/cases, whose README names the sources.
struct Case {
  std::vector<double> keys, values;
};

inline Case read_case(const std::string& file) {
  std::ifstream in(std::string(ATTENTION_POOLING_CASES) + "/" + file);
  if (!in) throw std::runtime_error("cannot read tests/cases/" + file);
  Case columns;
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    const auto comma = line.find(',');
    columns.keys.push_back(std::stod(line.substr(0, comma)));
    columns.values.push_back(std::stod(line.substr(comma + 1)));
  }
  return columns;
}
