import Courses

extension GradingPlatform {
  /// Returns a GitHub Actions workflow, with the results for GitHub Classroom.
  static func github(_ exercises: [Exercise]) -> [File] {
    let steps = exercises.enumerated().map { place, exercise in
      let id = "exercise\(place + 1)"
      let answer = (exercise.slug + ".graph").shellWord
      return """
              - name: \((exercise.title.isEmpty ? exercise.id : exercise.title).yamlText)
                id: \(id)
                run: |
                  grade() { "$RUNNER_TEMP/grader/graphbook" grade \(exercise.id.shellWord) \(answer) --format "$1" || true; }
                  grade github
                  grade summary >> "$GITHUB_STEP_SUMMARY"
                  grade classroom >> "$GITHUB_OUTPUT"

        """
    }.joined()
    let ids = exercises.indices.map { "exercise\($0 + 1)" }
    let results = ids.map { id in
      "          \(id.uppercased())_RESULTS: ${{ steps.\(id).outputs.result }}\n"
    }.joined()
    return [
      File(
        path: ".github/workflows/grade.yml",
        text: """
          # Grades the answers in this repository. The grader is kept elsewhere because it has the solutions: the secret
          # GRADER_URL says where grader.tar.gz is.
          name: grade
          on: [push, workflow_dispatch]
          permissions:
            contents: read
            checks: write
          jobs:
            grade:
              runs-on: ubuntu-24.04
              timeout-minutes: 10
              steps:
                - uses: actions/checkout@v4
                - name: Fetch the grader
                  env:
                    GRADER_URL: ${{ secrets.GRADER_URL }}
                  run: curl --fail --silent --show-error --location "$GRADER_URL" | tar -xz -C "$RUNNER_TEMP"
          \(steps)      - name: Points for GitHub Classroom
                  uses: classroom-resources/autograding-grading-reporter@v1
                  env:
          \(results)        with:
                    runners: \(ids.joined(separator: ","))

          """)
    ]
  }

  /// Returns a GitLab CI job with a JUnit report.
  static func gitlab(_ exercises: [Exercise]) -> [File] {
    let lines = exercises.map { exercise in
      let (id, answer) = (exercise.id.shellWord, (exercise.slug + ".graph").shellWord)
      let command = "grader/graphbook grade \(id) \(answer) --format junit > \("report-\(exercise.slug).xml".shellWord)"
      return "    - \("\(command) || failed=1".yamlText)\n"
    }.joined()
    return [
      File(
        path: ".gitlab-ci.yml",
        text: """
          # Grades the answers in this project. The grader is kept elsewhere because it has the solutions: the masked variable
          # GRADER_URL says where grader.tar.gz is.
          grade:
            image: debian:bookworm-slim
            timeout: 10 minutes
            before_script:
              - apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates curl > /dev/null
              - curl --fail --silent --show-error --location "$GRADER_URL" | tar -xz
            script:
              - failed=0
          \(lines)    - exit $failed
            artifacts:
              when: always
              reports:
                junit: report-*.xml

          """)
    ]
  }
}

extension String {
  /// The text as a YAML scalar in double quotes, escaped as in JSON.
  fileprivate var yamlText: String {
    "\"" + harmless.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
