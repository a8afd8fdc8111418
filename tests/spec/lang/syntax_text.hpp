/// \file
/// Syntax trees and diagnostics as short text, so that the parser's tests can be read.
#pragma once

#include "spec/lang/parser.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kina::testing {

inline std::string shown(const syntax::Expression& expression);

/// "" for the bound of a range that is left out.
inline std::string shown(const syntax::ExpressionPointer& expression) { return expression ? shown(*expression) : ""; }

inline std::string shown(const syntax::SubscriptAxis& axis) {
  return axis.is_range ? shown(axis.lower) + ":" + shown(axis.upper) : shown(axis.index);
}

/// The tree fully parenthesised, with the operator first: `(+ a (* b c))`, `(f a axis=3)`, `(f T=S | a)`,
/// `(at x 0 1:)`, `[a b]`.
inline std::string shown(const syntax::Expression& expression) {
  return std::visit(
      [](const auto& node) -> std::string {
        using Node = std::decay_t<decltype(node)>;
        std::string text;
        if constexpr (std::is_same_v<Node, syntax::Name> || std::is_same_v<Node, syntax::Decimal>) {
          return node.text;
        } else if constexpr (std::is_same_v<Node, syntax::Integer>) {
          return std::to_string(node.value);
        } else if constexpr (std::is_same_v<Node, syntax::Boolean>) {
          return node.value ? "true" : "false";
        } else if constexpr (std::is_same_v<Node, syntax::Unary>) {
          return std::string(node.operation == syntax::UnaryOperator::negate ? "(- " : "(not ") + shown(node.operand) +
                 ")";
        } else if constexpr (std::is_same_v<Node, syntax::Binary>) {
          return std::string("(") + spelling(node.operation) + " " + shown(node.left) + " " + shown(node.right) + ")";
        } else if constexpr (std::is_same_v<Node, syntax::Call>) {
          text = "(" + node.callee.text;
          for (const syntax::SizeArgument& size : node.sizes)
            text += " " + size.name.text + "=" + shown(size.value);
          text += node.sizes.empty() ? "" : " |";
          for (const syntax::Argument& argument : node.arguments)
            text += " " + (argument.name ? argument.name->text + "=" : "") + shown(argument.value);
          return text + ")";
        } else if constexpr (std::is_same_v<Node, syntax::Subscript>) {
          text = "(at " + shown(node.base);
          for (const syntax::SubscriptAxis& axis : node.axes)
            text += " " + shown(axis);
          return text + ")";
        } else {
          static_assert(std::is_same_v<Node, syntax::List>);
          for (const syntax::ExpressionPointer& item : node.items)
            text += (text.empty() ? "" : " ") + shown(item);
          return "[" + text + "]";
        }
      },
      expression.node);
}

/// `syntax/expected 2:9`: what a diagnostic is about, and where.
inline std::string shown(const Diagnostic& diagnostic, const Source& source) {
  const Position position = position_of(source, diagnostic.place.begin);
  return diagnostic.code + " " + std::to_string(position.line) + ":" + std::to_string(position.column);
}

/// All diagnostics of a parse, separated by commas.
inline std::string shown(const std::vector<Diagnostic>& diagnostics, const Source& source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics)
    text += (text.empty() ? "" : ", ") + shown(diagnostic, source);
  return text;
}

/// The text at a place.
inline std::string text_at(const Source& source, const Place& place) {
  return source.text.substr(place.begin, place.end - place.begin);
}

/// A source and what was parsed from it.
struct ParsedText {
  Source source;
  Parsed parsed;

  [[nodiscard]] const syntax::Item& item(std::size_t index = 0) const { return parsed.file.items.at(index); }
  [[nodiscard]] std::string errors() const { return shown(parsed.diagnostics, source); }
};

inline ParsedText parse_text(std::string text, const ParserLimits& limits = {}) {
  Source source = make_source("test.kina", std::move(text));
  Parsed parsed = parse(source, 0, limits);
  return {std::move(source), std::move(parsed)};
}

/// The lines as the body of a function; the first of them is line 2.
inline std::string in_function(const std::string& lines) { return "fn f() -> (r: f32[]) {\n" + lines + "\n}\n"; }

}  // namespace kina::testing
