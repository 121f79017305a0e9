extension Diagnostic {
  /// A name that its owner has not: `Player has no 'agee'`. The hint offers the nearest names, or lists all there are.
  /// O(names × length²).
  /// - Parameters:
  ///   - known: the names that the owner has; nothing is listed where it has none that it may tell.
  ///   - others: names that may be meant as well, but belong to no list.
  ///   - kind: what the names stand for.
  package static func unknown(
    _ name: String, of owner: String, among known: [String], besides others: [String] = [], as kind: OtherNames = .keys,
    id: String = Diagnostic.ID.unknownKey, at range: SourceRange? = nil
  ) -> Diagnostic {
    Diagnostic(
      id, "\(owner) has no '\(DisplayText.visible(name))'", at: range,
      nearest: Suggestions.nearest(to: name, among: known + others), hint: kind.list(known, of: owner))
  }

  /// The names that an owner has are one of these.
  package enum OtherNames: Sendable {
    /// Keys of any kind.
    case keys
    /// Properties of an entity.
    case properties
    /// Elements of a composite.
    case elements

    /// `its properties are name, city`; nil for keys where there are none. O(names shown).
    func list(_ known: [String], of owner: String) -> String? {
      switch self {
      case .keys: known.isEmpty ? nil : "it has \(Listing.text(known))"
      case .properties: listed(known, of: owner, "property", "properties")
      case .elements: listed(known, of: owner, "element", "elements")
      }
    }

    private func listed(_ known: [String], of owner: String, _ one: String, _ many: String) -> String {
      switch known.count {
      case 0: "\(owner) has no \(many) yet"
      case 1: "its only \(one) is \(known[0])"
      default: "its \(many) are \(Listing.text(known))"
      }
    }
  }
}
