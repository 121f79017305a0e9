"""The figures of the book served to students: start, memory for each student, time for a statement, and what a kill costs.

    python3 Benchmarks/classroom/book.py .build/release/graphbook [--students 300] [--seconds 30]

Everything is measured on one machine, the load included. Prints one line for each figure; ends with status 1 where something that
was acknowledged is lost.
"""

import argparse
import asyncio
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from load import ROOT, Browser, cpu, memory, summary  # noqa: E402

# A step with a task: a statement in it is kept in the record before it is acknowledged.
STEP = "/lesson/delete-rules/2"


class Server:
    def __init__(self, program, students):
        self.program, self.folder = program, tempfile.mkdtemp(prefix="book-")
        with open(f"{self.folder}/roster.csv", "w", encoding="utf-8") as file:
            file.write("student,name\n" + "".join(f"s{number},Student {number}\n" for number in range(students)))
        self.port = 0
        self.start()
        with open(f"{self.folder}/semester/invitations.csv", encoding="utf-8", newline="") as file:
            self.tokens = {row["student"]: row["link"].rsplit("/", 1)[1] for row in csv.DictReader(file)}

    def start(self):
        environment = {**os.environ, "GRAPHBOOK_COURSES": str(ROOT), "XDG_STATE_HOME": self.folder}
        arguments = [self.program, "serve", "--students", "roster.csv", "--folder", "semester"]
        if self.port:
            arguments += ["--port", str(self.port)]
        self.process = subprocess.Popen(
            arguments, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            if line.startswith("staff"):
                self.port = urllib.parse.urlparse(line.split()[-1]).port
            if "SIGTERM" in line:
                return
        raise SystemExit("the server did not start")

    def memory(self):
        return memory(self.process.pid)

    def draft(self, student):
        try:
            with open(f"{self.folder}/semester/students/{student}/progress.json", encoding="utf-8") as file:
                record = json.load(file)
        except FileNotFoundError:
            return []
        return [text for draft in record["lessons"].get("delete-rules", {}).get("drafts", []) for text in draft["statements"]]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=10) == 0
        shutil.rmtree(self.folder, ignore_errors=True)


class Student(Browser):
    """A student's browser, which sends forms as the page's script does."""

    def __init__(self, server, number):
        super().__init__(server.port)
        self.id, self.token, self.kept = f"s{number}", server.tokens[f"s{number}"], []

    async def form(self, path, **fields):
        return await self.request("POST", path, urllib.parse.urlencode(fields),
                                  "application/x-www-form-urlencoded\r\nAccept: application/json")

    async def join(self):
        status, _ = await self.form(f"/join/{self.token}")
        assert status == 303, status

    async def open(self, path):
        began = time.perf_counter()
        status, _ = await self.request("GET", path)
        assert status == 200, (path, status)
        return time.perf_counter() - began

    async def run(self, text):
        began = time.perf_counter()
        status, content = await self.form(STEP, do="run", text=text, width="70")
        answer = json.loads(content)
        assert status == 200 and "entry" in answer, (status, content[:300])
        self.kept.append(text)
        return time.perf_counter() - began


def first_page(program):
    """The time from the command to the contents, for one person."""
    folder = tempfile.mkdtemp(prefix="book-")
    environment = {**os.environ, "GRAPHBOOK_COURSES": str(ROOT), "XDG_STATE_HOME": folder}
    times = []
    for _ in range(10):
        began = time.perf_counter()
        process = subprocess.Popen([program, "serve", "--no-browser"], env=environment, stdout=subprocess.PIPE, text=True)
        port = urllib.parse.urlparse(process.stdout.readline().split()[-1]).port

        async def ask():
            browser = Browser(port)
            status, _ = await browser.request("GET", "/")
            assert status == 200

        asyncio.run(ask())
        times.append(time.perf_counter() - began)
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
    return times


async def measure(program, count, seconds):
    server = Server(program, count)
    students = [Student(server, number) for number in range(count)]
    print(f"the server alone: {server.memory():.1f} MB with {count} enrolled")
    began = time.perf_counter()
    await asyncio.gather(*(student.join() for student in students))
    print(f"{count} sign in at the same moment: {time.perf_counter() - began:.2f} s")
    before = server.memory()

    async def arrive(number, student):
        await asyncio.sleep(number * 10 / count)
        await student.open("/")
        return await student.open(STEP)

    pages = await asyncio.gather(*(arrive(number, student) for number, student in enumerate(students)))
    print(f"{count} open a step within 10 s: {summary(pages)}")
    print(f"memory of a student with an open step: {(server.memory() - before) / count:.3f} MB")

    async def work(number, student):
        times = []
        await asyncio.sleep(number * 5 / count)
        end = time.perf_counter() + seconds
        turn = 0
        while time.perf_counter() < end:
            turn += 1
            times.append(await student.run(f"let d{turn} = Department(name: \"D{turn}\")"))
            await asyncio.sleep(5)
        return times

    used = cpu(server.process.pid)
    times = await asyncio.gather(*(work(number, student) for number, student in enumerate(students)))
    times = [each for mine in times for each in mine]
    used = cpu(server.process.pid) - used
    print(f"{count} students, a statement every 5 s: {summary(times)}; {1000 * used / len(times):.2f} ms of processor time each")
    print(f"memory of a student after {len(students[0].kept)} statements: {(server.memory() - before) / count:.3f} MB")
    # In the middle of statements.
    tasks = [asyncio.create_task(student.run(f"let last = Department(name: \"last\")")) for student in students]
    await asyncio.sleep(0.05)
    server.process.kill()
    server.process.wait()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    lost = [student.id for student in students if server.draft(student.id)[:len(student.kept)] != student.kept]
    acknowledged = sum(not isinstance(each, BaseException) for each in done)
    print(f"kill -9 while {count} statements ran, {acknowledged} of them acknowledged: {len(lost)} students lost something")
    server.start()
    student = students[0]
    student.reader = None
    print(f"the first page of a student after a new start: {1000 * await student.open(STEP):.0f} ms")
    server.stop()
    return not lost


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    print(f"from the command to the contents: {summary(first_page(program))}")
    sys.exit(0 if asyncio.run(measure(program, options.students, options.seconds)) else 1)
