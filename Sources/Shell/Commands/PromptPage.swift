import Diagnostics
import WorkbookLanguage

/// `help prompt`: how to type at the prompt, in a terminal or on a page of the book. A learner sees it before their first lesson.
enum PromptPage {
  static let rows: [(word: String, what: String)] = [
    (Prompt.statement, "waits for a statement: type one, and Enter runs it"),
    (Prompt.continuation, "goes on with it while a bracket is open; an empty line gives it up"),
    ("answer>", "waits for the answer to a question: its number, or a value"),
    ("next", "goes on after a step, as Enter does; leave ends the lesson"),
    ("hint", "helps with a question or a task; solution and skip do, too"),
    ("undo", "takes a statement back; restart begins the step again"),
    ("help sheet", "shows the language on one screen; help delete explains one word"),
    ("quit", "ends the program; your progress is kept"),
  ]

  /// The rows about the field on a page.
  static let rowsInBrowser: [(word: String, what: String)] = [
    ("a statement", "goes into the field; Enter runs it, and so does the button"),
    ("a bracket", "keeps it open: Enter then goes on in the next line"),
    ("an answer", "is chosen or typed at its question, or typed in the field"),
    ("next", "goes on after a step, as the button does; leave goes to the contents"),
    ("hint", "helps with a question or a task; solution and skip do, too"),
    ("undo", "takes a statement back; restart begins the step again"),
    ("help sheet", "shows the language on one screen; help delete explains one word"),
    ("your work", "is kept: close the page when you like"),
  ]

  /// The rows about the field on a student's page in a class.
  static let rowsInClass: [(word: String, what: String)] = [
    ("a statement", "goes into the field; Enter runs it, and so does the button"),
    ("a bracket", "keeps it open: Enter then goes on in the next line"),
    ("hint", "helps with a task"),
    ("undo", "takes a statement back; restart begins the screen again"),
    ("help sheet", "shows the language on one screen; help delete explains one word"),
  ]

  static func document(_ rows: [(word: String, what: String)] = rows) -> Document {
    let width = 14
    return [StyledText("At the prompt", .strong)]
      + rows.flatMap { row in
        Document(
          StyledText(row.what), first: "  \(row.word.trimmed.padding(to: width - 2), .code)",
          rest: StyledText(String(repeating: " ", count: width)))
      }
  }
}
