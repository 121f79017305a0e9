import ArgumentParser
import CVersion
import CommandIO
import Diagnostics
import Shell

import func Foundation.exit

/// The program: each subcommand finds out where it was started, and hands over to the shell.
@main
struct Graphbook: ParsableCommand {
  static let version = "0.1.0"

  /// The version and, in a package, the commit it was built from: `0.1.0 (2f1c07ab93de)`.
  static var versionLine: String {
    let commit = String(cString: graphbook_build_commit())
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }

  static let configuration = CommandConfiguration(
    commandName: "graphbook",
    abstract: "A workbook for object graphs, in the words of Core Data.",
    discussion:
      "Without a subcommand the prompt opens. 'graphbook learn' starts the first lesson, and 'graphbook league.graph' runs a file.",
    version: versionLine,
    subcommands: [
      Prompt.self, Learn.self, Run.self, Open.self, Lessons.self, LessonTools.self, Serve.self, ClassTool.self,
      Present.self,
      Print.self, Record.self, Site.self, Exercises.self, ExerciseTools.self,
      Grade.self, GradeInit.self, GradeMerge.self, GradeWorker.self,
      ShowProgress.self, DrillTool.self,
      ModelTool.self, StoreTool.self, Filter.self, PredicateTool.self, Normalize.self, Review.self, Discover.self,
      Manual.self,
    ],
    defaultSubcommand: Prompt.self)

  /// The commands of two words that begin like one which takes arguments of its own: the parser would take the second word
  /// for its argument.
  private static let joinedWords = ["grade": ["init", "merge"]]

  /// The arguments with such a command as one word: `grade init github` is `grade-init github`.
  private static func joined(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, joinedWords[arguments[0]]?.contains(arguments[1]) == true else { return arguments }
    return ["\(arguments[0])-\(arguments[1])"] + arguments.dropFirst(2)
  }

  /// Runs the subcommand and ends the process: with status 1 and a message where a part of the output could not be written.
  static func main() {
    StandardOutput.prepare()
    var status: Int32 = 0
    do {
      if CommandLine.argc == 1 {
        // There is nothing to parse, and the parser's own start takes longer than all of ours.
        try Start().prompt { $0.greeting() }
      } else {
        // `graphbook league.graph` runs the file, as other languages' programs do.
        let arguments = Self.joined(Array(CommandLine.arguments.dropFirst()))
        let isFile = arguments[0].hasSuffix(".graph")
        if !isFile, let problem = unknownSubcommand(in: arguments[...], of: "graphbook") {
          StandardOutput.writeError(DiagnosticFormatter().format(problem))
          throw ExitCode(ProgramStatus.usage.rawValue)
        }
        var command = try parseAsRoot(isFile ? ["run"] + arguments : arguments)
        try command.run()
      }
    } catch {
      status = exitCode(for: error).rawValue
      // Help, which is no failure, or what is wrong with the command line. Both may quote it.
      let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.map { DisplayText.visible($0) }.joined(separator: "\n")
      if !text.isEmpty {
        if status == 0 { StandardOutput.write(text + "\n") } else { StandardOutput.writeError(text) }
      }
    }
    if let failure = StandardOutput.failure {
      StandardOutput.writeError(failure)
      if status == 0 { status = ProgramStatus.failure.rawValue }
    }
    Foundation.exit(status)
  }
}

/// `graphbook man`, for `make man`.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Prints the manual page's source.", shouldDisplay: false)

  func run() {
    var commands: [ManualPage.Entry] = []
    for command in Graphbook.configuration.subcommands where command.configuration.shouldDisplay {
      let inner = command.configuration.subcommands
      // grade grades without a subcommand.
      if inner.isEmpty || command == Grade.self { commands.append(Self.entry(command)) }
      for command in inner { commands.append(Self.entry(command)) }
    }
    StandardOutput.write(ManualPage(version: Graphbook.version, commands: commands).text)
  }

  private static func entry(_ command: any ParsableCommand.Type) -> ManualPage.Entry {
    ManualPage.Entry(
      usage: Graphbook.usageString(for: command).replacing("Usage: ", with: "")
        .split(whereSeparator: \.isWhitespace).joined(separator: " "),
      summary: command.configuration.abstract)
  }
}

struct Prompt: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Opens the prompt (this is the default).")

  @OptionGroup(title: "Limits, for each input")
  var limits: Limits

  func run() throws { try Start(budget: limits.budget).prompt { $0.greeting() } }
}

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Starts the first lesson, or goes on with yours.")

  @Argument(help: "The number of another lesson.")
  var lesson: String?

  @Option(parsing: .unconditional, help: "The step to begin with.")
  var step: Int?

  @Option(help: "Follow a course, such as evening, and go on with it; courses at the prompt lists them.")
  var course: String?

  func validate() throws {
    if course != nil, lesson != nil || step != nil { throw ValidationError("--course goes on where you were in it") }
  }

  func run() throws {
    try Start().prompt { session in
      if let course { return session.learn(course: course) }
      return session.learn(lesson, step: step)
    }
  }
}

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a file of statements.",
    discussion: "The exit status is 1 when a statement or an expectation failed.")

  @Argument(help: "The file; - is standard input.", completion: .file(extensions: ["graph"]))
  var file: String

  @Flag(name: .shortAndLong, help: "Print answers and what goes wrong, not what each statement did.")
  var quiet = false

  @OptionGroup(title: "Limits, for the whole file")
  var limits: Limits

  func run() throws { try Start(budget: limits.budget).script(file, isQuiet: quiet) }
}

struct Lessons: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the lessons.")

  func run() throws { try Start().command("lessons") }
}

struct LessonTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson", abstract: "For authors of lessons.", subcommands: [New.self, Check.self, Play.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a small lesson that passes its check, for you to replace.",
      discussion: "Its comments say what to replace. An existing file is never overwritten.")

    @Argument(help: "The lesson's number.")
    var number: Int

    @Argument(help: "Its title.")
    var title: String

    @Option(parsing: .unconditional, help: "The number of the chapter that it is about, if it is not the lesson's own.")
    var chapter: Int?

    func run() throws {
      let start = Start()
      try start.finish(start.courseCheck().newLesson(number, title: title, chapter: chapter))
    }
  }

  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Plays a lesson as learners see it, from any step.",
      discussion: "The step begins with the graph that the steps before it leave.")

    @Argument(help: "The lesson's number or name.")
    var lesson: String

    @Option(parsing: .unconditional, help: "The step to begin with.")
    var step = 1

    func run() throws { try Start().prompt { $0.learn(lesson, step: step) } }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks that every lesson runs as it is written.",
      discussion:
        "Tasks are open before and done after their solution, outputs appear, predictions are right, ideas are taught and practised."
    )

    @Argument(help: "Numbers or names of lessons; all of them when there are none.")
    var lessons: [String] = []

    @Flag(help: "List the ideas that no step teaches or nothing practises, by chapter, and run nothing.")
    var coverage = false

    @Flag(help: "Count the words, statements, questions and minutes of each lesson, and run nothing.")
    var measures = false

    @Flag(help: "Rewrite the output blocks in which something else appears, and show the difference.")
    var update = false

    @Flag(help: "Check at once, and again whenever a file of the course changes.")
    var watch = false

    func validate() throws {
      if [coverage, measures, update, watch].count(where: { $0 }) > 1 {
        throw ValidationError("--coverage, --measures, --update and --watch cannot be combined")
      }
    }

    func run() throws {
      let start = Start()
      if watch { return try start.watch { $0.lessons(lessons) } }
      let check = try start.courseCheck()
      try start.finish(
        coverage
          ? check.coverage()
          : measures
            ? check.measures(lessons) : update ? check.updateOutputs(lessons) : check.lessons(lessons))
    }
  }
}

struct Exercises: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the exercises.")

  @Argument(help: "The number of a chapter, or the name of its folder; without it, the chapters are listed.")
  var chapter: String?

  func validate() throws {
    // The word becomes a part of a command of the prompt.
    guard let chapter, !chapter.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return }
    throw ValidationError("'\(DisplayText.visible(chapter))' is no chapter; exercises 9 lists those of chapter 9")
  }

  func run() throws { try Start().command(chapter.map { "exercises \($0)" } ?? "exercises") }
}

struct ExerciseTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercise", abstract: "For authors of exercises.",
    subcommands: [New.self, Check.self, Show.self, Export.self, Variant.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a small exercise that passes its check, for you to replace.",
      discussion: "Its comments say what to replace. An existing file is never overwritten.")

    @Argument(help: "The exercise's name: small letters, digits and hyphens.")
    var exercise: String

    @Option(parsing: .unconditional, help: "The number of the chapter that it is about.")
    var chapter: Int

    func run() throws {
      let start = Start()
      try start.finish(start.courseCheck().newExercise(exercise, chapter: chapter))
    }
  }

  struct Variant: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "variant",
      abstract: "Writes an exercise with other names and numbers, to which a shipped solution does not fit.",
      discussion: """
        The exercise's head says which words may change. The same seed gives the same variant everywhere. The folder is a \
        course: grade with GRAPHBOOK_COURSES naming it, and make the students' copy with 'exercise export'.
        """)

    @Argument(help: "The exercise's name.")
    var exercise: String

    @Argument(help: "The folder of the course that gets the variant.", completion: .directory)
    var out: String

    @Option(parsing: .unconditional, help: "The number that chooses the variant.", transform: seedNumber)
    var seed: UInt64

    func run() throws {
      let start = Start()
      try start.finish(start.courseCheck().vary(exercise, seed: seed, to: out))
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes copies of exercises for students.",
      discussion: """
        A copy has the task, the start, the hints that contain no solution, and the checks that need none. An existing file is \
        never overwritten.
        """)

    @Flag(help: "Leave out solutions, right and wrong answers, and notes.")
    var forStudents = false

    @Argument(help: "The folder for the copies.", completion: .directory)
    var out: String

    @Argument(help: "Names of exercises; all of them when there are none.")
    var exercises: [String] = []

    @Flag(help: "Leave out the checks too.")
    var withoutChecks = false

    func run() throws {
      guard forStudents else { throw ValidationError("write --for-students") }
      let start = Start()
      try start.finish(start.courseCheck().exportForStudents(to: out, exercises, withChecks: !withoutChecks))
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows an exercise's task and start, or what an answer may change.")

    @Argument(help: "The exercise's name.")
    var exercise: String

    @Flag(help: "Only what some right answer changes; whatever else an answer changes costs a point.")
    var allowed = false

    func run() throws {
      let start = Start()
      let check = try start.courseCheck()
      try start.finish(allowed ? check.allowedChanges(exercise) : check.task(exercise))
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Grades the grader: the start fails, solutions pass, wrong answers get their feedback.")

    @Argument(help: "Names of exercises; all of them when there are none.")
    var exercises: [String] = []

    @Flag(help: "Check at once, and again whenever a file of the course changes.")
    var watch = false

    @Flag(help: "List the small changes of each solution that cost half of the points or more, and check nothing.")
    var costs = false

    func validate() throws {
      if watch, costs { throw ValidationError("--watch and --costs cannot be combined") }
    }

    func run() throws {
      let start = Start()
      if watch { return try start.watch { $0.exercises(exercises) } }
      let check = try start.courseCheck()
      try start.finish(costs ? check.costs(exercises) : check.exercises(exercises))
    }
  }
}

struct ShowProgress: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Shows what you have done, and how well you know the ideas.")

  enum Listing: String, ExpressibleByArgument, CaseIterable {
    case ideas
  }

  @Argument(help: "Lists every idea.")
  var listing: Listing?

  func run() throws { try Start().command(listing == nil ? "progress" : "progress ideas") }
}
