import Diagnostics
import ObjectGraph
import Predicates

/// The parts of a model that name its properties inside conditions: rules, derivations, fetched properties, templates.
extension ModelBuilder {
  /// Conditions follow a property's new name, wherever a path leads to it. O(conditions × their length).
  ///
  /// - Parameter before: the model in which the property has its old name still.
  mutating func renameInConditions(_ key: String, of owner: String, to new: String, before: ManagedObjectModel) {
    var reader = PropertyMentions(key: key, owner: owner, new: new, model: before)
    for place in model.entities.indices {
      // Paths begin at the entity as it was called then, which a property's new name leaves as it is.
      let entity = model.entities[place].name
      model.entities[place].rules = model.entities[place].rules.map { rule in
        ValidationRule(rule.name, reader.rewritten(rule.predicate, of: entity))
      }
      model.entities[place].uniquenessConstraints = model.entities[place].uniquenessConstraints.map { constraint in
        // A property's own name in a constraint is changed with the property.
        constraint.map { $0.contains(".") ? reader.rewritten(keyPath: $0, of: entity) : $0 }
      }
      for index in model.entities[place].properties.indices {
        if var attribute = model.entities[place].properties[index].attribute, let derivation = attribute.derivation {
          attribute.derivation = reader.rewritten(derivation, of: entity)
          model.entities[place].properties[index] = .attribute(attribute)
        }
        if var fetched = model.entities[place].properties[index].fetched {
          reader.variables = [FetchedPropertyVariable.source.rawValue: entity]
          fetched.predicate = fetched.predicate.map { reader.rewritten($0, of: fetched.destination) }
          fetched.sortDescriptors = reader.rewritten(fetched.sortDescriptors, of: fetched.destination)
          reader.variables = [:]
          model.entities[place].properties[index] = .fetched(fetched)
        }
      }
    }
    for place in model.fetchRequestTemplates.indices {
      let request = model.fetchRequestTemplates[place].request
      model.fetchRequestTemplates[place].request.predicate =
        request.predicate.map { reader.rewritten($0, of: request.entity) }
      model.fetchRequestTemplates[place].request.sortDescriptors =
        reader.rewritten(request.sortDescriptors, of: request.entity)
    }
  }

  /// A property that templates fetch by, or fetched properties find by, stays as long as they do.
  func refuseWhereNamed(_ property: Identifier, of owner: String) throws(Diagnostic) {
    func names(_ predicate: Predicate?, _ order: [SortDescriptor], of entity: String, from source: String?) -> Bool {
      var reader = PropertyMentions(key: property.text, owner: owner, new: property.text, model: model)
      if let source { reader.variables = [FetchedPropertyVariable.source.rawValue: source] }
      _ = predicate.map { reader.rewritten($0, of: entity) }
      _ = reader.rewritten(order, of: entity)
      return reader.count > 0
    }
    func refusal(_ user: String, _ name: String) -> Diagnostic {
      Diagnostic(
        "property-in-use", "\(user) names \(owner).\(property)", at: property.range, hint: "first: remove \(name)")
    }
    for template in model.fetchRequestTemplates
    where names(template.request.predicate, template.request.sortDescriptors, of: template.request.entity, from: nil) {
      throw refusal("template \(template.name)", template.name)
    }
    for entity in model.entities {
      for fetched in entity.properties.compactMap(\.fetched)
      where names(fetched.predicate, fetched.sortDescriptors, of: fetched.destination, from: entity.name)
        && !(entity.name == owner && fetched.name == property.text)
      {
        throw refusal("\(entity.name).\(fetched.name)", "\(entity.name).\(fetched.name)")
      }
    }
  }
}

extension ModelBuilder {
  /// An element of a composite stays as long as rules, derived attributes or uniqueness constraints name it.
  func refuseElementWhereNamed(_ element: Identifier, of composite: String) throws(Diagnostic) {
    let reference = "\(composite).\(element)"
    for entity in model.entities {
      func isNamed(_ read: (inout PropertyMentions) -> Void) -> Bool {
        var reader = PropertyMentions(key: element.text, owner: composite, new: element.text, model: model)
        read(&reader)
        return reader.count > 0
      }
      for attribute in entity.properties.compactMap(\.attribute) {
        guard let derivation = attribute.derivation, isNamed({ _ = $0.rewritten(derivation, of: entity.name) }) else {
          continue
        }
        throw Diagnostic(
          "derived-from", "\(entity.name).\(attribute.name) is derived from \(reference)", at: element.range,
          hint: "first: remove \(entity.name).\(attribute.name)")
      }
      for rule in entity.rules where isNamed({ _ = $0.rewritten(rule.predicate, of: entity.name) }) {
        let name = ModelText.string(rule.name)
        throw Diagnostic(
          "property-in-use", "the rule \(DisplayText.visible(name)) of \(entity.name) names \(reference)",
          at: element.range, hint: "first: change \(entity.name), no rule \(name)")
      }
      for constraint in entity.uniquenessConstraints {
        guard
          isNamed({ reader in
            for key in constraint where key.contains(".") { _ = reader.rewritten(keyPath: key, of: entity.name) }
          })
        else { continue }
        let keys = constraint.joined(separator: ", ")
        throw Diagnostic(
          "property-in-use", "\(entity.name) is unique by \(keys), which names \(reference)", at: element.range,
          hint: "first: change \(entity.name), no unique \(keys)")
      }
    }
  }
}

/// Finds where paths lead to a property, and gives them its new name.
private struct PropertyMentions {
  let key: String
  let owner: String
  let new: String
  let model: ManagedObjectModel
  /// The entities of the objects that variables hold.
  var variables: [String: String] = [:]
  /// How many there were.
  private(set) var count = 0

  init(key: String, owner: String, new: String, model: ManagedObjectModel) {
    self.key = key
    self.owner = owner
    self.new = new
    self.model = model
  }

  mutating func rewritten(_ predicate: Predicate, of entity: String) -> Predicate {
    predicate.rewriting { expression in replacement(of: expression, entity) }
  }

  mutating func rewritten(_ expression: Expression, of entity: String) -> Expression {
    expression.rewriting { expression in replacement(of: expression, entity) }
  }

  mutating func rewritten(_ order: [SortDescriptor], of entity: String) -> [SortDescriptor] {
    order.map { descriptor in
      var descriptor = descriptor
      descriptor.keyPath = rewritten(descriptor.keyPath, of: entity)
      return descriptor
    }
  }

  mutating func rewritten(keyPath: String, of entity: String) -> String {
    rewritten(keyPath.split(separator: ".").map(String.init), of: entity).joined(separator: ".")
  }

  private mutating func rewritten(_ keyPath: [String], of entity: String) -> [String] {
    var here: String? = entity
    return keyPath.map { name in
      defer { here = here.flatMap { destination(of: name, $0) } }
      return mention(of: name, here)
    }
  }

  private mutating func replacement(of expression: Expression, _ candidate: String) -> Expression? {
    switch expression.kind {
    case .key(let base, let name):
      let newName = mention(of: name, entity(of: base, candidate))
      return Expression(.key(rewritten(base, of: candidate), newName), at: expression.range)
    case .subquery(let collection, let variable, let condition):
      let outer = variables
      let elements = entity(of: collection, candidate)
      let newCollection = rewritten(collection, of: candidate)
      variables[variable] = elements
      defer { variables = outer }
      return Expression(
        .subquery(newCollection, variable, rewritten(condition, of: candidate)), at: expression.range)
    default: return nil
    }
  }

  /// The name of a key of an entity's object as it is now.
  private mutating func mention(of name: String, _ entity: String?) -> String {
    guard name == key, let entity, entity == owner || model.isKind(entity, of: owner) else { return name }
    count += 1
    return new
  }

  /// The entity of the objects that an expression yields, or the composite of its values; nil if it yields none, or it is not known.
  private func entity(of expression: Expression, _ candidate: String) -> String? {
    switch expression.kind {
    case .candidate: candidate
    case .variable(let name): variables[name]
    case .key(let base, let name): entity(of: base, candidate).flatMap { destination(of: name, $0) }
    case .index(let base, _), .subquery(let base, _, _): entity(of: base, candidate)
    default: nil
    }
  }

  /// The entity or composite that a key leads to; a collection operator's elements are those of the collection.
  private func destination(of name: String, _ entity: String) -> String? {
    if name.hasPrefix("@") { return entity }
    if let composite = model[composite: entity] { return composite[element: name]?.compositeName }
    guard let (property, _) = model.property(name, of: entity) else { return nil }
    return property.relationship?.destination ?? property.fetched?.destination ?? property.attribute?.compositeName
  }
}
