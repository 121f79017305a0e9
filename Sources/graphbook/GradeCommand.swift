import ArgumentParser
import Grading
import Shell
import Tools

extension OutputFormat: ExpressibleByArgument {}

struct Grade: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Grades an answer to an exercise, or the answers of a class.",
    discussion: """
      The exit status is 0 when the answer passes, else 1. The formats \(OutputFormat.naming) need --student; \
      docs/grading.md describes all of them. With --all every student's answer gets a verdict in the folder of --out, and \
      the status is 0 when everyone has one, also one that says why an answer could not be graded: the last lines of the run name \
      these answers. 'graphbook grade init' writes what a platform needs.
      """)

  @Argument(help: "The exercise's name.")
  var exercise: String?

  @Argument(
    help: "The file with the answer, or a folder of one student; - is standard input.",
    completion: .file(extensions: ["graph"]))
  var answer: String?

  @Option(help: "How the verdict is written. With --all it may be given several times.")
  var format: [OutputFormat] = []

  @Flag(help: "As text: everything that the checks found, and not only the first thing that is wrong.")
  var details = false

  @OptionGroup(title: "A class")
  var classOptions: ClassOptions

  @OptionGroup(title: "What platforms want to know")
  var platform: PlatformOptions

  func validate() throws {
    if classOptions.all != nil {
      if exercise != nil { throw ValidationError("with --all, name the exercises with --exercise") }
      return try classOptions.validate(formats: format)
    }
    if let option = classOptions.given.first {
      throw ValidationError("\(option) needs --all, which names the submissions of a class")
    }
    guard exercise != nil, answer != nil else { throw ValidationError("name an exercise and the file with the answer") }
    guard format.count < 2 else { throw ValidationError("several formats need --all") }
    if let format = format.first, format.needsStudent, platform.student == nil {
      throw ValidationError(
        "--format \(format.rawValue) needs --student, the id by which the platform knows the student")
    }
  }

  func run() throws {
    let metadata = try platform.metadata(answer: answer)
    if let folder = classOptions.all {
      return try Start().grade(allIn: folder, classOptions, formats: format, metadata)
    }
    guard let exercise, let answer else { return }
    try Start().grade(
      exercise, answer: answer, as: format.first ?? .text, metadata, number: platform.assignment,
      showsAll: details)
  }
}

struct GradeMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade-merge", abstract: "Merges the reports on the parts of a class that --shard graded.",
    usage: "graphbook grade merge <reports> ... --out <out>",
    discussion: "The result has the same bytes as the report of a single run.")

  @Argument(help: "The folders with the reports.", completion: .directory)
  var reports: [String]

  @Option(help: "The folder for the report on the whole class.", completion: .directory)
  var out: String

  func run() throws { try Start().merge(reports, out: out) }
}

/// `graphbook grade-worker`, which `grade --all` starts.
struct GradeWorker: ParsableCommand {
  static let name = "grade-worker"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Grades answers for grade --all.", shouldDisplay: false)

  func run() throws { try Start.gradeForOthers() }
}

/// The options for the facts that platforms' formats write besides the verdict.
struct PlatformOptions: ParsableArguments {
  @Option(help: "The student's id on the platform.")
  var student: String?

  @Option(help: "The student's full name.")
  var name: String?

  @Option(help: "The student's e-mail address.")
  var email = ""

  @Option(parsing: .unconditional, help: "The number of the assignment on Canvas, as in the column's title.")
  var assignment: Int?

  @Option(help: "For xAPI: the address of the system whose accounts the students have.")
  var homePage = OutputFormat.Metadata.anyHomePage

  @Option(help: "When the answer was graded, 2026-01-15T09:00:00Z; now, unless given.")
  var time: String?

  func metadata(answer: String?) throws -> OutputFormat.Metadata {
    guard let time = GradingTime.text(time) else {
      throw ValidationError("--time is written like 2026-01-15T09:00:00Z")
    }
    let isAddress = homePage.hasPrefix("https://") || homePage.hasPrefix("http://")
    guard isAddress, homePage.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw ValidationError("--home-page is an address, https://school.example")
    }
    if student?.isEmpty == true { throw ValidationError("--student is empty") }
    return OutputFormat.Metadata(
      student: student.map { Student(id: $0, name: name, email: email) }, answer: answer, time: time, homePage: homePage
    )
  }
}

/// The options for grading a whole class with `--all`.
struct ClassOptions: ParsableArguments {
  @Option(
    help: "A folder with the submissions of a class, or a platform's zip file.",
    completion: .file())
  var all: String?

  @Option(
    help:
      "An exercise that everyone was given, whose or whose=1234 with its number on Canvas; may be given several times.")
  var exercise: [String] = []

  @Option(
    help:
      "How the submissions are laid out: moodle, canvas, github, gradescope, folders, files, or '{student}/{exercise}.graph'; recognised unless given."
  )
  var pattern: String?

  @Option(
    help: "A CSV file with the columns student, name, email, login, section, or a platform's list of students.",
    completion: .file(extensions: ["csv"]))
  var roster: String?

  @Option(help: "The folder for the report; an existing report is not replaced.", completion: .directory)
  var out: String?

  @Option(parsing: .unconditional, help: "How many answers are graded at the same time.")
  var jobs = 1

  @Flag(help: "Continue a report that was interrupted.")
  var resume = false

  @Option(
    help: "The policy of the class: when answers are due, what lateness costs, and what students see.",
    completion: .file(extensions: ["yml"]))
  var policy: String?

  @Option(
    help:
      "When answers were handed in: a CSV file with the columns student, exercise, time, or GitHub Classroom's grades; or 'files' for the times of the files, which a copy changes.",
    completion: .file(extensions: ["csv"]))
  var times: String?

  @Option(
    help:
      "A report's files.csv, in which the column 'answer_to' was filled in: which files are answers to which exercises.",
    completion: .file(extensions: ["csv"]))
  var files: String?

  @Option(
    help: "A CSV file with the columns student, exercise, points, reason: points that you give by hand.",
    completion: .file(extensions: ["csv"]))
  var corrections: String?

  @Option(
    help: "Gradescope's submission_metadata.json: when the only student handed in, and when that was due.",
    completion: .file(extensions: ["json"]))
  var metadata: String?

  @Option(help: "Grade only a part of the class, 3/40; grade merge makes one report of all parts.")
  var shard: String?

  @Flag(help: "Leave names and addresses out of the report: student-007.")
  var anonymous = false

  /// The options that were given besides `--all`.
  var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--exercise", !exercise.isEmpty), ("--pattern", pattern != nil), ("--roster", roster != nil),
      ("--out", out != nil), ("--jobs", jobs != 1), ("--resume", resume), ("--policy", policy != nil),
      ("--times", times != nil), ("--files", files != nil), ("--corrections", corrections != nil),
      ("--metadata", metadata != nil), ("--shard", shard != nil), ("--anonymous", anonymous),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  func validate(formats: [OutputFormat]) throws {
    if exercise.isEmpty { throw ValidationError("--all needs --exercise, the exercise that everyone was given") }
    if out == nil { throw ValidationError("--all needs --out, the folder for the report") }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs is a number from 1 to 256") }
    if let shard, Shard(shard) == nil { throw ValidationError("--shard is a part of a number of parts, 3/40") }
    if Set(formats).count < formats.count { throw ValidationError("a --format is given twice") }
  }
}
