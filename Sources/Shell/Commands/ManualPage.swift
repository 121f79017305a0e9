import CommandIO

/// The manual page, graphbook(1), in the language of man(7): the program's commands, and every word of the command table.
///
/// ```swift
/// ManualPage(version: "0.1.0", commands: []).text   // .TH GRAPHBOOK 1 …
/// ```
package struct ManualPage {
  /// A command of the command line.
  package struct Entry {
    /// `graphbook run <file>`.
    package var usage: String
    package var summary: String

    package init(usage: String, summary: String) {
      self.usage = usage
      self.summary = summary
    }
  }

  package var version: String
  package var commands: [Entry]
  package var table: CommandTable

  package init(version: String, commands: [Entry], table: CommandTable = .all) {
    self.version = version
    self.commands = commands
    self.table = table
  }

  /// The page's source, a line break at its end.
  package var text: String {
    var lines = [
      ".TH GRAPHBOOK 1 \"\" \"graphbook \(version)\" \"User Commands\"",
      ".SH NAME", "graphbook \\- a workbook for object graphs, in the words of Core Data",
      ".SH SYNOPSIS", ".B graphbook", "[\\fIcommand\\fR] [\\fIarguments\\fR]",
      ".SH DESCRIPTION",
      Self.escaped("Without a command the prompt opens. You describe entities and relationships, make objects, link,"),
      Self.escaped("fetch, delete and save them, and see what the graph does. Conditions are written in the"),
      Self.escaped("NSPredicate format language. Lessons and exercises are at the prompt."),
      ".SH COMMANDS",
    ]
    for command in commands {
      lines += [".TP", ".B " + Self.escaped(command.usage), Self.sentence(command.summary)]
    }
    lines += [
      ".SH STATEMENTS", Self.escaped("Statements are typed at the prompt, or are in a file that ends in .graph."),
    ]
    for group in Command.Group.allCases {
      lines += [".SS " + Self.escaped(group.rawValue), Self.sentence(group.summary)]
      for command in table.commands where command.group == group { lines += entry(command) }
    }
    lines += [
      ".SH FILES", ".TP", ".I ~/.local/state/graphbook",
      "progress in lessons and exercises, and the history of the prompt",
      ".TP", ".I share/doc/graphbook",
      "below the folder that the program is installed in: the documents that this page names, docs/grading.md and others, and docs/authors.md on lessons and exercises",
      ".SH ENVIRONMENT",
      ".TP", ".B GRAPHBOOK_COURSES",
      "the folder that holds Lessons and Exercises, or several with colons between them; shipped is the program's own",
      ".TP", ".B XDG_STATE_HOME", "where progress and history are kept, instead of ~/.local/state",
      ".TP", ".B NO_COLOR", "no colours",
      ".SH EXIT STATUS",
      ProgramStatus.allCases.map { "\($0.rawValue) \($0.reason)" }.joined(separator: ",\n") + ".",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func entry(_ command: Command) -> [String] {
    var lines = [".TP", ".B " + Self.escaped(command.word), Self.sentence(command.summary)]
    if command.forms != [command.word] { lines += [".RS", ".nf"] + command.forms.map(Self.escaped) + [".fi", ".RE"] }
    if !command.explanation.isEmpty { lines += [".IP", Self.escaped(command.explanation)] }
    if !command.example.isEmpty {
      lines += [".IP", "For example:", ".RS", ".nf"] + command.example.map(Self.escaped) + [".fi", ".RE"]
    }
    return lines
  }

  /// A summary as a sentence: with a full stop.
  private static func sentence(_ text: String) -> String { escaped(text.hasSuffix(".") ? text : text + ".") }

  /// Text that man(7) takes as it is: no line of it is a request, no minus a hyphen.
  static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
