import Diagnostics
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
      return parseKeyPath("a merge policy: error, store, object, overwrite or rollback").map { path in
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
    var configuration: Identifier?
    var isMigrating = false
    var keepsBackup = true
    var isLazy = false
    while cursor.consume(if: .comma) != nil {
      if cursor.consume(ifWord: "migrating") != nil {
        isMigrating = true
      } else if path?.isSQLite == true, cursor.consume(ifWord: "no") != nil {
        guard expect(word: "backup", hint: "the first save then makes no copy of the file") != nil else { return nil }
        keepsBackup = false
      } else if path?.isSQLite == true, cursor.consume(ifWord: "lazy") != nil {
        isLazy = true
      } else {
        guard cursor.consume(ifWord: "configuration") != nil else {
          let found = String(cursor.text(of: cursor.current))
          reportExpected(
            "'configuration' or 'migrating'",
            hint: Suggestions.didYouMean(found, among: ["configuration", "migrating"]))
          return nil
        }
        guard let parsed = expectIdentifier("a configuration") else { return nil }
        configuration = parsed
      }
    }
    guard let path else { return .store(.openInMemory(name, configuration: configuration)) }
    // With an option that it does not take, the message is that of running it.
    if path.isSQLite, configuration == nil, !isMigrating {
      return .store(.openSQLite(name, path: path, keepsBackup: keepsBackup, isLazy: isLazy))
    }
    return .store(.openFile(name, path: path, configuration: configuration, isMigrating: isMigrating))
  }
}
