#!/usr/bin/env python3
"""Measures `graphbook grade --all` beside gradescope-utils, pytest and otter-grader, in turn, on this machine.

    python3 Benchmarks/grading/compare.py .build/release/graphbook        # in the root folder, after a release build

Graphbook grades submissions of generate.py to the first 26 exercises. The others grade as they are meant to: a process for
each submission, which imports the student's module and runs a test case for each check. Their submission is a Python
module with the same two kinds of mistake, so that they do less work than the exercises ask of Graphbook. Prints
submissions a second and, for Graphbook, the processor time and the largest memory of any process.
"""
import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]

MODULE = '''class Team:
    def __init__(self, name):
        self.name, self.players = name, []


class Player:
    def __init__(self, last_name, team=None):
        self.last_name, self.team = last_name, team
        if team:
            team.players.append(self)


def delete(team):
    for player in team.players:
        player.team = {kept}
'''

GRADESCOPE = '''import sys, unittest
sys.path.insert(0, sys.argv.pop(1))
from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
import answer


class Checks(unittest.TestCase):
    @weight(2)
    def test_players_stay(self):
        """The players stay"""
        team = answer.Team("Heat")
        player = answer.Player("Wade", team)
        answer.delete(team)
        self.assertIsNone(player.team)

    @weight(2)
    def test_names(self):
        """Everything else is as it was"""
        self.assertEqual(answer.Player("Wade").last_name, "Wade")


JSONTestRunner(visibility="visible", stream=open(sys.argv.pop(1), "w")).run(
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks))
'''

PYTEST = '''import answer


def test_players_stay():
    team = answer.Team("Heat")
    player = answer.Player("Wade", team)
    answer.delete(team)
    assert player.team is None


def test_names():
    assert answer.Player("Wade").last_name == "Wade"
'''


OTTER = '''import sys
sys.path.insert(0, sys.argv[1])
import answer
from otter import Notebook

print(Notebook(tests_dir=sys.argv[2]).check("delete", global_env=vars(answer)).score)
'''

OTTER_TEST = '''OK_FORMAT = True

test = {
    "name": "delete", "points": 2,
    "suites": [{"scored": True, "setup": "", "teardown": "", "type": "doctest", "cases": [
        {"hidden": False, "locked": False, "code": """>>> team = Team("Heat")
>>> player = Player("Wade", team)
>>> delete(team)
>>> player.team is None
True"""},
        {"hidden": False, "locked": False, "code": """>>> Player("Wade").last_name
'Wade'"""},
    ]}],
}
'''


def python(folder):
    environment = ROOT / ".build" / "peers"
    binary = environment / "bin" / "python"
    if not binary.exists():
        venv.create(environment, with_pip=True)
        subprocess.run(
            [binary, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "gradescope-utils", "pytest",
             "otter-grader"],
            check=True)
    return binary


def timed(run, count):
    start = time.monotonic()
    run()
    return count / (time.monotonic() - start)


def graphbook(program, classes, exercises, jobs):
    with tempfile.TemporaryDirectory() as folder:
        arguments = [program, "grade", "--all", classes, "--out", f"{folder}/report", "--jobs", str(jobs)]
        for exercise in exercises:
            arguments += ["--exercise", exercise]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        seconds = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        verdicts = sum(1 for _ in open(f"{folder}/report/verdicts.jsonl", "rb"))
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return verdicts / seconds, verdicts / cpu, after.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--submissions", type=int, default=5200)
    parser.add_argument("--peer-submissions", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    program = pathlib.Path(options.program).resolve()
    rates = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        exercises = subprocess.run(
            [sys.executable, HERE / "generate.py", folder / "class", "--submissions", str(options.submissions)],
            check=True, capture_output=True, text=True).stdout.split()
        peers = python(folder)
        (folder / "gradescope.py").write_text(GRADESCOPE)
        (folder / "run_otter.py").write_text(OTTER)
        (folder / "tests").mkdir()
        (folder / "tests" / "delete.py").write_text(OTTER_TEST)
        students = []
        for number in range(options.peer_submissions):
            student = folder / "python" / f"s{number}"
            student.mkdir(parents=True)
            (student / "answer.py").write_text(MODULE.format(kept="None" if number % 2 else "team"))
            (student / "test_answer.py").write_text(PYTEST)
            students.append(student)

        def gradescope():
            for student in students:
                subprocess.run([peers, folder / "gradescope.py", student, student / "results.json"], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def pytest():
            for student in students:
                subprocess.run([peers, "-m", "pytest", "-q", "--junitxml=results.xml"], cwd=student,
                               stdout=subprocess.DEVNULL)

        def otter():
            for student in students:
                subprocess.run([peers, folder / "run_otter.py", student, folder / "tests"], check=True, cwd=student,
                               stdout=subprocess.DEVNULL)

        for _ in range(options.rounds):
            for jobs in (1, 2):
                wall, cpu, memory = graphbook(program, folder / "class", exercises, jobs)
                rates.setdefault(f"graphbook, {jobs} jobs", []).append(wall)
                rates.setdefault(f"graphbook, {jobs} jobs, a second of processor time", []).append(cpu)
                rates.setdefault("graphbook, largest process in MB", []).append(memory)
            rates.setdefault("gradescope-utils", []).append(timed(gradescope, len(students)))
            rates.setdefault("pytest", []).append(timed(pytest, len(students)))
            rates.setdefault("otter-grader", []).append(timed(otter, len(students)))
    for name, values in rates.items():
        print(f"{name}: {statistics.median(values):,.0f} (from {min(values):,.0f} to {max(values):,.0f})")


if __name__ == "__main__":
    main()
