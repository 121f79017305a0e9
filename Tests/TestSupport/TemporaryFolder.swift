import Foundation

/// A folder for the files of one test, deleted with the value.
package final class TemporaryFolder {
  package let path = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)")
    .path

  /// - Parameter files: texts by their path in the folder.
  package init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit {
    // A test may have left it read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  package func path(_ name: String) -> String { path + "/" + name }

  package var url: URL { URL(fileURLWithPath: path) }

  /// What is in the folder itself, sorted.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// Writes a file, with the folders around it.
  package func write(_ text: String, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  package func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }
}
