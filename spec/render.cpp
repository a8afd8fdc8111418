#include "spec/render.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kina {
namespace {

/// How an operator is written: with `symbol` between its operands or before its operand, or as a function.
struct Notation {
  Operator operation;
  const char* text;
  const char* latex;
  int precedence;  ///< as in the language's operator table; 0 for a function
};

constexpr std::array notations{
    Notation{Operator::logical_or, "or", "\\lor", 1},
    Notation{Operator::logical_and, "and", "\\land", 2},
    Notation{Operator::equal, "==", "=", 4},
    Notation{Operator::not_equal, "!=", "\\ne", 4},
    Notation{Operator::less, "<", "<", 4},
    Notation{Operator::less_equal, "<=", "\\le", 4},
    Notation{Operator::greater, ">", ">", 4},
    Notation{Operator::greater_equal, ">=", "\\ge", 4},
    Notation{Operator::add, "+", "+", 5},
    Notation{Operator::subtract, "-", "-", 5},
    Notation{Operator::multiply, "*", "\\cdot", 6},
    Notation{Operator::divide, "/", "/", 6},
    Notation{Operator::remainder, "%", "\\bmod", 6},
    Notation{Operator::minimum, "min", "\\min", 0},
    Notation{Operator::maximum, "max", "\\max", 0},
    Notation{Operator::power, "pow", "\\operatorname{pow}", 0},
    Notation{Operator::absolute, "abs", "\\operatorname{abs}", 0},
    Notation{Operator::exponential, "exp", "\\exp", 0},
    Notation{Operator::logarithm, "log", "\\log", 0},
    Notation{Operator::square_root, "sqrt", "\\operatorname{sqrt}", 0},
    Notation{Operator::sine, "sin", "\\sin", 0},
    Notation{Operator::cosine, "cos", "\\cos", 0},
    Notation{Operator::hyperbolic_tangent, "tanh", "\\tanh", 0},
    Notation{Operator::fold_sum, "sum", "\\sum", 0},
    Notation{Operator::fold_maximum, "max", "\\max", 0},
    Notation{Operator::fold_minimum, "min", "\\min", 0},
    Notation{Operator::fold_argmax, "argmax", "\\operatorname{argmax}", 0},
};
constexpr int not_precedence = 3;
constexpr int negate_precedence = 7;
constexpr int atom_precedence = 9;

const Notation* notation_of(Operator operation) {
  for (const Notation& notation : notations)
    if (notation.operation == operation) return &notation;
  return nullptr;
}

/// One renderer for both notations; `latex` chooses between them.
class Renderer {
public:
  explicit Renderer(bool latex) : latex_(latex) {}

  std::string render(const Term& term, int context = 0) const {
    const auto [text, precedence] = rendered(term);
    if (precedence >= context) return text;
    return latex_ ? "\\left(" + text + "\\right)" : "(" + text + ")";
  }

private:
  struct Rendered {
    std::string text;
    int precedence;
  };

  Rendered rendered(const Term& term) const {
    const auto& arguments = term.arguments();
    switch (term.operation()) {
    case Operator::integer:
      return {std::to_string(term.integer_value()), term.integer_value() < 0 ? negate_precedence : atom_precedence};
    case Operator::number: return {number_text(term.number_value()), atom_precedence};
    case Operator::boolean: return {word(term.integer_value() != 0 ? "true" : "false"), atom_precedence};
    case Operator::variable: return {name(term.name()), atom_precedence};
    case Operator::read: return {read_text(term), atom_precedence};
    case Operator::negate: return {"-" + render(arguments[0], negate_precedence), negate_precedence};
    case Operator::logical_not:
      return {(latex_ ? "\\lnot " : "not ") + render(arguments[0], not_precedence), not_precedence};
    case Operator::select: return {choice(term), atom_precedence};
    case Operator::cast:
      return {
          latex_ ? fmt::format("\\operatorname{{{}}}\\left({}\\right)", name_of(term.cast_type()), render(arguments[0]))
                 : fmt::format("cast({}, {})", render(arguments[0]), name_of(term.cast_type())),
          atom_precedence};
    default: break;
    }
    const Notation& notation = *notation_of(term.operation());
    const char* symbol = latex_ ? notation.latex : notation.text;
    if (is_fold(term.operation())) return folded(term, symbol);
    if (notation.precedence == 0) return {called(symbol, arguments), atom_precedence};
    return infix(term, symbol, notation.precedence);
  }

  Rendered infix(const Term& term, const char* symbol, int precedence) const {
    const auto& arguments = term.arguments();
    // Left-associative: the right operand of `-` needs parentheses at its own precedence. Comparisons do not chain.
    const bool strict_left = is_comparison(term.operation());
    std::string text = render(arguments[0], strict_left ? precedence + 1 : precedence);
    // Addition of floats is not associative, so a + (b + c) keeps its parentheses.
    const bool associative = term.is(Operator::logical_and) || term.is(Operator::logical_or);
    for (std::size_t k = 1; k < arguments.size(); ++k)
      text += fmt::format(" {} {}", symbol, render(arguments[k], associative ? precedence : precedence + 1));
    return {text, precedence};
  }

  Rendered folded(const Term& term, const char* symbol) const {
    const std::string bound = render(term.arguments()[0], 5);
    const std::string body = render(term.arguments()[1], latex_ ? 6 : 0);
    if (latex_) return {fmt::format("{}_{{0 \\le {} < {}}} {}", symbol, name(term.name()), bound, body), 5};
    return {fmt::format("{}({} for {} < {})", symbol, body, name(term.name()), bound), atom_precedence};
  }

  std::string called(const char* symbol, const std::vector<Term>& arguments) const {
    return symbol + std::string(latex_ ? "\\left(" : "(") + list(arguments) + (latex_ ? "\\right)" : ")");
  }

  std::string choice(const Term& term) const {
    const auto& arguments = term.arguments();
    if (!latex_) return called("select", arguments);
    return fmt::format("\\begin{{cases}} {} & \\text{{if }} {} \\\\ {} & \\text{{otherwise}} \\end{{cases}}",
                       render(arguments[1]), render(arguments[0]), render(arguments[2]));
  }

  std::string read_text(const Term& term) const {
    const std::string tensor = tensor_name(term.name());
    return term.arguments().empty() ? tensor : tensor + "[" + list(term.arguments()) + "]";
  }

  std::string list(const std::vector<Term>& terms) const {
    std::string text;
    for (const Term& term : terms)
      text += (text.empty() ? "" : ", ") + render(term);
    return text;
  }

  std::string word(const char* text) const { return latex_ ? fmt::format("\\mathrm{{{}}}", text) : text; }

  /// `x.2` and `i0` have subscripts; a longer name is set upright.
  std::string name(const std::string& text) const {
    if (!latex_) return text;
    const std::size_t dot = text.find('.');
    const std::size_t stem = dot != std::string::npos ? dot : text.find_last_not_of("0123456789'") + 1;
    const std::string tail = text.substr(dot != std::string::npos ? dot + 1 : stem);
    const std::string head = in_italics(text.substr(0, stem));
    return tail.empty() ? head : head + "_{" + tail + "}";
  }

  /// More than one letter is one name and no product.
  static std::string in_italics(std::string text) {
    for (std::size_t at = text.find('_'); at != std::string::npos; at = text.find('_', at + 2))
      text.insert(at, "\\");
    return text.size() > 1 ? "\\mathit{" + text + "}" : text;
  }

  /// The digits of a tensor's name are no subscript: `x0.1` is an extent of `x0`.
  std::string tensor_name(const std::string& text) const {
    return latex_ && text.find('.') == std::string::npos ? in_italics(text) : name(text);
  }

  std::string number_text(double value) const {
    if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + (latex_ ? "\\infty" : "inf");
    std::string text = fmt::format("{}", value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }

  bool latex_;
};

}  // namespace

std::string to_text(const Term& term) { return Renderer(false).render(term); }
std::string axes_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " axis" : " axes"); }

std::string to_latex(const Term& term) { return Renderer(true).render(term); }

std::string to_text(const Type& type) {
  std::string text(name_of(type.element));
  text += "[";
  for (std::size_t axis = 0; axis < type.rank(); ++axis)
    text += (axis == 0 ? "" : ", ") + to_text(type.extents[axis]);
  return text + "]";
}

}  // namespace kina
