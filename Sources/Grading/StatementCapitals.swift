import Diagnostics
import WorkbookLanguage

/// The capitals that phones and word processors put at the beginning of lines, where a statement begins with a small letter.
struct StatementCapitals {
  /// The words that had a capital, each once.
  private(set) var words: [String] = []
  /// The place of the first of them.
  private(set) var first: SourceRange?
  /// The statements, with small letters in place of the capitals.
  private(set) var tree: SyntaxTree

  /// Replaces the capitals that keep words from being a statement's. O(text) for each time that another one comes to light.
  init(in tree: SyntaxTree) {
    self.tree = tree
    while let places = next { replace(places) }
  }

  /// The places of the words whose capitals keep them from being a statement's; nil if there are none.
  private var next: [SourceRange]? {
    let reported = tree.diagnostics.filter { $0.message == Diagnostic.beginsWithCapital }.compactMap(\.range)
    let places =
      reported.filter(isCapitalized)
      + tree.statements.map(\.range).filter { place in
        // `Save` alone is read as a name.
        isCapitalized(place)
          && WorkbookParser.parse(SourceText(tree.source[place].lowercased())).statements.contains(
            where: \.namesNothing)
      }
    return places.isEmpty ? nil : places
  }

  private func isCapitalized(_ place: SourceRange) -> Bool {
    let word = tree.source[place]
    return word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase)
  }

  private mutating func replace(_ places: [SourceRange]) {
    var bytes = Array(tree.source.text.utf8)
    for place in places {
      let word = String(tree.source[place])
      if !words.contains(word) { words.append(word) }
      if first == nil { first = place }
      // A statement's word is ASCII.
      bytes[place.lowerBound] |= 0x20
    }
    tree = WorkbookParser.parse(
      SourceText(String(decoding: bytes, as: UTF8.self), name: tree.source.name, firstLine: tree.source.firstLine))
  }
}
