"""The figures of jupyter-server with one ipykernel for each student, to compare with a served book.

    pip install jupyter-server ipykernel
    python3 Benchmarks/classroom/jupyter.py [--students 1 10 100] [--seconds 30]

Each student has a kernel on one server, and runs `1+1` every five seconds; a student in JupyterHub has a server, too. Everything is
measured on one machine, the load included. Stops before the memory of the machine ends.
"""

import argparse
import asyncio
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from load import memory, summary  # noqa: E402

SPARE = 2_000  # MB that stay free


def free_memory():
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable"):
            return int(line.split()[1]) / 1024
    return 0


class Jupyter:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="jupyter-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        environment = {**os.environ, "HOME": self.folder, "JUPYTER_RUNTIME_DIR": self.folder, "JUPYTER_CONFIG_DIR": self.folder}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", f"--port={self.port}",
             "--ServerApp.port_retries=0", "--IdentityProvider.token=load", "--ServerApp.max_body_size=1048576"],
            cwd=self.folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def call(self, method, path, body=None):
        request = HTTPRequest(f"http://127.0.0.1:{self.port}{path}", method=method, body=body, request_timeout=120,
                              headers={"Authorization": "token load"}, allow_nonstandard_methods=True)
        return json.loads((await AsyncHTTPClient(max_clients=400).fetch(request)).body)

    async def ready(self):
        while True:
            try:
                return await self.call("GET", "/api")
            except OSError:
                await asyncio.sleep(0.01)

    def kernels(self):
        """The processes of the kernels: the server's children."""
        return pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Student:
    async def join(self, server):
        kernel = await server.call("POST", "/api/kernels", b"{}")
        session = uuid.uuid4().hex
        self.session = session
        self.socket = await websocket_connect(HTTPRequest(
            f"ws://127.0.0.1:{server.port}/api/kernels/{kernel['id']}/channels?session_id={session}",
            headers={"Authorization": "token load"}, request_timeout=120))
        await self.run()

    async def run(self):
        name = uuid.uuid4().hex
        content = {"code": "1+1", "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
                   "stop_on_error": True}
        header = {"msg_id": name, "username": "s", "session": self.session, "msg_type": "execute_request", "version": "5.3",
                  "date": "2026-01-01T00:00:00Z"}
        began = time.perf_counter()
        await self.socket.write_message(json.dumps({
            "header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell", "buffers": []}))
        took, isIdle = None, False
        # Messages that are not read keep the connection from answering the server's pings.
        while took is None or not isIdle:
            message = json.loads(await self.socket.read_message())
            if message["parent_header"].get("msg_id") != name:
                continue
            if message["msg_type"] == "execute_reply":
                assert message["content"]["status"] == "ok", message
                took = time.perf_counter() - began
            isIdle = isIdle or message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"
        return took


async def measure(counts, seconds):
    began = time.perf_counter()
    server = Jupyter()
    try:
        await server.ready()
        print(f"from the command to the first answer: {1000 * (time.perf_counter() - began):.0f} ms")
        print(f"the server alone: {memory(server.process.pid):.1f} MB", flush=True)
        students = []
        for count in counts:
            joins = []
            while len(students) < count and free_memory() > SPARE:
                student, began = Student(), time.perf_counter()
                await student.join(server)
                joins.append(time.perf_counter() - began)
                students.append(student)
            print(f"a new kernel, to its first answer: {summary(joins)}")

            async def work(number, student):
                times = []
                await asyncio.sleep(number * 5 / len(students))
                end = time.perf_counter() + seconds
                while time.perf_counter() < end:
                    times.append(await student.run())
                    await asyncio.sleep(5)
                return times

            all_times = await asyncio.gather(*(work(number, student) for number, student in enumerate(students)))
            sizes = [memory(pid) for pid in server.kernels()]
            print(f"{len(students)} students, 1+1 every 5 s: {summary([each for mine in all_times for each in mine])}; "
                  f"a kernel {sum(sizes) / len(sizes):.1f} MB, the server {memory(server.process.pid):.1f} MB", flush=True)
    finally:
        server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    asyncio.run(measure(options.students, options.seconds))
