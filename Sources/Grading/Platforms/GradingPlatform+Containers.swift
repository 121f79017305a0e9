import Courses
import JSON
import Pages

extension GradingPlatform {
  /// Returns `setup.sh`, which runs once when the container is built, and `run_autograder`, which runs for each
  /// submission. Source: Gradescope's documentation, *Autograder Specifications*.
  static func gradescope(_ exercises: [Exercise]) -> [File] {
    let options = exercises.map { "--exercise \($0.id.shellWord)" }.joined(separator: " ")
    return [
      File(
        path: "setup.sh",
        text: """
          #!/usr/bin/env bash
          # Gradescope runs this once, when it builds the container. Nothing is installed: the libraries are in grader/lib.
          set -euo pipefail
          here=$(cd "$(dirname "$0")" && pwd)
          chmod +x "$here/grader/graphbook" "$here/grader/bin/graphbook" "$here/run_autograder"
          # If the program cannot start, the build fails instead of every submission.
          "$here/grader/graphbook" --version

          """, isExecutable: true),
      File(
        path: "run_autograder",
        text: """
          #!/usr/bin/env bash
          # Gradescope runs this for each submission, and reads results/results.json.
          set -euo pipefail
          base=${AUTOGRADER:-/autograder}
          work=$(mktemp -d)
          trap 'rm -rf "$work"' EXIT
          mkdir -p "$work/class" "$base/results"
          cp -R "$base/submission" "$work/class/student"
          # When it was handed in and due; the costs of lateness are in grading.yml, if you put one next to this file.
          options=()
          [ -f "$base/submission_metadata.json" ] && options+=(--metadata "$base/submission_metadata.json")
          [ -f "$base/source/grading.yml" ] && options+=(--policy "$base/source/grading.yml")
          "$base/source/grader/graphbook" grade --all "$work/class" \(options) \\
            --pattern '{student}/{exercise}.graph' --format gradescope --out "$work/report" ${options[@]+"${options[@]}"}
          mv "$work/report/gradescope/student.json" "$base/results/results.json"

          """, isExecutable: true),
    ]
  }

  /// Returns a question that is graded externally: a folder for a course's `questions/`. Source: PrairieLearn's
  /// documentation, *External grading*.
  static func prairieLearn(_ exercise: Exercise) -> [File] {
    let file = exercise.slug + ".graph"
    let info = JSONValue([
      ("uuid", .string(NamedUUID.make(from: "graphbook/\(RenumberedChapters.lastingID(exercise.id))"))),
      ("title", .string(exercise.title.isEmpty ? exercise.id : exercise.title)),
      ("topic", .string("Object graphs")), ("type", .string("v3")), ("singleVariant", .boolean(true)),
      ("gradingMethod", .string("External")),
      (
        "externalGradingOptions",
        JSONValue([
          ("enabled", .boolean(true)), ("image", .string("debian:bookworm-slim")),
          ("entrypoint", .string("/grade/tests/run.sh")), ("timeout", .integer(30)),
          ("enableNetworking", .boolean(false)),
        ])
      ),
    ])
    return [
      File(path: "info.json", text: info.line + "\n"),
      File(
        path: "question.html",
        text: """
          <pl-question-panel>
          <markdown>
          \(StudentsCopy.body(of: exercise).replacing("</markdown>", with: ""))
          </markdown>
          </pl-question-panel>
          <pl-file-editor file-name="\(HTML(file).text)"></pl-file-editor>
          <pl-submission-panel><pl-external-grader-results></pl-external-grader-results></pl-submission-panel>

          """),
      File(
        path: "tests/run.sh",
        text: """
          #!/bin/sh
          # PrairieLearn runs this for each submission, and reads results/results.json.
          base=${GRADE:-/grade}
          mkdir -p "$base/results"
          # The exit status is 1 for an answer that does not pass; no output means that the program could not run.
          "$base/tests/grader/graphbook" grade \(exercise.id.shellWord) "$base/student/"\(file.shellWord) \\
            --format prairielearn > "$base/results/unfinished"
          test -s "$base/results/unfinished" && mv "$base/results/unfinished" "$base/results/results.json"

          """, isExecutable: true),
    ]
  }
}
