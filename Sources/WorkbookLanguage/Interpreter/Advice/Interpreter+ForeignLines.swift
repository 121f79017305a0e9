import Diagnostics
import ObjectGraph
import Predicates

/// Lines of Swift with Core Data's and SwiftData's classes, typed as statements: the statement that does the same.
extension Interpreter {
  /// The message for a line that failed and is Swift's: the statement to type instead. Nil where the line is none, or
  /// where the translation would fail as well.
  ///
  /// - Parameter problem: What is wrong with the line as a statement. If it is known foreign syntax, its words and
  ///   its place stay.
  func foreignLine(in range: SourceRange, of source: SourceText, failedWith problem: Diagnostic) -> Diagnostic? {
    guard translatesLines else { return nil }
    let line = String(source[range])
    guard let found = foreignLines.translation(of: line), found.isSpecific || Self.vague.contains(problem.id) else {
      return misspelling(in: range, of: source) ?? withoutFailingLine(problem)
    }
    let text = found.statements.joined(separator: "; ")
    if !text.contains("…"), let failed = failure(of: found.statements) {
      guard found.isSpecific else { return withoutFailingLine(problem) }
      // The translation is right, but the current model or objects make it fail.
      return Diagnostic(
        Diagnostic.ID.foreignSyntax, found.reason, at: range,
        hint: "\(text) would fail: \(failed.message)")
    }
    var answer = Diagnostic(Diagnostic.ID.foreignSyntax, found.reason, at: range)
    if Self.telling.contains(problem.id), !found.isSpecific { answer = problem }
    answer.offer = found.statements.count == 1 || text.contains("…") ? text : nil
    answer.hint = answer.offer.map { "write \($0)" }
    answer.statements = answer.offer == nil ? found.statements : []
    return answer
  }

  /// Returns a syntax error with the hint that the model and the names here make possible or, of a line of another language, with the
  /// statement to type instead and the place of the line. O(trying that statement).
  package func explained(_ problem: Diagnostic, in tree: SyntaxTree) -> (problem: Diagnostic, line: SourceRange?) {
    let problem = hinting(at: problem, in: tree.source)
    guard problem.severity == .error,
      let line = foreignDeclaration(around: problem, in: tree) ?? Self.rejectedLine(around: problem, in: tree),
      let translation = foreignLine(in: line, of: tree.source, failedWith: problem)
    else { return (problem, nil) }
    return (translation, line)
  }

  /// Whether a line that is no statement is one of another language that has a translation. O(length).
  package func hasTranslation(of line: String) -> Bool {
    foreignLines.translation(of: line)?.isSpecific == true
  }

  /// The problems that a line of another language has as a statement. Any other says more about it than a translation.
  private static let vague: Set<String> = [
    Diagnostic.ID.foreignSyntax, Diagnostic.ID.unexpected, Diagnostic.ID.expected, Diagnostic.ID.chainedComparison,
    Diagnostic.ID.missingBracket, Diagnostic.ID.missingOperand, Diagnostic.ID.notAssignable,
    Diagnostic.ID.argumentCount,
    Diagnostic.ID.argumentType, Diagnostic.ID.misplacedWord, Diagnostic.ID.notAList, Diagnostic.ID.notAnObject,
    Diagnostic.ID.optionalChaining, Diagnostic.ID.unknownEntity, Diagnostic.ID.unknownFunction,
    Diagnostic.ID.unknownKey, Diagnostic.ID.unknownName, Diagnostic.ID.unknownProperty, Diagnostic.ID.notANumber,
    Diagnostic.ID.collectionKey, Diagnostic.ID.aggregateInSelect, Diagnostic.ID.noOrder,
  ]

  /// The problems whose words and place say more than the reason of a translation.
  private static let telling: Set<String> = [
    Diagnostic.ID.foreignSyntax, Diagnostic.ID.optionalChaining, Diagnostic.ID.notAList,
  ]

  /// The first key of a named object that its entity does not have and that is near one that it has:
  /// `ann.boks.insert(one)`. It says more than what is wrong with the rest of such a line.
  private func misspelling(in range: SourceRange, of source: SourceText) -> Diagnostic? {
    let line = source[range]
    for match in line.matches(of: /\b([A-Za-z_]\w*)\.([A-Za-z_]\w*)/) {
      guard let id = names[String(match.1)]?.objectID, context.exists(id) else { continue }
      let entity = context.entityName(of: id)
      let key = String(match.2)
      guard context.model.property(key, of: entity) == nil,
        let near = Suggestions.nearest(to: key, among: context.model.properties(of: entity).map(\.name)).first,
        near.first == key.first
      else { continue }
      let start = range.lowerBound + line.utf8.distance(from: line.startIndex, to: match.2.startIndex)
      return .unknownProperty(
        key, of: entity, in: context.model, at: SourceRange(start, start + key.utf8.count))
    }
    return nil
  }

  /// The problem with what is wrong with the line that its hint proposes, where that line would fail as well; else nil.
  private func withoutFailingLine(_ problem: Diagnostic) -> Diagnostic? {
    guard problem.id == Diagnostic.ID.foreignSyntax, let offer = problem.offer, !offer.contains("…"),
      WorkbookParser.parses(offer), let failed = failure(of: [offer])
    else { return nil }
    var problem = problem
    problem.offer = nil
    problem.hint = [failed.message, failed.hint].compactMap(\.self).joined(separator: "; ")
    return problem
  }

  /// Returns what would go wrong with statements, tried on a copy; nil of what reads or writes a file, and of a removal,
  /// which says what has to go first; and a save that the objects do not allow is still what was asked for.
  func failure(of statements: [String]) -> Diagnostic? {
    let tree = WorkbookParser.parse(SourceText(statements.joined(separator: "; ")))
    let isTried = tree.statements.allSatisfy { statement in
      switch statement.kind {
      case .store, .export, .importFile, .run, .model(.removeEntity), .model(.removeProperty): false
      default: true
      }
    }
    guard isTried else { return nil }
    var rehearsal = rehearsal()
    rehearsal.translatesLines = false
    let failed = rehearsal.run(tree, onError: .stop).first(where: \.failed)
    return failed?.diagnostics.first { $0.severity == .error && $0.id != Diagnostic.ID.saveFailed }
  }

  private var foreignLines: ForeignLine {
    var objects: [String: String] = [:]
    for (name, value) in names {
      if let id = value.objectID, context.exists(id) { objects[name] = context.entityName(of: id) }
    }
    let values = Set(names.keys).subtracting(objects.keys)
    let present = PresentObjects(
      titled: { title, entity in self.objects(titled: title, of: entity) },
      areThere: { !self.context.graph.objectIDs(of: $0).isEmpty })
    return ForeignLine(
      model: context.model, objects: objects, values: values, contexts: Set(contexts.keys), present: present)
  }

  /// The objects with a title, up to five, each as it is written in a statement. Looks at a thousand objects at most of
  /// each entity. O(objects).
  private func objects(titled title: String, of entity: String?) -> [String] {
    let wanted = title.lowercased()
    let formatter = ObjectFormatter(context: context)
    let roots = entity.map { [$0] } ?? context.model.entities.filter { $0.parent == nil }.map(\.name)
    let found = roots.lazy.flatMap { context.graph.objectIDs(of: $0).prefix(1000) }
      .filter { context.exists($0) && formatter.label($0).title?.lowercased() == wanted }
    return found.prefix(5).map { id in
      names.filter { $0.value.objectID == id }.keys.min() ?? "\(context.entityName(of: id))#\(id.number)"
    }
  }

  /// The first word of a text, in small letters.
  private static func firstWord(of bytes: ArraySlice<UInt8>) -> String {
    let word = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .prefix { Character(UnicodeScalar($0)).isLetter }
    return String(decoding: word, as: UTF8.self).lowercased()
  }

  /// The range of an entity's declaration over several lines whose member has a syntax error, if it has a translation.
  func foreignDeclaration(around problem: Diagnostic, in tree: SyntaxTree) -> SourceRange? {
    guard translatesLines, let place = problem.range, problem.source == nil else { return nil }
    let bytes = Array(tree.source.text.utf8)
    let end = min(place.lowerBound, bytes.count)
    var start = end
    var closed = 0
    while start > 0 {
      start -= 1
      if bytes[start] == UInt8(ascii: "}") { closed += 1 }
      guard bytes[start] == UInt8(ascii: "{") else { continue }
      if closed == 0 { break }
      closed -= 1
    }
    guard start > 0, bytes[start..<end].contains(UInt8(ascii: "\n")) else { return nil }
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    guard let range = Self.rejectedLine(from: start, in: bytes) else { return nil }
    let text = String(tree.source[range])
    guard text.hasPrefix("entity ") || text.hasPrefix("abstract entity ") else { return nil }
    return hasTranslation(of: text) ? range : nil
  }

  /// The range of the text that a syntax error rejects: its line, up to the last bracket that the line opens, without
  /// the statements on it that were understood.
  static func rejectedLine(around problem: Diagnostic, in tree: SyntaxTree) -> SourceRange? {
    guard let place = problem.range, problem.source == nil else { return nil }
    let bytes = Array(tree.source.text.utf8)
    var start = min(place.lowerBound, bytes.count)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    for statement in tree.statements where statement.range.upperBound <= place.lowerBound {
      if statement.range.upperBound > start { start = statement.range.upperBound }
    }
    return rejectedLine(from: start, in: bytes)
  }

  private static func rejectedLine(from start: Int, in bytes: [UInt8]) -> SourceRange? {
    var start = start
    while start < bytes.count, [UInt8(ascii: " "), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains(bytes[start]) {
      start += 1
    }
    var end = start
    var (open, isQuoted) = (0, false)
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): if !isQuoted { open += 1 }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): if !isQuoted { open -= 1 }
      default: break
      }
      // A line of attributes alone belongs to the declaration after it: `@Model`.
      if bytes[end] == UInt8(ascii: "\n"), open <= 0,
        !(bytes[start] == UInt8(ascii: "@") && !bytes[start..<end].contains(UInt8(ascii: " "))),
        !(SQLWord(rawValue: firstWord(of: bytes[start..<end])) != nil
          && SQLReader.clauses.contains(firstWord(of: bytes[(end + 1)...])))
      {
        break
      }
      end += 1
    }
    while end > start, [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(bytes[end - 1]) { end -= 1 }
    return end > start ? SourceRange(start, end) : nil
  }
}
