import Predicates

/// The problems of composites, derivations, templates and configurations.
extension ManagedObjectModel {
  func compositeProblems(_ index: ModelIndex) -> [ModelProblem] {
    var found: [ModelProblem] = []
    var names: Set<String> = []
    for composite in composites {
      if !names.insert(composite.name).inserted || index.places[composite.name] != nil {
        found.append(.duplicateComposite(composite.name))
      }
      if !composite.name.isName { found.append(.invalidName(composite.name, entity: nil)) }
      var seen: Set<String> = []
      for element in composite.elements {
        if !seen.insert(element.name).inserted {
          found.append(.duplicateProperty(element.name, entity: composite.name))
        }
        if !element.name.isName { found.append(.invalidName(element.name, entity: composite.name)) }
        found += element.problems(in: composite.name)
        found += problems(ofComposite: element, in: composite.name, index)
        if element.defaultValue == .now { found.append(.nowInComposite(element.name, composite: composite.name)) }
        if element.derivation != nil || element.isTransient {
          found.append(.unfitElement(element.name, composite: composite.name))
        }
      }
    }
    return found + nestingProblems(index)
  }

  func problems(ofComposite attribute: AttributeDescription, in entity: String, _ index: ModelIndex) -> [ModelProblem] {
    guard let name = attribute.compositeName, index.composites[name] == nil else { return [] }
    return [
      .unknownComposite(name, attribute: attribute.name, entity: entity, known: KnownNames(composites.map(\.name)))
    ]
  }

  /// Composites that hold themselves, and those that go too deep or have too many values. Rounds over all of them, each settling those whose
  /// elements are settled: O(composites × depth).
  private func nestingProblems(_ index: ModelIndex) -> [ModelProblem] {
    var depths: [String: Int] = [:]
    // Counted up to one more than the limit, as composites inside each other multiply.
    var sizes: [String: Int] = [:]
    var open = composites.filter { index.composites[$0.name] == $0 }
    while true {
      var left: [CompositeDescription] = []
      for composite in open {
        let inner = composite.elements.compactMap(\.compositeName).filter { index.composites[$0] != nil }
        if inner.allSatisfy({ depths[$0] != nil }) {
          depths[composite.name] = 1 + (inner.compactMap { depths[$0] }.max() ?? 0)
          sizes[composite.name] = inner.reduce(composite.elements.count - inner.count) {
            min($0 + sizes[$1, default: 0], AttributeShape.elementLimit + 1)
          }
        } else {
          left.append(composite)
        }
      }
      if left.count == open.count { break }
      open = left
    }
    var found: [ModelProblem] = []
    if let start = open.first {
      var path: [String] = []
      var next: String? = start.name
      while let name = next, !path.contains(name) {
        path.append(name)
        next = index.composites[name]?.elements.compactMap(\.compositeName).first {
          index.composites[$0] != nil && depths[$0] == nil
        }
      }
      if let next, let first = path.firstIndex(of: next) { found.append(.compositeCycle(Array(path[first...]))) }
    }
    for composite in composites where depths[composite.name, default: 0] == AttributeShape.depthLimit + 1 {
      found.append(.compositeTooDeep(composite.name, limit: AttributeShape.depthLimit))
    }
    for composite in composites where sizes[composite.name, default: 0] > AttributeShape.elementLimit {
      // The composites that hold it are too large as well, which is no news.
      let isFirst = !composite.elements.contains {
        sizes[$0.compositeName ?? "", default: 0] > AttributeShape.elementLimit
      }
      if isFirst { found.append(.compositeTooLarge(composite.name, limit: AttributeShape.elementLimit)) }
    }
    return found
  }

  /// Returns the keys of a derivation that the model does not have, and the operators in the wrong place. Keys after a name
  /// that does not exist yet are not checked.
  func problems(
    of derivation: Expression, attribute: String, in entity: String, _ index: ModelIndex
  ) -> [ModelProblem] {
    var found: [ModelProblem] = []
    _ = derivation.rewriting { expression in
      guard case .key = expression.kind, let path = expression.keyPath else { return nil }
      if let problem = problem(ofPath: path, attribute, entity, index), !found.contains(problem) {
        found.append(problem)
      }
      return expression
    }
    return found
  }

  private func problem(
    ofPath path: [String], _ attribute: String, _ entity: String, _ index: ModelIndex
  ) -> ModelProblem? {
    var here = entity
    var isMany = false
    if let place = path.dropLast().firstIndex(where: { $0.hasPrefix("@") }) {
      let name = path[place]
      // Only what Core Data documents is offered: `articles.words.@sum` for `articles.@sum.words`, and `articles.@count`.
      let path =
        switch path[place] {
        case "@count" where place == 1: [path[0], "@count"]
        case "@sum" where place == 1 && path.count == 3 && !path[2].hasPrefix("@"): [path[0], path[2], "@sum"]
        default: [String]()
        }
      return .misplacedOperator(
        name, attribute: attribute, entity: entity, .inTheMiddle, path: path.isEmpty ? nil : path.joined(separator: ".")
      )
    }
    for (place, key) in path.enumerated() {
      if key.hasPrefix("@") { continue }
      switch index.property(key, of: here)?.property {
      case .relationship(let relationship):
        guard index.places[relationship.destination] != nil else { return nil }
        here = relationship.destination
        if relationship.isToMany { isMany = true }
      case .attribute(let found) where found.compositeName == nil && place < path.count - 1:
        let next = path[place + 1]
        guard next.hasPrefix("@") else {
          return .unknownDerivationKey(next, attribute: attribute, entity: entity, known: KnownNames([]))
        }
        // `players.age.@count`, and `age.@sum`.
        if isMany, next != "@count" { return nil }
        return .misplacedOperator(
          next, attribute: attribute, entity: entity, .afterAttribute(key),
          path: isMany && place == 1 ? (path[..<place] + [next]).joined(separator: ".") : nil)
      case .attribute: return nil
      case .fetched, nil:
        let known = index.properties(of: here).filter { $0.fetched == nil && $0.name != attribute }.map(\.name)
        return .unknownDerivationKey(key, attribute: attribute, entity: entity, known: KnownNames(known))
      }
    }
    return nil
  }

  /// Attributes that are derived from themselves, directly or in a circle.
  func derivationProblems(_ index: ModelIndex) -> [ModelProblem] {
    guard entities.contains(where: { entity in entity.properties.contains { $0.attribute?.derivation != nil } }) else {
      return []
    }
    let graph = DerivationGraph(index)
    return graph.circles.compactMap { circle in
      // The one that was declared last is the one to name.
      guard let last = graph.nodes.last(where: circle.contains) else { return nil }
      if circle.count == 1 { return .derivedFromItself(last.attribute, entity: last.entity) }
      let start = circle.firstIndex(of: last) ?? 0
      return .derivationCircle(
        (circle[start...] + circle[..<start]).map { "\($0.entity).\($0.attribute)" }, attribute: last.attribute)
    }
  }

  func requestProblems(_ index: ModelIndex) -> [ModelProblem] {
    var found: [ModelProblem] = []
    var names: Set<String> = []
    for template in fetchRequestTemplates {
      if !names.insert(template.name).inserted { found.append(.duplicateTemplate(template.name)) }
      if index.places[template.request.entity] == nil {
        found.append(.unknownTemplateEntity(template.request.entity, template: template.name, known: index.entityNames))
      }
    }
    names = []
    for configuration in configurations {
      if !names.insert(configuration.name).inserted { found.append(.duplicateConfiguration(configuration.name)) }
      for entity in configuration.entities where index.places[entity] == nil {
        found.append(.unknownConfigurationEntity(entity, configuration: configuration.name, known: index.entityNames))
      }
    }
    return found
  }
}

extension String {
  /// Whether it is a letter or `_` followed by letters, digits and `_`: what a name in a model has to be.
  var isName: Bool {
    // The case of nearly all names; the properties of a scalar are expensive to look up.
    let isPlain = utf8.enumerated().allSatisfy { place, byte in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || place > 0 && byte >= 0x30 && byte <= 0x39
    }
    if isPlain { return !isEmpty }
    var isFirst = true
    for scalar in unicodeScalars {
      guard scalar == "_" || scalar.properties.isAlphabetic || !isFirst && scalar.properties.numericType == .decimal
      else { return false }
      isFirst = false
    }
    return !isFirst
  }
}
