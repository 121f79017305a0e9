import Predicates

/// The hooks in the lives of an entity's objects: the methods that Core Data lets subclasses override, as closures.
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
  /// A hook that is only notified.
  public typealias Notice = @Sendable (ManagedObject) -> Void
  /// Says what keeps an object from being saved; empty when nothing does.
  public typealias Validation = @Sendable (ManagedObject) -> [HookRefusal]
  /// Says what keeps a value of one property from being saved; nil when nothing does.
  public typealias ValueValidation = @Sendable (Value, ManagedObject) -> HookRefusal?

  /// Called after an insertion, when the defaults are set. If it throws, the insertion throws the same error, and the
  /// object is removed again.
  public var awakeFromInsert: Hook?
  /// Called when a fault's first value is read. Its changes do not count as changes (Core Data's documentation).
  public var awakeFromFetch: Hook?
  /// Called before a save, for every object that it would write or delete. It may change values; as long as any hook
  /// does, the objects that changed are called again, 1,000 rounds at most. An error that it throws is reported by the
  /// save as a validation error.
  public var willSave: Hook?
  /// Called after a save, for every object that was written. Its changes are pending again.
  public var didSave: Notice?
  /// Called as soon as an object is deleted, before any consequences, and again when it is deleted again; for cascaded
  /// objects, when the deletions are propagated. If it throws, the deletion throws the same error; in a cascade the
  /// error is ignored.
  public var prepareForDeletion: Hook?
  /// Before a refresh makes the object a fault.
  public var willTurnIntoFault: Notice?
  /// After it.
  public var didTurnIntoFault: Notice?
  /// The `validate<Key>` of each key, which judges a value besides the model's own bounds. Also called for nil.
  public var validateValue: [String: ValueValidation]
  /// Asked of new objects, besides the model's rules.
  public var validateForInsert: Validation?
  /// Asked of changed objects, besides the model's rules.
  public var validateForUpdate: Validation?
  /// Asked of objects that are marked as deleted, besides deny.
  public var validateForDelete: Validation?

  /// Hooks; those that are not given do nothing. O(1).
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

/// The objection of a hook to saving an object.
public struct HookRefusal: Hashable, Sendable {
  /// The reason, in the learner's words.
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

  /// The hooks of an object of an entity, its ancestors' first.
  func hooks(of entity: String, in model: ManagedObjectModel) -> [EntityHooks] {
    byEntity.isEmpty ? [] : model.lineage(of: entity).compactMap { byEntity[$0.name] }
  }
}
