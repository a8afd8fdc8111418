#!/usr/bin/python3
"""Weights without a file: `patterned_weight` fills a NumPy array from a weight's name, bit for bit as
`kina generate --weights pattern` does. The formula is in impl/weights.hpp.

Usage: tools/patterned_weights.py [--directory DIRECTORY] NAME:TYPE[EXTENT,...] ...

Writes NAME.npy for each weight: `tools/patterned_weights.py 'embed:f32[8,4]' 'scale:f32[]'`."""

import argparse
import pathlib
import re
import sys

import numpy as np

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "bool": np.bool_}
WORD = 0xFFFFFFFF


def fnv1a(name):
    """The 32-bit FNV-1a hash of the name's UTF-8 bytes."""
    value = 0x811C9DC5
    for byte in name.encode("utf-8"):
        value = ((value ^ byte) * 0x01000193) & WORD
    return value


def mix(values):
    """The finalizer of MurmurHash3, on an array of 32-bit words held as uint64."""
    values = ((values ^ (values >> 16)) * 0x85EBCA6B) & WORD
    values = ((values ^ (values >> 13)) * 0xC2B2AE35) & WORD
    return values ^ (values >> 16)


def patterned_weight(name, dtype, shape):
    """The patterned weight of this name, as an array of this dtype and shape."""
    dtype = np.dtype(dtype)
    steps = np.arange(int(np.prod(shape, dtype=np.int64)), dtype=np.uint64)
    hashes = mix((fnv1a(name) + steps * 0x9E3779B9) & WORD).astype(np.int64)
    if dtype.kind == "f" and len(shape) == 0:
        values = (1024 + hashes % 3073) / 4096
    elif dtype.kind == "f":
        values = (2 * (hashes >> 20) + 1 - 4096) / 8192
    elif dtype.kind == "i":
        values = hashes % 4
    else:
        values = hashes >= 2**31
    return values.astype(dtype).reshape(shape)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="+", metavar="NAME:TYPE[EXTENT,...]")
    parser.add_argument("--directory", type=pathlib.Path, default=pathlib.Path("."), help="where the files go")
    arguments = parser.parse_args()
    for weight in arguments.weights:
        match = re.fullmatch(r"(\w+):(f32|f64|i32|i64|bool)\[([\d, ]*)\]", weight)
        if not match:
            parser.error(f"not a weight: {weight}")
        shape = tuple(int(extent) for extent in match[3].split(",") if extent.strip())
        np.save(arguments.directory / f"{match[1]}.npy", patterned_weight(match[1], DTYPES[match[2]], shape))
    return 0


if __name__ == "__main__":
    sys.exit(main())
