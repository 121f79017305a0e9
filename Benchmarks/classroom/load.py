"""The figures of a class: memory for each student, and how long things take, with many students over loopback.

    python3 Benchmarks/classroom/load.py .build/release/graphbook [--students 300] [--seconds 30]

Everything is measured on one machine, the load included, with an ipykernel process beside it (pip install ipykernel
jupyter_client). Prints one line for each figure.
"""

import argparse
import asyncio
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def memory(pid):
    """The private memory of a process, in MB."""
    total = 0
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(("Private_Clean", "Private_Dirty")):
            total += int(line.split()[1])
    return total / 1024


def share(times, part):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def summary(times):
    milliseconds = [1000 * each for each in times]
    return (f"p50 {statistics.median(milliseconds):.1f} ms, p99 {share(milliseconds, 0.99):.1f} ms, "
            f"max {max(milliseconds):.1f} ms (n = {len(times)})")


class Browser:
    """One connection for requests, and one for events."""

    def __init__(self, port, cookie=""):
        self.port, self.cookie, self.reader = port, cookie, None
        self.lock = asyncio.Lock()
        self.parts, self.seen, self.arrived = {}, {}, asyncio.Event()

    async def request(self, method, path, body="", kind="application/json"):
        async with self.lock:
            for attempt in range(2):
                if self.reader is None:
                    self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
                head = (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
                        f"Cookie: {self.cookie}\r\nContent-Type: {kind}\r\nContent-Length: {len(body.encode())}\r\n\r\n")
                try:
                    self.writer.write((head + body).encode())
                    answer = await self.reader.readuntil(b"\r\n\r\n")
                    break
                except (asyncio.IncompleteReadError, ConnectionError):
                    # The server closes a connection that was silent for long.
                    self.reader = None
                    if attempt:
                        raise
            status = int(answer.split()[1])
            length = int(re.search(rb"Content-Length: (\d+)", answer).group(1))
            content = await self.reader.readexactly(length)
            cookie = re.search(rb"Set-Cookie: ([^;]+)", answer)
            if cookie:
                self.cookie = cookie.group(1).decode()
            return status, content

    async def post(self, path, body):
        status, content = await self.request("POST", path, json.dumps(body))
        return status, json.loads(content)

    async def listen(self, path):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        self.stream = writer
        self.task = asyncio.create_task(self.hear(reader))

    async def hear(self, reader):
        while line := await reader.readline():
            if line.startswith(b"data: "):
                now = time.perf_counter()
                for name, value in json.loads(line[6:]).items():
                    self.parts[name], self.seen[name] = value, now
                self.arrived.set()


async def start(program, folder):
    began = time.perf_counter()
    process = subprocess.Popen(
        [program, "class", "9", "--port", "0"], cwd=folder, env={**os.environ, "GRAPHBOOK_COURSES": str(ROOT)},
        stdout=subprocess.PIPE, text=True)
    text = ""
    while "students" not in text:
        text += process.stdout.readline()
    port = int(re.search(r":(\d+)/board", text).group(1))
    status, _ = await Browser(port).request("GET", "/")
    took = time.perf_counter() - began
    assert status == 200
    return process, port, re.search(r"secret=(\w+)", text).group(1), re.search(r"code (\w+)", text).group(1), took


async def together(count, body, over=0.0):
    """Runs something for each student, spread evenly over some seconds."""
    async def one(index):
        await asyncio.sleep(over * index / count)
        began = time.perf_counter()
        result = await body(index)
        return result, time.perf_counter() - began
    return await asyncio.gather(*(one(index) for index in range(count)))


async def measure(options):
    folder = tempfile.mkdtemp(prefix="class-")
    starts = []
    for _ in range(5):
        process, port, secret, code, took = await start(options.program, folder)
        starts.append(took)
        process.kill()
        process.wait()
    print(f"start to first page: {1000 * statistics.median(starts):.0f} ms (median of 5)")
    process, port, secret, code, _ = await start(options.program, folder)
    try:
        await run(options, process, port, secret, code)
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


async def run(options, process, port, secret, code):
    count = options.students
    teacher = Browser(port)
    await teacher.request("GET", f"/teach?secret={secret}")
    await teacher.listen("/teach/events")
    await asyncio.sleep(0.5)
    empty = memory(process.pid)
    students = [Browser(port) for _ in range(count)]

    async def join(index):
        status, _ = await students[index].request(
            "POST", "/join", f"name=student+{index + 1}&code={code}", "application/x-www-form-urlencoded")
        if status == 303:
            await students[index].listen("/events")
        return status

    joins = await together(count, join, over=options.joining)
    errors = sum(status != 303 for status, _ in joins)
    print(f"{count} join within {options.joining:.0f} s: {errors} errors, {summary([took for _, took in joins])}")
    while not all("screen" in student.parts for student in students):
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    idle = memory(process.pid)
    print(f"memory of a student, idle: {(idle - empty) / count:.3f} MB ({empty:.1f} MB without students, {idle:.1f} MB with)")

    steps = []
    for _ in range(options.steps):
        began = time.perf_counter()
        status, _ = await teacher.post("/teach/do", {"do": "next"})
        assert status == 200
        deadline = time.perf_counter() + 10
        while not all(student.seen["screen"] > began for student in students):
            assert time.perf_counter() < deadline, "a browser did not get the step"
            await asyncio.sleep(0.005)
        steps += [student.seen["screen"] - began for student in students]
        await asyncio.sleep(0.1)
    print(f"a step reaches {count} browsers: {summary(steps)}")

    await teacher.post("/teach/do", {"do": "jump", "step": 0})
    # The screen comes as an event; the one before may be a question, too.
    await asyncio.sleep(0.5)
    while teacher.parts["screen"]["kind"] != "question":
        await teacher.post("/teach/do", {"do": "next"})
        await asyncio.sleep(0.2)
    await teacher.post("/teach/do", {"do": "open"})
    place = teacher.parts["vote"]
    votes = await together(count, lambda index: students[index].post(
        "/vote", {"step": place["step"], "question": place["question"], "round": 0, "choices": [index % 3]}), over=0)
    kept = sum(status == 200 for (status, _), _ in votes)
    print(f"{count} votes at the same moment: {kept} kept, {summary([took for _, took in votes])}")
    await asyncio.sleep(0.5)
    assert sum(teacher.parts["tally"]["rounds"][0]["counts"]) == kept

    statements = ["ines.department = research", "count Employee", "delete archive", "undo", "show graph",
                  "fetch Employee where department.name == \"Sales\"", "let e{} = Employee(firstName: \"Ada\", lastName: \"L{}\", role: \"x\")",
                  "fetch Playr", "explain delete research", "sales.employees"]

    async def type_one(index, number):
        return await students[index].post("/run", {"text": statements[number % 10].replace("{}", str(number)), "width": 76})

    await together(count, lambda index: type_one(index, 0), over=3)
    times, lost = [], 0
    for round_number in range(max(1, options.seconds // 5)):
        for (status, _), took in await together(count, lambda index: type_one(index, round_number), over=5):
            times.append(took)
            lost += status != 200
    print(f"{count} students with a statement every 5 s: {summary(times)}, {lost} lost")
    await beside_busy(options, students, type_one)
    done = max(1, options.seconds // 5) + 1
    for number in range(done, 50):
        await together(count, lambda index: type_one(index, number), over=1.0 * count / 300)
    await asyncio.sleep(2)
    used = memory(process.pid)
    print(f"memory of a student after 50 statements: {(used - empty) / count:.3f} MB ({used:.1f} MB in all)")
    print(f"server: {cpu(process.pid):.1f} s of processor time in all")


HEAVY = [
    "entity Box { a: String?; b: Int?; inner ->> Box?, inverse outer; outer -> Box?, inverse inner }",
    "for i in 1...4900 { Box(a: \"a\\(i)\", b: i) }",
    "for i in 1...2000 { batch update Box set b = 3 }",
    "for b in (fetch Box) { b.outer = Box#1 }",
    "for i in 1...2000 { explain fetch Box where a == \"x\" OR b > 3 AND inner.@count > 2 }",
    "for i in 1...2000 { rollback; Box(a: \"q\") }",
    "for i in 1...3000 { compare delete Box#1 }",
    "for i in 1...2000 { batch update Box set b = 3 }",
    "for i in 1...9000 { review }",
    "restart",
]


async def beside_busy(options, students, type_one):
    """The same with some students who do nothing but run what takes long."""
    busy, others = students[:options.busy], students[options.busy:]
    if not busy:
        return
    over, ran, longest = asyncio.Event(), 0, 0.0

    async def work(student, number):
        nonlocal ran, longest
        while not over.is_set():
            began = time.perf_counter()
            status, answer = await student.post("/run", {"text": HEAVY[number % len(HEAVY)], "width": 76})
            longest = max(longest, time.perf_counter() - began)
            number += 1
            ran += status == 200
            await asyncio.sleep(0.1 if status == 200 else 0.5)

    tasks = [asyncio.create_task(work(student, 0)) for student in busy]
    await asyncio.sleep(2)
    times, lost = [], 0
    for round_number in range(max(1, options.seconds // 5)):
        answers = await together(len(others), lambda index: type_one(index + len(busy), round_number), over=5)
        for (status, _), took in answers:
            times.append(took)
            lost += status != 200
    over.set()
    await asyncio.gather(*tasks)
    print(f"{len(others)} students beside {len(busy)} who run {ran} long statements (longest {longest:.1f} s): "
          f"{summary(times)}, {lost} lost")


def cpu(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kernel():
    """The same for one ipykernel process."""
    try:
        from jupyter_client.manager import start_new_kernel
    except ImportError:
        print("ipykernel: not installed")
        return
    manager, client = start_new_kernel(kernel_name="python3")
    pid = manager.provisioner.process.pid
    time.sleep(1)
    print(f"ipykernel, idle: {memory(pid):.1f} MB")
    times = []
    for number in range(50):
        began = time.perf_counter()
        client.execute_interactive("1+1", timeout=30, output_hook=lambda message: None)
        times.append(time.perf_counter() - began)
    print(f"ipykernel, 1+1: {summary(times)}")
    print(f"ipykernel, after 50 statements: {memory(pid):.1f} MB")
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--joining", type=float, default=10)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--busy", type=int, default=5, help="students who do nothing but run what takes long")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    kernel()
    asyncio.run(measure(options))


if __name__ == "__main__":
    main()
