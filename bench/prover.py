#!/usr/bin/python3
"""Times `kina prove` as a whole process, beside mlir-opt, and writes what was measured as JSON. tools/bench calls it.
Usage: bench/prover.py KINA RESULTS"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from generated_program import generated_program  # pylint: disable=wrong-import-position

BENCH = pathlib.Path(__file__).resolve().parent
PROGRAMS = BENCH.parent / "spec" / "programs"
STATIC = "storylm0_generate.kina"
MLIR_OPT = "mlir-opt-19"
LENGTHS = [10, 100, 1000, 2500, 5000, 10000]
# A short process is timed more often: its time is mostly that of starting it.
ROUNDS = {"programs": 21, "static": 21, "length": 3}


def seconds_of(command, cache):
    """The wall time of a process that has to succeed: what is not proved is not timed."""
    environment = {**os.environ, "KINA_CACHE": str(cache)}
    begin = time.perf_counter()
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False)
    seconds = time.perf_counter() - begin
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace")[-2000:]
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{said}")
    return seconds


class Bench:
    """Everything that is timed, and the caches that it is timed with."""

    def __init__(self, kina, folder):
        self.kina = kina
        self.folder = folder
        self.cases = []

    def add(self, key, command, cache):
        self.cases.append((key, command, cache))

    def add_prove(self, table, row, files):
        """The three ways: nothing remembered from before the run, nothing remembered at all, everything remembered."""
        warm = self.folder / f"{table}-{row}"
        prove = [self.kina, "prove", *files]
        seconds_of(prove, warm)
        self.add((table, row, "cold"), prove, None)
        self.add((table, row, "no cache"), [*prove, "--no-cache"], warm)
        self.add((table, row, "warm"), prove, warm)

    def run(self):
        """Each case once in each round, in random order, so that a machine that is slow for a while is slow for all."""
        times = {key: [] for key, *_ in self.cases}
        for turn in range(max(ROUNDS.values())):
            cases = [case for case in self.cases if turn < ROUNDS[case[0][0]]]
            for key, command, cache in random.sample(cases, len(cases)):
                empty = self.folder / "empty"
                times[key].append(seconds_of(command, cache or empty))
                shutil.rmtree(empty, ignore_errors=True)
        return times


def add_all(bench):
    bench.add_prove("programs", "all", sorted(PROGRAMS.glob("*.kina")))
    for length in LENGTHS:
        file = bench.folder / f"generated_{length}.kina"
        file.write_text(generated_program(length), encoding="utf-8")
        bench.add_prove("length", length, [file])
    nothing = bench.folder / "nothing.kina"
    nothing.write_text("", encoding="utf-8")
    for row, file in {STATIC: PROGRAMS / STATIC, "nothing": nothing}.items():
        bench.add_prove("static", row, [file])
    if not shutil.which(MLIR_OPT):
        return
    for row, file in {STATIC: BENCH / "storylm0_static.mlir", "nothing": nothing}.items():
        command = [MLIR_OPT, file, "-o", os.devnull]
        seconds_of(command, bench.folder)
        bench.add(("static", row, MLIR_OPT), command, bench.folder)


def main():
    kina, results = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(kina, pathlib.Path(folder))
        add_all(bench)
        times = bench.run()
    report = [{"table": table, "row": row, "way": way, "seconds": seconds}
              for (table, row, way), seconds in times.items()]
    pathlib.Path(results).write_text(json.dumps(report, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
