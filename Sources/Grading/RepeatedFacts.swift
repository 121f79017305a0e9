import ObjectGraph
import WorkbookLanguage

extension ManagedObjectModel {
  /// Returns the attributes, `Item.total`, beyond a brief's whose names say that they repeat what the brief's parts say
  /// already: `claimCount`, `categoryName`, `isCollected`.
  ///
  /// No story gives such an attribute a value, so its name is all that there is to judge by. It is a sum or a status,
  /// or it has several words, each of them from the names of the brief or for a number. What is derived or transient is
  /// not stored, and an entity that the brief does not name has facts of its own. O(attributes).
  /// - Parameter names: the names of the brief: `Item`, `Item.label`.
  func repeatedFacts(besides names: [String]) -> [String] {
    let known = Set(names)
    let named = Set(names.compactMap { $0.split(separator: ".").first.map(String.init) })
    let words = Set(names.flatMap { $0.split(separator: ".") }.flatMap(PlainWords.parts))
    return entities.sorted { $0.name < $1.name }.flatMap { entity -> [String] in
      let family = entityNames.filter { isKind($0, of: entity.name) }
      guard family.contains(where: named.contains) else { return [] }
      return entity.properties.compactMap(\.attribute).filter { attribute in
        guard attribute.derivation == nil, !attribute.isTransient else { return false }
        guard !family.contains(where: { known.contains("\($0).\(attribute.name)") }) else { return false }
        let parts = PlainWords.parts(of: attribute.name[...])
        let telling = parts.filter { !PlainWords.common.contains($0) }
        if parts.last.map(Self.results.contains) ?? false { return true }
        return parts.count > 1 && !telling.isEmpty
          && telling.allSatisfy { words.contains($0) || Self.measures.contains($0) }
      }.map { "\(entity.name).\($0.name)" }
    }
  }

  private static let results: Set<String> = ["status", "sum", "total"]
  private static let measures: Set<String> = results.union(["count", "flag", "number"])
}
