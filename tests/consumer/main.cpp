#include "spec/lang/source.hpp"

#include <iostream>

int main() {
  const kina::Source source = kina::make_source("append.kina", "one\ntwo\n");
  const kina::Position position = kina::position_of(source, 4);
  std::cout << source.path << ':' << position.line << ':' << position.column << '\n';
  return position == kina::Position{2, 1} ? 0 : 1;
}
