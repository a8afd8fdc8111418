/// \file
/// The same work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace kina {

/// Calls `worker(next)` on as many threads as there are jobs; `next()` gives each of 0 to count - 1 to one of them, and
/// then `count`. The first exception of a worker is thrown here, when all have ended. One job runs on this thread.
void run_in_parallel(std::size_t jobs, std::size_t count,
                     const std::function<void(const std::function<std::size_t()>& next)>& worker);

}  // namespace kina
