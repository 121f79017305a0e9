"""A class in real browsers: teacher, board and students, through a whole lesson.

    python3 Tests/Classroom/classroom.py .build/debug/graphbook [--only names] [--except names] [--screenshots folder]

Needs Playwright for Python and the system's Chromium (CHROMIUM, or chromium on the path). Ends with status 1 after the
first test that fails, and says which.
"""

import argparse
import functools
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A busy machine takes its time; what is right is seen at once.
expect.set_options(timeout=30_000)


class Class:
    """A server in a folder of its own."""

    def __init__(self, program, lesson="9", *options):
        self.program, self.lesson, self.options = program, lesson, options
        self.folder = tempfile.mkdtemp(prefix="class-")
        self.start()

    def start(self, *options):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = getattr(self, "port", None) or probe.getsockname()[1]
        environment = {**os.environ, "GRAPHBOOK_COURSES": str(ROOT)}
        self.process = subprocess.Popen(
            [self.program, "class", self.lesson, "--port", str(self.port), *self.options, *options], cwd=self.folder,
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        text = "".join(lines)
        assert "teacher" in text, text
        self.teacher = re.search(r"teacher +(\S+)", text).group(1)
        self.board = re.search(r"board +(\S+)", text).group(1)
        self.students, self.code = re.search(r"students +(\S+) +code (\S+)", text).groups()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def wait(self):
        rest = self.process.stdout.read()
        return rest, self.process.wait(timeout=10)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy:
    """A way to the server that can be cut."""

    def __init__(self, target):
        self.target, self.pairs, self.is_cut = target, [], False
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                browser, _ = self.socket.accept()
            except OSError:
                return
            if self.is_cut:
                browser.close()
                continue
            server = socket.create_connection(("127.0.0.1", self.target))
            self.pairs.append((browser, server))
            for source, sink in ((browser, server), (server, browser)):
                threading.Thread(target=self.copy, args=(source, sink), daemon=True).start()

    @staticmethod
    def copy(source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.is_cut = True
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []

    def mend(self):
        self.is_cut = False


class Room:
    """The browsers of a class."""

    def __init__(self, browser, klass):
        self.browser, self.klass, self.problems = browser, klass, []

    def page(self, **options):
        options.setdefault("viewport", {"width": 1024, "height": 768})
        context = self.browser.new_context(**options)
        page = context.new_page()
        # A message of the console is a broken policy or a script that failed. A lost connection is meant.
        page.on("console", lambda message: self.problems.append(message.text)
                if message.type == "error" and "ERR_" not in message.text and "status of 4" not in message.text else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page

    def teacher(self, **options):
        page = self.page(**options)
        page.goto(self.klass.teacher)
        assert "secret" not in page.url, page.url
        expect(page.locator("#jump option").first).to_be_attached()
        return page

    def board(self, **options):
        page = self.page(**options)
        page.goto(self.klass.board)
        expect(page.locator("#title")).not_to_have_text("Connecting…")
        return page

    def student(self, name, port=None, **options):
        page = self.page(**options)
        page.goto(f"http://127.0.0.1:{port}" if port else self.klass.students)
        page.get_by_label("Your name").fill(name)
        page.get_by_label("The code on the board").fill(self.klass.code)
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#title")).not_to_have_text("Connecting…")
        return page


def in_class(*arguments, may_have_problems=False):
    """Makes a test of a function of the room of a class, which is stopped afterwards. No page may have had a problem, unless it is meant."""

    def in_room(function):
        takes_shots = "shots" in function.__code__.co_varnames[:function.__code__.co_argcount]

        @functools.wraps(function)
        def test(browser, program, shots=None):
            room = Room(browser, Class(program, *arguments))
            try:
                function(*([room, shots] if takes_shots else [room]))
                assert may_have_problems or not room.problems, room.problems
            finally:
                room.klass.stop()

        return test

    return in_room


def kind(teacher):
    """What the teacher's screen is."""
    if teacher.locator("#votes").is_visible():
        return "question"
    return "task" if teacher.locator("#screen .task").count() else "text"


def place(page):
    return page.locator("#place").inner_text()


def wait_until(page, script, argument=None):
    """Waits until an expression or a function of a page is true. wait_for_function cannot: the page's policy forbids what it does when
    the first look was in vain."""
    end = time.monotonic() + 30
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)


def press_main(teacher, expected=None):
    button = teacher.locator("#main")
    if expected:
        expect(button).to_have_text(expected)
    before, text = place(teacher), button.inner_text()
    button.click()
    if teacher.locator("#missing-dialog").is_visible():
        teacher.locator("#missing-yes").click()
    if text.startswith("Next"):
        expect(teacher.locator("#place")).not_to_have_text(before)


def begin(teacher):
    """Shows the first screen in place of how to join."""
    press_main(teacher, "Show the lesson")
    expect(teacher.locator("#main")).not_to_have_text("Show the lesson")


def go_to(teacher, wanted, step=0):
    """Goes to a step, and on to a screen of a kind. The step's first screen is waited for: the page may be at another one of it."""
    with teacher.expect_response(re.compile("/teach/do$")):
        teacher.locator("#jump").select_option(str(step))
    expect(teacher.locator("#place")).to_have_text(re.compile(rf"step {step + 1} of \d+($| · screen 1 of)"))
    expect(teacher.locator("#main")).not_to_have_text("Show the lesson")
    for _ in range(12):
        if kind(teacher) == wanted:
            return
        press_main(teacher)
    raise AssertionError(f"no {wanted} in step {step + 1}")


def run(student, text):
    student.locator("#input").fill(text)
    entries = student.locator("#output .entry").count()
    student.get_by_role("button", name="Run").click()
    expect(student.locator("#output .entry")).to_have_count(entries + 1)
    return student.locator("#output .entry").last.inner_text()


def vote(student, number):
    choice = student.locator(f"#choice-{number}")
    expect(choice).to_be_enabled()
    choice.click()
    expect(student.locator(f"#choice-{number}")).to_have_attribute("aria-pressed", "true")


# Tests


@in_class()
def test_whole_lesson(room):
    """Teacher, board and three students through lesson 9: every screen, every vote, every task; the first vote in two rounds."""
    teacher, board = room.teacher(), room.board()
    students = [room.student(name) for name in ("Ana", "Bo", "Cy")]
    expect(teacher.locator("#people-count")).to_have_text("3 here, 3 joined")
    expect(board.locator("#join")).to_contain_text(room.klass.code)
    begin(teacher)
    screens, questions, tasks, is_first = 1, 0, 0, True
    while True:
        shown = teacher.locator("#place").inner_text()
        expect(board.locator("#place")).to_have_text(shown)
        expect(students[screens % 3].locator("#place")).to_have_text(shown)
        what = kind(teacher)
        if what == "question":
            questions += 1
            press_main(teacher, "Open the vote")
            if students[0].locator("#value").count():
                for student, value in zip(students, ("3", "5", "3")):
                    student.locator("#value").fill(value)
                    student.get_by_role("button", name="Send").click()
            else:
                for number, student in enumerate(students):
                    vote(student, number % 2)
            expect(teacher.locator("#votes-count")).to_contain_text("3 of 3 have answered")
            press_main(teacher, "Close the vote")
            expect(board.locator("#vote .call")).to_be_visible()
            expect(teacher.locator("#main")).to_have_text("Show the answer")
            if teacher.locator("#results").is_visible():
                # What most chose is shown before a second round only if the teacher wants it.
                expect(board.locator("#vote .bars")).to_have_count(0)
                teacher.locator("#results").click()
            expect(board.locator("#vote .bars").first).to_be_visible()
            if is_first:
                is_first = False
                expect(board.locator("#vote .mark")).to_have_count(0)
                teacher.locator("#again").click()
                for student in students:
                    expect(student.locator("#vote-status")).to_contain_text("Second round")
                    vote(student, 0)
                press_main(teacher, "Close the vote")
                expect(teacher.locator("#votes-bars .bar-text").first).to_contain_text("Round 1: 2")
                expect(teacher.locator("#votes-bars .bar-text").nth(1)).to_contain_text("Round 2: 3")
            press_main(teacher, "Show the answer")
            expect(board.locator("#vote .mark").first).to_be_visible()
            expect(students[0].locator("#vote-status")).to_contain_text("Your answer")
        elif what == "task":
            tasks += 1
            solution = "\n".join(teacher.locator("#solution pre.code").all_inner_texts())
            # One statement that does not solve it, then the solution.
            run(students[0], "show changes")
            run(students[0], solution)
            expect(students[0].locator("#task-status")).to_contain_text("Done")
            expect(teacher.locator("#people-count")).to_contain_text("1 has done the task")
            teacher.get_by_role("button", name="Show the attempt of Ana").click()
            teacher.locator("#missing-yes").click()
            expect(board.locator("#spot-text")).to_contain_text(solution.split("\n")[0])
            expect(board.locator("#spot-text")).not_to_contain_text("Ana")
        if teacher.locator("#next").inner_text().startswith("This is the last"):
            break
        press_main(teacher, "Next →")
        screens += 1
    print(f"    {screens} screens, {questions} questions, {tasks} tasks")
    assert questions >= 15 and tasks >= 3, (questions, tasks)
    expect(teacher.locator("#ideas li").first).to_contain_text(" of 3")
    teacher.locator("#end").click()
    teacher.get_by_role("button", name="End it").click()
    expect(students[2].locator("#status")).to_have_text("The class is over. Thank you.")
    output, status = room.klass.wait()
    assert status == 0, output
    files = sorted(os.listdir(room.klass.folder))
    report = json.loads((pathlib.Path(room.klass.folder) / [name for name in files if name.endswith(".json")][0]).read_text())
    assert [student["student"] for student in report["students"]] == ["Ana", "Bo", "Cy"]
    assert report["questions"][0]["rounds"] == [
        {"answers": 3, "right": 2, "counts": [2, 1, 0]}, {"answers": 3, "right": 3, "counts": [3, 0, 0]}], report["questions"][0]
    assert len(report["students"][0]["tasks"]) == tasks


class Phone:
    """A student's browser without a window: a join, votes and statements over HTTP, and a stream of events that stays open."""

    def __init__(self, klass, name):
        self.klass, self.name, self.cookie, self.stream = klass, name, None, None
        status, headers, _ = self.post("/join", f"name={name}&code={klass.code}", form=True)
        assert status == 303, status
        self.cookie = headers["Set-Cookie"].split(";")[0]
        self.arrive()

    def post(self, path, body, form=False):
        connection = http.client.HTTPConnection("127.0.0.1", self.klass.port, timeout=30)
        origin = f"http://127.0.0.1:{self.klass.port}"
        headers = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded" if form else "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request("POST", path, body if form else json.dumps(body), headers)
        response = connection.getresponse()
        answer = response.status, response.headers, response.read()
        connection.close()
        return answer

    def run(self, *texts):
        for text in texts:
            assert self.post("/run", {"text": text, "width": 60})[0] == 200

    def arrive(self):
        self.stream = socket.create_connection(("127.0.0.1", self.klass.port))
        self.stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.klass.port}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        threading.Thread(target=self.listen, args=(self.stream,), daemon=True).start()

    @staticmethod
    def listen(stream):
        try:
            while stream.recv(65536):
                pass
        except OSError:
            pass

    def leave(self):
        self.stream.shutdown(socket.SHUT_RDWR)
        self.stream.close()


SIZES = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || parent.closest(".skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const scale = parent instanceof SVGElement ? parent.getScreenCTM().d : 1;
    found.push([parseFloat(getComputedStyle(parent).fontSize) * scale / innerHeight, walker.currentNode.textContent.trim()]);
  }
  found.sort((one, other) => one[0] - other[0]);
  const root = document.documentElement;
  return {least: found[0] ?? [1, ""], tall: root.scrollHeight - innerHeight, wide: root.scrollWidth - innerWidth};
}"""


# Code that is smaller than the text around it.
SMALL_CODE = """() => [...document.querySelectorAll('.stage pre, .stage code, .stage samp')]
  .filter((code) => code.clientWidth > 0 || code.getClientRects().length > 0)
  .map((code) => [parseFloat(getComputedStyle(code).fontSize), parseFloat(getComputedStyle(code.parentElement).fontSize), code.textContent])
  .filter(([size, around]) => size < around - 0.1)"""


def check_board(board, problems):
    """The smallest type is 2.2 % of the height, code is at least as large as the text, and nothing is outside the window."""
    small = board.evaluate(SMALL_CODE)
    if small:
        problems.append((place(board), board.viewport_size["width"], small[0]))
    found = board.evaluate(SIZES)
    if found["least"][0] < 0.0219 or found["tall"] > 1 or found["wide"] > 1:
        problems.append((place(board), found))


PICTURE = """() => {
  const box = document.querySelector('.side svg')?.getBoundingClientRect();
  return box ? [box.width, box.height] : [0, 0];
}"""


# Whether words about the picture are there, and no picture.
CAPTION = """() => {
  const note = document.getElementById('graph-note');
  const picture = document.querySelector('#picture svg, #model svg');
  return note.clientHeight > 0 && /\\d/.test(note.textContent) && !(picture && picture.getBoundingClientRect().width > 0);
}"""


def enlarged(board, problems):
    """Enlarging never makes the picture smaller, and all of it is in the window."""
    if board.locator("#graph").is_hidden():
        return
    before = board.evaluate(PICTURE)
    board.evaluate("() => document.getElementById('enlarge').click()")
    after = board.evaluate(PICTURE)
    outside = board.evaluate("() => document.documentElement.scrollHeight - innerHeight")
    board.evaluate("() => document.getElementById('enlarge').click()")
    if after[0] * after[1] < before[0] * before[1] or outside > 1:
        problems.append((place(board), "enlarged", before, after, outside))


@in_class()
def test_board_type(room, shots=None):
    """On every screen of lesson 9, before and after votes, the last row can read the smallest type and the code, at three sizes."""
    boards = [room.board(viewport={"width": width, "height": height})
              for width, height in ((1440, 900), (1024, 768), (1920, 1080))]
    teacher, ana = room.teacher(), room.student("Ana")
    problems, screens, unseen = [], 0, []
    expect(boards[0].locator("#join-screen")).to_be_visible()
    expect(boards[0].locator("#join-code")).to_have_text(room.klass.code)
    for board in boards:
        check_board(board, problems)
    begin(teacher)
    expect(boards[0].locator("#screen")).to_be_visible()
    while True:
        screens += 1
        states = [None]
        if kind(teacher) == "question":
            states = ["Open the vote", "Close the vote", "Show the answer", None]
        for press in states:
            for board in boards:
                expect(board.locator("#place")).to_have_text(place(teacher))
                wait_until(board, "() => document.getAnimations().length === 0")
                check_board(board, problems)
                if board.evaluate(CAPTION):
                    problems.append((place(board), board.viewport_size["width"], "only a caption"))
                enlarged(board, problems)
                if press == states[0] and board.locator("#graph").is_hidden() and ana.locator("#picture .object").count():
                    unseen.append((place(board), board.viewport_size["width"]))
            if press:
                press_main(teacher, press)
                if press == "Open the vote" and ana.locator("#choice-0").count():
                    vote(ana, 0)
        if screens <= 3 and shots:
            for board in boards:
                board.screenshot(path=f"{shots}/board-{screens}-{board.viewport_size['width']}.png")
        if teacher.locator("#next").inner_text().startswith("This is the last"):
            break
        press_main(teacher, "Next →")
    print(f"    {screens} screens, {len(unseen)} pictures of {3 * screens} without room: {unseen}")
    assert not problems, problems[:5]
    # The graph is hidden only where the text leaves no room for any of it.
    assert len(unseen) <= screens // 5, unseen


def test_room_of_120(browser, program, shots=None, most=2):
    """120 students in a lesson: join, vote twice, tasks, leave, return; the teacher's page stays small."""
    klass = Class(program)
    room = Room(browser, klass)
    teacher, board = room.teacher(viewport={"width": 1440, "height": 900}), room.board(viewport={"width": 1440, "height": 900})
    ana, bo = room.student("Ana", viewport={"width": 400, "height": 800}), room.student("Bo")
    phones = [Phone(klass, f"s{number}") for number in range(118)]
    expect(teacher.locator("#people-count")).to_have_text("120 here, 120 joined", timeout=20_000)
    begin(teacher)
    votes, tasks, screens = 0, 0, 0
    while True:
        screens += 1
        what = kind(teacher)
        shown = place(teacher)
        if what == "question":
            step = int(re.search(r"step (\d+)", shown).group(1)) - 1
            press_main(teacher, "Open the vote")
            isTyped = ana.locator("#value").count() > 0
            number = teacher.evaluate("""() => new Promise((done) => {
              const source = new EventSource('teach/events');
              source.onmessage = (event) => { source.close(); done(JSON.parse(event.data).vote.question); };
            })""")
            for turn in range(2):
                bodies = [
                    {"step": step, "question": number, "round": turn,
                     **({"value": "3" if place_ % 2 else "3.0"} if isTyped else {"choices": [place_ % 2 if turn == 0 else 0]})}
                    for place_ in range(118)]
                late = None
                for phone, body in zip(phones, bodies):
                    if phone is phones[0] and turn == 0:
                        late = phone
                        continue
                    status, _, text = phone.post("/vote", body)
                    assert status == 200, (status, text)
                if turn == 0:
                    expect(board.locator("#count")).to_have_text("117 of 120 have answered")
                    # Half of them leave with the vote open: who answered, counts.
                    leaving = phones[1:60] if votes < 3 else phones[1:10]
                    for phone in leaving:
                        phone.leave()
                    expect(board.locator("#count")).to_have_text("117 of 120 have answered")
                    late.post("/vote", bodies[0])
                    press_main(teacher, "Close the vote")
                    expect(board.locator("#count")).to_have_text("118 of 120 have answered")
                    assert phones[5].post("/run", {"text": "count Employee", "width": 60})[0] == 423
                    for phone in leaving:
                        phone.arrive()
                    expect(teacher.locator("#people-count")).to_contain_text("120 here")
                    expect(board.locator("#count")).to_have_text("118 of 120 have answered")
                    teacher.keyboard.press("a")
                    expect(board.locator("#count")).to_have_text("0 of 120 have answered")
            press_main(teacher, "Close the vote")
            expect(board.locator("#vote .call")).to_be_visible()
            expect(teacher.locator("#main")).to_have_text("Show the answer")
            if teacher.locator("#results").is_visible():
                teacher.locator("#results").click()
            expect(board.locator("#vote .bars .number").first if not isTyped else board.locator("#vote .bars").first).to_be_visible()
            if isTyped:
                # 3 and 3.0 are one answer.
                expect(board.locator("#vote .bars").last.locator("li")).to_have_count(1)
            press_main(teacher, "Show the answer")
            votes += 1
        elif what == "task":
            tasks += 1
            solution = "\n".join(teacher.locator("#solution pre.code").all_inner_texts())
            for index, phone in enumerate(phones[:90]):
                status, _, text = phone.post("/run", {"text": solution if index < 60 else "show model", "width": 60})
                assert status == 200, (status, text)
            expect(teacher.locator("#people-count")).to_contain_text("60 have done the task")
            expect(board.locator("#count")).to_have_text("60 of 120 have done it")
            # Sixty did the same, and thirty.
            expect(teacher.locator("#attempts li")).to_have_count(2)
            expect(teacher.locator("#attempts li").last).to_contain_text("60 alike")
            teacher.get_by_role("button", name="Not done").click()
            expect(teacher.locator("#attempts li")).to_have_count(1)
            expect(teacher.locator("#attempts li")).to_contain_text("30 alike")
            teacher.get_by_role("button", name="All").click()
            height = teacher.evaluate("() => document.documentElement.scrollHeight / innerHeight")
            # Later tasks have longer notes.
            assert height <= (2.2 if tasks <= 2 else 2.5), height
            # Names are sorted, after those who have typed nothing yet.
            names = [text.strip() for text in teacher.locator("#people li > span:nth-of-type(1)").all_inner_texts()]
            assert names[:4] == ["Ana", "Bo", "s90", "s91"] and names[30:32] == ["s60", "s61"], names
            if shots and tasks == 1:
                teacher.screenshot(path=f"{shots}/teacher-120.png", full_page=True)
                ana.screenshot(path=f"{shots}/student-task-400.png", full_page=True)
        if votes >= most and tasks >= most or teacher.locator("#next").inner_text().startswith("This is the last"):
            break
        press_main(teacher, "Next →")
    # Names are searched; the keys work after going to a step.
    teacher.locator("#search").fill("s11")
    expect(teacher.locator("#people li")).to_have_count(9)
    teacher.locator("#search").fill("")
    teacher.locator("#jump").focus()
    teacher.locator("#jump").select_option("0")
    expect(teacher.locator("#place")).to_contain_text("step 1 of")
    teacher.keyboard.press("ArrowRight")
    expect(teacher.locator("#place")).to_contain_text("2 of")
    # Earlier screens can be read again, typographic quotes are taken as straight ones, and a symbol is inserted.
    ana.locator("#earlier > summary").click()
    ana.locator("#earlier-screens summary").first.click()
    expect(ana.locator("#earlier-screens details[open] div").first).to_be_visible()
    assert "1" in run(ana, "count Department where name == “Sales”")
    ana.get_by_role("button", name="->>", exact=True).click()
    expect(ana.locator("#input")).to_have_value("->>")
    ana.locator("#input").fill("")
    ana.reload()
    expect(ana.locator("#output")).to_contain_text("count Department")
    print(f"    {screens} screens, {votes} votes in two rounds, {tasks} tasks")
    teacher.locator("#end").click()
    teacher.get_by_role("button", name="End it").click()
    output, status = klass.wait()
    assert status == 0, output
    report = json.loads(next(pathlib.Path(klass.folder).glob("*.json")).read_text())
    assert len(report["students"]) == 120
    rounds = [[entry["answers"] for entry in question["rounds"]] for question in report["questions"] if question["rounds"]]
    assert rounds == [[118, 118]] * votes, rounds
    assert not room.problems, room.problems
    klass.stop()
    return screens, votes, tasks


def test_whole_room_of_120(browser, program):
    """120 students through a lesson to its end: each question in two rounds, each task, with half of them leaving and coming back."""
    _, votes, tasks = test_room_of_120(browser, program, most=1_000)
    assert votes >= 15 and tasks >= 3, (votes, tasks)


@in_class()
def test_slips(room):
    """Presses that come too quickly, and those that would shut out students, show no answer; what was closed can be opened again."""
    teacher, board = room.teacher(), room.board()
    ana, bo = room.student("Ana"), room.student("Bo")
    go_to(teacher, "question")
    for _ in range(3):
        teacher.keyboard.press("Space")
    expect(teacher.locator("#votes-count")).to_contain_text(" open: 0 of 2")
    vote(ana, 1)
    expect(teacher.locator("#votes-count")).to_contain_text("1 of 2")
    dialog = teacher.locator("#missing-dialog")
    # A first vote that is open is not spent.
    expect(teacher.locator("#again")).to_be_hidden()
    teacher.keyboard.press("a")
    for key in ("c", "r"):
        teacher.keyboard.press(key)
        expect(dialog).to_be_visible()
        expect(dialog).to_contain_text("1 of 2 has answered")
        # A press that comes at once shuts no one out.
        teacher.keyboard.press("Space")
        expect(dialog).to_be_visible()
        teacher.keyboard.press("ArrowLeft")
        expect(dialog).to_be_hidden()
    expect(teacher.locator("#votes-count")).to_contain_text(" open: 1 of 2")
    expect(teacher.locator("#main")).to_have_text("Close the vote")
    # After a moment, space says yes, as it is the key of the main button.
    teacher.keyboard.press("Space")
    expect(dialog).to_be_visible()
    teacher.wait_for_timeout(1500)
    teacher.keyboard.press("Space")
    # Only a vote that is closed can be asked again, and what was asked again can be taken back.
    expect(teacher.locator("#votes-count")).to_contain_text("closed: 1 of 2")
    teacher.keyboard.press("a")
    expect(teacher.locator("#votes-count")).to_have_text("second round, open: 0 of 2 have answered")
    teacher.keyboard.press("u")
    expect(teacher.locator("#votes-count")).to_contain_text("closed: 1 of 2")
    press_main(teacher, "Show the answer")
    expect(board.locator("#vote .mark").first).to_be_visible()
    # Now that the students know the answer, the page asks.
    teacher.keyboard.press("o")
    expect(dialog).to_contain_text("The answer has been shown. Open the vote again?")
    teacher.keyboard.press("ArrowLeft")
    expect(board.locator("#vote .mark").first).to_be_visible()
    teacher.get_by_role("button", name="Open it again").click()
    teacher.locator("#missing-yes").click()
    expect(board.locator("#vote .mark")).to_have_count(0)
    vote(bo, 0)
    press_main(teacher, "Close the vote")
    expect(dialog).to_be_hidden()
    expect(teacher.locator("#votes-count")).to_contain_text("closed: 2 of 2")
    # A second round in which no one has answered can be taken back.
    teacher.keyboard.press("a")
    expect(teacher.locator("#votes-count")).to_have_text("second round, open: 0 of 2 have answered")
    teacher.keyboard.press("u")
    expect(teacher.locator("#votes-count")).to_have_text("closed: 2 of 2 have answered")
    expect(ana.locator("#vote-status")).to_have_text("The vote is closed. Convince your neighbour.")
    teacher.keyboard.press("a")
    vote(bo, 1)
    expect(teacher.locator("#take-back")).to_be_hidden()


@in_class()
def test_second_round(room):
    """If many are wrong, the main button, and so a clicker, asks again; if most are right, it shows the answer."""
    teacher = room.teacher()
    phones = [Phone(room.klass, f"s{number}") for number in range(10)]
    go_to(teacher, "question")

    def ask(answers):
        turn = int(teacher.locator("#votes-count").inner_text().startswith("second round"))
        for phone, choice in zip(phones, answers):
            status, _, text = phone.post("/vote", {"step": 0, "question": 0, "round": turn, "choices": [choice]})
            assert status == 200, (status, text)
        expect(teacher.locator("#votes-count")).to_contain_text("10 of 10 have answered")
        press_main(teacher, "Close the vote")

    right = teacher.evaluate("""() => new Promise((done) => {
      const source = new EventSource('teach/events');
      source.onmessage = (event) => { source.close(); done(JSON.parse(event.data).tally.right.indexOf(true)); };
    })""")
    wrong = 0 if right else 1
    press_main(teacher, "Open the vote")
    ask([right] * 7 + [wrong] * 3)
    expect(teacher.locator("#main")).to_have_text("Show the answer")
    teacher.keyboard.press("o")
    expect(teacher.locator("#votes-count")).to_contain_text(" open:")
    ask([right] * 6 + [wrong] * 4)
    teacher.wait_for_timeout(750)
    press_main(teacher, "Ask again")
    expect(teacher.locator("#votes-count")).to_contain_text("second round, open: 0 of 10")
    ask([right] * 6 + [wrong] * 4)
    expect(teacher.locator("#main")).to_have_text("Show the answer")


@in_class()
def test_double_tap(room):
    """A double tap on an answer is a vote for that answer: nothing above it moves, and a second tap on another one means nothing."""
    teacher = room.teacher()
    ana = room.student("Ana", viewport={"width": 390, "height": 844}, has_touch=True)
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    answers = ana.locator(".choice")
    expect(answers.first).to_be_enabled()
    ana.evaluate("scrollTo(0, 0)")
    box = answers.first.bounding_box()
    for _ in range(2):
        ana.touchscreen.tap(box["x"] + 60, box["y"] + box["height"] - 6)
        ana.wait_for_timeout(150)
    expect(ana.locator("#vote-status")).to_contain_text("Your answer is kept")
    expect(answers.first).to_have_attribute("aria-pressed", "true")
    assert answers.first.bounding_box()["y"] == box["y"], (box, answers.first.bounding_box())
    ana.wait_for_timeout(500)
    ana.evaluate("{ const [first, second] = document.querySelectorAll('.choice'); second.click(); first.click(); }")
    ana.wait_for_timeout(500)
    expect(answers.nth(1)).to_have_attribute("aria-pressed", "true")


@in_class()
def test_switches(room):
    """After a click on a switch of the teacher's page, the keys act on the class; with the keyboard alone a switch keeps the focus."""
    teacher = room.teacher()
    begin(teacher)
    for switch in ("#shows-answers", "#mirrored"):
        for place_of_click in (switch, f"label:has({switch})"):
            before = place(teacher)
            for key in ("Space", "Enter"):
                is_on = not teacher.locator(switch).is_checked()
                teacher.locator(place_of_click).click()
                teacher.keyboard.press(key)
                expect(teacher.locator("#place")).not_to_have_text(before)
                teacher.keyboard.press("ArrowLeft")
                expect(teacher.locator("#place")).to_have_text(before)
                assert teacher.locator(switch).is_checked() == is_on, (place_of_click, key)
    teacher.locator("#mirrored").focus()
    is_on = teacher.locator("#mirrored").is_checked()
    for _ in range(2):
        teacher.keyboard.press("Space")
        is_on = not is_on
        assert teacher.locator("#mirrored").is_checked() == is_on


@in_class()
def test_attempts(room, shots=None):
    """The list of attempts keeps its order under the pointer; those that are done come last, and are not shown unasked."""
    board, teacher = room.board(), room.teacher(viewport={"width": 1440, "height": 900})
    phones = [Phone(room.klass, f"P{number}") for number in range(9)]

    def type_all(some, *texts):
        for phone in some:
            phone.run(*texts)

    go_to(teacher, "task", step=4)
    rows, dialog = teacher.locator("#attempts li"), teacher.locator("#missing-dialog")
    type_all(phones[:2], "delete ines")
    type_all(phones[2:4], "undo", "save")
    # What makes the attempt is listed.
    expect(rows.last).to_contain_text("undo\nsave")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("2 alike: P1, P0")
    first = rows.first.get_by_role("button", name="Show the attempt")
    first.hover()
    before = first.bounding_box()
    type_all(phones[4:8], "delete tomas")
    type_all(phones[8:], "undo")
    expect(rows).to_have_count(3)
    expect(teacher.locator("#attempts-more")).to_contain_text("New attempts are at the end")
    assert first.bounding_box() == before
    # Where all have typed more, there is nothing to press until the pointer has left.
    type_all(phones[:2], "delete yuki")
    expect(first).to_be_disabled()
    expect(rows.first).to_contain_text("delete ines")
    expect(teacher.locator("#attempts-more")).to_contain_text("New attempts are at the end")
    if shots:
        teacher.screenshot(path=f"{shots}/attempts-held.png", full_page=True)
    teacher.mouse.move(5, 5)
    expect(rows.first).to_contain_text("4 alike")
    expect(rows.nth(1)).to_contain_text("delete ines\ndelete yuki")
    expect(rows.last).to_contain_text("done")
    expect(teacher.locator("#attempts-more")).to_be_hidden()
    rows.last.get_by_role("button", name="Show the attempt").first.click()
    expect(dialog).to_contain_text("3 of 9 have done it: show a finished attempt?")
    if shots:
        teacher.screenshot(path=f"{shots}/attempts-asked.png")
    teacher.keyboard.press("ArrowLeft")
    expect(dialog).to_be_hidden()
    expect(board.locator("#spot")).to_be_hidden()
    rows.last.get_by_role("button", name="Show the attempt").first.click()
    teacher.keyboard.press("ArrowLeft")
    rows.first.get_by_role("button", name="Show the attempt").click()
    expect(board.locator("#spot-text")).to_contain_text("delete tomas")
    # The list says which one is on the board.
    shown = teacher.locator("#attempts .shown")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("delete tomas")
    expect(shown.get_by_role("button", name="On the board: the attempt")).to_have_text("✓ On the board")
    if shots:
        teacher.screenshot(path=f"{shots}/attempt-shown.png")
    teacher.keyboard.press("h")
    expect(shown).to_have_count(0)
    rows.first.get_by_role("button", name="Show the attempt").click()
    expect(shown).to_have_count(1)
    # The page is at its top with each screen.
    teacher.evaluate("scrollTo(0, 300)")
    press_main(teacher)
    wait_until(teacher, "scrollY === 0")


@in_class("3")
def test_attempt_is_large(room, shots=None):
    """An attempt has large type on the board, and the attempts are beside the names on the teacher's page, without scrolling."""
    board = room.board(viewport={"width": 1920, "height": 1080})
    teacher = room.teacher(viewport={"width": 1440, "height": 900})
    phones = [Phone(room.klass, f"Student number {number}") for number in range(27)]
    # A note that comes before the questions is read from the beginning of the step, what may give the point away later.
    go_to(teacher, "text", step=1)
    expect(teacher.locator("#notes")).to_contain_text("Let the class read")
    expect(teacher.locator("#notes")).to_contain_text("More when the class has answered")
    expect(teacher.locator("#notes")).not_to_contain_text("Usual mistake")
    go_to(teacher, "task", step=1)
    for phone in phones[:9]:
        phone.run("add Team.captain -> Player?, inverse captainOf")
    rows = teacher.locator("#attempts li")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("9 alike")
    box = rows.first.bounding_box()
    assert box["x"] < 720 and box["y"] + box["height"] < 900, box
    assert teacher.locator("#people li").first.bounding_box()["y"] < 900
    if shots:
        teacher.screenshot(path=f"{shots}/attempts-at-task.png")
    rows.first.get_by_role("button", name="Show the attempt").click()
    expect(board.locator("#spot-text")).to_contain_text("inverse captainOf")
    if shots:
        board.screenshot(path=f"{shots}/attempt-is-large.png")
    sizes = board.evaluate("[...document.querySelectorAll('#spot pre, #screen .task p')].map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 0.027 * 1080, sizes
    assert board.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    # On other screens the names come first.
    go_to(teacher, "text", step=2)
    expect(teacher.locator("#people-title")).to_be_in_viewport()
    assert teacher.locator("#attempts-title").bounding_box()["x"] > 720


@in_class("10")
def test_long_attempt(room, shots=None):
    """A long attempt keeps its statements and the task's first paragraph on the board, with the result of the last statement."""
    teacher = room.teacher(viewport={"width": 1440, "height": 900})
    boards = [room.board(viewport={"width": width, "height": height}) for width, height in ((1920, 1080), (1024, 768))]
    go_to(teacher, "task", step=2)
    phone = Phone(room.klass, "Ana")
    typed = [
        "grace.employees = [tomas]", "archive.employees = [grace]", "archive.employees = [henrik]", "archive.employees = [grace, henrik]",
        "sales.employees = [ines]", "research.employees.add(ines)", "research.employees = [tomas]", "save"]
    phone.run(*typed)
    teacher.locator("#attempts li").first.get_by_role("button", name="Show the attempt").click()
    for number, board in enumerate(boards):
        expect(board.locator("#spot-text")).to_contain_text("saved: ")
        if shots:
            board.screenshot(path=f"{shots}/long-attempt-{number}.png")
        expect(board.locator("#screen .task p").first).to_be_visible()
        expect(board.locator("#spot-text")).to_contain_text("archive.employees = [grace]")
        expect(board.locator("#spot-text")).not_to_contain_text("lines before")
        assert board.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    # One that is longer still loses its beginning.
    for number in range(24):
        time.sleep(0.15)
        phone.run(f"let d{number} = Department(name: \"{number}\")")
    teacher.mouse.move(5, 5)
    teacher.locator("#attempts li").first.get_by_role("button", name="Show the attempt").click()
    for number, board in enumerate(boards):
        expect(board.locator("#spot-text")).to_contain_text("d23")
        expect(board.locator("#spot-text")).to_contain_text("lines before")
        expect(board.locator("#screen .task p").first).to_be_visible()
        assert board.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


@in_class()
def test_recent_errors(room):
    """An error was "just now" for 20 seconds on the teacher's page; after that, the list says that the last input failed."""
    teacher = room.page()
    teacher.clock.install()
    teacher.goto(room.klass.teacher)
    expect(teacher.locator("#jump option").first).to_be_attached()
    ana, bo = Phone(room.klass, "Ana"), Phone(room.klass, "Bo")
    go_to(teacher, "task", step=4)
    row = teacher.locator("#people li")
    ana.run("fetch Nothing")
    expect(row.filter(has_text="Ana")).to_contain_text("1 error just now")
    teacher.clock.fast_forward(15_000)
    bo.run("fetch Nothing")
    expect(row.filter(has_text="Bo")).to_contain_text("1 error just now")
    expect(row.filter(has_text="Ana")).to_contain_text("1 error just now")
    teacher.clock.fast_forward(10_000)
    expect(row.filter(has_text="Ana")).to_contain_text("1 error, the last input failed")
    expect(row.filter(has_text="Bo")).to_contain_text("1 error just now")
    ana.run("fetch Nothing")
    expect(row.filter(has_text="Ana")).to_contain_text("2 errors, the last just now")
    # A page that is opened later does not know when it was.
    expect(room.teacher().locator("#people li").filter(has_text="Ana")).to_contain_text("2 errors, the last input failed")


@in_class("12")
def test_board_diagram(room):
    """A diagram in the lesson's text is drawn at every projector's size, and one that is too small is enlarged by its button."""
    teacher = room.teacher()
    sizes = [(1024, 768), (1280, 720), (1366, 768), (1440, 900), (1600, 900)]
    board = room.board(viewport={"width": 1024, "height": 768})
    go_to(teacher, "text", step=0)
    for _ in range(2):
        press_main(teacher)
    expect(board.locator("#place")).to_contain_text("screen 3 of")
    for width, height in sizes:
        board.set_viewport_size({"width": width, "height": height})
        expect(board.locator("#screen .picture svg")).to_be_visible()
        expect(board.locator(".board-note")).to_have_count(0)
    # One-way: a head at one end, and one name.
    board.set_viewport_size({"width": 1440, "height": 900})
    expect(board.locator("#picture .link-name").first).to_have_text("← department")
    assert board.locator("#picture .link").count() == board.locator("#picture .link-end").count() == 5
    board.set_viewport_size({"width": 500, "height": 800})
    board.locator(".board-note").click()
    expect(board.locator("#model svg")).to_be_visible()
    expect(board.locator("#picture")).to_be_hidden()
    board.locator("#enlarge").click()
    # With an inverse there are two of each.
    board.set_viewport_size({"width": 1440, "height": 900})
    go_to(teacher, "text", step=6)
    for _ in range(2):
        press_main(teacher)
    expect(board.locator("#picture .link-name").nth(1)).to_have_text("employees →")
    assert board.locator("#picture .link-end").count() == 2 * board.locator("#picture .link").count()


# Presses keys one right after the other, and says after each whether the question is open.
KEYS = """(keys) => keys.map((key) => {
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return document.getElementById('missing-dialog').open;
})"""


@in_class()
def test_input(room):
    """The input grows with its lines, and the button for a hint does what typing "hint" does."""
    teacher, ana = room.teacher(), room.student("Ana", viewport={"width": 390, "height": 844})
    hint = ana.locator("#hint-button")
    expect(hint).to_be_hidden()
    go_to(teacher, "task", step=4)
    field = ana.locator("#input")
    height = field.bounding_box()["height"]
    field.fill("let a = 1\nlet b = 2\nlet c = 3\nlet d = 4")
    wait_until(ana, "least => document.querySelector('#input').getBoundingClientRect().height > least", 2 * height)
    field.fill("")
    expect(hint).to_be_visible()
    hint.click()
    expect(teacher.locator("#people li").filter(has_text="Ana")).to_contain_text("1 hint")


@in_class()
def test_task(room, shots=None):
    """Leaving a task asks first and happens once; coming back brings what was typed, and the list says who has not begun."""
    board = room.board()
    teacher, ana, bo = room.teacher(), room.student("Ana", viewport={"width": 360, "height": 640}), room.student("Bo")
    go_to(teacher, "task", step=4)
    run(ana, "fetch Playr")
    run(ana, "delete research")
    # The verdict is in view, whatever the result's length.
    expect(ana.locator("#task-status")).to_have_text(re.compile(r"Not done yet: \d of \d checks hold"))
    expect(ana.locator("#task-status")).to_be_in_viewport()
    ana.locator("#input").fill("delete arch")
    expect(teacher.locator("#people li").first).to_contain_text("Bo ○ nothing typed")
    expect(teacher.locator("#people li").nth(1)).to_contain_text("1 error")
    before, dialog = place(teacher), teacher.locator("#missing-dialog")
    expect(teacher.locator("#main")).to_be_enabled()
    for _ in range(3):
        teacher.keyboard.press("PageDown")
    expect(dialog).to_contain_text("No one has done it yet. Show the solution?")
    # A key that comes in the moment in which the dialog closes is for the class.
    assert teacher.evaluate(KEYS, ["PageUp", "ArrowRight"]) == [False, True]
    expect(dialog).to_be_visible()
    assert place(teacher) == before
    teacher.wait_for_timeout(1500)
    teacher.keyboard.press("ArrowRight")
    expect(teacher.locator("#place")).not_to_have_text(before)
    expect(ana.locator("#status")).to_have_text("The class has gone on.")
    expect(ana.locator("#input")).to_have_value("")
    assert ana.evaluate("scrollY") == 0
    expect(teacher.locator("#main")).to_be_enabled()
    # A click leaves the keys to the class.
    teacher.locator("#back").click()
    expect(teacher.locator("#place")).to_have_text(before)
    expect(ana.locator("#output .entry")).to_have_count(2)
    # Sales was marked by the lesson.
    expect(ana.locator("#picture .deleted")).to_have_count(2)
    expect(ana.locator("#input")).to_have_value("delete arch")
    expect(teacher.locator("#people li").nth(1)).to_contain_text("1 error")
    expect(teacher.locator("#main")).to_be_enabled()
    teacher.keyboard.press("Space")
    expect(dialog).to_be_visible()
    teacher.keyboard.press("PageUp")
    expect(dialog).to_be_hidden()
    # An attempt is on the board with the task, which the students keep; one key takes the attempt off.
    teacher.get_by_role("button", name="Show the attempt of Ana").click()
    expect(board.locator("#spot-text")).to_contain_text("delete research")
    expect(teacher.locator("#screen-title")).to_have_text("On the board, with an attempt")
    for width, height in ((1920, 1080), (1024, 768)):
        board.set_viewport_size({"width": width, "height": height})
        expect(board.locator("#screen .task")).to_be_visible()
        expect(board.locator("#spot-text")).to_be_visible()
        assert board.evaluate("() => document.documentElement.scrollHeight <= innerHeight + 1"), width
        if shots:
            board.screenshot(path=f"{shots}/board-attempt-{width}.png")
    expect(ana.locator("#screen .task")).to_be_visible()
    expect(ana.locator("#try-title")).to_have_text("Your turn")
    teacher.keyboard.press("h")
    expect(board.locator("#spot")).to_be_hidden()
    # The board shows nothing, and again what it has after any move.
    teacher.keyboard.press("b")
    expect(board.locator("main, header, footer").locator("visible=true")).to_have_count(0)
    expect(teacher.locator("#screen-title")).to_have_text("The board is blank. Under it")
    expect(ana.locator("#screen .task")).to_be_visible()
    if shots:
        board.screenshot(path=f"{shots}/board-blank.png")
        teacher.screenshot(path=f"{shots}/teacher-blank.png")
    teacher.keyboard.press(".")
    expect(board.locator("#screen .task")).to_be_visible()
    teacher.keyboard.press("b")
    expect(board.locator("#screen")).to_be_hidden()
    # A vote that is open is not left unasked either.
    go_to(teacher, "question")
    expect(board.locator("#screen")).to_be_visible()
    press_main(teacher, "Open the vote")
    expect(teacher.locator("#votes-count")).to_contain_text(" open: 0 of 2")
    teacher.keyboard.press("ArrowLeft")
    expect(dialog).to_contain_text("The vote is open.")
    teacher.keyboard.press("ArrowLeft")
    expect(dialog).to_be_hidden()
    expect(teacher.locator("#votes-count")).to_contain_text(" open: 0 of 2")
    # The screen may be mirrored: nothing says what is right before the class sees it, unless the teacher asks; that is remembered.
    right = teacher.locator("#votes-bars .right")
    expect(teacher.locator("#votes-bars li").first).to_be_visible()
    expect(right).to_have_count(0)
    expect(teacher.locator("#next")).to_have_text("Hidden until the class is there: it may show the answer or a solution.")
    # A page that the projector mirrors hides bars, names and notes, and shows no answers.
    teacher.locator("#shows-answers").check()
    teacher.locator("#mirrored").check()
    for hidden in ["#notes", "#votes-bars", "#people", "#ideas", "#next", "#attempts"]:
        assert not teacher.locator(hidden).is_visible(), hidden
    again = teacher.context.new_page()
    again.goto(teacher.url)
    assert again.locator("#mirrored").is_checked() and not again.locator("#attempts").is_visible()
    again.close()
    teacher.locator("#look").click()
    assert teacher.locator("#attempts").is_visible() and not teacher.locator("#look").is_visible()
    assert teacher.locator("#shows-answers").is_disabled() and not teacher.locator("#shows-answers").is_checked()
    assert teacher.locator(".when-mirrored:visible").count() > 0
    # The keys act on the class after a click as well.
    teacher.keyboard.press("b")
    expect(teacher.locator("#screen-title")).to_have_text("The board is blank. Under it")
    teacher.keyboard.press("b")
    teacher.locator("#mirrored").uncheck()
    assert teacher.locator("#notes").is_visible() and teacher.locator(".when-mirrored:visible").count() == 0
    teacher.locator("#shows-answers").check()
    expect(right).to_have_count(1)
    teacher.reload()
    expect(right).to_have_count(1)
    teacher.locator("#shows-answers").uncheck()
    # On a phone the vote is in view when it opens.
    expect(ana.locator("#vote-open")).to_be_in_viewport()
    vote(ana, 1)
    expect(ana.locator("#vote-open")).to_be_hidden()
    vote(bo, 0)
    # The wrong answer is not listed yet, but for the advice of the task before.
    expect(teacher.locator("#ideas li")).to_have_count(1)
    press_main(teacher, "Close the vote")
    expect(right).to_have_count(0)
    press_main(teacher, "Show the answer")
    expect(right).to_have_count(1)
    names = teacher.locator("#people")
    expect(names).not_to_contain_text("wrong")
    teacher.locator("#shows-answers").check()
    expect(names).to_contain_text("✗ wrong")
    # On a phone the answers are there once.
    expect(ana.locator("#choices")).to_be_hidden()
    expect(ana.locator("#results li").nth(1)).to_contain_text("← yours")
    expect(teacher.locator("#ideas li").first).to_contain_text("1 of 2")


@in_class(may_have_problems=True)
def test_stop(room):
    """A class that stops for today says so everywhere and goes on with the same students, on another port."""
    teacher, board, ana = room.teacher(), room.board(), room.student("Ana")
    expect(board.locator("#join-local")).to_contain_text("--bind 0.0.0.0")
    expect(board.locator("#join-picture svg")).to_have_count(0)
    begin(teacher)
    expect(teacher.locator("#clock")).to_contain_text("0 min of")
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    expect(board.locator(".call")).to_have_text("Answer on your device.")
    teacher.locator("#end").click()
    teacher.get_by_role("button", name="Stop for today").click()
    for page in (board, ana):
        expect(page.locator("#status")).to_contain_text("The class stops here for now.")
    expect(teacher.locator("#status")).to_contain_text("graphbook class 9 --resume continues it. The report: class-delete-rules-")
    expect(teacher.locator("#main")).to_be_disabled()
    output, status = room.klass.wait()
    assert status == 0 and "--resume continues the class" in output, (status, output)
    ana.wait_for_timeout(2500)
    expect(ana.locator("#status")).to_contain_text("The class stops here for now.")
    assert all(cookie["expires"] > time.time() + 86_400 * 90 for cookie in ana.context.cookies())
    del room.klass.port
    room.klass.start("--resume")
    ana.goto(room.klass.students)
    expect(ana.locator("#me")).to_have_text("You are Ana.")


def test_nothing_is_asked(browser, program, shots=None):
    """When the class has stopped or is over, no page asks for an answer or a statement any more."""
    asks = re.compile("Answer on|Think|vote opens|is open|is locked|Choose your|Convince|checked after|On your own copy")
    for button, words, screens in (
            ("Stop for today", "stops here for now", ("open", "task")), ("End it", "The class is over", ("waiting", "closed"))):
        for at in screens:
            klass = Class(program)
            room = Room(browser, klass)
            teacher, board, ana, bo = room.teacher(), room.board(), room.student("Ana"), room.student("Bo")
            go_to(teacher, "task" if at == "task" else "question")
            if at in ("open", "closed"):
                press_main(teacher, "Open the vote")
                vote(ana, 1)
                expect(teacher.locator("#votes-count")).to_contain_text("1 of 2")
            if at == "closed":
                press_main(teacher, "Close the vote")
                expect(board.locator(".call")).to_be_visible()
            expect(bo.locator("#task-status" if at == "task" else "#vote-status")).not_to_be_empty()
            teacher.locator("#end").click()
            teacher.get_by_role("button", name=button).click()
            for page in (board, ana, bo):
                expect(page.locator("#status")).to_contain_text(words)
                # The text of the lesson may ask what it likes.
                text = page.evaluate("""() => {
                  document.querySelectorAll('#screen, .choices, #choices').forEach((part) => { part.hidden = true; });
                  return document.body.innerText;
                }""")
                assert not asks.search(text), (button, at, text)
            if shots:
                board.screenshot(path=f"{shots}/ended-{at}-board.png")
                bo.screenshot(path=f"{shots}/ended-{at}-student.png")
            klass.stop()
            for context in browser.contexts:
                context.close()


# Random graphs, and the lines that pass through a box that is not their end; boxes that overlap or leave the picture; labels
# that do, and names of the only relationship of two entities with a line through them.
LAYOUTS = """async () => {
  const { arrange } = await import('./layout.js');
  let seed = 7;
  const roll = (sides) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % sides;
  };
  const problems = [];
  const measure = (text) => text.length * 8;
  let lines = 0;
  for (let turn = 0; turn < 400; turn += 1) {
    const entities = 1 + roll(7);
    const count = 1 + roll(14);
    const objects = Array.from({ length: count }, (_, index) => ({
      id: `o${index}`, entity: `E${roll(entities)}`, title: ['Buy milk', 'x', 'Do the taxes for 2025', 'aRatherLongNameWithoutAnyBlanks'][roll(4)],
      state: ['unchanged', 'inserted', 'deleted'][roll(3)],
      values: Array.from({ length: roll(4) }, (_, number) => [`a${number}`, 'v'.repeat(roll(30))]),
    }));
    const isPlain = turn % 4 === 0;
    if (isPlain) objects.forEach((object, index) => { object.entity = index < count / 3 ? 'Team' : 'Player'; });
    const links = isPlain ? objects.filter((object) => object.entity === 'Player').map(({ id }) => ({
      key: id, from: id, to: `o${roll(Math.ceil(count / 3))}`, name: 'team', inverse: 'players',
    })) : Array.from({ length: roll(16) }, (_, index) => ({
      key: `l${index}`, from: `o${roll(count)}`, to: roll(9) === 0 ? 'gone' : `o${roll(count)}`, name: ['tags', 'category', 'department'][roll(3)],
      inverse: [null, 'x', 'employees', 'aRatherLongInverse'][roll(4)],
    }));
    const options = { measure, values: roll(4), perColumn: isPlain ? Infinity : [Infinity, 1, 2, 3, 5][roll(5)], size: 14 };
    const layout = arrange({ objects, links }, options);
    const boxes = [...layout.boxes];
    const bad = (what) => problems.push(`${turn}: ${what}`);
    for (const [id, box] of boxes) {
      if (box.x < 0 || box.y < 0 || box.x + box.width > layout.width || box.y + box.height > layout.height) bad(`${id} is outside`);
      for (const row of box.rows) if (measure(row.text) + 20 > box.width + 1) bad(`${row.text} is wider than its box`);
      for (const [other, second] of boxes) {
        if (id < other && box.x < second.x + second.width && second.x < box.x + box.width
          && box.y < second.y + second.height && second.y < box.y + box.height) bad(`${id} and ${other} overlap`);
      }
    }
    const names = [...layout.lines.values()].flatMap(({ label }) => (label ? [label] : [])).flatMap(({ text, below, x, y, pitch }) => [
      { text, x: x - measure(text) / 2, y: y - 10, width: measure(text), height: 11 },
      { text: below, x: x - measure(below) / 2, y: y + pitch - 10, width: measure(below), height: 11 }]).filter(({ text }) => text);
    for (const name of names) if (name.y < 0 || name.y + name.height > layout.height) bad(`${name.text} is cut off`);
    for (const [place, name] of names.entries()) {
      const over = names.slice(place + 1).find((other) => name.x < other.x + other.width && other.x < name.x + name.width
        && name.y < other.y + other.height && other.y < name.y + name.height);
      if (over) bad(`${name.text} and ${over.text} are printed over each other`);
    }
    const inside = (box, x, y) => x > box.x + 0.5 && x < box.x + box.width - 0.5 && y > box.y + 0.5 && y < box.y + box.height - 0.5;
    // The arrows of the names are true of each line: of every relationship, a label has those of the line.
    const relationship = ({ from, name, inverse }) => [layout.objects.find(({ id }) => id === from).entity, name, inverse].join();
    for (const link of layout.links) {
      const [from, to] = [layout.boxes.get(link.from), layout.boxes.get(link.to)];
      const arrow = from.x < to.x ? '→' : from.x > to.x ? '←' : from.y <= to.y ? '↓' : '↑';
      const labels = layout.links.filter((other) => relationship(other) === relationship(link))
        .flatMap(({ key }) => layout.lines.get(key).label?.text ?? []);
      if (!labels.some((text) => text.includes(arrow))) bad(`no label is true of ${link.key}: ${arrow}, ${labels}`);
    }
    for (const link of links) {
      const line = layout.lines.get(link.key);
      lines += 1;
      line.points.slice(1).forEach((to, index) => {
        const from = line.points[index];
        for (let step = 0; step <= 60; step += 1) {
          const t = step / 60, s = 1 - t;
          const curve = (a, b, c, d) => s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
          const [c1, c2] = line.bend ? [from.x + line.bend, to.x + line.bend] : [(from.x + to.x) / 2, (from.x + to.x) / 2];
          const x = index % 2 ? s * from.x + t * to.x : curve(from.x, c1, c2, to.x);
          const y = index % 2 ? s * from.y + t * to.y : curve(from.y, from.y, to.y, to.y);
          if (x < 0 || x > layout.width) bad(`${link.key} leaves the picture`);
          for (const [id, box] of boxes) if (inside(box, x, y)) bad(`${link.key} passes behind ${id}`);
          for (const name of isPlain ? names : []) if (inside(name, x, y)) bad(`${link.key} passes through ${name.text}`);
        }
      });
      if (line.label) {
        const half = Math.max(measure(line.label.text), measure(line.label.below)) / 2;
        if (line.label.x - half < 0 || line.label.x + half > layout.width) bad(`${line.label.text} is cut off`);
        for (const [id, box] of boxes) if (inside(box, line.label.x - half, line.label.y) || inside(box, line.label.x + half, line.label.y)) bad(`${line.label.text} is over ${id}`);
      }
    }
  }
  return [lines, [...new Set(problems)]];
}"""


# A part of a graph has what the text names, by a variable or a title, and says what it leaves out.
PART = """async () => {
  const { part } = await import('./picture.js');
  const object = (id, entity, title) => ({ id, entity, title, state: 'unchanged', values: [] });
  const people = ['Ines', 'Grace', 'Yuki'].map((name, index) => object(`Employee#${index}`, 'Employee', name));
  const graph = {
    objects: [...['Sales', 'Research', 'Archive'].map((name, index) => object(`Department#${index}`, 'Department', name)), ...people],
    links: people.map((person) => ({ key: person.id, from: person.id, to: 'Department#1', name: 'department', inverse: 'employees' })),
    names: { 'Department#0': ['sales'], 'Department#1': ['research'] },
  };
  return part(graph, 2, 'Close research, not salesroom, and see Archive.').objects.map(
    (each) => [each.title.toLowerCase(), ...each.more]);
}"""


# The rows of a box with more values than there is room for: the last of them, or how many there are.
LEFT_OUT = """async () => {
  const { arrange } = await import('./layout.js');
  const rows = (count, values) => {
    const object = { id: 'o', entity: 'E', title: 'T', state: 'unchanged', values: Array.from({ length: count }, (_, index) => [`a${index}`, '1']) };
    const layout = arrange({ objects: [object], links: [] }, { measure: (text) => text.length * 8, values });
    return layout.boxes.get('o').rows.map(({ text }) => text).join(', ');
  };
  return [rows(3, 3), rows(4, 3), rows(5, 3), rows(3, 1), rows(3, 0)];
}"""


# Where each line of the statements on the board begins, and its words: what wraps is indented, and nothing is lost.
HANGING = """() => [...document.querySelectorAll('.stage .typed code')].map((code) => {
  const range = document.createRange();
  range.selectNodeContents(code);
  const lefts = [...range.getClientRects()].filter((box) => box.width > 1);
  const rows = [...new Set(lefts.map((box) => Math.round(box.top / 8)))].sort((one, other) => one - other)
    .map((top) => Math.round(Math.min(...lefts.filter((box) => Math.round(box.top / 8) === top).map((box) => box.left))));
  return [rows, code.textContent];
})"""


@in_class("2")
def test_hanging(room):
    """On the board a statement that wraps is indented, no line of several is lost, and no short string is broken."""
    teacher, board, ana = room.teacher(), room.board(viewport={"width": 700, "height": 768}), room.student("Ana")
    go_to(teacher, "task", step=1)
    typed = "entity Shelf {\n  label: String?\n  name: String?\n}"
    run(ana, typed)
    teacher.get_by_role("button", name="Show the attempt of Ana").click()
    expect(board.locator("#spot-text .typed code")).to_have_text(typed, use_inner_text=False)
    assert board.locator("#spot-text .typed .line").count() == 3
    long = 'let plants = Task(title: "Water the plants", priority: 2, title: "Do the taxes for 2025")'
    # What was typed before is not checked any more.
    expect(ana.locator("#task-status")).to_have_text(re.compile(r"^Not done yet: \d+ of \d+ checks hold"))
    run(ana, "restart")
    expect(ana.locator("#task-status")).to_have_text("The task is open: it is checked after each statement.")
    run(ana, long)
    teacher.mouse.move(5, 5)
    expect(teacher.locator("#attempts li")).to_have_count(1)
    teacher.get_by_role("button", name="Show the attempt of Ana").click()
    expect(board.locator("#spot-text .typed code")).to_have_text(long)
    (rows, _), = [found for found in board.evaluate(HANGING) if found[1] == long]
    assert len(rows) > 1 and rows[1] > board.locator("#spot-text .typed").bounding_box()["x"] + 10, rows
    assert len(set(rows[1:])) == 1, rows
    strings = board.evaluate("() => [...document.querySelectorAll('#spot-text .typed .unbroken')].map((part) => part.getClientRects().length)")
    assert strings == [1, 1], strings


# How visible the objects of a picture are a second after one was added, in a window that draws no frames.
FRAMELESS = """async () => {
  const { Picture } = await import('./picture.js');
  const place = document.createElement('div');
  document.body.append(place);
  const frames = window.requestAnimationFrame;
  window.requestAnimationFrame = () => 0;
  const object = (id) => ({ id, entity: 'E', title: id, state: 'unchanged', values: [] });
  const picture = new Picture(place);
  picture.show({ objects: [object('a')], links: [] });
  picture.show({ objects: [object('a'), object('b')], links: [] });
  await new Promise((done) => setTimeout(done, 1000));
  window.requestAnimationFrame = frames;
  const found = [...place.querySelectorAll('.object')].map((box) => box.getAttribute('opacity'));
  place.remove();
  return found;
}"""


@in_class(may_have_problems=True)
def test_layout(room):
    """In 400 random graphs no line passes behind a box that is not its end, nothing overlaps or is cut off, and names are true."""
    board = room.board()
    assert board.evaluate(PART) == [["research", "+3 employees"], ["archive"]], board.evaluate(PART)
    assert board.evaluate(LEFT_OUT) == [
        "T, a0 1, a1 1, a2 1", "T, a0 1, a1 1, a2 1, a3 1", "T, a0 1, a1 1, a2 1, +2 values", "T, a0 1, +2 values", "T",
    ], board.evaluate(LEFT_OUT)
    assert board.evaluate(FRAMELESS) == ["1", "1"], board.evaluate(FRAMELESS)
    lines, problems = board.evaluate(LAYOUTS)
    assert not problems, (len(problems), problems[:8])
    assert lines > 2_000, lines


# The rows of the tables in the results as a phone shows them: each value after its title.
ROWS = """() => [...document.querySelectorAll('#output table.list tr')].filter((row) => row.offsetParent).map((row) =>
  [...row.cells].filter((cell) => cell.textContent).map((cell) =>
    getComputedStyle(cell, '::before').content.replace(/attr\\(data-title\\)/, cell.dataset.title).replaceAll('"', '').replaceAll('none', '')
      + cell.textContent).join(''))"""


@in_class()
def test_tables(room, shots=None):
    """Results have tables, and a wide one is a list on a phone: nothing is cut, and nothing is outside the window."""
    ana = room.student("Ana", viewport={"width": 360, "height": 640})
    bo = room.student("Bo", viewport={"width": 1280, "height": 800})
    teacher = room.teacher()
    go_to(teacher, "text", step=3)
    expect(ana.locator("#place")).to_have_text(place(teacher))
    run(ana, "compare delete research")
    rows = ana.evaluate(ROWS)
    assert any(row.startswith("rule nullify") and "save succeeds" in row and "stays, link cleared" in row for row in rows), rows
    for statement in ("compare delete research", "fetch Employee", "show tables"):
        assert "…" not in run(ana, statement), run(ana, statement)
    assert ana.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    wide = ana.evaluate("() => [...document.querySelectorAll('#output :is(pre, .wide)')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => [box.className, box.textContent])")
    assert not wide, wide
    run(bo, "compare delete research")
    head = bo.locator("#output table.result").last
    assert head.locator("th").all_inner_texts()[0] == "rule" and head.locator("thead").is_visible()
    if shots:
        ana.evaluate("() => { document.getElementById('output').style.maxHeight = 'none' }")
        ana.locator("#output").screenshot(path=f"{shots}/student-tables-360.png")
        bo.locator("#output").screenshot(path=f"{shots}/student-tables-1280.png")


@in_class()
def test_silent_line(room):
    """On a line on which nothing moves the page says so, and what was typed stays until there is an answer."""
    ana = room.student("Ana")
    held = []
    ana.route("**/run", lambda route: held.append(route))
    field = ana.locator("#prompt textarea")
    field.fill("count Employee")
    field.press("Enter")
    expect(ana.locator("#output [role=status]")).to_contain_text("No answer yet", timeout=8000)
    assert field.input_value() == "count Employee"
    for route in held:
        route.continue_()
    expect(ana.locator("#output .entry").last).to_contain_text("count Employee")
    expect(ana.locator("#output [role=status]")).to_have_count(0)


@in_class()
def test_late_joiner(room):
    """Whoever joins late sees the current screen, and the results that the others see."""
    teacher, ana = room.teacher(), room.student("Ana")
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    vote(ana, 1)
    late = room.student("Late")
    expect(late.locator("#place")).to_have_text(place(teacher))
    vote(late, 0)
    expect(teacher.locator("#votes-count")).to_contain_text("2 of 2 have answered")
    press_main(teacher, "Close the vote")
    press_main(teacher, "Show the answer")
    last = room.student("Last")
    expect(last.locator("#results .mark").first).to_be_visible()
    expect(last.locator("#results .bar-text").first).to_contain_text("1 ·")


@in_class(may_have_problems=True)
def test_lost_connection(room):
    """A browser whose connection is lost says so, catches up when it is back, and sends the vote that it kept."""
    proxy = Proxy(room.klass.port)
    teacher, ana = room.teacher(), room.student("Ana", port=proxy.port)
    proxy.cut()
    expect(ana.locator("#status")).to_contain_text("connection is lost")
    expect(teacher.locator("#people-count")).to_have_text("0 here, 1 joined")
    go_to(teacher, "question", step=2)
    press_main(teacher, "Open the vote")
    proxy.mend()
    expect(ana.locator("#place")).to_have_text(place(teacher))
    expect(ana.locator("#status")).to_have_text(re.compile("^(Connected again.|)$"))
    expect(ana.locator("#value")).to_be_enabled()
    proxy.cut()
    ana.locator("#value").fill("3")
    ana.get_by_role("button", name="Send").click()
    expect(ana.locator("#vote-status")).to_contain_text("Not sent yet")
    proxy.mend()
    expect(ana.locator("#vote-status")).to_contain_text("Your answer is kept")
    expect(teacher.locator("#votes-count")).to_contain_text("1 of 1 have answered")


@in_class("9", "--open-prompts")
def test_reload(room):
    """A page that is loaded again has the vote, the graph and what was typed."""
    teacher, ana = room.teacher(), room.student("Ana")
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    vote(ana, 1)
    run(ana, "delete research")
    expect(ana.locator("#picture .deleted")).to_have_count(1)
    ana.reload()
    expect(ana.locator("#choice-1")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator("#output")).to_contain_text("delete research")
    expect(ana.locator("#picture .deleted")).to_have_count(1)
    teacher.reload()
    expect(teacher.locator("#votes-count")).to_contain_text("1 of 1 have answered")


@in_class("9", "--open-prompts", may_have_problems=True)
def test_resume(room):
    """A server that is killed in a vote and resumed has the vote, and the browsers go on by themselves."""
    teacher, ana = room.teacher(), room.student("Ana")
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    vote(ana, 1)
    run(ana, "delete research")
    expect(ana.locator("#vote-status")).to_contain_text("Your answer is kept")
    # What is typed is written a moment later; only votes are acknowledged.
    while '"event":"run"' not in next(pathlib.Path(room.klass.folder).glob("*.journal")).read_text():
        time.sleep(0.02)
    room.klass.kill()
    expect(ana.locator("#status")).to_contain_text("connection is lost")
    room.klass.start("--resume")
    expect(ana.locator("#status")).to_have_text("Connected again.")
    expect(ana.locator("#choice-1")).to_have_attribute("aria-pressed", "true")
    expect(teacher.locator("#votes-count")).to_contain_text("1 of 1 have answered")
    # The graph is where it was: what was typed has been run again.
    assert "1" in run(ana, "count Department where name == \"Archive\"")
    expect(ana.locator("#picture .deleted")).to_have_count(1)
    # If --resume is forgotten, the teacher's page says so; the phones ask to join with their names, and are back with the class.
    room.klass.kill()
    room.klass.start()
    expect(ana.get_by_label("Your name")).to_have_value("Ana", timeout=10_000)
    other = room.teacher()
    expect(other.locator("#interrupted")).to_contain_text("1 student, step 1 of")
    room.klass.kill()
    room.klass.start("--resume")
    expect(ana.locator("#choice-1")).to_have_attribute("aria-pressed", "true", timeout=15_000)


@in_class()
def test_removed(room, shots=None):
    """A student whom the teacher removes is told so and does not come back in that browser; another name is the teacher's to give."""
    teacher, ana, bo = room.teacher(), room.student("Ana"), room.student("Bo")
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    vote(ana, 0)
    vote(bo, 1)
    remove = teacher.get_by_role("button", name="Remove Ana from the class")
    remove.focus()
    teacher.keyboard.press("Enter")
    teacher.get_by_role("button", name="Cancel").click()
    expect(teacher.locator("#people-count")).to_have_text("2 here, 2 joined")
    remove.click()
    teacher.get_by_role("button", name="Remove", exact=True).click()
    expect(ana.locator("#status")).to_have_text("The teacher has removed you from the class.")
    expect(ana.locator("#try")).to_be_hidden()
    expect(teacher.locator("#people-count")).to_have_text("1 here, 1 joined")
    expect(teacher.locator("#votes-count")).to_contain_text("1 of 1 have answered")
    answer = ana.evaluate("""fetch('/run', {method: 'POST', headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({text: 'count Employee'})}).then((answer) => answer.status)""")
    assert answer == 403, answer
    found = Axe().run(ana)["violations"]
    assert not found, [item["id"] for item in found]
    if shots:
        for scheme in ("light", "dark"):
            ana.emulate_media(color_scheme=scheme)
            for width in (400, 1024, 1440):
                ana.set_viewport_size({"width": width, "height": 700})
                ana.screenshot(path=f"{shots}/student-removed-{width}-{scheme}.png")
    # The same browser does not come back.
    expect(ana.get_by_role("link", name="Join again")).to_be_hidden()
    ana.goto(room.klass.students)
    expect(ana.locator("main")).to_contain_text("The teacher has removed you from the class.")
    expect(ana.get_by_role("button", name="Join")).to_have_count(0)
    if shots:
        ana.screenshot(path=f"{shots}/join-removed-1440-dark.png")
    # One who is away comes back to the form.
    bo.goto("about:blank")
    expect(teacher.locator("#people li.away")).to_have_count(1)
    teacher.get_by_role("button", name="Remove Bo from the class").click()
    teacher.get_by_role("button", name="Remove", exact=True).click()
    expect(teacher.locator("#people-count")).to_have_text("0 here, 0 joined")
    bo.goto(room.klass.students)
    expect(bo.locator("main")).to_contain_text("tell your teacher")
    expect(teacher.get_by_text("Bo", exact=True)).to_be_hidden()
    teacher.get_by_text("Removed: 2").click()
    teacher.get_by_role("button", name="Let Bo in again").click()
    expect(teacher.locator("#barred-count")).to_have_text("Removed: 1")
    expect(teacher.locator("#barred-names")).to_have_text(re.compile("^Ana Let in again$"))
    bo.goto(room.klass.students)
    expect(bo.locator("#me")).to_have_text("You are Bo.")
    # The teacher can close the door.
    teacher.get_by_label("No one else may join").check()
    late = room.page()
    late.goto(room.klass.students)
    late.get_by_label("Your name").fill("Late")
    late.get_by_label("The code on the board").fill(room.klass.code)
    late.get_by_role("button", name="Join").click()
    expect(late.locator("main")).to_contain_text("no one else can join now: tell your teacher that you are here")
    teacher.get_by_label("No one else may join").uncheck()
    # A name that should not be on the projector is changed.
    cy = room.student("Rude Name")
    dee = room.student("rude name", viewport={"width": 360, "height": 640})
    expect(dee.locator("#me")).to_contain_text("You are rude name (2). Someone else here has the same name")
    teacher.get_by_role("button", name="Rename Rude Name", exact=True).click()
    teacher.get_by_label("Name", exact=True).fill("Cy")
    teacher.keyboard.press("Enter")
    expect(cy.locator("#me")).to_have_text("You are Cy.")
    expect(teacher.locator("#people")).to_contain_text("Cy")


HOSTILE = [
    "<script>window.hacked = 1</script>",
    "let x = Department(name: \"<img src=x onerror='window.hacked=1'>\")",
    "let y = Department(name: \"</pre><script>window.hacked=1</script>\")",
    "let z = Department(name: \"\u202e\u0000\u001b[31mred\")",
    "entity X\" onmouseover=\"window.hacked=1 { a: String }",
    "run \"/etc/passwd\"", "export \"/tmp/hacked.graph\"", "store x at \"/tmp/hacked.graphstore\"",
    "for e in [1, 2, 3, 4] { for f in [1, 2, 3, 4] { let t = Department(name: \"x\") } }",
    "quit", "next", "solution", "exercise free-agents", "((((((((((((((((((((((((((((((", "'; DROP TABLE students; --",
]


@in_class(may_have_problems=True)
def test_hostile_student(room):
    """A student who types hostile statements harms no page, and no one else."""
    teacher, board, ana = room.teacher(), room.board(), room.student("Ana")
    eve = room.student("<img src=x onerror='window.hacked=1'>")
    # A name of forty characters at most.
    expect(teacher.locator("#people li").filter(has_text="<img")).to_contain_text("<img src=x onerror='window.hacked=1'>")
    for text in HOSTILE:
        eve.locator("#input").fill(text)
        with eve.expect_response(re.compile("/run$")) as answer:
            eve.locator("#input").press("Enter")
        answer.value.finished()
    eve.locator("#input").fill("")
    expect(teacher.locator("#attempts li")).to_have_count(1)
    teacher.get_by_role("button", name=re.compile("Show the attempt")).click()
    expect(board.locator("#spot-text")).to_contain_text("</pre><script>window.hacked=1</script>")
    assert "3" in run(ana, "count Department")
    for page in (teacher, board, ana, eve):
        assert page.evaluate("window.hacked") is None
    assert not os.path.exists("/tmp/hacked.graph") and not os.path.exists("/tmp/hacked.graphstore")
    assert "root:" not in eve.locator("#output").inner_text()
    expect(eve.locator("#output")).to_contain_text("Files cannot be used in a class")
    # A script in the page is stopped by the policy, even if it got there.
    eve.evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 2'; document.body.append(s) }")
    assert eve.evaluate("window.hacked") is None


@in_class()
def test_keyboard(room):
    """Joining, voting and typing with the keyboard alone; the focus is never caught."""
    teacher = room.teacher()
    ana = room.page()
    ana.goto(room.klass.students)
    ana.keyboard.press("Tab")
    ana.keyboard.type("Ana")
    ana.keyboard.press("Tab")
    ana.keyboard.type(room.klass.code)
    ana.keyboard.press("Enter")
    expect(ana.locator("#me")).to_have_text("You are Ana.")
    # The teacher, with keys.
    expect(teacher.locator("#people-count")).to_have_text("1 here, 1 joined")
    teacher.keyboard.press("ArrowRight")
    expect(teacher.locator("#main")).to_have_text("Next →")
    for _ in range(6):
        if kind(teacher) == "question":
            break
        before = place(teacher)
        teacher.keyboard.press("ArrowRight")
        expect(teacher.locator("#place")).not_to_have_text(before)
    teacher.keyboard.press("o")
    expect(ana.locator("#choice-1")).to_be_enabled()
    for _ in range(20):
        if ana.evaluate("document.activeElement.id") == "choice-1":
            break
        ana.keyboard.press("Tab")
    ana.keyboard.press("Enter")
    expect(ana.locator("#vote-status")).to_contain_text("Your answer is kept")
    expect(ana.locator("#choice-1")).to_be_focused()
    # Until the answer is shown, there is no prompt.
    expect(ana.locator("#input")).to_be_hidden()
    expect(teacher.locator("#votes-count")).to_contain_text("open: 1 of 1")
    # Going to a step asks first while the vote is open, and then the keys are the class's again, and not the list's.
    teacher.locator("#jump").focus()
    teacher.locator("#jump").select_option("0")
    teacher.get_by_role("button", name="Stay here").click()
    teacher.keyboard.press("c")
    expect(teacher.locator("#votes-count")).to_contain_text("closed")
    teacher.keyboard.press("r")
    expect(ana.locator("#vote-status")).to_contain_text("Your answer")
    expect(ana.locator("#input")).to_be_visible()
    for _ in range(20):
        if ana.evaluate("document.activeElement.id") == "input":
            break
        ana.keyboard.press("Tab")
    ana.keyboard.type("fetch Empl")
    expect(ana.locator("#completions li")).to_have_count(1)
    ana.keyboard.press("ArrowDown")
    ana.keyboard.press("Enter")
    expect(ana.locator("#input")).to_have_value("fetch Employee ")
    ana.keyboard.press("Enter")
    expect(ana.locator("#output")).to_contain_text("5 objects")
    ana.keyboard.type("fetch Dep")
    expect(ana.locator("#completions li")).to_have_count(1)
    ana.keyboard.press("Escape")
    ana.keyboard.press("Tab")
    assert ana.evaluate("document.activeElement.id") != "input", "Tab is caught"


@in_class()
def test_picture(room):
    """A link that changes moves its line, unless the reader wants no motion; the change is said in words."""
    teacher = room.teacher()
    ana = room.student("Ana")
    calm = room.student("Bo", reduced_motion="reduce")
    for page, is_calm in ((ana, False), (calm, True)):
        expect(page.locator("#picture .object")).to_have_count(8)
        expect(page.locator("#picture .link")).to_have_count(5)
        page.evaluate("""() => {
          window.seen = new Set();
          const watch = () => {
            const path = document.querySelector('#picture .link');
            if (path) window.seen.add(path.getAttribute('d'));
            requestAnimationFrame(watch);
          };
          watch();
        }""")
        run(page, "ines.department = archive")
        expect(page.locator("#changes")).to_have_text("Ines Moreau: department is now Archive.")
        page.wait_for_timeout(700)
        seen = page.evaluate("window.seen.size")
        # The places where the line began and ended, and any between them: how many depends on the machine.
        assert seen == 2 if is_calm else seen > 2, (is_calm, seen)


# How much wider a page is than its window, once the page has drawn itself for the window's new size.
WIDTH = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  done(document.scrollingElement.scrollWidth - innerWidth))))"""


@in_class()
def test_accessible(room, shots=None):
    """axe finds nothing on any page, light and dark, wide and narrow; nothing is wider than the window."""
    axe = Axe()
    teacher, board = room.teacher(), room.board()
    ana, bo = room.student("Ana"), room.student("Bo")
    join = room.page()
    join.goto(room.klass.students)
    widths = (320, 400, 1024, 1440)

    def look(name, page):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for width in widths:
                page.set_viewport_size({"width": width, "height": 900})
                wide = page.evaluate(WIDTH)
                assert wide <= 0, f"{name} at {width}: {wide} px too wide"
                if shots and width != 320:
                    page.screenshot(path=f"{shots}/{name}-{width}-{scheme}.png", full_page=True)
            found = axe.run(page)["violations"]
            found = [(item["id"], [node["html"][:140] for node in item["nodes"][:3]]) for item in found]
            assert not found, f"{name} {scheme}: {found}"

    look("join", join)
    join.get_by_role("button", name="Join")
    join.goto(room.klass.students + "/?code=<b>")
    look("student-text", ana)
    look("board-text", board)
    look("teacher-text", teacher)
    go_to(teacher, "question")
    press_main(teacher, "Open the vote")
    vote(ana, 1)
    vote(bo, 0)
    look("student-vote", ana)
    look("board-vote", board)
    press_main(teacher, "Close the vote")
    teacher.locator("#again").click()
    expect(ana.locator("#vote-status")).to_contain_text("Second round")
    vote(ana, 0)
    press_main(teacher, "Close the vote")
    look("board-closed", board)
    press_main(teacher, "Show the answer")
    look("student-answer", ana)
    look("board-answer", board)
    look("teacher-vote", teacher)
    go_to(teacher, "task", step=4)
    run(ana, "fetch Playr")
    run(ana, "undo")
    run(ana, "show graph")
    look("student-task", ana)
    look("board-task", board)
    look("teacher-task", teacher)
    teacher.get_by_role("button", name="Show the attempt of Ana").click()
    # It is done, and Bo's is not.
    teacher.locator("#missing-yes").click()
    expect(board.locator("#spot-text")).to_contain_text("undo")
    look("board-attempt", board)
    teacher.keyboard.press("b")
    expect(board.locator("#blank")).to_be_attached()
    look("board-blank", board)
    teacher.keyboard.press("b")
    # 200 % zoom of a small laptop.
    for name, page in (("student", ana), ("teacher", teacher), ("board", board)):
        page.set_viewport_size({"width": 640, "height": 400})
        assert page.evaluate(WIDTH) <= 0, name


def main(tests=None, shown=("test_accessible", "test_removed"), arguments=()):
    """Runs the tests of a file; those that are shown take a folder for screenshots."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    parser.add_argument("--except", dest="without")
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    tests = [(name, test) for name, test in (tests or globals()).items() if name.startswith("test_")]
    def named(name, words):
        return any(word in name for word in words.split(","))

    if options.only:
        tests = [(name, test) for name, test in tests if named(name, options.only)]
    if options.without:
        tests = [(name, test) for name, test in tests if not named(name, options.without)]
    assert tests, "there is no such test"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", *arguments])
        for name, test in tests:
            began = time.monotonic()
            try:
                takes = test.__code__.co_varnames[:test.__code__.co_argcount]
                if options.screenshots and (name in shown or "shots" in takes):
                    os.makedirs(options.screenshots, exist_ok=True)
                    test(browser, program, options.screenshots)
                else:
                    test(browser, program)
            except Exception:
                traceback.print_exc()
                print(f"✘ {name}")
                sys.exit(1)
            for context in browser.contexts:
                context.close()
            print(f"✓ {name} ({time.monotonic() - began:.1f} s)", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
