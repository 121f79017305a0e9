#!/usr/bin/env python3
"""Draws the prompt from a real session in tmux: prompt.py <program> <picture.svg>

The same program gives the same bytes.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
import time

COLUMNS, ROWS = 84, 60
SESSION = """\
entity Team { name: String; players ->> Player?, delete deny }
entity Player { lastName: String; team -> Team?, inverse players }
let heat = Team(name: "Miami Heat")
let wade = Player(lastName: "Wade", team: heat)
save
delete heat
save
undo
compare delete heat
fetch Playr where lastName beginswith "W"
"""
# Of the palette that terminals call 0 to 7; bold is drawn as bold.
COLOURS = {"31": "#ff8a80", "32": "#9ccc8c", "33": "#ffcc66", "34": "#82b1ff", "35": "#d7a6ff", "36": "#6fd3d8"}
TEXT, BACKGROUND = "#e6e6e6", "#1d2330"
WIDTH, HEIGHT, MARGIN = 8.4, 19, 16


class Terminal:
    """A program in a terminal of its own; it sees nothing of this one's settings."""

    def __init__(self, folder, program):
        self.tmux = ["tmux", "-S", f"{folder}/socket", "-f", "/dev/null"]
        environment = [f"HOME={folder}", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"]
        size = ["-x", str(COLUMNS), "-y", str(ROWS)]
        self.run("new-session", "-d", *size, "env", "-i", *environment, os.path.abspath(program))
        self.wait()

    def run(self, *command):
        return subprocess.run([*self.tmux, *command], check=True, capture_output=True, text=True).stdout

    def wait(self):
        """Returns when the prompt is empty again."""
        for _ in range(500):
            if self.run("capture-pane", "-p").rstrip().endswith("graph>"):
                return
            time.sleep(0.02)
        sys.exit("the prompt did not answer:\n" + self.run("capture-pane", "-p"))

    def type(self, line):
        self.run("send-keys", "-l", line)
        self.run("send-keys", "Enter")
        # Otherwise the prompt before the line would be taken for the one after it.
        while self.run("capture-pane", "-p").rstrip().endswith("graph> " + line):
            time.sleep(0.02)
        self.wait()

    def screen(self):
        return self.run("capture-pane", "-e", "-p").rstrip().split("\n")


def runs(line):
    """The parts of a line with their styles: (column, text, bold, colour)."""
    column, bold, colour = 0, False, None
    for codes, text in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", line):
        if text:
            yield column, text, bold, colour
            column += len(text)
            continue
        for code in codes.split(";"):
            if code in ("", "0"):
                bold, colour = False, None
            elif code == "1":
                bold = True
            elif code == "39":
                colour = None
            elif code in COLOURS:
                colour = COLOURS[code]


def picture(lines):
    width, height = round(COLUMNS * WIDTH + 2 * MARGIN), len(lines) * HEIGHT + 2 * MARGIN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
    )
    yield "<title>A session at the prompt of Graphbook</title>"
    yield f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>'
    yield (
        f'<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14" '
        f'fill="{TEXT}">'
    )
    for row, line in enumerate(lines):
        for column, text, bold, colour in runs(line):
            if not text.strip():
                continue
            style = (' font-weight="bold"' if bold else "") + (f' fill="{colour}"' if colour else "")
            x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT + 14
            # The length keeps columns where they are, whatever font there is.
            # SVG would merge plain spaces.
            content = html.escape(text).replace(" ", "\u00a0")
            yield f'<text x="{x:.1f}" y="{y}" textLength="{len(text) * WIDTH:.1f}"{style}>{content}</text>'
    yield "</g></svg>"


def main(program, path):
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, program)
        try:
            terminal.run("send-keys", "C-l")
            time.sleep(0.1)
            terminal.wait()
            for line in SESSION.splitlines():
                terminal.type(line)
            lines = terminal.screen()
        finally:
            terminal.run("kill-server")
    # The empty prompt at the end.
    lines.pop()
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(picture(lines)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
