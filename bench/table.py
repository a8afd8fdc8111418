#!/usr/bin/python3
"""Prints the table of a run: reads Google Benchmark's JSON from standard input. tools/bench calls it."""

import json
import re
import sys

AIMS = {"bandwidth": 0.85, "numpy": 1.0, "cache": 1.5, "token": 1000.0}


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


def main():
    report = json.load(sys.stdin)
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


if __name__ == "__main__":
    main()
