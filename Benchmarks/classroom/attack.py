"""Attacks on a class: what must not get through, and that nobody else notices.

    python3 Benchmarks/classroom/attack.py .build/release/graphbook

Attackers come from 127.0.0.2, a student who behaves from 127.0.0.1. Ends with status 1 after the first that gets through.
"""

import asyncio
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from load import Browser, start, summary, together  # noqa: E402

ATTACKER = ("127.0.0.2", 0)


async def raw(port, data, wait=15.0, local=ATTACKER):
    """Sends bytes, and returns the status of the answer; 0 where the connection was closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=local)
    try:
        writer.write(data)
        answer = await asyncio.wait_for(reader.read(65536), wait)
        return int(answer.split()[1]) if answer else 0
    except (ConnectionError, BrokenPipeError):
        return 0
    finally:
        writer.close()


def head(method, path, port, *lines, body=b""):
    fields = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *lines]
    if body:
        fields.append(f"Content-Length: {len(body)}")
    return "\r\n".join(fields).encode() + b"\r\n\r\n" + body


async def closed_after(port, sends, pause):
    """How long a connection lasts on which bytes come slowly."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=ATTACKER)
    began = time.perf_counter()

    async def send():
        for data in sends:
            writer.write(data)
            await asyncio.sleep(pause)

    task = asyncio.create_task(send())
    try:
        await asyncio.wait_for(reader.read(), 60)
    except ConnectionError:
        pass
    task.cancel()
    writer.close()
    return time.perf_counter() - began


async def attack(program):
    folder = tempfile.mkdtemp(prefix="class-")
    process, port, secret, code, _ = await start(program, folder)
    teacher, ana = Browser(port), Browser(port)
    await teacher.request("GET", f"/teach?secret={secret}")
    await teacher.listen("/teach/events")
    status, _ = await ana.request("POST", "/join", f"name=Ana&code={code}", "application/x-www-form-urlencoded")
    assert status == 303
    await ana.listen("/events")
    times, isOver = [], False

    async def behave():
        """What the others notice."""
        while not isOver:
            began = time.perf_counter()
            status, _ = await ana.post("/run", {"text": "count Employee", "width": 76})
            assert status == 200, status
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0.2)

    other = asyncio.create_task(behave())

    def check(what, holds, detail=""):
        print(f"{'holds' if holds else 'FAILS'}  {what} {detail}".rstrip(), flush=True)
        if not holds:
            process.kill()
            sys.exit(1)

    # Silent and slow connections.
    silent = [asyncio.create_task(closed_after(port, [], 1)) for _ in range(200)]
    half = [asyncio.create_task(closed_after(port, [b"GET / HTTP/1.1\r\n"], 1)) for _ in range(200)]
    drip = [asyncio.create_task(closed_after(port, [b"G", b"E", b"T"] + [b"x"] * 60, 1)) for _ in range(50)]
    body = [asyncio.create_task(closed_after(
        port, [head("POST", "/join", port, "Content-Length: 100")] + [b"a"] * 60, 1)) for _ in range(50)]

    # Readers that do not read: their events pile up in the kernel, and then the connection is closed.
    slow = [socket.socket() for _ in range(4)]
    for each in slow:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        each.connect(("127.0.0.1", port))
        each.sendall(head("GET", "/board/events", port))

    def are_closed():
        """Whether the server has closed them. They do not hear of it, as they do not read: the kernel is asked."""
        ours = {each.getsockname()[1] for each in slow}
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        established = {int(row[2].split(":")[1], 16) for row in rows if row[3] == "01" and row[1].endswith(f":{port:04X}")}
        return not ours & established

    began = time.perf_counter()
    while not are_closed() and time.perf_counter() - began < 60:
        status, _ = await teacher.post("/teach/do", {"do": "next"})
        assert status == 200
        await teacher.post("/teach/do", {"do": "back"})
    check("4 boards that do not read: closed", are_closed(), f"after {time.perf_counter() - began:.1f} s")

    # Too much.
    check("a body of 10 MB", await raw(port, head("POST", "/run", port, "Content-Length: 10485760") + b"x" * 10485760) in (413, 0))
    check("a head without an end", await raw(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 400_000) in (431, 0))
    check("a body of unknown length", await raw(port, head("POST", "/run", port, "Transfer-Encoding: chunked")) == 411)
    check("noise", await raw(port, secrets.token_bytes(4000) + b"\r\n\r\n") in (400, 0))

    # A thousand joins a second, with wrong codes.
    async def join(_):
        body = f"name=Eve&code={secrets.token_hex(3)}".encode()
        return await raw(port, head("POST", "/join", port, f"Origin: http://127.0.0.1:{port}", body=body))
    joins = await together(2000, join, over=2.0)
    counts = {}
    for status, _ in joins:
        counts[status] = counts.get(status, 0) + 1
    check("1,000 guesses of the code a second", 303 not in counts and counts.get(403, 0) < 100, str(counts))

    # Secrets and cookies.
    guesses = [await raw(port, head("GET", f"/teach?secret={secrets.token_hex(16)}", port)) for _ in range(200)]
    check("200 guesses of the teacher's secret", set(guesses) == {403})
    for path in ("/teach", "/teach/events", "/teach/report.json", "/teach/report.csv"):
        check(f"a student's cookie on {path}", await raw(port, head("GET", path, port, f"Cookie: {ana.cookie}")) == 403)
    wrong = head("POST", "/teach/do", port, f"Cookie: {teacher.cookie}", "Origin: http://evil.example", body=b'{"do":"end"}')
    check("another origin with the teacher's cookie", await raw(port, wrong) == 403)
    without = head("POST", "/teach/do", port, f"Cookie: {teacher.cookie}", body=b'{"do":"end"}')
    check("no origin with the teacher's cookie", await raw(port, without) == 403)
    evil = head("GET", "/", port).replace(f"127.0.0.1:{port}".encode(), b"evil.example")
    check("another name for this address", await raw(port, evil) == 403)
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/class.css/../../x", "/\\..\\x",
                 "/class-delete-rules.journal"):
        check(f"GET {path}", await raw(port, head("GET", path, port)) == 404)

    # A vote that is sent again later.
    await teacher.post("/teach/do", {"do": "jump", "step": 0})
    while teacher.parts["screen"]["kind"] != "question":
        await teacher.post("/teach/do", {"do": "next"})
        await asyncio.sleep(0.3)
    await teacher.post("/teach/do", {"do": "open"})
    vote = {"step": 0, "question": 0, "round": 0, "choices": [1]}
    check("a vote", (await ana.post("/vote", vote))[0] == 200)
    await teacher.post("/teach/do", {"do": "again"})
    check("the same vote in the second round", (await ana.post("/vote", vote))[0] == 409)
    await teacher.post("/teach/do", {"do": "close"})
    check("the same vote after the end", (await ana.post("/vote", {**vote, "round": 1}))[0] == 409)

    # Statements that take all that they may.
    eve = Browser(port)
    await eve.request("POST", "/join", f"name=Eve&code={code}", "application/x-www-form-urlencoded")
    heavy = "for a in fetch Employee { for b in fetch Employee { for c in fetch Employee { for d in fetch Employee { count Employee where firstName MATCHES \"(a+)+b\" } } } }"
    began = time.perf_counter()
    status, answer = await eve.post("/run", {"text": heavy, "width": 76})
    check("a statement that uses up its budget", status == 200, f"{time.perf_counter() - began:.2f} s")
    flood = await asyncio.gather(*(Browser(port, eve.cookie).post("/run", {"text": heavy}) for _ in range(40)))
    statuses = sorted(status for status, _ in flood)
    check("40 such statements at once", statuses.count(429) >= 29, f"{statuses.count(200)} run")

    for name, tasks, limit in (("silent", silent, 35), ("half a head", half, 15), ("a byte a second", drip, 15), ("a body that stops", body, 15)):
        longest = max(await asyncio.gather(*tasks))
        check(f"{len(tasks)} connections, {name}: closed", longest <= limit, f"after {longest:.1f} s at most")

    isOver = True
    await other
    check("a student who behaves was always answered", len(times) > 50, summary(times))

    # kill -9 in the middle of a vote.
    await teacher.post("/teach/do", {"do": "next"})
    while teacher.parts["screen"]["kind"] != "question" or teacher.parts["vote"]["state"] != "waiting":
        await teacher.post("/teach/do", {"do": "next"})
        await asyncio.sleep(0.3)
    students = [Browser(port) for _ in range(100)]
    for number, student in enumerate(students):
        await student.request("POST", "/join", f"name=s{number}&code={code}", "application/x-www-form-urlencoded")
    place = teacher.parts["vote"]
    await teacher.post("/teach/do", {"do": "open"})
    acknowledged = set()

    async def cast(number):
        await asyncio.sleep(number * 0.002)
        given = {"value": "3"} if "choices" not in place else {"choices": [0]}
        try:
            status, _ = await students[number].post(
                "/vote", {"step": place["step"], "question": place["question"], "round": 0, **given})
        except (ConnectionError, asyncio.IncompleteReadError, OSError):
            return
        if status == 200:
            acknowledged.add(students[number].cookie.split("=")[1])

    async def kill():
        await asyncio.sleep(0.11)
        process.send_signal(signal.SIGKILL)

    await asyncio.gather(kill(), *(cast(number) for number in range(100)))
    process.wait()
    journal = next(pathlib.Path(folder).glob("*.journal")).read_text(errors="replace").splitlines()
    events = [json.loads(line.split(" ", 1)[1]) for line in journal[:-1] if " {" in line]
    tokens = {event["student"]: event["token"] for event in events if event.get("event") == "join"}
    kept = {tokens[event["student"]] for event in events + [json.loads(journal[-1].split(" ", 1)[1])] if event.get("event") == "vote"}
    lost = acknowledged - kept
    check("kill -9 in a vote loses no acknowledged answer", not lost and 0 < len(acknowledged) < 100,
          f"{len(acknowledged)} of 100 acknowledged")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    asyncio.run(attack(str(pathlib.Path(sys.argv[1]).resolve())))
