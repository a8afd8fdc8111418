/// \file
/// A function as the Eigen engine runs it: calls opened, kernels chosen, a place for every value. It is made once for a
/// function, and serves every value of its sizes.
#pragma once

#include "impl/eigen/kernel.hpp"
#include "impl/eigen/numbers.hpp"
#include "spec/lang/program.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace kina::eigen {

/// A value of the plan: a parameter, or what an instruction makes. Values of called functions are slots like any other.
using Slot = std::size_t;

/// Where a value's elements are put.
struct Placement {
  enum class Kind {
    scratch,  ///< in the plan's own buffer `index`, which is used again when the value is
    result,   ///< in the buffer of result `index`
    slice,    ///< in its slice of the stack whose slot is `index`, at the loop's current layer
  };
  Kind kind = Kind::scratch;
  std::size_t index = 0;
};

/// A use of an operation.
struct Compute {
  const OperationStep* step = nullptr;
  std::size_t index = 0;  ///< among the plan's uses
  KernelChoice kernel;
  std::vector<Slot> operands;
  std::vector<std::size_t> sizes;  ///< numbers
  Slot result = 0;
  Placement placement;
};

/// A size, or a loop's variable, as an i64 scalar.
struct WriteSize {
  std::size_t number = 0;
  Slot result = 0;
  Place place;
};

struct Instruction;

/// A `for` over layers.
struct Loop {
  std::size_t variable = 0;  ///< a size of the plan's numbers
  std::size_t bound = 0;     ///< a number
  struct Carry {
    Slot initial = 0;
    Slot inside = 0;
    Slot next = 0;
    Slot after = 0;
  };
  struct Stack {
    Slot value = 0;
    Slot after = 0;
    Placement placement;
    /// Whether the body computes `value` in its slice, so that it need not be copied.
    bool is_in_place = false;
  };
  std::vector<Carry> carries;
  std::vector<Stack> stacks;
  std::vector<Instruction> body;
  Place place;
};

struct Instruction {
  std::variant<Compute, WriteSize, Loop> node;
};

/// A parameter whose buffer a result takes over.
struct TakenOver {
  std::size_t parameter = 0;
  /// The axis along which the result is the parameter with more behind it; none where it has the parameter's shape and
  /// is written in place.
  std::optional<std::size_t> grows_along;
};

struct PlanResult {
  Slot slot = 0;
  /// The parameter that is returned as it is.
  std::optional<std::size_t> parameter;
  /// Whether an instruction puts the value into the result's buffer; it is copied there at the end otherwise.
  bool is_placed = false;
  std::optional<TakenOver> taken_over;
};

struct PlanSlot {
  ElementType type = ElementType::f32;
  std::vector<std::size_t> extents;  ///< numbers
};

struct Literal {
  Slot slot = 0;
  Term value;
};

struct Plan {
  Numbers numbers;
  /// The first numbers' sizes are those of the function, in its order.
  std::size_t size_count = 0;
  std::vector<PlanSlot> slots;
  std::vector<Slot> parameters;
  std::vector<Literal> literals;
  std::vector<Instruction> body;
  std::vector<PlanResult> results;
  std::size_t scratch_count = 0;
};

/// The plan of a function. The program outlives it.
[[nodiscard]] Plan make_plan(const Program& program, std::size_t item);

/// Gives every value that is not placed yet a scratch buffer; two values share one if the first is not used any more
/// when the second is made.
void assign_scratch(Plan& plan);

/// Decides which values are computed where they are returned or stacked, and which results take over a parameter.
void assign_results(Plan& plan);

}  // namespace kina::eigen
