import Diagnostics
import Predicates
import WorkbookLanguage
import Yams

import struct Foundation.Date

/// The YAML head of a lesson or an exercise: `key: value` lines between two lines of `---`.
///
/// Reading never stops at the first problem: a key that is unknown, missing, given twice or of the wrong kind is a
/// diagnostic with its line, and the rest is read on.
struct Head {
  /// The text after the head, and the line of the file on which it starts.
  private(set) var body: String
  private(set) var bodyFirstLine: Int
  private(set) var diagnostics: [Diagnostic] = []
  private let source: SourceText
  private var entries: [String: (value: Node, line: Int)] = [:]
  /// The head with its rules; empty where there is none.
  private var lines: ArraySlice<Substring> = []
  /// The keys that were read, known or not, in their order, each with its place in `lines`.
  private var places: [(key: String, start: Int)] = []

  /// A head is a few lines; whatever is longer is not one, and is not handed to the YAML library.
  static let byteLimit = 8192

  init(of source: SourceText, keys: [String]) {
    self.source = source
    let lines = source.lines
    let isFence = { (line: Substring) in line.trimmingSuffix(while: \.isWhitespace) == "---" }
    guard let first = lines.first, isFence(first.first == "\u{FEFF}" ? first.dropFirst() : first),
      let end = lines.dropFirst().firstIndex(where: isFence)
    else {
      body = source.text
      bodyFirstLine = source.firstLine
      report(
        Diagnostic.ID.missingHead, "the file does not begin with a head", line: source.firstLine,
        hint: "--- title: … ---")
      return
    }
    self.lines = lines[...end]
    body = end + 1 < lines.count ? String(source.text[lines[end + 1].startIndex...]) : ""
    bodyFirstLine = source.firstLine + end + 1
    read(lines[1..<end], keys: keys)
  }

  private mutating func read(_ lines: ArraySlice<Substring>, keys: [String]) {
    guard lines.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.byteLimit else {
      report("head-too-long", "the head is longer than \(Self.byteLimit) bytes", line: source.firstLine)
      return
    }
    // Anchors, blocks and nested collections have no use here, and are the ways in which a few lines of YAML can take
    // all memory: refused before the library sees them.
    for (offset, line) in lines.enumerated() where !Self.isPlain(line) {
      report(
        "head-not-plain", "a head has only texts, numbers and lists", line: source.firstLine + 1 + offset,
        hint: "key: value, or key: [a, b]; put a text that begins with a sign in quotes")
      return
    }
    do {
      // All values are read as texts: the library's patterns for numbers and dates would only be compiled.
      guard let root = try Yams.compose(yaml: lines.joined(separator: "\n"), .basic) else { return }
      guard let mapping = root.mapping else {
        report("head-not-plain", "the head is not a list of keys", line: source.firstLine + 1, hint: "key: value")
        return
      }
      for (key, value) in mapping {
        let line = source.firstLine + (key.mark?.line ?? 1)
        places.append((key.string ?? "", line - source.firstLine))
        guard let name = key.string, keys.contains(name) else {
          let name = key.string ?? "?"
          report(
            Diagnostic.ID.unknownKey, "a head has no '\(name)'", line: line,
            hint: Suggestions.didYouMean(name, among: keys) ?? "known are \(keys.joined(separator: ", "))")
          continue
        }
        entries[name] = (value, line)
      }
    } catch {
      let (message, line) = Self.facts(of: error, in: "the head")
      report("head-not-yaml", message, line: source.firstLine + line)
    }
  }

  /// Whether a line has nothing of YAML but a key, a scalar, a flat list or a comment.
  static func isPlain(_ line: Substring) -> Bool {
    var rest = line.drop { $0 == " " || $0 == "-" }
    if rest.isEmpty || rest.first == "#" { return true }
    if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) {
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
    }
    if rest.first == "[" {
      // In quotes a sign is text.
      let items = rest.dropFirst().split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
      return !items.contains { "[{&*!?|>".contains($0) }
    }
    return !(rest.first.map { "{&*!?|>%@`".contains($0) } ?? false)
  }

  /// The message about a text that the library cannot read, and the line in that text.
  static func facts(of error: any Error, in what: String) -> (message: String, line: Int) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      ("\(what) cannot be read: \(problem.lowercased())", mark.line)
    case .duplicatedKeysInMapping(let duplicates, let context):
      ("'\(duplicates.sorted().joined(separator: ", "))' occurs twice in \(what)", context.mark.line)
    default: ("\(what) cannot be read as YAML", 1)
    }
  }

  private mutating func report(_ id: String, _ message: String, line: Int, hint: String? = nil) {
    diagnostics.append(Diagnostic(id, message, line: line, of: source, hint: hint))
  }

  private mutating func reportKind(of key: String, _ wanted: String, line: Int) {
    report("wrong-kind", "'\(key)' is \(wanted)", line: line)
  }
}

extension Head {
  /// The lines of the head with its rules, without some keys and the lines in which their values go on.
  func lines(without keys: Set<String>) -> [Substring] {
    let ends = places.dropFirst().map(\.start) + [lines.count - 1]
    let leftOut = zip(places, ends).filter { keys.contains($0.0.key) }.map { $0.start..<$1 }
    return lines.enumerated().filter { entry in !leftOut.contains { $0.contains(entry.offset) } }.map(\.element)
  }

  /// The text of a key; nil, reported when `isRequired`, where there is none.
  mutating func text(_ key: String, isRequired: Bool = false) -> String? {
    guard let entry = entries[key] else {
      if isRequired, diagnostics.first?.id != Diagnostic.ID.missingHead {
        report("missing-key", "the head has no '\(key)'", line: source.firstLine, hint: "\(key): …")
      }
      return nil
    }
    guard let text = entry.value.scalar?.string, !text.isEmpty else {
      reportKind(of: key, "a text", line: entry.line)
      return nil
    }
    return text
  }

  /// The numbers that a key can have, such as points.
  static let numbers = 0...1_000_000
  static let numbersInWords = "a whole number from 0 to \(DisplayText.grouped(numbers.upperBound))"

  /// One of ``numbers``.
  mutating func number(_ key: String, isRequired: Bool = false) -> Int? {
    guard let text = text(key, isRequired: isRequired) else { return nil }
    if let number = Int(text), Self.numbers.contains(number) { return number }
    if let line = entries[key]?.line { reportKind(of: key, Self.numbersInWords, line: line) }
    return nil
  }

  /// `true` or `false`; false where there is none.
  mutating func flag(_ key: String) -> Bool {
    guard let text = text(key) else { return false }
    if let line = entries[key]?.line, Bool(text) == nil { reportKind(of: key, "true or false", line: line) }
    return Bool(text) ?? false
  }

  /// `[a, b]`, or a single text as a list of one.
  mutating func texts(_ key: String) -> [String] {
    guard let entry = entries[key] else { return [] }
    if let text = entry.value.scalar?.string { return text.isEmpty ? [] : [text] }
    let texts = entry.value.sequence?.map { $0.scalar?.string }
    guard let texts, !texts.contains(nil) else {
      reportKind(of: key, "a list of texts: [a, b]", line: entry.line)
      return []
    }
    return texts.compactMap { $0 }
  }

  /// `2026-11-20`, midnight UTC, or `2026-11-20T09:30:00Z`.
  mutating func date(_ key: String) -> Date? {
    guard let text = text(key) else { return nil }
    if let date = Self.date(text) { return date }
    if let line = entries[key]?.line { reportKind(of: key, "a date: 2026-11-20 or 2026-11-20T09:30:00Z", line: line) }
    return nil
  }

  /// The date that a text is; nil for any other text.
  static func date(_ text: String) -> Date? {
    // The language's own dates; `now()` and sums would not stay the same.
    if text.first?.isNumber == true, case .success(.date(let date)) = Interpreter().evaluate(text) { return date }
    return nil
  }
}

extension Substring {
  func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}
