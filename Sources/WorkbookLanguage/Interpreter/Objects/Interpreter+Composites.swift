import Diagnostics
import ObjectGraph
import Predicates

/// Values of composites: `Address(city: "Miami")`, and `wade.address.city = "Miami"`.
extension Interpreter {
  /// `Address(city: "Miami", street: "Biscayne Boulevard")` as a value. An element that is not given has its default.
  /// Whether its parts fit is asked where it is set.
  mutating func value(of composite: CompositeDescription, _ new: NewObject) throws -> Value {
    var entries: [String: Value] = [:]
    for argument in new.arguments {
      guard composite[element: argument.name.text] != nil else {
        throw Diagnostic.unknownElement(argument.name, of: composite)
      }
      let value = try value(of: argument.value)
      guard entries.updateValue(value, forKey: argument.name.text) == nil else {
        throw Diagnostic.givenTwice(argument.name.text, at: argument.name.range)
      }
    }
    for (element, value) in composite.initialValues(in: context.model) where entries[element] == nil {
      entries[element] = value
    }
    return try made(.dictionary(entries))
  }

  /// Sets an element of a composite, when the path ends in one. Returns whether it does.
  mutating func assignElement(_ path: ObjectPath, _ syntax: ValueSyntax) throws -> Bool {
    for count in 1..<max(1, path.keys.count) {
      var start = path
      start.keys = Array(path.keys.prefix(count))
      guard let key = start.keys.last, isCompositeKey(key.text), let id = try? owner(of: start),
        let attribute = context.model.property(key.text, of: context.entityName(of: id))?.property.attribute,
        let name = attribute.compositeName
      else { continue }
      let rest = path.keys[count...]
      var composite = context.model[composite: name]
      for part in rest {
        guard let here = composite else {
          throw Diagnostic("no-element", "nothing can follow a single value", at: part.range)
        }
        guard let element = here[element: part.text] else { throw Diagnostic.unknownElement(part, of: here) }
        composite = element.compositeName.flatMap { context.model[composite: $0] }
      }
      asked.objects.insert(id)
      let value = try value(of: syntax)
      let text = ([key] + rest).map(\.text).joined(separator: ".")
      try placed(at: syntax.range) {
        try meter.spend(keeping: value)
        try context.setValue(value, of: id, forKeyPath: text)
      }
      return true
    }
    return false
  }

  /// Whether some entity has an attribute of this name that holds a composite.
  private func isCompositeKey(_ name: String) -> Bool {
    guard !context.model.composites.isEmpty else { return false }
    return context.model.entities.contains { $0[property: name]?.attribute?.compositeName != nil }
  }

  /// Refuses keys after a composite attribute that don't lead to a single value that objects can be sorted by.
  func checkElements(_ keys: ArraySlice<Identifier>, of attribute: AttributeDescription) throws(Diagnostic) {
    let element = try element(at: keys, of: attribute)
    if let composite = element.compositeName, let last = keys.last { throw unsortable(composite, at: last.range) }
  }

  func unsortable(_ composite: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "bad-sort-key", "objects can't be sorted by a whole \(composite)", at: range,
      hint: "sort by one of its elements")
  }

  /// The element at the end of the keys after a composite attribute, which may itself be a composite.
  func element(
    at keys: ArraySlice<Identifier>, of attribute: AttributeDescription
  ) throws(Diagnostic) -> AttributeDescription {
    var found = attribute
    for key in keys {
      guard let here = found.compositeName.flatMap({ context.model[composite: $0] }) else {
        throw Diagnostic("bad-sort-key", "nothing can follow a single value", at: key.range)
      }
      guard let element = here[element: key.text] else { throw Diagnostic.unknownElement(key, of: here) }
      found = element
    }
    return found
  }
}

extension Diagnostic {
  static func unknownElement(_ name: Identifier, of composite: CompositeDescription) -> Diagnostic {
    unknown(
      name.text, of: composite.name, among: composite.elements.map(\.name), as: .elements,
      id: Diagnostic.ID.unknownProperty, at: name.range)
  }
}

extension ColorLiteral {
  /// The colour as a `HexColor` attribute keeps it; nil for a text that is none.
  var value: Value? { AttributeTransformer.hexColor.accepts(.string(text)) }

  var problem: Diagnostic {
    Diagnostic(
      "bad-color", "'\(DisplayText.visible(text))' is not a colour",
      hint: "# and six hexadecimal digits: color \"#98002e\"")
  }
}
