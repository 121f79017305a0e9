import Predicates

extension Validator {
  /// Returns the errors of a composite and its elements, each by its key path: `address.city`. For a composite that is
  /// nil only the composite itself is checked, not its elements.
  func compositeErrors(
    _ shape: AttributeShape, _ value: Value, of id: ManagedObjectID, in entity: Entity
  ) -> [ValidationError] {
    var errors: [ValidationError] = []
    var work = [(path: shape.attribute.name, shape: shape, value: value)]
    while let (path, shape, value) = work.popLast() {
      if value.isNull, shape.attribute.isOptional { continue }
      if let elements = shape.elements, case .dictionary(let entries) = value {
        for element in elements.reversed() {
          work.append((path + "." + element.attribute.name, element, entries[element.attribute.name] ?? .null))
        }
        continue
      }
      for reason in reasons(shape.attribute, shape.pattern, value) {
        errors.append(ValidationError(object: id, entity: entity.name, key: path, value: value, reason: reason))
      }
    }
    return errors
  }
}

/// A property, or an element inside a composite that it holds.
struct ElementPath {
  let property: Property
  /// The elements that lead to the value; empty for the property itself.
  let keys: [String]
}

extension Entity {
  /// Returns the element that a key, or a path with dots into a composite, leads to.
  func elementPath(_ path: String) -> ElementPath? {
    if let property = property(path) { return ElementPath(property: property, keys: []) }
    let first = path.firstKey
    guard let property = property(String(first)) else { return nil }
    return ElementPath(property: property, keys: path.dropFirst(first.count).split(separator: ".").map(String.init))
  }
}

extension Graph {
  /// The value of a property or of an element inside it; `.null` where there is none.
  func value(of path: ElementPath, at place: Place) -> Value {
    path.keys.reduce(value(of: path.property, at: place)) { value, key in
      if case .dictionary(let entries) = value { entries[key] ?? .null } else { .null }
    }
  }
}
