import Predicates

extension ManagedObjectContext {
  /// Returns the errors that a save would report for this value under a key: the bounds, patterns and numbers of that
  /// property alone, in the order in which a save lists them; empty for a value that can be saved. Nothing changes, and
  /// no hook is called: the value is set on a copy. Corresponds to Core Data's `validateValue(_:forKey:)`, which throws
  /// the error; rules and uniqueness are checked by the save.
  ///
  /// ```swift
  /// try context.validateValue(-1, of: wade, forKey: "age").map(\.message)   // ["age is too small …"]
  /// ```
  /// - Throws: ``ObjectGraphError`` where the value could not even be set: another type, an unknown key, or an object that
  ///   is gone.
  /// - Complexity: O(contexts + properties of the object), and O(objects) in a list that is given for a to-many.
  public func validateValue(_ value: Value, of id: ManagedObjectID, forKey key: String) throws -> [ValidationError] {
    let trial = copy()
    trial.hooks = HookRegister()
    try trial.setValue(value, of: id, forKey: key)
    return Validator(trial.graph, now: clock()).errorsOfLive(id).filter { error in
      error.key == key || error.key?.hasPrefix(key + ".") == true
    }
  }
}

extension ManagedObject {
  /// Returns the errors that a save would report for this value under a key.
  /// - Throws: ``ObjectGraphError`` where the value could not even be set: another type, an unknown key, or an object
  ///   that is gone.
  /// - Complexity: O(contexts + properties of the object), and O(objects) in a list that is given for a to-many.
  public func validateValue(_ value: Value, forKey key: String) throws -> [ValidationError] {
    try context.validateValue(value, of: objectID, forKey: key)
  }
}
