import ObjectGraph
import Predicates

/// Statements in which one thing is spelled as elsewhere: `3 February 2001`, `0..3`, `let x = SELECT …`.
extension ForeignLine {
  func spellingTranslation(of line: String) -> Translation? {
    if let dependency = bareDependency(line) {
      return Translation(
        "a dependency begins with the word dependency and its entity", [dependency], isSpecific: true)
    }
    if let written = Self.spellingOptions(of: line) {
      return Translation("an option has no colon", [written], isSpecific: true)
    }
    if let (written, hasTime) = Self.spellingDates(of: line) {
      let reason =
        hasTime
        ? "a T comes between a date and its time, and a Z after them" : "a date is written as year, month and day"
      return Translation(reason, [written], isSpecific: true)
    }
    if let written = Self.spellingBetween(of: line) {
      return Translation("a range in a condition is written BETWEEN {…, …}", [written], isSpecific: true)
    }
    if let bounds = Self.spellingBounds(of: line) {
      return Translation("the bounds of an attribute follow the word \(bounds.word)", [bounds.line], isSpecific: true)
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
    guard let match = line.trimmed.firstMatch(of: form) else { return nil }
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

  /// `bus -> seats`, where one entity has both: `dependency Trip: bus -> seats`.
  private func bareDependency(_ line: String) -> String? {
    guard line.contains("->"), let match = line.wholeMatch(of: /\s*([\w, ]+?)\s*(->>?)\s*([\w, ]+?)\s*/) else {
      return nil
    }
    func keys(_ text: Substring) -> [String] { text.split { $0 == "," || $0 == " " }.map(String.init) }
    let (left, right) = (keys(match.1), keys(match.3))
    let owners = model.entityNames.filter { entity in
      (left + right).allSatisfy { model.property($0, of: entity) != nil }
    }
    guard owners.count == 1 else { return nil }
    return "dependency \(owners[0]): \(left.joined(separator: ", ")) \(match.2) \(right.joined(separator: ", "))"
  }

  /// `name: String, length: 1...` without the colon after the option; nil where there is none.
  private static func spellingOptions(of line: String) -> String? {
    guard line.contains("...") else { return nil }
    let written = line.replacing(/(, *(?:length|range|count)): *(?=\.\.\.|-?\d)/) { "\($0.1) " }
    return written == line ? nil : written
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The line with its dates as they are written here, and whether one has a time; nil where there is nothing to change.
  ///
  /// The first number is the month in 3/4/2026, and the day in 3.4.2026 and 3-4-2026.
  private static func spellingDates(of line: String) -> (line: String, hasTime: Bool)? {
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
    // 2026-1-20
    while let match = line.firstMatch(of: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/), match.2.count < 2 || match.3.count < 2,
      let month = Int(match.2), let day = Int(match.3), 1...12 ~= month, 1...31 ~= day
    {
      line.replaceSubrange(
        match.range, with: "\(match.1)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
      isChanged = true
    }
    // 20-01-2026, 20.1.2026, 1/20/2026
    while let match = line.firstMatch(of: /\b(\d{1,2})([-.\/])(\d{1,2})\2(\d{4})\b/), let first = Int(match.1),
      let second = Int(match.3)
    {
      let isMonthFirst = second > 12 || first <= 12 && match.2 == "/"
      let (month, day) = isMonthFirst ? (first, second) : (second, first)
      guard 1...12 ~= month, 1...31 ~= day else { break }
      line.replaceSubrange(
        match.range, with: "\(match.4)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
      isChanged = true
    }
    var hasTime = false
    // 2026-01-20 9:00
    while let match = line.firstMatch(of: /(\d{4}-\d{2}-\d{2}),? (\d{1,2}):(\d{2})(?::(\d{2}))?Z?/) {
      let hour = match.2.count < 2 ? "0\(match.2)" : String(match.2)
      line.replaceSubrange(match.range, with: "\(match.1)T\(hour):\(match.3):\(match.4 ?? "00")Z")
      isChanged = true
      hasTime = true
    }
    return isChanged ? (line, hasTime) : nil
  }

  /// `age IN 0..3`: the line with `age BETWEEN {0, 3}`.
  private static func spellingBetween(of line: String) -> String? {
    guard line.contains("..") else { return nil }
    let form = /\b(?:between|in) \(?(\d+) ?\.\.\.?(<?) ?(\d+)\)?/.ignoresCase()
    var isChanged = false
    let written = line.replacing(form) { match in
      // The loop over a range has its own message.
      guard !line.hasPrefix("for "), let end = Int(match.3) else { return String(match.0) }
      isChanged = true
      return "BETWEEN {\(match.1), \(match.2.isEmpty ? end : max(0, end - 1))}"
    }
    return isChanged ? written : nil
  }

  /// `seats: Integer16 = 0..3` and `seats: Integer16 0...3`: the line with the word that the bounds follow, and the word.
  static func spellingBounds(of line: String) -> (line: String, word: String)? {
    guard line.contains(":"), line.contains("..") else { return nil }
    var word: String?
    let form = /\b([A-Z]\w+\??)(?:,| =)? ?\(?(\d+)? ?(\.\.\.|\.\.<|\.\.) ?(\d+)?\)?/
    let written = line.replacing(form) { match in
      let type = AttributeType(workbookName: match.1.hasSuffix("?") ? String(match.1.dropLast()) : String(match.1))
      guard let type, type == .string || type.isNumber, match.2 != nil || match.4 != nil else { return String(match.0) }
      let bound = type == .string ? "length" : "range"
      word = bound
      return "\(match.1), \(bound) \(match.2 ?? "")...\(end(match.4, isOpen: match.3 == "..<"))"
    }
    return word.map { (written, $0) }
  }

  /// The upper bound of a range; Swift's `..<` ends before it.
  private static func end(_ text: Substring?, isOpen: Bool) -> String {
    guard let text, let end = Int(text) else { return "" }
    return "\(isOpen ? max(0, end - 1) : end)"
  }

  /// The line with three dots in its ranges: `0..3`, Swift's `0..<3`, which ends before its second number, and `range 0-3`.
  private static func spellingRanges(of line: String) -> String? {
    var isChanged = false
    var line = line
    if ["range", "length", "count"].contains(where: line.contains) {
      let form = /\b(range|length|count)(?: ?[:=])? \(?(\d+) ?(\.\.\.|\.\.<|\.\.|-|–|to |,) ?(\d+)?\)?/
      let written = line.replacing(form) { match in
        let dots = match.3.hasPrefix(".")
        guard dots || match.4 != nil, !String(match.0).hasPrefix("\(match.1) \(match.2)...") else {
          return String(match.0)
        }
        return "\(match.1) \(match.2)...\(end(match.4, isOpen: match.3 == "..<"))"
      }
      isChanged = written != line
      line = written
    }
    guard line.contains("..") else { return isChanged ? line : nil }
    while let match = line.firstMatch(of: /(\d+) ?\.\.(<?) ?(\d+)/) {
      line.replaceSubrange(match.range, with: "\(match.1)...\(end(match.3, isOpen: !match.2.isEmpty))")
      isChanged = true
    }
    return isChanged ? line : nil
  }
}
