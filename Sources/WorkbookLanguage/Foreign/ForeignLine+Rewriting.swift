import ObjectGraph
import Predicates

/// Statements of the workbook with a part that Swift writes otherwise: `fetch Player limit: 1`, `fetch Player sort \.name`,
/// `wade is Player`.
extension ForeignLine {
  func rewritingTranslation(of line: String) -> Translation? {
    let line = line.trimmed
    if let written = memberOfEntity(line) {
      return Translation("an object's entity has a name", [written], isSpecific: true)
    }
    if let match = line.wholeMatch(of: /(let \w+ = )?(?:count|len|size)\(\s*([A-Z]\w*)\s*\)/),
      isEntityName(String(match.2))
    {
      return Translation("'count' is a statement here", ["\(match.1 ?? "")count \(match.2)"], isSpecific: true)
    }
    if let match = line.wholeMatch(of: /set merge ?policy (?:to |= ?)?(\w+)/.ignoresCase()) {
      return Translation("a setting is written without set", ["merge policy \(match.1.lowercased())"], isSpecific: true)
    }
    if let match = line.wholeMatch(of: /(?:fetch|get|find) ([A-Z]\w*#\d+.*)/) {
      return Translation("an object is written with its entity and its number", [String(match.1)], isSpecific: true)
    }
    return rewrittenQuery(line)
  }

  /// `fetch Player.self`, `sort \.name`, `limit: 1`, `ascending: false`, `== $0`.
  private func rewrittenQuery(_ line: String) -> Translation? {
    guard let first = line.split(separator: " ").first.map(String.init),
      ["fetch", "count", "delete", "group", "explain", "for", "let", "expect"].contains(first)
    else { return nil }
    var written = line
    var reason: String?
    func rewrite(_ why: String, _ change: (String) -> String) {
      let changed = change(written)
      if changed != written { (written, reason) = (changed, reason ?? why) }
    }
    rewrite("the clauses of a fetch are where, sort and limit") {
      $0.replacing(/,? *\b(?:order(?:ed)?By|sort(?:ed)?By)\b *[:=]? *(?=[a-z\\])/, with: " sort ")
    }
    rewrite("a condition names a key without its object") { $0.replacing(/\$0\.(?=[A-Za-z_])/, with: "") }
    rewrite("an entity is written by its name") { text in
      text.replacing(/\b([A-Z]\w*)\.self\b/) { isEntityName(String($0.1)) ? String($0.1) : String($0.0) }
    }
    rewrite("a property is written by its name") { $0.replacing(/\\[A-Z]?\w*\.(?=[a-z])/, with: "") }
    rewrite("the direction of a sort follows its key") { text in
      text.replacing(/,? *\(?\b(ascending|descending) *[:=] *(true|false|YES|NO)\b\)?/) { match in
        let isYes = match.2 == "true" || match.2 == "YES"
        return (match.1 == "ascending") == isYes ? " ascending" : " descending"
      }
    }
    rewrite("the words of a fetch have no colon") {
      $0.replacing(/\b(where|sort|limit|offset|select): */) { "\($0.1) " }
    }
    rewrite("a placeholder has no number here: write the value, or $ and a name that 'let' gave") { text in
      text.replacing(/\$\d+(?![\w.])/, with: "…")
    }
    guard written.contains("…") || WorkbookParser.parses(written) else { return nil }
    return reason.map { Translation($0, [written], isSpecific: true) }
  }

  /// `wade is Player`, `… where team is Club`: a comparison with the names of the entity and its sub-entities.
  private func memberOfEntity(_ line: String) -> String? {
    guard line.contains(" is ") else { return nil }
    var isChanged = false
    let written = line.replacing(/\b([a-z_]\w*(?:\.\w+)*|SELF) is (not )?([A-Z]\w*)\b/) { match in
      let entity = String(match.3)
      guard isEntityName(entity) else { return String(match.0) }
      isChanged = true
      let kinds = model.entityNames.filter { model.isKind($0, of: entity) }.map { "\"\($0)\"" }
      let path = "\(match.1).entity.name"
      let isOne = kinds.count == 1
      switch (match.2 == nil, isOne) {
      case (true, true): return "\(path) == \(kinds[0])"
      case (false, true): return "\(path) != \(kinds[0])"
      case (true, false): return "\(path) IN {\(kinds.joined(separator: ", "))}"
      case (false, false): return "NOT \(path) IN {\(kinds.joined(separator: ", "))}"
      }
    }
    return isChanged ? written : nil
  }

  /// `performBackgroundTask { fetch Player }`, `context.perform { save }`, with statements of the workbook inside.
  func blockOfStatements(_ line: String) -> Translation? {
    let line = line.trimmed
    guard line.hasSuffix("}"),
      let match = line.wholeMatch(
        of: /(?:\w+\.)*(performBackgroundTask|perform|performAndWait) *\{ *(?:\w+ in )?(.+?) *\}/)
    else { return nil }
    let inner = String(match.2)
    guard WorkbookParser.parses(inner) else { return nil }
    return match.1 == "performBackgroundTask"
      ? Translation(
        "a block runs in a context of its own with 'context'", ["context background { \(inner) }"], isSpecific: true)
      : Translation("a statement runs in its context at once", [inner], isSpecific: true)
  }
}
