import CoreDataStore
import Diagnostics
import Foundation
import JSON
import ModelInterchange
import ObjectGraph

/// The real stores beside the project, each with its model and with what a reader must find in it; absent in most
/// checkouts, and said so.
enum StoreCorpus {
  /// In the first folder above the project that has it: a working copy may be deeper than the project itself.
  static let folder: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let corpus = folder.appendingPathComponent("shared/corpus/stores")
      if FileManager.default.fileExists(atPath: corpus.path) { return corpus }
      folder = folder.deletingLastPathComponent()
    }
    return folder.appendingPathComponent("shared/corpus/stores")
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The folders of all stores.
  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let found = names.filter {
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent($0).appendingPathComponent("store.sqlite").path)
    }.sorted()
    if found.isEmpty { print("skipped: \(folder.path) is not there") }
    return found
  }()

  /// Copies a store with its log into a folder for the test, and returns its path.
  static func copy(_ name: String, into scratch: Scratch) throws -> String {
    let path = scratch.path("\(name).sqlite")
    for ending in ["", "-wal"] {
      let source = folder.appendingPathComponent(name).path + "/store.sqlite" + ending
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: path + ending)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + ending)
    }
    return path
  }

  static func text(_ name: String, _ file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name).appendingPathComponent(file), encoding: .utf8)
  }

  static func expected(_ name: String) throws -> JSONValue {
    try Array(text(name, "expected.json").utf8).withUnsafeBufferPointer { try JSONValue($0) }
  }

  /// The model that the repository of the store has.
  static func model(_ name: String) throws -> ManagedObjectModel {
    let path = folder.appendingPathComponent(name).appendingPathComponent("contents.xml").path
    let text = try text(name, "contents.xml")
    return try XcodeModelDocument(SourceText(text, name: path)).model(named: "Model").model
  }
}

/// A folder that is removed with the value.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
}
