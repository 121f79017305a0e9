import Diagnostics
import Foundation
import ModelInterchange
import TestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The real models beside the project; absent in most checkouts.
enum XcodeModelCorpus {
  private static let corpus = Corpus("models")

  static var isThere: Bool { corpus.isThere }

  /// All of its `contents` files, by name.
  static let files: [SourceText] = corpus.names.filter { $0.hasSuffix(".xml") }.compactMap { name in
    (try? corpus.text(name)).map { SourceText($0, name: name) }
  }
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
