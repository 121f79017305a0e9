import Diagnostics

/// The elements and attributes of a model that no known version of Xcode writes.
struct XcodeUnknownContent {
  /// Each once, in the order of the file: `<sparkle>`, `entity sparkle=`.
  private(set) var names: [String] = []
  private var range: SourceRange?
  /// The elements with a key that is spelt nearly as one of Xcode's, which they lack.
  private(set) var misspellings: [(element: MarkupElement, key: String, meant: String)] = []

  /// The misspelt keys, each once: `relationship deleteRule=`.
  var misspeltNames: [String] {
    misspellings.reduce(into: []) { names, misspelling in
      let name = DisplayText.visible("\(misspelling.element.name) \(misspelling.key)=")
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Looks through an element and everything inside what is known. O(size).
  init(in root: MarkupElement) { look(through: root) }

  private mutating func look(through element: MarkupElement) {
    for attribute in element.attributes where !XcodeVocabulary.knows(attribute: attribute.name, of: element.name) {
      if let meant = XcodeVocabulary.key(meantBy: attribute.name, of: element) {
        misspellings.append((element, attribute.name, meant))
      } else {
        insert("\(element.name) \(attribute.name)=", at: element)
      }
    }
    for child in element.elements {
      if XcodeVocabulary.knows(element: child.name, inside: element.name) {
        look(through: child)
      } else {
        insert("<\(child.name)>", at: child)
      }
    }
  }

  private mutating func insert(_ name: String, at element: MarkupElement) {
    if range == nil { range = element.range }
    let name = DisplayText.visible(name)
    if names.count <= Self.limit, !names.contains(name) { names.append(name) }
  }

  /// A warning for each key that is misspelt, and one note about all the rest.
  func findings(in source: SourceText?) -> [Diagnostic] {
    let kinds = misspellings.map { [$0.element.name, $0.key, $0.meant] }
    return kinds.indices.filter { kinds.firstIndex(of: kinds[$0]) == $0 }.map { place in
      let (element, key, meant) = misspellings[place]
      let count = kinds.count { $0 == kinds[place] }
      return Diagnostic(
        "misspelt-key",
        "\(element.name) \(DisplayText.visible(key))= is no key of Xcode's, and \(meant)= is missing"
          + (count > 1 ? ", in \(counted(count, "place"))" : ""),
        at: element.range, severity: .warning, hint: "spell it \(meant)", source: source)
    } + [finding(in: source)].compactMap(\.self)
  }

  /// One note about all of them; nil when there is nothing unknown.
  private func finding(in source: SourceText?) -> Diagnostic? {
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(Self.limit).joined(separator: ", ")
    return Diagnostic(
      "unknown-content",
      "Graphbook does not know some of the file's content and keeps it as it is: \(shown)"
        + (names.count > Self.limit ? " and more" : ""),
      at: range, severity: .note,
      hint: "correct it if it is misspelt; leave it if a newer Xcode wrote it",
      source: source)
  }

  private static let limit = 4
}

extension MarkupElement {
  /// The beginning of the start tag in the text that the element was read from; nil for one that was made here.
  var range: SourceRange? { offset.map { SourceRange($0, $0 + 1 + name.utf8.count) } }
}
