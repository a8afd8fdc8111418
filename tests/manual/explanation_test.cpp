/// Everything that a user can meet by name is explained, and every program of an explanation is what it claims to be.
#include "manual/explanation.hpp"
#include "manual/explanation_text.hpp"
#include "spec/catalogue.hpp"
#include "tests/proofs/proving.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <regex>
#include <set>

namespace {

using namespace kina;
using namespace kina::testing;

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  return files;
}

/// All first groups of a pattern in the files of these folders.
std::set<std::string> found_in(const std::vector<std::string>& folders, const std::string& extension,
                               const std::string& pattern) {
  std::set<std::string> found;
  const std::regex expression(pattern);
  for (const std::string& folder : folders) {
    for (const auto& file : files_below(source_folder() / folder, extension)) {
      const std::string text = file_text(file);
      for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
        found.insert((*match)[1]);
    }
  }
  return found;
}

const std::string whole_code = "\"([a-z_]+/[a-z_]+)\"";

/// `call/agree` in `report("call/agree", ...)`.
std::set<std::string> codes_of_the_prover() { return found_in({"spec/lang", "proofs"}, ".cpp", whole_code); }

/// Errors of a run. No program shows them: they are about files and flags.
std::set<std::string> codes_of_a_run() { return found_in({"impl", "command"}, ".cpp", whole_code); }

/// Codes that no short program shows, and why.
const std::map<std::string, std::string> without_program{
    {"limit/bytes", "a file of millions of bytes"},
    {"limit/diagnostics", "a file of many errors"},
    {"limit/nesting", "a deeply nested expression"},
    {"limit/tokens", "a file of many tokens"},
    {"result/unique", "an operation of the catalogue whose rule is wrong, and the gate proves that none is"},
    {"result/extent", "an operation of the catalogue whose rule is wrong, and the gate proves that none is"},
    {"broadcast/one", "the checker stretches an axis only if its extent is literally 1"},
};

/// The part of a code after its slash.
std::string last_part(const std::string& code) { return code.substr(code.find('/') + 1); }

/// What is asked of a use with more than four axes is proved, or too hard for the solver and too long to show.
const std::set<std::string> only_of_many_axes{"defined", "read"};

bool needs_program(const Explanation& explanation) {
  if (explanation.kind == ExplanationKind::operation || explanation.kind == ExplanationKind::obligation_kind)
    return false;
  return !without_program.contains(explanation.name) && !only_of_many_axes.contains(last_part(explanation.name)) &&
         (!codes_of_a_run().contains(explanation.name) || codes_of_the_prover().contains(explanation.name));
}

/// The codes of the diagnostics, in the order in which they are printed.
std::vector<std::string> codes(const Proved& proved) {
  std::vector<std::string> found;
  for (const Diagnostic& diagnostic : all_diagnostics(proved.program, proved.results))
    found.push_back(diagnostic.code);
  return found;
}

/// What fails of a program that a reader may copy. The values of a theorem are another question than its shapes.
std::string failures(const std::string& text) {
  Proved proved = prove_text(text);
  std::erase_if(proved.results, [](const ProofResult& result) {
    return result.obligation.kind == ObligationKind::theorem && result.verdict == Verdict::unknown;
  });
  return proved.rendered();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explanation_test)

BOOST_DATA_TEST_CASE(a_name_is_explained, boost::unit_test::data::make(explained_names()), name) {
  const auto explanation = explain(name);
  BOOST_REQUIRE(explanation.has_value());
  BOOST_TEST(explanation->name == name);
  BOOST_TEST(!explanation->says.empty(), name << " does not say what it is");
  BOOST_TEST(!explanation->why.empty(), name << " does not say why it matters: docs/explain/" << name << ".md");
}

BOOST_AUTO_TEST_CASE(every_code_in_the_sources_is_explained) {
  std::set<std::string> codes = codes_of_the_prover();
  BOOST_TEST(codes.size() > 60U);
  codes.merge(codes_of_a_run());
  for (const std::string& code : codes)
    BOOST_TEST(explain(code).has_value(), "docs/explain/" << code << ".md is missing");
}

/// Codes such as `softmax/axis` are put together from an operation and a word of the checker or of the prover.
BOOST_AUTO_TEST_CASE(every_word_that_is_put_after_an_operation_is_explained) {
  std::set<std::string> words = found_in({"spec/lang"}, ".cpp", "(?:name|operation|text) \\+ \"/([a-z]+)\"");
  words.merge(found_in({"spec/lang"}, ".cpp", "fail\\(\"([a-z]+)\""));
  words.merge(found_in({"proofs"}, ".cpp", "start\\(\"([a-z]+)\""));
  BOOST_TEST(words.size() >= 8U);
  const std::vector<std::string> all = explained_names();
  for (const std::string& word : words)
    BOOST_TEST(std::any_of(all.begin(), all.end(), [&](const std::string& name) { return last_part(name) == word; }),
               word);
}

BOOST_AUTO_TEST_CASE(every_code_of_a_pinned_message_is_explained) {
  const std::set<std::string> codes = found_in({"tests/golden/errors"}, ".txt", "error\\[([a-z_]+/[a-z_]+)\\]");
  BOOST_TEST(codes.size() > 100U);
  for (const std::string& code : codes)
    BOOST_TEST(explain(code).has_value(), "docs/explain/" << code << ".md is missing");
}

BOOST_AUTO_TEST_CASE(every_file_explains_something) {
  std::set<std::string> used;
  for (const std::string& name : explained_names())
    used.insert(explain(name)->file);
  for (const EmbeddedFile& file : explanation_files())
    BOOST_TEST(used.contains(std::string(file.path)), "docs/explain/" << file.path << " explains nothing");
}

BOOST_AUTO_TEST_CASE(every_file_of_one_diagnostic_is_of_one_that_the_sources_have) {
  std::set<std::string> codes = codes_of_the_prover();
  codes.merge(codes_of_a_run());
  for (const std::string& name : explained_names(ExplanationKind::diagnostic))
    BOOST_TEST((explain(name)->file != name + ".md" || codes.contains(name)), "nothing reports " << name);
  for (const auto& [name, reason] : without_program) {
    BOOST_TEST_REQUIRE(explain(name).has_value(), name);
    BOOST_TEST(explain(name)->failing == "", name << ": " << reason);
  }
}

/// A premise and an operation say in the code what they are; every other file says it in its first line.
BOOST_AUTO_TEST_CASE(nothing_is_said_twice) {
  for (const std::string& name : explained_names()) {
    const Explanation explanation = *explain(name);
    const auto text = explanation_text(explanation.file);
    BOOST_TEST_REQUIRE(text.has_value(), name);
    const bool is_said_in_code =
        explanation.kind == ExplanationKind::operation || explanation.kind == ExplanationKind::premise;
    BOOST_TEST(text->heading.empty() == is_said_in_code, explanation.file);
  }
}

/// What the checker says of how an operation is written is what is explained.
BOOST_AUTO_TEST_CASE(an_operation_is_written_as_the_checker_says) {
  for (const Operation& operation : catalogue()) {
    if (operation.notation != Notation::call) continue;
    const std::string message = prove_text("fn f() -> (y: f32[]) {\n  return " + operation.name + "()\n}\n").rendered();
    BOOST_TEST(message.find("it is written " + explain(operation.name)->written + "\n") != std::string::npos, message);
  }
}

BOOST_DATA_TEST_CASE(a_failing_program_fails_with_its_code_first, boost::unit_test::data::make(explained_names()),
                     name) {
  const Explanation explanation = *explain(name);
  BOOST_TEST((!explanation.failing.empty() || !needs_program(explanation)), name << " has no failing program");
  if (explanation.failing.empty()) return;
  const Proved proved = prove_text(explanation.failing);
  BOOST_REQUIRE_MESSAGE(!codes(proved).empty(), explanation.failing << "is proved");
  if (explanation.kind == ExplanationKind::obligation_kind) {
    BOOST_REQUIRE(!proved.failures().empty());
    BOOST_TEST(name_of(proved.failures().front().obligation.kind) == name);
  } else if (explanation.kind == ExplanationKind::diagnostic && explanation.file.starts_with("operation/")) {
    // What any operation may fail with beside its premises is shown on one.
    BOOST_TEST(last_part(codes(proved).front()) == last_part(name), proved.rendered());
  } else {
    BOOST_TEST(codes(proved).front() == name, proved.rendered());
  }
}

BOOST_DATA_TEST_CASE(a_repaired_program_is_proved, boost::unit_test::data::make(explained_names()), name) {
  const Explanation explanation = *explain(name);
  const bool has_program = explanation.kind == ExplanationKind::operation || !explanation.failing.empty();
  BOOST_TEST(has_program == !explanation.repaired.empty(), name);
  BOOST_TEST(failures(explanation.repaired) == "", explanation.repaired << failures(explanation.repaired));
}

BOOST_AUTO_TEST_SUITE_END()
