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
    var configuration: Identifier?
    var isMigrating = false
    var keepsBackup = true
    var isLazy = false
    while cursor.consume(if: .comma) != nil {
      let found = String(cursor.text(of: cursor.current))
      guard let option = StoreOptionWord(rawValue: found), path?.isSQLite == true || !option.isOfSQLite else {
        let words = StoreOptionWord.words(isSQLite: path?.isSQLite == true)
        reportExpected(
          Listing.alternatives(words.map { "'\($0)'" }), hint: Suggestions.didYouMean(found, among: words))
        return nil
      }
      cursor.advance()
      switch option {
      case .lazy: isLazy = true
      case .migrating: isMigrating = true
      case .no:
        guard expect(word: "backup", hint: "the first save then makes no copy of the file") != nil else { return nil }
        keepsBackup = false
      case .configuration:
        configuration = expectIdentifier("a configuration")
        if configuration == nil { return nil }
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
