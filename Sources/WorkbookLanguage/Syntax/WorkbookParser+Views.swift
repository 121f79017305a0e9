import Diagnostics
import Predicates

extension WorkbookParser {
  /// `view = "show" … | "review" | "normalize" Name | … | ( "export" | "import" | "run" ) string`.
  mutating func parseViewStatement(_ word: StatementWord) -> Statement.Kind? {
    cursor.advance()
    switch word {
    case .show: return parseShow()
    case .review: return .review
    case .normalize:
      guard let entity = expectIdentifier("an entity") else { return nil }
      if cursor.continues(.dot) {
        cursor.report(
          Diagnostic(
            Diagnostic.ID.expected, "normalize takes an entity as a whole", at: cursor.current.range,
            hint: "normalize \(entity)"))
        return nil
      }
      return .normalize(entity)
    case .apply: return expectInteger("the number of a proposal").map(Statement.Kind.apply)
    case .derive:
      guard let left = parseNames("an attribute") else { return nil }
      let isMultivalued = cursor.at(.toMany)
      guard cursor.consume(if: .toMany) != nil || cursor.consume(if: .toOne) != nil else {
        reportExpected("-> or ->>", hint: "derive … -> …")
        return nil
      }
      guard let right = parseNames("an attribute") else { return nil }
      return .derive(left, right, isMultivalued: isMultivalued)
    case .explain: return parseExplain()
    case .compare: return parseCompare()
    case .export:
      guard let file = expectFile("export", example: "league.svg") else { return nil }
      return parseExportOptions().map { .export(file.text, file.range, $0) }
    case .import:
      guard let file = expectFile("import", example: "League.graph") else { return nil }
      var model = ModelFile(path: file.text, range: file.range)
      guard cursor.consume(ifWord: "version") != nil else { return .importFile(model) }
      let hint = "a version's name is in quotes: version \"League 2\""
      guard let version = expectString("a version", hint: hint) else { return nil }
      model.version = version.text
      model.versionRange = version.range
      return .importFile(model)
    case .run: return expectFile("run", example: "setup.graph").map { .run($0.text, $0.range) }
    default: return nil
    }
  }

  /// `{ "," ( "model" "only" | "swiftdata" | "split" | "all" ) }`, after the file of an export.
  private mutating func parseExportOptions() -> ExportOptions? {
    var options = ExportOptions()
    while cursor.consume(if: .comma) != nil {
      let word = cursor.current
      guard let option = ExportOptionWord(rawValue: String(cursor.text(of: word))) else {
        reportExpected(
          "'\(ExportOptionWord.model.rawValue)'",
          hint: "options are \(ExportOptionWord.list)")
        return nil
      }
      cursor.advance()
      if option == .model, expect(word: "only") == nil { return nil }
      options.words.insert(option)
      if option.isOfSwift, options.firstOfSwift == nil { options.firstOfSwift = word.range }
    }
    return options
  }

  /// A file's name in quotes; where it is written without them, the hint puts them there.
  private mutating func expectFile(_ word: String, example: String) -> (text: String, range: SourceRange)? {
    let rest = cursor.source.text.utf8.dropFirst(cursor.current.range.lowerBound)
    let written = String(decoding: rest.prefix { $0 != 0x0A && $0 != 0x3B && $0 != 0x2C }, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    let name =
      written.count == 1 && written[0].contains(".") && !written[0].contains("\"") ? String(written[0]) : example
    return expectString("a file", hint: "\(word) \"\(name)\"")
  }

  private mutating func parseShow() -> Statement.Kind? {
    guard !atSeparator else {
      reportExpected("what to show", hint: "show model, show Team, show graph, show changes")
      return nil
    }
    if cursor.at(word: "store"), !cursor.peek().isSymbol(.dot) {
      report(
        Diagnostic.ID.expected, "there is one view of all stores", at: cursor.current.range, hint: "write show stores")
      return nil
    }
    guard cursor.current.isIdentifier, !cursor.peek().isSymbol(.dot),
      let view = ViewWord(rawValue: String(cursor.text(of: cursor.current)))
    else { return parsePath().map { .show(.path($0)) } }
    cursor.advance()
    return .show(.view(view, isASCII: view == .diagram && cursor.consume(ifWord: "ascii") != nil))
  }

  private mutating func parseExplain() -> Statement.Kind? {
    guard !atSeparator else {
      reportExpected("what to explain", hint: "explain delete heat")
      return nil
    }
    if cursor.consume(ifWord: "delete") != nil { return parseDeleteTarget().map { .explain(.delete($0)) } }
    if cursor.consume(ifWord: "fetch") != nil { return parseQuery().map { .explain(.fetch($0)) } }
    guard let path = parsePath() else { return nil }
    guard cursor.continues(word: "in") else { return .explain(.path(path)) }
    cursor.advance()
    guard expect(word: "fetch", hint: "such as explain \(path) in fetch Player where …") != nil else { return nil }
    return parseQuery().map { .explain(.membership(path, $0)) }
  }

  private mutating func parseCompare() -> Statement.Kind? {
    if cursor.consume(ifWord: "delete") != nil { return parseDeleteTarget().map(Statement.Kind.compareDelete) }
    guard cursor.consume(ifWord: "model") != nil else {
      reportExpected("delete or model", hint: "compare delete heat")
      return nil
    }
    guard let first = expectString("a file"), expect(word: "with") != nil, let second = expectString("a file") else {
      return nil
    }
    return .compareModel(
      ModelFile(path: first.text, range: first.range), with: ModelFile(path: second.text, range: second.range))
  }
}
