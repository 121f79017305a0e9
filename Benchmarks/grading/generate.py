#!/usr/bin/env python3
"""Makes the submissions of a class from the right and wrong answers of the exercises.

    python3 Benchmarks/grading/generate.py FOLDER --submissions 100000

Each is one of the exercise's own answers with a name of its own, a comment and some blank lines, so that no two files
are the same; of thirteen, one is empty, one is missing, and one has a slip in its last line. The same seed makes the
same files. The exercises are printed, one on a line, for `--exercise`.
"""
import argparse
import pathlib
import random


def answers(exercise):
    own = [exercise / "solution.graph", *sorted(exercise.glob("right/*.graph")), *sorted(exercise.glob("wrong/*.graph"))]
    return [path.read_text(encoding="utf-8") for path in own]


def varied(text, chance, student):
    kind = chance.randrange(13)
    if kind == 0:
        return None
    if kind == 1:
        return "\n" * chance.randrange(3)
    lines = [f"// handed in by {student}, attempt {chance.randrange(1, 9)}"]
    for line in text.splitlines():
        if chance.random() < 0.05:
            lines.append("")
        lines.append(line + " " * chance.randrange(2))
    if kind == 2:
        lines[-1] = lines[-1][: len(lines[-1]) // 2]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--submissions", type=int, default=1000)
    parser.add_argument("--exercises", type=int, default=26)
    parser.add_argument("--course", type=pathlib.Path, default=pathlib.Path(__file__).parents[2] / "Exercises")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    exercises = sorted(path for path in options.course.glob("*/*") if path.is_dir())[: options.exercises]
    known = [(exercise.name, answers(exercise)) for exercise in exercises]
    chance = random.Random(options.seed)
    students = -(-options.submissions // len(known))
    for number in range(students):
        student = f"s{number:06}"
        folder = options.folder / student
        folder.mkdir(parents=True)
        for name, texts in known:
            text = varied(chance.choice(texts), chance, student)
            if text is not None:
                (folder / f"{name}.graph").write_text(text, encoding="utf-8")
    for name, _ in known:
        print(name)


if __name__ == "__main__":
    main()
