/// An engine's tensors do not change while somebody holds them, though caches grow in place: what the caller keeps, a
/// state of an earlier step, branches of one state, two loops at once.
#include "tests/properties/decode_passes.hpp"

#include <deque>

BOOST_AUTO_TEST_SUITE(engine_state_test)

namespace {

using namespace kina;
using namespace kina::tests;

std::int64_t any_below(std::int64_t bound) { return *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, bound)); }

/// A tensor that is kept, with what it was when it was.
struct Kept {
  std::string name;
  EngineTensorPointer tensor;
  Tensor copy;
};

void keep(std::vector<Kept>& all, const std::string& name, const EngineTensorPointer& tensor) {
  all.push_back({name, tensor, *tensor->tensor()});
}

void check_unchanged(const std::vector<Kept>& all, const std::string& when, const DecodeCase& drawn) {
  for (const Kept& kept : all)
    if (const auto text = bit_difference(*kept.tensor->tensor(), kept.copy))
      RC_FAIL(fmt::format("{} changed {}: {}\n{}", kept.name, when, *text, drawn.text()));
}

/// A loop that can be stopped, copied and gone on with.
struct Loop {
  const DecodeCase* drawn = nullptr;
  DecodeRun* run = nullptr;
  std::int64_t position = 0;
  EngineArguments caches;
  TensorPointer logits;

  void step() {
    EngineResults results = run->step(position, std::move(caches));
    logits = results.at("logits")->tensor();
    caches = DecodeRun::caches(results);
    ++position;
  }
  [[nodiscard]] bool is_over() const { return position == drawn->length(); }
};

/// Results of a loop of its own: logits, then the caches.
std::vector<Tensor> alone(const DecodeCase& drawn) {
  const auto engine = tested_engine(decode_program(drawn.type));
  DecodeRun run(drawn, *engine);
  Loop loop{&drawn, &run, 0, {}, {}};
  while (!loop.is_over())
    loop.step();
  return {*loop.logits, *loop.caches.at("k_past")->tensor(), *loop.caches.at("v_past")->tensor()};
}

void check_same(const Loop& loop, const std::vector<Tensor>& expected, const std::string& what) {
  const std::vector<TensorPointer> found{loop.logits, loop.caches.at("k_past")->tensor(),
                                         loop.caches.at("v_past")->tensor()};
  for (std::size_t k = 0; k < found.size(); ++k)
    if (const auto text = bit_difference(*found[k], expected[k]))
      RC_FAIL(fmt::format("{}: {}\n{}", what, *text, loop.drawn->text()));
}

DecodeCase plain_case(std::int64_t longest) {
  DecodeCase drawn = drawn_case(longest);
  drawn.kind = WeightKind::plain;
  drawn.weights = drawn_weights(drawn);
  return drawn;
}

}  // namespace

/// Weights, tokens and caches that the caller still holds are what they were, after every later step; so are the
/// tensors of the host behind them.
BOOST_AUTO_TEST_CASE(what_is_kept_never_changes) {
  check_property(600, [] {
    const DecodeCase drawn = plain_case(40);
    const Program& program = decode_program(drawn.type);
    const auto engine = tested_engine(program);
    std::map<std::string, Tensor> host;
    for (const auto& [name, tensor] : drawn.weights)
      host[name] = *tensor;
    const EngineArguments weights = kept(*engine, drawn.weights);
    std::vector<Kept> all;
    for (const auto& [name, tensor] : weights)
      keep(all, name, tensor);
    // Some states are kept and the others given away, as a loop with an observer does.
    EngineArguments caches;
    for (std::int64_t position = 0; position < drawn.length(); ++position) {
      Assignment sizes = drawn.sizes;
      sizes["S"] = position;
      const EngineTensorPointer tokens = engine->keep(token_columns(drawn, position, position + 1));
      keep(all, fmt::format("token {}", position), tokens);
      EngineArguments arguments = std::move(caches);
      arguments["token_ids"] = tokens;
      auto results =
          call(program, *engine, position == 0 ? "decode_self" : "decode", sizes, weights, std::move(arguments));
      if (!results) RC_FAIL(results.error().message);
      for (const char* name : {"k_next", "v_next", "logits"})
        if (any_below(2) == 0) keep(all, fmt::format("{} of step {}", name, position), results->at(name));
      caches = DecodeRun::caches(*results);
      check_unchanged(all, fmt::format("by step {}", position), drawn);
    }
    for (const auto& [name, tensor] : drawn.weights)
      if (const auto text = bit_difference(*tensor, host.at(name)))
        RC_FAIL(fmt::format("{} changed on the host: {}\n{}", name, *text, drawn.text()));
  });
}

/// The state of any step is intact five steps later, while the loop goes on from it.
BOOST_AUTO_TEST_CASE(a_state_outlives_five_more_steps) {
  check_property(600, [] {
    DecodeCase drawn = plain_case(40);
    while (drawn.length() < 7)
      for (auto& row : drawn.tokens)
        row.push_back(row.back());
    const auto engine = tested_engine(decode_program(drawn.type));
    DecodeRun run(drawn, *engine);
    Loop loop{&drawn, &run, 0, {}, {}};
    std::deque<std::vector<Kept>> states;
    const std::int64_t every = any_below(4) + 1;
    while (!loop.is_over()) {
      loop.step();
      states.emplace_back();
      if (loop.position % every == 0)
        for (const auto& [name, cache] : loop.caches)
          keep(states.back(), fmt::format("{} after {} steps", name, loop.position), cache);
      if (states.size() <= 5) continue;
      check_unchanged(states.front(), "five steps later", drawn);
      states.pop_front();
    }
    check_same(loop, alone(drawn), "a loop whose states were kept");
  });
}

/// A step that fails (its token is out of range) leaves the engine and the caches that are held as they were: the loop
/// goes on with another token.
BOOST_AUTO_TEST_CASE(a_failed_step_can_be_taken_again) {
  check_property(300, [] {
    const DecodeCase drawn = plain_case(14);
    const Program& program = decode_program(drawn.type);
    const auto engine = tested_engine(program);
    const EngineArguments weights = kept(*engine, drawn.weights);
    DecodeRun run(drawn, *engine);
    Loop loop{&drawn, &run, 0, {}, {}};
    while (!loop.is_over()) {
      if (any_below(3) == 0) {
        Assignment sizes = drawn.sizes;
        sizes["S"] = loop.position;
        EngineArguments arguments = loop.caches;
        Tensor wrong = *token_columns(drawn, loop.position, loop.position + 1);
        std::get<std::vector<std::int64_t>>(wrong.elements).back() = drawn.sizes.at("V");
        arguments["token_ids"] = engine->keep(pointer_to(std::move(wrong)));
        if (call(program, *engine, loop.position == 0 ? "decode_self" : "decode", sizes, weights, std::move(arguments)))
          RC_FAIL("a token out of range has an embedding\n" + drawn.text());
      }
      loop.step();
    }
    check_same(loop, alone(drawn), "a loop with failures in between");
  });
}

/// A cache of fixed capacity is updated where it lies only if nobody holds it: the host's tensor that it started as,
/// and every state that was kept, stay as they were, and the updates are those of a plain array.
BOOST_AUTO_TEST_CASE(an_updated_cache_spares_what_is_held) {
  const Program program =
      program_of("fn write[B, C](cache: f32[B, C], row: f32[B, 1], at: i64[]) -> (next: f32[B, C])\n"
                 "    where 0 <= at < C {\n"
                 "  return dynamic_update_slice(cache, row, at, axis=1)\n}\n");
  check_property(600, [&] {
    const std::int64_t batch = any_below(3) + 1;
    const std::int64_t capacity = any_below(20) + 1;
    const auto engine = tested_engine(program);
    const TensorPointer host = pointer_to(zeros(ElementType::f32, {batch, capacity}));
    Tensor expected = *host;
    auto& elements = std::get<std::vector<float>>(expected.elements);
    EngineArguments state{{"cache", engine->keep(host)}};
    std::vector<std::pair<EngineTensorPointer, Tensor>> held;
    const std::int64_t steps = any_below(12) + 1;
    for (std::int64_t step = 1; step <= steps; ++step) {
      if (any_below(3) == 0) held.emplace_back(state.at("cache"), expected);
      const std::int64_t at = any_below(capacity);
      const std::vector<float> row(static_cast<std::size_t>(batch), static_cast<float>(step));
      state["row"] = engine->keep(pointer_to(Tensor{{batch, 1}, row}));
      state["at"] = engine->keep(pointer_to(Tensor{{}, std::vector<std::int64_t>{at}}));
      auto results = call(program, *engine, "write", {{"B", batch}, {"C", capacity}}, {}, std::move(state));
      if (!results) RC_FAIL(results.error().message);
      state = {{"cache", std::move(results->at("next"))}};
      for (std::int64_t b = 0; b < batch; ++b)
        elements[static_cast<std::size_t>(b * capacity + at)] = static_cast<float>(step);
      const std::string where = fmt::format(" after step {}, B = {}, C = {}", step, batch, capacity);
      if (const auto text = bit_difference(*state.at("cache")->tensor(), expected))
        RC_FAIL("the cache: " + *text + where);
      if (const auto text = bit_difference(*host, zeros(ElementType::f32, {batch, capacity})))
        RC_FAIL("the host's tensor: " + *text + where);
      for (const auto& [tensor, copy] : held)
        if (const auto text = bit_difference(*tensor->tensor(), copy))
          RC_FAIL("a state that is held: " + *text + where);
    }
  });
}

/// Two loops take turns in one engine, at other sizes and lengths, and neither disturbs the other.
BOOST_AUTO_TEST_CASE(two_loops_over_one_engine_do_not_meet) {
  check_property(600, [] {
    const DecodeCase first = plain_case(40);
    DecodeCase second = plain_case(40);
    second.type = first.type;
    second.weights = drawn_weights(second);
    const auto engine = tested_engine(decode_program(first.type));
    DecodeRun first_run(first, *engine);
    DecodeRun second_run(second, *engine);
    Loop one{&first, &first_run, 0, {}, {}};
    Loop two{&second, &second_run, 0, {}, {}};
    while (!one.is_over() || !two.is_over()) {
      Loop& next = one.is_over() || (!two.is_over() && any_below(2) == 0) ? two : one;
      next.step();
    }
    check_same(one, alone(first), "the first loop");
    check_same(two, alone(second), "the second loop");
  });
}

/// Branches of one state, as in a beam search, are what separate runs over the same tokens are; the state itself stays.
BOOST_AUTO_TEST_CASE(branches_of_one_state_are_separate_runs) {
  check_property(600, [] {
    const DecodeCase trunk = plain_case(40);
    const std::int64_t shared = any_below(trunk.length()) + 1;
    const auto engine = tested_engine(decode_program(trunk.type));
    DecodeRun trunk_run(trunk, *engine);
    Loop stem{&trunk, &trunk_run, 0, {}, {}};
    while (stem.position < shared)
      stem.step();
    std::vector<Kept> state;
    for (const auto& [name, cache] : stem.caches)
      keep(state, name, cache);

    const std::size_t count = static_cast<std::size_t>(any_below(3)) + 2;
    std::vector<DecodeCase> cases(count, trunk);
    for (DecodeCase& branch : cases) {
      const std::int64_t length = shared + 1 + any_below(5);
      for (auto& row : branch.tokens) {
        row.resize(static_cast<std::size_t>(shared));
        while (static_cast<std::int64_t>(row.size()) < length)
          row.push_back(any_below(trunk.sizes.at("V")));
      }
    }
    std::vector<DecodeRun> runs;
    for (const DecodeCase& branch : cases)
      runs.emplace_back(branch, *engine);
    std::vector<Loop> branches;
    for (std::size_t k = 0; k < count; ++k)
      branches.push_back({&cases[k], &runs[k], shared, stem.caches, {}});
    // With the stem's own hold on the state given up, its last branch is its only owner.
    const bool is_dropped = any_below(2) == 0;
    if (is_dropped) {
      state.clear();
      stem.caches.clear();
    }
    for (bool is_running = true; is_running;) {
      is_running = false;
      for (Loop& branch : branches) {
        if (branch.is_over()) continue;
        branch.step();
        is_running = true;
      }
    }
    check_unchanged(state, "under its branches", trunk);
    for (std::size_t k = 0; k < count; ++k)
      check_same(branches[k], alone(cases[k]), fmt::format("branch {} of {}, from step {}", k, count, shared));
  });
}

BOOST_AUTO_TEST_SUITE_END()
