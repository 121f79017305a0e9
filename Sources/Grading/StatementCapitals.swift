import Diagnostics
import Predicates
import WorkbookLanguage

/// The capitals that phones and word processors put at the beginning of lines, where a statement begins with a small letter: in its word,
/// or in the name of an object.
struct StatementCapitals {
  /// The words that had a capital, each once.
  private(set) var words: [String] = []
  /// The place of the first of them.
  private(set) var first: SourceRange?
  /// The statements, with small letters in place of the capitals.
  private(set) var tree: SyntaxTree

  /// Replaces the capitals that keep words from being a statement's, and names from being those that there are. O(text) for each time
  /// that another one comes to light.
  /// - Parameters:
  ///   - names: the names of objects at the start.
  ///   - others: the other names there: a capital that one of them has is meant.
  init(in tree: SyntaxTree, names: Set<String>, others: Set<String>) {
    self.tree = tree
    while let places = next { replace(places) }
    let places = tree.source.capitalizedNames(names, others)
    if !places.isEmpty { replace(places) }
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
      bytes.replaceSubrange(place.lowerBound..<place.upperBound, with: word.withSmallLetter.utf8)
    }
    tree = WorkbookParser.parse(
      SourceText(String(decoding: bytes, as: UTF8.self), name: tree.source.name, firstLine: tree.source.firstLine))
  }
}

extension SourceText {
  /// The places of words at the beginning of lines, `Nele.choir = owls`, that only without the capital are one of the names, or one that
  /// the text gives.
  fileprivate func capitalizedNames(_ names: Set<String>, _ others: Set<String>) -> [SourceRange] {
    let tokens = Lexer.tokens(of: text, dialect: .workbook)
    func word(_ place: Int) -> String { place < tokens.count ? String(self[tokens[place].range]) : "" }
    var (names, others) = (names, others)
    for place in tokens.indices {
      switch word(place) {
      case "let", "for": names.insert(word(place + 1))
      case "entity", "composite", "template": others.insert(word(place + 1))
      default: break
      }
    }
    return tokens.indices.filter { place in
      guard tokens[place].isIdentifier, tokens[place].startsLine, word(place + 1) == "." else { return false }
      let (word, small) = (word(place), word(place).withSmallLetter)
      return word != small && word.utf8.count == small.utf8.count && names.contains(small)
        && names.isDisjoint(with: [word]) && others.isDisjoint(with: [word])
    }.map { tokens[$0].range }
  }
}

extension String {
  fileprivate var withSmallLetter: String { prefix(1).lowercased() + dropFirst() }
}
