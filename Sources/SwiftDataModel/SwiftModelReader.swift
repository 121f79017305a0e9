import Diagnostics
import ModelReview
import ObjectGraph

/// Reads the models of Swift sources.
///
/// ```swift
/// let bundle = try SwiftModelReader.read("Models", read: read, list: list)
/// bundle.current.model.entityNames   // ["Trip", "BucketListItem"]
/// ```
package enum SwiftModelReader {
  /// Reads a file, or all of a folder. O(bytes).
  /// - Throws: A `Diagnostic` if there is no model; the errors of `read` for a file that is named itself.
  package static func read(
    _ path: String, read: @escaping (String) throws -> SourceText, list: @escaping (String) -> [String]?
  ) throws -> SwiftModelBundle {
    let files = try SourceFiles(path, read: read, list: list)
    let schema = SwiftSchema(files.declarations())
    guard !schema.classes.isEmpty else {
      let isFolder = list(path) != nil
      let name = DisplayText.visible(path)
      // A struct with @Model is a mistake of its own.
      if let other = schema.declarations.types.first(where: {
        $0.kind != .class && $0.macros.contains { $0.name == "Model" }
      }) {
        throw Diagnostic(
          "model-no-class", "\(other.name) has @Model, and is no class", at: other.place.range,
          hint: "write: @Model final class \(other.name)", source: schema.declarations.sources[other.place.file])
      }
      throw Diagnostic(
        "no-models", "there is no class with @Model in \(isFolder ? "the sources in " : "")'\(name)'",
        hint: "name the folder or the file that declares them")
    }
    return SwiftModelAssembly(schema, files, path: path).bundle()
  }

  /// Reads a text by itself. O(bytes).
  package static func read(_ source: SourceText) throws -> SwiftModelBundle {
    try read(source.name ?? "Models.swift", read: { _ in source }, list: { _ in nil })
  }
}
