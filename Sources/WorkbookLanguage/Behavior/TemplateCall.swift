import Predicates

/// A fetch request template with the values of its variables: `ByColor(COLOR: "Green")`.
package struct TemplateCall: Hashable, Sendable {
  package enum Argument: Hashable, Sendable {
    case value(Value)
    /// The number of an object of the script.
    case object(Int)
  }

  package struct Binding: Hashable, Sendable {
    package var variable: String
    package var argument: Argument
  }

  package var name: String
  package var bindings: [Binding] = []

  /// The text after `fetch`.
  func text(_ names: [String]) -> String {
    if bindings.isEmpty { return name }
    let arguments = bindings.map { binding in
      switch binding.argument {
      case .value(let value): "\(binding.variable): \(ModelText.literal(value))"
      case .object(let place): "\(binding.variable): \(names.indices.contains(place) ? names[place] : "nil")"
      }
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

/// A fetch request template that a search looks at, with what is tried for its variables.
struct TemplateUse: Hashable {
  enum Choice: Hashable {
    case values([Value])
    /// Each object of an entity.
    case objects(of: String)
  }

  struct Variable: Hashable {
    var name: String
    var choice: Choice
  }

  var name: String
  var variables: [Variable]
  /// More combinations of values would hardly show more.
  private static let limit = 6

  /// The template with all choices for its variables, the first that many.
  /// - Parameter objects: the objects of an entity.
  func calls(_ objects: (String) -> [Int]) -> [TemplateCall] {
    var result = [TemplateCall(name: name)]
    for variable in variables {
      let arguments: [TemplateCall.Argument] =
        switch variable.choice {
        case .values(let values): values.map { .value($0) }
        case .objects(let entity): objects(entity).map { .object($0) }
        }
      result = Array(
        result.flatMap { call in
          arguments.map { argument in
            var call = call
            call.bindings.append(TemplateCall.Binding(variable: variable.name, argument: argument))
            return call
          }
        }.prefix(Self.limit))
    }
    return result
  }
}
