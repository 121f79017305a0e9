"""The report on a class in a real browser: the class's page and those of students.

    python3 Tests/Classroom/report.py .build/debug/graphbook [--only names] [--screenshots folder]

Needs what classroom.py needs.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

from axe_core_python.sync_playwright import Axe

from classroom import ROOT, WIDTH, main

EXERCISES = ("shared-arena", "one-mailing-list", "two-carls")
FILES = {
    # Two answers that pass, two that do not; one alike.
    "ada/shared-arena.graph": "change Arena.tenants ->> Team?\nstaples.tenants.add(lakers)\n",
    "ada/one-mailing-list.graph": "remove Player.email\nremove Coach.contact\nadd Person.email: String\nwade.email = \"wade@league.example\"\nsave\n",
    "bob/Shared Arena Final (2).graph.txt": "// a comment that is as long as a line of a program can be, without an end that is in sight anywhere near\nfetch Nothing\n",
    "bob/one-mailing-list.graph": "rename Coach.contact to email\nsave\n",
    # Not recognised, not readable, two files of which none is the answer, and an empty one.
    "cy/homework_with_a_rather_long_name_that_no_exercise_has_and_no_blank_in_it.pdf": "%PDF-1.4\n",
    "dee/shared-arena.graph": "\x00\x01",
    "eve/one.graph": "x\n", "eve/two.graph": "y\n",
    "fay/two-carls.graph": "",
}


def report(program):
    """A report on a small class, with everything that its pages can have."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="report-"))
    for name, text in FILES.items():
        path = folder / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "roster.csv").write_text("student,name\n" + "".join(f"{name},{name.title()} O'Neil\n" for name in ("ada", "bob", "cy", "dee", "eve", "fay", "gil")))
    (folder / "policy.yml").write_text("due: 2026-01-10T00:00:00Z\nlate: 10%\n")
    (folder / "times.csv").write_text("student,time\n" + "".join(f"{name},2026-01-12T00:00:00Z\n" for name in ("ada", "bob", "cy", "dee", "eve")))
    done = subprocess.run(
        [program, "grade", "--all", "class", "--roster", "roster.csv", "--policy", "policy.yml", "--times", "times.csv", "--out", "report",
         *(word for name in EXERCISES for word in ("--exercise", name))],
        cwd=folder, env={**os.environ, "GRAPHBOOK_COURSES": str(ROOT)}, capture_output=True, text=True)
    assert (folder / "report/index.html").exists(), done.stdout + done.stderr
    return folder


def test_report(browser, program, shots=None):
    """axe finds nothing on the class's page and on students' pages, and none is wider than its window."""
    folder = report(program)
    axe = Axe()
    page = browser.new_context().new_page()
    index = folder / "report/index.html"
    page.goto(index.as_uri())
    assert page.locator("details summary", has_text="recognised by a name").count() == 1
    links = page.locator("#students tbody a").evaluate_all("(links) => links.map((link) => link.href)")
    assert len(links) == 7, links
    for number, address in enumerate([index.as_uri(), *links[:3]]):
        page.goto(address)
        page.evaluate("() => document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for width in (1280, 400):
                page.set_viewport_size({"width": width, "height": 800})
                wide = page.evaluate(WIDTH)
                assert wide <= 0, f"{address} at {width}: {wide} px too wide"
                if shots:
                    page.screenshot(path=f"{shots}/report-{number}-{width}-{scheme}.png", full_page=True)
            found = [(item["id"], [node["html"][:140] for node in item["nodes"][:3]]) for item in axe.run(page)["violations"]]
            assert not found, f"{address} {scheme}: {found}"
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(globals(), ("test_report",))
