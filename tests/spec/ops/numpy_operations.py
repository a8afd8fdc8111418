"""The result of every operation of the language in NumPy, written from its definition (design section 4)."""

import numpy as np

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "bool": np.bool_}


def precisely(function):
    """Computed in long double and rounded once, so that only the evaluator's error counts."""
    return lambda *operands: function(*(x.astype(np.longdouble) for x in operands)).astype(operands[0].dtype)


def powers(x, y):
    """Of an infinity they are exact in any precision. In long double the C library (glibc 2.36) has ∞ for −∞ to the
    power of −2^63, which is 0."""
    return np.where(np.isinf(x), np.power(x, y), precisely(np.power)(x, y))


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
    "pow": elementwise(powers),
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
