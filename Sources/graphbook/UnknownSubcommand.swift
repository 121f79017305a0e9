import ArgumentParser
import Diagnostics

extension ParsableCommand {
  /// Returns what is wrong with the first word that should name a subcommand and does not; nil where there is none.
  ///
  /// The argument parser takes such a word for an argument of the default subcommand, and prints that one's usage.
  static func unknownSubcommand(in arguments: ArraySlice<String>, of path: String) -> Diagnostic? {
    let subcommands = configuration.subcommands
    guard !subcommands.isEmpty, let word = arguments.first, !word.hasPrefix("-"), word != "help" else { return nil }
    if let subcommand = subcommands.first(where: { $0._commandName == word }) {
      return subcommand.unknownSubcommand(in: arguments.dropFirst(), of: "\(path) \(word)")
    }
    // Any other word is an exercise.
    if self == Grade.self { return nil }
    if self == LessonTools.self, Int(word) != nil {
      return Diagnostic(
        "unknown-subcommand", "\(path) is for authors of lessons", hint: "graphbook learn \(word) starts lesson \(word)"
      )
    }
    let names = subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    return Diagnostic(
      "unknown-subcommand", "\(path) has no subcommand '\(DisplayText.visible(word))'",
      nearest: Suggestions.nearest(to: word, among: names), hint: "\(path) --help lists them")
  }
}
