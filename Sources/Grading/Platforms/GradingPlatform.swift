import Courses

/// A platform that runs its users' own graders, and the files that it needs for that.
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

  /// Returns the files other than the program and the exercises.
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

  /// An answer that comes with an exercise.
  package enum Answer: Hashable, Sendable {
    case solution
    /// The first wrong one.
    case wrong
  }

  /// Whether it takes only one exercise at a time.
  package var takesOneExercise: Bool { self == .prairielearn }

  /// Returns the instructions for using the files, one on each line.
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
        "info.json names an image; any other works if its C library is as new as this machine's",
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

  /// A script that starts the program with the libraries and the exercises in the same folder.
  private static let starter = """
    #!/bin/sh
    # Starts Graphbook with the libraries and the exercises in this folder.
    here=$(cd "$(dirname "$0")" && pwd)
    GRAPHBOOK_COURSES="$here/course" LD_LIBRARY_PATH="$here/lib" exec "$here/bin/graphbook" "$@"

    """
}

extension String {
  /// The text as one word of a shell.
  var shellWord: String { "'" + replacing("'", with: "'\\''") + "'" }
}
