"""Which operands every operation of the language accepts, written from its definition (design section 4).

Where NumPy is as strict as the language, NumPy decides. It clamps, wraps and stretches where the language does not, and
there the condition is written out. An extent of 0 is an extent like another: a condition on each element or index holds
where there is none, and a result may be empty."""

import numpy as np

from numpy_operations import DTYPES, REFERENCE, shape_of


def numpy_takes(function):
    """Accepted where NumPy has no error; for an operation of which NumPy is as strict as the language."""

    def accepts(operands, case):
        try:
            function(operands, case)
        except (ValueError, IndexError):
            return False
        return True

    return accepts


def everything(operands, case):
    return True


def of_one_shape(operands, case):
    """NumPy would stretch an extent of 1; here only `broadcast` does, before the operation."""
    return all(operand.shape == operands[0].shape for operand in operands)


def divides(operands, case):
    """A float tensor's divisor follows IEEE 754; an integer or scalar divisor is not zero, nor is it -0."""
    must_not_be_zero = operands[1].dtype.kind == "i" or case["scalar_divisor"]
    return of_one_shape(operands, case) and not (must_not_be_zero and np.any(operands[1] == 0))


def casts(operands, case):
    """A number is not cast to bool, even if there is none. To an integer, every element has to be in the type's range.
    Section 4 leaves open whether a fraction may reach beyond it: above the greatest it may, below the least not."""
    x = operands[0]
    if case["element_type"] == "bool":
        return x.dtype.kind == "b"
    if case["element_type"] not in ("i32", "i64") or x.dtype.kind == "b":
        return True
    limits = np.iinfo(DTYPES[case["element_type"]])
    # Python compares an integer and a float as the numbers that they are; nothing is true of NaN.
    return all(limits.min <= value < limits.max + 1 for value in x.ravel().tolist())


def in_range(index, extent):
    """Indices never wrap and are never clamped."""
    return bool(np.all((index >= 0) & (index < extent)))


def lies_inside(at, size, extent):
    return 0 <= int(at) and int(at) + size <= extent


def takes_slices(operands, case):
    x, positions = operands[0], iter(operands[1:])
    for axis, kind in enumerate(case["slices"]):
        if kind == "index" and not in_range(next(positions), x.shape[axis]):
            return False
        if kind == "range":
            start, stop = case["sizes"][f"start.{axis}"], case["sizes"][f"stop.{axis}"]
            if not 0 <= start <= stop <= x.shape[axis]:
                return False
    return True


def takes_slice_at(operands, case):
    size = case["sizes"]["size"]
    return size >= 0 and lies_inside(operands[1], size, operands[0].shape[case["axis"]])


def takes_update(operands, case):
    x, update, at = operands
    axis = case["axis"]
    others_agree = np.delete(x.shape, axis).tolist() == np.delete(update.shape, axis).tolist()
    return others_agree and lies_inside(at, update.shape[axis], x.shape[axis])


def stretches(operands, case):
    """Right-aligned; a stretched axis has extent exactly 1. Which axes are stretched is part of the program, so another
    one is not, even where its extent is 1."""
    x, shape = operands[0], shape_of(case)
    kept = shape[len(shape) - x.ndim :]
    fits = all(
        extent == (1 if stretched else target) for extent, target, stretched in zip(x.shape, kept, case["stretched"])
    )
    return fits and all(extent >= 0 for extent in shape)


inner_agrees = numpy_takes(lambda operands, case: np.matmul(*operands))


def multiplies(operands, case):
    """NumPy would stretch the leading axes."""
    return operands[0].shape[:-2] == operands[1].shape[:-2] and inner_agrees(operands, case)


def has_an_element(operands, case):
    return operands[0].shape[case["axis"]] >= 1


# In NumPy an extent of -1 stands for what is left; here it is negative.
has_as_many_elements = numpy_takes(REFERENCE["reshape"])

ACCEPTS = {
    **{name: of_one_shape for name in ("add", "subtract", "multiply", "minimum", "maximum", "pow", "select")},
    **{name: of_one_shape for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")},
    **{name: of_one_shape for name in ("and", "or")},
    **{name: everything for name in ("not", "negate", "abs", "exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh")},
    **{name: everything for name in ("sigmoid", "transpose", "sum", "cumsum", "softmax")},
    "divide": divides,
    "remainder": divides,
    "cast": casts,
    "matmul": multiplies,
    "iota": numpy_takes(REFERENCE["iota"]),
    "full": numpy_takes(REFERENCE["full"]),
    "gather": lambda operands, case: in_range(operands[1], operands[0].shape[case["axis"]]),
    "slice": takes_slices,
    "dynamic_slice": takes_slice_at,
    "dynamic_update_slice": takes_update,
    "reshape": lambda operands, case: min(shape_of(case), default=0) >= 0 and has_as_many_elements(operands, case),
    "broadcast": stretches,
    "concat": numpy_takes(REFERENCE["concat"]),
    "pad": numpy_takes(REFERENCE["pad"]),
    # An axis is repeated at least once: a size is at least 1.
    "repeat": lambda operands, case: case["sizes"]["n"] >= 1,
    "tile": lambda operands, case: case["sizes"]["n"] >= 1,
    # Over an empty axis a float's greatest and least element is an infinity; no integer is.
    "max": lambda operands, case: operands[0].dtype.kind == "f" or has_an_element(operands, case),
    "min": lambda operands, case: operands[0].dtype.kind == "f" or has_an_element(operands, case),
    "argmax": has_an_element,
}


def accepts(operation, case, operands):
    """Whether the definition accepts the operands, which are of the operation's ranks and element types."""
    return bool(ACCEPTS[operation](operands, case))
