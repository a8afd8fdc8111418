/// The options of `kina prove` about the solvers. What needs cvc5 is skipped, by name, where it is not installed.
#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

BOOST_AUTO_TEST_SUITE(solver_options_test)

using namespace kina::tests;

namespace {

boost::test_tools::assertion_result cvc5_is_installed(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result(std::system("command -v cvc5 > /dev/null 2>&1") == 0);
  result.message() << "cvc5, the command, is not installed";
  return result;
}

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A run in which the command cvc5 is this script; `$count` is the number of questions that it is given.
Run run_with_cvc5(const Files& files, const std::string& script, const std::vector<std::string>& arguments) {
  files.write("cvc5", "#!/bin/sh\ncase \"$1\" in --version) echo 'This is cvc5 version 9.9.9'; exit 0;; esac\n"
                      "for last; do :; done\ncount=$(grep -c check-sat \"$last\")\n" +
                          script);
  std::filesystem::permissions(files.file("cvc5"), std::filesystem::perms::owner_all);
  RunSetting setting;
  setting.environment = {"PATH=" + files.file("") + ":/usr/bin:/bin"};
  return run_kina(arguments, setting);
}

const std::string wrong = "fn append[S, D](past: f32[S, D], new: f32[1, D]) -> (next: f32[S + 1, D]) where S >= 0 {\n"
                          "  return concat(past, new, axis=1)\n}\n";

}  // namespace

BOOST_AUTO_TEST_CASE(both_solvers_agree_on_the_specified_programs, *boost::unit_test::precondition(cvc5_is_installed)) {
  for (const char* name : {"decode.kina", "storylm0_generate.kina", "storylm0_forward.kina"}) {
    const Run run = run_kina({"prove", program_path(name), "--solver", "both"});
    BOOST_TEST(run.status == 0, run.errors);
    BOOST_TEST(has(run.errors, "cvc5 1."), run.errors);
    BOOST_TEST(!has(run.errors, "not decided"), run.errors);
    BOOST_TEST(!has(run.output, "disagreement"), run.output);
  }
}

BOOST_AUTO_TEST_CASE(cvc5_alone_gives_the_same_verdicts, *boost::unit_test::precondition(cvc5_is_installed)) {
  const Files files;
  files.write("wrong.kina", wrong);
  const Run z3 = run_kina({"prove", files.file("wrong.kina")});
  const Run cvc5 = run_kina({"prove", files.file("wrong.kina"), "--solver", "cvc5"});
  BOOST_TEST(cvc5.status == 1);
  BOOST_TEST(cvc5.output == z3.output);
  BOOST_TEST(cvc5.errors == z3.errors);
}

/// A solver with a bug, or a translation with one.
BOOST_AUTO_TEST_CASE(a_contradiction_is_told_as_one) {
  const Files files;
  const Run run = run_with_cvc5(files, "yes sat | head -n $count\n",
                                {"prove", program_path("decode.kina"), "--solver", "both", "--json", files.file("r")});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(has(run.output, "disagreement"), run.output);
  BOOST_TEST(has(run.errors, "Z3 and cvc5 contradict each other about this obligation"));
  BOOST_TEST(has(files.read("r"), "\"verdict\": \"disagreement\""));
}

BOOST_AUTO_TEST_CASE(a_solver_that_does_not_answer_is_an_error) {
  const Files files;
  for (const char* script :
       {"echo 'no libraries' >&2; exit 127\n", "exit 0\n", "echo 'hello world'\n", "kill -SEGV $$\n"}) {
    const Run run = run_with_cvc5(files, script, {"prove", program_path("decode.kina"), "--solver", "both"});
    BOOST_TEST(run.status == 2, script);
    BOOST_TEST(is_one_error_line(run.errors), run.errors);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_solver_is_a_usage_error) {
  const Run run = run_kina({"prove", program_path("decode.kina"), "--solver", "oracle"});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(has(run.errors, "--solver oracle: unknown solver; there are z3, cvc5 and both"), run.errors);
}

BOOST_AUTO_TEST_CASE(each_question_is_a_file_with_its_answer) {
  const Files files;
  files.write("wrong.kina", wrong);
  const Run run = run_kina({"prove", files.file("wrong.kina"), "--smt2", files.file("questions")});
  BOOST_TEST(run.status == 1);
  std::size_t named = 0;
  std::size_t refuted = 0;
  std::size_t proved = 0;
  for (const auto& entry : std::filesystem::directory_iterator(files.file("questions"))) {
    BOOST_TEST(first_line(entry.path()) == "(set-info :smt-lib-version 2.6)");
    named += entry.path().filename().string().ends_with("wrong.append.concat-agree.1.smt2") ? 1U : 0U;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    BOOST_TEST(text.ends_with("(check-sat)\n(exit)\n"));
    refuted += has(text, "(set-info :status sat)") ? 1U : 0U;
    proved += has(text, "(set-info :status unsat)") ? 1U : 0U;
  }
  BOOST_TEST(named == 1U);
  BOOST_TEST(refuted >= 1U);
  BOOST_TEST(proved >= 1U);
}

BOOST_AUTO_TEST_CASE(files_of_one_name_have_questions_of_their_own) {
  const Files files;
  const auto question_count = [&](const std::vector<std::string>& programs, const std::string& folder) {
    std::vector<std::string> arguments{"prove", "--smt2", files.file(folder)};
    for (const std::string& program : programs)
      arguments.push_back(files.file(program));
    static_cast<void>(run_kina(arguments));
    return std::distance(std::filesystem::directory_iterator(files.file(folder)), {});
  };
  for (const char* folder : {"a", "b"}) {
    std::filesystem::create_directory(files.file(folder));
    files.write(std::string(folder) + "/step.kina", wrong);
  }
  BOOST_TEST(question_count({"a/step.kina", "b/step.kina"}, "both") == 2 * question_count({"a/step.kina"}, "one"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_can_not_be_made_is_a_usage_error) {
  const Files files;
  files.write("file", "no folder");
  const Run run = run_kina({"prove", program_path("decode.kina"), "--smt2", files.file("file")});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(has(run.errors, "--smt2: the folder " + files.file("file") + " can't be made"), run.errors);
}

BOOST_AUTO_TEST_CASE(the_number_of_jobs_changes_nothing) {
  const auto with_jobs = [](const std::string& jobs) {
    return run_kina({"prove", program_path("decode.kina"), "--no-cache", "--jobs", jobs});
  };
  const Run one = with_jobs("1");
  const Run seven = with_jobs("7");
  BOOST_TEST(one.status == 0);
  BOOST_TEST(seven.output == one.output);
  BOOST_TEST(seven.errors == one.errors);
  BOOST_TEST(with_jobs("0").status == 2);
  BOOST_TEST(with_jobs("many").status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
