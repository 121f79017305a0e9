"""From the command to the first paint, for one person in a new context of Chromium; needs Playwright.

    CHROMIUM=/usr/bin/chromium python3 Benchmarks/classroom/paint.py .build/release/graphbook [--runs 6]

The browser runs already, as a learner's does. Prints the time of each run, and the median.
"""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAINT = """() => performance.timeOrigin + performance.getEntriesByType('paint')
  .find((entry) => entry.name === 'first-contentful-paint').startTime"""


def paint(program, chromium):
    """The milliseconds of one run."""
    home = tempfile.mkdtemp(prefix="book-")
    browser = chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
    page = browser.new_context().new_page()
    began = time.time()
    server = subprocess.Popen(
        [program, "serve", "--no-browser"], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "GRAPHBOOK_COURSES": str(ROOT), "XDG_STATE_HOME": home})
    address = next(re.search(r"http://\S+", line).group() for line in server.stdout if "http://" in line)
    page.goto(address)
    page.wait_for_timeout(300)
    painted = page.evaluate(PAINT)
    server.terminate()
    browser.close()
    shutil.rmtree(home, ignore_errors=True)
    return painted - 1000 * began


parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--runs", type=int, default=6)
options = parser.parse_args()
with sync_playwright() as playwright:
    times = [paint(str(pathlib.Path(options.program).resolve()), playwright.chromium) for _ in range(options.runs)]
print(f"from the command to the first paint: {', '.join(f'{each:.0f}' for each in times)} ms; median {statistics.median(times):.0f} ms")
