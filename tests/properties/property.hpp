/// \file
/// How properties are checked here: by RapidCheck, at a number of cases and from a seed that the environment may set,
/// and with the command that replays a failure.
#pragma once

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

namespace kina::tests {

inline std::optional<std::uint64_t> number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return std::nullopt;
  return std::strtoull(text, nullptr, 10);
}

// GCC and Clang each have their own way to say it.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// How many cases a property is checked at.
struct Cases {
  Cases(int number) : usual(number) {}
  int usual;
  /// However few are asked for.
  int least = 1;
  /// RapidCheck's size in the last case; from 100 on, every draw has its whole range.
  int greatest_size = 100;
  /// Whether RapidCheck shrinks a failure; a property may know a quicker way to a small one.
  bool is_shrunk = true;
};

/// KINA_CASES scales the number of cases of every property: 1000, the default, is as many as each says. Where a
/// sanitizer slows everything down, the default is 100.
inline std::int64_t thousandths() {
  return static_cast<std::int64_t>(number_in_environment("KINA_CASES").value_or(is_sanitized ? 100 : 1000));
}

/// KINA_SEED, and otherwise the same at every run, so that a failure comes back.
inline std::uint64_t seed() { return number_in_environment("KINA_SEED").value_or(20); }

/// Checks the property, and prints the number of cases, the time, and what `report` says of all cases. A property fails
/// by RC_FAIL with the sizes, the index and both values.
template <typename Property, typename Report>
void check_property(const Cases& cases, Property&& property, Report&& report) {
  const auto& test_case = boost::unit_test::framework::current_test_case();
  rc::detail::TestMetadata metadata;
  metadata.id = test_case.full_name();
  metadata.description = test_case.p_name;
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess =
      std::max(cases.least, static_cast<int>(static_cast<std::int64_t>(cases.usual) * thousandths() / 1000));
  parameters.maxSize = cases.greatest_size;
  parameters.disableShrinking = !cases.is_shrunk;
  // RapidCheck's own way, which replays a single case after its shrinking, wins.
  if (std::getenv("RC_PARAMS") == nullptr) parameters.seed = seed();

  const auto begin = std::chrono::steady_clock::now();
  const auto result =
      rc::detail::checkProperty(rc::detail::toProperty(std::forward<Property>(property)), metadata, parameters);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (result.template is<rc::detail::FailureResult>()) {
    // Its description is what RC_FAIL said; the draws behind it are numbers without names.
    const auto failure = result.template get<rc::detail::FailureResult>();
    BOOST_FAIL(fmt::format("\n{}\nafter {} cases; to replay it:\nKINA_SEED={} KINA_CASES={} "
                           "build/release/bin/kina_properties_tests --run_test={}\n",
                           failure.description, failure.numSuccess, parameters.seed, thousandths(),
                           test_case.full_name()));
  }
  BOOST_TEST(result.template is<rc::detail::SuccessResult>(), "too few cases could be drawn");
  std::cerr << fmt::format("{}: {} cases in {:.1f} s, seed {}\n", std::string(test_case.p_name), parameters.maxSuccess,
                           seconds.count(), parameters.seed);
  const std::string said = report();
  if (!said.empty()) std::cerr << "  " << said << "\n";
}

template <typename Property> void check_property(const Cases& cases, Property&& property) {
  check_property(cases, std::forward<Property>(property), [] { return std::string(); });
}

}  // namespace kina::tests
