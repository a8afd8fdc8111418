"""Every operation of the language in NumPy, written from its definition (design section 4) and from nothing else: which
operands it accepts, and its result. Both are compared with the catalogue's premises and the reference evaluator's
results.

Usage: numpy_reference.py MANIFEST ELEMENTS. The manifest is JSON; the tensors that it mentions lie in the other file."""

import json
import sys

import numpy as np

# The modules beside this one leave nothing behind in the source tree.
sys.dont_write_bytecode = True

from numpy_accepts import ACCEPTS, accepts
from numpy_operations import DTYPES, REFERENCE, products, running_sum

# In units in the last place; every other operation agrees bit for bit. A mathematics library rounds its transcendental
# functions to within a unit or two; softmax and sigmoid build on them.
TOLERANCE = {"exp": 1, "log": 1, "sin": 1, "cos": 1, "tanh": 2, "pow": 1, "sigmoid": 4, "softmax": 8}


def exact_values(name, operands, case):
    """Every integer that the operation forms on its way, as Python's integers, which do not overflow."""
    x = operands[0].astype(object)
    y = operands[1].astype(object) if len(operands) > 1 else None
    if name in ("add", "subtract", "multiply"):
        return [getattr(np, name)(x, y)]
    if name == "divide":
        return [np.floor_divide(x, y)]
    if name == "negate":
        return [-x]
    if name == "abs":
        return [np.abs(x)]
    if name in ("sum", "cumsum"):
        return [running_sum(x, case["axis"])]
    if name == "matmul":
        return [products(x, y), running_sum(products(x, y), -2)]
    return []


def overflows(name, operands, case):
    """Whether the operation is an error at these operands: an integer overflows on the way."""
    if not operands or operands[0].dtype.kind != "i":
        return False
    limits = np.iinfo(operands[0].dtype)
    values = (value for array in exact_values(name, operands, case) for value in np.asarray(array, object).flat)
    return any(not limits.min <= value <= limits.max for value in values)


def bits(x):
    return x.view({4: np.int32, 8: np.int64}[x.dtype.itemsize]).astype(object)


def position(x):
    """The floats in order, as consecutive integers; -0 and +0 are both 0."""
    word = bits(x)
    least = -(2 ** (8 * x.dtype.itemsize - 1))
    return np.where(word < 0, least - word, word)


def agree(actual, expected, tolerance):
    """Elementwise; NaNs are alike. Zeros keep their sign even where a difference is tolerated."""
    if actual.dtype.kind != "f":
        return actual == expected
    nan = np.isnan(actual) & np.isnan(expected)
    same = bits(actual) == bits(expected)
    if tolerance == 0:
        return nan | same
    near = np.abs(position(actual) - position(expected)) <= tolerance
    finite = np.isfinite(actual) & np.isfinite(expected)
    # Below the least normal number the last place is not relative any more.
    tiny = finite & (np.abs(actual - expected) <= tolerance * np.finfo(actual.dtype).smallest_normal * 2.0**-10)
    zeros = (actual == 0) & (expected == 0)
    return nan | np.where(zeros, same, finite & (near | tiny) | same)


def problem(case, elements):
    """What is wrong with the evaluator's result, or None."""

    def tensor(entry):
        count = int(np.prod(entry["shape"], dtype=np.int64))
        array = np.frombuffer(elements, DTYPES[entry["type"]], count, entry["offset"])
        return array.reshape(entry["shape"])

    name = case["operation"]
    operands = [tensor(entry) for entry in case["operands"]]
    accepted = accepts(name, case, operands)
    if accepted != case["accepted"]:
        verdicts = ("refused by the premises", "accepted by the definition")
        if case["accepted"]:
            verdicts = ("accepted by the premises", "refused by the definition")
        return f"is {' and '.join(verdicts)}, of operands {operands}"
    if not accepted:
        return None
    if overflows(name, operands, case):
        return None if "error" in case else "is an error in NumPy's integers, but has a result"
    if "error" in case:
        return f"is an error: {case['error']}"
    actual = tensor(case["result"])
    expected = np.asarray(REFERENCE[name](operands, case))
    if actual.dtype != expected.dtype or actual.shape != expected.shape:
        return f"is {actual.dtype}{actual.shape}, NumPy has {expected.dtype}{expected.shape}"
    expected = np.ascontiguousarray(expected).reshape(expected.shape)
    wrong = ~np.asarray(agree(actual, expected, TOLERANCE.get(name, 0)), bool)
    if not wrong.any():
        return None
    at = tuple(int(k) for k in np.argwhere(wrong)[0])
    return f"at {list(at)} is {actual[at]!r}, NumPy has {expected[at]!r}, of operands {operands}"


def main():
    manifest_path, elements_path = sys.argv[1:]
    with open(manifest_path, encoding="utf-8") as file:
        manifest = json.load(file)
    with open(elements_path, "rb") as file:
        elements = file.read()
    known = REFERENCE.keys() & ACCEPTS.keys()
    problems = [f"{name} has no NumPy counterpart" for name in manifest["operations"] if name not in known]
    problems += [f"{name} is no operation" for name in REFERENCE | ACCEPTS if name not in manifest["operations"]]
    compared = {name: 0 for name in known}
    refused = 0
    with np.errstate(all="ignore"):
        for case in manifest["cases"]:
            if case["operation"] not in known:
                continue
            found = problem(case, elements)
            compared[case["operation"]] += "result" in case
            refused += not case["accepted"]
            if found:
                attributes = {k: v for k, v in case.items() if k not in ("operands", "result", "error")}
                problems.append(f"{attributes} {found}")
    problems += [f"{name} was never compared" for name, count in compared.items() if count == 0]
    for line in problems[:20]:
        print(line)
    print(f"{len(manifest['cases'])} cases, of which {refused} are refused; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
