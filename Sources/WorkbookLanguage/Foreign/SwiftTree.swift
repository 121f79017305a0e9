/// An expression of Swift, as far as its translation needs it.
indirect enum SwiftTree: Hashable {
  /// A name, with the types between its angle brackets: `wade`, `NSFetchRequest<Player>`, `#Predicate<Player>`.
  case name(String, generics: [String] = [])
  /// A number or another literal as it is written.
  case literal(String)
  /// The text of a string, without its quotes and with its escapes as they are written.
  case text(String)
  /// `.cascade`
  case implicit(String)
  /// `\.team.name`, `\Player.team.name`; `root` is the type, where it is written.
  case keyPath(root: String?, [String])
  case list([SwiftTree])
  case member(SwiftTree, String)
  case call(SwiftTree, [Argument])
  case index(SwiftTree, SwiftTree)
  case closure(parameters: [String], body: [SwiftStatement])
  case infix(SwiftTree, String, SwiftTree)
  case not(SwiftTree)
  case negative(SwiftTree)
  case ternary(SwiftTree, SwiftTree, SwiftTree)

  struct Argument: Hashable {
    var label: String?
    var value: SwiftTree
  }

  /// The name of `wade`, or the last one of `self.container.viewContext`; nil for anything else.
  var lastName: String? {
    switch self {
    case .name(let name, _): name
    case .member(_, let name), .implicit(let name): name
    default: nil
    }
  }

  /// The method that a call names and what it is called on, which is nil for a function: `heat.players.add(…)`.
  var calledMethod: (receiver: SwiftTree?, name: String, arguments: [Argument])? {
    guard case .call(let callee, let arguments) = self else { return nil }
    switch callee {
    case .name(let name, _): return (nil, name, arguments)
    case .member(let receiver, let name): return (receiver, name, arguments)
    default: return nil
    }
  }
}

/// A statement of Swift.
indirect enum SwiftStatement: Hashable {
  case expression(SwiftTree)
  /// `let x = …`, `var x: [Player] = …`
  case binding(String, SwiftTree)
  /// `=`, `+=` and the like.
  case assignment(SwiftTree, String, SwiftTree)
  /// `@Query(sort: \Player.name) var players: [Player]`
  case property(SwiftProperty)
  case type(SwiftType)
  case loop(String, SwiftTree, [SwiftStatement])
  case branch(SwiftTree, [SwiftStatement])
}

/// A stored property of a class or structure.
struct SwiftProperty: Hashable {
  struct Attribute: Hashable {
    var name: String
    var arguments: [SwiftTree.Argument]
  }

  var attributes: [Attribute]
  var name: String
  /// The type without its optionality: `String`, and the element where it is a collection.
  var type: String?
  var isOptional = false
  var isCollection = false
  var initial: SwiftTree?
}

/// `class Player: NSManagedObject { … }`, `@Model final class Player { … }`, `enum Color: String { case red }`.
struct SwiftType: Hashable {
  var keyword: String
  var name: String
  var parents: [String]
  var properties: [SwiftProperty]
  /// The cases of an enumeration.
  var cases: [String]
  /// `#Unique<Player>([\.name])`, `#Index<Player>([\.name])`
  var macros: [SwiftTree]
}

extension [SwiftTree.Argument] {
  subscript(label: String) -> SwiftTree? { first { $0.label == label }?.value }

  /// The arguments without a label.
  var unlabelled: [SwiftTree] { filter { $0.label == nil }.map(\.value) }

  /// The only argument, whatever its label.
  var sole: SwiftTree? { count == 1 ? self[0].value : nil }
}

extension SwiftStatement {
  /// The statement with an expression in the place of a name.
  func replacing(_ name: String, with other: SwiftTree) -> SwiftStatement {
    switch self {
    case .expression(let tree): .expression(tree.replacing(name, with: other))
    case .binding(let own, let tree): .binding(own, tree.replacing(name, with: other))
    case .assignment(let left, let sign, let right):
      .assignment(left.replacing(name, with: other), sign, right.replacing(name, with: other))
    case .loop(let variable, let sequence, let body):
      .loop(variable, sequence.replacing(name, with: other), body.map { $0.replacing(name, with: other) })
    case .branch(let condition, let body):
      .branch(condition.replacing(name, with: other), body.map { $0.replacing(name, with: other) })
    case .property, .type: self
    }
  }
}

extension SwiftTree {
  /// The expression with another one in the place of a name.
  func replacing(_ name: String, with other: SwiftTree) -> SwiftTree {
    func replaced(_ tree: SwiftTree) -> SwiftTree { tree.replacing(name, with: other) }
    switch self {
    case .name(name, _): return other
    case .name, .literal, .text, .implicit, .keyPath: return self
    case .list(let elements): return .list(elements.map(replaced))
    case .member(let owner, let key): return .member(replaced(owner), key)
    case .call(let callee, let arguments):
      return .call(replaced(callee), arguments.map { Argument(label: $0.label, value: replaced($0.value)) })
    case .index(let list, let place): return .index(replaced(list), replaced(place))
    case .closure(let parameters, let body):
      // A closure's own parameter hides the name.
      guard !parameters.contains(name), name != "$0" else { return self }
      return .closure(parameters: parameters, body: body.map { $0.replacing(name, with: other) })
    case .infix(let left, let sign, let right): return .infix(replaced(left), sign, replaced(right))
    case .not(let inside): return .not(replaced(inside))
    case .negative(let inside): return .negative(replaced(inside))
    case .ternary(let test, let first, let second): return .ternary(replaced(test), replaced(first), replaced(second))
    }
  }
}
