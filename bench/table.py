#!/usr/bin/python3
"""Prints the tables of a run: of Google Benchmark's JSON, and of that which prover.py writes. tools/bench calls it.
Usage: bench/table.py RESULTS PROVER_RESULTS"""

import json
import math
import re
import statistics
import sys

AIMS = {"bandwidth": 0.85, "numpy": 1.0, "cache": 1.5, "token": 1000.0, "cold": 5.0, "warm": 0.2, "doubling": 2.2,
        "mlir": 1.0}
# The ways to prove, as prover.py names them, and what is aimed at for the specified programs.
WAYS = {"cold": ("cold", "under 5,000"), "no cache": ("cold", "under 5,000"), "warm": ("warm", "under 200")}
MLIR_OPT = "mlir-opt-19"


def medians_of(report):
    """The median time of each benchmark in nanoseconds, and its counters: {(name, arguments): {...}}."""
    nanoseconds = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    rows = {}
    for row in report["benchmarks"]:
        if row.get("error_occurred"):
            sys.exit(f"{row['name']}: {row['error_message']}")
        if row.get("aggregate_name") != "median":
            continue
        name, *arguments = row["run_name"].split("/")
        key = tuple(int(argument.split(":")[1]) for argument in arguments if re.fullmatch(r"\w+:\d+", argument))
        files = [argument for argument in arguments if argument.endswith(".kina")]
        rows[name, key or tuple(files)] = {**row, "time": row["real_time"] * nanoseconds[row["time_unit"]]}
    # They were run in random order.
    return dict(sorted(rows.items()))


def print_table(head, rows):
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, ["-" * (width - 1) + ":" for width in widths], *rows]:
        print("| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths)) + " |")
    print()


def verdict(value, aim, is_met):
    return f"{value} ({'met' if is_met else 'missed'}: {aim})"


def print_seed(rows):
    print("Nanoseconds a token at the seed's sizes (B 1, H 2, Dh 2, D 4, V 8), through the host loop:\n")
    table = []
    for (name, arguments), row in rows.items():
        if name != "eigen_token":
            continue
        eigen, reference = row["time"], rows["reference_token", arguments]["time"]
        table.append([arguments[0], f"{reference:,.0f}",
                      verdict(f"{eigen:,.0f}", "under 1,000", eigen < AIMS["token"]), f"{reference / eigen:.0f}"])
    print_table(["program", "reference", "Eigen", "ratio"], table)


def print_decode(rows):
    print("One decode step at the larger sizes, tokens a second. The bound reads every weight and the cache once, at the\n"
          "bandwidth of a buffer of as many bytes.\n")
    table = []
    for (name, key), row in rows.items():
        if name != "eigen":
            continue
        per_second = {other: 1e9 / rows[other, key]["time"] for other in
                      ("eigen", "plain_loop", "numpy_matmul", "numpy_einsum", "read") if (other, key) in rows}
        eigen, bound = per_second["eigen"], per_second["read"]
        numpy = [per_second[other] for other in ("numpy_matmul", "numpy_einsum") if other in per_second]
        shown = [f"{per_second[other]:,.0f}" if other in per_second else "skipped" for other in
                 ("plain_loop", "numpy_matmul", "numpy_einsum")]
        share = eigen / bound
        ahead = eigen / max(numpy) if numpy else None
        table.append([*(f"{extent:,}" for extent in key), f"{row['bytes'] / 1e6:,.0f}",
                      f"{row['bytes'] * bound / 1e9:.1f}", f"{bound:,.0f}", f"{eigen:,.0f}", *shown,
                      verdict(f"{share:.2f}", "0.85", share >= AIMS["bandwidth"]),
                      verdict(f"{ahead:.2f}", "1", ahead >= AIMS["numpy"]) if ahead else "skipped"])
    print_table(["H", "Dh", "V", "S", "MB a step", "GB/s", "bound", "Eigen", "plain loop", "NumPy matmul",
                 "NumPy einsum", "Eigen / bound", "Eigen / best NumPy"], table)


def print_cache(rows):
    print("What a full cache costs: the time that a step takes longer at S 16,384 than at 0, beside the time that it takes\n"
          "to read the cache.\n")
    table = []
    for (name, key), row in rows.items():
        if name != "eigen" or key[3] != 16384:
            continue
        empty = (*key[:3], 0)
        step = row["time"] - rows["eigen", empty]["time"]
        read = rows["read", key]["time"] * (1 - rows["read", empty]["bytes"] / rows["read", key]["bytes"])
        table.append([*(f"{extent:,}" for extent in key), f"{step / 1e6:.2f} ms", f"{read / 1e6:.2f} ms",
                      verdict(f"{step / read:.2f}", "within 1.5", step / read <= AIMS["cache"])])
    print_table(["H", "Dh", "V", "S", "step", "reading", "ratio"], table)


def milliseconds(seconds):
    return f"{seconds * 1e3:,.0f}"


def print_programs(times):
    runs = times["programs", "all", "warm"]
    print(f"`kina prove` of all specified programs, milliseconds of the whole process: the median and the least of"
          f" {len(runs)}.\n")
    table = []
    for way, (aim, words) in WAYS.items():
        seconds = times["programs", "all", way]
        median = statistics.median(seconds)
        table.append([way, verdict(milliseconds(median), words, median < AIMS[aim]), milliseconds(min(seconds))])
    print_table(["remembered", "median", "least"], table)


def print_lengths(times):
    lengths = sorted({row for table, row, _ in times if table == "length"})
    runs = times["length", lengths[0], "warm"]
    print(f"`kina prove` of a function of N statements, milliseconds: the median and the least of {len(runs)}. Growth is how"
          " many times\nas long twice the statements take, by the least, from the row above.\n")
    table = []
    for last, length in zip([None, *lengths], lengths):
        cells = [f"{length:,}"]
        growths = []
        for way in WAYS:
            seconds = times["length", length, way]
            cells += [milliseconds(statistics.median(seconds)), milliseconds(min(seconds))]
            if last is None:
                growths.append("")
                continue
            doublings = math.log2(length / last)
            growth = (min(seconds) / min(times["length", last, way])) ** (1 / doublings)
            growths.append(verdict(f"{growth:.2f}", "2.2", growth <= AIMS["doubling"]))
        table.append(cells + growths)
    print_table(["N", *(cell for way in WAYS for cell in (way, "least")), *(f"{way}, growth" for way in WAYS)], table)


def print_static(times):
    runs = times["static", "nothing", "warm"]
    print(f"The static StoryLM-0 functions, and a file with nothing in it, milliseconds: medians of {len(runs)}."
          f" {MLIR_OPT} verifies a module\nof the same operations and proves nothing.\n")
    table = []
    for row in sorted({row for table, row, _ in times if table == "static"}, reverse=True):
        medians = {way: statistics.median(times["static", row, way]) for way in (*WAYS, MLIR_OPT)
                   if ("static", row, way) in times}
        cells = [row, *(milliseconds(medians[way]) for way in WAYS)]
        if MLIR_OPT in medians:
            ratio = medians["warm"] / medians[MLIR_OPT]
            cells += [milliseconds(medians[MLIR_OPT]), verdict(f"{ratio:.2f}", "1 or less", ratio <= AIMS["mlir"])]
        else:
            cells += [f"skipped: {MLIR_OPT} is not installed", "skipped"]
        table.append(cells)
    print_table(["file", *WAYS, MLIR_OPT, f"warm / {MLIR_OPT}"], table)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    decode_path, prover_path = sys.argv[1:]
    report = load(decode_path)
    rows = medians_of(report)
    context = report["context"]
    with open("/proc/cpuinfo", encoding="utf-8") as cpus:
        models = re.findall(r"model name\s*: (.*)", cpus.read())
    caches = ", ".join(f"L{cache['level']} {cache['size'] // 1024:,} KiB" for cache in context["caches"]
                       if cache["type"] != "Instruction")
    print(f"{context['num_cpus']} cores of {models[0] if models else 'an unknown processor'}; {caches}. One core is used,"
          f" by everybody.\n{context['numpy']}.")
    memory = [f"{row['bandwidth'] / 1e9:.1f} GB/s by {key[0]} {'core' if key[0] == 1 else 'cores'}"
              for (name, key), row in rows.items() if name == "read_memory"]
    print(f"Memory beyond all caches is read at {', '.join(memory)}. Times are medians of"
          f" {max(row.get('repetitions', 0) for row in report['benchmarks'])} repetitions in random order.\n")
    print_seed(rows)
    print_decode(rows)
    print_cache(rows)
    times = {(case["table"], case["row"], case["way"]): case["seconds"] for case in load(prover_path)}
    print_programs(times)
    print_lengths(times)
    print_static(times)


if __name__ == "__main__":
    main()
