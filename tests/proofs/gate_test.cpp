/// The gate (design section 3): no stamp without a proof, and no way to sabotage a specified program that it lets pass.
#include "spec/lang/source.hpp"
#include "tests/proofs/mutants.hpp"
#include "tests/proofs/proving.hpp"
#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

BOOST_AUTO_TEST_SUITE(gate_test)

namespace {

using namespace kina;
using namespace kina::testing;
using tests::ProcessResult;
using tests::TemporaryFolder;

const std::string identity = "fn f[N](x: f32[N]) -> (y: f32[N]) {\n  return x\n}\n";
const std::string broken = "fn f[N](x: f32[N]) -> (y: f32[N + 1]) {\n  return x\n}\n";
const std::string unparsable = "fn f[N(x\n";

/// Runs the gate with these arguments, each quoted.
ProcessResult run_gate(const std::vector<std::string>& arguments) {
  const char* folder = std::getenv("KINA_BINARY_DIR");
  if (folder == nullptr) throw std::runtime_error("KINA_BINARY_DIR is not set");
  std::string command = "'" + std::string(folder) + "/bin/kina_gate'";
  for (const std::string& argument : arguments)
    command += " '" + argument + "'";
  std::FILE* process = popen((command + " 2>&1").c_str(), "r");
  if (process == nullptr) throw std::runtime_error("can't run " + command);
  ProcessResult result;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), process))
    result.output.append(buffer.data(), count);
  result.status = WEXITSTATUS(pclose(process));
  return result;
}

std::string write(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder.file(name)) << text;
  return folder.file(name);
}

struct Run {
  ProcessResult process;
  bool stamped = false;
};

/// The gate on a text, in a folder of its own.
Run run_on(const std::string& text, const std::vector<std::string>& flags = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{"--stamp", folder.file("stamp")};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.push_back(write(folder, "program.kina", text));
  Run run{run_gate(arguments), false};
  run.stamped = std::filesystem::exists(folder.file("stamp"));
  return run;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string program_text(const std::string& name) { return file_text(source_folder() / "spec/programs" / name); }

/// Whether a message names the file, a line, what fails, and values at which it does.
void check_refutation(const std::string& name, const Mutant& mutant, const Proved& proved) {
  const std::vector<ProofResult> failed = proved.failures();
  const std::string what = fmt::format("{}:{}: {}", name, mutant.line, mutant.change);
  BOOST_TEST_REQUIRE(!failed.empty(), what);
  const std::string text = proved.rendered();
  BOOST_TEST(std::regex_search(text, std::regex("error\\[[a-z_]+/[a-z_/]+\\]: ")), what << "\n" << text);
  BOOST_TEST(std::regex_search(text, std::regex("--> test\\.kina:\\d+:\\d+")), what << "\n" << text);
  for (const ProofResult& result : failed) {
    BOOST_TEST((result.verdict == Verdict::refuted), what << "\n" << text);
    // Sizes, by their names, unless the item declares none.
    const bool has_values = !result.counterexample.empty() || result.obligation.question.declared.empty() ||
                            result.obligation.decided.has_value();
    BOOST_TEST(has_values, what << "\n" << text);
  }
}

/// Whether a change is invisible to shapes, told from the text alone. The proof of values is there for these.
bool keeps_every_shape(const std::string& text, const Mutant& mutant) {
  const Source source = make_source("", text);
  const std::string line = line_text(source, mutant.line);
  // All axes are merged: whatever their order, the number of elements is the same.
  if (contains(line, "merged")) return true;
  // What the picker states of its result is not what the loop relies on: an argmax over V is below V.
  const std::size_t begin = text.rfind("\nfn ", source.line_begins.at(mutant.line - 1)) + 1;
  if (contains(mutant.change, "<=") && text.substr(begin).starts_with("fn greedy_one")) return true;
  // The exchanged axes have one extent.
  std::smatch shape;
  if (!std::regex_search(line, shape, std::regex("reshape\\([^\\[]*\\[(\\w+), (\\w+), (\\w+), (\\w+)\\]")))
    return false;
  const auto permuted = [&](std::size_t at) {
    std::vector<std::string> extents;
    for (std::size_t k = 0; k < 4; ++k)
      extents.push_back(shape.str(1 + static_cast<std::size_t>(mutant.change.at(at + 3 * k) - '0')));
    return extents;
  };
  const std::size_t other = mutant.change.find(" to [");
  return other != std::string::npos && permuted(1) == permuted(other + 5);
}

/// Every mutant of a program is refuted, but for those that change no shape.
void check_mutants(const std::string& name) {
  const std::string text = program_text(name);
  std::size_t refuted = 0;
  for (const auto& mutants_of : {other_axes, shorter_lengths, other_permutations, wider_tokens}) {
    for (const Mutant& mutant : mutants_of(text)) {
      const Proved proved = prove_text(mutant.text);
      BOOST_TEST(proved.accepted() == keeps_every_shape(text, mutant),
                 fmt::format("{}:{}: {}", name, mutant.line, mutant.change));
      if (proved.accepted()) continue;
      check_refutation(name, mutant, proved);
      ++refuted;
    }
  }
  BOOST_TEST(refuted > 5U);
}

}  // namespace

// ---- stamps ----

BOOST_AUTO_TEST_CASE(a_proof_leaves_a_stamp_and_a_failure_leaves_none) {
  BOOST_TEST(run_on(identity).process.status == 0);
  BOOST_TEST(run_on(identity).stamped);
  for (const std::string& text : {broken, unparsable, std::string("theorem t[N](x: f32[N]) {\n  assert x == x\n}\n")}) {
    const Run run = run_on(text);
    BOOST_TEST(run.process.status == 1, run.process.output);
    BOOST_TEST(!run.stamped);
  }
}

BOOST_AUTO_TEST_CASE(a_failure_is_explained) {
  const Run run = run_on(broken);
  BOOST_TEST(contains(run.process.output, "error[return/agree]"));
  BOOST_TEST(contains(run.process.output, "program.kina:2:"));
  BOOST_TEST(contains(run.process.output, "N against N + 1"));
  BOOST_TEST(contains(run.process.output, "1 refuted"));
}

/// A stamp that an earlier success left is not to be trusted after a failure: the build looks at the exit status.
BOOST_AUTO_TEST_CASE(unusable_arguments_and_files_are_no_proof) {
  const TemporaryFolder folder;
  const std::string stamp = folder.file("stamp");
  const std::string file = write(folder, "program.kina", identity);
  BOOST_TEST(run_gate({"--stamp", stamp, folder.file("missing.kina")}).status == 2);
  BOOST_TEST(run_gate({"--stamp", stamp}).status == 2);
  BOOST_TEST(run_gate({"--stamp", stamp, "--catalogue", file}).status == 2);
  BOOST_TEST(run_gate({file}).status != 0);
  BOOST_TEST(run_gate({"--stamp", folder.file("no/such/folder/stamp"), file}).status == 2);
  BOOST_TEST(!std::filesystem::exists(stamp));
}

BOOST_AUTO_TEST_CASE(the_catalogue_has_a_stamp_of_its_own) {
  const TemporaryFolder folder;
  const ProcessResult result = run_gate({"--stamp", folder.file("stamp"), "--catalogue"});
  BOOST_TEST(result.status == 0, result.output);
  BOOST_TEST(contains(file_text(folder.file("stamp")), "0 refuted, 0 unknown"));
}

BOOST_AUTO_TEST_CASE(the_depfile_names_the_stamp_and_every_file_that_was_read) {
  const TemporaryFolder folder;
  const std::string library = write(folder, "a library.kina", identity);
  const std::string file = write(folder, "program.kina",
                                 "import \"a library.kina\"\nfn g[N](x: f32[N]) -> (y: f32[N]) {\n  return f(x)\n}\n");
  const std::string depfile = folder.file("depfile");
  const ProcessResult result = run_gate({"--stamp", folder.file("stamp"), "--depfile", depfile, file});
  BOOST_TEST_REQUIRE(result.status == 0, result.output);
  const std::string text = file_text(depfile);
  BOOST_TEST(text.starts_with(folder.file("stamp") + ":"));
  BOOST_TEST(contains(text, file));
  BOOST_TEST(contains(text, std::regex_replace(library, std::regex(" "), "\\ ")));
  BOOST_TEST(text.ends_with("\n"));
}

// ---- false statements ----

BOOST_AUTO_TEST_CASE(a_false_statement_has_to_be_refuted) {
  const Run refuted = run_on(broken, {"--refuted"});
  BOOST_TEST((refuted.process.status == 0 && refuted.stamped), refuted.process.output);
  for (const std::string& text : {identity, unparsable, std::string()}) {
    const Run run = run_on(text, {"--refuted"});
    BOOST_TEST(run.process.status == 1, run.process.output);
    BOOST_TEST(!run.stamped);
  }
}

// ---- sabotage ----

BOOST_AUTO_TEST_CASE(no_sabotage_of_the_polymorphic_step_passes) { check_mutants("decode.kina"); }
BOOST_AUTO_TEST_CASE(no_sabotage_of_the_seeds_family_passes) { check_mutants("storylm0_generate.kina"); }
BOOST_AUTO_TEST_CASE(no_sabotage_of_the_seeds_forward_pass_passes) { check_mutants("storylm0_forward.kina"); }

BOOST_AUTO_TEST_SUITE_END()
