import Predicates

import struct Foundation.Date

/// Values by their Swift types: what ``setValue(_:of:forKey:)-(Value,_,_)`` and ``value(of:forKey:)`` do, without a
/// ``Value`` in between. They are what code with many objects uses.
extension ManagedObjectContext {
  /// Ends a change that the short way has made; true when the long way has to be gone.
  @inline(__always)
  private func isRefused(_ outcome: AccessOutcome) -> Bool {
    switch outcome {
    case .changed:
      changed()
      return false
    case .unchanged: return false
    case .refused: return true
    }
  }

  /// Sets an attribute by the short way; the event's journal notes it, where it has room.
  @inline(__always)
  private func setAttribute(
    _ key: String, of id: ManagedObjectID, _ set: (inout Graph) -> AccessOutcome
  ) -> AccessOutcome {
    start.graph == nil ? setAndNote(key, of: id, set) : set(&current)
  }

  @inline(never)
  private func setAndNote(
    _ key: String, of id: ManagedObjectID, _ set: (inout Graph) -> AccessOutcome
  ) -> AccessOutcome {
    guard let (place, column) = current.attribute(key, of: id) else { return .refused }
    var outcome = AccessOutcome.refused
    _ = noting(column, at: place) { graph in
      outcome = set(&graph)
      return outcome == .changed
    }
    return outcome
  }

  /// Sets an attribute by the way of its value's type, which is the shorter one.
  func setPlainValue(_ value: Value, of id: ManagedObjectID, forKey key: String) throws {
    switch value {
    case .string(let text): try setValue(text, of: id, forKey: key)
    case .integer(let number): try setValue(Int(number), of: id, forKey: key)
    case .double(let number): try setValue(number, of: id, forKey: key)
    case .boolean(let flag): try setValue(flag, of: id, forKey: key)
    case .date(let date): try setValue(date, of: id, forKey: key)
    default: try setValue(value, of: id, forKey: key)
    }
  }

  /// Sets a string attribute, or another that takes a text. O(length).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ text: String, of id: ManagedObjectID, forKey key: String) throws {
    if !takesShortWay(changing: id) || isRefused(setAttribute(key, of: id) { $0.set(text, of: id, forKey: key) }) {
      try setValue(Value.string(text), of: id, forKey: key)
    }
  }

  /// Sets an integer attribute, or another that takes a whole number. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ number: Int, of id: ManagedObjectID, forKey key: String) throws {
    if !takesShortWay(changing: id)
      || isRefused(setAttribute(key, of: id) { $0.set(Int64(number), of: id, forKey: key) })
    {
      try setValue(Value.integer(Int64(number)), of: id, forKey: key)
    }
  }

  /// Sets a Double attribute, or another that takes a number. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ number: Double, of id: ManagedObjectID, forKey key: String) throws {
    if !takesShortWay(changing: id) || isRefused(setAttribute(key, of: id) { $0.set(number, of: id, forKey: key) }) {
      try setValue(Value.double(number), of: id, forKey: key)
    }
  }

  /// Sets a Boolean attribute. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ flag: Bool, of id: ManagedObjectID, forKey key: String) throws {
    if !takesShortWay(changing: id) || isRefused(setAttribute(key, of: id) { $0.set(flag, of: id, forKey: key) }) {
      try setValue(Value.boolean(flag), of: id, forKey: key)
    }
  }

  /// Sets a date attribute. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ date: Date, of id: ManagedObjectID, forKey key: String) throws {
    if !takesShortWay(changing: id) || isRefused(setAttribute(key, of: id) { $0.set(date, of: id, forKey: key) }) {
      try setValue(Value.date(date), of: id, forKey: key)
    }
  }

  /// Makes a to-one lead to an object; its inverse follows. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or of another
  ///   context or entity.
  public func setValue(_ object: ManagedObjectID, of id: ManagedObjectID, forKey key: String) throws {
    if !takesShortWay(linking: id, object) || isRefused(graph.set(object, of: id, forKey: key)) {
      try setValue(object.value, of: id, forKey: key)
    }
  }

  /// Adds one object to a to-many, at its end; one that it holds already is left where it is. O(1) where the inverse
  /// is a to-one, else O(the shorter of the two lists).
  /// - Throws: ``ObjectGraphError`` for a key that is not a to-many, or an object that is deleted, gone or of another context or
  ///   entity.
  public func add(_ object: ManagedObjectID, to key: String, of id: ManagedObjectID) throws {
    if !takesShortWay(linking: id, object) || isRefused(graph.add(object, to: key, of: id)) {
      try add([object], to: key, of: id)
    }
  }

  /// Returns the text of a string attribute; nil where there is none, and for a value of another type. O(length).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of evaluating a
  ///   fetched property.
  public func string(of id: ManagedObjectID, forKey key: String) throws -> String? {
    if readsShortWay, case .some(let text) = graph.text(of: id, forKey: key) { return text }
    if case .string(let text) = try value(of: id, forKey: key) { return text }
    return nil
  }

  /// Returns the number of an integer attribute; nil where there is none, and for a value of another type. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of evaluating a
  ///   fetched property.
  public func integer(of id: ManagedObjectID, forKey key: String) throws -> Int? {
    if readsShortWay, case .some(let number) = graph.integer(of: id, forKey: key) { return number.map { Int($0) } }
    if case .integer(let number) = try value(of: id, forKey: key) { return Int(number) }
    return nil
  }

  /// Returns the object that a to-one leads to; nil if there is none, and for a value of another type. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of evaluating a
  ///   fetched property.
  public func object(of id: ManagedObjectID, forKey key: String) throws -> ManagedObjectID? {
    if readsShortWay, case .some(let object) = graph.object(of: id, forKey: key) { return object }
    return try value(of: id, forKey: key).objectID
  }

  /// Returns how many objects a to-many holds; nil for a key of another kind. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of evaluating a
  ///   fetched property.
  public func count(of id: ManagedObjectID, forKey key: String) throws -> Int? {
    if readsShortWay, let count = graph.count(of: id, forKey: key) { return count }
    return try value(of: id, forKey: key).elements?.count
  }

  /// Whether nothing has to be asked before an object is changed.
  @inline(__always)
  var takesShortWay: Bool { !automaticallyMergesChangesFromParent }

  /// Whether nothing has to be asked before an object is changed, which is no fault then.
  @inline(__always)
  func takesShortWay(changing id: ManagedObjectID) -> Bool {
    !automaticallyMergesChangesFromParent && (!faults.isTracking || isFired(id))
  }

  /// The same of two objects that are linked.
  @inline(__always)
  private func takesShortWay(linking id: ManagedObjectID, _ other: ManagedObjectID) -> Bool {
    !automaticallyMergesChangesFromParent
      && (!faults.isWatching || faults.links.isEmpty && isFired(id) && isFired(other))
  }

  /// Whether nothing has to be asked before an object is read, nor noted after it.
  @inline(__always)
  var readsShortWay: Bool { !automaticallyMergesChangesFromParent && !faults.isWatching }
}
