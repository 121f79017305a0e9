import Predicates

/// A value of several parts that attributes can hold as one: `Address` with `city` and `street`.
///
/// An attribute of it keeps a dictionary by the elements' names; conditions and sort keys read the parts with a key
/// path, `address.city`. Everything about an attribute applies to an element: its type, its bounds, its pattern, its
/// default, and whether it is required, which is checked when the whole is not nil.
///
/// ```swift
/// let address = CompositeDescription("Address", elements: [
///   AttributeDescription("city", .string),
///   AttributeDescription("street", .string, isOptional: true),
/// ])
/// ```
///
/// A store keeps each element in its own column and nothing for the whole. A composite in which no element has a value
/// is therefore the same as none at all, and reads as nil.
public struct CompositeDescription: Hashable, Sendable {
  /// The name, which no other composite and no entity of the model may have.
  public var name: String
  /// The parts in their order. One may be of another composite, but not, over however many, of this one.
  public var elements: [AttributeDescription]
  /// Notes by the model's author; they change no behaviour.
  public var userInfo: [String: Value]

  /// A composite of these elements; ``ManagedObjectModel/problems()`` checks whether they are sound.
  public init(_ name: String, elements: [AttributeDescription] = [], userInfo: [String: Value] = [:]) {
    self.name = name
    self.elements = elements
    self.userInfo = userInfo
  }

  /// The element of this name. Setting it replaces the element in its place, or adds it at the end; nil removes it.
  /// O(elements).
  public subscript(element name: String) -> AttributeDescription? {
    get { elements.first { $0.name == name } }
    set {
      let place = elements.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let element?): elements[place] = element
      case (let place?, nil): elements.remove(at: place)
      case (nil, let element?): elements.append(element)
      case (nil, nil): break
      }
    }
  }

  /// The values of the elements that have defaults; of an element that holds another composite, those of its elements.
  /// O(elements).
  package func initialValues(in model: ManagedObjectModel) -> [String: Value] { initialValues(in: model, depth: 0) }

  fileprivate func initialValues(in model: ManagedObjectModel, depth: Int) -> [String: Value] {
    guard depth < AttributeShape.depthLimit else { return [:] }
    return elements.reduce(into: [:]) { $0[$1.name] = $1.initialValue(in: model, depth: depth + 1) }
  }
}

extension AttributeDescription {
  /// Returns the value that every new object starts with; nil without a default, or if the default is the time of the
  /// insertion.
  package func initialValue(in model: ManagedObjectModel) -> Value? { initialValue(in: model, depth: 0) }

  fileprivate func initialValue(in model: ManagedObjectModel, depth: Int) -> Value? {
    switch defaultValue {
    case .value(let value): return value
    case .now: return nil
    case nil:
      let parts = compositeName.flatMap { model[composite: $0] }?.initialValues(in: model, depth: depth) ?? [:]
      return parts.isEmpty ? nil : .dictionary(parts)
    }
  }
}
