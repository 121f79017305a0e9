import Diagnostics

extension EvaluationError {
  /// The error in words, at its ``range``, which counts in the text that the predicate was parsed from.
  public var diagnostic: Diagnostic {
    let (id, message, hint) = words
    var diagnostic = Diagnostic(id, message, at: range, hint: hint)
    if case .source(.missingObject) = fact { diagnostic.code = KeyValueError.missingObjectCode }
    return diagnostic
  }

  private var words: (id: String, message: String, hint: String?) {
    switch fact {
    case .source(let error): return error.words
    case .noKey(let key, let value):
      let hint = ValueType(value).flatMap { ValueKey.hint(for: key, of: $0) }
      return ("no-key", "\(shown(value)) has no key '\(DisplayText.visible(key))'", hint?.text)
    case .unboundVariable(let name): return ("unbound-variable", "nothing is named $\(name)", nil)
    case .openArgument(let text): return (Diagnostic.ID.openPlaceholder, "nothing has been given for \(text)", nil)
    case .noOrder(.object, .object):
      return (Diagnostic.ID.noOrder, "objects have no order", "compare a key of theirs, such as @max.age or sort age")
    case .noOrder(let left, let right):
      return (Diagnostic.ID.noOrder, "\(shown(left)) and \(shown(right)) have no order", nil)
    case .notText(let value, let sign):
      return ("not-text", "\(sign) compares text, not \(shown(value))", nil)
    case .notCollection(let value, let sign):
      return ("not-a-collection", "\(sign) needs a collection, not \(shown(value))", nil)
    case .quantifiedScalar(let value, let quantifier):
      return (
        "not-a-collection", "\(quantifier) needs a collection, not \(shown(value))",
        "leave \(quantifier) out, or put a to-many relationship into the path"
      )
    case .notPair(let value):
      return ("not-a-pair", "BETWEEN needs two bounds, not \(shown(value))", "write BETWEEN {1, 10}")
    case .notNumber(.date, let operation):
      return (
        Diagnostic.ID.notANumber, "\(operation) needs numbers, not a date",
        "a date as seconds is CAST(d, \"NSNumber\"), and back CAST(n, \"NSDate\")"
      )
    case .notNumber(let value, let operation):
      let hint =
        value.isNull ? "leave out those without a value, as a SQLite store does by itself: … != nil AND …" : nil
      return (Diagnostic.ID.notANumber, "\(operation) needs numbers, not \(shown(value))", hint)
    case .overflow(let operation): return ("overflow", "the result of \(operation) is too large", nil)
    case .undefined(let operation):
      return ("undefined-result", "\(operation) has no value for this number", "NSExpression would give NaN")
    case .wholeNumberOverflow(let operation):
      return (
        "overflow", "the result of \(operation) is beyond 64 bits",
        "NSExpression would wrap around; with a Decimal, as CAST(x, \"NSDecimalNumber\"), it continues"
      )
    case .divisionByZero: return ("division-by-zero", "this divides by zero", nil)
    case .badPattern(let pattern):
      return ("bad-pattern", "\"\(pattern)\" is not a regular expression", nil)
    case .costlyPattern(let pattern):
      return (
        "costly-pattern", "the regular expression \"\(pattern)\" takes too many steps",
        "repetitions inside repetitions, as in (a+)+, try every split of a text"
      )
    case .indexOutOfBounds(let index, let count):
      return ("index-out-of-bounds", "there is no element \(index) of \(count)", "the first is [0], the last [LAST]")
    case .badIndex(let index, let value):
      return ("bad-index", "\(shown(value)) has no element \(shown(index))", nil)
    case .badCast(let value, let type): return ("bad-cast", "\(shown(value)) can't become \(type)", nil)
    case .notCondition(let value):
      return ("not-a-condition", "\(shown(value)) is neither true nor false", "compare it with something")
    case .emptyCollection(let function): return ("empty-collection", "\(function) of nothing has no value", nil)
    case .notLocation(let value):
      return (
        "not-a-location", "a distance is between two places, and \(shown(value)) is none",
        "a place has numbers for latitude and longitude"
      )
    case .noChance(let function):
      return ("no-chance", "nothing is left to chance here, so \(function)() has no value", nil)
    case .unknownOperator(let name):
      return ("unknown-operator", "there is no collection operator '\(name)'", CollectionOperator.hint(for: name))
    case .unsupported(let what): return ("unsupported", "\(what) works on Apple's systems only", nil)
    }
  }

  /// A value in a message: short ones as they are written, others by their kind.
  private func shown(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer, .double, .decimal: value.canonicalText
    case .string(let text): CanonicalText.quoted(DisplayText.beginning(of: text, upTo: 30))
    case .date, .data, .uuid, .url, .object, .array, .set, .dictionary: value.kindDescription
    }
  }
}

extension KeyValueError {
  /// Core Data's code of a reference to a row that is gone, `NSManagedObjectReferentialIntegrityError`.
  fileprivate static let missingObjectCode = 133_000

  fileprivate var words: (id: String, message: String, hint: String?) {
    switch self {
    case .unknownKey(let key, let owner, let known):
      {
        let unknown = Diagnostic.unknown(key, of: owner, among: known)
        return (unknown.id, unknown.message, unknown.hint)
      }()
    case .missingObject(let name):
      (
        Diagnostic.ID.missingObject, "\(name) has been deleted (\(Self.missingObjectCode))",
        "its row is gone; by default Core Data reads nil from it, and says that it is deleted"
      )
    case .unknownForm(let text): ("unknown-form", "\(text) has no value here", nil)
    }
  }
}

extension KeyValueError: CustomStringConvertible {
  /// The words: `Player has no 'agee' (did you mean age?)`. O(length of the text).
  public var description: String {
    let (_, message, hint) = words
    return message + (hint.map { " (\($0))" } ?? "")
  }
}
