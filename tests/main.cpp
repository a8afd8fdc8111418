/// \file
/// The entry point that every test program shares.
#define BOOST_TEST_MODULE kina
#include <boost/test/unit_test.hpp>
