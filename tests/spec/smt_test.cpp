#include "spec/smt.hpp"

#include "spec/lemmas.hpp"
#include "spec/render.hpp"
#include "tests/python.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <chrono>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <thread>

BOOST_AUTO_TEST_SUITE(smt_test)

namespace {

using namespace kina;
using namespace kina::tests;

constexpr unsigned enough_milliseconds = 10'000;
constexpr std::int64_t greatest = 4;

Vocabulary bounded() {
  Vocabulary vocabulary;
  vocabulary.names = {"a", "b", "n"};
  return vocabulary;
}

/// Each name lies in least <= . <= greatest.
std::vector<Term> bounds(const Vocabulary& vocabulary, std::int64_t least) {
  std::vector<Term> conditions;
  for (const std::string& name : vocabulary.names)
    conditions.push_back(in_range(integer(least), variable(name), integer(greatest + 1)));
  return conditions;
}

bool all_hold(const std::vector<Term>& conditions, const Meaning& meaning) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Term& part) { return meaning.holds(part); });
}

/// The first assignment on the grid at which the conditions hold.
std::optional<WideValues> enumerated(const std::vector<Term>& conditions, std::int64_t least) {
  for (std::int64_t a = least; a <= greatest; ++a) {
    for (std::int64_t b = least; b <= greatest; ++b) {
      for (std::int64_t n = least; n <= greatest; ++n) {
        const WideValues values{{"a", a}, {"b", b}, {"n", n}};
        if (all_hold(conditions, Meaning(values))) return values;
      }
    }
  }
  return std::nullopt;
}

WideValues values_of(const SolverAnswer& answer) {
  WideValues values;
  for (const auto& [atom, value] : answer.model)
    if (atom.is(Operator::variable)) values[atom.name()] = value;
  return values;
}

bool z3_is_installed() { return std::system("command -v z3 > /dev/null 2>&1") == 0; }

/// What the solver's own command makes of a question.
std::string answer_of_command(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("question.smt2")) << text << "\n(check-sat)\n";
  const std::string command = "z3 -T:10 '" + folder.file("question.smt2") + "' > '" + folder.file("answer") + "' 2>&1";
  (void)!std::system(command.c_str());
  std::ifstream answer(folder.file("answer"));
  std::string first;
  std::getline(answer, first);
  return first;
}

}  // namespace

// ---- against enumeration ----

RC_BOOST_PROP(a_bounded_question_is_answered_as_enumeration_answers_it, ()) {
  std::vector<Term> conditions = bounds(bounded(), 1);
  conditions.push_back(random_condition(bounded(), 2));
  conditions.push_back(random_condition(bounded(), 1));
  const std::optional<WideValues> expected = enumerated(conditions, 1);
  Solver solver;
  const SolverAnswer answer = solver.check(conditions, Products::nonlinear, enough_milliseconds);
  RC_PRE(answer.satisfiability != Satisfiability::unknown);
  RC_ASSERT((answer.satisfiability == Satisfiability::satisfiable) == expected.has_value());
  if (!expected) return;
  WideValues values = values_of(answer);
  for (const std::string& name : bounded().names)
    values.emplace(name, 1);
  RC_ASSERT(all_hold(conditions, Meaning(values)));
}

/// With opaque products and lemmas a question may stay open, but what is called impossible is impossible: also at sizes
/// that are 0 or negative, by which nothing is divided here.
RC_BOOST_PROP(an_opaque_unsatisfiable_is_never_wrong, ()) {
  Vocabulary vocabulary = bounded();
  vocabulary.divides = *rc::gen::arbitrary<bool>();
  const std::int64_t least = vocabulary.divides ? 1 : -3;
  std::vector<Term> conditions = bounds(vocabulary, least);
  conditions.push_back(random_condition(vocabulary, 2));
  std::vector<Term> lemmas = ground_lemmas(conditions);
  const std::vector<Term> asked = conditions;
  conditions.insert(conditions.end(), lemmas.begin(), lemmas.end());
  Solver solver;
  if (solver.check(conditions, Products::opaque, enough_milliseconds).satisfiability == Satisfiability::unsatisfiable)
    RC_ASSERT(!enumerated(asked, least));
}

// ---- reads ----

BOOST_AUTO_TEST_CASE(equal_indices_read_equal_values) {
  const Term i = variable("i");
  const Term j = variable("j");
  Solver solver;
  const auto ask = [&](const std::vector<Term>& conditions) {
    return solver.check(conditions, Products::opaque, enough_milliseconds).satisfiability;
  };
  const Term differ = not_equal(read("x", {i}), read("x", {j}));
  BOOST_TEST((ask({differ, equal(i, j)}) == Satisfiability::unsatisfiable));
  BOOST_TEST((ask({differ}) == Satisfiability::satisfiable));
  BOOST_TEST((ask({not_equal(read("x", {i + j}), read("x", {j + i}))}) == Satisfiability::unsatisfiable));
  BOOST_TEST((ask({not_equal(read("x", {i}), read("y", {i}))}) == Satisfiability::satisfiable));
}

BOOST_AUTO_TEST_CASE(a_model_has_a_value_for_every_atom) {
  const Term value = read("x", {variable("i")});
  Solver solver;
  const SolverAnswer answer = solver.check(
      {equal(variable("i"), integer(3)), equal(value, variable("n") + integer(1)), equal(variable("n"), integer(6))},
      Products::nonlinear, enough_milliseconds);
  BOOST_TEST((answer.satisfiability == Satisfiability::satisfiable));
  BOOST_TEST(answer.model.at(variable("i")) == 3);
  BOOST_TEST(answer.model.at(variable("n")) == 6);
  BOOST_TEST(answer.model.at(value) == 7);
}

// ---- products, numbers, limits ----

BOOST_AUTO_TEST_CASE(opaque_products_commute_and_are_otherwise_unknown) {
  const Term m = variable("m");
  const Term n = variable("n");
  Solver solver;
  const auto ask = [&](const Term& condition, Products products) {
    return solver.check({condition}, products, enough_milliseconds).satisfiability;
  };
  BOOST_TEST((ask(not_equal(m * n, n * m), Products::opaque) == Satisfiability::unsatisfiable));
  BOOST_TEST((ask(less(m * m, integer(0)), Products::opaque) == Satisfiability::satisfiable));
  BOOST_TEST((ask(less(m * m, integer(0)), Products::nonlinear) == Satisfiability::unsatisfiable));
}

BOOST_AUTO_TEST_CASE(numbers_do_not_wrap) {
  const Term huge = integer(INT64_MAX) * integer(INT64_MAX) * variable("n");
  Solver solver;
  const std::vector<Term> conditions{equal(variable("n"), integer(1)), less_equal(huge, integer(INT64_MAX))};
  BOOST_TEST((solver.check(conditions, Products::opaque, enough_milliseconds).satisfiability ==
              Satisfiability::unsatisfiable));
}

/// Three cubes that sum to 42: the smallest solution has 17 digits. A solver that never comes back would hang the
/// build, so it is asked from a thread that is left behind.
BOOST_AUTO_TEST_CASE(a_question_that_takes_too_long_is_unknown_and_ends) {
  const auto ask = [] {
    const auto cube = [](const char* name) { return variable(name) * variable(name) * variable(name); };
    Solver solver;
    return solver.check({equal(cube("x") + cube("y") + cube("z"), integer(42))}, Products::nonlinear, 200);
  };
  auto question = std::make_shared<std::packaged_task<SolverAnswer()>>(ask);
  std::future<SolverAnswer> answer = question->get_future();
  std::thread([question] { (*question)(); }).detach();
  BOOST_TEST_REQUIRE((answer.wait_for(std::chrono::seconds(10)) == std::future_status::ready));
  const SolverAnswer given = answer.get();
  BOOST_TEST((given.satisfiability == Satisfiability::unknown));
  BOOST_TEST(given.model.empty());
}

// ---- SMT-LIB ----

BOOST_AUTO_TEST_CASE(the_solvers_command_reads_the_text_and_agrees,
                     *boost::unit_test::precondition([](auto) -> boost::test_tools::assertion_result {
                       boost::test_tools::assertion_result result(z3_is_installed());
                       result.message() << "z3, the command, is not installed";
                       return result;
                     })) {
  const Term n = variable("n");
  const Term s = variable("S");
  const std::vector<std::vector<Term>> questions{
      {less_equal(integer(1), n), equal(s + integer(1), s)},
      {less_equal(integer(1), n), less(n / integer(2), n)},
      {less(read("token_ids", {n, s}), integer(0)), equal(read("token_ids", {s, n}), n % integer(3))},
      {not_equal(apply(Operator::minimum, {n, s}), apply(Operator::minimum, {s, n}))},
      {equal(select(less(n, s), n, s), n * s), less(integer(1), n), less(integer(1), s)},
      {equal(variable("?i0"), variable("x.0"))},
  };
  Solver solver;
  for (const auto& question : questions) {
    for (const Products products : {Products::opaque, Products::nonlinear}) {
      const Satisfiability expected = solver.check(question, products, enough_milliseconds).satisfiability;
      BOOST_TEST((expected != Satisfiability::unknown));
      BOOST_TEST(answer_of_command(smt_question(question, products).text) ==
                 (expected == Satisfiability::satisfiable ? "sat" : "unsat"));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_solver_names_itself) { BOOST_TEST(solver_version().starts_with("Z3 4.")); }

BOOST_AUTO_TEST_SUITE_END()
