"""The book behind web servers with TLS, on loopback: nginx and Caddy with the files of integrations/hosting.

    python3 Tests/Classroom/hosting.py .build/debug/graphbook [--only name]

A web server that is not installed is skipped, and it says so.
"""

import base64
import http.client
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

from playwright.sync_api import expect

import classroom
from book import Semester
from classroom import ROOT

HOST = "graphs.uni.example"
FILES = ROOT / "integrations" / "hosting"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Front:
    """A web server with a certificate, before a book for two students."""

    def __init__(self, program, *options):
        self.folder = tempfile.mkdtemp(prefix="front-")
        self.port = free_port()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}", "-keyout",
             f"{self.folder}/key.pem", "-out", f"{self.folder}/cert.pem"], check=True, capture_output=True)
        self.url = f"https://{HOST}:{self.port}/book"
        self.book = Semester(program, ada="Ada Lovelace", bo="Bo Diddley",
                             options=["--url", self.url, "--trust-from", "127.0.0.1", *options])

    def wait(self):
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.process.stdout.read() if self.process.poll() is not None else "no answer")

    def start(self, arguments):
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.wait()

    def nginx(self, change=lambda text: text):
        text = (FILES / "nginx.conf").read_text(encoding="utf-8")
        for old, new in [
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"), ("127.0.0.1:8642", f"127.0.0.1:{self.book.port}"),
            (f"/etc/ssl/{HOST}.pem", f"{self.folder}/cert.pem"), (f"/etc/ssl/private/{HOST}.key", f"{self.folder}/key.pem"),
        ]:
            assert old in text, old
            text = text.replace(old, new)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        config = f"{self.folder}/nginx.conf"
        pathlib.Path(config).write_text(
            f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log {self.folder}/error.log;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{change(text)}}}\n", encoding="utf-8")
        self.start(["nginx", "-c", config, "-e", f"{self.folder}/error.log"])

    def caddy(self):
        text = (FILES / "Caddyfile").read_text(encoding="utf-8")
        for old, new in [
            (f"\n{HOST} {{", f"\nhttps://{HOST}:{self.port} {{\n  bind 127.0.0.1\n"
                             f"  tls {self.folder}/cert.pem {self.folder}/key.pem"),
            ("127.0.0.1:8642", f"127.0.0.1:{self.book.port}"),
        ]:
            assert old in text, old
            text = text.replace(old, new)
        config = f"{self.folder}/Caddyfile"
        pathlib.Path(config).write_text(
            f"{{\n  admin off\n  auto_https disable_redirects\n  storage file_system {self.folder}/caddy\n}}\n{text}",
            encoding="utf-8")
        self.start(["caddy", "run", "--config", config, "--adapter", "caddyfile"])

    def request(self, path, **headers):
        """The status and the text of a page, as anyone who sends any headers gets it."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection(HOST, self.port, context=context, timeout=10)
        connection.sock = context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.port), timeout=10), server_hostname=HOST)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)
        self.book.process.send_signal(signal.SIGTERM)
        assert self.book.process.wait(timeout=5) == 0
        self.book.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def learn(browser, front):
    """A student signs in by link, answers, tries, hands in; the cookie is for encrypted connections."""
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    problems = []
    page.on("console", lambda message: problems.append(message.text)
            if message.type == "error" and "status of 4" not in message.text else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    assert front.book.links["ada"].startswith(front.url + "/join/"), front.book.links
    page.goto(front.book.links["ada"])
    page.get_by_role("button", name="Open the book").click()
    expect(page).to_have_url(front.url + "/")
    cookie = next(cookie for cookie in context.cookies() if "reader" in cookie["name"])
    assert cookie["secure"] and cookie["httpOnly"] and cookie["path"] == "/book/", cookie
    page.goto(front.url + "/lesson/delete-rules/4")
    page.get_by_label("Yes").check()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".verdict.right")).to_be_visible()
    page.locator("#input").fill("count Department")
    page.keyboard.press("Enter")
    expect(page.locator("#output .entry")).to_have_count(1)
    page.get_by_role("link", name="Next step").click()
    expect(page).to_have_url(front.url + "/lesson/delete-rules/5")
    page.goto(front.url + "/exercise/free-agents")
    page.locator("#answer").fill("change Team.players, delete nullify")
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("#turn")).to_contain_text("Handed in on", timeout=20_000)
    assert not problems, problems
    context.close()


def checked(front):
    """No header of a browser names a student, and the server's health can be asked."""
    for headers in ({"X-Remote-User": "ada"}, {"X-Remote-User": "ada", "X-Forwarded-For": "127.0.0.1"}):
        status, text = front.request("/book/", **headers)
        assert status == 403 and "not signed in" in text, (status, text)
    assert front.request("/book/healthz") == (200, "ok\n")


def test_nginx(browser, program):
    if not shutil.which("nginx"):
        return print("skipped: there is no nginx (apt-get install nginx-light)")
    front = Front(program)
    front.nginx()
    learn(browser, front)
    checked(front)
    front.stop()


def test_caddy(browser, program):
    if not shutil.which("caddy"):
        return print("skipped: there is no Caddy (apt-get install caddy)")
    front = Front(program)
    front.caddy()
    learn(browser, front)
    checked(front)
    front.stop()


def test_single_sign_on(browser, program):
    """nginx signs people in, here with passwords of its own, and names them in a header."""
    if not shutil.which("nginx"):
        return print("skipped: there is no nginx (apt-get install nginx-light)")
    front = Front(program, "--trust-header", "X-Remote-User")
    passwords = f"{front.folder}/passwords"
    lines = []
    for name in ("ada", "mallory"):
        hashed = subprocess.run(["openssl", "passwd", "-apr1", "secret"], capture_output=True, text=True, check=True)
        lines.append(f"{name}:{hashed.stdout}")
    pathlib.Path(passwords).write_text("".join(lines), encoding="utf-8")
    front.nginx(lambda text: text.replace(
        'X-Remote-User "";', f'X-Remote-User $remote_user;\n    auth_basic Course;\n    auth_basic_user_file {passwords};'))

    def basic(name):
        return {"Authorization": "Basic " + base64.b64encode(f"{name}:secret".encode()).decode()}

    assert front.request("/book/")[0] == 401
    status, text = front.request("/book/", **basic("ada"))
    assert status == 200 and "You are Ada Lovelace." in text, text
    # The header of a browser is replaced.
    status, text = front.request("/book/", **basic("ada"), **{"X-Remote-User": "bo"})
    assert status == 200 and "Ada Lovelace" in text and "Bo Diddley" not in text, text
    status, text = front.request("/book/", **basic("mallory"))
    assert status == 403 and "not on the list" in text, text
    front.stop()


def test_systemd_unit(browser, program):
    if not shutil.which("systemd-analyze"):
        return print("skipped: there is no systemd-analyze")
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "graphbook.service"
        text = (FILES / "graphbook.service").read_text(encoding="utf-8")
        unit.write_text(text.replace("/usr/bin/graphbook", program), encoding="utf-8")
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True,
            env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"})
        ours = [line for line in done.stderr.splitlines() if "graphbook" in line]
        assert not ours, ours
        # The options of the unit are options of the program.
        for option in re.findall(r"--[a-z-]+", text):
            assert option in subprocess.run([program, "serve", "--help"], capture_output=True, text=True).stdout, option


if __name__ == "__main__":
    classroom.main(globals(), shown=(), arguments=[f"--host-resolver-rules=MAP {HOST} 127.0.0.1"])
