import Courses
import Drills
import WorkbookLanguage

/// Every word that can be asked about, and what is typed first.
///
/// A word may occur twice: `check` is a command and a statement, `delete` a statement and an option.
package struct CommandTable: Sendable {
  package var commands: [Command]

  package init(_ commands: [Command]) { self.commands = commands }

  /// The prompt's own commands, the statements of the workbook, and the words of its conditions.
  package static let all = CommandTable(
    promptCommands + modelStatements + propertyOptions + objectStatements + viewStatements + conditionWords)

  /// Every entry for a word; words of conditions in any letter case, as the language takes them.
  package func entries(for word: String) -> [Command] {
    commands.filter { $0.word == word || ($0.group == .conditions && $0.word.lowercased() == word.lowercased()) }
  }

  package func words(of group: Command.Group) -> [String] {
    commands.filter { $0.group == group }.map(\.word)
  }

  /// The words that a statement or command can begin with, in the table's order, without repetition.
  package var firstWords: [String] {
    var seen: Set<String> = []
    return commands.filter { $0.beginsStatement && seen.insert($0.word).inserted }.map(\.word)
  }

  /// ``firstWords`` of all commands and statements.
  static let beginnings = Set(all.firstWords)

  /// The ten words that a beginner needs, in the order in which they are needed.
  package static let firstTen = [
    "entity", "let", "show", "fetch", "delete", "save", "undo", "expect", "lesson", "help",
  ]

  /// Commands of other prompts that mean the same here.
  package static let synonyms = [
    "?": "help", ".help": "help", ":help": "help", "\\?": "help", "--help": "help", ".quit": "quit", ".exit": "quit",
    ":q": "quit", "\\q": "quit", ".schema": "show model", ".tables": "show tables",
  ]

  /// The command that is meant by one of another prompt, or by `learn` and `learn 11`, which begin a lesson from the shell;
  /// nil for any other line.
  static func meaning(of line: String) -> String? {
    let text = line.trimmed
    guard text.hasPrefix("learn") else { return synonyms[text] }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.first == "learn", words.count == 1 || words.count == 2 && words[1].allSatisfy(\.isWholeNumber) else {
      return nil
    }
    return (["lesson"] + words.dropFirst()).joined(separator: " ")
  }

  /// Returns the advice on a word from another program that is none here.
  /// - Parameter isStudent: whether a student of a class asks, for whom the teacher moves the lesson.
  static func advice(onForeign word: String, isStudent: Bool) -> String? {
    guard let advice = movingWords[word] else { return otherWords[word] }
    return isStudent ? "the teacher moves the lesson on; help lists what you can type" : advice
  }

  /// The words of other programs that move on or end something, with what to type instead.
  private static let movingWords: [String: String] = [
    "exit": "type quit", "bye": "type quit", "q": "type quit", "logout": "type quit", "stop": "type quit",
    "start": "type lessons to see them",
    "continue": "type next", "forward": "type next", "previous": "type back", "answer": "type solution",
    "clear":
      "Ctrl-L clears the screen; restart begins a lesson's step or an exercise again; quit, and graphbook again, "
      + "begins with an empty workbook",
    "new": "quit, and graphbook again, begins with an empty workbook", "handin": "type hand in", "hand": "type hand in",
  ]

  /// The other words of other programs, with what to type instead.
  private static let otherWords: [String: String] = [
    "grade": "type check", "submit": "type check", "done": "type check",
    "objects": "type fetch and an entity's name; objects(…) takes IDs from another context",
    "stores": "type show stores", "contexts": "type show contexts",
    "man": "type help", "commands": "type help",
  ]

  /// The commands that only the prompt has.
  package var promptWords: [String] { words(of: .learning) + words(of: .prompt) }

  package static let promptCommands: [Command] = [
    Command("lessons", .learning, "lists the lessons and how far you are"),
    Command(
      "lesson", .learning, "starts a lesson, or continues where you left it",
      forms: ["lesson", "lesson <number>", "lesson <number> step <number>"],
      "A lesson that you have finished opens with the list of its steps.", example: ["lesson 9", "lesson 9 step 12"]),
    Command(
      "next", .learning, "goes on to the next step", "Where next is offered, Enter and n mean it.", example: ["next"]),
    Command("back", .learning, "goes back to the step before"),
    Command("leave", .learning, "ends the lesson, exercise or drill and keeps its place; your own graph comes back"),
    Command("restart", .learning, "begins the step or exercise again, with the graph as it was"),
    Command("hint", .learning, "shows the next hint for the task or question"),
    Command("skip", .learning, "leaves the task undone, or the question open, and goes on"),
    Command("solution", .learning, "shows a solution of the task, or the answer to the question"),
    Command(
      "exercises", .learning, "lists the chapters' exercises, and which ones you have passed",
      forms: ["exercises", "exercises <number>"], example: ["exercises 4"]),
    Command(
      "courses", .learning, "lists the courses: ways through the book for an evening, a term, or what you know",
      forms: ["courses", "courses <name>", "courses none"],
      "A course that is shown is followed: next goes on with what comes in it.", example: ["courses evening"]),
    Command(
      "exercise", .learning, "starts an exercise: its task, and the graph to begin with", forms: ["exercise <name>"],
      "What you type after it is your answer. Leave it, and it waits for you.",
      example: ["exercise free-agents"]),
    Command(
      "drill", .learning, "asks a generated question: of a kind, of a chapter, or of what you know least",
      forms: ["drill", "drill <kind>", "drill <chapter>"],
      "The kinds are \(DrillKind.words.joined(separator: ", ")). The next line is your answer; next "
        + "asks another, and leave ends it. Every \(DrillMaker.answersForLevel) right answers make the next ones harder.",
      example: ["drill", "drill delete-rules", "drill 4"]),
    Command(
      "check", .learning, "runs the task's checks, or grades your answer to the exercise",
      forms: ["check", "check all"],
      "Of an exercise, check says the first thing that is wrong, and check all everything that was found.",
      example: ["check all"]),
    Command(
      "hand", .learning, "writes your answer to the exercise to a file, and grades that file",
      forms: ["hand in", "hand in \"<file>\""],
      "The file holds the statements of your answer, without those that were undone, and gets the verdict that check "
        + "gives. Its name is the exercise's unless you name another.",
      example: ["hand in", "hand in \"answer.graph\""]),
    Command(
      "practice", .learning, "asks again what you got wrong, about \(PracticeRound.minuteLimit) minutes at a time",
      "A question that you answered wrong, and an exercise that did not pass or whose solution you looked up, is due "
        + "after \(PracticeCard.intervals[0]) day. Each right answer when it is due makes the pause longer: "
        + "\(PracticeCard.intervals.dropFirst().map(String.init).joined(separator: ", then ")) days. A wrong one begins again."
    ),
    Command(
      "progress", .learning, "shows what you have done, and how well you know the ideas of each chapter",
      forms: ["progress", "progress ideas"],
      "An idea is met once you have done a step that explains it, practised once you have answered a question or an "
        + "exercise of it or done a task, and shaky while more of your latest answers are wrong than right. practice asks "
        + "about shaky ideas at any time.",
      example: ["progress", "progress ideas"]),
    Command(
      "help", .prompt, "lists the words, or explains one", forms: ["help", "help <word>"], example: ["help delete"]),
    Command("timing", .prompt, "shows or hides how long each statement takes", forms: ["timing on", "timing off"]),
    Command("again", .prompt, "puts the last statement back for editing; Enter runs it once more"),
    Command("quit", .prompt, "leaves; so does Ctrl-D on an empty line. Your progress is kept"),
  ]
}

extension Command {
  /// Whether a statement can begin with the word: arrows and clauses only go on.
  package var beginsStatement: Bool {
    group == .learning || group.beginsStatement && StatementWord(rawValue: word) != nil
  }
}
