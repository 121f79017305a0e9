"""A day of a large course: 5,000 enrolled, 300 active at a time, and a server that is killed again and again.

    python3 Benchmarks/classroom/endurance.py .build/release/graphbook [--enrolled 5000] [--active 300] [--hours 24]

An hour takes 15 seconds. Students join, sign out, type statements, hand in answers and lose their connections in the middle of
requests; the server is killed with SIGKILL at random moments and started again. The oracle is this program's own list of what was
acknowledged: after each kill, the files must hold all of it, and nothing that no one sent. Ends with status 1 at the first loss.
`--damage` takes the last statement out of one student's file after the first kill, which the check must notice.
"""

import argparse
import asyncio
import json
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from book import STEP, Server, Student  # noqa: E402
from load import share  # noqa: E402

HOUR = 15.0
EXERCISE = "/exercise/free-agents"
HEADING = "// Answer to 09-delete-rules/free-agents\n"
MOST = 40  # statements of a student in one place


class Kept:
    """What one file must hold: the acknowledged entries, and perhaps those whose answer did not come."""

    def __init__(self):
        self.acknowledged, self.open = [], set()

    def problem(self, found):
        rest = iter(found)
        missing = [each for each in self.acknowledged if each not in rest]
        if missing:
            return f"{missing[0]!r} is missing or out of order"
        strange = [each for each in found if each not in self.open and each not in self.acknowledged]
        return f"{strange[0]!r} was never sent" if strange else None


class Learner(Student):
    def __init__(self, server, number):
        super().__init__(server, number)
        self.draft, self.playground = Kept(), Kept()
        self.answers = [None]  # the file has one of them: the acknowledged one, or a later one without an acknowledgement
        self.isNew, self.count = True, 0

    def close(self):
        if self.reader is not None:
            self.writer.close()
            self.reader = None

    async def send(self, path, **fields):
        """Sends a form, in one case of twenty over a connection that ends before the answer."""
        if random.random() < 0.05:
            task = asyncio.create_task(self.form(path, **fields))
            await asyncio.sleep(random.random() * 0.004)
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                self.close()
                raise ConnectionError("dropped by the student")
            return await task
        return await self.form(path, **fields)

    async def note(self, kept, path, **fields):
        text = fields["text"]
        kept.open.add(text)
        status, content = await self.send(path, do="run", width="70", **fields)
        assert status == 200 and b"entry" in content, (status, content[:300])
        kept.open.discard(text)
        kept.acknowledged.append(text)

    async def act(self):
        if self.isNew:
            await self.join()
            self.isNew = False
        self.count += 1
        kind = random.random()
        if kind < 0.6 and len(self.draft.acknowledged) < MOST:
            await self.note(self.draft, STEP, text=f'let d{self.count} = Department(name: "D{self.count}")')
        elif kind < 0.75 and len(self.playground.acknowledged) < MOST:
            await self.note(self.playground, "/playground", text=f"let x{self.count} = {self.count}")
        elif kind < 0.85:
            answer = f"// {self.id}, {self.count}\nchange Team.players, delete nullify\n"
            self.answers.append(HEADING + answer)
            status, _ = await self.send(EXERCISE, do="handin", answer=answer)
            assert status == 200, status
            self.answers = [HEADING + answer]
        else:
            status, _ = await self.request("GET", random.choice(("/", STEP, "/playground", "/progress")))
            assert status == 200, status

    def problem(self, folder):
        """What the files of the folder do not hold."""
        place = f"{folder}/students/{self.id}"
        record = read(f"{place}/progress.json")
        drafts = (record or {}).get("lessons", {}).get("delete-rules", {}).get("drafts", [])
        problem = self.draft.problem([text for draft in drafts for text in draft["statements"]])
        typed = read(f"{place}/playground.json")
        problem = problem or self.playground.problem(typed or [])
        path = pathlib.Path(f"{folder}/answers/{self.id}/free-agents.graph")
        answer = path.read_text(encoding="utf-8") if path.exists() else None
        if not problem and answer not in self.answers:
            problem = f"the answer is {answer!r}, and not one of {self.answers!r}"
        return problem and f"{self.id}: {problem}"


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


async def live(learner, until, times):
    """Acts until a moment, or until the server is gone."""
    await asyncio.sleep(random.random())
    while time.perf_counter() < until:
        began = time.perf_counter()
        try:
            await learner.act()
            times.append(time.perf_counter() - began)
        except (OSError, asyncio.IncompleteReadError):
            learner.close()
        await asyncio.sleep(1 + random.random() * 2)


async def day(options):
    random.seed(options.seed)
    server = Server(options.program, options.enrolled)
    folder = f"{server.folder}/semester"
    learners = [Learner(server, number) for number in range(options.enrolled)]
    active, seen, kills, wasDamaged = [], set(), 0, not options.damage
    print(f"{options.enrolled} enrolled: {server.memory():.1f} MB")
    for hour in range(options.hours):
        # A fifth goes home, and others come.
        random.shuffle(active)
        for learner in active[:len(active) // 5]:
            learner.close()
        active = active[len(active) // 5:]
        others = [learner for learner in learners if learner not in active]
        active += random.sample(others, options.active - len(active))
        seen.update(active)
        times, lives = [], random.choice((1, 2, 3))
        for _ in range(lives):
            end = time.perf_counter() + HOUR / lives
            tasks = [asyncio.create_task(live(learner, end, times)) for learner in active]
            await asyncio.sleep(HOUR / lives * random.uniform(0.6, 1.0))
            used = server.memory()
            server.process.kill()
            server.process.wait()
            kills += 1
            await asyncio.gather(*tasks)
            if not wasDamaged:
                wasDamaged = damage(folder, seen)
            problems = [problem for learner in seen if (problem := learner.problem(folder))]
            if problems:
                print(f"LOST after kill {kills}, hour {hour + 1}: {len(problems)} students; {problems[0]}")
                return False
            began = time.perf_counter()
            server.start()
            took = time.perf_counter() - began
            for learner in active:
                learner.close()
            statuses = [(await learner.request("GET", "/"))[0] for learner in active if not learner.isNew]
            if set(statuses) - {200}:
                print(f"LOST after kill {kills}, hour {hour + 1}: {len(statuses) - statuses.count(200)} are signed out")
                return False
        print(f"hour {hour + 1}: {len(times)} requests, p50 {1000 * share(times, 0.5):.1f} ms, p99 {1000 * share(times, 0.99):.1f} ms, "
              f"{lives} kills, {used:.0f} MB before the last, {took:.2f} s to start again", flush=True)
    kept = sum(len(each.draft.acknowledged) + len(each.playground.acknowledged) + (each.answers[0] is not None) for each in seen)
    print(f"{options.hours} hours, {kills} kills, {len(seen)} students, {kept} entries acknowledged, none lost")
    server.stop()
    return True


def damage(folder, seen):
    """Takes the last statement out of a file, as a server would that acknowledges before it writes."""
    for learner in seen:
        path = f"{folder}/students/{learner.id}/progress.json"
        record = read(path)
        for draft in (record or {}).get("lessons", {}).get("delete-rules", {}).get("drafts", []):
            if learner.draft.acknowledged and draft["statements"]:
                draft["statements"].pop()
                pathlib.Path(path).write_text(json.dumps(record), encoding="utf-8")
                return True
    return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--enrolled", type=int, default=5000)
    parser.add_argument("--active", type=int, default=300)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--damage", action="store_true")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    sys.exit(0 if asyncio.run(day(options)) else 1)
