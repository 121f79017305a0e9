import Courses

/// A platform that runs a grader of its users, and the files it needs for that.
package enum GradingPlatform: String, CaseIterable, Hashable, Sendable {
  case gradescope, prairielearn, github, gitlab, exercism

  package struct File: Hashable, Sendable {
    /// The path in the folder for the platform.
    package var path: String
    package var text: String
    package var isExecutable = false

    package init(path: String, text: String, isExecutable: Bool = false) {
      self.path = path
      self.text = text
      self.isExecutable = isExecutable
    }
  }

  /// The folder that holds the program, its libraries and the exercises.
  package var graderFolder: String {
    switch self {
    case .gradescope, .github, .gitlab, .exercism: "grader"
    case .prairielearn: "tests/grader"
    }
  }

  /// The files besides the program and the exercises.
  package func files(for exercises: [Exercise], verdict: (Exercise, _ answer: Answer) -> Verdict) -> [File] {
    let own: [File] =
      switch self {
      case .gradescope: Self.gradescope(exercises)
      case .prairielearn: exercises.first.map(Self.prairieLearn) ?? []
      case .github: Self.github(exercises)
      case .gitlab: Self.gitlab(exercises)
      case .exercism: Self.exercism(exercises, verdict)
      }
    return own + [File(path: graderFolder + "/graphbook", text: Self.starter, isExecutable: true)]
  }

  /// An answer that an exercise brings.
  package enum Answer: Hashable, Sendable {
    case solution
    /// The first wrong one.
    case wrong
  }

  /// Whether it has one exercise at a time.
  package var takesOneExercise: Bool { self == .prairielearn }

  /// The instructions for using the files, a line each.
  package func steps(in folder: String) -> [String] {
    switch self {
    case .gradescope:
      [
        "cd \(folder) && zip -r ../autograder.zip .",
        "Upload autograder.zip on Gradescope: Configure Autograder, base image Debian 12 or Ubuntu 24.04",
      ]
    case .prairielearn:
      [
        "Copy \(folder) to questions/ of your course, and sync it",
        "Any image with a C library as new as this machine's does: info.json names one",
      ]
    case .github:
      [
        "tar -czf grader.tar.gz -C \(folder) grader, and put it where the workflow can fetch it",
        "Commit \(folder)/.github to the assignment's repository, and set its secret GRADER_URL",
      ]
    case .gitlab:
      [
        "tar -czf grader.tar.gz -C \(folder) grader, and put it where the job can fetch it",
        "Commit \(folder)/.gitlab-ci.yml to the students' project, and set its variable GRADER_URL, masked",
      ]
    case .exercism:
      [
        "\(folder)/bin/run-tests.sh tries the runner on its smoke tests",
        "docker build -t graphbook-test-runner \(folder)",
      ]
    }
  }

  /// Starts the program with the libraries and the exercises that are beside it.
  private static let starter = """
    #!/bin/sh
    # Starts Graphbook with the libraries and the exercises that are beside this file.
    here=$(cd "$(dirname "$0")" && pwd)
    GRAPHBOOK_COURSES="$here/course" LD_LIBRARY_PATH="$here/lib" exec "$here/bin/graphbook" "$@"

    """
}

extension String {
  /// The text as one word of a shell.
  var shellWord: String { "'" + replacing("'", with: "'\\''") + "'" }
}
