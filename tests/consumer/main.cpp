/// A project that knows Kina as an installed package: it checks a program, proves it and runs it.
#include "impl/engine.hpp"
#include "proofs/prove.hpp"
#include "proofs/report.hpp"
#include "spec/lang/checker.hpp"

#include <iostream>
#include <memory>

int main(int argument_count, char** arguments) {
  const auto program = kina::load_program(argument_count > 1 ? arguments[1] : "append.kina");
  if (!program) {
    std::cerr << program.error() << '\n';
    return 1;
  }
  if (!kina::all_proved(*program, kina::prove(*program, {}))) return 1;

  // append at S = D = 1: [2] and [3] become [2, 3].
  const auto cell = [](float value) {
    kina::Tensor tensor = kina::zeros(kina::ElementType::f32, {1, 1});
    std::get<std::vector<float>>(tensor.elements)[0] = value;
    return std::make_shared<const kina::Tensor>(std::move(tensor));
  };
  const auto engine = kina::make_reference_engine(*program);
  const auto results = engine->call(0, {1, 1}, {engine->keep(cell(2)), engine->keep(cell(3))});
  if (!results) {
    std::cerr << results.error().message << '\n';
    return 1;
  }
  const auto appended = results->front()->tensor();
  const auto& elements = std::get<std::vector<float>>(appended->elements);
  std::cout << elements[0] << ' ' << elements[1] << '\n';
  return elements == std::vector<float>{2, 3} ? 0 : 1;
}
