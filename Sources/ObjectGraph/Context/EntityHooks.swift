import Predicates

/// What an entity's objects do at the turning points of their lives: Core Data's methods to override, as closures.
///
/// ```swift
/// context.setHooks(
///   EntityHooks(willSave: { player in
///     if player["changed"] != .date(today) { try player.setValue(.date(today), forKey: "changed") }
///   }), for: "Player")
/// ```
///
/// Hooks of an ancestor run first. Each gets the object in its context; it may change that object and others.
///
/// ## Topics
/// Beginning: ``awakeFromInsert``, ``awakeFromFetch``
/// Saving: ``willSave``, ``didSave``
/// Ending: ``prepareForDeletion``, ``willTurnIntoFault``, ``didTurnIntoFault``
/// Validating: ``validateValue``, ``validateForInsert``, ``validateForUpdate``, ``validateForDelete``
public struct EntityHooks: Sendable {
  /// May change objects; what it throws ends the operation that led to it.
  public typealias Hook = @Sendable (ManagedObject) throws -> Void
  /// Is only told.
  public typealias Notice = @Sendable (ManagedObject) -> Void
  /// Says what keeps an object from being saved; empty when nothing does.
  public typealias Validation = @Sendable (ManagedObject) -> [HookRefusal]
  /// Says what keeps a value of one property from being saved; nil when nothing does.
  public typealias ValueValidation = @Sendable (Value, ManagedObject) -> HookRefusal?

  /// After an insertion, when the defaults are set. What it throws, the insertion throws, and the object is gone again.
  public var awakeFromInsert: Hook?
  /// When a fault's first value is read. What it changes does not count as a change (Core Data's documentation).
  public var awakeFromFetch: Hook?
  /// Before a save, for every object that it would write or delete. It may change values; as long as any does, the
  /// objects that changed are asked again, 1,000 rounds at most. What it throws, the save reports as an error of
  /// validation.
  public var willSave: Hook?
  /// After a save, for every object that was written. What it changes is pending anew.
  public var didSave: Notice?
  /// At once when an object is deleted, before anything follows from it, and again when it is deleted again; for what
  /// cascades, when the deletions are propagated. What it throws, the deletion throws; it goes unheard in a cascade.
  public var prepareForDeletion: Hook?
  /// Before a refresh makes the object a fault.
  public var willTurnIntoFault: Notice?
  /// After it.
  public var didTurnIntoFault: Notice?
  /// By key: what `validate<Key>` says of a value, besides the model's own bounds. Also asked of nil.
  public var validateValue: [String: ValueValidation]
  /// Asked of new objects, besides the model's rules.
  public var validateForInsert: Validation?
  /// Asked of changed objects, besides the model's rules.
  public var validateForUpdate: Validation?
  /// Asked of objects that are marked as deleted, besides deny.
  public var validateForDelete: Validation?

  /// Hooks; those that are not given do nothing.
  public init(
    awakeFromInsert: Hook? = nil, awakeFromFetch: Hook? = nil, willSave: Hook? = nil, didSave: Notice? = nil,
    prepareForDeletion: Hook? = nil, willTurnIntoFault: Notice? = nil, didTurnIntoFault: Notice? = nil,
    validateValue: [String: ValueValidation] = [:], validateForInsert: Validation? = nil,
    validateForUpdate: Validation? = nil, validateForDelete: Validation? = nil
  ) {
    self.awakeFromInsert = awakeFromInsert
    self.awakeFromFetch = awakeFromFetch
    self.willSave = willSave
    self.didSave = didSave
    self.prepareForDeletion = prepareForDeletion
    self.willTurnIntoFault = willTurnIntoFault
    self.didTurnIntoFault = didTurnIntoFault
    self.validateValue = validateValue
    self.validateForInsert = validateForInsert
    self.validateForUpdate = validateForUpdate
    self.validateForDelete = validateForDelete
  }
}

/// What a hook has against saving an object.
public struct HookRefusal: Hashable, Sendable {
  /// What is wrong, in the learner's words.
  public var message: String
  /// The property it is about; nil for the whole object.
  public var key: String?
  /// The error's code: 1550 unless it is another.
  public var code: Int

  /// A refusal in these words.
  public init(_ message: String, key: String? = nil, code: Int = ValidationCode.generic.rawValue) {
    self.message = message
    self.key = key
    self.code = code
  }
}

/// The hooks of a context by the name of their entity.
struct HookRegister {
  var byEntity: [String: EntityHooks] = [:]

  var isEmpty: Bool { byEntity.isEmpty }

  /// Those that an object of an entity has, its ancestors' first.
  func hooks(of entity: String, in model: ManagedObjectModel) -> [EntityHooks] {
    byEntity.isEmpty ? [] : model.lineage(of: entity).compactMap { byEntity[$0.name] }
  }
}
