import Normalization
import Predicates

/// The candidates in statements that have their own words.
extension CompletionRules {
  /// Returns the candidates after a statement's first word; nil if the general rules apply.
  func statementRest(_ word: String) -> [Candidate]? {
    let behind = items.count
    switch word {
    case "merge": return behind == 1 ? Candidate.words(["policy"]) : behind == 2 ? Candidate.words(Self.policies) : []
    case "use":
      return behind == 1
        ? Candidate.words(["version"])
        : behind == 2 && items[1].isWord("version") ? world.versions.map { Candidate("\"\($0)\"") } : []
    case "import", "begin": return []
    case "close" where behind == 1: return stores { $0.isOpen }
    case "reopen" where behind == 1: return stores { $0.path != nil }
    case "close", "reopen": return behind == 2 ? Candidate.words(["discarding"]) : []
    case "migrate": return behind == 1 ? stores { $0.path != nil } : []
    case "store": return behind == 2 ? Candidate.words(["in", "at"]) : storeRest
    case "end", "save", "rollback", "undo", "redo", "reset": return []
    case "insert" where behind == 1: return Candidate.words(["into"])
    case "insert" where behind == 2: return openStores
    case "insert" where behind == 3: return entitiesAsWords
    case "context":
      if items.last?.isSign(.comma) == true { return Candidate.words(["merging", "no"]) }
      if items.last?.isWord("no") == true { return Candidate.words(["merging"]) }
      return behind == 1 || behind == 3 && items[2].isWord("on")
        ? Candidate.words(world.contexts) : behind == 2 ? Candidate.words(["on"]) : nil
    case "explain" where items.last?.isWord("in") == true: return Candidate.words(["fetch"])
    case "explain" where behind == 2 && world.names[items[1].text] != nil: return Candidate.words(["in"])
    case "refresh": return behind == 1 ? names : items.last?.kind == .word ? Candidate.words(["discarding"]) : nil
    case "validate": return validateRest
    case "template": return behind == 3 ? Candidate.words(["fetch"]) : behind > 3 ? nil : []
    case "configuration": return items.last?.isSign(.leftBrace) == true || items.last?.isSign(.comma) == true ? nil : []
    case "group": return groupRest
    case "batch": return batchRest
    default: return nil
    }
  }

  private var storeRest: [Candidate] {
    guard let last = items.last, items.count > 2 else { return [] }
    if last.isWord("in") { return Candidate.words(["memory"]) }
    if last.isWord("configuration") { return Candidate.words(world.configurations) }
    return last.isSign(.comma) ? Candidate.words(["configuration", "migrating"]) : []
  }

  private func stores(where isMeant: (CompletionWorld.Store) -> Bool) -> [Candidate] {
    Candidate.words(world.stores.filter(isMeant).map(\.name))
  }

  var openStores: [Candidate] { stores { $0.isOpen } }

  /// `expect normal form Player at least BCNF in data`.
  var normalFormRest: [Candidate] {
    switch items.count {
    case 2: Candidate.words(["form"])
    case 3: entitiesAsWords
    case 4: Candidate.words(["at"])
    case 5: Candidate.words(["least"])
    case 6: Candidate.words(NormalForm.allCases.map(\.name))
    case 7: Candidate.words(["in"])
    case 8: Candidate.words(["data"])
    default: []
    }
  }

  private var validateRest: [Candidate]? {
    guard let last = items.last, items.count > 1 else { return names }
    if last.isWord("for") { return Candidate.words(["insert", "update", "delete"]) }
    return last.kind == .word && items.count == 2 ? Candidate.words(["for"]) : nil
  }

  /// `group Player where age > 20 by team.name: count, avg age`.
  private var groupRest: [Candidate]? {
    guard items.count > 1, let last = items.last else { return entitiesAsWords }
    if let colon = items.lastIndex(where: { $0.isSign(.colon) }) {
      if let sort = items.lastIndex(where: { $0.isWord("sort") }), sort > colon {
        if sort == items.count - 1 || last.isSign(.comma) {
          return Candidate.words(Self.aggregates) + keysOfCandidate(0)
        }
        return Self.aggregates.contains(last.text) && last.text != "count"
          ? keysOfCandidate(0) : Candidate.words(["asc", "desc", "limit", "offset"])
      }
      if let having = items.lastIndex(where: { $0.isWord("having") }), having > colon {
        if Self.aggregates.contains(last.text), last.text != "count" { return keysOfCandidate(0) }
        return endsOperand(last) && having < items.count - 1
          ? Candidate.words(CommandTable.conditionOperators + ["sort", "limit"])
          : Candidate.words(Self.aggregates) + keysOfCandidate(0)
      }
      if colon == items.count - 1 || last.isSign(.comma) { return Candidate.words(Self.aggregates) }
      return Self.aggregates.contains(last.text) && last.text != "count"
        ? keysOfCandidate(0) : Candidate.words(["having", "sort", "limit"])
    }
    if items.contains(where: { $0.isWord("by") }) { return last.isSign(.dot) ? nil : keysOfCandidate(0) }
    guard items.contains(where: { $0.isWord("where") }) else { return Candidate.words(["where", "by"]) }
    return condition(0, last) + (endsOperand(last) ? Candidate.words(["by"]) : [])
  }

  /// `batch update Player where age > 30 set age = age + 1`.
  private var batchRest: [Candidate] {
    guard items.count > 2, let last = items.last else {
      return items.count == 1 ? Candidate.words(["update", "delete", "insert"]) : entitiesAsWords
    }
    let verb = items[1].text
    if items.contains(where: { $0.isWord("set") }) {
      return last.isWord("set") || last.isSign(.comma) || last.isSign(.equal) ? keysOfCandidate(1) : []
    }
    guard items.contains(where: { $0.isWord("where") }) else {
      return Candidate.words(verb == "update" ? ["where", "set"] : verb == "delete" ? ["where"] : [])
    }
    guard endsOperand(last) else { return keysOfCandidate(1) + Candidate.words(CommandTable.conditionOpeners) }
    return Candidate.words(CommandTable.conditionOperators + (verb == "update" ? ["set"] : []))
  }

  /// The candidates after a comma in `change Booking, …`, and the properties of a constraint.
  var entityChange: [Candidate] {
    guard let last = items.last, items.count > 2 else { return [] }
    let properties = Candidate.names(world.properties(of: items[1].text).map(\.name))
    if last.isWord("unique") { return properties }
    if last.isWord("no") { return Candidate.words(["unique", "rule", "userInfo", "abstract", "parent", "renamed"]) }
    if last.isWord("parent") { return entitiesAsWords }
    guard last.isSign(.comma) else { return [] }
    let words = Candidate.words(["unique", "rule", "userInfo", "parent", "abstract", "no"])
    return items[3...].contains { $0.isWord("unique") } ? words + properties : words
  }

  private static let policies = ["error", "store", "object", "overwrite", "rollback"]
  private static let aggregates = ["count", "sum", "avg", "min", "max"]
}
