"""Attacks on the book served to students: what must not get through, and that a student who behaves does not notice.

    python3 Benchmarks/classroom/attack_book.py .build/release/graphbook

Attackers come from 127.0.0.2. Ends with status 1 after the first attack that gets through.
"""

import asyncio
import pathlib
import secrets
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from attack import closed_after, head, raw  # noqa: E402
from book import STEP, Server, Student  # noqa: E402
from load import summary  # noqa: E402


async def attack(program):
    server = Server(program, 3)
    port = server.port
    ana, bo = Student(server, 0), Student(server, 1)
    await ana.join()
    await bo.join()
    await ana.open(STEP)
    times, isOver = [], False

    async def behave():
        """What the others notice."""
        turn = 0
        while not isOver:
            turn += 1
            times.append(await ana.run(f"let d{turn} = Department(name: \"D\")" if turn < 10 else "count Department"))
            await asyncio.sleep(0.2)

    other = asyncio.create_task(behave())

    def check(what, holds, detail=""):
        print(f"{'holds' if holds else 'FAILS'}  {what} {detail}".rstrip(), flush=True)
        if not holds:
            server.process.kill()
            sys.exit(1)

    # Requests that never end.
    half = [asyncio.create_task(closed_after(port, [b"GET / HTTP/1.1\r\n"], 1)) for _ in range(150)]
    drip = [asyncio.create_task(closed_after(port, [b"G", b"E", b"T"] + [b"x"] * 60, 1)) for _ in range(50)]
    begun = head("POST", STEP, port, f"Cookie: {bo.cookie}", f"Origin: http://127.0.0.1:{port}", "Content-Length: 100")
    body = [asyncio.create_task(closed_after(port, [begun] + [b"a"] * 60, 1)) for _ in range(100)]

    # Too much, and what is no request.
    origin = f"Origin: http://127.0.0.1:{port}"
    mine = [f"Cookie: {bo.cookie}", origin]
    check("a body of 10 MB",
          await raw(port, head("POST", "/playground", port, *mine, "Content-Length: 10485760") + b"x" * 10485760) in (413, 0))
    check("a head without an end", await raw(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 400_000) in (431, 0))
    check("a body of unknown length", await raw(port, head("POST", STEP, port, *mine, "Transfer-Encoding: chunked")) == 411)
    check("noise", await raw(port, secrets.token_bytes(4000) + b"\r\n\r\n") in (400, 0))
    check("bytes of a zip file as a statement",
          await raw(port, head("POST", STEP, port, *mine, body=b"do=run&text=PK%03%04" + b"%00%ff" * 200)) in (200, 303, 400))

    # Links and secrets.
    guesses = [await raw(port, head("POST", f"/join/{secrets.token_hex(16)}", port, origin)) for _ in range(100)]
    check("100 guesses of an invitation", set(guesses) <= {404, 429} and 429 in guesses, str({each: guesses.count(each) for each in set(guesses)}))
    guesses = [await raw(port, head("GET", f"/staff?secret={secrets.token_hex(16)}", port)) for _ in range(50)]
    check("50 guesses of the staff's secret", set(guesses) <= {403, 429})
    for path in ("/staff", "/staff/student?id=s0", "/staff/answers?exercise=free-agents", "/staff/progress.csv"):
        check(f"a student's cookie on {path}", await raw(port, head("GET", path, port, *mine)) == 403)
    for path in ("/staff/remove", "/staff/invite"):
        check(f"a student's cookie on {path}", await raw(port, head("POST", path, port, *mine, body=b"id=s0")) == 403)
    check("someone whom a header names", await raw(port, head("GET", "/", port, "X-Remote-User: s0", "X-Forwarded-For: 127.0.0.1")) == 403)

    # Other pages, other names, other paths.
    evil = head("POST", STEP, port, f"Cookie: {bo.cookie}", "Origin: http://evil.example", body=b"do=run&text=save")
    check("another origin with a student's cookie", await raw(port, evil) == 403)
    check("no origin with a student's cookie",
          await raw(port, head("POST", STEP, port, f"Cookie: {bo.cookie}", body=b"do=run&text=save")) == 403)
    check("another name for this address",
          await raw(port, head("GET", "/", port).replace(f"127.0.0.1:{port}".encode(), b"evil.example")) == 403)
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/class.css/../../x", "/\\..\\x",
                 "/students/s0/progress.json", "/accounts.json"):
        check(f"GET {path}", await raw(port, head("GET", path, port, *mine)) == 404)

    # A statement that takes all that it may.
    heavy = "for a in fetch Employee { for b in fetch Employee { for c in fetch Employee { for d in fetch Employee { count Employee where firstName MATCHES \"(a+)+b\" } } } }"
    flood = await asyncio.gather(*(Student(server, 2).form(STEP, do="run", text=heavy) for _ in range(3)))
    check("statements of someone who is not signed in", {status for status, _ in flood} == {403})
    await bo.open(STEP)
    status, _ = await bo.form(STEP, do="run", text=heavy, width="70")
    check("a statement that uses up its budget", status == 200)

    for name, tasks in (("half a head", half), ("a byte a second", drip), ("a body that stops", body)):
        longest = max(await asyncio.gather(*tasks))
        check(f"{len(tasks)} connections, {name}: closed", longest <= 15, f"after {longest:.1f} s at most")
    isOver = True
    await other
    check("a student who behaves was always answered", len(times) > 20, summary(times))
    server.stop()


asyncio.run(attack(str(pathlib.Path(sys.argv[1]).resolve())))
