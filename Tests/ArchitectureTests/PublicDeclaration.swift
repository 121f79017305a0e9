/// A public function, initializer, subscript or computed property, read from the lines of a source file that `swift format`
/// has laid out.
struct PublicDeclaration {
  enum Kind: String {
    case function = "func"
    case initializer = "init"
    case subscripted = "subscript"
    case property = "var"
  }

  var kind: Kind
  var file: String
  var line: Int
  /// The lines of the doc comment, without their slashes.
  var comment: String
  /// Everything before the body.
  var signature: String
  var body: String

  var place: String { "\(file):\(line)" }

  /// Whether a caller may ask how long it takes: a function always, the others where a loop or a closure shows.
  var hasWork: Bool {
    switch kind {
    case .function: true
    case .initializer, .subscripted, .property: Self.signsOfWork.contains { body.contains($0) }
    }
  }

  private static let signsOfWork = [
    "for ", "while ", "{ $0", ".map", ".compactMap", ".flatMap", ".filter", ".reduce", ".sorted", ".allSatisfy",
    ".first {",
    ".last {", ".firstIndex", ".contains {", ".contains(where", ".joined", ".split",
  ]

  /// Whether the function itself throws, and not only a closure that it takes or returns.
  var isThrowing: Bool {
    guard kind != .property, let end = endOfParameters else { return false }
    let effects = signature[end...].prefix { $0 != "-" }
    return effects.split(whereSeparator: { $0 == " " || $0 == "(" }).contains { $0 == "throws" || $0 == "rethrows" }
  }

  /// The place after the parameter list.
  private var endOfParameters: String.Index? {
    var depth = 0
    for place in signature.indices {
      switch signature[place] {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 0 { return signature.index(after: place) }
      default: break
      }
    }
    return nil
  }

  static func all(in text: String, of file: String) -> [PublicDeclaration] {
    guard text.contains("public ") else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let kind = kind(of: lines[index]) else { return nil }
      let (signature, body) = parts(of: lines, from: index)
      // A stored property has no body.
      if kind == .property, body.isEmpty || !lines[index].contains("{") { return nil }
      return PublicDeclaration(
        kind: kind, file: file, line: index + 1, comment: comment(before: index, in: lines), signature: signature,
        body: body)
    }
  }

  private static let modifiers: Set<Substring> = [
    "public", "static", "class", "final", "mutating", "nonmutating", "consuming", "borrowing", "override",
    "convenience",
  ]

  private static func kind(of line: Substring) -> Kind? {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
    guard words.first == "public", let word = words.first(where: { !modifiers.contains($0) }) else { return nil }
    return Kind(rawValue: String(word.prefix { $0.isLetter }))
  }

  private static func comment(before index: Int, in lines: [Substring]) -> String {
    var start = index
    func words(_ place: Int) -> Substring { lines[place].drop { $0 == " " } }
    while start > 0, words(start - 1).hasPrefix("@") { start -= 1 }
    let end = start
    while start > 0, words(start - 1).hasPrefix("///") { start -= 1 }
    return lines[start..<end].map { $0.drop { $0 == " " }.dropFirst(3) }.joined(separator: "\n")
  }

  /// The text up to the brace that begins the body, and the text inside the body.
  private static func parts(of lines: [Substring], from index: Int) -> (signature: String, body: String) {
    var (signature, body) = ("", "")
    var (braces, brackets, isInside) = (0, 0, false)
    for line in lines[index...] {
      for character in line {
        switch character {
        case "(": brackets += 1
        case ")": brackets -= 1
        case "{":
          // A default argument may be a closure.
          if brackets == 0 || isInside { braces += 1 }
        case "}": if isInside { braces -= 1 }
        default: break
        }
        if isInside, braces == 0 { return (signature, body) }
        if isInside { body.append(character) } else if braces == 0 { signature.append(character) }
        if braces > 0 { isInside = true }
      }
      if isInside { body.append("\n") } else { signature.append(" ") }
      if !isInside, brackets == 0, !line.hasSuffix("{"), !line.hasSuffix(")") { break }
    }
    return (signature, body)
  }
}
