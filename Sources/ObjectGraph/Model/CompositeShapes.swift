/// The shapes of a model's composites, each looked up once: attributes that hold the same composite share them, and a
/// composite that is held twice by another is not resolved twice.
final class CompositeShapes {
  private struct Place: Hashable {
    var name: String
    var depth: Int
  }

  private let composites: [String: CompositeDescription]
  private var known: [Place: [AttributeShape]] = [:]

  init(_ composites: [String: CompositeDescription] = [:]) { self.composites = composites }

  /// The shapes of a composite's elements; none for a composite that does not exist, or beyond the limit of depth.
  func elements(of name: String, depth: Int) -> [AttributeShape] {
    guard depth < AttributeShape.depthLimit, let composite = composites[name] else { return [] }
    let place = Place(name: name, depth: depth)
    if let found = known[place] { return found }
    let shapes = composite.elements.map { AttributeShape($0, in: self, depth: depth + 1) }
    known[place] = shapes
    return shapes
  }
}
