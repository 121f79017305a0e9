import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

/// Small changes to a right answer, like the slips of a learner and the guesses of a lazy student.
///
/// A statement, an option or a member is dropped; a delete rule, optionality, cardinality, type, bound, default,
/// operator, text or number is replaced by another; a different object, entity or property is named; there is one
/// object more or fewer.
struct AnswerMutants {
  /// One change.
  struct Mutant {
    /// The change in a few words, with its line: `line 2: without 'save'`.
    var change: String
    /// The answer with the change, parsed.
    var tree: SyntaxTree

    var source: SourceText { tree.source }
    var text: String { tree.source.text }
  }

  private let source: SourceText
  private let tokens: [Token]
  private let statements: [Statement]
  /// The start's objects by entity, and its entities.
  private let objects: [String: [String]]
  private let entities: [String]
  private var found: [Mutant] = []
  private var known: Set<String>

  /// - Parameters:
  ///   - answer: a right answer.
  ///   - start: the state that it begins in.
  init(of answer: SourceText, start: Interpreter) {
    source = answer
    tokens = Lexer.tokens(of: answer.text, dialect: .workbook).filter { $0.kind != .end }
    var all: [Statement] = []
    for statement in WorkbookParser.parse(answer).statements { statement.forEachStatement { all.append($0) } }
    statements = all
    objects = start.namesByEntity
    entities = start.context.model.entityNames
    known = [answer.text]
  }

  /// Returns every change once, in the order of the text. O(tokens) changes.
  static func all(of answer: SourceText, start: Interpreter) -> [Mutant] {
    var mutants = AnswerMutants(of: answer, start: start)
    mutants.dropParts()
    for place in mutants.tokens.indices { mutants.changeToken(place) }
    mutants.addAndRemoveObjects()
    return mutants.found
  }

  // MARK: Dropping

  private mutating func dropParts() {
    for statement in statements {
      replace(statement.range, by: "", "without '\(shortened(source[statement.range]))'")
    }
    // Options and members: from a comma or semicolon to the next, or to the end of the line or block.
    for place in tokens.indices where tokens[place].isSymbol(.comma) || tokens[place].isSymbol(.semicolon) {
      guard place + 1 < tokens.count, tokens[place + 1].kind == .identifier else { continue }
      var end = place + 1
      var depth = 0
      while end + 1 < tokens.count {
        let next = tokens[end + 1]
        if depth == 0,
          next.startsLine || next.isSymbol(.comma) || next.isSymbol(.semicolon) || next.isSymbol(.rightBrace)
        {
          break
        }
        if next.isSymbol(.leftParenthesis) || next.isSymbol(.leftBracket) { depth += 1 }
        if next.isSymbol(.rightParenthesis) || next.isSymbol(.rightBracket) { depth -= 1 }
        if depth < 0 { break }
        end += 1
      }
      let range = tokens[place].range.union(tokens[end].range)
      replace(range, by: "", "without '\(shortened(source[range]))'")
    }
  }

  // MARK: Changing words

  private static let arrows: [Token.Symbol] = [.toOne, .toMany]
  private static let pairs: [Token.Symbol] = [.oneToOne, .oneToMany, .manyToOne, .manyToMany]
  private static let comparisons: [Token.Symbol] = [
    .equalEqual, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual,
  ]
  private static let types = ["String", "Integer32", "Double", "Date", "Boolean"]

  private mutating func changeToken(_ place: Int) {
    let token = tokens[place]
    let text = String(source[token.range])
    switch token.kind {
    case .integer:
      guard let number = Int(text) else { return }
      change(token, to: [String(number + 1)] + (number > 0 ? [String(number - 1)] : []))
    case .number: change(token, to: [text + "1"])
    case .string:
      let others = tokens.filter { if case .string = $0.kind { true } else { false } }.map { String(source[$0.range]) }
      change(
        token,
        to: [String(text.dropLast()) + "x" + text.suffix(1)] + Set(others).sorted().filter { $0 != text }.prefix(2))
    case .symbol(let symbol):
      for family in [Self.arrows, Self.pairs, Self.comparisons] where family.contains(symbol) {
        change(token, to: family.filter { $0 != symbol }.map(\.rawValue))
      }
      // `String?` becomes `String`, and `->> Player?` `->> Player, count 1...`: required alone asks nothing there.
      if symbol == .question { change(token, to: [isOptionalToMany(place) ? ", count 1..." : ""]) }
    case .identifier: changeWord(token, text, place)
    default: return
    }
  }

  /// Whether a question mark belongs to a to-many that has no count in the same declaration.
  private func isOptionalToMany(_ place: Int) -> Bool {
    guard place >= 2, tokens[place - 2].isSymbol(.toMany) else { return false }
    let rest = tokens[(place + 1)...].prefix { !$0.startsLine && !$0.isSymbol(.semicolon) && !$0.isSymbol(.rightBrace) }
    return !rest.contains { source[$0.range] == "count" }
  }

  private mutating func changeWord(_ token: Token, _ text: String, _ place: Int) {
    let isType = AttributeType(rawValue: text) != nil
    if isType { change(token, to: Self.types.filter { $0 != text }.prefix(2) + []) }
    let before = place > 0 ? tokens[place - 1] : nil
    let after = place + 1 < tokens.count ? tokens[place + 1] : nil
    let follows = before.map { source[$0.range] } ?? ""
    if DeleteRule.allCases.map(\.rawValue).contains(text), follows == "delete" {
      change(token, to: DeleteRule.allCases.map(\.rawValue).filter { $0 != text })
    }
    let isTypeName = isType || before.map { [.toOne, .toMany].contains($0.symbol) } ?? false
    if isTypeName, after?.isSymbol(.question) != true { change(token, to: [text + "?"]) }
    switch text {
    case "optional": change(token, to: ["required"])
    case "required": change(token, to: ["optional"])
    case "true": change(token, to: ["false"])
    case "false": change(token, to: ["true"])
    case "AND": change(token, to: ["OR"])
    case "OR": change(token, to: ["AND"])
    default: break
    }
    if before?.isSymbol(.dot) == true { return }
    if let own = objects.first(where: { $0.value.contains(text) }) {
      change(token, to: own.value.filter { $0 != text }.prefix(2) + [])
    } else if entities.contains(text), entities.count > 1 {
      change(token, to: entities.filter { $0 != text }.prefix(2) + [])
    }
  }

  // MARK: One object more or fewer

  private mutating func addAndRemoveObjects() {
    for entity in entities {
      append("\(entity)()", "one \(entity) more")
      append("let extra = \(entity)(); save", "one \(entity) more, saved")
      append("delete \(entity)#1; save", "\(entity)#1 deleted")
    }
    for entity in objects.keys.sorted() {
      for name in (objects[entity] ?? []).prefix(2) { append("delete \(name); save", "\(name) deleted") }
    }
  }

  // MARK: Making

  private mutating func change(_ token: Token, to others: [String]) {
    let text = source[token.range]
    for other in others { replace(token.range, by: other, "'\(text)' → '\(other)'") }
  }

  private mutating func replace(_ range: SourceRange, by new: String, _ change: String) {
    let bytes = Array(source.text.utf8)
    let text = String(
      decoding: bytes[..<range.lowerBound] + Array(new.utf8) + bytes[range.upperBound...], as: UTF8.self)
    add(text, "line \(source.position(at: range.lowerBound).line): \(change)")
  }

  private mutating func append(_ statements: String, _ change: String) {
    add(source.text + "\n" + statements, "at the end: \(change)")
  }

  private mutating func add(_ text: String, _ change: String) {
    guard known.insert(text).inserted else { return }
    // A text that does not parse is not a different answer: the parser reports the mistake.
    let tree = WorkbookParser.parse(SourceText(text, name: source.name))
    guard !tree.diagnostics.containsError else { return }
    found.append(Mutant(change: change, tree: tree))
  }

  private func shortened(_ text: Substring) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}

extension Token {
  fileprivate var symbol: Symbol? { if case .symbol(let symbol) = kind { symbol } else { nil } }
}
