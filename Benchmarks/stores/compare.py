"""Reads and saves a store of Core Data with the library and with a C program, in turn.

    python3 Benchmarks/stores/compare.py .build/release/StoreBench [PLAYERS] [ROUNDS]
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

program = sys.argv[1]
players = sys.argv[2] if len(sys.argv) > 2 else "1000000"
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
here = os.path.dirname(os.path.abspath(__file__))


def run(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()


with tempfile.TemporaryDirectory() as folder:
    rows = os.path.join(folder, "rows")
    subprocess.run(["cc", "-O2", "-o", rows, os.path.join(here, "rows.c"), "-lsqlite3"], check=True)
    ratios = {"save": [], "read": []}
    for number in range(rounds):
        ours, theirs = os.path.join(folder, "ours.sqlite"), os.path.join(folder, "theirs.sqlite")
        for path in (ours, theirs):
            if os.path.exists(path):
                os.remove(path)
        run(program, "empty", ours)
        shutil.copy(ours, theirs)
        saves = float(run(program, "save", ours, players)[0]), float(run(rows, "save", theirs, players)[0])
        mine, other = run(program, "read", ours), run(rows, "read", ours)
        assert mine[1] == other[1] == players
        reads = float(mine[0]), float(other[0])
        for name, (a, b) in (("save", saves), ("read", reads)):
            ratios[name].append(a / b)
            print(f"{name}: {a:.2f} s, C {b:.2f} s, {a / b:.2f} times")
    for name, values in ratios.items():
        print(f"{name}: median {statistics.median(values):.2f} times the C program's")
