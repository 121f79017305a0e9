import Diagnostics
import ObjectGraph

/// The ways on from a store that was written under another model. Each is tried on a copy before it is offered.
extension Interpreter {
  /// The statements after which the store opens, or the save that was refused succeeds; nil where there are none.
  /// - Parameters:
  ///   - path: the file of a store that is just being opened; nil for one that is open or was.
  ///   - configuration: the configuration that it is opened with.
  func hint(
    for error: StoreError? = nil, ofStore name: String, opening path: StorePath? = nil, configuration: String? = nil
  ) -> String? {
    let again: (Interpreter) throws -> Bool = { trial in
      let coordinator = trial.mainContext.coordinator
      if let path {
        _ = try coordinator.add(trial.file(of: name, at: path, configuration, .refused))
      } else if let store = coordinator.openFileStores.first(where: { $0.name == name }) {
        guard store.fits(trial.mainContext.model) else { return false }
        _ = try trial.context.save()
      } else {
        _ = try coordinator.reopen(name)
      }
      return true
    }
    var ways: [String] = []
    if let path, let way = otherConfiguration(than: configuration, opening: name, at: path) { ways.append(way) }
    let migrating: (Interpreter) throws -> Bool = { trial in
      let coordinator = trial.mainContext.coordinator
      if let path {
        _ = try coordinator.add(trial.file(of: name, at: path, configuration, .lightweight))
        return true
      }
      guard let store = coordinator.fileStores.first(where: { $0.name == name }) else { return false }
      _ = try coordinator.migrate(store)
      for context in trial.allContexts where context.parent == nil { try context.mergeEverything() }
      _ = try trial.context.save()
      return true
    }
    if case .migrationFailed(_, let change) = error, let way = leavingOptional(change, migrating) { ways.append(way) }
    if works(migrating) {
      let end = configuration.map { ", configuration \($0)" } ?? ""
      let statement =
        path.map { "store \(name) at \(ModelText.string($0.text))\(end), migrating" } ?? "migrate \(name)"
      ways.append("\(statement) brings the file to this version")
    }
    let version = context.modelHistory.names.last { version in
      guard version != context.modelHistory.currentName else { return false }
      return works { trial in
        try trial.mainContext.useModelVersion(version)
        return try again(trial)
      }
    }
    if let version { ways.append("use version \(ModelText.string(version)) goes back to its own") }
    guard ways.isEmpty else { return ways.joined(separator: "; ") }
    if works({ trial in try trial.context.undo() && again(trial) }) {
      return "undo goes back to the model that it was written under"
    }
    let source = ModelText.string(stem(of: file(of: name, path)) + ".graph")
    let runs = works { trial in try trial.runs("run \(source)") && again(trial) }
    return runs ? "run \(source) brings back the model that it was written under" : nil
  }

  /// The statement that leaves what an object lacks optional, where the migration goes through then.
  func leavingOptional(_ error: ModelChangeError, _ migrating: (Interpreter) throws -> Bool) -> String? {
    let (entity, key): (String, String)
    switch error {
    case .missingValue(_, let holder, let name), .missingObject(_, let holder, let name): (entity, key) = (holder, name)
    default: return nil
    }
    let model = mainContext.model
    guard let declaring = model.lineage(of: entity).last(where: { $0[property: key] != nil })?.name else { return nil }
    let statement = "change \(declaring).\(key), optional"
    let isWay = works { trial in try trial.runs(statement) && migrating(trial) }
    return isWay ? "\(statement) lets it be migrated; a later version can require \(key)" : nil
  }

  /// The statement that opens a file under the configuration that it was written under; nil where it was none of them.
  private func otherConfiguration(
    than given: String?, opening name: String, at path: StorePath
  ) -> String? {
    let configurations: [String?] = context.model.configurations.map(\.name) + [nil]
    let fitting = configurations.first { configuration in
      configuration != given
        && works { trial in
          _ = try trial.mainContext.coordinator.add(trial.file(of: name, at: path, configuration, .refused))
          return true
        }
    }
    guard let fitting else { return nil }
    let statement = "store \(name) at \(ModelText.string(path.text))"
    return (fitting.map { "\(statement), configuration \($0)" } ?? statement) + " opens it as it was made"
  }

  /// The hint for a store that no statement opens again.
  func lastHint(forStore name: String, opening path: StorePath? = nil) -> String {
    let file = file(of: name, path)
    if context.model.entities.isEmpty {
      return "bring its model back first: run the file that it was exported to, with run \"…\", or declare it again"
    }
    return "no version of the model is the one that it was written under; bring that model back in a new session, "
      + "or begin a new file: store \(name) at \(ModelText.string(unusedPath(beside: file)))"
  }

  private func file(of name: String, _ path: StorePath?) -> String {
    let known = mainContext.coordinator.fileStores.first { $0.name == name }?.path.split(separator: "/").last
    return path?.text ?? known.map(String.init) ?? name
  }

  /// A line for each of the first four entities of a file that differ from the model.
  func differences(from outline: [FileStore.EntityOutline]) -> [String] {
    let model = mainContext.model
    var lines: [String] = []
    for part in outline where model.entities.contains(where: { $0.name == part.entity }) {
      guard let written = part.properties else { continue }
      let here = model.properties(of: part.entity).filter { $0.isStored }.map(\.name)
      let missing = written.filter { !here.contains($0) }
      let added = here.filter { !written.contains($0) }
      if !missing.isEmpty {
        lines.append("in the file \(part.entity) has \(Listing.text(missing)), and here it has not")
      }
      if !added.isEmpty { lines.append("here \(part.entity) has \(Listing.text(added)), and in the file it has not") }
    }
    let names = Set(model.entities.map(\.name))
    let missing = outline.map(\.entity).filter { !names.contains($0) }
    if !missing.isEmpty { lines.append("the model here has no \(Listing.text(missing))") }
    return Listing.lines(lines) { $0 }
  }

  /// Runs a statement in the context that this trial shares with its copies. Returns false if it fails.
  private func runs(_ statement: String) -> Bool {
    var trial = self
    return !trial.run(SourceText(statement)).contains(where: \.failed)
  }

  private func works(_ attempt: (Interpreter) throws -> Bool) -> Bool { (try? attempt(trial())) ?? false }

  func file(
    of name: String, at path: StorePath, _ configuration: String?, _ migration: FileStore.Migration
  ) -> FileStore {
    mainContext.coordinator.fileStore(
      name: name, path: environment.storePath?(path.text, statementSource.name) ?? path.text,
      configuration: configuration, migration: migration)
  }

  /// `shop-2.graphstore` for `shop.graphstore`.
  private func unusedPath(beside path: String) -> String {
    let stem = stem(of: path)
    return "\(stem)-2\(path.dropFirst(stem.count))"
  }

  /// `data/shop` for `data/shop.graphstore`.
  private func stem(of path: String) -> String {
    let file = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return String(path[..<(path[file...].lastIndex(of: ".") ?? path.endIndex)])
  }
}

extension PropertyDescription {
  /// Whether a store's file has a column for it.
  fileprivate var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .fetched: false
    }
  }
}
