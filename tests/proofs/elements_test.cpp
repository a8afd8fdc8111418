#include "proofs/elements.hpp"

#include "spec/lang/checker.hpp"
#include "spec/lang/interpret.hpp"
#include "spec/render.hpp"
#include "tests/spec/random_terms.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

BOOST_AUTO_TEST_SUITE(elements_test)

namespace {

using namespace kina;
using namespace kina::tests;
using Shape = std::vector<std::int64_t>;

/// Names that a rule uses for its own: folds run over `j` and `k`, indices are `i0` and `i1`.
const std::string header = "fn f[N](x: i64[3, 2], j: i64[], i0: i64[], t: i64[3]) -> (y: i64[{}])\n"
                           "    where 0 <= x < 3, 0 <= t < 3 {{\n{}  return {}\n}}\n";
const std::string helpers = "fn shifted[A](k: i64[A], j: i64[]) -> (y: i64[A]) {\n"
                            "  for l in 0..2 {\n    stack s = k + broadcast(j * l)\n  }\n"
                            "  return s[1]\n}\n"
                            "fn rows[N, M](x: i64[N, M]) -> (y: i64[N, M]) {\n"
                            "  for l in 0..N {\n    stack s = x[l] * 2\n  }\n"
                            "  for l in 0..M {\n    stack u = s[N - 1, l] - l\n  }\n"
                            "  return s + broadcast(u)\n}\n";

/// A program that is written statement by statement; every value is an integer tensor of one or two axes.
struct Writer {
  struct Value {
    std::string name;
    Shape shape;
  };
  std::vector<Value> values{{"x", {3, 2}}, {"t", {3}}};
  std::string body;

  Value add(const Shape& shape, const std::string& expression) {
    Value value{fmt::format("v{}", values.size()), shape};
    body += fmt::format("  {} = {}\n", value.name, expression);
    values.push_back(value);
    return value;
  }

  [[nodiscard]] const Value& any() const { return values[*rc::gen::inRange<std::size_t>(0, values.size())]; }

  void step() {
    const Value a = any();
    const auto& [name, shape] = a;
    const std::size_t axis = *rc::gen::inRange<std::size_t>(0, shape.size());
    Shape dropped = shape;
    dropped.erase(dropped.begin() + static_cast<std::ptrdiff_t>(axis));
    Shape longer = shape;
    const bool is_matrix = shape.size() == 2;
    const std::string form = fmt::format("[{}]", fmt::join(shape, ", "));
    switch (*rc::gen::inRange(0, 20)) {
    case 0: add(shape, fmt::format("{} + iota({}, axis={})", name, form, axis)); break;
    case 1: add(shape, fmt::format("{} * 2 - broadcast(j)", name)); break;
    case 2: add(shape, fmt::format("{} % 3 + {} / 2", name, name)); break;
    case 3: add(shape, fmt::format("maximum({}, broadcast(i0)) + abs({})", name, name)); break;
    case 4: add(shape, fmt::format("select({} < 2, -{}, iota({}, axis={}))", name, name, form, axis)); break;
    case 5: add(shape, fmt::format("cast({} == 1 or not ({} < broadcast(j)), i64)", name, name)); break;
    case 6:
      longer[axis] *= 2;
      add(longer, fmt::format("concat({}, {} + 1, axis={})", name, name, axis));
      break;
    case 7:
      longer[axis] += 3;
      add(longer, fmt::format("pad({}, axis={}, low=1, high=2, value=7)", name, axis));
      break;
    case 8:
      longer[axis] *= 2;
      add(longer, fmt::format("repeat({}, 2, axis={})", name, axis));
      break;
    case 9:
      longer[axis] *= 2;
      add(longer, fmt::format("tile({}, 2, axis={})", name, axis));
      break;
    case 10: add(shape, fmt::format("cumsum({}, axis={})", name, axis)); break;
    case 11:
      if (is_matrix) add({shape[1], shape[0]}, fmt::format("transpose({}, [1, 0])", name));
      break;
    case 12:
      if (is_matrix) add({shape[0] * shape[1]}, fmt::format("reshape({}, [{}])", name, shape[0] * shape[1]));
      break;
    case 13:
      if (!is_matrix && shape[0] % 2 == 0)
        add({2, shape[0] / 2}, fmt::format("reshape({}, [2, {}])", name, shape[0] / 2));
      break;
    case 14: {
      const std::string head = *rc::gen::element<std::string>("sum", "max", "min", "argmax");
      if (is_matrix) add(dropped, fmt::format("{}({}, axis={})", head, name, axis));
      break;
    }
    case 15: {
      longer[axis] = 3;
      add(is_matrix ? longer : Shape{3}, fmt::format("gather({}, t % {}, axis={})", name, shape[axis], axis));
      break;
    }
    case 16:
      longer[0] -= 1;
      if (shape[0] > 1) add(longer, fmt::format("{}[1:{}]", name, shape[0]));
      break;
    case 17: add(shape, is_matrix ? fmt::format("rows({})", name) : fmt::format("shifted({}, j)", name)); break;
    case 18: loop(a); break;
    default:
      add(shape, is_matrix ? fmt::format("dynamic_update_slice({}, {}[0:1] * 9, {}, axis=0)", name, name, shape[0] - 1)
                           : fmt::format("{} + broadcast(max({}, axis=0))", name, name));
    }
  }

  /// A loop over the leading axis, and one over the trailing axis of what it stacks.
  void loop(const Value& a) {
    const std::string stacked = fmt::format("v{}", values.size());
    body += fmt::format("  for l in 0..{} {{\n    stack {} = {}[l] + {}\n  }}\n", a.shape[0], stacked, a.name,
                        a.shape.size() == 2 ? "broadcast(l)" : "l");
    values.push_back({stacked, a.shape});
    if (a.shape.size() != 2) return;
    const std::string column = fmt::format("v{}", values.size());
    body += fmt::format("  for l in 0..{} {{\n    stack {} = {}[0, l] * l\n  }}\n", a.shape[1], column, stacked);
    values.push_back({column, {a.shape[1]}});
  }

  [[nodiscard]] std::string text() const {
    const Value& last = values.back();
    return helpers + fmt::format(fmt::runtime(header), fmt::join(last.shape, ", "), body, last.name);
  }
};

/// The elements of the last value by the interpreter, and as opened terms at every index.
void compare(const std::string& text, const Shape& shape) {
  RC_LOG() << text;
  const Program program = check_text("test.kina", text);
  for (const Diagnostic& diagnostic : program.diagnostics)
    RC_FAIL(diagnostic.code + ": " + diagnostic.message);
  const std::size_t index = program.items.size() - 1;
  const ProgramItem& item = program.items[index];
  const auto random = [](std::size_t count) {
    return *rc::gen::container<std::vector<std::int64_t>>(count, rc::gen::inRange<std::int64_t>(0, 3));
  };
  const std::vector<std::int64_t> x = random(6);
  const std::vector<std::int64_t> t = random(3);
  const WideValues scalars{{"j", random(1)[0] + 4}, {"i0", random(1)[0] - 1}, {"N", 1}};
  const auto tensor = [](Shape extents, std::vector<std::int64_t> elements) {
    return std::make_shared<const Tensor>(Tensor{std::move(extents), std::move(elements)});
  };
  const auto scalar = [&](const char* name) { return tensor({}, {scalars.at(name).convert_to<std::int64_t>()}); };
  const auto results =
      interpret(program, index, {{"N", 1}}, {tensor({3, 2}, x), scalar("j"), scalar("i0"), tensor({3}, t)});
  RC_ASSERT(results.has_value());
  const auto& expected = std::get<std::vector<std::int64_t>>(results->at(0)->elements);

  Elements elements(program, item);
  bool opaque = false;
  const Meaning meaning(scalars, [&](const std::string& name, const std::vector<Wide>& at) -> Wide {
    opaque = opaque || (name != "x" && name != "t");
    const Wide flat = name == "x" ? at.at(0) * 2 + at.at(1) : at.at(0);
    const auto& values = name == "x" ? x : t;
    return flat < 0 || flat >= values.size() ? Wide(0) : Wide(values[flat.convert_to<std::size_t>()]);
  });
  for (std::size_t flat = 0; flat < expected.size(); ++flat) {
    auto rest = static_cast<std::int64_t>(flat);
    std::vector<Term> indices;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      indices.insert(indices.begin(), integer(rest % shape[axis]));
      rest /= shape[axis];
    }
    const Term element = elements.element(item.returned[0], indices);
    visit_terms(element, [&](const Term& part) {
      opaque = opaque || (part.is(Operator::read) && part.name() != "x" && part.name() != "t");
      return true;
    });
    // What would outgrow the program stays opaque; nothing is claimed of it.
    if (opaque) return;
    RC_LOG() << "element " << flat << ": " << to_text(element) << '\n';
    RC_ASSERT(meaning.integer(element) == Wide(expected[flat]));
  }
}

std::string opened(const std::string& text, const char* item_name, std::vector<Term> indices) {
  const Program program = check_text("test.kina", text);
  BOOST_TEST_REQUIRE(program.diagnostics.empty());
  const ProgramItem& item = *find_item(program, item_name);
  Elements elements(program, item);
  return to_text(elements.element(item.returned.at(0), indices));
}

}  // namespace

RC_BOOST_PROP(an_opened_element_is_what_the_interpreter_computes, ()) {
  Writer writer;
  const int steps = *rc::gen::inRange(1, 5);
  for (int k = 0; k < steps; ++k)
    writer.step();
  if (writer.values.size() == 2) writer.add({3}, "t + 0");
  compare(writer.text(), writer.values.back().shape);
}

// ---- names that mean two things ----

BOOST_AUTO_TEST_CASE(two_loops_may_have_one_variable) {
  const std::string text = "fn f[N](x: i64[N]) -> (y: i64[N]) {\n"
                           "  for l in 0..2 {\n    stack s = x\n  }\n"
                           "  for l in 0..N {\n    stack u = s[1, l]\n  }\n  return u\n}\n";
  BOOST_TEST(opened(text, "f", {variable("p")}) == "x[p]");
}

BOOST_AUTO_TEST_CASE(a_callees_loop_is_not_the_callers) {
  const std::string text = "fn g[N](x: i64[N]) -> (y: i64[2, N]) {\n"
                           "  for l in 0..2 {\n    stack s = x + broadcast(l)\n  }\n  return s\n}\n"
                           "fn f[N](x: i64[N]) -> (y: i64[N]) {\n"
                           "  for l in 0..N {\n    stack u = g(x)[1, l]\n  }\n  return u\n}\n";
  BOOST_TEST(opened(text, "f", {variable("p")}) == "x[p] + 1");
}

BOOST_AUTO_TEST_CASE(a_fold_does_not_capture_a_parameter) {
  const std::string text = "fn f[N](j: i64[]) -> (y: i64[]) {\n  return sum(full([N], j, dtype=i64), axis=0)\n}\n";
  const std::string element = opened(text, "f", {});
  BOOST_TEST(element.starts_with("sum(j for "));
  BOOST_TEST(!element.starts_with("sum(j for j "));
}

// ---- what stays a read ----

BOOST_AUTO_TEST_CASE(integers_are_opened_and_floats_stay_reads) {
  const std::string text = "fn f[N, V](t: i64[N], w: f32[V]) -> (y: i64[N], z: f32[N]) where 0 <= t < V {\n"
                           "  z = gather(w, t) * 2.0\n  return t + 1, z\n}\n";
  const Program program = check_text("test.kina", text);
  const ProgramItem& item = program.items.at(0);
  Elements elements(program, item);
  const Term p = variable("p");
  BOOST_TEST(to_text(elements.element(item.returned[0], {p})) == "t[p] + 1");
  BOOST_TEST(elements.element(item.returned[1], {p}).is(Operator::read));
  BOOST_TEST(to_text(elements.float_element(item.returned[1], {p})) == "w[t[p]] * 2.0");
}

/// What is known of an element that is read, at the indices at which it is read.
BOOST_AUTO_TEST_CASE(facts_come_with_the_elements_that_they_are_about) {
  const std::string text = "fn f[N, V](t: i64[N]) -> (y: i64[N]) where 0 <= t < V {\n  return t + 1\n}\n";
  const Program program = check_text("test.kina", text);
  const ProgramItem& item = program.items.at(0);
  Elements elements(program, item);
  BOOST_TEST(elements.take_facts().empty());
  const Term p = variable("p");
  const Term element = elements.element(item.returned[0], {p});
  const std::vector<Term> facts = elements.take_facts();
  BOOST_TEST(facts.size() == 2U);
  BOOST_TEST(elements.take_facts().empty());
  // The facts hold of every value in range, and fail of one that is not, where the index is in range.
  for (std::int64_t token = -2; token <= 5; ++token) {
    const Meaning meaning({{"p", 1}, {"N", 2}, {"V", 4}},
                          [&](const std::string&, const std::vector<Wide>&) -> Wide { return token; });
    const bool all = std::all_of(facts.begin(), facts.end(), [&](const Term& fact) { return meaning.holds(fact); });
    BOOST_TEST(all == (0 <= token && token < 4));
  }
}

BOOST_AUTO_TEST_SUITE_END()
