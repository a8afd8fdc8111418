#include "manual/pages/highlight.hpp"

#include "manual/pages/address.hpp"
#include "manual/pages/markdown.hpp"
#include "spec/catalogue.hpp"
#include "spec/lang/lexer.hpp"
#include "spec/type.hpp"

#include <fmt/format.h>

namespace kina::manual {
namespace {

std::string element(const char* kind, std::string_view text) {
  return fmt::format("<span class=\"{}\">{}</span>", kind, html_escaped(text));
}

/// What is between tokens: spaces, and comments up to the ends of their lines.
std::string gap(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find("//"), text.size());
    html += html_escaped(text.substr(0, begin));
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) html += element("comment", text.substr(0, end));
    text.remove_prefix(end);
  }
  return html;
}

bool is_keyword(TokenKind kind) { return kind >= TokenKind::fn_keyword && kind <= TokenKind::false_keyword; }

std::string word(std::string_view text, TokenKind next) {
  if (next == TokenKind::open_parenthesis && find_operation(text) != nullptr)
    return fmt::format("<a href=\"{}\">{}</a>", address_of(text), text);
  if (next == TokenKind::open_bracket && element_type_named(text)) return element("type", text);
  return html_escaped(text);
}

}  // namespace

std::string highlighted(const std::string& text) {
  const Source source = make_source("", text);
  const Lexed lexed = lex(source, 0);
  std::string html;
  std::size_t done = 0;
  for (std::size_t k = 0; k < lexed.tokens.size(); ++k) {
    const Token& token = lexed.tokens[k];
    html += gap(std::string_view(text).substr(done, token.place.begin - done));
    const std::string_view written = text_of(source, token);
    if (is_keyword(token.kind))
      html += element("keyword", written);
    else if (token.kind == TokenKind::integer || token.kind == TokenKind::decimal)
      html += element("number", written);
    else if (token.kind == TokenKind::string)
      html += element("string", written);
    else if (token.kind == TokenKind::identifier)
      html += word(written, lexed.tokens[k + 1].kind);
    else
      html += html_escaped(written);
    done = token.place.end;
  }
  return html + gap(std::string_view(text).substr(done));
}

std::string kina_block(std::string_view text) {
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  return html_block(fmt::format("<pre class=\"kina\">{}</pre>", highlighted(std::string(text))));
}

}  // namespace kina::manual
