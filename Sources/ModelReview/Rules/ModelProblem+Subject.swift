import ObjectGraph

extension ModelProblem {
  /// The declaration that a problem is about: the name of an entity, composite, template or configuration, a property of
  /// it or the empty text, and the part of the declaration.
  package typealias Subject = (name: String, property: String, aspect: Finding.Aspect?)

  /// Whether Xcode compiles a model with the problem, with a warning at most: real apps have shipped with these.
  var passesXcode: Bool {
    switch self {
    case .inverseNotMutual, .inverseLeadsElsewhere, .maximumOfOne: true
    default: false
    }
  }

  package var subject: Subject {
    switch self {
    case .duplicateEntity(let name), .duplicateComposite(let name), .duplicateTemplate(let name),
      .duplicateConfiguration(let name):
      (name, "", .name)
    case .duplicateProperty(let name, let entity), .inheritedProperty(let name, let entity, _),
      .reservedName(let name, let entity):
      (entity, name, .name)
    case .unknownParent(_, let entity, _): (entity, "", .destination)
    case .parentCycle(let names): (names.first ?? "", "", .destination)
    case .unknownDestination(_, let property, let entity, _),
      .unknownFetchedDestination(_, let property, let entity, _):
      (entity, property, .destination)
    case .unknownInverse(_, let relationship, let entity, _, _),
      .inverseNotMutual(_, let relationship, let entity, _, _),
      .inverseLeadsElsewhere(_, let relationship, let entity, _, _):
      (entity, relationship, .inverse)
    case .maximumOfOne(let relationship, let entity), .negativeCount(let relationship, let entity):
      (entity, relationship, .count)
    case .boundsReversed(let attribute, let entity), .lengthOfNonString(let attribute, let entity, _),
      .lengthsReversed(let attribute, let entity, _, _), .rangeOfUnordered(let attribute, let entity, _),
      .boundOfOtherType(_, let attribute, let entity, _):
      (entity, attribute, .count)
    case .patternOfNonString(let attribute, let entity, _), .invalidPattern(_, let attribute, let entity):
      (entity, attribute, .predicate)
    case .defaultOfOtherType(_, let attribute, let entity, _), .nowInComposite(let attribute, let entity):
      (entity, attribute, .defaultValue)
    case .undefinedNotTransient(let attribute, let entity), .unknownComposite(_, let attribute, let entity, _):
      (entity, attribute, .type)
    case .invalidName(let name, let entity): entity.map { ($0, name, .name) } ?? (name, "", .name)
    case .compositeCycle(let names): (names.first ?? "", "", nil)
    case .compositeTooDeep(let name, _), .compositeTooLarge(let name, _): (name, "", nil)
    case .unfitElement(let element, let composite): (composite, element, .transient)
    case .unknownDerivationKey(_, let attribute, let entity, _), .underivable(let attribute, let entity, _),
      .derivedFromItself(let attribute, let entity), .misplacedOperator(_, let attribute, let entity, _, _):
      (entity, attribute, .predicate)
    case .derivationCircle(let names, let attribute):
      // `Team.size` is the first.
      (names.first.map { String($0.prefix { $0 != "." }) } ?? "", attribute, .predicate)
    case .unknownTemplateEntity(_, let template, _): (template, "", .destination)
    case .unknownConfigurationEntity(_, let configuration, _): (configuration, "", .destination)
    case .unknownUniqueKey(_, let entity, _): (entity, "", .unique)
    }
  }
}
