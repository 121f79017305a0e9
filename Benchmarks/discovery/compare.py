#!/usr/bin/env python3
"""Runs our discovery and Desbordante's on the same tables in turn, and prints the ratios.

    pip install desbordante            (in a virtual environment of its own)
    python compare.py --program .build/release/discovery --rounds 5 tables/*.csv

In each round every algorithm runs once, in a process of its own, without loading. The peer is the best of Desbordante's
algorithms on that table that find as many as ours, by the median over rounds, on one thread; algorithms that take longer
than --limit seconds, loading included, are left out after one run. Those that find another number are named: HyFD of
Desbordante 2.5 is wrong on some wide tables, FdMine does not minimise.
"""
import argparse, json, os, statistics, subprocess, sys

FD = ["HyFD", "FDep", "DFD", "FastFDs", "FUN", "Depminer", "FdMine", "Pyro"]
UCC = ["HPIValid", "HyUCC", "PyroUCC"]

CHILD = """
import sys, time, json, desbordante as d
kind, name, path = sys.argv[1:4]
algorithm = getattr(d.fd.algorithms if kind == "fds" else d.ucc.algorithms, name)()
algorithm.load_data(table=(path, ",", True))
options = {}
if "threads" in algorithm.get_possible_options(): options["threads"] = 1
start = time.perf_counter()
algorithm.execute(**options)
taken = time.perf_counter() - start
print(json.dumps({"time": taken, "count": len(algorithm.get_fds() if kind == "fds" else algorithm.get_uccs())}))
"""

def peer(kind, name, path, limit):
    try:
        run = subprocess.run([sys.executable, "-c", CHILD, kind, name, path], capture_output=True, text=True, timeout=limit)
        return json.loads(run.stdout) if run.returncode == 0 else None
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None

def ours(kind, program, path):
    run = subprocess.run([program, path, kind, "1"], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    return {"time": found["times"][0], "count": found["count"]}

parser = argparse.ArgumentParser()
parser.add_argument("--program", default=".build/release/discovery")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--limit", type=float, default=20)
parser.add_argument("tables", nargs="+")
arguments = parser.parse_args()
print(f"{'table':14} {'':5} {'ours ms':>9} {'peer ms':>9} {'ratio':>6}  best peer   found")
for path in arguments.tables:
    for kind, names in (("fds", FD), ("uccs", UCC)):
        mine, peers, alive = [], {}, list(names)
        for _ in range(arguments.rounds):
            mine.append(ours(kind, arguments.program, path))
            for name in list(alive):
                found = peer(kind, name, path, arguments.limit)
                if found is None:
                    alive.remove(name)
                else:
                    peers.setdefault(name, []).append(found)
        ratios = {}
        complete = {n: p for n, p in peers.items() if len(p) == arguments.rounds and p[0]["count"] == mine[0]["count"]}
        wrong = [n for n, p in peers.items() if p[0]["count"] != mine[0]["count"]]
        if not complete:
            print(f"{os.path.basename(path):14} {kind:5} no peer found {mine[0]['count']} within the limit")
            continue
        best = min(complete, key=lambda n: statistics.median(x["time"] for x in complete[n]))
        ratio = statistics.median(m["time"] / p["time"] for m, p in zip(mine, complete[best]))
        print(f"{os.path.basename(path):14} {kind:5} {1e3*statistics.median(m['time'] for m in mine):9.2f} "
              f"{1e3*statistics.median(p['time'] for p in complete[best]):9.2f} {ratio:6.2f}  {best:10}  "
              f"{mine[0]['count']}" + (f"   other counts: {', '.join(wrong)}" if wrong else ""), flush=True)
