#!/usr/bin/python3
"""The decode step of spec/programs/decode.kina in NumPy, timed from outside: each line of standard input is a command,
and each is answered by one line.

    describe                                     NumPy's version and the library of its matrix products
    start VARIANT H Dh V POSITIONS CAPACITY      a cache of POSITIONS with room for CAPACITY
    step                                         one step; its seconds
    logits                                       a line, and then the logits of the last step as raw f32

It reads and writes the layouts of the program: K as [H, Dh, capacity], V as [H, capacity, Dh]; a step writes the new
position and looks at the cache through views. Nothing is copied and no array is converted in a step."""

import functools
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

try:
    import numpy as np
    from patterned_weights import patterned_weight
except ImportError as error:
    for _ in sys.stdin:
        print(f"skipped: {error}", flush=True)
    sys.exit(0)


def describe():
    """NumPy's version, and the library that its matrix products come from as it is loaded."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        loaded = {pathlib.Path(line.split()[-1]).name for line in maps if "blas" in line or "mkl_rt" in line}
    names = sorted(name for name in loaded if "lapack" not in name) or ["none that is known"]
    return f"NumPy {np.__version__}, matrix products by {', '.join(names)}"


@functools.cache
def weights_of(heads, extent, classes):
    """The model's weights by name, as bench/decode_model.cpp makes them."""
    width = heads * extent
    shapes = {"embed": (classes, width), "wq": (width, width), "wk": (width, width), "wv": (width, width),
              "wo": (width, width), "lm_head": (width, classes)}
    return {name: patterned_weight(name, np.float32, shape) for name, shape in shapes.items()}


@functools.cache
def pattern(name, *shape):
    """A patterned cache; it is made once, for it takes longer than what is timed."""
    return patterned_weight(name, np.float32, shape)


class Decoder:
    """A cache, and steps that extend it."""

    def __init__(self, heads, extent, classes, positions, capacity):
        self.heads, self.extent, self.classes = heads, extent, classes
        self.weights = weights_of(heads, extent, classes)
        self.scale = np.float32(1) / np.sqrt(np.float32(extent))
        self.length = max(positions - 1, 0)
        self.keys = np.zeros((heads, extent, capacity), np.float32)
        self.values = np.zeros((heads, capacity, extent), np.float32)
        self.scores = np.empty((heads, 1, capacity), np.float32)
        self.result = np.empty(classes, np.float32)
        self.keys[:, :, :self.length] = pattern("k_past", heads, extent, self.length)
        self.values[:, :self.length] = pattern("v_past", heads, self.length, extent)
        if positions > 0:
            self.step()

    def product(self, row, matrix, out=None):
        """row[D] @ matrix[D, N]"""
        return np.dot(row, matrix, out=out)

    def attend(self, query, keys, values):
        """softmax(query[H, 1, Dh] @ keys[H, Dh, S] * scale) @ values[H, S, Dh]"""
        scores = self.scores_of(query, keys)
        scores *= self.scale
        scores -= scores.max(axis=2, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=2, keepdims=True)
        return self.weighted(scores, values)

    def scores_of(self, query, keys):
        return np.matmul(query, keys)

    def weighted(self, scores, values):
        return np.matmul(scores, values)

    def step(self):
        heads, extent, length, w = self.heads, self.extent, self.length, self.weights
        x = w["embed"][(3 + 7 * length) % self.classes]
        query = self.product(x, w["wq"]).reshape(heads, 1, extent)
        self.keys[:, :, length] = self.product(x, w["wk"]).reshape(heads, extent)
        self.values[:, length] = self.product(x, w["wv"]).reshape(heads, extent)
        length += 1
        merged = self.attend(query, self.keys[:, :, :length], self.values[:, :length]).reshape(-1)
        self.product(x + self.product(merged, w["wo"]), w["lm_head"], out=self.result)
        self.length = length


class EinsumDecoder(Decoder):
    """The same by einsum, whose own loops are ahead of some libraries of matrix products where one row is multiplied."""

    def product(self, row, matrix, out=None):
        return np.einsum("i,ij->j", row, matrix, out=out)

    def scores_of(self, query, keys):
        return np.einsum("hqd,hds->hqs", query, keys)

    def weighted(self, scores, values):
        return np.einsum("hqs,hsd->hqd", scores, values)


VARIANTS = {"matmul": Decoder, "einsum": EinsumDecoder}


def main():
    decoder = None
    for line in sys.stdin:
        command, *arguments = line.split()
        if command == "describe":
            print(describe(), flush=True)
        elif command == "start":
            decoder = None
            decoder = VARIANTS[arguments[0]](*map(int, arguments[1:]))
            print("started", flush=True)
        elif command == "step":
            begin = time.perf_counter()
            decoder.step()
            print(f"{time.perf_counter() - begin:.9f}", flush=True)
        elif command == "logits":
            print("logits", flush=True)
            sys.stdout.buffer.write(decoder.result.tobytes())
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
