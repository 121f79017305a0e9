import Diagnostics
import ObjectGraph

/// The ways on from a store that was written under another model. Each is tried on a copy before it is offered.
extension Interpreter {
  /// The statements that let the store open, or the refused save succeed.
  /// - Parameters:
  ///   - path: the file of a store that is just being opened; nil for one that is open or was.
  ///   - configuration: the configuration that it is opened with.
  func hint(forStore name: String, opening path: StorePath? = nil, configuration: String? = nil) -> String {
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
    let migrates = works { trial in
      let coordinator = trial.mainContext.coordinator
      if let path {
        _ = try coordinator.add(trial.file(of: name, at: path, configuration, .lightweight))
        return true
      }
      guard let store = coordinator.fileStores.first(where: { $0.name == name }) else { return false }
      _ = try coordinator.migrate(store)
      _ = try trial.context.save()
      return true
    }
    if migrates {
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
    let known = mainContext.coordinator.fileStores.first { $0.name == name }?.path.split(separator: "/").last
    let file = path?.text ?? known.map(String.init) ?? name
    return "no version of the model is the one that it was written under; a new file begins with: "
      + "store \(name) at \(ModelText.string(unusedPath(beside: file)))"
  }

  private func works(_ attempt: (Interpreter) throws -> Bool) -> Bool { (try? attempt(trial())) ?? false }

  private func file(
    of name: String, at path: StorePath, _ configuration: String?, _ migration: FileStore.Migration
  ) -> FileStore {
    mainContext.coordinator.fileStore(
      name: name, path: environment.storePath?(path.text, statementSource.name) ?? path.text,
      configuration: configuration, migration: migration)
  }

  /// `shop-2.graphstore` for `shop.graphstore`.
  private func unusedPath(beside path: String) -> String {
    let file = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[file...].lastIndex(of: ".") ?? path.endIndex
    return "\(path[..<dot])-2\(path[dot...])"
  }
}
