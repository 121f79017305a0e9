import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Decimal

/// Descriptions from the text after a property's name.
extension ModelBuilder {
  func property(_ declaration: PropertyDeclaration) throws(Diagnostic) -> PropertyDescription {
    var property: PropertyDescription
    switch declaration.kind {
    case .attribute(let type, let isOptional, let defaultValue):
      var attribute = AttributeDescription(declaration.name.text, .undefined, isOptional: isOptional)
      try setType(type, of: &attribute)
      attribute.defaultValue = defaultValue?.described
      property = .attribute(attribute)
    case .toOne(let destination, let isOptional):
      property = .relationship(
        RelationshipDescription(declaration.name.text, to: destination.text, isOptional: isOptional))
    case .toMany(let destination, let isOptional):
      property = .relationship(
        RelationshipDescription(declaration.name.text, to: destination.text, isToMany: true, isOptional: isOptional))
    case .fetched(let destination, let clauses):
      property = .fetched(try fetched(declaration.name.text, of: destination, clauses))
    }
    for option in declaration.options { try apply(option, to: &property, inChange: false) }
    if case .attribute(let attribute) = property { property = .attribute(attribute.withExactDecimals) }
    return property
  }

  /// A type's word, or the name of a composite that is declared already; with a `#` before it, it is the composite's.
  func setType(_ name: Identifier, of attribute: inout AttributeDescription) throws(Diagnostic) {
    let isType = !name.isMarked && AttributeType(workbookName: name.text) != nil
    let isComposite = !isType && model[composite: name.text] != nil
    attribute.type = isComposite ? .undefined : try attributeType(name)
    attribute.compositeName = isComposite ? name.text : nil
  }

  func attributeType(_ name: Identifier) throws(Diagnostic) -> AttributeType {
    if let type = AttributeType(workbookName: name.text) { return type }
    if model[entity: name.text] != nil {
      throw Diagnostic(
        "type-is-entity", "\(name) is an entity, so this is a relationship", at: name.range,
        hint: "write -> \(name)? for one, ->> \(name)? for many")
    }
    let meant = ForeignType.attributeTypes(name.text, in: model).map(\.rawValue)
    let known =
      AttributeType.words + AttributeType.synonyms.keys.sorted()
      + model.composites.map(\.name)
    throw Diagnostic(
      "unknown-type", "there is no attribute type '\(name)'", at: name.range,
      nearest: meant.isEmpty ? Suggestions.nearest(to: name.text, among: known) : meant,
      hint: "types are String, Integer16, Integer32, Integer64, Double, Decimal, Boolean, Date …"
        + (name.text.first?.isUppercase == true ? "; a relationship has an arrow: -> \(name)?" : ""))
  }

  func fetched(
    _ name: String, of destination: Identifier, _ clauses: Clauses
  ) throws(Diagnostic) -> FetchedPropertyDescription {
    if let selection = clauses.selection {
      throw Diagnostic(
        "unfit-select", "a fetched property holds objects", at: selection.range, hint: "leave select out")
    }
    return FetchedPropertyDescription(
      name, of: destination.text, predicate: clauses.condition, sortDescriptors: clauses.sortDescriptors,
      limit: clauses.limit)
  }

  func retyped(_ property: PropertyDescription, _ kind: PropertyKind) throws(Diagnostic) -> PropertyDescription {
    switch kind {
    case .fetched(let destination, let clauses):
      guard let before = property.fetched else {
        let article = property.attribute == nil ? "a relationship" : "an attribute"
        throw Diagnostic(
          "not-fetched", "\(property.name) is \(article), which can't become a fetched property",
          at: destination.range, hint: "give the fetched property another name")
      }
      var fetched = try fetched(property.name, of: destination, clauses)
      (fetched.userInfo, fetched.renamingIdentifier) = (before.userInfo, before.renamingIdentifier)
      fetched.isSyncable = before.isSyncable
      fetched.versionHashModifier = before.versionHashModifier
      return .fetched(fetched)
    case .attribute(let type, let isOptional, let defaultValue):
      var attribute = property.attribute ?? AttributeDescription(property.name, .string)
      try setType(type, of: &attribute)
      attribute.isOptional = isOptional
      if let defaultValue { attribute.defaultValue = defaultValue.described }
      return .attribute(attribute)
    case .toOne(let destination, let isOptional), .toMany(let destination, let isOptional):
      let isToMany = if case .toMany = kind { true } else { false }
      var relationship = property.relationship ?? RelationshipDescription(property.name, to: destination.text)
      if relationship.isToMany != isToMany {
        relationship.isToMany = isToMany
        relationship.minimumCount = 0
        relationship.maximumCount = isToMany ? 0 : 1
        if !isToMany { relationship.isOrdered = false }
      }
      if relationship.destination != destination.text { relationship.inverse = nil }
      relationship.destination = destination.text
      relationship.isOptional = isOptional
      return .relationship(relationship)
    }
  }

  func apply(
    _ option: PropertyOption, to property: inout PropertyDescription, inChange: Bool
  ) throws(Diagnostic) {
    switch property {
    case .attribute(var attribute):
      try apply(option, to: &attribute)
      property = .attribute(attribute)
    case .relationship(var relationship):
      try apply(option, to: &relationship)
      property = .relationship(relationship)
    case .fetched(var fetched):
      try apply(option, to: &fetched)
      property = .fetched(fetched)
    }
  }

  private func apply(
    _ option: PropertyOption, to fetched: inout FetchedPropertyDescription
  ) throws(Diagnostic) {
    switch option.kind {
    case .userInfo(let entry): fetched.userInfo[entry.key.text] = entry.value.value
    case .noUserInfo(let key): try takeAway(key, from: &fetched.userInfo, of: fetched.name)
    case .setting(.syncable(let isSyncable)): fetched.isSyncable = isSyncable
    case .no(let word): throw unknownOption(word, of: "a fetched property", ["userInfo"])
    case .length, .range, .count, .matches, .indexed, .transient, .ordered, .delete, .inverse, .renamed, .transformer,
      .hashModifier, .derived, .defaultValue, .optionality, .cardinality, .setting:
      throw unfit(
        option, "\(fetched.name) is a fetched property",
        "its options are userInfo and syncable no; ~> says again what it fetches")
    }
  }

  /// Notes a derivation of an attribute that only the workbook computes.
  mutating func noteDerivation(of name: String, in entity: String, _ options: [PropertyOption]) {
    var range: SourceRange?
    for case .derived(let expression) in options.map(\.kind) { range = expression.range }
    derivation = derivation ?? range
    // A transient attribute that was derived before is as little documented.
    guard options.contains(where: { $0.kind == .transient }) || range != nil,
      let attribute = model.property(name, of: entity)?.property.attribute, let expression = attribute.derivation,
      let reason = UndocumentedDerivation(attribute, of: entity, in: ModelIndex(model))
    else { return }
    notes.append(
      Diagnostic(
        "undocumented-derivation", reason.message(expression), at: range ?? options.last?.range, severity: .note,
        hint: UndocumentedDerivation.documented))
  }

  /// Notes that `required` asks nothing of a to-many without a minimum count.
  mutating func noteRequired(_ property: PropertyDescription, in options: [PropertyOption], of entity: String) {
    guard let relationship = property.relationship, !relationship.isOptional, relationship.mayBeEmpty,
      let option = options.last(where: { if case .optionality(false) = $0.kind { true } else { false } })
    else { return }
    notes.append(
      Diagnostic(
        "required-to-many", "\(relationship.name) may be empty all the same: it is to-many and has no minimum count",
        at: option.range, severity: .note, hint: "change \(entity).\(relationship.name), count 1... asks for one"))
  }

  func apply(_ option: PropertyOption, to attribute: inout AttributeDescription) throws(Diagnostic) {
    switch option.kind {
    case .length(let bounds):
      attribute.minimumLength = try bounds.lower.map { literal throws(Diagnostic) in try count(literal) }
      attribute.maximumLength = try bounds.upper.map { literal throws(Diagnostic) in try count(literal) }
    case .range(let bounds):
      attribute.minimumValue = bounds.lower?.value
      attribute.maximumValue = bounds.upper?.value
    case .matches(let pattern): attribute.pattern = pattern
    case .indexed: attribute.isIndexed = true
    case .transient: attribute.isTransient = true
    case .renamed(let old): attribute.renamingIdentifier = old
    case .hashModifier(let modifier): attribute.versionHashModifier = modifier
    case .transformer(let name): attribute.transformerName = name
    case .derived(let expression): attribute.derivation = expression
    case .defaultValue(let value): attribute.defaultValue = value.described
    case .userInfo(let entry): attribute.userInfo[entry.key.text] = entry.value.value
    case .setting(let setting): apply(setting, to: &attribute)
    case .optionality(let isOptional): attribute.isOptional = isOptional
    case .no(let word):
      try takeAway(word, of: "an attribute") { attribute.takeAway($0) }
    case .noUserInfo(let key): try takeAway(key, from: &attribute.userInfo, of: attribute.name)
    case .count, .ordered, .delete, .inverse, .cardinality:
      throw unfit(option, "\(attribute.name) is an attribute", "this option belongs to a relationship")
    }
  }

  func apply(_ option: PropertyOption, to relationship: inout RelationshipDescription) throws(Diagnostic) {
    switch option.kind {
    case .count(let bounds):
      guard relationship.isToMany else {
        throw unfit(option, "\(relationship.name) is to-one", "only a to-many has a count, and is written ->>")
      }
      if let upper = bounds.upper, try count(upper) == 0 {
        throw unfit(option, "a maximum count of 0 means that there is no maximum", "leave count out, or give 2 or more")
      }
      relationship.minimumCount = try bounds.lower.map { literal throws(Diagnostic) in try count(literal) } ?? 0
      relationship.maximumCount = try bounds.upper.map { literal throws(Diagnostic) in try count(literal) } ?? 0
      if relationship.maximumCount == 1 {
        throw unfit(
          option, "a to-many with at most one object is a to-one",
          "write \(relationship.name) -> \(relationship.destination)")
      }
    case .ordered:
      guard relationship.isToMany else {
        throw unfit(option, "\(relationship.name) is to-one", "ordered is for to-many, which is written ->>")
      }
      relationship.isOrdered = true
    case .delete(let rule): relationship.deleteRule = DeleteRule(rawValue: rule.text) ?? .nullify
    case .inverse(let inverse): relationship.inverse = inverse.text
    case .transient: relationship.isTransient = true
    case .indexed: relationship.isIndexed = true
    case .renamed(let old): relationship.renamingIdentifier = old
    case .hashModifier(let modifier): relationship.versionHashModifier = modifier
    case .userInfo(let entry): relationship.userInfo[entry.key.text] = entry.value.value
    case .setting(.syncable(let isSyncable)): relationship.isSyncable = isSyncable
    case .optionality(let isOptional): relationship.isOptional = isOptional
    case .no(let word):
      try takeAway(word, of: "a relationship") { relationship.takeAway($0) }
    case .noUserInfo(let key): try takeAway(key, from: &relationship.userInfo, of: relationship.name)
    case .length, .range, .matches, .transformer, .derived, .defaultValue, .cardinality, .setting:
      throw unfit(option, "\(relationship.name) is a relationship", "this option belongs to an attribute")
    }
  }

  func count(_ literal: Literal) throws(Diagnostic) -> Int {
    if case .integer(let number) = literal.value, (0...1_000_000_000).contains(number) { return Int(number) }
    throw Diagnostic(
      "bad-bound", "a count or length is a whole number that is not negative", at: literal.range, hint: "0...5")
  }

  func unfit(_ option: PropertyOption, _ message: String, _ hint: String) -> Diagnostic {
    Diagnostic("unfit-option", message, at: option.range, hint: hint)
  }

  /// Takes an option away, or throws with the options that there are.
  /// - Parameter take: Returns false for an option that this kind of property does not have.
  private func takeAway(
    _ word: Identifier, of kind: String, _ take: (OptionTakenAway) -> Bool
  ) throws(Diagnostic) {
    if let option = OptionTakenAway(word: word.text), take(option) { return }
    throw unknownOption(word, of: kind, OptionTakenAway.allCases.filter(take).map(\.rawValue))
  }

  private func unknownOption(_ word: Identifier, of kind: String, _ known: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-option", "\(kind) has no '\(word)' to take away", at: word.range,
      nearest: Suggestions.nearest(to: word.text, among: known), hint: known.joined(separator: ", "))
  }
}

extension AttributeDescription {
  /// Takes an option away. Returns false if attributes have no such option.
  fileprivate mutating func takeAway(_ option: OptionTakenAway) -> Bool {
    switch option {
    case .length: (minimumLength, maximumLength) = (nil, nil)
    case .range: (minimumValue, maximumValue) = (nil, nil)
    case .matches: pattern = nil
    case .default: defaultValue = nil
    case .indexed: isIndexed = false
    case .transient: isTransient = false
    case .transformer: transformerName = nil
    case .derived: derivation = nil
    case .userInfo: userInfo = [:]
    case .renamed: renamingIdentifier = nil
    case .hash: versionHashModifier = nil
    case .class: valueClassName = nil
    case .external: allowsExternalBinaryDataStorage = false
    case .spotlight: isIndexedBySpotlight = false
    case .scalar: usesScalarValue = nil
    case .inverse, .delete, .count, .ordered: return false
    }
    return true
  }
}

extension RelationshipDescription {
  /// Takes an option away. Returns false if relationships have no such option.
  fileprivate mutating func takeAway(_ option: OptionTakenAway) -> Bool {
    switch option {
    case .inverse: inverse = nil
    case .count: (minimumCount, maximumCount) = (0, isToMany ? 0 : 1)
    case .ordered: isOrdered = false
    case .transient: isTransient = false
    case .indexed: isIndexed = false
    case .delete: deleteRule = .nullify
    case .userInfo: userInfo = [:]
    case .renamed: renamingIdentifier = nil
    case .hash: versionHashModifier = nil
    case .length, .range, .matches, .default, .transformer, .derived, .class, .external, .spotlight, .scalar:
      return false
    }
    return true
  }
}

extension AttributeDescription {
  /// The numbers of a Decimal's default and range as decimals: `= 19.99` means these digits, and not the binary fraction
  /// next to them.
  var withExactDecimals: AttributeDescription {
    guard type == .decimal else { return self }
    func exact(_ value: Value) -> Value {
      switch value {
      case .integer(let number): .decimal(Decimal(number))
      case .double(let number): Decimal(string: "\(number)").map(Value.decimal) ?? value
      default: value
      }
    }
    var result = self
    if case .value(let value) = defaultValue { result.defaultValue = .value(exact(value)) }
    result.minimumValue = minimumValue.map(exact)
    result.maximumValue = maximumValue.map(exact)
    return result
  }
}
