"""The book in JupyterHub, on loopback: its own proxy, jupyter-server-proxy, and two users.

    python3 Tests/Classroom/jupyter.py .build/debug/graphbook [--screenshots folder]

GRAPHBOOK_JUPYTER is the folder with the programs jupyterhub and jupyterhub-singleuser, those on the path otherwise;
configurable-http-proxy is there or on the path. Without them it is skipped, and it says so.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import urllib.request

from playwright.sync_api import expect

import classroom
from classroom import ROOT
from hosting import free_port


USERS = ("ada", "bo@uni.example")


def programs():
    """The paths of the hub's programs, or what is missing."""
    folder = os.environ.get("GRAPHBOOK_JUPYTER") or ""
    search = os.pathsep.join(filter(None, [folder, os.environ.get("PATH")]))
    found = {name: shutil.which(name, path=search)
             for name in ("jupyterhub", "jupyterhub-singleuser", "configurable-http-proxy", "node")}
    return found, [name for name, path in found.items() if not path]


class Hub:
    def __init__(self, program, found):
        self.folder = tempfile.mkdtemp(prefix="hub-")
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        site = f"{self.folder}/site"
        python = str(pathlib.Path(found["jupyterhub"]).parent / "python3")
        source = f"{self.folder}/source"
        shutil.copytree(ROOT / "integrations" / "jupyter", source)
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "--target", site, source],
                       check=True)
        config = f"{self.folder}/jupyterhub_config.py"
        environment = {"PYTHONPATH": site, "GRAPHBOOK_PROGRAM": program, "GRAPHBOOK_COURSES": str(ROOT)}
        pathlib.Path(config).write_text(f"""
c.JupyterHub.bind_url = {self.address!r}
c.JupyterHub.hub_port = {free_port()}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{free_port()}"
c.ConfigurableHTTPProxy.command = [{found["node"]!r}, {os.path.realpath(found["configurable-http-proxy"])!r}]
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {self.folder + "/home/{username}"!r}
c.Spawner.cmd = [{found["jupyterhub-singleuser"]!r}, "--allow-root"]
c.Spawner.default_url = "/graphbook/"
c.Spawner.environment = {environment!r}
""", encoding="utf-8")
        self.log = open(f"{self.folder}/log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [found["jupyterhub"], "-f", config], cwd=self.folder, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "PATH": os.path.dirname(found["jupyterhub"]) + os.pathsep + os.environ["PATH"]},
            start_new_session=True)
        end = time.monotonic() + 60
        while True:
            try:
                return urllib.request.urlopen(self.address + "/hub/health", timeout=2).close()
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise AssertionError(pathlib.Path(f"{self.folder}/log").read_text(encoding="utf-8")[-3_000:])
                time.sleep(0.3)

    def text(self):
        return pathlib.Path(f"{self.folder}/log").read_text(encoding="utf-8")

    def stop(self):
        # The hub, its proxy and the users' servers are a session of their own.
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


def sign_in(browser, hub, name):
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(hub.address + "/")
    page.locator("#username_input").fill(name)
    page.locator("#password_input").fill("secret")
    page.locator("#login_submit").click()
    expect(page).to_have_url(re.compile(re.escape(f"{hub.address}/user/{name}/graphbook/") + r"(\?.*)?$"), timeout=90_000)
    expect(page.get_by_role("navigation", name="Book")).to_be_visible(timeout=30_000)
    return page


def test_two_users(browser, program, shots=None):
    found, missing = programs()
    if missing:
        return print(f"skipped: there is no {' and no '.join(missing)} (docs/hosting.md, JupyterHub)")
    hub = Hub(program, found)
    try:
        learn(browser, hub, shots)
    except Exception:
        print(hub.text()[-3_000:])
        raise
    finally:
        hub.stop()


def learn(browser, hub, shots):
    pages = {name: sign_in(browser, hub, name) for name in USERS}
    for name, page in pages.items():
        base = f"{hub.address}/user/{name}/graphbook"
        links = page.eval_on_selector_all("a[href], link[href], script[src], form[action]",
                                          "all => all.map(e => e.getAttribute('href') ?? e.getAttribute('src') ?? "
                                          "e.getAttribute('action'))")
        assert links and all(link.startswith((f"/user/{name}/graphbook/", "#")) for link in links), links
        page.goto(base + "/lesson/delete-rules/4")
        page.get_by_label("Yes" if name == "ada" else "No, sales comes first").check()
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator(".verdict.right" if name == "ada" else ".verdict.wrong")).to_be_visible()
        page.locator("#input").fill("count Department")
        page.keyboard.press("Enter")
        expect(page.locator("#output .entry")).to_have_count(1)
        if shots:
            page.screenshot(path=f"{shots}/jupyter-{name}.png")
        page.goto(base + "/exercise/free-agents")
        page.locator("#answer").fill(f"// {name}\nchange Team.players, delete nullify")
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#verdict")).to_contain_text("passed", timeout=20_000)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the answer").click()
        assert f"// {name}\n" in pathlib.Path(download.value.path()).read_text(encoding="utf-8")
        record = json.loads(pathlib.Path(
            f"{hub.folder}/home/{name}/.local/state/graphbook/progress.json").read_text(encoding="utf-8"))
        assert "free-agents" in json.dumps(record), record
    # Neither sees the other, nor reaches the other's server.
    for name, other in (USERS, USERS[::-1]):
        page = pages[name]
        page.goto(f"{hub.address}/user/{name}/graphbook/exercise/free-agents")
        assert f"// {other}" not in page.locator("#answer").input_value()
        answer = page.context.request.get(f"{hub.address}/user/{other}/graphbook/", max_redirects=0)
        assert answer.status in (302, 403), answer.status
    # A form of another site is refused although the cookies are there; one without the hub's cookies does not get through.
    url = f"{hub.address}/user/ada/graphbook/playground"
    for origin in ("https://evil.example", "null"):
        answer = pages["ada"].context.request.post(url, headers={"Origin": origin}, form={"do": "run", "text": "1"})
        assert answer.status == 403, (origin, answer.status)
    stranger = browser.new_context()
    assert stranger.request.post(url, headers={"Origin": hub.address}, form={"do": "run", "text": "1"},
                                 max_redirects=0).status in (302, 403)
    processes = subprocess.run(["ps", "-axww", "-o", "command"], capture_output=True, text=True, check=True).stdout
    sockets = re.findall(rf"--socket (\S+) --base-path /user/(?:{'|'.join(USERS)})/graphbook", processes)
    assert len(set(sockets)) == 2, sockets
    for path in sockets:
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600, path
        assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700, path


if __name__ == "__main__":
    classroom.main(globals(), shown=("test_two_users",))
