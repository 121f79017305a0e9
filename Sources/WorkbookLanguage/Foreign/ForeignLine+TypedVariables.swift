import ObjectGraph
import Predicates

/// Lines of Java and its relatives: a variable with its type before its name, and `new`.
extension ForeignLine {
  private static let variableTypes: Set<String> = [
    "int", "integer", "long", "short", "byte", "float", "double", "bool", "boolean", "char", "string", "object", "date",
    "list", "arraylist", "set", "array", "collection", "optional", "auto",
  ]
  private static let modifiers: Set<String> = [
    "final", "private", "public", "static", "const", "readonly", "protected",
  ]

  /// `Team t = new Team("Heat");`, `String s = heat.name;`, `Team t;`, `t = new Team()`
  func typedVariable(_ line: String) -> Translation? {
    var text = line.trimmed
    while text.hasSuffix(";") { text.removeLast() }
    let isNew = text.contains("new ")
    var words = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    let all = words.count
    while words.count > 2, Self.modifiers.contains(String(words[0])) { words.removeFirst() }
    // const t = new Team("Heat")
    if words.count < all, words[1] == "=", Self.isName(words[0]), let start = words.first?.startIndex {
      return made("let \(text[start...])").map {
        Translation("names are made with let here", $0.statements, isSpecific: true)
      }
    }
    guard isNew || words.count > 1, let first = words.first else { return nil }
    // List<Player>, Player[]
    let type = String(first.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let rest = first.dropFirst(type.count)
    let element = rest == "[]" ? type : String(rest.dropFirst().dropLast())
    let isType =
      (isEntityName(type) || Self.variableTypes.contains(type.lowercased()))
      && (rest.isEmpty || rest == "[]" || rest.hasPrefix("<") && rest.hasSuffix(">"))
    guard isType, words.count == 2 || words.count > 3 && words[2] == "=", Self.isName(words[1]) else {
      return isNew ? made(text) : nil
    }
    let variable = String(words[1])
    let name =
      OwnName.obstacle(toVariable: variable) == nil
      ? variable : "my\(variable.prefix(1).uppercased())\(variable.dropFirst())"
    guard words.count > 2, let sign = text.firstIndex(of: "=") else {
      let value = rest.isEmpty && isEntityName(type) ? newObject(of: type) : "…"
      return Translation("a name is given together with its value", ["let \(name) = \(value)"], isSpecific: true)
    }
    let value = text[text.index(after: sign)...].drop { $0 == " " }
    if isEntityName(element), !rest.isEmpty, value.hasPrefix("new ") {
      return Translation("a fetch gives a list of objects", ["let \(name) = fetch \(element)"], isSpecific: true)
    }
    let bound = "let \(name) = \(value)"
    return made(bound).map { Translation("names are made with let here", $0.statements, isSpecific: true) }
  }

  /// `add Team.done: boolean = false`: the line with the type as it is written here, and the rest as it was.
  func foreignType(_ line: String) -> Translation? {
    guard line.hasPrefix("add ") || line.hasPrefix("change "),
      let match = line.trimmed.wholeMatch(
        of: /(add|change) (\w+)\.(\w+) ?(: ?)?([A-Za-z]\w*)(\??)(,? ?[^(]*)/),
      isEntityName(String(match.2)), AttributeType(workbookName: String(match.5)) == nil,
      case let types = ForeignType.attributeTypes(String(match.5), in: model), types.count == 1, let type = types.first
    else { return nil }
    let isEmptied = match.1 == "add" && match.6.isEmpty && !match.7.contains("=") && present.areThere(String(match.2))
    let text = "\(match.1) \(match.2).\(match.3): \(type.rawValue)\(isEmptied ? "?" : match.6)\(match.7)"
    guard WorkbookParser.parses(text) else { return nil }
    return Translation("the type is written \(type.rawValue) here", [text], isSpecific: true)
  }

  /// A line without its `new`, with the names of the values: `let t = Team(name: "Heat")`.
  private func made(_ line: String) -> Translation? {
    var hasOthers = false
    let text = line.replacing(/\bnew ([A-Z]\w*)( ?\()?/) { match in
      let entity = String(match.1)
      if !isEntityName(entity) { hasOthers = true }
      return match.2 == nil ? newObject(of: entity) : "\(entity)("
    }
    if hasOthers { return nil }
    let reason = "an object is made by its entity's name"
    if WorkbookParser.parses(text) { return Translation(reason, [text], isSpecific: true) }
    guard let statements = SwiftReader.statements(of: text) else { return nil }
    let found = statements.compactMap(translation(of:))
    guard found.count == statements.count else { return nil }
    return Translation(reason, found.flatMap(\.statements), isSpecific: true)
  }

  private static func isName(_ word: Substring) -> Bool {
    word.first?.isLowercase == true && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
