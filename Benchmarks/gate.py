"""Counts the instructions of fixed small works, and compares them with the recorded ones.

    python3 Benchmarks/gate.py PROGRAM [--start PROGRAM] [--record]

PROGRAM is GateWorks, whose functions `gate…` valgrind's callgrind counts one by one; `--start` names graphbook,
whose start is counted as a whole. A work that takes over 3 % more than Benchmarks/gate.json says fails the gate; one that
takes 3 % less asks to be recorded, in the commit that made it faster. Counts depend on the compiler and the processor's
kind, not on how busy the machine is: with others than those of the record nothing can be compared, and the gate says so.
"""

import argparse
import glob
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

RECORD = pathlib.Path(__file__).with_name("gate.json")
TOLERANCE = 0.03
# The runtime's tables of generic types and conformances, whose slots follow from addresses: another function anywhere in the
# program moves them, and a lookup that collides takes twice as long.
LAYOUT = re.compile(r"fn=.*(ConcurrentReadableHashMap|MetadataCacheKey::operator==)")


def callgrind(arguments, folder, *options, **variables):
    out = f"{folder}/out"
    environment = {
        **os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "GRAPHBOOK_COURSES": folder, "HOME": folder, **variables}
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *options, *arguments],
        env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{arguments[0]} fails under valgrind:\n{result.stdout}{result.stderr}")
    return result.stderr


def demangled(symbol):
    text = subprocess.run(["swift", "demangle", "-compact", symbol], capture_output=True, text=True).stdout
    return re.search(r"(gate\w+)\(", text).group(1)


def spent_by_layout(path):
    """The instructions of lookups in those tables, of a dump without compressed names."""
    spent, is_lookup, is_call = 0, False, False
    with open(path, errors="replace") as file:
        for line in file:
            if line.startswith("fn="):
                is_lookup = LAYOUT.match(line)
            elif line.startswith("calls="):
                is_call = True
                continue
            elif is_lookup and not is_call and line[0] in "+-*0123456789":
                spent += int(line.split()[1])
            is_call = False
    return spent


def counts(program, start):
    """The instructions of each work, by name."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        # A dump as each work begins holds what came before it: the end of the name is that of a throwing function.
        # Symbols are bound before: else the first call of a function would count in the work that makes it.
        options = ["--dump-before=*9GateWorks*gate*yyKF", "--compress-strings=no"]
        callgrind([program, folder], folder, *options, LD_BIND_NOW="1")
        name = None
        parts = sorted(glob.glob(f"{folder}/out.*"), key=lambda path: int(path.rsplit(".", 1)[1])) + [f"{folder}/out"]
        for path in parts:
            with open(path, errors="replace") as file:
                head = "".join(next(file, "") for _ in range(25))
            if name:
                found[name] = int(re.search(r"^summary: (\d+)", head, re.M).group(1)) - spent_by_layout(path)
            trigger = re.search(r"Trigger: --dump-before=(\S+)", head)
            name = trigger and demangled(trigger.group(1))
        if start:
            text = callgrind([start, "--version"], folder)
            found["start"] = int(re.search(r"Collected : (\d+)", text).group(1))
    return found


def circumstances():
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"Swift version (\S+)", swift)
    return f"Swift {version.group(1) if version else '?'}, {platform.machine()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--start")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("the gate is left out: valgrind is not installed")
        return 0
    now = counts(os.path.abspath(options.program), options.start and os.path.abspath(options.start))
    if not now:
        sys.exit("no work was counted: have the functions other names?")
    if options.record:
        RECORD.write_text(json.dumps({"with": circumstances(), "instructions": dict(sorted(now.items()))}, indent=2) + "\n")
        print(f"recorded {len(now)} works in {RECORD.name}")
        return 0
    record = json.loads(RECORD.read_text())
    if record["with"] != circumstances():
        print(f"the gate is left out: recorded with {record['with']}, and this is {circumstances()}")
        return 0
    slower, faster = [], []
    for name in sorted(set(now) | set(record["instructions"])):
        before, after = record["instructions"].get(name), now.get(name)
        if before is None or after is None:
            slower.append(name)
            print(f"✘ {name}: {'not recorded' if before is None else 'not counted any more'}")
            continue
        change = after / before - 1
        mark = "✘" if change > TOLERANCE else "!" if change < -TOLERANCE else " "
        print(f"{mark} {name:28} {after:>14,} {change:+7.1%}")
        if change > TOLERANCE:
            slower.append(name)
        elif change < -TOLERANCE:
            faster.append(name)
    if slower:
        print(f"slower than recorded: {', '.join(slower)}")
    if faster:
        print(f"faster than recorded: {', '.join(faster)}; record them in this commit: make bench-record")
    return 1 if slower or faster else 0


if __name__ == "__main__":
    sys.exit(main())
