import Diagnostics
import Yams

/// The settings of a review of models: `.graphbook.yml`.
///
/// ```yaml
/// review:
///   fail-on: warning
///   cloudkit: true
///   rules:
///     naming: off
///     missingInverse: error
/// ```
package struct ReviewSettings: Hashable, Sendable {
  /// The setting of a rule.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case off, on, question, note, warning, error
  }

  /// The least severity that fails a review.
  package enum Threshold: String, Hashable, Sendable, CaseIterable {
    case error, warning, note, never
  }

  /// The name of the file.
  package static let fileName = ".graphbook.yml"

  /// The levels of rules, by id; a rule that is not here is on.
  package var rules: [String: Level] = [:]
  /// Nil where the file does not say it.
  package var failOn: Threshold?
  /// Whether a store mirrored to CloudKit is meant, whatever the model says.
  package var isForCloudKit = false
  /// Whether questions are reported.
  package var hasQuestions = true

  package init() {}
}

/// Reads ``ReviewSettings``. A file with any mistake gives no settings: a rule with a misspelt id would silently stay on.
package enum ReviewSettingsReader {
  private static let byteLimit = 64 << 10
  private static let keys = ["rules", "fail-on", "cloudkit", "questions"]

  /// Reads a settings file. O(bytes).
  /// - Parameter knownRules: The ids of all rules.
  /// - Throws: a diagnostic with its line at the first mistake.
  package static func read(_ source: SourceText, knownRules: [String]) throws(Diagnostic) -> ReviewSettings {
    guard source.text.utf8.count <= byteLimit else {
      throw Diagnostic("settings-too-long", "the settings are longer than \(byteLimit / 1024) KB", line: 1, of: source)
    }
    let lines = source.lines
    // The library sees nothing but texts, numbers, lists and keys, and no deep nesting: see ``Head``.
    let hasBraces = lines.contains { unquoted($0).contains("{") }
    if let place = hasBraces ? firstLineNotFlow(lines) : lines.firstIndex(where: { !isPlain($0) }) {
      throw Diagnostic(
        "settings-not-plain", "settings have only keys, texts and lists", line: source.firstLine + place, of: source,
        hint: "review: and below it, two spaces in, rules:")
    }
    let root: Node?
    do { root = try Yams.compose(yaml: source.text) } catch {
      let (message, line) = Head.facts(of: error, in: "the settings")
      throw Diagnostic("settings-not-yaml", message, line: source.firstLine - 1 + max(line, 1), of: source)
    }
    var settings = ReviewSettings()
    guard let root, root.scalar?.string != "" else { return settings }
    for (name, key, value) in try members(of: root, "the settings are", source) {
      guard name == "review" else { throw unknown(name, key, among: ["review"], "settings have", source) }
      for (name, key, value) in try members(of: value, "'review' is", source) {
        switch name {
        case "rules": settings.rules = try rules(value, knownRules, source)
        case "fail-on":
          guard let threshold = ReviewSettings.Threshold(rawValue: value.scalar?.string ?? "") else {
            throw wrong("'fail-on' must be error, warning, note or never", key, source)
          }
          settings.failOn = threshold
        case "cloudkit": settings.isForCloudKit = try flag(value, name, key, source)
        case "questions": settings.hasQuestions = try flag(value, name, key, source)
        default: throw unknown(name, key, among: keys, "'review' has", source)
        }
      }
    }
    return settings
  }

  private static func rules(
    _ node: Node, _ known: [String], _ source: SourceText
  ) throws(Diagnostic) -> [String: ReviewSettings.Level] {
    var levels: [String: ReviewSettings.Level] = [:]
    for (name, key, value) in try members(of: node, "'rules' is", source) {
      guard known.contains(name) else {
        throw Diagnostic(
          "unknown-rule", "there is no rule '\(DisplayText.visible(name))'", line: line(of: key, source), of: source,
          nearest: Suggestions.nearest(to: name, among: known), hint: "graphbook model rules lists them")
      }
      switch value.scalar?.string ?? "" {
      // YAML's other words for the same.
      case "false", "no": levels[name] = .off
      case "true", "yes": levels[name] = .on
      case let word:
        guard let level = ReviewSettings.Level(rawValue: word) else {
          throw wrong("'\(name)' must be off, on, question, note, warning or error", key, source)
        }
        levels[name] = level
      }
    }
    return levels
  }

  private static func flag(_ value: Node, _ name: String, _ key: Node, _ source: SourceText) throws(Diagnostic) -> Bool
  {
    guard let flag = Bool(value.scalar?.string ?? "") else {
      throw wrong("'\(name)' must be true or false", key, source)
    }
    return flag
  }

  private static func members(
    of node: Node, _ what: String, _ source: SourceText
  ) throws(Diagnostic) -> [(name: String, key: Node, value: Node)] {
    // `rules:` with nothing below it.
    if node.scalar?.string == "" { return [] }
    guard let mapping = node.mapping else {
      throw Diagnostic(
        "settings-not-plain", "\(what) not a list of keys", line: line(of: node, source), of: source,
        hint: "key: value, one a line")
    }
    return mapping.map { (name: $0.key.string ?? "?", key: $0.key, value: $0.value) }
  }

  private static func unknown(
    _ name: String, _ key: Node, among known: [String], _ what: String, _ source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID.unknownKey, "\(what) no '\(DisplayText.visible(name))'", line: line(of: key, source), of: source,
      nearest: Suggestions.nearest(to: name, among: known), hint: "known are \(known.joined(separator: ", "))")
  }

  private static func wrong(_ message: String, _ key: Node, _ source: SourceText) -> Diagnostic {
    Diagnostic("wrong-kind", message, line: line(of: key, source), of: source)
  }

  private static func line(of node: Node, _ source: SourceText) -> Int {
    source.firstLine - 1 + max(node.mark?.line ?? 1, 1)
  }

  /// The line in which settings with braces, `review: {rules: {naming: off}}`, have more of YAML than keys, texts, lists and
  /// a few braces: what could make the library take all memory.
  private static func firstLineNotFlow(_ lines: [Substring]) -> Int? {
    var braces = 0
    return lines.firstIndex { line in
      let text = unquoted(line)
      braces += text.count { $0 == "{" || $0 == "[" }
      return braces > 8 || text.contains { "&*!?|>%@`".contains($0) }
        || line.prefix { $0 == " " || $0 == "-" }.count > 32
        || text.count { $0 == "-" } > 64
    }
  }

  /// A line without what is in quotes, and without a comment.
  private static func unquoted(_ line: Substring) -> String {
    var text = ""
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        break
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Whether a line has nothing but a key, a scalar, a flat list or a comment, not far to the right: `- - - …` and deep
  /// indentation nest as well.
  private static func isPlain(_ line: Substring) -> Bool {
    let start = line.prefix { $0 == " " || $0 == "-" }
    return start.count <= 32 && start.count { $0 == "-" } <= 3 && Head.isPlain(line)
  }
}
