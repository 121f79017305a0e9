/// Some texts that a regular expression is likely to match: for searches that need an example.
///
/// It knows literals, `.`, classes, `\d \w \s`, groups, alternatives and repetitions; of anything else it takes the
/// characters as they stand. Whether a text matches is for the engine to say.
enum RegularExpressionSample {
  /// At most eight texts, the shortest choices first.
  static func texts(_ pattern: String) -> [String] {
    var reader = Reader(characters: Array(pattern))
    var result: [String] = []
    for text in reader.alternatives(depth: 0) where !result.contains(text) { result.append(text) }
    return Array(result.prefix(8))
  }

  private struct Reader {
    let characters: [Character]
    var position = 0
    private static let limit = 8

    init(characters: [Character]) { self.characters = characters }

    private var current: Character? { position < characters.count ? characters[position] : nil }

    /// sequence { "|" sequence }
    mutating func alternatives(depth: Int) -> [String] {
      var result = sequence(depth: depth)
      while current == "|" {
        position += 1
        result += sequence(depth: depth)
      }
      return Array(result.prefix(Self.limit))
    }

    private mutating func sequence(depth: Int) -> [String] {
      var result = [""]
      while let character = current, character != "|", character != ")" {
        let piece = repeated(atom(character, depth: depth))
        result = Array(result.flatMap { head in piece.map { head + $0 } }.prefix(Self.limit))
      }
      return result
    }

    private mutating func atom(_ character: Character, depth: Int) -> [String] {
      position += 1
      switch character {
      case ".": return ["a"]
      case "^", "$": return [""]
      case "(":
        guard depth < 20 else { return [""] }
        let isLookaround = current == "?" && position + 1 < characters.count && "=!<".contains(characters[position + 1])
        if current == "?" { while let next = current, !":=!>".contains(next) { position += 1 } }
        if position > 0, current.map({ ":=!>".contains($0) }) ?? false, characters[position - 1] != "(" {
          position += 1
        }
        let inside = alternatives(depth: depth + 1)
        if current == ")" { position += 1 }
        return isLookaround ? [""] : inside
      case "[": return [characterClass()]
      case "\\":
        guard let escaped = current else { return ["\\"] }
        position += 1
        switch escaped {
        case "d": return ["1"]
        case "w": return ["a"]
        case "s": return [" "]
        case "D", "S": return ["a"]
        case "W": return ["-"]
        case "b", "B", "A", "z", "Z": return [""]
        case "t": return ["\t"]
        case "n": return ["\n"]
        default: return [String(escaped)]
        }
      default: return [String(character)]
      }
    }

    private mutating func characterClass() -> String {
      let isNegated = current == "^"
      if isNegated { position += 1 }
      var members: [Character] = []
      while let character = current, character != "]" || members.isEmpty {
        position += 1
        if character == "\\", let escaped = current {
          position += 1
          members.append(escaped == "d" ? "1" : escaped == "w" ? "a" : escaped == "s" ? " " : escaped)
        } else {
          members.append(character)
        }
      }
      if current == "]" { position += 1 }
      if isNegated { return "abc1 -".first { !members.contains($0) }.map(String.init) ?? "~" }
      return members.first.map(String.init) ?? ""
    }

    private mutating func repeated(_ piece: [String]) -> [String] {
      guard let sign = current else { return piece }
      var minimum = 1
      var maximum = 1
      switch sign {
      case "*": (minimum, maximum) = (0, 1)
      case "+": (minimum, maximum) = (1, 2)
      case "?": (minimum, maximum) = (0, 1)
      case "{":
        let digits = characters[position...].prefix { $0 != "}" }.dropFirst()
        let bounds = String(digits).split(separator: ",", omittingEmptySubsequences: false)
        guard let first = bounds.first.flatMap({ Int($0) }), first <= 40 else { return piece }
        position += digits.count + 1
        minimum = first
        maximum = bounds.count > 1 ? min(Int(bounds[1]) ?? first + 1, 40) : first
      default: return piece
      }
      position += 1
      if current == "?" || current == "+" { position += 1 }
      var result: [String] = []
      for count in Set([minimum, max(minimum, maximum)]).sorted() {
        for text in piece { result.append(String(repeating: text, count: count)) }
      }
      return result
    }
  }
}
