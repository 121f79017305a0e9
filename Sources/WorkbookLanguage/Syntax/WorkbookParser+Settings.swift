import Diagnostics
import ObjectGraph

/// Settings that only an app and Xcode use.
extension WorkbookParser {
  /// Reads `setting = "class" string | "codegen" word | "syncable" ( "no" | "yes" ) | "index" ident ":" keys` as the member
  /// of an entity, or in a change.
  /// - Returns: nil, with a problem, if what follows its word is wrong; nothing at all if this is no setting.
  mutating func parseEntitySetting() -> EntitySetting?? {
    guard beginsEntitySetting(at: 0) else { return .none }
    switch EntityOptionWord(cursor.advance(), in: cursor) {
    case .class: return .some(expectString("the name of the class").map { .className($0.text) })
    case .codegen: return .some(parseCodeGeneration().map(EntitySetting.codeGeneration))
    case .syncable: return .some(parseYesOrNo("syncable").map(EntitySetting.syncable))
    default: return .some(parseIndex().map(EntitySetting.index))
    }
  }

  /// Whether a setting begins with a token from here on, and not a property of the same name.
  func beginsEntitySetting(at place: Int) -> Bool {
    let next = cursor.peek(place + 1)
    guard !next.startsLine else { return false }
    switch EntityOptionWord(cursor.peek(place), in: cursor) {
    case .class: if case .string = next.kind { return true } else { return false }
    case .codegen: return next.isIdentifier
    case .syncable: return cursor.token(next, is: "no") || cursor.token(next, is: "yes")
    case .index:
      guard cursor.peek(place + 2).isSymbol(.colon) else { return false }
      if case .string = next.kind { return true } else { return next.isIdentifier }
    default: return false
    }
  }

  /// Reports what is missing after the word of a setting in a change, which has been read.
  mutating func reportUnfinishedSetting(of entity: Identifier, _ rest: String, _ example: String) {
    let word = cursor.text(of: cursor.previous)
    reportExpected(rest, hint: "write change \(entity), \(word) \(example)")
  }

  private mutating func parseCodeGeneration() -> CodeGeneration? {
    guard let word = expectIdentifier("what Xcode generates: \(CodeGeneration.words.joined(separator: ", "))") else {
      return nil
    }
    if let found = CodeGeneration(rawValue: word.text) { return found }
    report(
      "unknown-codegen", "there is no code generation '\(DisplayText.visible(word.text))'", at: word.range,
      nearest: Suggestions.nearest(to: word.text, among: CodeGeneration.words),
      hint: "there is \(Listing.text(CodeGeneration.words))")
    return nil
  }

  /// `no` or `yes`, or nothing, which is yes.
  private mutating func parseYesOrNo(_ word: String) -> Bool? {
    if cursor.continues(word: "no") {
      cursor.advance()
      return false
    }
    if cursor.continues(word: "yes") {
      cursor.advance()
      return true
    }
    if cursor.isContinuation, cursor.current.isIdentifier {
      reportExpected("yes or no", hint: "\(word) no")
      return nil
    }
    return true
  }

  /// The name of an index: a word, or a text in quotes.
  mutating func parseIndexName() -> Identifier? {
    guard case .string = cursor.current.kind else { return expectIdentifier("the name of the index") }
    return expectString("the name of the index").map { Identifier($0.text, at: $0.range) }
  }

  /// `index = ( ident | string ) ":" key { "," key }`, `key = ident { "." ident } [ "asc" | "desc" ] [ "rtree" ]`.
  private mutating func parseIndex() -> IndexDeclaration? {
    guard let name = parseIndexName(), expect(.colon) != nil else { return nil }
    var index = IndexDeclaration(name: name, keys: [], elements: [])
    repeat {
      if !index.keys.isEmpty { cursor.advance() }
      guard let key = parseUniqueName() else { return nil }
      var element = FetchIndexDescription.Element(key.text)
      element.isAscending = parseDirection()
      let rTree = FetchIndexDescription.Collation.rTree
      if cursor.continues(word: rTree.rawValue) {
        cursor.advance()
        element.collation = rTree
      }
      index.keys.append(key)
      index.elements.append(element)
    } while cursor.at(.comma) && !beginsEntityChange(1)
    return index
  }

  // MARK: Properties

  /// Reads what follows the word of a setting.
  mutating func parsePropertySetting(_ word: OptionWord) -> PropertySetting? {
    switch word {
    case .class: return expectString("the name of the class").map { .className($0.text) }
    case .external: return expect(word: "storage", hint: "write external storage") == nil ? nil : .externalStorage
    case .spotlight: return .spotlight
    case .scalar: return parseYesOrNo("scalar").map(PropertySetting.scalar)
    case .syncable: return parseYesOrNo("syncable").map(PropertySetting.syncable)
    default: return nil
    }
  }
}
