import struct Foundation.Date

/// What a predicate or an expression is evaluated over: it answers keys of objects, variables, and the forms that a host
/// language adds. The one thing that Predicates knows of the world.
public protocol KeyValueSource {
  /// The value of a key of an object; `.null` when the object has the key and no value there.
  /// - Throws: ``KeyValueError/unknownKey(_:of:known:)`` for a key that the object does not have.
  func value(forKey key: String, of object: ObjectReference) throws -> Value

  /// The value bound to `$name`, or nil when it is unbound.
  func value(forVariable name: String) throws -> Value?

  /// The value of a form that the host language added to the grammar.
  func value(of form: any ExpressionExtension, candidate: Value) throws -> Value

  /// The time that `now()` gives.
  var now: Date { get }
}

extension KeyValueSource {
  public func value(forVariable name: String) throws -> Value? { nil }

  public func value(of form: any ExpressionExtension, candidate: Value) throws -> Value {
    preconditionFailure("this source evaluates no extension forms, but was given \(form.canonicalText)")
  }
}

/// Why a source could not answer.
public enum KeyValueError: Error, Hashable, Sendable {
  /// `of` says what kind of object it is, in the learner's words: an entity's name.
  case unknownKey(String, of: String, known: [String])
  /// The object is not there any more: a fault to nowhere (Core Data's 133000).
  case missingObject(String)
}
