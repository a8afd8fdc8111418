#include "impl/npy.hpp"
#include "tests/python.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <cstring>
#include <fstream>

BOOST_AUTO_TEST_SUITE(npy_test)

namespace {

using namespace kina;

/// A tensor of any type and any bits.
Tensor drawn_tensor() {
  const auto type = *rc::gen::elementOf(all_element_types());
  const auto shape =
      *rc::gen::resize(4, rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 4)));
  Tensor tensor = zeros(type, shape);
  std::visit(
      [](auto& elements) {
        using Element = typename std::decay_t<decltype(elements)>::value_type;
        for (Element& element : elements) {
          const auto bits = *rc::gen::arbitrary<std::uint64_t>();
          if constexpr (std::is_same_v<Element, std::uint8_t>)
            element = bits & 1U;
          else
            std::memcpy(&element, &bits, sizeof element);
        }
      },
      tensor.elements);
  return tensor;
}

/// A version 1.0 file with this dictionary, and these bytes after it.
std::string file_of(const std::string& dictionary, const std::string& elements = {}) {
  std::string bytes = "\x93NUMPY";
  bytes += {'\x01', '\x00', static_cast<char>(dictionary.size() & 0xffU), static_cast<char>(dictionary.size() >> 8U)};
  return bytes + dictionary + elements;
}

/// What is wrong with the bytes.
std::string problem(const std::string& bytes) {
  const auto tensor = decode_npy(bytes, "weights/wq.npy");
  return tensor ? "nothing" : tensor.error();
}

void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

}  // namespace

RC_BOOST_PROP(what_is_written_is_read, ()) {
  const Tensor tensor = drawn_tensor();
  const auto decoded = decode_npy(encode_npy(tensor), "x.npy");
  RC_ASSERT(decoded.has_value());
  RC_ASSERT(bit_equal(*decoded, tensor));
}

RC_BOOST_PROP(a_file_cut_short_or_grown_is_refused, ()) {
  const std::string bytes = encode_npy(drawn_tensor());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto tensor = decode_npy(std::string_view(bytes).substr(0, length), "x.npy");
    RC_ASSERT(!tensor.has_value());
    RC_ASSERT(tensor.error().substr(0, 7) == "x.npy: ");
  }
  RC_ASSERT(!decode_npy(bytes + '\0', "x.npy").has_value());
}

RC_BOOST_PROP(a_changed_byte_is_refused_or_another_tensor, ()) {
  std::string bytes = encode_npy(drawn_tensor());
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] = *rc::gen::arbitrary<char>();
  const auto tensor = decode_npy(bytes, "x.npy");
  if (!tensor) return;
  const std::size_t held = std::visit([](const auto& elements) { return elements.size(); }, tensor->elements);
  RC_ASSERT(element_count(tensor->shape) == held);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said_with_the_path) {
  BOOST_TEST(problem("") == "weights/wq.npy: not a .npy file");
  BOOST_TEST(problem("PK\x03\x04 a zip file") == "weights/wq.npy: not a .npy file");
  const std::string plain = "'fortran_order': False, 'shape': (3,), }";
  BOOST_TEST(problem(file_of("{'descr': '<f4', " + plain, std::string(12, '\0'))) == "nothing");
  BOOST_TEST(problem(file_of("{'descr': '<f4', " + plain, std::string(11, '\0'))) ==
             "weights/wq.npy: f32[3] needs 12 bytes of elements, the file has 11");
  BOOST_TEST(problem(file_of("{'descr': '<f2', " + plain)) ==
             "weights/wq.npy: its elements are '<f2'; supported are <f4, <f8, <i4, <i8 and |b1");
  BOOST_TEST(problem(file_of("{'descr': '>f4', " + plain)) ==
             "weights/wq.npy: its elements are '>f4'; supported are <f4, <f8, <i4, <i8 and |b1");
  BOOST_TEST(problem(file_of("{'descr': [('a', '<f4')], " + plain)) ==
             "weights/wq.npy: its elements are records, not numbers");
  BOOST_TEST(problem(std::string("\x93NUMPY\x03\x00", 8)) ==
             "weights/wq.npy: its format is version 3.0; supported are 1.0 and 2.0");
}

BOOST_AUTO_TEST_CASE(no_memory_is_taken_for_elements_that_are_not_there) {
  const auto shaped = [](const std::string& shape) {
    return problem(file_of("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"));
  };
  BOOST_TEST(shaped("(2147483648,)") ==
             "weights/wq.npy: f64[2147483648] needs 17179869184 bytes of elements, the file has 0");
  BOOST_TEST(shaped("(4294967296, 4294967296)") ==
             "weights/wq.npy: f64[4294967296, 4294967296] has more than 2147483648 elements");
  BOOST_TEST(shaped("(99999999999999999999,)") == "weights/wq.npy: its header is malformed");
  BOOST_TEST(shaped("(0, 9223372036854775807)") == "nothing");
  // Version 2.0, whose header would be 4 GiB long.
  BOOST_TEST(problem(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff{", 13)) ==
             "weights/wq.npy: its header is longer than any shape needs");
}

BOOST_AUTO_TEST_CASE(a_header_is_a_dictionary_of_three_entries) {
  const std::string type = "'descr': '<f4'";
  const std::string order = "'fortran_order': False";
  const std::string shape = "'shape': ()";
  const auto accepted = [&](const std::string& dictionary) {
    return problem(file_of(dictionary, std::string(4, '\0'))) == "nothing";
  };
  BOOST_TEST(accepted("{" + type + ", " + order + ", " + shape + "}"));
  BOOST_TEST(accepted(" { " + shape + " ,\n" + order + "," + type + " , } \n"));
  BOOST_TEST(accepted("{\"descr\": \"<f4\", " + order + ", " + shape + "}"));
  for (const std::string& wrong :
       {type + ", " + order, type + ", " + order + ", 'shape': 3", type + ", " + order + ", 'shape': (1)",
        type + ", " + order + ", 'shape': (-1,)", type + ", " + order + ", 'shape': (1 1)",
        type + ", " + order + ", 'shape': (1,,1)", type + " " + order + ", " + shape,
        type + ", 'fortran_order': 0, " + shape, type + ", " + type + ", " + order + ", " + shape,
        type + ", " + order + ", " + shape + ", 'more': 1", type + ", " + order + ", " + shape + "} {",
        "'descr: '<f4', " + order + ", " + shape})
    BOOST_TEST(!accepted("{" + wrong + "}"), wrong);
  BOOST_TEST(!accepted("{" + type + ", " + order + ", " + shape));
}

BOOST_AUTO_TEST_CASE(what_is_no_readable_file_is_said_so) {
  const tests::TemporaryFolder folder;
  BOOST_TEST(read_npy(folder.file("x.npy")).error() == folder.file("x.npy") + ": no such file");
  BOOST_TEST(read_npy(folder.path()).error() == folder.path() + ": not a regular file");
  BOOST_TEST(write_npy(folder.file("none/x.npy"), zeros(ElementType::f32, {})).error() ==
             folder.file("none/x.npy") + ": can't be written");
  write_bytes(folder.file("short.npy"), encode_npy(zeros(ElementType::f32, {2})).substr(0, 130));
  BOOST_TEST(read_npy(folder.file("short.npy")).error() ==
             folder.file("short.npy") + ": f32[2] needs 8 bytes of elements, the file has 2");
}

BOOST_AUTO_TEST_CASE(numpy_reads_what_is_written) {
  const tests::TemporaryFolder folder;
  const auto write = [&](const std::string& name, const Tensor& tensor) {
    BOOST_TEST_REQUIRE(write_npy(folder.file(name), tensor).has_value());
  };
  write("f4.npy", {{2, 3}, std::vector<float>{0, 1, 2, 3, -0.0F, 5}});
  write("f8.npy", {{}, std::vector<double>{0.1}});
  write("i4.npy", {{2}, std::vector<std::int32_t>{-1, 7}});
  write("i8.npy", {{0, 3}, std::vector<std::int64_t>{}});
  write("b1.npy", {{1, 1, 2}, std::vector<std::uint8_t>{1, 0}});
  const tests::ProcessResult result = tests::run_python("-c", R"(
import sys, numpy as np
def same(name, expected):
    array = np.load(f"{sys.argv[1]}/{name}.npy", allow_pickle=False)
    assert array.dtype == expected.dtype and array.shape == expected.shape, (name, array.dtype, array.shape)
    assert array.tobytes() == expected.tobytes(), (name, array)
same("f4", np.array([[0, 1, 2], [3, -0.0, 5]], np.float32))
same("f8", np.array(0.1))
same("i4", np.array([-1, 7], np.int32))
same("i8", np.zeros((0, 3), np.int64))
same("b1", np.array([[[True, False]]]))
)",
                                                        folder.path());
  BOOST_TEST(result.status == 0, result.output);
}

BOOST_AUTO_TEST_CASE(what_numpy_writes_is_read) {
  const tests::TemporaryFolder folder;
  const tests::ProcessResult result = tests::run_python("-c", R"(
import sys, numpy as np
from numpy.lib import format
array = np.arange(24).reshape(2, 3, 4)
for dtype in ("<f4", "<f8", "<i4", "<i8"):
    np.save(f"{sys.argv[1]}/{dtype[1:]}.npy", array.astype(dtype))
np.save(f"{sys.argv[1]}/b1.npy", array % 2 == 1)
np.save(f"{sys.argv[1]}/fortran.npy", np.asfortranarray(array))
with open(f"{sys.argv[1]}/version2.npy", "wb") as file:
    format.write_array(file, array, version=(2, 0))
)",
                                                        folder.path());
  BOOST_TEST_REQUIRE(result.status == 0, result.output);
  const auto counted = [](ElementType type) {
    Tensor tensor = zeros(type, {2, 3, 4});
    std::visit(
        [&](auto& elements) {
          for (std::size_t k = 0; k < elements.size(); ++k)
            elements[k] = static_cast<typename std::decay_t<decltype(elements)>::value_type>(
                type == ElementType::boolean ? k % 2 : k);
        },
        tensor.elements);
    return tensor;
  };
  const auto read = [&](const std::string& name) { return read_npy(folder.file(name)).value(); };
  BOOST_TEST(bit_equal(read("f4.npy"), counted(ElementType::f32)));
  BOOST_TEST(bit_equal(read("f8.npy"), counted(ElementType::f64)));
  BOOST_TEST(bit_equal(read("i4.npy"), counted(ElementType::i32)));
  BOOST_TEST(bit_equal(read("i8.npy"), counted(ElementType::i64)));
  BOOST_TEST(bit_equal(read("b1.npy"), counted(ElementType::boolean)));
  BOOST_TEST(bit_equal(read("fortran.npy"), counted(ElementType::i64)));
  BOOST_TEST(bit_equal(read("version2.npy"), counted(ElementType::i64)));
}

BOOST_AUTO_TEST_CASE(a_bool_is_0_or_1_whatever_its_byte_is) {
  const auto tensor =
      decode_npy(file_of("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", "\x02\xff\x01"), "x");
  BOOST_TEST(std::get<std::vector<std::uint8_t>>(tensor->elements) == std::vector<std::uint8_t>({1, 1, 1}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
