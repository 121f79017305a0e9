import Diagnostics
import Foundation
import ModelInterchange

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The real models beside the project, or beside a folder around it; absent in most checkouts.
enum XcodeModelCorpus {
  static let folder: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let corpus = folder.appendingPathComponent("shared/corpus/models")
      if FileManager.default.fileExists(atPath: corpus.path) { return corpus }
    }
    return folder.appendingPathComponent("shared/corpus/models")
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// All of its `contents` files, by name.
  static let files: [SourceText] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)).map { SourceText($0, name: name) }
    }
  }()
}

/// An XML text in a form that is the same for texts that mean the same: the lines of its elements, attributes by name, text
/// without the white space around it. It is made from Foundation's tree, and shares nothing with our reader.
func canonicalLines(_ text: String) throws -> [String] {
  func lines(_ node: XMLNode, _ depth: Int) -> [String] {
    let indent = String(repeating: " ", count: depth)
    guard let element = node as? XMLElement else {
      let content = (node.stringValue ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      return content.isEmpty ? [] : ["\(indent)\(node.kind.rawValue) \(node.name ?? "") \(content)"]
    }
    let attributes = (element.attributes ?? []).map { "\($0.name ?? "")=\($0.stringValue ?? "")" }.sorted()
    let text = (element.children ?? []).filter { $0.kind == .text }.map { $0.stringValue ?? "" }.joined()
    return ["\(indent)<\(element.name ?? "")> \(attributes) \(text.trimmingCharacters(in: .whitespacesAndNewlines))"]
      + (element.children ?? []).filter { $0.kind != .text }.flatMap { lines($0, depth + 1) }
  }
  let document = try XMLDocument(data: Data(text.utf8), options: [])
  return (document.children ?? []).flatMap { lines($0, 0) }
}
