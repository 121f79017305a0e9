import ObjectGraph
import Predicates

/// Lines of other prompts: lldb's, the sqlite3 shell's, Xcode's inspector and its launch arguments.
extension ForeignLine {
  func commandTranslation(of line: String) -> Translation? {
    var found = command(line.trimmed)
    found?.isSpecific = true
    return found
  }

  private func command(_ line: String) -> Translation? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first?.lowercased() else { return nil }
    let rest = words.count > 1 ? words[1].trimmed : ""
    let lowered = line.lowercased()
    if lowered.contains("sqldebug") || lowered.contains("sql debug") || lowered.contains("echo sql") {
      return model.entityNames.first.map {
        Translation("'explain fetch' shows the SQL of a fetch", ["explain fetch \($0)"])
      }
    }
    // new model version "V2", addModelVersion "V2"
    let joined = lowered.filter { $0 != " " }
    if Self.versionWords.contains(where: joined.hasPrefix), let place = lowered.range(of: "version") {
      let name = Self.unquoted(String(line[place.upperBound...])).trimmed
      return Translation(
        "a version of the model is a copy that can be changed", ["version \"\(name.isEmpty ? "Next" : name)\""])
    }
    switch first {
    case "po", "p", "v", "expr", "expression", "frame", "dump":
      let text = rest.hasPrefix("variable ") ? String(rest.dropFirst(9)) : rest
      guard !text.isEmpty, let tree = SwiftReader.expression(text) else { return nil }
      if let found = translation(of: .expression(tree)) { return found }
      return value(tree).map { Translation("a value is printed by writing it alone", [$0]) }
    case "\\d", "\\d+", "\\dt", "\\dt+", "\\l":
      return entity(ofTable: rest).map { Translation("'show' shows an entity", ["show \($0)"]) }
        ?? Translation("'show model' lists the entities", ["show model"])
    case _ where first.hasPrefix(".") && first.dropFirst().allSatisfy(\.isLetter): return shellCommand(first, rest)
    case "open", "load", "attach", "read", "sqlite3": return opening(rest)
    case "store" where rest.hasPrefix("\""):
      let file = Self.unquoted(rest)
      let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "shop"
      let isName = name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return Translation(
        "a store has a name and a file", ["store \(isName ? name.lowercased() : "shop") at \"\(file)\""])
    case "export", "write": return exporting(rest)
    default: return inspectorLine(line) ?? order(line)
    }
  }

  private static let versionWords = [
    "modelversion", "newversion", "newmodelversion", "addversion", "addmodelversion", "createversion",
    "createmodelversion",
    "makeversion",
  ]

  /// Translates `.schema ZPLAYER`, `.headers on` and the like, of the sqlite3 shell.
  private func shellCommand(_ word: String, _ rest: String) -> Translation? {
    switch word {
    case ".schema", ".tables", ".indexes", ".indices", ".fullschema", ".headers", ".header", ".mode", ".width":
      return Translation("'show tables' shows what a SQLite store would hold", ["show tables"])
    case ".dump", ".output", ".once": return Translation("'export' writes the tables as SQL", ["export \"tables.sql\""])
    case ".quit", ".exit": return Translation("'quit' leaves", ["quit"])
    case ".read": return Translation("'run' reads statements from a file", ["run \"\(Self.unquoted(rest))\""])
    case ".open": return opening(rest)
    default: return nil
    }
  }

  /// Translates `open Basketball.sqlite`, `load League.xcdatamodeld`.
  private func opening(_ rest: String) -> Translation? {
    let file = Self.unquoted(rest)
    // A file in quotes has its own hints.
    guard !rest.hasPrefix("\""), !file.contains(" "), let ending = file.split(separator: ".").last,
      ending.count < file.count
    else {
      return nil
    }
    switch ending.lowercased() {
    case "sqlite", "db", "sqlite3", "graphstore", "store":
      return Translation("a store is opened by a statement", ["store shop at \"\(file)\""])
    case "xcdatamodeld", "xcdatamodel", "mom", "momd":
      return Translation("'import' reads a model", ["import \"\(file)\""])
    case "graph": return Translation("'run' reads statements from a file", ["run \"\(file)\""])
    default: return nil
    }
  }

  private static let exports: Set<String> = [
    "svg", "dot", "mmd", "sql", "graph", "xcdatamodeld", "xcdatamodel", "swift",
  ]

  /// Names what can be written instead of a format that there is none of: `export players.csv`, `export Player to json`.
  private func exporting(_ rest: String) -> Translation? {
    let file = Self.unquoted(rest.split(separator: " ").last.map(String.init) ?? "")
    let parts = file.split(separator: ".").map(String.init)
    guard let ending = parts.last?.lowercased(), !file.isEmpty, !rest.hasPrefix("\"") else { return nil }
    let name = parts.count > 1 ? parts.dropLast().joined(separator: ".") : "objects"
    if parts.count > 1, Self.exports.contains(ending) {
      return Translation("a file's name is in quotes", ["export \"\(file)\""])
    }
    guard ["csv", "json", "xml", "plist", "tsv", "yaml", "txt", "objects", "data"].contains(ending) else { return nil }
    return Translation(
      "objects are written as statements, or as the tables of a SQLite store", ["export \"\(name).graph\""])
  }

  private static func unquoted(_ text: String) -> String { text.filter { $0 != "\"" && $0 != "'" && $0 != ";" } }

  /// Translates `players: To Many, Destination: Player, Inverse: team, Delete Rule: Cascade`, as Xcode's inspector has it.
  private func inspectorLine(_ line: String) -> Translation? {
    let lowered = line.lowercased()
    guard lowered.contains("destination"), let colon = line.firstIndex(of: ":") else { return nil }
    // Author: books To Many, Destination Book, Inverse author
    let head = String(line[..<colon]).trimmed
    let rest = line[line.index(after: colon)...].split(separator: " ").first.map(String.init)
    func setting(_ label: String) -> String? {
      guard let range = lowered.range(of: label) ?? lowered.range(of: label.dropLast() + " ") else { return nil }
      return String(line[range.upperBound...].prefix { $0 != "," && $0 != ";" }).trimmed
    }
    guard let destination = setting("destination:"), isEntityName(destination) else { return nil }
    let name = isEntityName(head) ? rest ?? head : head
    let isToMany = lowered.replacing("-", with: " ").contains("to many")
    let inverse = setting("inverse:").flatMap { $0.isEmpty || $0.lowercased() == "none" ? nil : $0 }
    let rule = setting("delete rule:").flatMap(Self.deleteRule)
    let options = (inverse.map { ", inverse \($0)" } ?? "") + (rule.map { ", delete \($0)" } ?? "")
    let owner = model.entityNames.first { entity in
      model.property(name, of: entity)?.property.relationship?.destination == destination
    }
    if let owner, !options.isEmpty {
      return Translation("'change' sets what is declared", ["change \(owner).\(name)\(options)"])
    }
    let source = model.entityNames.first { $0 != destination } ?? destination
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    return Translation(
      "a relationship is added to its entity",
      ["add \(source).\(name) \(isToMany ? "->>" : "->") \(destination)?\(options)"])
  }

  // MARK: Classes

  /// Returns what does the work of a class that a line names, where nothing else of the line can be translated.
  func classTranslation(of line: String) -> Translation? {
    let words = Set(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let entity = model.entityNames.first(where: words.contains) ?? model.entityNames.first ?? "Player"
    var found: Translation?
    for (names, reason, statement) in Self.classes where !names.isDisjoint(with: words) {
      found = Translation(reason, [statement.replacing("Entity", with: entity)])
      break
    }
    found?.isSpecific = true
    return found
  }

  private static let classes: [(Set<String>, reason: String, statement: String)] = [
    (
      [
        "NSMappingModel", "NSMigrationManager", "NSEntityMigrationPolicy", "NSPropertyMapping", "NSEntityMapping",
        "NSStagedMigrationManager", "SchemaMigrationPlan", "MigrationStage", "VersionedSchema",
        "NSMigratePersistentStoresAutomaticallyOption", "NSInferMappingModelAutomaticallyOption",
        "shouldInferMappingModelAutomatically", "shouldMigrateStoreAutomatically",
      ], "'migrate' brings stores to the current version of the model, and tells what is inferred", "migrate …"
    ),
    (
      ["NSBatchUpdateRequest"], "a batch request is a statement here", "batch update Entity where … set …"
    ),
    (["NSBatchInsertRequest"], "a batch request is a statement here", "batch insert Entity [(…), (…)]"),
    (["NSBatchDeleteRequest"], "a batch request is a statement here", "batch delete Entity where …"),
    (
      ["NSExpressionDescription", "NSExpression", "propertiesToGroupBy", "havingPredicate"],
      "'group' puts objects together and computes with them", "group Entity by …: count"
    ),
    (
      ["NSFetchedResultsController", "NSAsynchronousFetchRequest", "sectionNameKeyPath"],
      "a fetch is a statement here, and nothing watches its result", "fetch Entity"
    ),
    (["NSFetchIndexDescription", "NSFetchIndexElementDescription"], "an index is an option", "change Entity, index …"),
    (
      ["NSPersistentHistoryChangeRequest", "NSPersistentHistoryToken", "NSPersistentHistoryTransaction"],
      "persistent history is kept by Core Data's stores alone; 'show history' lists the steps of undo", "show history"
    ),
    (["NSManagedObjectModel", "NSEntityDescription", "Schema"], "'show model' lists the entities", "show model"),
    (
      [
        "NSPersistentStoreCoordinator", "NSPersistentStoreDescription", "ModelConfiguration",
        "persistentStoreDescriptions",
        "persistentStoreCoordinator",
      ],
      "'show stores' lists the stores, and 'store' opens one", "show stores"
    ),
    (
      ["NSManagedObjectContextDidSave", "NSManagedObjectContextObjectsDidChange", "NotificationCenter", "didSave"],
      "nothing is observed here: 'show changes' lists what is pending", "show changes"
    ),
  ]
}
