#include "impl/eigen/numbers.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

BOOST_AUTO_TEST_SUITE(numbers_test)

namespace {
using namespace kina;
using kina::eigen::Numbers;
}  // namespace

BOOST_AUTO_TEST_CASE(numbers_follow_the_sizes_they_are_over) {
  Numbers numbers;
  const std::size_t length = numbers.add_size("S");
  const std::size_t heads = numbers.add_size("H");
  const std::size_t next = numbers.add(variable("S") + integer(1));
  const std::size_t product = numbers.add(variable("S") * variable("H"));
  const std::size_t rest = numbers.add(variable("H") - variable("S") - integer(2));
  const std::size_t seven = numbers.add(integer(7));
  numbers.set(length, 4);
  numbers.set(heads, 3);
  BOOST_TEST(numbers[next] == 5);
  BOOST_TEST(numbers[product] == 12);
  BOOST_TEST(numbers[rest] == -3);
  BOOST_TEST(numbers[seven] == 7);
  numbers.set(length, 0);
  BOOST_TEST(numbers[next] == 1);
  BOOST_TEST(numbers[product] == 0);
  BOOST_TEST(numbers[rest] == 1);
}

BOOST_AUTO_TEST_CASE(equal_terms_are_one_number) {
  Numbers numbers;
  numbers.add_size("S");
  BOOST_TEST(numbers.add(variable("S") + integer(1)) == numbers.add(variable("S") + integer(1)));
}

BOOST_AUTO_TEST_CASE(overflow_is_a_failure_until_the_size_changes) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  Numbers numbers;
  const std::size_t length = numbers.add_size("S");
  const std::size_t next = numbers.add(variable("S") + integer(1));
  numbers.set(length, most);
  BOOST_TEST(numbers.has_failures());
  BOOST_TEST(numbers.failure(next).value() == "S + 1: the value does not fit 64 bits");
  numbers.set(length, most - 1);
  BOOST_TEST(!numbers.has_failures());
  BOOST_TEST(!numbers.failure(next).has_value());
  BOOST_TEST(numbers[next] == most);
}

BOOST_AUTO_TEST_CASE(a_division_by_a_size_that_is_zero_is_a_failure) {
  Numbers numbers;
  const std::size_t divisor = numbers.add_size("G");
  const std::size_t quotient = numbers.add(integer(7) / variable("G"));
  numbers.set(divisor, 0);
  BOOST_TEST(numbers.failure(quotient).has_value());
  numbers.set(divisor, 2);
  BOOST_TEST(!numbers.failure(quotient).has_value());
  BOOST_TEST(numbers[quotient] == 3);
}

BOOST_AUTO_TEST_SUITE_END()
