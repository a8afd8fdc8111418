#include "proofs/parallel.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <stdexcept>
#include <vector>

BOOST_AUTO_TEST_SUITE(parallel_test)

using kina::run_in_parallel;

BOOST_AUTO_TEST_CASE(each_piece_of_work_is_done_once) {
  for (const std::size_t jobs : {0U, 1U, 2U, 7U}) {
    for (const std::size_t count : {0U, 1U, 5U, 200U}) {
      std::vector<std::atomic<int>> done(count);
      run_in_parallel(jobs, count, [&](const auto& next) {
        for (std::size_t k = next(); k < count; k = next())
          ++done[k];
      });
      for (const auto& times : done)
        BOOST_TEST(times == 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_exception_of_a_worker_ends_the_work_and_is_thrown) {
  for (const std::size_t jobs : {1U, 3U})
    BOOST_CHECK_THROW(run_in_parallel(jobs, 100,
                                      [](const auto& next) {
                                        while (next() < 100)
                                          throw std::runtime_error("a mistake");
                                      }),
                      std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
