import Predicates

/// A problem that keeps a model from having objects.
public enum ModelProblem: Hashable, Sendable {
  /// Two entities of one name; reported once for each beyond the first.
  case duplicateEntity(String)
  /// Two properties of one name in one entity.
  case duplicateProperty(String, entity: String)
  /// The property is declared by an ancestor already.
  case inheritedProperty(String, entity: String, ancestor: String)
  /// A name of ``ReservedNames/properties``.
  case reservedName(String, entity: String)
  /// The parent is not in the model; `known` are the names it could be, in all cases for "did you mean".
  case unknownParent(String, entity: String, known: KnownNames)
  /// The entities that are each other's parents, in order.
  case parentCycle([String])
  /// The relationship's destination is not in the model.
  case unknownDestination(String, relationship: String, entity: String, known: KnownNames)
  /// The fetched property's entity is not in the model.
  case unknownFetchedDestination(String, property: String, entity: String, known: KnownNames)
  /// The destination has no relationship of the inverse's name.
  case unknownInverse(String, relationship: String, entity: String, destination: String, known: KnownNames)
  /// The destination's relationship names another inverse, or none, or does not lead back to the entity.
  case inverseNotMutual(String, relationship: String, entity: String, destination: String, found: String?)
  /// The inverse that is named leads to another entity.
  case inverseLeadsElsewhere(String, relationship: String, entity: String, destination: String, leadsTo: String)
  /// A to-many with a maximum of 1 is a to-one.
  case maximumOfOne(relationship: String, entity: String)
  /// A minimum or maximum below 0.
  case negativeCount(relationship: String, entity: String)
  /// The least value lies above the greatest.
  case boundsReversed(attribute: String, entity: String)
  /// Bounds of length on another type than String.
  case lengthOfNonString(attribute: String, entity: String, type: AttributeType)
  /// The least length lies above the greatest.
  case lengthsReversed(attribute: String, entity: String, minimum: Int, maximum: Int)
  /// A pattern on another type than String.
  case patternOfNonString(attribute: String, entity: String, type: AttributeType)
  /// A pattern that is no ICU regular expression.
  case invalidPattern(String, attribute: String, entity: String)
  /// Bounds on a type without order, such as Boolean; see ``AttributeType/isOrdered``.
  case rangeOfUnordered(attribute: String, entity: String, type: AttributeType)
  /// A bound that the attribute's values cannot be compared with.
  case boundOfOtherType(Value, attribute: String, entity: String, type: AttributeType)
  /// A default that could not be set.
  case defaultOfOtherType(AttributeDescription.Default, attribute: String, entity: String, type: AttributeType)
  /// No type; only a transient attribute or one of a composite may have none.
  case undefinedNotTransient(attribute: String, entity: String)
  /// A property's or composite's name with other characters than letters, digits and `_`, or that begins with a digit: no
  /// key path could say it; `entity` is what has the property. Of an entity only the empty name is one: Core Data lets odd
  /// names of entities through.
  case invalidName(String, entity: String?)
  /// Two composites of one name, or a composite and an entity.
  case duplicateComposite(String)
  /// The attribute's composite is not in the model; `entity` may be a composite too.
  case unknownComposite(String, attribute: String, entity: String, known: KnownNames)
  /// Composites that hold each other, in order.
  case compositeCycle([String])
  /// Composites inside each other, more than `limit` deep.
  case compositeTooDeep(String, limit: Int)
  /// A composite with more than `limit` single values, those of the composites inside it included.
  case compositeTooLarge(String, limit: Int)
  /// `now()` as the default of an element: only an attribute of an entity is given the time.
  case nowInComposite(String, composite: String)
  /// An element that is transient or derived; only the whole attribute can be.
  case unfitElement(String, composite: String)
  /// A derived attribute reads a key that its entity, or what a relationship leads to, does not have.
  case unknownDerivationKey(String, attribute: String, entity: String, known: KnownNames)
  /// A collection operator of a derivation is not where Core Data takes it; `path` is the path with the operator in its
  /// place, where there is one.
  case misplacedOperator(String, attribute: String, entity: String, OperatorPlace, path: String?)
  /// The expression of a derived attribute gives no value of the attribute's type, whatever the objects hold.
  case underivable(String, entity: String, DerivationMisfit)
  /// A derived attribute reads itself, of the same or of another object.
  case derivedFromItself(String, entity: String)
  /// Derived attributes that read each other: their names with their entities, each followed by one that it reads. The
  /// first was declared last and is `attribute`.
  case derivationCircle([String], attribute: String)
  /// Two fetch request templates of one name.
  case duplicateTemplate(String)
  /// The template's entity is not in the model.
  case unknownTemplateEntity(String, template: String, known: KnownNames)
  /// Two configurations of one name.
  case duplicateConfiguration(String)
  /// A configuration names an entity that is not in the model.
  case unknownConfigurationEntity(String, configuration: String, known: KnownNames)
  /// A uniqueness constraint over something that is no attribute and no to-one of the entity.
  case unknownUniqueKey(String, entity: String, known: KnownNames)
}

/// The problems that a model must be rid of before it can have objects.
public struct ModelError: Error, Hashable, Sendable {
  /// The problems, in the order of ``ManagedObjectModel/problems()``.
  public var problems: [ModelProblem]

  /// An error of these problems.
  public init(problems: [ModelProblem]) { self.problems = problems }
}

/// The wrong place of a collection operator in a derivation.
public enum OperatorPlace: Hashable, Sendable {
  /// Before a key, as NSPredicate writes it: a derivation with it is refused when Core Data loads the model (a test suite
  /// that runs against Apple's framework).
  case inTheMiddle
  /// After an attribute of this name that gives one value, or whose values need not be counted.
  case afterAttribute(String)
}
