import Diagnostics
import Normalization
import ObjectGraph
import Predicates
import WorkbookLanguage

/// The candidates in statements that have their own words.
extension CompletionRules {
  /// Returns the candidates after a statement's first word.
  func candidates(in word: StatementWord) -> [Candidate] {
    let count = items.count
    let isFirst = count == 1
    let rest = query ?? expression
    switch word {
    case .model, .run, .version, .begin, .end, .save, .rollback, .undo, .redo, .reset, .review, .apply, .derive,
      .composite:
      return []
    case .export:
      if items.last?.isWord(ExportOptionWord.model.rawValue) == true { return Candidate.words(["only"]) }
      return items.last?.isSign(.comma) == true ? Candidate.words(ExportOptionWord.words) : []
    case .import: return count == 2 ? Candidate.words(["version"]) : []
    case .check: return items.last?.isSign(.comma) == true ? Candidate.words(["points"]) : rest
    case .entity: return heading
    case .abstract: return isFirst ? Candidate.words(["entity"]) : heading
    case .template: return count == 3 ? Candidate.words(["fetch"]) : count > 3 ? rest : []
    case .configuration: return items.last?.isSign(.leftBrace) == true || items.last?.isSign(.comma) == true ? rest : []
    case .normalize: return isFirst ? entities : []
    case .dependency: return dependencyRest
    case .add, .change: return modelChange(word.rawValue)
    case .rename:
      return isFirst
        ? entities + Candidate.words(world.templates)
        : (count == 2 || count >= 4) && !has("to") ? Candidate.words(["to"]) : []
    case .remove:
      if count == 2, items[1].isWord("dependency") { return entities }
      return isFirst
        ? entities + Candidate.names(world.templates + world.configurations) + Candidate.words(["dependency"]) : []
    case .use:
      if isFirst { return Candidate.words(["version"]) }
      return count == 2 && items[1].isWord("version") ? world.versions.map { Candidate("\"\($0)\"") } : []
    case .store: return count == 2 ? Candidate.words(["in", "at"]) : storeRest
    case .close, .reopen:
      if isFirst { return stores { word == .close ? $0.isOpen : $0.path != nil } }
      return count == 2 ? Candidate.words(["discarding"]) : []
    case .migrate: return isFirst ? stores { $0.path != nil } : []
    case .merge:
      return isFirst
        ? Candidate.words(["policy"]) : count == 2 ? Candidate.words(MergePolicy.words) : []
    case .insert:
      return switch count {
      case 1: Candidate.words(["into"])
      case 2: openStores
      case 3: names + entitiesAsWords
      default: rest
      }
    case .context:
      let settings = ContextSetting.allCases.map { $0.words[0] }
      if items.last?.isSign(.comma) == true { return Candidate.words(settings + ["no"]) }
      if items.last?.isWord("no") == true { return Candidate.words(settings) }
      if let setting = ContextSetting.allCases.first(where: { items.last?.isWord($0.words[0]) == true && count > 2 }) {
        return Candidate.words(Array(setting.words.dropFirst()))
      }
      if isFirst || count == 3 && items[2].isWord("on") { return Candidate.words(world.contexts) }
      return count == 2 ? Candidate.words(["on"]) : rest
    case .refresh: return isFirst ? names : items.last?.kind == .word ? Candidate.words(["discarding"]) : rest
    case .validate: return validateRest ?? rest
    case .group: return groupRest ?? rest
    case .batch: return batchRest
    case .show:
      if count == 2, items[1].isWord("diagram") { return Candidate.words(["ascii"]) }
      return isFirst ? Candidate.words(ViewWord.words) + names + entities : []
    case .explain:
      if items.last?.isWord("in") == true { return Candidate.words(["fetch"]) }
      if count == 2, world.names[items[1].text] != nil { return Candidate.words(["in"]) }
      return isFirst ? Candidate.words(["delete", "fetch"]) + names : query ?? []
    case .compare:
      if count == 3, items[1].isWord("model") { return Candidate.words(["with"]) }
      return isFirst ? Candidate.words(["delete", "model"]) : query ?? []
    case .expect: return expectation
    case .for: return count == 2 ? Candidate.words(["in"]) : isFirst ? [] : rest
    case .let, .delete, .fetch, .count: return rest
    case .lesson: return count == 2 ? Candidate.words(["step"]) : []
    case .lessons, .next, .back, .leave, .restart, .hint, .skip, .solution, .exercises, .exercise, .courses,
      .drill, .practice, .progress, .help, .timing, .again, .quit:
      return rest
    }
  }

  /// `dependency Player: team -> uniformColor`, `dependency Film: join (title, actor), (title, scene)`.
  private var dependencyRest: [Candidate] {
    guard items.count > 1, let last = items.last else { return entities }
    switch last.kind {
    case .sign(.colon): return Candidate.words(["join"]) + keysOfCandidate(0)
    case .sign(.toOne), .sign(.toMany), .sign(.comma), .sign(.leftParenthesis): return keysOfCandidate(0)
    default: return []
    }
  }

  private var storeRest: [Candidate] {
    guard let last = items.last, items.count > 2 else { return [] }
    if last.isWord("in") { return Candidate.words(["memory"]) }
    if last.isWord("configuration") { return Candidate.words(world.configurations) }
    if last.isWord("no") { return Candidate.words(["backup"]) }
    guard last.isSign(.comma) else { return [] }
    let path = items.first { $0.kind == .text }.map { $0.text.filter { $0 != "\"" } }
    return Candidate.words(StoreOptionWord.words(at: path.map { StorePath(text: $0, range: SourceRange(0, 0)) }))
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
    if last.isWord("for") { return Candidate.words(ValidationPurpose.words) }
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
          ? keysOfCandidate(0) : directions
      }
      if let having = items.lastIndex(where: { $0.isWord("having") }), having > colon {
        if Self.aggregates.contains(last.text), last.text != "count" { return keysOfCandidate(0) }
        return endsOperand(last) && having < items.count - 1
          ? Candidate.words(CommandTable.conditionOperators + ClauseWord.having.followers(in: ClauseWord.ofGrouping))
          : Candidate.words(Self.aggregates) + keysOfCandidate(0)
      }
      if colon == items.count - 1 || last.isSign(.comma) { return Candidate.words(Self.aggregates) }
      return Self.aggregates.contains(last.text) && last.text != "count"
        ? keysOfCandidate(0) : Candidate.words(ClauseWord.ofGrouping)
    }
    if items.contains(where: { $0.isWord("by") }) { return last.isSign(.dot) ? nil : keysOfCandidate(0) }
    guard items.contains(where: { $0.isWord("where") }) else { return Candidate.words(["where", "by"]) }
    return condition(0, last) + (endsOperand(last) ? Candidate.words(["by"]) : [])
  }

  /// `batch update Player where age > 30 set age = age + 1`.
  private var batchRest: [Candidate] {
    guard items.count > 2, let last = items.last else {
      return items.count == 1 ? Candidate.words(BatchWord.words) : entitiesAsWords
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

  private static let aggregates = FetchColumn.Aggregate.spellings
}
