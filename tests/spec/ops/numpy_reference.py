"""Every operation of the language in NumPy, written from its definition (design section 4) and from nothing else, and
the comparison of the reference evaluator's results with it.

Usage: numpy_reference.py MANIFEST ELEMENTS. The manifest is JSON; the tensors that it mentions lie in the other file."""

import json
import sys

import numpy as np

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "bool": np.bool_}

# In units in the last place; every other operation agrees bit for bit. A mathematics library rounds its transcendental
# functions to within a unit or two; softmax and sigmoid build on them.
TOLERANCE = {"exp": 1, "log": 1, "sin": 1, "cos": 1, "tanh": 2, "pow": 1, "sigmoid": 4, "softmax": 8}


def precisely(function):
    """Computed in long double and rounded once, so that only the evaluator's error counts."""
    return lambda *operands: function(*(x.astype(np.longdouble) for x in operands)).astype(operands[0].dtype)


def lesser(x, y):
    picked = np.where(x < y, x, y)
    if x.dtype.kind != "f":
        return picked
    picked = np.where((x == y) & np.signbit(x), x, picked)
    return np.where(np.isnan(x) | np.isnan(y), x.dtype.type(np.nan), picked)


def greater(x, y):
    picked = np.where(x > y, x, y)
    if x.dtype.kind != "f":
        return picked
    picked = np.where((x == y) & ~np.signbit(x), x, picked)
    return np.where(np.isnan(x) | np.isnan(y), x.dtype.type(np.nan), picked)


def running_sum(x, axis):
    """The sums of the first 0, 1, 2, ... elements; each adds one element to the one before, and the first is +0."""
    first = list(x.shape)
    first[axis] = 1
    return np.add.accumulate(np.concatenate([np.zeros(first, x.dtype), x], axis), axis, dtype=x.dtype)


def total(x, axis, keepdims=False):
    return np.take(running_sum(x, axis), [-1] if keepdims else -1, axis)


def greatest(x, axis, keepdims):
    if x.dtype.kind != "f":
        return np.max(x, axis, keepdims=keepdims)
    result = np.max(x, axis, keepdims=keepdims, initial=-np.inf)
    has_positive_zero = np.any((x == 0) & ~np.signbit(x), axis, keepdims=keepdims)
    result = np.where(result == 0, np.where(has_positive_zero, 0.0, -0.0), result)
    return np.where(np.any(np.isnan(x), axis, keepdims=keepdims), np.nan, result).astype(x.dtype)


def least(x, axis, keepdims):
    return -greatest(-x, axis, keepdims) if x.dtype.kind == "f" else np.min(x, axis, keepdims=keepdims)


def products(x, y):
    return x[..., :, :, None] * y[..., None, :, :]


def softmax(x, axis):
    weights = precisely(np.exp)(x - greatest(x, axis, True))
    return weights / total(weights, axis, True)


def sliced(x, positions, case):
    positions = iter(positions)
    sizes = case["sizes"]
    at = []
    for axis, kind in enumerate(case["slices"]):
        if kind == "range":
            at.append(slice(sizes[f"start.{axis}"], sizes[f"stop.{axis}"]))
        else:
            at.append(slice(None) if kind == "whole" else int(next(positions)))
    return x[tuple(at)]


def updated(x, update, at, axis):
    result = np.moveaxis(x.copy(), axis, 0)
    result[int(at) : int(at) + update.shape[axis]] = np.moveaxis(update, axis, 0)
    return np.moveaxis(result, 0, axis)


def padded(x, value, case):
    widths = [(0, 0)] * x.ndim
    widths[case["axis"]] = (case["sizes"]["low"], case["sizes"]["high"])
    return np.pad(x, widths, constant_values=value)


def tiled(x, case):
    counts = [1] * x.ndim
    counts[case["axis"]] = case["sizes"]["n"]
    return np.tile(x, counts)


def counted(case):
    shape = shape_of(case)
    return np.indices(shape)[case["axis"]].astype(np.int64)


def shape_of(case):
    return [case["sizes"][f"shape.{axis}"] for axis in range(case["shape_rank"])]


def elementwise(function):
    return lambda operands, case: function(*operands)


REFERENCE = {
    "add": elementwise(np.add),
    "subtract": elementwise(np.subtract),
    "multiply": elementwise(np.multiply),
    "divide": elementwise(lambda x, y: x / y if x.dtype.kind == "f" else np.floor_divide(x, y)),
    "remainder": elementwise(np.remainder),
    "negate": elementwise(np.negative),
    "minimum": elementwise(lesser),
    "maximum": elementwise(greater),
    "pow": elementwise(precisely(np.power)),
    "abs": elementwise(np.abs),
    "exp": elementwise(precisely(np.exp)),
    "log": elementwise(precisely(np.log)),
    "sqrt": elementwise(np.sqrt),
    "rsqrt": elementwise(lambda x: x.dtype.type(1) / np.sqrt(x)),
    "sin": elementwise(precisely(np.sin)),
    "cos": elementwise(precisely(np.cos)),
    "tanh": elementwise(precisely(np.tanh)),
    "sigmoid": elementwise(lambda x: x.dtype.type(1) / (x.dtype.type(1) + precisely(np.exp)(-x))),
    "equal": elementwise(np.equal),
    "not_equal": elementwise(np.not_equal),
    "less": elementwise(np.less),
    "less_equal": elementwise(np.less_equal),
    "greater": elementwise(np.greater),
    "greater_equal": elementwise(np.greater_equal),
    "and": elementwise(np.logical_and),
    "or": elementwise(np.logical_or),
    "not": elementwise(np.logical_not),
    "select": elementwise(np.where),
    "cast": lambda operands, case: operands[0].astype(DTYPES[case["element_type"]]),
    "matmul": lambda operands, case: total(products(*operands), -2),
    "iota": lambda operands, case: counted(case),
    "full": lambda operands, case: np.full(shape_of(case), operands[0]),
    "gather": lambda operands, case: np.take(operands[0], operands[1], case["axis"]),
    "slice": lambda operands, case: sliced(operands[0], operands[1:], case),
    "dynamic_slice": lambda operands, case: np.take(
        operands[0], int(operands[1]) + np.arange(case["sizes"]["size"]), case["axis"]
    ),
    "dynamic_update_slice": lambda operands, case: updated(*operands, case["axis"]),
    "reshape": lambda operands, case: np.reshape(operands[0], shape_of(case)),
    "transpose": lambda operands, case: np.transpose(operands[0], case["permutation"]),
    "broadcast": lambda operands, case: np.broadcast_to(operands[0], shape_of(case)),
    "concat": lambda operands, case: np.concatenate(operands, case["axis"]),
    "pad": lambda operands, case: padded(*operands, case),
    "repeat": lambda operands, case: np.repeat(operands[0], case["sizes"]["n"], case["axis"]),
    "tile": lambda operands, case: tiled(operands[0], case),
    "sum": lambda operands, case: total(operands[0], case["axis"], case["flag"]),
    "max": lambda operands, case: greatest(operands[0], case["axis"], case["flag"]),
    "min": lambda operands, case: least(operands[0], case["axis"], case["flag"]),
    "argmax": lambda operands, case: np.argmax(operands[0], case["axis"]).astype(np.int64),
    "cumsum": lambda operands, case: np.delete(running_sum(operands[0], case["axis"]), 0, case["axis"]),
    "softmax": lambda operands, case: softmax(operands[0], case["axis"]),
}


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


def has_no_value(name, operands, case):
    """Whether the operation is an error at these operands: an integer overflows on the way, or a cast has no value."""
    if name == "cast" and case["element_type"] in ("i32", "i64"):
        bound = 2.0 ** (31 if case["element_type"] == "i32" else 63)
        x = operands[0]
        if x.dtype.kind == "f":
            return not np.all((x >= -bound) & (x < bound))
        return case["element_type"] == "i32" and bool(np.any((x < -(2**31)) | (x >= 2**31)))
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
    if has_no_value(name, operands, case):
        return None if "error" in case else "is an error in NumPy's integers, but has a result"
    if "error" in case:
        return f"is an error: {case['error']}"
    actual = tensor(case["result"])
    expected = np.asarray(REFERENCE[name](operands, case))
    if actual.dtype != expected.dtype or actual.shape != expected.shape:
        return f"is {actual.dtype}{actual.shape}, NumPy has {expected.dtype}{expected.shape}"
    wrong = ~np.asarray(agree(actual, np.ascontiguousarray(expected).reshape(expected.shape), TOLERANCE.get(name, 0)), bool)
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
    problems = [f"{name} has no NumPy counterpart" for name in manifest["operations"] if name not in REFERENCE]
    problems += [f"{name} is no operation" for name in REFERENCE if name not in manifest["operations"]]
    compared = {name: 0 for name in REFERENCE}
    with np.errstate(all="ignore"):
        for case in manifest["cases"]:
            if case["operation"] not in REFERENCE:
                continue
            found = problem(case, elements)
            compared[case["operation"]] += "error" not in case
            if found:
                attributes = {k: v for k, v in case.items() if k not in ("operands", "result", "error")}
                problems.append(f"{attributes} {found}")
    problems += [f"{name} was never compared" for name, count in compared.items() if count == 0]
    for line in problems[:20]:
        print(line)
    print(f"{len(manifest['cases'])} cases, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
