import Diagnostics

/// A question in English typed at the prompt: `how do I make a relationship ordered?`, `what is <-->>`, `?fetch`.
package enum Question {
  private static let beginnings: Set<String> = [
    "how", "what", "whats", "what's", "why", "which", "who", "when", "where", "can", "could", "should", "does", "do",
    "is", "are", "?", "man", "info", ":h", ":help", "\\h", "\\?",
  ]

  /// Words of the language that a sentence has for another reason.
  private static let ordinary: Set<String> = [
    "a", "an", "i", "in", "is", "not", "and", "or", "any", "all", "for", "no", "none", "let", "use", "of", "to", "on",
    "it", "one", "self", "like", "where", "do", "end", "what", "object", "has", "objects", "between",
  ]

  /// The words of a question that help has a page about, at most three; nil for a line that is no question.
  /// - Complexity: O(*w* · *n*) in its words and the words of help.
  package static func topics(of line: String, in help: Help) -> [String]? {
    var text = line.trimmed
    // ?fetch
    if text.hasPrefix("?"), text.dropFirst().first?.isWhitespace == false { text = "? " + text.dropFirst() }
    var words = text.split(whereSeparator: \.isWhitespace).map { $0.trimmingSuffix(of: "?,.!;").lowercased() }
    guard let first = words.first, words.count > 1, beginnings.contains(first) else { return nil }
    // A condition is none, though it begins with `where`.
    let isCondition =
      text.contains { "=\"'{}[]".contains($0) } || words.contains { ["<", ">", "<=", ">="].contains($0) }
    if isCondition { return nil }
    words.removeFirst()
    var topics: [String] = []
    var place = 0
    while place < words.count, topics.count < 3 {
      let candidates = place + 1 < words.count ? ["\(words[place]) \(words[place + 1])", words[place]] : [words[place]]
      let found = candidates.first { known($0, in: help) != nil }
      if let found, let topic = known(found, in: help), !topics.contains(topic) { topics.append(topic) }
      place += found?.contains(" ") == true ? 2 : 1
    }
    return topics
  }

  /// The word as help knows it: in the singular where it has a page about that alone.
  private static func known(_ word: String, in help: Help) -> String? {
    guard !ordinary.contains(word) else { return nil }
    let forms = [
      word, word.hasSuffix("ies") ? word.dropLast(3) + "y" : word.hasSuffix("s") ? String(word.dropLast()) : word,
    ]
    return forms.first { !$0.isEmpty && help.page(about: $0) != nil }
  }

  /// The answer to a question with these topics.
  static func hint(about topics: [String]) -> String {
    if topics.isEmpty { return "help lists the words, help glossary the terms" }
    return "see " + Listing.text(topics.map { "help \($0)" })
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(of signs: String) -> String {
    var text = Substring(self)
    while text.count > 1, let last = text.last, signs.contains(last) { text.removeLast() }
    return String(text)
  }
}
