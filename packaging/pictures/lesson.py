#!/usr/bin/env python3
"""Photographs a real class in Chromium: lesson.py <program> <picture.png>

The board of lesson 9 after three students have answered its first question. `.ci/classroom` installs what this needs.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Classroom"))

import classroom  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

# The answers of three students, by their place on the page.
ANSWERS = {"Ana": 0, "Bo": 2, "Cy": 0}


def main(program, path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        klass = classroom.Class(os.path.abspath(program))
        try:
            room = classroom.Room(browser, klass)
            teacher = room.teacher()
            board = room.board(viewport={"width": 1024, "height": 720})
            students = {name: room.student(name) for name in ANSWERS}
            classroom.go_to(teacher, "question")
            classroom.press_main(teacher, "Open the vote")
            for name, student in students.items():
                classroom.vote(student, ANSWERS[name])
            classroom.press_main(teacher, "Close the vote")
            classroom.press_main(teacher, "Show the answer")
            expect(board.locator("#vote .mark").first).to_be_visible()
            board.screenshot(path=path, animations="disabled")
        finally:
            klass.stop()
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
