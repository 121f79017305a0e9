import Diagnostics
import ObjectGraph
import Predicates

extension WorkbookParser {
  /// `store = "store" ident ( "in" "memory" | "at" string ) { "," ( … | "no" "backup" | "lazy" ) } | ( "close" | "reopen" ) ident [ "discarding" ] | "migrate" [ ident ] | …`.
  mutating func parseStoreStatement(_ word: StatementWord) -> Statement.Kind? {
    cursor.advance()
    switch word {
    case .close, .reopen:
      guard let name = expectIdentifier("a store") else { return nil }
      let isDiscarding = cursor.continues(word: "discarding")
      if isDiscarding { cursor.advance() }
      return .store(
        word == .close ? .close(name, isDiscarding: isDiscarding) : .reopen(name, isDiscarding: isDiscarding))
    case .migrate:
      if atSeparator { return .store(.migrate(nil)) }
      return expectIdentifier("a store").map { .store(.migrate($0)) }
    case .merge:
      guard expect(word: "policy", hint: "such as merge policy object") != nil else { return nil }
      // `NSMergePolicy.overwrite` too, so that the message can name ours.
      return parseKeyPath("a merge policy: \(Listing.alternatives(MergePolicy.words))").map { path in
        let range = path.dropFirst().reduce(path[0].range) { $0.union($1.range) }
        return .store(.mergePolicy(Identifier(path.map(\.text).joined(separator: "."), at: range)))
      }
    default: break
    }
    guard let name = expectNewName("the store's name") else { return nil }
    var path: StorePath?
    if cursor.consume(ifWord: "in") != nil {
      guard
        expect(word: "memory", hint: "write store \(name) in memory, or store \(name) at \"\(name).graphstore\"") != nil
      else { return nil }
    } else {
      guard
        expect(word: "at", hint: "write store \(name) in memory, or store \(name) at \"\(name).graphstore\"") != nil,
        let text = expectString("the store's file")
      else { return nil }
      path = StorePath(text: text.text, range: text.range)
    }
    var options = StoreOptions()
    while cursor.consume(if: .comma) != nil {
      let found = String(cursor.text(of: cursor.current))
      let words = StoreOptionWord.words(at: path)
      // A configuration of a Core Data store has a message of its own.
      guard let option = StoreOptionWord(rawValue: found),
        words.contains(found) || path != nil && option == .configuration
      else {
        reportExpected(
          Listing.alternatives(words.map { "'\($0)'" }), nearest: Suggestions.nearest(to: found, among: words))
        return nil
      }
      cursor.advance()
      switch option {
      case .lazy: options.isLazy = true
      case .migrating: options.isMigrating = true
      case .no:
        guard expect(word: "backup", hint: "the first save then makes no copy of the file") != nil else { return nil }
        options.keepsBackup = false
      case .configuration:
        options.configuration = expectIdentifier("a configuration")
        if options.configuration == nil { return nil }
      }
    }
    guard let path else { return .store(.openInMemory(name, configuration: options.configuration)) }
    return .store(.openFile(name, path: path, options))
  }

  /// `assignment = "insert" "into" ident value`, where the value is no new object. Nil for anything else, without a message.
  mutating func parseAssignmentToStore() -> Statement.Kind? {
    let (store, first, second) = (cursor.peek(2), cursor.peek(3), cursor.peek(4))
    guard cursor.token(cursor.peek(), is: "into"), store.isIdentifier, !store.startsLine, !first.startsLine,
      first.isIdentifier && !second.isSymbol(.leftParenthesis) || first.isSymbol(.leftBracket)
    else { return nil }
    cursor.advance()
    cursor.advance()
    guard let name = expectIdentifier("a store"), let value = parseValue() else { return nil }
    return .store(.assign(name, value))
  }
}
