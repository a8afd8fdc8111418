#include "proofs/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kina {

void run_in_parallel(std::size_t jobs, std::size_t count,
                     const std::function<void(const std::function<std::size_t()>& next)>& worker) {
  std::atomic<std::size_t> taken{0};
  const std::function<std::size_t()> next = [&] { return std::min(taken.fetch_add(1), count); };
  if (jobs <= 1 || count <= 1) {
    worker(next);
    return;
  }
  std::mutex mutex;
  std::exception_ptr failure;
  {
    std::vector<std::jthread> threads;
    for (std::size_t job = 0; job < std::min(jobs, count); ++job) {
      threads.emplace_back([&] {
        try {
          worker(next);
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (!failure) failure = std::current_exception();
          taken = count;
        }
      });
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace kina
