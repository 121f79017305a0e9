import Predicates

/// One question of the line protocol: a format string, the objects it is evaluated over, and the kind of question.
package struct PredicateRequest {
  /// The kind of question. The raw values are the words of the protocol.
  package enum Kind: String, CaseIterable, Sendable {
    /// Asks whether a predicate holds for the object.
    case eval
    /// The objects that it holds for, by position from 0.
    case filter
    /// How many of the objects it holds for.
    case count
    /// The canonical text.
    case print
    /// Asks whether the text is a predicate.
    case parseOK = "parse_ok"
    /// Asks whether NSPredicate refuses the text. Forms that we accept although they are from elsewhere (`NOT IN`) then count as
    /// errors.
    case parseError = "parse_error"
    /// The predicate as a tree of JSON objects.
    case tree
    /// The operator of a comparison, by Apple's name for it: `beginsWith`.
    case `operator`
    /// The constant value of a comparison's right side.
    case constant
    /// The function on a comparison's left side: `add:to:`.
    case leftFunction = "left_function"
    /// Asks whether evaluating raises; the answer then has an error.
    case evalError = "eval_error"
    /// The value of an expression.
    case expr
    case expressionPrint = "expr_print"
    case expressionParseError = "expr_parse_error"
    case expressionEvalError = "expr_eval_error"
    /// The positions of the objects in the order of one or several key paths: `age desc, name`.
    case sort

    /// Whether the format is an expression and not a condition.
    var isExpression: Bool {
      switch self {
      case .expr, .expressionPrint, .expressionParseError, .expressionEvalError: true
      case .eval, .filter, .count, .print, .parseOK, .parseError, .tree, .operator, .constant, .leftFunction,
        .evalError, .sort:
        false
      }
    }
  }

  /// Why a line is no question, in words.
  struct Problem: Error {
    var message: String
  }

  /// Whatever the asker calls it; given back unchanged.
  var id: Value
  var kind: Kind
  var format: String
  var arguments: [Value]
  var variables: [String: Value]
  var object: Value
  var objects: [Value]

  init(_ line: Value, datasets: [String: [Value]]) throws(Problem) {
    guard case .dictionary(let members) = line else { throw Problem(message: "a question is a JSON object") }
    id = members["id"] ?? .null
    guard case .string(let format)? = members["format"] else {
      throw Problem(message: "the question has no \"format\" that is a text")
    }
    self.format = format
    switch members["args"] ?? .null {
    case .null: arguments = []
    case .array(let list): arguments = list
    default: throw Problem(message: "\"args\" is a list")
    }
    switch members["vars"] ?? .null {
    case .null: variables = [:]
    case .dictionary(let named):
      variables = Dictionary(
        named.map { ($0.key.hasPrefix("$") ? String($0.key.dropFirst()) : $0.key, $0.value) }, uniquingKeysWith: { $1 })
    default: throw Problem(message: "\"vars\" is an object")
    }
    object = members["object"] ?? .null
    var objects: [Value]?
    if let list = members["objects"] {
      guard let elements = list.elements else { throw Problem(message: "\"objects\" is a list") }
      objects = elements
    } else if case .string(let name)? = members["dataset"] {
      guard let found = datasets[name] else { throw Problem(message: "there is no data set '\(name)'") }
      objects = found
    }
    self.objects = objects ?? []
    switch members["kind"] ?? .null {
    case .null: kind = objects != nil ? .filter : members["object"] != nil ? .eval : .print
    case .string(let word):
      guard let kind = Kind(rawValue: word) else { throw Problem(message: "there is no kind '\(word)'") }
      self.kind = kind
    default: throw Problem(message: "\"kind\" is a text")
    }
  }
}
