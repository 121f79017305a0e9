import CoreDataStore
import Diagnostics
import Foundation
import JSON
import ModelInterchange
import ObjectGraph
import TestSupport

/// The real stores beside the project, each with its model and with what a reader must find in it; absent in most
/// checkouts.
enum StoreCorpus {
  private static let corpus = Corpus("stores")

  static var isThere: Bool { corpus.isThere }
  static var folder: URL { corpus.folder }

  /// The folders of all stores.
  static let names: [String] = corpus.names.filter {
    FileManager.default.fileExists(atPath: folder.path + "/\($0)/store.sqlite")
  }

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
    try corpus.text("\(name)/\(file)")
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
