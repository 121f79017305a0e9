#!/usr/bin/env python3
"""Statements a second, graphbook beside the sqlite3 shell in the same run: inserts, and updates by key, through standard
input. Start-up is taken off by a run of the declarations alone. The rounds alternate; the medians are compared.

    swift build -c release
    python3 Benchmarks/statements/compare.py .build/release/graphbook
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

COUNT = int(os.environ.get("N", "100000"))
ROUNDS = int(os.environ.get("RUNS", "5"))
KEYS = 1000


def scripts():
    """For each program and task: what is declared, and the statements that are counted."""
    entity = ["entity Item { id: Integer64; name: String; age: Integer64 }"]
    table = ["CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, age INTEGER);"]
    rows = range(COUNT)
    inserts = [f'Item(id: {i}, name: "name{i}", age: {i % 50})' for i in rows]
    made = entity + [f'for i in 1...{KEYS} {{ Item(id: i, name: "n", age: 1) }}']
    updates = [f"Item#{i % KEYS + 1}.age = {(i + i // KEYS) % 50}" for i in rows]
    return {
        "insert": {
            **variants(entity, inserts),
            "sqlite3": (
                table,
                ["BEGIN;"] + [f"INSERT INTO t VALUES({i},'name{i}',{i % 50});" for i in rows] + ["COMMIT;"],
            ),
        },
        "update by key": {
            **variants(made, updates),
            "sqlite3": (
                table + ["BEGIN;"] + [f"INSERT INTO t VALUES({i},'n',1);" for i in range(KEYS)] + ["COMMIT;"],
                ["BEGIN;"]
                + [f"UPDATE t SET age={(i + i // KEYS) % 50} WHERE id={i % KEYS};" for i in rows]
                + ["COMMIT;"],
            ),
        },
    }


def variants(declared, statements):
    """Told and quiet (the sqlite3 shell says nothing of a row), and each as one step of undo (as its BEGIN makes one)."""
    group = ['begin "all"'] + statements + ["end"]
    return {
        "graphbook": (declared, statements),
        "graphbook, in a group": (declared, group),
        "graphbook, quiet": (declared, statements),
        "graphbook, quiet, in a group": (declared, group),
    }


def seconds(command, path):
    start = time.perf_counter()
    with open(path) as file:
        subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main():
    graphbook = sys.argv[1]
    shell = ["sqlite3", ":memory:"]
    with tempfile.TemporaryDirectory() as folder:
        for task, programs in scripts().items():
            files = {}
            for number, (name, (declared, statements)) in enumerate(programs.items()):
                files[name] = []
                for kind, lines in (("all", declared + statements), ("start", declared)):
                    path = os.path.join(folder, f"{number}.{kind}")
                    with open(path, "w") as file:
                        file.write("\n".join(lines) + "\n")
                    files[name].append(path)
            times = {name: [] for name in programs}
            for _ in range(ROUNDS):
                for name, (path, start) in files.items():
                    quiet = ["--quiet"] if "quiet" in name else []
                    command = shell if name == "sqlite3" else [graphbook, "run", *quiet, "-"]
                    times[name].append(seconds(command, path) - seconds(command, start))
            base = statistics.median(times["sqlite3"])
            for name, taken in times.items():
                median = statistics.median(taken)
                print(f"{task:14} {name:28} {COUNT / median:10,.0f} a second  {median / base:5.2f} of sqlite3's time")


if __name__ == "__main__":
    main()
