/// What is bound before the first step: sizes, weights, and the facts about both.
#include "impl/host_loop.hpp"
#include "impl/weights.hpp"
#include "spec/dim.hpp"
#include "spec/render.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace kina {
namespace {

/// One function that the loop runs, with the parameters that are bound by name.
struct Part {
  std::size_t item;
  const std::vector<std::size_t>* weights;
};

std::vector<Part> parts_of(const HostLoop& roles) {
  std::vector<Part> parts;
  for (const TokenFunction& step : roles.steps)
    parts.push_back({step.item, &step.weights});
  if (roles.first_step) parts.push_back({roles.first_step->item, &roles.first_step->weights});
  if (roles.prefill) parts.push_back({roles.prefill->item, &roles.prefill->weights});
  if (roles.picker) parts.push_back({roles.picker->item, &roles.picker->weights});
  return parts;
}

/// Sizes that differ from call to call: the lengths of states, and a prefill's columns.
std::set<std::string> changing_sizes(const Program& program, const HostLoop& roles) {
  std::set<std::string> names;
  for (const TokenFunction& step : roles.steps) {
    const Substitution next = next_sizes(program, step, step);
    for (const auto& [name, size] : next)
      if (!size.is(Operator::variable) || size.name() != name) names.insert(name);
  }
  if (roles.prefill) {
    const ProgramItem& item = program.items[roles.prefill->item];
    const Dim& columns = item.values[item.parameters[roles.prefill->token_ids].value].type.extents[1];
    names.merge(free_variables(columns));
  }
  return names;
}

/// The one unknown name of an equation, solved if it is linear in it and the quotient is exact.
std::optional<std::pair<std::string, std::int64_t>> solved(const Term& equation, const Assignment& known) {
  Substitution values;
  for (const auto& [name, value] : known)
    values[name] = integer(value);
  const Polynomial difference =
      normalise(substitute(equation.arguments()[0], values)) - normalise(substitute(equation.arguments()[1], values));
  std::optional<std::string> unknown;
  Coefficient coefficient = 0;
  Coefficient rest = 0;
  for (const auto& [monomial, value] : difference.terms) {
    if (monomial.empty()) {
      rest = value;
    } else if (monomial.size() == 1 && monomial.front().is(Operator::variable) &&
               (!unknown || *unknown == monomial.front().name())) {
      unknown = monomial.front().name();
      coefficient = value;
    } else {
      return std::nullopt;
    }
  }
  if (!unknown || rest % coefficient != 0) return std::nullopt;
  const Coefficient solution = -rest / coefficient;
  if (solution < 0 || solution > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  return std::pair{*unknown, solution.convert_to<std::int64_t>()};
}

class Binder {
public:
  Binder(const Program& program, const GenerateOptions& options) : program_(program), options_(options) {}

  tl::expected<BoundLoop, HostError> bind() {
    bound_.roles = bind_roles(program_);
    if (!bound_.roles.diagnostics.empty()) return fail("loop/role", bound_.roles.diagnostics.front().message);
    if (bound_.roles.steps.empty() && !bound_.roles.first_step && !bound_.roles.prefill)
      return fail("loop/missing", "this file has no step to drive",
                  "a step is a function with token_ids: i64[B, 1], a state X_past with a result X_next, and logits: "
                  "f32[B, 1, V]");
    if (!bound_.roles.picker)
      return fail("loop/missing", "this file has no picker",
                  "a picker is a function from logits: f32[B, 1, V] to token_ids: i64[B, 1]");
    const ProgramItem& picker = program_.items[bound_.roles.picker->item];
    if (bound_.roles.picker->uniforms)
      return fail("loop/picker",
                  fmt::format("the picker '{}' takes uniforms, and this version draws none", picker.name),
                  "a greedy picker takes logits alone");
    bound_.sizes = options_.sizes;
    changing_ = changing_sizes(program_, bound_.roles);
    for (const Part& part : parts_of(bound_.roles))
      if (auto error = sizes_from_files(part)) return tl::unexpected(std::move(*error));
    default_batch();
    solve_equations();
    for (const auto& [name, value] : options_.sizes)
      if (changing_.contains(name))
        return fail("size/state", fmt::format("the size {} is the length of a state, which the loop determines", name));
    for (const auto& [name, value] : options_.sizes)
      if (!is_known_name(name)) return fail("size/unknown", fmt::format("no function of the loop has a size {}", name));
    for (const Part& part : parts_of(bound_.roles))
      if (auto error = missing_sizes(part)) return tl::unexpected(std::move(*error));
    for (const Part& part : parts_of(bound_.roles))
      if (auto error = broken_fact(part)) return tl::unexpected(std::move(*error));
    for (const Part& part : parts_of(bound_.roles))
      if (auto error = bind_weights(part)) return tl::unexpected(std::move(*error));
    for (const auto& [name, tensor] : options_.weights)
      if (!bound_.weights.contains(name))
        return fail("weight/unknown", fmt::format("no function of the loop has a weight '{}'", name));
    return std::move(bound_);
  }

private:
  static tl::unexpected<HostError> fail(std::string code, std::string message, std::string note = {}) {
    HostError error{std::move(code), std::move(message), {}};
    if (!note.empty()) error.notes.push_back(std::move(note));
    return tl::unexpected(std::move(error));
  }

  bool is_known_name(const std::string& name) const {
    const std::vector<Part> parts = parts_of(bound_.roles);
    return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
      const auto& sizes = program_.items[part.item].sizes;
      return std::any_of(sizes.begin(), sizes.end(), [&](const SizeParameter& size) { return size.name == name; });
    });
  }

  std::optional<HostError> sizes_from_files(const Part& part) {
    const ProgramItem& item = program_.items[part.item];
    for (const std::size_t weight : *part.weights) {
      const ItemParameter& parameter = item.parameters[weight];
      const auto file = options_.weights.find(parameter.name);
      if (file == options_.weights.end()) continue;
      const Type& type = item.values[parameter.value].type;
      if (type.rank() != file->second->rank())
        return HostError{"weight/type",
                         fmt::format("the weight '{}' is {}, and '{}' declares {}", parameter.name,
                                     describe_type(file->second->type(), file->second->shape), item.name,
                                     to_text(type)),
                         {}};
      for (std::size_t axis = 0; axis < type.rank(); ++axis)
        if (type.extents[axis].is(Operator::variable) && !changing_.contains(type.extents[axis].name()))
          bound_.sizes.emplace(type.extents[axis].name(), file->second->shape[axis]);
    }
    return std::nullopt;
  }

  void default_batch() {
    std::vector<const TokenFunction*> functions;
    for (const TokenFunction& step : bound_.roles.steps)
      functions.push_back(&step);
    if (bound_.roles.first_step) functions.push_back(&*bound_.roles.first_step);
    if (bound_.roles.prefill) functions.push_back(&*bound_.roles.prefill);
    for (const TokenFunction* function : functions) {
      const ProgramItem& item = program_.items[function->item];
      const Dim& batch = item.values[item.parameters[function->token_ids].value].type.extents[0];
      if (batch.is(Operator::variable)) bound_.sizes.emplace(batch.name(), 1);
    }
  }

  void solve_equations() {
    for (bool grew = true; grew;) {
      grew = false;
      for (const Part& part : parts_of(bound_.roles)) {
        for (const ProgramFact& fact : program_.items[part.item].facts) {
          if (!fact.condition.is(Operator::equal) || !fact.tensor.empty() || fact.about_result) continue;
          if (const auto solution = solved(fact.condition, bound_.sizes);
              solution && !changing_.contains(solution->first))
            grew = bound_.sizes.insert(*solution).second || grew;
        }
      }
    }
  }

  std::optional<HostError> missing_sizes(const Part& part) const {
    const ProgramItem& item = program_.items[part.item];
    for (const SizeParameter& size : item.sizes) {
      if (bound_.sizes.contains(size.name) || changing_.contains(size.name)) continue;
      return HostError{"size/missing",
                       fmt::format("the size {} of '{}' is not determined", size.name, item.name),
                       {fmt::format("give it: --size {}=...", size.name)}};
    }
    return std::nullopt;
  }

  /// Facts about sizes that do not change are checked once, here; those about elements and states at every call.
  std::optional<HostError> broken_fact(const Part& part) const {
    const ProgramItem& item = program_.items[part.item];
    for (const SizeParameter& size : item.sizes) {
      const auto found = bound_.sizes.find(size.name);
      if (found != bound_.sizes.end() && found->second < size.least)
        return HostError{"size/least",
                         fmt::format("the size {} of '{}' is {}, and at least {} is required", size.name, item.name,
                                     found->second, size.least),
                         {}};
    }
    for (const ProgramFact& fact : item.facts) {
      const auto holds = evaluate_condition(fact.condition, bound_.sizes);
      const bool is_unknown = !holds && holds.error() == ArithmeticError::unbound;
      if (is_unknown || (holds && *holds)) continue;
      std::string values;
      for (const std::string& name : free_variables(fact.condition))
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, bound_.sizes.at(name));
      return HostError{
          "loop/where",
          fmt::format("'{}' requires {}, and that does not hold at {}", item.name, to_text(fact.condition), values),
          {}};
    }
    return std::nullopt;
  }

  std::optional<HostError> bind_weights(const Part& part) {
    const ProgramItem& item = program_.items[part.item];
    for (const std::size_t weight : *part.weights) {
      const ItemParameter& parameter = item.parameters[weight];
      const Type& type = item.values[parameter.value].type;
      const auto shape = shape_at(type, bound_.sizes);
      if (!shape)
        return HostError{"weight/type", fmt::format("the weight '{}': {}", parameter.name, shape.error()), {}};
      const auto file = options_.weights.find(parameter.name);
      if (file == options_.weights.end() && !options_.patterned)
        return HostError{"weight/missing",
                         fmt::format("the weight '{}' of '{}' is not given", parameter.name, item.name),
                         {"give its file, or --weights pattern for what is not given"}};
      TensorPointer& tensor = bound_.weights[parameter.name];
      if (tensor == nullptr)
        tensor = file != options_.weights.end()
                     ? file->second
                     : std::make_shared<const Tensor>(patterned_weight(parameter.name, type.element, *shape));
      if (tensor->type() != type.element || tensor->shape != *shape)
        return HostError{"weight/type",
                         fmt::format("the weight '{}' is {}, and '{}' declares {}, which is {} here", parameter.name,
                                     describe_type(tensor->type(), tensor->shape), item.name, to_text(type),
                                     describe_type(type.element, *shape)),
                         {}};
    }
    return std::nullopt;
  }

  const Program& program_;
  const GenerateOptions& options_;
  BoundLoop bound_;
  std::set<std::string> changing_;
};

}  // namespace

tl::expected<BoundLoop, HostError> bind_loop(const Program& program, const GenerateOptions& options) {
  return Binder(program, options).bind();
}

}  // namespace kina
