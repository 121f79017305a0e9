import ObjectGraph
import Predicates

/// Statements in which one thing is spelled as elsewhere: `3 February 2001`, `0..3`, `let x = SELECT …`.
extension ForeignLine {
  func spellingTranslation(of line: String) -> Translation? {
    if let written = Self.spellingDates(of: line) {
      return Translation("a date is written as year, month and day", [written], isSpecific: true)
    }
    if let written = Self.spellingRanges(of: line) {
      return Translation("a range has three dots, and both of its ends are in it", [written], isSpecific: true)
    }
    return nil
  }

  /// `let x = SELECT name FROM Team`: the name, and what the query is here.
  func namedQuery(_ line: String) -> Translation? {
    // Making a regex takes longer than most lines take to run.
    guard line.hasPrefix("let ") || line.hasPrefix("var "), line.lowercased().contains("select") else { return nil }
    let form = /^(?:let|var) (\w+) = (select .+ from .+)$/.ignoresCase()
    guard let match = line.trimmingWhitespace.firstMatch(of: form) else { return nil }
    let found = sqlTranslation(of: String(match.2))
    let offered = found == nil ? parserTranslation(SQLReader.words(of: String(match.2))) : nil
    let statements = found?.statements ?? [offered].compactMap { $0 }
    // Only a fetch or a count has a value that a name can be given to.
    guard statements.count == 1, statements[0].hasPrefix("fetch ") || statements[0].hasPrefix("count ") else {
      return nil
    }
    return Translation(
      found?.reason ?? "objects are fetched by their entity", ["let \(match.1) = \(statements[0])"], isSpecific: true)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The line with its dates in figures; nil where it has none in words, or one that does not exist.
  private static func spellingDates(of line: String) -> String? {
    func written(_ day: Substring, _ month: Substring, _ year: Substring) -> String? {
      let name = month.lowercased()
      guard name.count >= 3, let place = months.firstIndex(where: { $0.hasPrefix(name) }), let day = Int(day),
        1...31 ~= day
      else { return nil }
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(year)-\(two(place + 1))-\(two(day))"
    }
    guard line.utf8.count(where: { 0x30...0x39 ~= $0 }) > 4 else { return nil }
    var line = line
    var isChanged = false
    while let match = line.firstMatch(of: /\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([A-Za-z]+)\.?,? (\d{4})\b/),
      let date = written(match.1, match.2, match.3)
    {
      line.replaceSubrange(match.range, with: date)
      isChanged = true
    }
    while let match = line.firstMatch(of: /\b([A-Za-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/),
      let date = written(match.2, match.1, match.3)
    {
      line.replaceSubrange(match.range, with: date)
      isChanged = true
    }
    return isChanged ? line : nil
  }

  /// The line with three dots in its ranges: `0..3`, and Swift's `0..<3`, which ends before its second number.
  private static func spellingRanges(of line: String) -> String? {
    guard line.contains("..") else { return nil }
    var line = line
    var isChanged = false
    while let match = line.firstMatch(of: /(\d+) ?\.\.(<?) ?(\d+)/), let end = Int(match.3) {
      line.replaceSubrange(match.range, with: "\(match.1)...\(match.2.isEmpty ? end : max(0, end - 1))")
      isChanged = true
    }
    return isChanged ? line : nil
  }
}
