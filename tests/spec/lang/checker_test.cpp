/// The checker: names, sizes, types and the shapes of results, as design section 4 has them. What is decided by proof
/// is tested in tests/proofs; here it is only seen to be required.
#include "tests/spec/lang/checked_text.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace kina;
using namespace kina::testing;

}  // namespace

BOOST_AUTO_TEST_SUITE(checker_test)

BOOST_AUTO_TEST_CASE(an_empty_file_is_a_correct_program) {
  BOOST_TEST(errors("") == "");
  BOOST_TEST(errors("// nothing\n") == "");
}

// Sizes.

BOOST_AUTO_TEST_CASE(every_size_that_is_used_is_declared) {
  BOOST_TEST(errors("fn f[S](x: f32[S, D]) -> (y: f32[S]) {\nreturn full([S], 0.0)\n}") == "size/unknown 1:19");
  BOOST_TEST(type_of("full([S, E], 0.0)") == "size/unknown 2:15");
  BOOST_TEST(type_of("x[:E]") == "size/unknown 2:9");
}

BOOST_AUTO_TEST_CASE(a_size_is_at_least_1_unless_where_starts_it_at_0) {
  const auto least = [](const std::string& where) {
    return check_text("test.kina", "fn f[S](x: f32[S]) -> (y: f32[S]) where " + where + " {\nreturn x\n}")
        .items.front()
        .sizes.front()
        .least;
  };
  BOOST_TEST(least("S >= 0") == 0);
  BOOST_TEST(least("0 <= S") == 0);
  BOOST_TEST(least("0 <= S <= 8") == 0);
  BOOST_TEST(least("S <= 8") == 1);
  BOOST_TEST(least("S + 1 >= 0") == 1);
  BOOST_TEST(least("S > 0") == 1);
  BOOST_TEST(least("1 <= S") == 1);
  BOOST_TEST(least("0 < S") == 1);
  BOOST_TEST(least("S != 0") == 1);
}

BOOST_AUTO_TEST_CASE(size_terms_read_as_they_are_written) {
  BOOST_TEST(written_type_of("full([S + 1, 2 * D, H * D, S / 2, S % 2, min(S, T), max(S, 1)], 0.0)") ==
             "f32[S + 1, 2 * D, H * D, S / 2, S % 2, min(S, T), max(S, 1)]");
  BOOST_TEST(written_type_of("full([2 + 3, 7 / 2, 7 % 4, 2 - 1], 0.0)") == "f32[5, 3, 3, 1]");
  BOOST_TEST(type_of("full([S @ T], 0.0)") == "size/operator 2:14");
  BOOST_TEST(type_of("full([S == T], 0.0)") == "size/operator 2:14");
  BOOST_TEST(type_of("full([1.5], 0.0)") == "size/expected 2:12");
  BOOST_TEST(type_of("full([at], 0.0)") == "size/name 2:12");
}

BOOST_AUTO_TEST_CASE(a_divisor_of_a_size_has_to_be_at_least_1) {
  const Program program =
      check_text("test.kina",
                 "fn f[S, T](x: f32[S]) -> (y: bool[]) {\na = full([S / T, S % 2, S / (T - 1)], 0.0)\nreturn true\n}");
  BOOST_TEST(requirements(program) == "size/divisor 1 <= T, size/divisor 1 <= T - 1");
}

BOOST_AUTO_TEST_CASE(every_extent_of_a_signature_has_to_be_non_negative) {
  const Program program = check_text("test.kina", "fn f[S](x: f32[S - 1], y: f32[S, 2]) -> (z: f32[S - 2]) {\n"
                                                  "return full([S - 2], 0.0)\n}");
  std::string text;
  for (const Requirement& requirement : program.items.front().signature)
    text += requirement.code + " " + to_text(requirement.condition) + "\n";
  BOOST_TEST(text == "signature/extent 0 <= S - 1\nsignature/extent 0 <= S - 2\n");
}

BOOST_AUTO_TEST_CASE(a_literal_never_pins_a_name) {
  // The agreement is required, and not assumed by replacing S by 6.
  const Program program = check_text("test.kina", "fn g[S](x: f32[S, 6]) -> (y: f32[S]) {\nreturn sum(x, axis=1)\n}\n"
                                                  "fn f[S](x: f32[S, S]) -> (y: f32[S]) {\nreturn g(x)\n}");
  BOOST_TEST(requirements(program) == "call/agree S == 6, return/agree S == S");
}

BOOST_AUTO_TEST_CASE(a_size_used_as_a_value_is_an_i64_scalar) {
  BOOST_TEST(type_of("cast(S, f32)") == "f32[]");
  BOOST_TEST(type_of("at + S") == "i64[]");
  BOOST_TEST(type_of("n + S") == "i64[S, D]");
  BOOST_TEST(type_of("x + S") == "add/type 2:8");
  BOOST_TEST(type_of("S + 1") == "i64[]");
}

BOOST_AUTO_TEST_CASE(min_and_max_are_of_two_sizes_or_of_one_tensor) {
  BOOST_TEST(type_of("x[:min(S, T)]") == "f32[min(S, T), D]");
  BOOST_TEST(type_of("max(S, 3)") == "i64[]");
  BOOST_TEST(type_of("max(x, axis=1)") == "f32[S]");
  BOOST_TEST(type_of("max(x, y)") == "max/argument 2:6");
  BOOST_TEST(type_of("min(at, S)") == "min/argument 2:6");
  BOOST_TEST(type_of("maximum(x, y)") == "f32[S, D]");
  BOOST_TEST(check_text("test.kina", in_function(tensors, "it = min(x, y)")).diagnostics.front().helps.front() ==
             "element by element: minimum(x, y)");
}

// Types of expressions.

BOOST_AUTO_TEST_CASE(literals_alone_are_i64_f32_and_bool) {
  BOOST_TEST(type_of("1") == "i64[]");
  BOOST_TEST(type_of("1.0") == "f32[]");
  BOOST_TEST(type_of("-inf") == "f32[]");
  BOOST_TEST(type_of("true") == "bool[]");
  BOOST_TEST(type_of("1 + 2.5") == "f32[]");
}

BOOST_AUTO_TEST_CASE(literals_beside_an_operand_take_its_type_and_shape) {
  BOOST_TEST(type_of("x + 1") == "f32[S, D]");
  BOOST_TEST(type_of("2 * wide") == "f64[S, D]");
  BOOST_TEST(type_of("short - 1") == "i32[S, D]");
  BOOST_TEST(type_of("narrow + 1") == "i32[]");
  BOOST_TEST(type_of("select(keep, x, -inf)") == "f32[S, D]");
  BOOST_TEST(type_of("select(keep, 0, wide)") == "f64[S, D]");
  BOOST_TEST(type_of("n + 0.5") == "add/type 2:10");
  BOOST_TEST(type_of("short + 2147483648") == "add/type 2:14");
  BOOST_TEST(type_of("x + true") == "add/type 2:10");
  BOOST_TEST(type_of("keep and 1") == "and/type 2:15");
}

BOOST_AUTO_TEST_CASE(operands_have_one_element_type) {
  BOOST_TEST(type_of("x + wide") == "add/type 2:8");
  BOOST_TEST(type_of("n + short") == "add/type 2:8");
  BOOST_TEST(type_of("x @ transpose(wide, [1, 0])") == "matmul/type 2:8");
  BOOST_TEST(type_of("concat(x, n, axis=0)") == "concat/type 2:16");
  BOOST_TEST(type_of("select(keep, x, n)") == "select/type 2:6");
  BOOST_TEST(type_of("select(x, x, x)") == "select/type 2:13");
}

BOOST_AUTO_TEST_CASE(operators_have_types) {
  BOOST_TEST(type_of("x < y") == "bool[S, D]");
  BOOST_TEST(type_of("n == 0") == "bool[S, D]");
  BOOST_TEST(type_of("keep == keep") == "bool[S, D]");
  BOOST_TEST(type_of("keep and x != y or not keep") == "bool[S, D]");
  BOOST_TEST(type_of("-n % 2") == "i64[S, D]");
  BOOST_TEST(type_of("x % 2.0") == "remainder/type 2:6");
  BOOST_TEST(type_of("keep < keep") == "less/type 2:6");
  BOOST_TEST(type_of("not x") == "not/type 2:10");
  BOOST_TEST(type_of("-keep") == "negate/type 2:7");
  BOOST_TEST(type_of("exp(n)") == "exp/type 2:10");
  BOOST_TEST(type_of("abs(n)") == "i64[S, D]");
  BOOST_TEST(type_of("pow(x, 2.0)") == "f32[S, D]");
}

BOOST_AUTO_TEST_CASE(shapes_do_not_stretch_by_themselves) {
  BOOST_TEST(type_of("x + scalar") == "add/rank 2:8");
  BOOST_TEST(type_of("x + z") == "add/rank 2:8");
  // Equal ranks are a matter of proof: add/agree.
  BOOST_TEST(type_of("x + row") == "f32[S, D]");
}

BOOST_AUTO_TEST_CASE(broadcast_takes_the_shape_of_the_first_operand_that_is_no_broadcast) {
  BOOST_TEST(type_of("x + broadcast(scalar)") == "f32[S, D]");
  BOOST_TEST(type_of("broadcast(scalar) * x") == "f32[S, D]");
  BOOST_TEST(type_of("z + broadcast(row)") == "f32[B, S, D]");
  BOOST_TEST(type_of("select(keep, broadcast(scalar), broadcast(row))") == "f32[S, D]");
  BOOST_TEST(type_of("maximum(broadcast(row), z)") == "f32[B, S, D]");
  BOOST_TEST(type_of("row + broadcast(z)") == "broadcast/rank 2:12");
  BOOST_TEST(type_of("broadcast(x) + broadcast(y)") == "add/shape 2:19");
  BOOST_TEST(type_of("broadcast(x)") == "broadcast/shape 2:6");
  BOOST_TEST(type_of("exp(broadcast(x))") == "exp/shape 2:6");
  BOOST_TEST(type_of("broadcast(row, [B, 4, D])") == "f32[B, 4, D]");
  BOOST_TEST(type_of("broadcast(z, [S, D])") == "broadcast/rank 2:19");
}

BOOST_AUTO_TEST_CASE(only_an_extent_of_exactly_1_is_stretched) {
  const auto stretched = [](const std::string& expression) {
    const Program program = check_text("test.kina", in_function(tensors, "it = " + expression));
    std::string text;
    for (const Step& step : program.items.front().body)
      if (const auto* operation = std::get_if<OperationStep>(&step.node); operation != nullptr)
        for (const bool axis : operation->instance.stretched)
          text += axis ? "1" : "0";
    return text;
  };
  BOOST_TEST(stretched("x + broadcast(row)") == "10");
  BOOST_TEST(stretched("z + broadcast(x)") == "00");
  BOOST_TEST(stretched("row + broadcast(row)") == "00");
  BOOST_TEST(stretched("broadcast(row, [1, D])") == "00");
  BOOST_TEST(stretched("broadcast(row, [S, D])") == "10");
}

BOOST_AUTO_TEST_CASE(the_matrix_product_is_over_the_last_two_axes) {
  BOOST_TEST(type_of("x @ w") == "f32[S, T]");
  BOOST_TEST(type_of("z @ broadcast(w)") == "f32[B, S, T]");
  BOOST_TEST(type_of("broadcast(transpose(w, [1, 0])) @ transpose(z, [0, 2, 1])") == "f32[B, T, S]");
  BOOST_TEST(type_of("n @ transpose(n, [1, 0])") == "i64[S, S]");
  BOOST_TEST(type_of("z @ w") == "matmul/rank 2:8");
  BOOST_TEST(type_of("x @ scalar") == "matmul/rank 2:8");
  BOOST_TEST(type_of("x @ 2.0") == "matmul/rank 2:8");
  BOOST_TEST(type_of("keep @ keep") == "matmul/type 2:6");
}

// Operations.

BOOST_AUTO_TEST_CASE(results_of_operations_have_types) {
  BOOST_TEST(type_of("gather(w, ids)") == "f32[T, T]");
  BOOST_TEST(type_of("gather(w, ids, axis=1)") == "f32[D, T]");
  BOOST_TEST(type_of("gather(w, at)") == "f32[T]");
  BOOST_TEST(type_of("gather(w, narrow)") == "f32[T]");
  BOOST_TEST(type_of("gather(w, x)") == "gather/type 2:16");
  BOOST_TEST(type_of("reshape(z, [B * S, D])") == "f32[B * S, D]");
  BOOST_TEST(type_of("transpose(z, [2, 0, 1])") == "f32[D, B, S]");
  BOOST_TEST(type_of("concat(x, y, row, axis=0)") == "f32[2 * S + 1, D]");
  BOOST_TEST(type_of("dynamic_slice(x, at, size=T, axis=0)") == "f32[T, D]");
  BOOST_TEST(type_of("dynamic_update_slice(x, row, at, axis=0)") == "f32[S, D]");
  BOOST_TEST(type_of("pad(x, axis=0, low=1, high=2, value=0)") == "f32[S + 3, D]");
  BOOST_TEST(type_of("repeat(x, H, axis=1)") == "f32[S, D * H]");
  BOOST_TEST(type_of("tile(x, 2, axis=0)") == "f32[2 * S, D]");
  BOOST_TEST(type_of("iota([S, T], axis=1)") == "i64[S, T]");
  BOOST_TEST(type_of("full([S], 0)") == "f32[S]");
  BOOST_TEST(type_of("full([S], 0, dtype=i64)") == "i64[S]");
  BOOST_TEST(type_of("full([S], scalar)") == "f32[S]");
  BOOST_TEST(type_of("full([S], at)") == "full/type 2:16");
  BOOST_TEST(type_of("full([], 0)") == "f32[]");
  BOOST_TEST(type_of("cast(x, i32)") == "i32[S, D]");
  BOOST_TEST(type_of("softmax(x, axis=1)") == "f32[S, D]");
  BOOST_TEST(type_of("sum(x, axis=0)") == "f32[D]");
  BOOST_TEST(type_of("sum(x, axis=0, keepdims=true)") == "f32[1, D]");
  BOOST_TEST(type_of("argmax(z, axis=1)") == "i64[B, D]");
  BOOST_TEST(type_of("cumsum(n, axis=1)") == "i64[S, D]");
}

BOOST_AUTO_TEST_CASE(axes_count_from_the_end_if_negative) {
  BOOST_TEST(type_of("sum(z, axis=-1)") == "f32[B, S]");
  BOOST_TEST(type_of("sum(z, axis=-3)") == "f32[S, D]");
  BOOST_TEST(type_of("transpose(x, [-1, 0])") == "f32[D, S]");
  BOOST_TEST(type_of("sum(z, axis=3)") == "sum/axis 2:18");
  BOOST_TEST(type_of("sum(z, axis=-4)") == "sum/axis 2:18");
  BOOST_TEST(type_of("sum(z, axis=S)") == "sum/axis 2:18");
  BOOST_TEST(type_of("transpose(x, [-1, 1])") == "transpose/permutation 2:24");
  BOOST_TEST(type_of("iota([], axis=0)") == "iota/axis 2:20");
}

BOOST_AUTO_TEST_CASE(slices_cut_and_indices_drop_an_axis) {
  BOOST_TEST(type_of("z[:, 1:S]") == "f32[B, S - 1, D]");
  BOOST_TEST(type_of("z[0]") == "f32[S, D]");
  BOOST_TEST(type_of("z[0, at, :T]") == "f32[T]");
  BOOST_TEST(type_of("z[B - 1, S - 1, D - 1]") == "f32[]");
  BOOST_TEST(type_of("z[:, :, :]") == "f32[B, S, D]");
  BOOST_TEST(type_of("x[narrow]") == "f32[D]");
  BOOST_TEST(type_of("x[2:]") == "f32[S - 2, D]");
  BOOST_TEST(type_of("x[0, 0, 0]") == "slice/rank 2:7");
  BOOST_TEST(type_of("x[ids]") == "slice/type 2:8");
  BOOST_TEST(type_of("x[1.0]") == "slice/type 2:8");
  BOOST_TEST(type_of("x[:at]") == "size/name 2:9");
}

BOOST_AUTO_TEST_CASE(arguments_stand_by_position_or_by_name_and_some_have_defaults) {
  BOOST_TEST(type_of("gather(table=w, indices=ids)") == "f32[T, T]");
  BOOST_TEST(type_of("reshape(x, shape=[D, S])") == "f32[D, S]");
  BOOST_TEST(type_of("softmax(x)") == "softmax/argument 2:6");
  BOOST_TEST(type_of("softmax(x, 0)") == "softmax/argument 2:17");
  BOOST_TEST(type_of("softmax(x, axis=0, axis=1)") == "softmax/argument 2:25");
  BOOST_TEST(type_of("softmax(x, dim=0)") == "softmax/argument 2:17");
  BOOST_TEST(type_of("exp(x, y)") == "exp/argument 2:13");
  BOOST_TEST(type_of("exp[S=S](x)") == "exp/argument 2:10");
  BOOST_TEST(type_of("sum(x, axis=0, keepdims=1)") == "sum/argument 2:30");
  BOOST_TEST(type_of("cast(x, float)") == "cast/argument 2:14");
}

BOOST_AUTO_TEST_CASE(a_tensor_has_at_most_12_axes) {
  BOOST_TEST(type_of("full([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0)") == "f32[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]");
  BOOST_TEST(errors("fn f(x: f32[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) -> (y: f32[]) {\nreturn 0.0\n}") ==
             "limit/rank 1:9");
}

// Names.

BOOST_AUTO_TEST_CASE(sizes_parameters_and_locals_share_one_namespace) {
  BOOST_TEST(errors_in_function("x = exp(y)") == "name/duplicate 2:1");
  BOOST_TEST(errors_in_function("S = exp(y)") == "name/duplicate 2:1");
  BOOST_TEST(errors_in_function("a = exp(y)\na = exp(x)") == "name/duplicate 3:1");
  BOOST_TEST(errors("fn f[S, S](x: f32[S]) -> (y: f32[S]) {\nreturn x\n}") == "name/duplicate 1:9");
  BOOST_TEST(errors("fn f[S](S: f32[2]) -> (y: f32[2]) {\nreturn full([2], 0.0)\n}") == "name/duplicate 1:9");
  BOOST_TEST(errors("fn f[S](x: f32[S], x: f32[S]) -> (y: f32[S]) {\nreturn x\n}") == "name/duplicate 1:20");
}

BOOST_AUTO_TEST_CASE(result_names_are_no_bindings) {
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\ny = exp(x)\nreturn y\n}") == "");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn y\n}") == "name/unknown 2:8");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (x: f32[S]) {\nreturn x\n}") == "name/duplicate 1:24");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S], y: f32[S]) {\nreturn x, x\n}") == "name/duplicate 1:35");
}

BOOST_AUTO_TEST_CASE(a_name_is_bound_before_it_is_used) {
  BOOST_TEST(errors_in_function("a = exp(b)\nb = exp(x)") == "name/unknown 2:9");
  BOOST_TEST(errors_in_function("a = exp(a)") == "name/unknown 2:9");
}

BOOST_AUTO_TEST_CASE(a_failed_definition_is_reported_once) {
  BOOST_TEST(errors_in_function("a = exp(b)\nc = a + a\nd = c @ a") == "name/unknown 2:9");
  BOOST_TEST(errors_in_function("(a, b) = exp(x)\nc = a + b") == "call/results 2:1");
}

BOOST_AUTO_TEST_CASE(items_have_names_of_their_own) {
  const std::string identity = "fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn x\n}\n";
  BOOST_TEST(errors(identity + identity) == "name/duplicate 4:4");
  BOOST_TEST(errors("fn softmax[S](x: f32[S]) -> (y: f32[S]) {\nreturn x\n}") == "name/duplicate 1:4");
  // An item's name and a local's are not in one another's way, and order does not matter.
  BOOST_TEST(errors("fn g[S](x: f32[S]) -> (y: f32[S]) {\nf = f(x)\nreturn f\n}\n" + identity) == "");
}

// Calls.

BOOST_AUTO_TEST_CASE(a_call_infers_sizes_that_stand_bare) {
  const auto sizes = [](const std::string& callee, const std::string& caller) {
    const Program program = check_text("test.kina", callee + "\n" + caller);
    return program.diagnostics.empty() ? call_sizes(program) : errors_of(program);
  };
  const std::string append =
      "fn append[S, D](past: f32[S, D], row: f32[1, D]) -> (next: f32[S + 1, D]) where S >= 0 {\n"
      "return concat(past, row, axis=0)\n}";
  BOOST_TEST(
      sizes(append, "fn f[T, E](x: f32[T + 1, E], y: f32[1, E]) -> (z: f32[T + 2, E]) {\nreturn append(x, y)\n}") ==
      "D=E, S=T + 1");
  BOOST_TEST(sizes(append, "fn f(x: f32[3, 4], y: f32[1, 4]) -> (z: f32[4, 4]) {\nreturn append(row=y, past=x)\n}") ==
             "D=4, S=3");
}

BOOST_AUTO_TEST_CASE(a_call_infers_a_size_that_is_linear_and_alone_in_an_extent) {
  const auto inferred = [](const std::string& sizes, const std::string& parameter, const std::string& argument,
                           const std::string& call = "g") {
    const Program program =
        check_text("test.kina", "fn g[" + sizes + "](x: f32[" + parameter + "]) -> (y: bool[]) {\nreturn true\n}\n" +
                                    "fn f[M, H](x: f32[" + argument + "]) -> (y: bool[]) {\nreturn " + call + "(x)\n}");
    if (!program.diagnostics.empty()) return errors_of(program);
    const std::string required = requirements(program);
    return call_sizes(program) + (required.empty() ? "" : "; " + required);
  };
  BOOST_TEST(inferred("S", "S + 1", "M") == "S=M - 1");
  BOOST_TEST(inferred("S", "S + 1", "M + 3") == "S=M + 2");
  BOOST_TEST(inferred("S", "2 * S", "4 * M") == "S=2 * M; call/infer 4 * M % 2 == 0");
  BOOST_TEST(inferred("S", "2 * S", "M") == "S=M / 2; call/infer M % 2 == 0");
  BOOST_TEST(inferred("K, Dh", "K, K * Dh", "H, M") == "Dh=M / H, K=H; size/divisor 1 <= H, call/infer M % H == 0");
  BOOST_TEST(inferred("K, Dh", "K, K * Dh", "H, H * M") == "Dh=M, K=H; size/divisor 1 <= H, call/infer H * M % H == 0");
  BOOST_TEST(inferred("S, T", "S, S + T", "M, M + 3") == "S=M, T=3");
  // Sizes that are given come first; what is then left is alone.
  BOOST_TEST(inferred("S, T", "S + T", "M", "g[S=2]") == "S=2, T=M - 2");
  BOOST_TEST(inferred("S, T", "S + T", "M") == "call/infer 5:8, call/infer 5:8");
  BOOST_TEST(inferred("S", "S * S", "M * M") == "call/infer 5:8");
  BOOST_TEST(inferred("S", "S / 2", "M") == "call/infer 5:8");
  BOOST_TEST(inferred("S", "min(S, 4)", "M") == "call/infer 5:8");
  BOOST_TEST(inferred("S", "4", "M", "g[S=M]") == "S=M; call/agree M == 4");
  BOOST_TEST(inferred("S", "S", "M", "g[S=M + 0]") == "S=M + 0; call/agree M == M + 0");
  BOOST_TEST(inferred("S", "S", "M", "g[T=M]") == "call/size 5:10");
}

BOOST_AUTO_TEST_CASE(every_other_occurrence_has_to_agree) {
  const Program program = check_text("test.kina", "fn g[S](x: f32[S, S + 1]) -> (y: f32[S]) {\nreturn x[:, 0]\n}\n"
                                                  "fn f[A, B](x: f32[A, B]) -> (y: f32[A]) {\nreturn g(x)\n}");
  BOOST_TEST(requirements(program) == "call/agree B == A + 1, return/agree A == A");
}

BOOST_AUTO_TEST_CASE(arguments_of_calls) {
  const std::string callee = "fn g[S](x: f32[S], scale: f32[]) -> (y: f32[S]) {\nreturn x * broadcast(scale)\n}\n";
  const auto call = [&](const std::string& expression) {
    return errors(callee + "fn f[S](x: f32[S], w: f64[S], z: f32[S, 1]) -> (y: f32[S]) {\nreturn " + expression +
                  "\n}");
  };
  BOOST_TEST(call("g(x, 2)") == "");
  BOOST_TEST(call("g(x, scale=0.5)") == "");
  BOOST_TEST(call("g(scale=0.5, x=x)") == "");
  BOOST_TEST(call("g(x)") == "call/argument 5:8");
  BOOST_TEST(call("g(x, 1.0, 2.0)") == "call/argument 5:18");
  BOOST_TEST(call("g(x, 1.0, scale=2.0)") == "call/argument 5:18");
  BOOST_TEST(call("g(x, factor=2.0)") == "call/argument 5:13");
  BOOST_TEST(call("g(w, 1.0)") == "call/type 5:10");
  BOOST_TEST(call("g(z, 1.0)") == "call/rank 5:10");
  BOOST_TEST(call("g(x, broadcast(x))") == "broadcast/shape 5:13");
  BOOST_TEST(call("h(x)") == "name/unknown 5:8");
}

BOOST_AUTO_TEST_CASE(results_of_calls_are_bound_together) {
  const std::string callee =
      "fn g[S](x: f32[S]) -> (a: f32[S], b: f32[S + 1]) {\nreturn x, concat(x, x[:1], axis=0)\n}\n";
  const auto body = [&](const std::string& lines, const std::string& result) {
    return errors(callee + "fn f[S](x: f32[S]) -> (y: f32[S]) {\n" + lines + "\nreturn " + result + "\n}");
  };
  BOOST_TEST(body("(a, b) = g(x)", "a") == "");
  BOOST_TEST(body("(a, _) = g(x)", "a") == "");
  BOOST_TEST(body("(_, _) = g(x)", "x") == "");
  BOOST_TEST(body("_ = exp(x)", "x") == "");
  BOOST_TEST(body("(a, a) = g(x)", "a") == "name/duplicate 5:5");
  BOOST_TEST(body("a = g(x)", "a") == "call/results 5:5");
  BOOST_TEST(body("(a, b, c) = g(x)", "a") == "call/results 5:1");
  BOOST_TEST(body("(a, b) = exp(x)", "a") == "call/results 5:1");
}

BOOST_AUTO_TEST_CASE(a_theorem_is_not_called_and_nothing_calls_itself) {
  BOOST_TEST(errors("theorem t[S](x: f32[S]) {\nassert x == x\n}\n"
                    "fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn t(x)\n}") == "call/theorem 5:8");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn f(x)\n}") == "call/recursion 2:8");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn g(x)\n}\n"
                    "fn g[S](x: f32[S]) -> (y: f32[S]) {\nreturn h(x)\n}\n"
                    "fn h[S](x: f32[S]) -> (y: f32[S]) {\nreturn f(x)\n}") == "call/recursion 8:8");
  // Inside a loop, too.
  BOOST_TEST(
      errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\nfor l in 0..2 carry a = x {\nnext a = f(a)\n}\nreturn a\n}") ==
      "call/recursion 3:10");
}

// Statements.

BOOST_AUTO_TEST_CASE(a_function_returns_what_it_declares) {
  const auto returned = [](const std::string& results, const std::string& values) {
    return errors("fn f[S](x: f32[S], n: i64[S]) -> (" + results + ") {\nreturn " + values + "\n}");
  };
  BOOST_TEST(returned("y: f32[S]", "x") == "");
  BOOST_TEST(returned("y: f32[S], z: i64[S]", "x, n") == "");
  BOOST_TEST(returned("y: f32[S]", "x, n") == "return/count 2:1");
  BOOST_TEST(returned("y: f32[S], z: i64[S]", "x") == "return/count 2:1");
  BOOST_TEST(returned("y: f64[S]", "x") == "return/agree 2:8");
  BOOST_TEST(returned("y: f32[S, 1]", "x") == "return/agree 2:8");
  // A literal takes the declared element type.
  BOOST_TEST(returned("y: f64[]", "1") == "");
  BOOST_TEST(returned("y: i64[]", "1.5") == "return/type 2:8");
}

BOOST_AUTO_TEST_CASE(an_item_ends_in_its_conclusion) {
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\ny = x\n}") == "item/end 3:1");
  BOOST_TEST(errors("theorem t[S](x: f32[S]) {\n}") == "item/end 2:1");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn x\na = x\n}") == "item/statement 3:1");
  BOOST_TEST(errors("fn f[S](x: f32[S]) -> (y: f32[S]) {\nassert x == x\nreturn x\n}") == "item/statement 2:1");
  BOOST_TEST(errors("theorem t[S](x: f32[S]) {\nassert x == x\nassert x <= x\n}") == "");
  BOOST_TEST(errors("theorem t[S](x: f32[S]) {\nassert x == x\na = x\nassert a == x\n}") == "item/statement 3:1");
}

BOOST_AUTO_TEST_CASE(the_sides_of_an_assertion_have_one_type) {
  const auto asserted = [](const std::string& comparison) {
    return errors("theorem t[S](x: f32[S], n: i64[S], a: f32[]) {\nassert " + comparison + "\n}");
  };
  BOOST_TEST(asserted("x == x") == "");
  BOOST_TEST(asserted("a >= 0") == "");
  BOOST_TEST(asserted("x == n") == "assert/agree 2:1");
  // Shapes are not stretched.
  BOOST_TEST(asserted("x == 0.0") == "assert/agree 2:1");
  BOOST_TEST(asserted("x == broadcast(a)") == "broadcast/shape 2:13");
}

// Loops.

BOOST_AUTO_TEST_CASE(a_loop_carries_and_stacks) {
  const Program program = check_text("test.kina", in_function("[L, S, D](x: f32[D], k: f32[L, S, D])",
                                                              "for l in 0..L carry a = x {\n"
                                                              "b = a + k[l, 0]\nnext a = b\nstack all = b\n}\n"
                                                              "it = all[L - 1] + a"));
  BOOST_TEST(errors_of(program) == "");
  for (const Value& value : program.items.front().values) {
    if (value.name == "all") BOOST_TEST(to_text(value.type) == "f32[L, D]");
    if (value.name == "it") BOOST_TEST(to_text(value.type) == "f32[D]");
  }
}

BOOST_AUTO_TEST_CASE(names_of_a_loops_body_stay_in_it) {
  const auto body = [](const std::string& lines) {
    return errors(in_function("[L, D](x: f32[D], k: f32[L, D])", lines));
  };
  const std::string loop = "for l in 0..L carry a = x {\nb = a + k[l]\nnext a = b\nstack s = b\n}\n";
  BOOST_TEST(body(loop + "c = a + s[0]") == "");
  BOOST_TEST(body(loop + "c = b") == "name/unknown 7:5");
  BOOST_TEST(body(loop + "c = k[l]") == "name/unknown 7:7");
  // So another loop may use them again; what the first one leaves behind is taken.
  BOOST_TEST(body(loop + "for l in 0..L carry d = x {\nb = d + k[l]\nnext d = b\n}") == "");
  BOOST_TEST(body(loop + "for l in 0..L carry a = x {\nnext a = a\n}") == "name/duplicate 7:21");
  BOOST_TEST(body("b = x\n" + loop) == "name/duplicate 4:1");
  BOOST_TEST(body("for x in 0..L carry a = k {\nnext a = a\n}") == "name/duplicate 2:5");
  BOOST_TEST(body("for l in 0..L carry a = a {\nnext a = a\n}") == "name/unknown 2:25");
}

BOOST_AUTO_TEST_CASE(every_carry_has_one_next_value) {
  const auto body = [](const std::string& lines) { return errors(in_function("[L, D](x: f32[D])", lines)); };
  BOOST_TEST(body("for l in 0..L carry a = x, b = x {\nnext a = b\nnext b = a\n}") == "");
  BOOST_TEST(body("for l in 0..L carry a = x, b = x {\nnext a = b\n}") == "for/next 2:28");
  BOOST_TEST(body("for l in 0..L carry a = x {\nnext a = a\nnext a = a\n}") == "for/next 4:6");
  BOOST_TEST(body("for l in 0..L carry a = x {\nnext a = a\nnext b = a\n}") == "for/next 4:6");
  BOOST_TEST(body("for l in 0..L carry a = x {\nnext a = sum(a, axis=0)\n}") == "for/carry 3:10");
  BOOST_TEST(body("for l in 1..L carry a = x {\nnext a = a\n}") == "for/start 2:10");
  BOOST_TEST(body("for l in 0..M carry a = x {\nnext a = a\n}") == "size/unknown 2:13");
}

BOOST_AUTO_TEST_CASE(the_loop_variable_is_a_scalar_and_no_size) {
  const auto body = [](const std::string& lines) {
    return errors(
        in_function("[L, D](x: f32[D], k: f32[L, D])", "for l in 0..L carry a = x {\n" + lines + "\nnext a = a\n}"));
  };
  BOOST_TEST(body("b = k[l]") == "");
  BOOST_TEST(body("b = cast(l, f32)") == "");
  BOOST_TEST(body("b = full([l], 0.0)") == "size/name 3:11");
  BOOST_TEST(body("b = k[:l]") == "size/name 3:8");
}

// Facts.

BOOST_AUTO_TEST_CASE(facts_read_from_the_lesser_to_the_greater) {
  const auto where = [](const std::string& text) {
    return facts("fn f[S, T, H, D](x: f32[S], n: i64[S], m: i64[], u: f32[]) -> (r: i64[S]) where " + text +
                 " {\nreturn n\n}");
  };
  BOOST_TEST(where("D == H * S, S <= T") == "D == H * S, S <= T");
  BOOST_TEST(where("T > S, T >= S") == "S < T, S <= T");
  BOOST_TEST(where("0 <= n < T") == "0 <= n[i0], n[i0] < T");
  BOOST_TEST(where("H % D == 0, m + T <= min(S, 8)") == "H % D == 0, m + T <= min(S, 8)");
  BOOST_TEST(where("0 < u < 1.0") == "0 < u, u < 1.0");
  BOOST_TEST(where("0 <= r < T") == "0 <= r[i0], r[i0] < T");
}

BOOST_AUTO_TEST_CASE(facts_are_about_integers_and_float_parameters) {
  const auto where = [](const std::string& text) {
    return errors("fn f[S](x: f32[S], n: i64[S], m: i64[S], b: bool[], u: f32[]) -> (r: f32[S]) where " + text +
                  " {\nreturn x\n}");
  };
  BOOST_TEST(where("x >= 0.0") == "");
  BOOST_TEST(where("r >= 0.0") == "where/type 1:84");
  BOOST_TEST(where("b == 1") == "where/type 1:84");
  BOOST_TEST(where("n <= m") == "where/tensors 1:89");
  BOOST_TEST(where("u < u") == "where/float 1:84");
  BOOST_TEST(where("u + 1.0 < 2.0") == "where/float 1:84");
  BOOST_TEST(where("S < 2.5") == "where/float 1:84");
  BOOST_TEST(where("sum(n, axis=0) == 1") == "where/term 1:84");
  BOOST_TEST(where("k == 1") == "name/unknown 1:84");
}

// Files.

BOOST_AUTO_TEST_CASE(an_import_makes_the_items_of_a_file_visible) {
  const std::string g = "fn g[S](x: f32[S]) -> (y: f32[S]) {\nreturn x\n}\n";
  const std::string f = "fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn g(x)\n}\n";
  BOOST_TEST(errors_of(check_files({{"a.kina", "import \"b.kina\"\n" + f}, {"b.kina", g}}, "a.kina")) == "");
  BOOST_TEST(errors_of(check_files({{"a.kina", f}, {"b.kina", g}}, "a.kina")) == "name/unknown 2:8");
  // Paths are relative to the file that imports.
  BOOST_TEST(
      errors_of(check_files(
          {{"x/a.kina", "import \"y/b.kina\"\n" + f}, {"x/y/b.kina", "import \"../c.kina\"\n" + g}, {"x/c.kina", ""}},
          "x/a.kina")) == "");
  // What an imported file imports stays its own.
  BOOST_TEST(
      errors_of(check_files({{"a.kina", "import \"b.kina\"\n" + f}, {"b.kina", "import \"c.kina\"\n"}, {"c.kina", g}},
                            "a.kina")) == "name/unknown 3:8");
  BOOST_TEST(errors_of(check_files({{"a.kina", "import \"b.kina\"\n" + f + g}, {"b.kina", g}}, "a.kina")) ==
             "name/duplicate 5:4");
  // Nor does the order of the imports decide which of two is meant.
  BOOST_TEST(errors_of(check_files({{"a.kina", "import \"b.kina\"\nimport \"c.kina\"\n"}, {"b.kina", g}, {"c.kina", g}},
                                   "a.kina")) == "name/duplicate 2:1");
  BOOST_TEST(errors_of(check_files({{"a.kina", "import \"b.kina\"\n" + g}}, "a.kina")) == "import/file 1:1");
}

BOOST_AUTO_TEST_CASE(files_may_import_each_other_and_functions_may_not_call_each_other_round) {
  const std::string f = "fn f[S](x: f32[S]) -> (y: f32[S]) {\nreturn g(x)\n}\n";
  BOOST_TEST(errors_of(check_files({{"a.kina", "import \"b.kina\"\n" + f},
                                    {"b.kina", "import \"a.kina\"\nfn g[S](x: f32[S]) -> (y: f32[S]) {\nreturn x\n}"}},
                                   "a.kina")) == "");
  BOOST_TEST(
      errors_of(check_files({{"a.kina", "import \"b.kina\"\n" + f},
                             {"b.kina", "import \"a.kina\"\nfn g[S](x: f32[S]) -> (y: f32[S]) {\nreturn f(x)\n}"}},
                            "a.kina")) == "call/recursion 3:8");
  BOOST_TEST(errors_of(check_files({{"a.kina", "import \"a.kina\"\n"}}, "a.kina")) == "");
}

BOOST_AUTO_TEST_SUITE_END()
