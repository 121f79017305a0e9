"""Inserts, updates and deletes rows by one batch request each, and by prepared statements of SQLite, in turn.

    python3 Benchmarks/batch/compare.py Benchmarks/.build/release/batch [ROWS] [ROUNDS]
"""
import os
import statistics
import subprocess
import sys
import tempfile

program = sys.argv[1]
rows = sys.argv[2] if len(sys.argv) > 2 else "100000"
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5


def run(*arguments):
    lines = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(seconds) for name, seconds in map(str.split, lines)}


with tempfile.TemporaryDirectory() as folder:
    peer = os.path.join(folder, "rows")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rows.c")
    subprocess.run(["cc", "-O2", "-o", peer, source, "-lsqlite3"], check=True)
    pairs = [(run(program, rows), run(peer, rows)) for _ in range(rounds)]
    for name in ("insert", "update", "delete"):
        ratios = [theirs[name] / ours[name] for ours, theirs in pairs]
        ours, theirs = (statistics.median(pair[place][name] for pair in pairs) for place in (0, 1))
        print(f"{name}: {1000 * ours:.1f} ms, SQLite {1000 * theirs:.1f} ms; "
              f"{statistics.median(ratios):.1f} times as fast ({min(ratios):.1f} to {max(ratios):.1f})")
