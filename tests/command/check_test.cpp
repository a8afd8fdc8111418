#include "tests/command/run_kina.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

BOOST_AUTO_TEST_SUITE(check_test)

using namespace kina::tests;

BOOST_AUTO_TEST_CASE(a_correct_program_is_silent) {
  const Run run = run_kina({"check", program_path("decode.kina")});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors == "");
}

BOOST_AUTO_TEST_CASE(an_empty_file_is_a_correct_program) {
  const Files files;
  BOOST_TEST(run_kina({"check", files.write("empty.kina", "")}).status == 0);
  BOOST_TEST(run_kina({"check", "/dev/null"}).status == 0);
}

BOOST_AUTO_TEST_CASE(errors_go_to_standard_error_with_their_place) {
  const Files files;
  const std::string path = files.write("append.kina", wrong_axis);
  const Run run = run_kina({"check", path});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.errors.starts_with("error[concat/agree]: "));
  BOOST_TEST(run.errors.find("--> " + path + ":2:10\n") != std::string::npos, run.errors);
  BOOST_TEST(run.errors.find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_error_of_every_file_is_shown) {
  const Files files;
  const std::string first = files.write("first.kina", "fn f(x: f32[]) -> (y: f32[]) {\n  return unknown_name\n}\n"
                                                      "fn g(x: f32[]) -> (y: f32[]) {\n  return other_name\n}\n");
  const std::string second = files.write("second.kina", wrong_axis);
  const Run run = run_kina({"check", first, second, program_path("decode.kina")});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.errors.find("first.kina:2:") != std::string::npos, run.errors);
  BOOST_TEST(run.errors.find("first.kina:5:") != std::string::npos, run.errors);
  BOOST_TEST(run.errors.find("second.kina:2:") != std::string::npos, run.errors);
}

BOOST_AUTO_TEST_CASE(a_path_is_shown_as_it_was_given) {
  const Files files;
  files.write("append.kina", wrong_axis);
  const std::string path = files.path() + "/./append.kina";
  BOOST_TEST(run_kina({"check", path}).errors.find("--> " + path + ":") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_one_line_and_nothing_is_checked) {
  const Files files;
  const std::string wrong = files.write("wrong.kina", wrong_axis);
  for (const std::string& path : {files.file("missing.kina"), files.path(), std::string(), std::string(5000, 'a')}) {
    const Run run = run_kina({"check", wrong, path});
    BOOST_TEST(is_refused(run), run.errors);
  }
  const Run missing = run_kina({"check", files.file("missing.kina")});
  BOOST_TEST(missing.errors == "kina: " + files.file("missing.kina") + ": no such file\n");
}

BOOST_AUTO_TEST_CASE(a_huge_file_is_an_error_of_the_program) {
  const Files files;
  std::string text;
  while (text.size() < 10'000'000)
    text += "// a comment that says nothing at all\n";
  const Run run = run_kina({"check", files.write("huge.kina", text)});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.errors.starts_with("error[limit/bytes]: "));
}

namespace {

/// Bytes as they come, or words of the language in a wrong order.
rc::Gen<std::string> any_text() {
  const auto bytes = rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const auto words = rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
          "fn", "f", "[", "S", "]", "(", ")", "x", ":", "f32", "->", "{", "}", "return", "where", ",", "==", "+", "1",
          "\n", "theorem", "assert", "for", "in", "0..", "carry", "concat", "axis=", "\xFF")),
      [](const std::vector<std::string>& chosen) {
        std::string text;
        for (const std::string& word : chosen)
          text += word + " ";
        return text;
      });
  return rc::gen::join(rc::gen::element(bytes, words));
}

}  // namespace

RC_BOOST_PROP(any_text_is_answered, ()) {
  const std::string text = *any_text();
  const Files files;
  const Run run = run_kina({"check", files.write("any.kina", text)});
  RC_ASSERT(run.output.empty());
  RC_ASSERT(run.status == 0 || run.status == 1);
  RC_ASSERT((run.status == 0) == run.errors.empty());
  RC_ASSERT(run.status == 0 || run.errors.starts_with("error["));
}

BOOST_AUTO_TEST_SUITE_END()
