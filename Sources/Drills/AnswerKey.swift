import ObjectGraph
import Predicates

/// The right answer, and the way in which an answer is read and compared with it.
enum AnswerKey: Sendable {
  /// A set of names, each one of `among`.
  case names(Set<String>, among: [String], noun: String)
  /// A set of error codes.
  case codes(Set<Int>)
  /// One of a few words.
  case choice(String, among: [String])
  /// A whole number.
  case number(Int)
  /// Several sets of names, in any order: the candidate keys.
  case sets(Set<Set<String>>, among: [String])
  /// A condition that means the same as this one on every table.
  case predicate(PredicateKey)

  /// The answer as it could be typed.
  var text: String {
    switch self {
    case .names(let names, let all, _): Self.list(all.filter(names.contains))
    case .codes(let codes): Self.list(codes.sorted().map(String.init))
    case .choice(let word, _): word
    case .number(let number): String(number)
    case .sets(let sets, let all):
      sets.map { set in all.filter(set.contains).joined(separator: ", ") }.sorted().joined(separator: "; ")
    case .predicate(let key): key.text
    }
  }

  private static func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }

  /// Whether the answer is `none`, or everything that could be named.
  var isTrivial: Bool {
    switch self {
    case .names(let names, let all, _): names.isEmpty || names.count == all.count
    case .codes(let codes): codes.isEmpty
    case .sets(let sets, let all): sets == [Set(all)]
    case .number(let number): number == 0
    case .choice, .predicate: false
    }
  }

  /// Judges an answer as it was typed.
  func judge(_ answer: String) -> DrillVerdict {
    let words = Self.words(answer)
    guard !words.isEmpty else { return .notAnAnswer("There is no answer in this line.") }
    switch self {
    case .names(let names, let all, let noun):
      return Self.read(words, among: all, noun: noun) { given in
        given == names ? .right : .wrong(Self.difference(given, names, noun))
      }
    case .codes(let codes): return Self.judge(codes: words, codes)
    case .choice(let word, let all):
      let given = words.joined(separator: " ").lowercased()
      guard all.contains(where: { $0.lowercased() == given }) else {
        return .notAnAnswer("The answer is one of these: \(all.joined(separator: ", ")).")
      }
      return given == word.lowercased() ? .right : .wrong("It is not \(Self.spelling(of: given, in: all)).")
    case .number(let number):
      guard words.count == 1, let given = Int(words[0]) else { return .notAnAnswer("The answer is a whole number.") }
      return given == number ? .right : .wrong(given < number ? "It is more than that." : "It is less than that.")
    case .sets(let sets, let all): return Self.judge(sets: answer, sets, among: all)
    case .predicate(let key): return key.judge(answer)
    }
  }

  private static func spelling(of word: String, in all: [String]) -> String {
    all.first { $0.lowercased() == word } ?? word
  }

  /// The words between commas, blanks and brackets.
  private static func words(_ text: String) -> [String] {
    text.split { $0.isWhitespace || ",;{}[]()\"`.".contains($0) }.map(String.init).filter { $0 != "and" }
  }

  /// Reads names; `none` means that there are none.
  private static func read(
    _ words: [String], among all: [String], noun: String, _ body: (Set<String>) -> DrillVerdict
  ) -> DrillVerdict {
    if words.count == 1, words[0].lowercased() == "none" { return body([]) }
    var given: Set<String> = []
    for word in words {
      guard let name = all.first(where: { $0.lowercased() == word.lowercased() }) else {
        return .notAnAnswer("There is no \(noun) '\(word)' to choose. Choose from \(all.joined(separator: ", ")).")
      }
      given.insert(name)
    }
    return body(given)
  }

  /// How far an answer is off, without a name.
  private static func difference(_ given: Set<String>, _ right: Set<String>, _ noun: String) -> String {
    let missing = right.subtracting(given).count
    let extra = given.subtracting(right).count
    let parts = [
      missing == 0 ? nil : missing == 1 ? "one \(noun) is missing" : "\(missing) \(noun)s are missing",
      extra == 0 ? nil : extra == 1 ? "one \(noun) does not belong" : "\(extra) \(noun)s do not belong",
    ].compactMap { $0 }
    let text = parts.joined(separator: ", and ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func judge(codes words: [String], _ codes: Set<Int>) -> DrillVerdict {
    if words.count == 1, words[0].lowercased() == "none" {
      return codes.isEmpty ? .right : .wrong("Save is refused.")
    }
    var given: Set<Int> = []
    for word in words {
      guard let code = Int(word) else { return .notAnAnswer("'\(word)' is not an error code, such as 1570.") }
      guard code != ValidationCode.multipleErrors.rawValue else {
        return .notAnAnswer("\(code) says only that there are several errors. Name the codes of each of them.")
      }
      guard ValidationCode(rawValue: code) != nil, code != ValidationCode.generic.rawValue else {
        let codes = ValidationCode.allCases.map(\.rawValue)
        return .notAnAnswer(
          "\(code) is not a code of validation; these are \(ValidationCode.constraint.rawValue) to \(codes.max() ?? 0)."
        )
      }
      given.insert(code)
    }
    if codes.isEmpty { return .wrong("Save succeeds.") }
    return given == codes
      ? .right : .wrong(difference(Set(given.map(String.init)), Set(codes.map(String.init)), "code"))
  }

  private static func judge(sets answer: String, _ sets: Set<Set<String>>, among all: [String]) -> DrillVerdict {
    var given: Set<Set<String>> = []
    for part in answer.replacing(" or ", with: ";").split(separator: ";") {
      let words = words(String(part))
      if words.isEmpty { continue }
      var problem: DrillVerdict?
      let verdict = read(words, among: all, noun: "attribute") { set in
        if set.isEmpty { problem = .notAnAnswer("Every relation has a key.") }
        given.insert(set)
        return .right
      }
      if verdict != .right { return verdict }
      if let problem { return problem }
    }
    return given == sets ? .right : .wrong(difference(of: given, from: sets))
  }

  private static func difference(of given: Set<Set<String>>, from sets: Set<Set<String>>) -> String {
    if given.isSubset(of: sets) { return "There are more keys." }
    if given.contains(where: { set in sets.contains { $0.isStrictSubset(of: set) } }) {
      return "One of these sets is not minimal: a part of it is a key."
    }
    return "One of these sets does not determine every attribute."
  }
}
