import Diagnostics

/// A message of Core Data's from Xcode's console, pasted at the prompt: the code in it, or the one that its words stand for.
enum ConsoleMessage {
  /// The words of messages without a code, and what helps. Source: people's reports of these messages.
  private static let phrases: [(words: String, topic: String)] = [
    ("could not fulfill a fault", "133000"), ("different contexts", "context"), ("merge conflict", "133020"),
    ("could not merge changes", "133020"), ("model used to open the store is incompatible", "134100"),
    ("can't find model for source store", "134130"), ("can't find mapping model", "134140"),
    ("unacceptable type of value", "types"), ("is a required value", "1570"), ("cannot be nil", "1570"),
    ("nsentitydescription to a managed object subclass", "entity"), ("could not locate an entity named", "entity"),
    ("not key value coding-compliant", "entity"),
  ]

  /// The topic of help about a message; nil for a line that is none. O(length).
  static func topic(of line: String) -> String? {
    let text = line.lowercased().replacing("\u{2019}", with: "'")
    guard
      [
        "nscocoaerrordomain", "cocoa error", "coredata:", "core data:", "nsinternalinconsistencyexception",
        "nsinvalidargumentexception", "nsunknownkeyexception", "*** terminating app", "error domain=",
      ]
      .contains(where: text.contains)
    else { return nil }
    // The last number that is a code: that of the innermost error.
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    if let code = numbers.last(where: { $0 > 1_000 && CommandTable.text(ofCode: $0) != nil }) { return String(code) }
    return phrases.first { text.contains($0.words) }?.topic
  }

  /// The answer to a message: where the topic is a code, its sentence as well.
  static func diagnostic(about topic: String) -> Diagnostic {
    guard let sentence = Int(topic).flatMap(CommandTable.text(ofCode:)) else {
      return Diagnostic(
        "console", "this is a message of Core Data's, and no statement", hint: "help \(topic) says more")
    }
    return Diagnostic("console", "\(topic): \(sentence)")
  }
}
