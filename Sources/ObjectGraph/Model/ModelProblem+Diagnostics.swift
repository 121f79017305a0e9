import Diagnostics

extension ModelProblem {
  /// The words, with the nearest name where one is unknown, or what would mend it. O(length of the message), and
  /// O(known names × length²) where a name is looked for.
  public var diagnostic: Diagnostic {
    switch self {
    case .duplicateEntity(let name):
      Diagnostic("duplicate-entity", "there are two entities named \(name)", hint: "rename or remove one of them")
    case .duplicateProperty(let name, let entity):
      Diagnostic("duplicate-property", "\(entity) has two properties named \(name)", hint: "rename one of them")
    case .inheritedProperty(let name, let entity, let ancestor):
      Diagnostic(
        "inherited-property", "\(entity).\(name) is declared by \(ancestor) already",
        hint: "remove one of the two")
    case .reservedName(let name, let entity):
      Diagnostic(
        "reserved-name", "\(entity).\(name) cannot have this name: every object answers \(name) already",
        hint:
          "choose another name, such as \(entity.prefix(1).lowercased())\(entity.dropFirst())\(name.prefix(1).uppercased())\(name.dropFirst())"
      )
    case .unknownParent(let name, let entity, let known):
      Diagnostic(
        "unknown-parent", "the parent of \(entity), \(name), does not exist",
        nearest: Suggestions.nearest(to: name, among: known.filter { $0 != entity }))
    case .parentCycle(let names):
      Diagnostic(
        "parent-cycle",
        names.count == 1
          ? "\(names[0]) is its own parent"
          : "these entities are each other's parents: \((names + names.prefix(1)).joined(separator: ", "))",
        hint: "take one of the parents away")
    case .unknownDestination(let name, let relationship, let entity, let known):
      Diagnostic(
        "unknown-destination",
        name.isEmpty
          ? "\(entity).\(relationship) names no entity to which it leads"
          : "\(entity).\(relationship) leads to \(name), which does not exist",
        nearest: Suggestions.nearest(to: name, among: known))
    case .unknownFetchedDestination(let name, let property, let entity, let known):
      Diagnostic(
        "unknown-destination", "\(entity).\(property) fetches \(name), which does not exist",
        nearest: Suggestions.nearest(to: name, among: known))
    case .unknownInverse(let name, let relationship, let entity, let destination, let known):
      Diagnostic(
        "unknown-inverse", "the inverse of \(entity).\(relationship), \(destination).\(name), does not exist",
        nearest: Suggestions.nearest(to: name, among: known))
    case .inverseNotMutual(let name, let relationship, let entity, let destination, let found):
      Diagnostic(
        "inverse-not-mutual",
        "\(entity).\(relationship) names \(destination).\(name) as its inverse, "
          + (found.map { "but that one's inverse is \($0)" } ?? "but that one has no inverse"),
        hint: "make \(relationship) the inverse of \(destination).\(name)")
    case .inverseLeadsElsewhere(let name, let relationship, let entity, let destination, let leadsTo):
      Diagnostic(
        "inverse-leads-elsewhere",
        "\(entity).\(relationship) names \(destination).\(name) as its inverse, but that leads to \(leadsTo)",
        hint: "an inverse leads back to \(entity)")
    case .maximumOfOne(let relationship, let entity):
      Diagnostic(
        "maximum-of-one", "\(entity).\(relationship) is to-many but has a maximum count of 1",
        hint: "make it to-one")
    case .negativeCount(let relationship, let entity):
      Diagnostic("negative-count", "\(entity).\(relationship) has a negative count", hint: "counts start at 0")
    case .boundsReversed(let attribute, let entity):
      Diagnostic("bounds-reversed", "the range of \(entity).\(attribute) ends before it begins")
    case .lengthOfNonString(let attribute, let entity, let type):
      Diagnostic(
        "length-of-non-string", "\(entity).\(attribute) is \(type.rawValue), and only a String has a length",
        hint: type.isOrdered ? "give it a least and a greatest value instead" : nil)
    case .lengthsReversed(let attribute, let entity, let minimum, let maximum):
      Diagnostic(
        "lengths-reversed", "\(entity).\(attribute) must be at least \(minimum) and at most \(maximum) long",
        hint: "exchange the two numbers")
    case .patternOfNonString(let attribute, let entity, let type):
      Diagnostic(
        "pattern-of-non-string", "\(entity).\(attribute) is \(type.rawValue), and only a String can match a pattern")
    case .invalidPattern(let pattern, let attribute, let entity):
      Diagnostic("invalid-pattern", "the pattern of \(entity).\(attribute) is not a regular expression: \(pattern)")
    case .rangeOfUnordered(let attribute, let entity, let type):
      Diagnostic(
        "range-of-unordered", "\(entity).\(attribute) is \(type.rawValue), which has no range",
        hint: type == .string ? "limit its length instead" : nil)
    case .boundOfOtherType(let value, let attribute, let entity, let type):
      Diagnostic(
        "bound-of-other-type", "a bound of \(entity).\(attribute) is \(value.shown), not \(type.article)")
    case .defaultOfOtherType(let value, let attribute, let entity, let type):
      Diagnostic(
        "default-of-other-type", "the default of \(entity).\(attribute) is \(value.shown), not \(type.article)",
        hint: "give it another default, or none")
    case .undefinedNotTransient(let attribute, let entity):
      Diagnostic(
        "undefined-not-transient", "\(entity).\(attribute) has no type, and only a transient attribute may",
        hint: "give it a type, or make it transient")
    case .invalidName("", nil): Diagnostic("invalid-name", "an entity has no name", hint: "give it one")
    case .invalidName(let name, let entity):
      Diagnostic(
        "invalid-name",
        "'\(DisplayText.visible(name))' cannot be a name" + (entity.map { " in \($0)" } ?? "")
          + ": a name is letters, digits and _",
        hint: "begin it with a letter and leave out spaces and signs")
    case .duplicateComposite(let name):
      Diagnostic(
        "duplicate-composite", "there is another composite or entity named \(name)", hint: "rename one of them")
    case .unknownComposite(let name, let attribute, let entity, let known):
      Diagnostic(
        "unknown-composite", "\(entity).\(attribute) is a \(name), which does not exist",
        nearest: Suggestions.nearest(to: name, among: known))
    case .compositeCycle(let names):
      Diagnostic(
        "composite-cycle",
        "these composites are part of each other: \((names + names.prefix(1)).joined(separator: ", "))",
        hint: "a value has to end somewhere: make an entity of one of them")
    case .compositeTooDeep(let name, let limit):
      Diagnostic(
        "composite-too-deep", "the composite \(name) holds others more than \(limit) deep",
        hint: "make an entity of one of them")
    case .compositeTooLarge(let name, let limit):
      Diagnostic(
        "composite-too-large",
        "the composite \(name) has more than \(DisplayText.grouped(limit)) values, with those of the composites inside it",
        hint: "make an entity of one of them")
    case .nowInComposite(let element, let composite):
      Diagnostic(
        "now-in-composite", "\(composite).\(element) cannot begin with now()",
        hint: "only an attribute of an entity is given the time of the insertion")
    case .unfitElement(let element, let composite):
      Diagnostic(
        "unfit-element", "\(composite).\(element) is part of a composite and cannot be transient or derived",
        hint: "the attribute that holds the whole can be")
    case .misplacedOperator(let name, let attribute, let entity, .inTheMiddle, let path):
      Diagnostic(
        "misplaced-operator",
        "\(entity).\(attribute) is derived from a path with \(DisplayText.visible(name)) in the middle, which Core Data "
          + "refuses when it loads the model",
        hint: path.map { "the path is \($0)" } ?? "Core Data documents @count and @sum, at the end of the path")
    case .misplacedOperator(let name, let attribute, let entity, .afterAttribute(let key), let path):
      Diagnostic(
        "misplaced-operator",
        "\(entity).\(attribute) is derived from \(DisplayText.visible(name)) of the attribute \(key)",
        hint: path.map { "the path is \($0)" } ?? "\(DisplayText.visible(name)) needs a to-many relationship before it")
    case .unknownDerivationKey(let key, let attribute, let entity, let known):
      Diagnostic(
        "unknown-derivation-key",
        "\(entity).\(attribute) is derived from \(DisplayText.visible(key)), which is not there",
        nearest: Suggestions.nearest(to: key, among: known),
        hint: (known.isEmpty || known.count > 8 ? nil : "there are \(known.joined(separator: ", "))"))
    case .underivable(let attribute, let entity, let misfit): misfit.diagnostic(of: "\(entity).\(attribute)")
    case .derivedFromItself(let attribute, let entity):
      Diagnostic(
        "derived-from-itself", "\(entity).\(attribute) is derived from itself",
        hint: "derive it from other attributes")
    case .derivationCircle(let names, _):
      Diagnostic(
        "derivation-circle",
        "these attributes are derived from each other: \((names + names.prefix(1)).joined(separator: ", "))",
        hint: "derive one of them from other attributes")
    case .duplicateTemplate(let name):
      Diagnostic("duplicate-template", "there are two templates named \(name)", hint: "rename or remove one of them")
    case .unknownTemplateEntity(let name, let template, let known):
      Diagnostic(
        "unknown-template-entity", "the template \(template) fetches \(name), which does not exist",
        nearest: Suggestions.nearest(to: name, among: known))
    case .duplicateConfiguration(let name):
      Diagnostic(
        "duplicate-configuration", "there are two configurations named \(name)", hint: "rename or remove one of them")
    case .unknownConfigurationEntity(let name, let configuration, let known):
      Diagnostic(
        "unknown-configuration-entity", "the configuration \(configuration) names \(name), which does not exist",
        nearest: Suggestions.nearest(to: name, among: known))
    case .unknownUniqueKey(let name, let entity, let known):
      Diagnostic(
        "unknown-unique-key", "\(entity) has no attribute or to-one relationship \(name) that could be unique",
        nearest: Suggestions.nearest(to: name, among: known))
    }
  }
}

extension ModelError: ExplainedError {
  /// The first problem's message and hint, with a note for each of the next ten and one that counts the rest.
  /// O(problems).
  public var diagnostic: Diagnostic { diagnostic(\.diagnostic) }

  /// The same, in the words that a caller has for each problem.
  package func diagnostic(_ words: (ModelProblem) -> Diagnostic) -> Diagnostic {
    guard var first = problems.first.map(words) else {
      return Diagnostic("model-unresolved", "the model is not complete")
    }
    first.notes += Listing.lines(Array(problems.dropFirst())) { problem in
      let other = words(problem)
      return other.message + (other.hint.map { ": \($0)" } ?? "")
    }
    return first
  }
}

extension AttributeDescription.Default {
  var shown: String {
    switch self {
    case .value(let value): value.shown
    case .now: "now()"
    }
  }
}

extension AttributeType {
  /// The type with its article, as in "not an Integer16".
  package var article: String {
    switch self {
    case .integer16, .integer32, .integer64, .undefined: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}
