import struct Foundation.Date

/// The world that a predicate or an expression is evaluated over: it answers keys of objects, variables, and the forms
/// that a host language adds. Predicates knows nothing else about objects.
///
/// A ``KeyValueError`` that it throws is given its place in the predicate and becomes an ``EvaluationError``; any
/// other error goes through as it is.
///
/// ```swift
/// struct Sizes: KeyValueSource {
///   var now: Date { Date(timeIntervalSinceReferenceDate: 0) }
///
///   func value(forKey key: String, of object: ObjectReference) throws -> Value {
///     guard key == "size" else { throw KeyValueError.unknownKey(key, of: "Box", known: ["size"]) }
///     return .integer(Int64(object.rawValue % 100))
///   }
/// }
/// ```
///
/// ## Topics
/// To be written: ``value(forKey:of:)``, ``now``
/// Requirements with a default: ``value(forVariable:)``, ``value(of:candidate:)``, ``accessor(forKeyPath:of:)``,
/// ``joined(_:_:)``, ``keys(of:)``, ``displayText(of:)``, ``nextRandomNumber()``, ``meter``
/// Errors: ``KeyValueError``
public protocol KeyValueSource {
  /// The value of a key of an object; `.null` when the object has the key and no value there.
  ///
  /// A to-many relationship answers `.set` or, when it is ordered, `.array`, of `.object`.
  /// - Throws: ``KeyValueError/unknownKey(_:of:known:)`` for a key that the object does not have.
  func value(forKey key: String, of object: ObjectReference) throws -> Value

  /// The value bound to `$name`, or nil when it is unbound.
  /// - Throws: ``KeyValueError``, or any other error of the source.
  func value(forVariable name: String) throws -> Value?

  /// The value of a form that the host language added to the grammar.
  /// - Throws: ``KeyValueError/unknownForm(_:)`` for a form that is another host's.
  func value(of form: any ExpressionExtension, candidate: Value) throws -> Value

  /// The time that `now()` gives.
  var now: Date { get }

  /// A quick way to the value at the end of a key path, asked for once, when a predicate is compiled: a source with
  /// typed columns resolves the path there and answers rows afterwards. Nil when the source has none for this path.
  ///
  /// The path has plain keys only and is never empty. The accessor must return for an object what ``value(forKey:of:)``
  /// returns, key by key.
  /// - Parameters:
  ///   - keys: The keys of the path, in order.
  ///   - entity: The name of the entity whose objects are read, when the caller of
  ///     ``Predicate/compiled(over:entity:)`` has named it.
  func accessor(forKeyPath keys: [String], of entity: String?) -> ((ObjectReference) throws -> Value)?

  /// The one key that two keys of a path stand for, where the value of the first does not know the second: the source is
  /// then asked for that key of the object before both. Nil for two keys of their own. Asked once, when a predicate is
  /// compiled.
  func joined(_ key: String, _ next: String) -> String?

  /// The keys of an object, for ANYKEY; nil when this source does not know them.
  /// - Throws: ``KeyValueError``, or any other error of the source.
  func keys(of object: ObjectReference) throws -> [String]?

  /// How an object reads inside an interpolated string, such as `Player#3`.
  /// - Throws: ``KeyValueError``, or any other error of the source.
  func displayText(of object: ObjectReference) throws -> String

  /// The number that `random()` starts from; nil when this source has no chance in it.
  /// - Throws: ``KeyValueError``, or any other error of the source.
  func nextRandomNumber() throws -> UInt64?

  /// Counts what evaluation looks at and makes, and can stop it; nil when nothing is counted. Asked for when a predicate
  /// is compiled.
  var meter: Meter? { get }
}

extension KeyValueSource {
  /// Joins nothing: nil for every two keys. O(1).
  public func joined(_ key: String, _ next: String) -> String? { nil }

  /// Binds nothing: nil for every name. O(1).
  /// - Throws: Nothing.
  public func value(forVariable name: String) throws -> Value? { nil }

  /// Evaluates no form. O(length of the form's text).
  /// - Throws: ``KeyValueError/unknownForm(_:)``, always.
  public func value(of form: any ExpressionExtension, candidate: Value) throws -> Value {
    throw KeyValueError.unknownForm(form.canonicalText)
  }

  /// Has no quick way: nil, and every path is read key by key. O(1).
  public func accessor(forKeyPath keys: [String], of entity: String?) -> ((ObjectReference) throws -> Value)? { nil }

  /// Does not know them: nil, and ANYKEY of an object is an ``EvaluationError/Fact/unsupported(_:)``. O(1).
  /// - Throws: Nothing.
  public func keys(of object: ObjectReference) throws -> [String]? { nil }

  /// Returns `object` and the raw value, for sources whose objects have no names. O(1).
  /// - Throws: Nothing.
  public func displayText(of object: ObjectReference) throws -> String { "object \(object.rawValue)" }

  /// Has no chance in it: nil, and `random()` is an ``EvaluationError/Fact/noChance(function:)``. O(1).
  /// - Throws: Nothing.
  public func nextRandomNumber() throws -> UInt64? { nil }

  /// Counts nothing.
  public var meter: Meter? { nil }
}

/// Why a source could not answer.
public enum KeyValueError: Error, Hashable, Sendable {
  /// `of` says what kind of object it is, in the learner's words: an entity's name.
  case unknownKey(String, of: String, known: [String])
  /// The object is not there any more: a fault to nowhere (Core Data's 133000).
  case missingObject(String)
  /// A form of a host language that this source does not evaluate.
  case unknownForm(String)
}
