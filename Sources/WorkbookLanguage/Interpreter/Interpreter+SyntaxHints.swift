import Diagnostics
import ObjectGraph
import Predicates

/// Hints at syntax errors that the parser cannot give, as it knows neither the model nor the learner's names.
extension Interpreter {
  /// A syntax error with the hint that the model, its versions and the names here make possible.
  func hinting(at problem: Diagnostic, in source: SourceText) -> Diagnostic {
    guard problem.severity == .error else { return problem }
    let problem = hintingAtEntity(in: hintingAtVersions(lookingUpNames(in: problem), in: source), of: source)
    let hinted = hintingAtRest(of: hintingAtArgument(in: problem, of: source), in: source)
    let full = hintingAtTemplate(in: hintingAtFetchedProperty(in: hintingAtAdding(in: hinted, of: source)), of: source)
    return exemplified(full)
  }

  /// `normalize` alone, and `dependency bus -> seats`: the entity that is missing.
  private func hintingAtEntity(in problem: Diagnostic, of source: SourceText) -> Diagnostic {
    let isMissing = [Diagnostic.ID.expected, Diagnostic.ID.unexpectedEnd, "missing"].contains(problem.id)
    let end = problem.range?.lowerBound ?? source.text.utf8.count
    let words = (source[SourceRange(0, end)].split(whereSeparator: \.isNewline).last ?? "").split(separator: " ")
    guard isMissing, let first = words.first else { return problem }
    var problem = problem
    switch (first, words.count) {
    case ("dependency", 2),
      ("add", 2) where words[1] == "dependency":
      let rest = source[SourceRange(end, source.text.utf8.count)].split(whereSeparator: \.isNewline).first ?? ""
      let isAdded = first == "add"
      guard let dependency = dependency(isAdded ? String(rest) : "\(words[1]) \(rest)") else { return problem }
      problem.message = isAdded ? "a dependency is declared without 'add'" : "a dependency begins with its entity"
      problem.hint = "write \(dependency)"
    case _ where problem.hint != nil: break
    case ("normalize", 1):
      guard let entity = context.model.entityNames.first else { return problem }
      problem.hint = "write normalize \(entity); review looks at all entities"
    case (_, 1) where StatementWord(rawValue: String(first)) != nil && problem.id != Diagnostic.ID.expected:
      problem.hint = "help \(first) shows its forms"
    default: break
    }
    return problem
  }

  /// `bus -> seats`, `Trip bus -> seats` or `Trip.bus -> Trip.seats` as a declaration, with the entity that has these
  /// attributes; `…` for the parts that no one has said. Nil for a text without an arrow.
  private func dependency(_ text: String) -> String? {
    guard let arrow = text.firstRange(of: "->>") ?? text.firstRange(of: "->") else { return nil }
    let entities = context.model.entityNames
    var head = text[..<arrow.lowerBound]
    if let colon = head.firstIndex(of: ":") { head.replaceSubrange(colon...colon, with: [" "]) }
    func keys(_ side: Substring) -> [String] {
      side.split { $0 == "," || $0 == "." || $0.isWhitespace }.map(String.init).filter { !entities.contains($0) }
    }
    let (left, right) = (keys(head), keys(text[arrow.upperBound...]))
    let named = head.split { $0 == "," || $0 == "." || $0.isWhitespace }.first.map(String.init)
    func have(_ names: [String]) -> [String] {
      entities.filter { entity in names.allSatisfy { context.model.property($0, of: entity) != nil } }
    }
    let whole = named.flatMap { entities.contains($0) ? $0 : nil } ?? have(left + right).first
    // `bus -> seats`, where an entity Bus has seats.
    let partial = have(right).first { $0.lowercased() == left.first?.lowercased() }
    let known = whole != nil || partial == nil ? left : []
    let side = known.isEmpty ? "…" : known.joined(separator: ", ")
    return "dependency \(whole ?? partial ?? "…"): \(side) \(text[arrow]) \(right.joined(separator: ", "))"
  }

  /// `change ByName = fetch Player where …`, where ByName is a template.
  private func hintingAtTemplate(in problem: Diagnostic, of source: SourceText) -> Diagnostic {
    guard problem.id == Diagnostic.ID.expected, let range = problem.range else { return problem }
    let before = source[SourceRange(0, range.lowerBound)].split(whereSeparator: \.isNewline).last ?? ""
    let words = before.split { $0 == " " || $0 == "," }.map(String.init)
    guard words.first == "change",
      let template = [words.last ?? "", String(source[range])].lazy.compactMap(context.model.fetchRequestTemplate).first
    else { return problem }
    var problem = problem
    problem.message = "a template is changed by removing it"
    problem.hint = "remove \(template.name), then template \(template.name) = fetch \(template.request.entity) where …"
    return problem
  }

  /// `heat.wPlayers.append(wade)`: nothing is added to a fetched property, whatever the word.
  private func hintingAtFetchedProperty(in problem: Diagnostic) -> Diagnostic {
    guard problem.id == Diagnostic.ID.foreignSyntax, case .addTo(let path, _)? = problem.offered?.kinds.first,
      case .name(let root) = path.root, let key = path.keys.first?.text, path.keys.count == 1,
      let id = names[root.text]?.objectID, context.exists(id)
    else { return problem }
    let entity = context.entityName(of: id)
    guard context.model.property(key, of: entity)?.property.fetched != nil else { return problem }
    var answer = ObjectGraphError.readOnly(key, entity: entity).diagnostic
    answer.range = problem.range
    return answer
  }

  /// `save background` and `change Book, abstract false`: what the words after the statement ask for.
  private func hintingAtRest(of problem: Diagnostic, in source: SourceText) -> Diagnostic {
    guard problem.id == Diagnostic.ID.unexpected, let range = problem.range else { return problem }
    let before = source[SourceRange(0, range.lowerBound)].split(whereSeparator: \.isNewline).last ?? ""
    let words = before.split(separator: " ")
    let word = String(source[range])
    let rest =
      source[SourceRange(range.upperBound, source.text.utf8.count)].split(whereSeparator: \.isNewline).first ?? ""
    var problem = problem
    if let hint = hint(afterWords: words.map(String.init), at: word, rest.split(separator: " ").map(String.init)) {
      problem.hint = hint
      return problem
    }
    if words.count == 1, ["save", "rollback", "undo", "redo", "reset"].contains(words[0]), contexts[word] != nil {
      problem.hint = "write context \(word) { \(words[0]) }"
    } else if words.count == 1, ["rollback", "reset"].contains(words[0]), names[word]?.objectID != nil {
      problem.hint = "\(words[0]) is about all objects; for one, write refresh \(word) discarding"
    } else if word == ",", words.count == 2, words[0] == "normalize", let other = rest.split(separator: " ").first {
      problem.hint = "write normalize \(words[1]); normalize \(other)"
    } else if words.count > 2, words[0] == "change", words.last == "abstract", ["true", "false"].contains(word) {
      let entity = words[1].prefix { $0 != "," }
      problem.hint = "write change \(entity), \(word == "true" ? "" : "no ")abstract"
    } else if word == "(", words.count > 1, words[words.count - 2] == "count",
      let template = context.model.fetchRequestTemplate(named: String(words[words.count - 1]))
    {
      let variables = template.variables.map { "\($0): …" }.joined(separator: ", ")
      problem.hint = "write count \(template.name)(\(variables))"
    }
    return problem
  }

  /// Returns a hint about a word that cannot follow here, guessed from the words before and after it.
  private func hint(afterWords words: [String], at word: String, _ rest: [String]) -> String? {
    guard let first = words.first, words.count > 1 else { return nil }
    // `add Trip.seats: Integer16 0...3`
    if word.allSatisfy(\.isNumber),
      let bounds = ForeignLine.spellingBounds(of: "\(words.joined(separator: " ")) \(word)\(rest.joined())"),
      failure(of: [bounds.line]) == nil
    {
      return "write \(bounds.line)"
    }
    switch (first, word.lowercased()) {
    case ("remove", "where"): return "objects are deleted with delete: delete \(words[1]) where …"
    case ("exercise", _): return "write exercise \((words.dropFirst() + [word] + rest).joined(separator: "-"))"
    case ("model", _): return "write model \"\((words.dropFirst() + [word] + rest).joined(separator: " "))\""
    case ("delete", "and") where rest.count == 1: return "write delete [\(words[1]), \(rest[0])]"
    case ("delete", "from"): return "write delete \(words[1])"
    case ("fetch", "first"), ("fetch", "top"):
      return rest.first.flatMap { Int($0) }.map { "write \(words.joined(separator: " ")) limit \($0)" }
    case ("fetch", "group"):
      guard words.count == 2, rest.first == "by", rest.count == 2 else { return nil }
      return "write group \(words[1]) by \(rest[1]): count"
    case ("fetch", let direction) where SortDirection(word: direction) != nil:
      return words.contains("limit") ? "it follows the key: sort age \(word)" : nil
    default: return nil
    }
  }

  /// `add wade to heat`: the to-many of the one that takes the other.
  private func hintingAtAdding(in problem: Diagnostic, of source: SourceText) -> Diagnostic {
    guard problem.id == Diagnostic.ID.expected, let range = problem.range else { return problem }
    let line = source[SourceRange(0, range.lowerBound)].split(whereSeparator: \.isNewline).last ?? ""
    let words = line.split(separator: " ").map(String.init)
    let rest = source[SourceRange(range.lowerBound, source.text.utf8.count)].split { $0 == " " || $0.isNewline }
    guard words.count == 2, words[0] == "add", rest.count > 1, rest[0] == "to",
      let member = names[words[1]]?.objectID, let owner = names[String(rest[1])]?.objectID,
      let relationship = context.model.properties(of: context.entityName(of: owner)).lazy.compactMap(\.relationship)
        .first(
          where: { $0.isToMany && context.model.isKind(context.entityName(of: member), of: $0.destination) })
    else { return problem }
    var problem = problem
    problem.hint = "write \(rest[1]).\(relationship.name).add(\(words[1]))"
    return problem
  }

  /// `Task("Water the plants")`: the call with the name of the entity's first attribute.
  private func hintingAtArgument(in problem: Diagnostic, of source: SourceText) -> Diagnostic {
    guard problem.id == Diagnostic.ID.expected, let range = problem.range else { return problem }
    let before = source[SourceRange(0, range.lowerBound)].reversed().drop { $0.isWhitespace }
    guard before.first == "(" else { return problem }
    let name = String(before.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    if AttributeType(workbookName: name) != nil {
      var problem = problem
      problem.hint = "values need no type: write \(source[range])"
      return problem
    }
    let template = context.model.fetchRequestTemplate(named: name)
    let attribute = context.model.properties(of: name).lazy.compactMap(\.attribute).first?.name
    var problem = problem
    if let variable = template?.variables.first {
      problem.message = "expected a variable and its value, found \(source[range])"
      let rest = template?.variables.count == 1 ? "" : ", …"
      problem.hint = "write fetch \(name)(\(variable): \(source[range])\(rest))"
    } else if let attribute {
      problem.hint = "\(WorkbookParser.argumentHint): \(name)(\(attribute): \(source[range]), …)"
    }
    return problem
  }

  /// A syntax error with a hint at the versions that there are, where the name of one was expected.
  private func hintingAtVersions(_ diagnostic: Diagnostic, in source: SourceText) -> Diagnostic {
    guard diagnostic.id == Diagnostic.ID.expectedVersion else { return diagnostic }
    let history = context.modelHistory
    let known = history.names.filter { history.count == 1 || $0 != history.currentName }
    let written = diagnostic.range.map { String(source[$0]) } ?? ""
    let nearest = known.first { $0 == written } ?? (known.count == 1 ? known[0] : nil)
    var diagnostic = diagnostic
    diagnostic.hint =
      nearest.map { "write use version \(ModelText.string($0))" }
      ?? ModelHistoryError.unknownVersion(written, known: known).diagnostic.hint
    return diagnostic
  }

  /// Lets the hint about `object(wade.objectID).team = heat` look up the object on the right as well: in a block the
  /// name means another context's object.
  private func lookingUpNames(in problem: Diagnostic) -> Diagnostic {
    guard problem.id == Diagnostic.ID.notAssignable, let offer = problem.offered, offer.kinds.count == 2,
      case .letName = offer.kinds[0], case .assign(_, let value) = offer.kinds[1]
    else { return problem }
    let name = String(offer.source[value.range])
    guard names[name]?.objectID != nil else { return problem }
    var problem = problem
    let write = "\(offer.source[SourceRange(0, value.range.lowerBound)])object(\(name).objectID)"
    problem.offer = write
    problem.hint = "write \(write)"
    return problem
  }
}

extension Diagnostic {
  /// The statements that the hint says to write, read with a name in the place of each gap; nil where there are none.
  fileprivate var offered: (kinds: [Statement.Kind], source: SourceText)? {
    guard let offer else { return nil }
    let source = SourceText(offer.replacing("…", with: "x"))
    let tree = WorkbookParser.parse(source)
    return tree.diagnostics.containsError ? nil : (tree.statements.map(\.kind), source)
  }
}
