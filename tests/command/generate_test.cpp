#include "tests/command/run_kina.hpp"

#include "impl/npy.hpp"
#include "impl/weights.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <map>

BOOST_AUTO_TEST_SUITE(generate_test)

using namespace kina::tests;

namespace {

/// The command line of a small loop; further arguments are added.
std::vector<std::string> small_loop(const std::vector<std::string>& further) {
  std::vector<std::string> arguments{
      "generate", program_path("decode.kina"), "--size", "H=2", "--size", "Dh=2", "--size", "V=8", "--steps", "3"};
  arguments.insert(arguments.end(), further.begin(), further.end());
  return arguments;
}

const std::map<std::string, std::vector<std::int64_t>> weight_shapes{
    {"embed", {8, 4}}, {"wq", {4, 4}},      {"wk", {4, 4}}, {"wv", {4, 4}},
    {"wo", {4, 4}},    {"lm_head", {4, 8}}, {"scale", {}}};

/// Writes `NAME.npy` with the pattern of a weight's name.
std::string write_pattern(const Files& files, const std::string& name) {
  const kina::Tensor tensor = kina::patterned_weight(name, kina::ElementType::f32, weight_shapes.at(name));
  BOOST_TEST_REQUIRE(kina::write_npy(files.file(name + ".npy"), tensor).has_value());
  return files.file(name + ".npy");
}

std::size_t ids_in(const std::string& line) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_ids_are_one_line) {
  const Run run = run_kina(small_loop({"--token", "3"}));
  BOOST_TEST(run.status == 0, run.errors);
  BOOST_TEST(run.errors == "");
  BOOST_TEST(run.output.starts_with("[3, "), run.output);
  BOOST_TEST(run.output.ends_with("]\n"));
  BOOST_TEST(ids_in(run.output) == 4U);
}

BOOST_AUTO_TEST_CASE(every_row_of_a_batch_is_a_line) {
  const Run one = run_kina(small_loop({"--token", "3"}));
  const Run two = run_kina(small_loop({"--token", "3", "--size", "B=2"}));
  BOOST_TEST(two.status == 0, two.errors);
  BOOST_TEST(two.output == one.output + one.output);
}

BOOST_AUTO_TEST_CASE(both_engines_pick_the_same_tokens_in_the_static_family) {
  const auto ids = [](const std::string& engine) {
    const Run run = run_kina(
        {"generate", program_path("storylm0_generate.kina"), "--token", "3", "--steps", "3", "--engine", engine});
    BOOST_TEST(run.status == 0, run.errors);
    return run.output;
  };
  BOOST_TEST(ids("eigen") == ids("reference"));
}

/// Greedy picks differ only where two logits are within rounding of each other, which patterned weights do not make.
BOOST_AUTO_TEST_CASE(both_engines_pick_the_same_thousand_tokens) {
  const std::vector<std::vector<std::string>> all_sizes{
      {"H=2", "Dh=3", "V=11"}, {"H=3", "Dh=4", "V=29", "B=2"}, {"H=4", "Dh=8", "V=64"}};
  for (const auto& sizes : all_sizes) {
    const auto ids = [&](const std::string& engine) {
      std::vector<std::string> arguments{
          "generate", program_path("decode.kina"), "--token", "1", "--steps", "1000", "--engine", engine};
      for (const std::string& size : sizes)
        arguments.insert(arguments.end(), {"--size", size});
      const Run run = run_kina(arguments);
      BOOST_TEST(run.status == 0, run.errors);
      return run.output;
    };
    const std::string picked = ids("eigen");
    BOOST_TEST(ids_in(picked) >= 1001U);
    BOOST_TEST((picked == ids("reference")), sizes.front());
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_engine_is_a_usage_error) {
  const Run run = run_kina(small_loop({"--token", "3", "--engine", "steam"}));
  BOOST_TEST(run.status == 2);
  BOOST_TEST(run.errors.find("--engine steam: unknown engine; there are reference and eigen") != std::string::npos,
             run.errors);
}

BOOST_AUTO_TEST_CASE(a_prompt_is_ids_with_commas_or_spaces) {
  const Run commas = run_kina(small_loop({"--prompt", "3,5,1"}));
  BOOST_TEST(commas.status == 0, commas.errors);
  BOOST_TEST(commas.output.starts_with("[3, 5, 1, "));
  BOOST_TEST(ids_in(commas.output) == 6U);
  BOOST_TEST(run_kina(small_loop({"--prompt", "3 5 1"})).output == commas.output);
  BOOST_TEST(run_kina(small_loop({"--prompt=3, 5, 1"})).output == commas.output);
  BOOST_TEST(run_kina(small_loop({"--prompt", "3"})).output == run_kina(small_loop({"--token", "3"})).output);
}

BOOST_AUTO_TEST_CASE(no_steps_are_the_prompt_and_sixteen_the_default) {
  std::vector<std::string> arguments = small_loop({"--token", "3"});
  arguments[9] = "0";
  BOOST_TEST(run_kina(arguments).output == "[3]\n");
  arguments.erase(arguments.begin() + 8, arguments.begin() + 10);
  BOOST_TEST(ids_in(run_kina(arguments).output) == 17U);
}

BOOST_AUTO_TEST_CASE(weights_from_files_are_those_of_the_pattern) {
  const Files files;
  for (const auto& [name, shape] : weight_shapes)
    write_pattern(files, name);
  files.write("notes.txt", "no weight");
  const Run pattern = run_kina(small_loop({"--token", "3", "--weights", "pattern"}));
  const Run folder = run_kina(small_loop({"--token", "3", "--weights", files.path()}));
  BOOST_TEST(folder.status == 0, folder.errors);
  BOOST_TEST(folder.output == pattern.output);
  const Run mixed = run_kina(small_loop({"--token", "3", "--weights", files.file("embed.npy"), "--weights", "pattern",
                                         "--weights", "wq=" + files.file("wq.npy")}));
  BOOST_TEST(mixed.status == 0, mixed.errors);
  BOOST_TEST(mixed.output == pattern.output);
}

BOOST_AUTO_TEST_CASE(sizes_come_from_files) {
  const Files files;
  for (const auto& [name, shape] : weight_shapes)
    write_pattern(files, name);
  const Run run = run_kina({"generate", program_path("decode.kina"), "--token", "3", "--steps", "3", "--size", "H=2",
                            "--weights", files.path()});
  BOOST_TEST(run.status == 0, run.errors);
  BOOST_TEST(run.output == run_kina(small_loop({"--token", "3"})).output);
}

BOOST_AUTO_TEST_CASE(a_weight_that_is_not_given_is_an_error) {
  const Files files;
  const Run run = run_kina(small_loop({"--token", "3", "--weights", write_pattern(files, "embed")}));
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors.starts_with("error[weight/missing]: "), run.errors);
}

BOOST_AUTO_TEST_CASE(a_weight_that_is_not_finite_is_named_with_its_index) {
  const Files files;
  kina::Tensor tensor = kina::patterned_weight("wq", kina::ElementType::f32, {4, 4});
  std::get<std::vector<float>>(tensor.elements)[6] = std::numeric_limits<float>::infinity();
  BOOST_TEST_REQUIRE(kina::write_npy(files.file("wq.npy"), tensor).has_value());
  const Run run = run_kina(small_loop({"--token", "3", "--weights", "pattern", "--weights", files.file("wq.npy")}));
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors.find("'wq' is not finite at [1, 2]") != std::string::npos, run.errors);
}

BOOST_AUTO_TEST_CASE(unreadable_weights_are_refused) {
  const Files files;
  const std::string embed = write_pattern(files, "embed");
  const std::string broken = files.write("wq.npy", "no array");
  const std::string text = files.write("wq.txt", "1 2 3");
  for (const std::vector<std::string>& weights :
       std::vector<std::vector<std::string>>{{files.file("missing.npy")},
                                             {files.file("missing")},
                                             {"wq=" + files.file("missing.npy")},
                                             {broken},
                                             {text},
                                             {"wq="},
                                             {embed, "embed=" + embed},
                                             {embed, files.path()},
                                             {""}}) {
    std::vector<std::string> arguments = small_loop({"--token", "3"});
    for (const std::string& weight : weights) {
      arguments.emplace_back("--weights");
      arguments.push_back(weight);
    }
    const Run run = run_kina(arguments);
    BOOST_TEST(is_refused(run), weights.front() + ": " + run.errors);
  }
}

BOOST_AUTO_TEST_CASE(a_start_is_needed_and_only_one) {
  const Run neither = run_kina(small_loop({}));
  BOOST_TEST(is_refused(neither));
  BOOST_TEST(neither.errors.find("--token") != std::string::npos);
  BOOST_TEST(neither.errors.find("--prompt") != std::string::npos);
  BOOST_TEST(is_refused(run_kina(small_loop({"--token", "3", "--prompt", "3"}))));
}

BOOST_AUTO_TEST_CASE(numbers_are_read_strictly) {
  const std::string beyond = "9223372036854775808";
  for (const std::string token : {"-1", "3.0", "three", "", "+3", "3 ", beyond.c_str()})
    BOOST_TEST(is_refused(run_kina(small_loop({"--token", token}))), token);
  for (const std::string prompt : {"", ",", "3,x", "3,-1", "once upon a time", "[3, 5]", beyond.c_str()})
    BOOST_TEST(is_refused(run_kina(small_loop({"--prompt", prompt}))), prompt);
  for (const std::string size : {"S", "S=", "=3", "S=-1", "S=3.5", "S=x", "H=2", "B=9223372036854775808", ""})
    BOOST_TEST(is_refused(run_kina(small_loop({"--token", "3", "--size", size}))), size);
  for (const std::string steps : {"-1", "x", "1e3", beyond.c_str()}) {
    std::vector<std::string> arguments = small_loop({"--token", "3"});
    arguments[9] = steps;
    BOOST_TEST(is_refused(run_kina(arguments)), steps);
  }
}

BOOST_AUTO_TEST_CASE(an_engine_that_is_not_there_is_answered_with_those_that_are) {
  const Run run = run_kina(small_loop({"--token", "3", "--engine", "abacus"}));
  BOOST_TEST(is_refused(run));
  BOOST_TEST(run.errors.find("reference") != std::string::npos);
  BOOST_TEST(run_kina(small_loop({"--token", "3", "--engine", "reference"})).status == 0);
}

BOOST_AUTO_TEST_CASE(a_size_that_nothing_determines_is_named) {
  const Run run = run_kina({"generate", program_path("decode.kina"), "--token", "3"});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors.starts_with("error[size/missing]: "), run.errors);
}

BOOST_AUTO_TEST_CASE(a_token_out_of_range_is_an_error) {
  const Run run = run_kina(small_loop({"--token", "8"}));
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors.starts_with("error["), run.errors);
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_proved_does_not_run) {
  const Files files;
  const Run refuted = run_kina({"generate", files.write("append.kina", wrong_axis), "--token", "3"});
  BOOST_TEST(refuted.status == 1);
  BOOST_TEST(refuted.output == "");
  BOOST_TEST(refuted.errors.find("error[concat/agree]") != std::string::npos);
  const Run broken = run_kina({"generate", files.write("broken.kina", "fn f( {"), "--token", "3"});
  BOOST_TEST(broken.status == 1);
  BOOST_TEST(broken.errors.find("error[syntax/") != std::string::npos);
  files.write("append.kina", wrong_axis);
  const Run imported = run_kina({"generate", files.write("whole.kina", "import \"append.kina\"\n"), "--token", "3"});
  BOOST_TEST(imported.status == 1);
  BOOST_TEST(imported.errors.find("error[concat/agree]") != std::string::npos, imported.errors);
}

BOOST_AUTO_TEST_CASE(a_program_without_a_loop_says_what_is_missing) {
  const Files files;
  const Run run = run_kina({"generate", files.write("append.kina", right_axis), "--token", "3"});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors.starts_with("error[loop/missing]: "), run.errors);
  BOOST_TEST(is_refused(run_kina({"generate", files.file("missing.kina"), "--token", "3"})));
}

BOOST_AUTO_TEST_SUITE_END()
