/// The manual's pages: one for each operation, program, kind and diagnostic, with what each has to hold, and no link
/// that leads nowhere.
#include "manual/explanation.hpp"
#include "manual/pages/address.hpp"
#include "manual/pages/data_flow.hpp"
#include "manual/pages/highlight.hpp"
#include "manual/pages/manual.hpp"
#include "manual/pages/markdown.hpp"
#include "manual/pages/operation_page.hpp"
#include "manual/pages/program_page.hpp"
#include "manual/pages/seed_steps.hpp"
#include "spec/catalogue.hpp"
#include "spec/lang/grammar.hpp"
#include "tests/manual/matches.hpp"
#include "tests/proofs/proving.hpp"
#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <regex>
#include <set>

namespace {

using namespace kina;
using namespace kina::manual;
using namespace kina::testing;

const Page& whole_manual() {
  static const Page page = manual_of(source_folder());
  return page;
}

void visit(const Page& page, const std::function<void(const Page&)>& use) {
  use(page);
  for (const Page& below : page.pages)
    visit(below, use);
}

const Page* find_page(const std::string& label) {
  const Page* found = nullptr;
  visit(whole_manual(), [&](const Page& page) {
    if (page.label == label) found = &page;
  });
  return found;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// Uses of operations and calls, those in loops included.
std::size_t count_steps(const std::vector<Step>& steps) {
  std::size_t count = 0;
  for (const Step& step : steps) {
    if (std::holds_alternative<OperationStep>(step.node) || std::holds_alternative<CallStep>(step.node)) ++count;
    if (const auto* loop = std::get_if<LoopStep>(&step.node)) count += count_steps(loop->body);
  }
  return count;
}

void check_data_flow(const Program& program, const ProgramItem& item) {
  const std::string graph = data_flow(program, item);
  BOOST_TEST(matches_of(graph, "\n  (step[0-9]+) \\[label=").size() == count_steps(item.body), item.name);
  const std::vector<std::string> edges = matches_of(graph, " -> [a-z0-9]+ \\[label=\"([^\"]*)\"");
  BOOST_TEST(edges.size() >= item.returned.size(), item.name);
  for (const std::string& shape : edges)
    BOOST_TEST(contains(shape, "["), item.name << ": " << shape);
  BOOST_TEST(edges.size() == count_of(graph, " -> "), item.name);
  for (const ItemResult& result : item.results)
    BOOST_TEST(contains(graph, "[label=\"" + result.name + "\""), item.name);
}

std::vector<Program> specified_programs() {
  std::vector<Program> programs;
  for (const auto& file : files_in(source_folder() / "spec/programs", ".kina"))
    programs.push_back(*load_program(file.string()));
  return programs;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pages_test)

BOOST_AUTO_TEST_CASE(every_operation_has_a_page_with_its_rule_and_its_premises) {
  for (const Operation& operation : catalogue()) {
    const Page* page = find_page(operation.name);
    BOOST_TEST_REQUIRE(page != nullptr, operation.name);
    const Explanation explanation = *explain(operation.name);
    // The result's extents and its element, and each condition of each premise.
    std::size_t formulas = 2;
    for (const ExplainedPremise& premise : explanation.premises) {
      const Explanation explained = *explain(premise.name);
      formulas += explained.premises.front().conditions.size();
      BOOST_TEST(contains(page->text, "<a id=\"" + premise.name + "\"></a>"), premise.name);
      BOOST_TEST(contains(page->text, prose(premise.requirement)), premise.name);
      if (!explained.failing.empty()) BOOST_TEST(contains(page->text, "error[" + premise.name + "]"), premise.name);
    }
    BOOST_TEST(count_of(page->text, "\\f[") == formulas, operation.name);
    BOOST_TEST(matches_of(page->text, "\\\\f\\[\\s*(\\\\f\\])").empty(), operation.name << " has an empty formula");
    for (const Parameter& parameter : operation.parameters)
      BOOST_TEST(contains(page->text, "| " + code(parameter.name) + " |"), operation.name << ", " << parameter.name);
  }
}

BOOST_AUTO_TEST_CASE(every_explained_name_has_the_place_that_links_lead_to) {
  for (const std::string& name : explained_names()) {
    const Page* page = find_page(label_of(name));
    BOOST_TEST_REQUIRE(page != nullptr, name);
    if (contains(name, "/")) BOOST_TEST(count_of(page->text, "<a id=\"" + name + "\"></a>") == 1U, name);
  }
}

BOOST_AUTO_TEST_CASE(no_two_pages_have_one_address) {
  std::set<std::string> labels;
  visit(whole_manual(), [&](const Page& page) {
    BOOST_TEST(labels.insert(page.label).second, page.label);
    BOOST_TEST(!page.title.empty(), page.label);
  });
}

BOOST_AUTO_TEST_CASE(every_page_is_in_the_navigation) {
  visit(whole_manual(), [&](const Page& page) {
    for (const Page& below : page.pages)
      BOOST_TEST(contains(page.text, "\\subpage " + below.label + " "), below.label);
  });
}

BOOST_AUTO_TEST_CASE(no_link_leads_nowhere) {
  std::set<std::string> places;
  visit(whole_manual(), [&](const Page& page) {
    const std::string file = (page.label == "mainpage" ? "index" : page.label) + ".html";
    places.insert(file);
    for (const std::string& id : matches_of(page.text, " id=\"([^\"]+)\""))
      places.insert(file + "#" + id);
  });
  std::size_t count = 0;
  visit(whole_manual(), [&](const Page& page) {
    for (std::string target : matches_of(page.text, "(?:href|URL)=\"([^\"]+)\"")) {
      if (contains(target, "://")) continue;
      if (target.starts_with("#")) target = page.label + ".html" + target;
      BOOST_TEST(places.contains(target), page.label << " leads to " << target);
      ++count;
    }
  });
  BOOST_TEST(count > 500U);
}

BOOST_AUTO_TEST_CASE(the_data_flow_has_every_step_and_shapes_on_its_edges) {
  for (const Program& program : specified_programs())
    for (const ProgramItem& item : program.items)
      check_data_flow(program, item);
}

BOOST_AUTO_TEST_CASE(the_data_flow_of_a_loop_is_a_box_around_its_body) {
  const Program program = check_text("test.kina", R"(fn layer[D](x: f32[D], w: f32[D]) -> (y: f32[D]) { return x * w }
fn deep[L, D](x0: f32[D], w: f32[L, D]) -> (x_out: f32[D], seen: f32[L, D]) where L >= 0 {
  for l in 0..L carry x = x0 {
    y = layer(x, w[l])
    next x = y
    stack rows = x
  }
  return x, rows
})");
  BOOST_TEST_REQUIRE(program.diagnostics.empty());
  check_data_flow(program, program.items[0]);
  check_data_flow(program, program.items[1]);
  BOOST_TEST(contains(data_flow(program, program.items[1]), "label=\"for l in 0..L\""));
}

BOOST_AUTO_TEST_CASE(a_theorem_has_a_page_with_its_assertions_and_their_verdicts) {
  const tests::TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("proofs/theorems"));
  std::ofstream(folder.file("proofs/theorems/doubled.kina"))
      << "theorem doubled[N](x: f32[N]) {\n  assert x + x == x * 2.0\n}\n";
  const Page theorems = theorems_page(folder.path());
  BOOST_TEST_REQUIRE(theorems.pages.size() == 1U);
  const Page& page = theorems.pages.front();
  BOOST_TEST(page.label == "theorem_doubled");
  BOOST_TEST(contains(page.text, "assert =="));
  BOOST_TEST(matches_of(page.text, "- <code>[^\n]*== x [^\n]*</code>: (proved|refuted|unknown)\n").size() == 1U,
             page.text);
  BOOST_TEST(theorems_page(folder.file("proofs")).pages.empty());
}

/// decode.kina says each step of the seed once, though its statements are others.
BOOST_AUTO_TEST_CASE(the_polymorphic_step_performs_every_quoted_step) {
  const std::filesystem::path folder = source_folder() / "spec/programs";
  const Program step = *load_program((folder / "decode.kina").string());
  const Program quoting = *load_program((folder / "storylm0_generate.kina").string());
  for (const auto& [name, quoting_name] : {std::pair("decode", "decode_s1"), std::pair("decode_self", "decode_self")}) {
    const ProgramItem& quoted_item = *find_item(quoting, quoting_name);
    std::multiset<std::string> quoted;
    for (const PerformedSteps& each : quoted_steps(quoting, quoted_item))
      quoted.insert(each.steps.front());
    std::multiset<std::string> performed;
    for (const PerformedSteps& each : performed_steps(step, *find_item(step, name), quoting, quoted_item))
      performed.insert(each.steps.begin(), each.steps.end());
    BOOST_TEST(quoted.size() >= 12U);
    BOOST_TEST(performed == quoted, name);
  }
}

BOOST_AUTO_TEST_CASE(every_production_is_on_the_page_of_the_grammar) {
  const Page* page = find_page("grammar");
  BOOST_TEST_REQUIRE(page != nullptr);
  for (const Production& production : grammar())
    BOOST_TEST(contains(page->text, "id=\"grammar-" + production.name + "\""), production.name);
}

BOOST_AUTO_TEST_CASE(highlighting_changes_no_character) {
  const std::regex element("<[^>]*>");
  for (const Program& program : specified_programs()) {
    const std::string& text = program.sources.front().text;
    BOOST_TEST(std::regex_replace(highlighted(text), element, "") == html_escaped(text));
  }
  BOOST_TEST(highlighted("x = concat(a, b) // 1\n") ==
             "x = <a href=\"concat.html\">concat</a>(a, b) <span class=\"comment\">// 1</span>\n");
}

BOOST_AUTO_TEST_CASE(marks_of_markdown_in_a_definition_are_text) {
  BOOST_TEST(prose("a * b_c @ `x[0](y)`") == "a \\* b\\_c \\@ <code>x\\[0\\](y)</code>");
  BOOST_TEST(code("--json <PATH>") == "<code>\\--json &lt;PATH&gt;</code>");
}

BOOST_AUTO_TEST_SUITE_END()
