#!/usr/bin/env python3
"""Runs the integrations with the archive of a release, in a scratch repository with two models: run.py <archive.tar.xz>

The scripts of the GitHub action run as GitHub would run them, and pre-commit runs the hook: first with a model that lacks an
inverse, then with the model corrected. `check --archive` installs what this needs.
"""

import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
CONTENTS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
    <entity name="Team" representedClassName="Team" syncable="YES">
        <attribute name="name" attributeType="String" defaultValueString=""/>
        <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
    </entity>
    <entity name="Player" representedClassName="Player" syncable="YES">
        <attribute name="lastName" attributeType="String" defaultValueString=""/>
        <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team"{inverse}/>
    </entity>
</model>
"""
INVERSE = ' inverseName="players" inverseEntity="Team"'
GRAPH = "entity Course {{ title: String; students ->> Student{inverse} }}\nentity Student {{ name: String; courses ->> Course }}\n"


def run(*command, status=0, **options):
    """Runs a command, whose exit status must be `status`, and returns what it printed."""
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if result.returncode != status:
        sys.exit(f"{' '.join(command[:4])} ended with {result.returncode}, not {status}:\n{result.stdout}")
    return result.stdout


class Repository:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.environment = dict(os.environ, HOME=str(folder), GIT_CONFIG_GLOBAL="/dev/null", PRE_COMMIT_COLOR="never")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("config", "user.name", "nobody")
        self.git("config", "user.email", "nobody@example.com")

    def git(self, *arguments, status=0):
        return run("git", *arguments, status=status, cwd=self.folder, env=self.environment)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.git("add", path)

    def write_models(self, is_right):
        model = "App.xcdatamodeld/App.xcdatamodel/contents"
        self.write(model, CONTENTS.format(inverse=INVERSE if is_right else ""))
        self.write("school.graph", GRAPH.format(inverse=", inverse courses" if is_right else ""))


class Action:
    """The steps of action.yml, with what GitHub puts in the place of `${{ … }}` and of its own files."""

    def __init__(self, repository, temporary, archive):
        with open(HERE / "github/action.yml", encoding="utf-8") as file:
            self.action = yaml.safe_load(file)
        self.repository = repository
        self.temporary = temporary
        self.path_file = temporary / "path"
        self.path_file.touch()
        self.inputs = {name: spec.get("default", "") for name, spec in self.action["inputs"].items()}
        self.inputs["archive"] = archive.as_uri()
        self.inputs["sha256"] = hashlib.sha256(archive.read_bytes()).hexdigest()

    def environment(self):
        added = self.path_file.read_text(encoding="utf-8").splitlines()
        return dict(
            self.repository.environment, RUNNER_TEMP=str(self.temporary), GITHUB_PATH=str(self.path_file),
            PATH=":".join([*reversed(added), self.repository.environment["PATH"]]))

    def step(self, name, status=0, **inputs):
        step = next(step for step in self.action["runs"]["steps"] if step["name"] == name)
        values = {**self.inputs, **inputs}
        environment = self.environment()
        for key, value in step["env"].items():
            environment[key] = re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: values[match[1]], value)
        # What GitHub starts for `shell: bash`.
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return run(*shell, status=status, cwd=self.repository.folder, env=environment)


def main(archive):
    with tempfile.TemporaryDirectory() as scratch:
        folders = [pathlib.Path(scratch) / name for name in ("repository", "temporary")]
        for folder in folders:
            folder.mkdir()
        repository = Repository(folders[0])
        action = Action(repository, folders[1], pathlib.Path(archive).resolve())

        action.step("Fetch Graphbook", status=1, sha256="0" * 64)
        action.step("Fetch Graphbook")
        repository.write_models(is_right=False)
        models = "App.xcdatamodeld\n\nschool.graph\n"
        found = action.step("Review models", status=1, **{"review": models, "fail-on": "warning"})
        print(found.rstrip())
        assert "::warning file=App.xcdatamodeld" in found and "::warning file=school.graph" in found, found
        repository.write("answer.graph", "change Team.players, delete cascade\n")
        action.step("Grade an exercise", status=1, exercise="free-agents")
        repository.write("answer.graph", "change Team.players, delete nullify\n")
        action.step("Grade an exercise", exercise="free-agents")
        repository.git("rm", "--quiet", "--force", "answer.graph")
        print("the steps of action.yml: a wrong checksum, a model and an answer fail, and right ones pass")

        repository.environment = action.environment()
        repository.write(".pre-commit-config.yaml", (HERE / "pre-commit/pre-commit-config.yaml").read_text(encoding="utf-8"))
        pre_commit = str(pathlib.Path(sys.executable).with_name("pre-commit"))
        run(pre_commit, "install", cwd=repository.folder, env=repository.environment)
        print(repository.git("commit", "--message", "Models without inverses", status=1).rstrip())
        repository.write_models(is_right=True)
        print(repository.git("commit", "--message", "Models with inverses").rstrip())
        repository.write("notes.md", "No model.\n")
        skipped = repository.git("commit", "--message", "Notes")
        assert "no files to check" in skipped, skipped


if __name__ == "__main__":
    main(*sys.argv[1:])
