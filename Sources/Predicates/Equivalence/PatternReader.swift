/// Reads a regular expression (ICU's) as a ``TextLanguage``.
///
/// Literals, sets, groups, alternatives, repetitions and lookahead at the outermost level are read exactly; the engine
/// decides which characters a piece matches. Boundaries, lookbehind and the like are ignored, and a repeated group is
/// any text of the group's, so the engine has to decide whether a text matches.
struct PatternReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var ignoresCase: Bool
  private var groups: [TextLanguage.Term] = []
  private var sets: [String: CharacterBits] = [:]
  var language: TextLanguage
  /// A longer pattern is not read: reading and derivatives recur.
  static let lengthLimit = 300
  private static let depthLimit = 20

  init(_ pattern: String, ignoresCase: Bool, language: TextLanguage) {
    scalars = Array(pattern.unicodeScalars)
    self.ignoresCase = ignoresCase
    self.language = language
  }

  /// The texts of the whole pattern.
  mutating func read() -> TextLanguage.Term {
    var result = alternatives(depth: 0)
    while position < scalars.count {
      position += 1
      result = language.sequence(result, alternatives(depth: 0))
    }
    return result
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func consume(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  // MARK: Structure

  private enum Item {
    case term(TextLanguage.Term)
    case ahead(TextLanguage.Term, isNegative: Bool)
  }

  /// sequence { "|" sequence }
  private mutating func alternatives(depth: Int) -> TextLanguage.Term {
    var terms = [sequence(depth: depth)]
    while consume("|") { terms.append(sequence(depth: depth)) }
    return language.either(terms)
  }

  private mutating func sequence(depth: Int) -> TextLanguage.Term {
    var items: [Item] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      switch item(scalar, depth: depth) {
      case .term(let term): items.append(.term(repeated(term)))
      // Only where the sequence ends with the text can be said what must lie ahead.
      case .ahead(let term, let isNegative): if depth == 0 { items.append(.ahead(term, isNegative: isNegative)) }
      }
    }
    var rest = language.empty
    for item in items.reversed() {
      switch item {
      case .term(let term): rest = language.sequence(term, rest)
      case .ahead(let term, let isNegative):
        let wanted = language.sequence(term, language.everything)
        rest = language.both([isNegative ? language.not(wanted) : wanted, rest])
      }
    }
    return rest
  }

  private mutating func item(_ scalar: Unicode.Scalar, depth: Int) -> Item {
    position += 1
    switch scalar {
    case "^", "$": return .term(language.empty)
    case "(": return depth < Self.depthLimit ? group(depth: depth + 1) : .term(language.empty)
    case "[": return .term(set())
    case ".": return .term(one("."))
    case "\\": return .term(escaped())
    default: return .term(literal(scalar))
    }
  }

  private mutating func group(depth: Int) -> Item {
    var ahead: Bool?
    var isBehind = false
    if consume("?") {
      if consume("=") {
        ahead = false
      } else if consume("!") {
        ahead = true
      } else if consume("<=") || consume("<!") {
        isBehind = true
      } else if consume("<") {
        while let next = current, next != ">", next != ")" { position += 1 }
        _ = consume(">")
      } else if consume("#") {
        while let next = current, next != ")" { position += 1 }
      } else if !consume(":"), !consume(">") {
        flags()
      }
    }
    let inner = alternatives(depth: depth)
    _ = consume(")")
    if let ahead { return .ahead(inner, isNegative: ahead) }
    if isBehind { return .term(language.empty) }
    groups.append(inner)
    return .term(inner)
  }

  /// `i`, `s-m` and the like: of them only that case does not matter is minded, from here on.
  private mutating func flags() {
    var isOn = true
    while let flag = current, flag != ":", flag != ")" {
      if flag == "-" { isOn = false }
      if flag == "i" { ignoresCase = isOn }
      position += 1
    }
    _ = consume(":")
  }

  private mutating func repeated(_ term: TextLanguage.Term) -> TextLanguage.Term {
    var term = term
    while let sign = current {
      switch sign {
      case "*": term = language.repeated(term, least: 0, most: nil)
      case "+": term = language.repeated(term, least: 1, most: nil)
      case "?": term = language.repeated(term, least: 0, most: 1)
      case "{":
        guard let (least, most) = bounds() else { return term }
        term = language.repeated(term, least: least, most: most)
      default: return term
      }
      position += 1
      // How eagerly it takes is no matter of what fits.
      if current == "?" || current == "+" { position += 1 }
    }
    return term
  }

  /// `{2}`, `{2,}`, `{2,4}`; stops before the brace that closes it.
  private mutating func bounds() -> (least: Int, most: Int?)? {
    guard let end = scalars[position...].firstIndex(of: "}") else { return nil }
    let parts = String(String.UnicodeScalarView(scalars[(position + 1)..<end]))
      .split(separator: ",", omittingEmptySubsequences: false)
    guard let least = parts.first.flatMap({ Int($0) }), least >= 0 else { return nil }
    position = end
    guard parts.count > 1 else { return (least, least) }
    return (least, Int(parts[1]).map { max(least, $0) })
  }

  // MARK: One character

  private mutating func literal(_ scalar: Unicode.Scalar) -> TextLanguage.Term {
    guard ignoresCase, scalar.properties.isCased else { return language.one(scalar) }
    let text = String(scalar)
    let spellings = [text, text.lowercased(), text.uppercased()].compactMap { spelling in
      spelling.unicodeScalars.count == 1 ? spelling.unicodeScalars.first : nil
    }
    return language.either(spellings.map { language.one($0) })
  }

  /// Returns the set of characters matched by a piece of a pattern that stands for one character, as the engine decides
  /// it.
  private mutating func one(_ piece: String) -> TextLanguage.Term {
    if let bits = sets[piece] { return language.character(bits) }
    var bits = CharacterBits()
    if let expression = WholeTextExpression(piece, options: ignoresCase ? .caseInsensitive : []) {
      for (place, scalar) in language.characters.enumerated() where expression.match(String(scalar)) == .matches {
        bits.insert(place)
      }
    }
    sets[piece] = bits
    return language.character(bits)
  }

  private func piece(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<position])) }

  /// `[…]`, sets in sets included.
  private mutating func set() -> TextLanguage.Term {
    let start = position - 1
    var open = 1
    if current == "^" { position += 1 }
    if current == "]" { position += 1 }
    while open > 0, let scalar = current {
      position += 1
      switch scalar {
      case "\\": position = min(position + 1, scalars.count)
      case "[": open += 1
      case "]": open -= 1
      default: break
      }
    }
    return one(piece(from: start))
  }

  private mutating func escaped() -> TextLanguage.Term {
    let start = position - 1
    guard let scalar = current else { return language.empty }
    position += 1
    switch scalar {
    case "b", "B", "A", "z", "Z", "G", "E": return language.empty
    case "Q":
      var term = language.empty
      while position < scalars.count, !consume("\\E") {
        term = language.sequence(term, literal(scalars[position]))
        position += 1
      }
      return term
    case "1"..."9":
      let place = Int(scalar.value) - 49
      return groups.indices.contains(place) ? groups[place] : language.empty
    case "p", "P", "N", "x":
      if current == "{" { while let next = current, next != "}" { position += 1 } }
      position = min(position + (current == "}" ? 1 : scalar == "x" ? 2 : 1), scalars.count)
      return one(piece(from: start))
    case "u", "U":
      position = min(position + (scalar == "u" ? 4 : 8), scalars.count)
      return one(piece(from: start))
    case "a"..."z", "A"..."Z", "0": return one(piece(from: start))
    default: return literal(scalar)
    }
  }
}
