import Courses

extension GradingPlatform {
  /// Returns a test runner with smoke tests. Source: Exercism's documentation, *The Test Runner Interface*, and its
  /// template for test runners.
  static func exercism(_ exercises: [Exercise], _ verdict: (Exercise, Answer) -> Verdict) -> [File] {
    let files = [
      File(
        path: "bin/run.sh",
        text: """
          #!/usr/bin/env sh
          # Grades one answer: run.sh SLUG FOLDER-WITH-THE-ANSWER FOLDER-FOR-results.json
          set -eu
          if [ "$#" -ne 3 ]; then echo "usage: $0 slug input-folder output-folder" >&2; exit 2; fi
          here=$(cd "$(dirname "$0")/.." && pwd)
          mkdir -p "$3"
          # The exit status is 1 for an answer that does not pass; no output means that the program could not run.
          "$here/grader/graphbook" grade "$1" "$2/$1.graph" --format exercism > "$3/unfinished" || test -s "$3/unfinished"
          mv "$3/unfinished" "$3/results.json"

          """, isExecutable: true),
      File(
        path: "bin/run-tests.sh",
        text: """
          #!/usr/bin/env sh
          # Runs the runner on every folder of tests/, and compares the results.
          set -u
          here=$(cd "$(dirname "$0")/.." && pwd)
          out=$(mktemp -d)
          trap 'rm -rf "$out"' EXIT
          failed=0
          for folder in "$here"/tests/*/; do
            name=$(basename "$folder")
            slug=$(sed -n 's/^slug=//p' "$folder/smoke-test")
            "$here/bin/run.sh" "$slug" "$folder" "$out/$name"
            if cmp -s "$out/$name/results.json" "$folder/expected_results.json"; then
              echo "$name: as expected"
            else
              echo "$name: different"
              failed=1
            fi
          done
          exit $failed

          """, isExecutable: true),
      File(
        path: "Dockerfile",
        text: """
          FROM debian:bookworm-slim
          WORKDIR /opt/test-runner
          COPY . .
          RUN ./grader/graphbook --version
          ENTRYPOINT ["/opt/test-runner/bin/run.sh"]

          """),
    ]
    return files
      + exercises.flatMap { exercise -> [File] in
        test(exercise, "solution", exercise.solution.text, verdict(exercise, .solution))
          + (exercise.wrong.first.map { test(exercise, "wrong", $0.text, verdict(exercise, .wrong)) } ?? [])
      }
  }

  private static func test(_ exercise: Exercise, _ name: String, _ answer: String, _ verdict: Verdict) -> [File] {
    let folder = "tests/\(exercise.slug)-\(name)"
    return [
      File(path: "\(folder)/\(exercise.slug).graph", text: answer),
      File(path: "\(folder)/smoke-test", text: "slug=\(exercise.slug)\n"),
      File(path: "\(folder)/expected_results.json", text: ExercismFormat().text(for: [verdict])),
    ]
  }
}
