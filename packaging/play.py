#!/usr/bin/env python3
"""Plays a lesson to its end as someone who gets everything right: play.py <lesson.md> <the lesson's number> <command ...>

Prints what the program printed. The exit status is 1 if the lesson was not finished, or an answer was not right.
"""

import re
import subprocess
import sys


def blocks(text):
    """The fenced blocks with their kinds, and the headings as blocks of the kind `step`."""
    pattern = r"^```(\w+)[^\n]*\n(.*?)^```$|^## ([^\n]*)"
    for found in re.finditer(pattern, text, re.MULTILINE | re.DOTALL):
        yield ("step", found[3]) if found[3] else (found[1], found[2])


def typed(text, values=None):
    """The lines to type. Without values everything is skipped; they are those that skipping shows."""
    lines = []
    for kind, body in blocks(text):
        if kind == "step" and lines:
            lines.append("next")
        elif kind == "predict":
            choices = re.findall(r"^- \[(.)\]", body, re.MULTILINE)
            right = ", ".join(str(number) for number, mark in enumerate(choices, 1) if mark == "x")
            asked = re.search(r"^= (.*)$", body, re.MULTILINE)
            lines.append("skip" if values is None else right or values[asked[1]])
        elif kind == "solution":
            lines += ["skip"] if values is None else body.splitlines()
    return lines + ["next", "quit"]


def play(command, lines):
    done = subprocess.run(command, input="\n".join(lines) + "\n", text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def main(path, number, *command):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    learn = [*command, "learn", number]
    skipped = play([*learn, "--step", "1"], typed(text))
    values = dict(re.findall(r"^Skipped: (.*) is (.*)$", skipped, re.MULTILINE))
    output = play([*learn, "--step", "1"], typed(text, values))
    print(output)
    progress = play(command, ["progress", "quit"])
    print(progress)
    found = re.search(r"(\d+) of (\d+) steps", progress)
    if "Skipped" in output or not (re.search(r"lesson .* done", progress) or found and found[1] == found[2]):
        sys.exit("the lesson was not finished without a mistake")


if __name__ == "__main__":
    main(*sys.argv[1:])
