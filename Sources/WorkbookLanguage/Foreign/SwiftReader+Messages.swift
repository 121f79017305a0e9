import Predicates

/// Messages and literals of Objective-C, as the calls that Swift has for them: `[wade setValue:@3 forKey:@"age"]` is
/// `wade.setValue(3, forKey: "age")`.
extension SwiftReader {
  /// Whether a message follows the receiver in brackets, and no list: `[wade name]`.
  var isAtSelector: Bool { current.isIdentifier && !current.startsLine }

  /// `NSArray *books = …`, `NSInteger n = …`: the name, and the tokens before it.
  var declaredName: (name: String, offset: Int)? {
    guard current.isIdentifier else { return nil }
    let place = peek().isSymbol(.star) ? 2 : Self.plainTypes.contains(text(current)) ? 1 : nil
    guard let place, peek(place).isIdentifier, peek(place + 1).isSymbol(.equal) else { return nil }
    return (text(peek(place)), place)
  }

  private static let plainTypes: Set<String> = [
    "id", "int", "long", "NSInteger", "NSUInteger", "BOOL", "double", "float",
  ]

  /// `@"Wade"`, `@3`, `@YES`, `@[…]`, `@(…)`, after the sign.
  mutating func boxed() throws -> SwiftTree {
    guard !current.isSpaced, !current.isIdentifier || at(word: "YES") || at(word: "NO") else { throw GivesUp() }
    return try nested { try $0.primary() }
  }

  /// The rest of a message to a receiver, from the selector to the bracket that closes it.
  mutating func message(to receiver: SwiftTree) throws -> SwiftTree {
    // `[fetch Player]` is a statement of the workbook in brackets.
    if case .name(let word, _) = receiver, ["fetch", "count", "group"].contains(word) { throw GivesUp() }
    hasMessages = true
    let first = try identifier()
    guard at(.colon) else {
      try expect(.rightBracket)
      return Self.unary(first, of: receiver)
    }
    var parts = [(first, try messageArgument())]
    var rest: [SwiftTree] = []
    while !at(.rightBracket) {
      if consume(.comma) {
        if !consume(word: "nil") { rest.append(try expression()) }
      } else {
        let name = try identifier()
        guard at(.colon) else { throw GivesUp() }
        // `error:&error` has no counterpart.
        if name == "error" {
          while !at(.rightBracket), !isAtEnd { advance() }
        } else {
          parts.append((name, try messageArgument()))
        }
      }
    }
    try expect(.rightBracket)
    return Self.call(parts, rest, on: receiver)
  }

  private mutating func messageArgument() throws -> SwiftTree {
    try expect(.colon)
    // save:&error
    if text(current).hasPrefix("&") {
      while !at(.rightBracket), !isAtEnd { advance() }
      return .name("nil")
    }
    return try nested { try $0.expression() }
  }

  private static let unaryCalls: Set<String> = [
    "save", "undo", "redo", "rollback", "reset", "processPendingChanges", "refreshAllObjects", "beginUndoGrouping",
    "endUndoGrouping", "removeAllObjects", "newBackgroundContext",
  ]

  private static func unary(_ selector: String, of receiver: SwiftTree) -> SwiftTree {
    switch selector {
    case "alloc": receiver
    case "init", "new": .call(receiver, [])
    case "date" where receiver == .name("NSDate"): .call(.name("Date"), [])
    case _ where unaryCalls.contains(selector): .call(.member(receiver, selector), [])
    default: .member(receiver, selector)
    }
  }

  /// Selectors whose name in Swift does not follow from their words.
  private static let methods: [String: (name: String, label: String?)] = [
    "deleteObject": ("delete", nil), "insertObject": ("insert", nil), "refreshObject": ("refresh", nil),
    "executeFetchRequest": ("fetch", nil), "executeRequest": ("execute", nil), "addObject": ("add", nil),
    "removeObject": ("remove", nil), "insertNewObjectForEntityForName": ("insertNewObject", "forEntityName"),
    "existingObjectWithID": ("existingObject", "with"), "objectWithID": ("object", "with"),
    "objectRegisteredForID": ("registeredObject", "for"), "countForFetchRequest": ("count", "for"),
  ]

  /// Class methods that make an object: the type that Swift initializes.
  private static let makers: [String: (type: String, label: String)] = [
    "predicateWithFormat": ("NSPredicate", "format"), "fetchRequestWithEntityName": ("NSFetchRequest", "entityName"),
    "sortDescriptorWithKey": ("NSSortDescriptor", "key"),
  ]

  private static func call(_ parts: [(String, SwiftTree)], _ rest: [SwiftTree], on receiver: SwiftTree) -> SwiftTree {
    let (selector, argument) = parts[0]
    let others = parts.dropFirst().map { SwiftTree.Argument(label: $0.0, value: $0.1) }
    let unnamed = rest.map { SwiftTree.Argument(label: nil, value: $0) }
    func call(_ callee: SwiftTree, _ label: String?) -> SwiftTree {
      .call(callee, [.init(label: label, value: argument)] + others + unnamed)
    }
    if let maker = makers[selector] { return call(.name(maker.type), maker.label) }
    if let method = methods[selector] { return call(.member(receiver, method.name), method.label) }
    // initWithEntityName, valueForKey: the label begins at the preposition.
    for word in ["With", "For", "By", "At"] {
      guard let place = selector.range(of: word), place.lowerBound > selector.startIndex,
        selector[place.upperBound...].first?.isUppercase == true
      else { continue }
      let name = String(selector[..<place.lowerBound])
      let tail = selector[(name == "init" ? place.upperBound : place.lowerBound)...]
      let label = tail.prefix(1).lowercased() + tail.dropFirst()
      return call(name == "init" ? receiver : .member(receiver, name), label)
    }
    // addBooksObject:, addBooks:
    for verb in ["add", "remove"] where others.isEmpty && selector.hasPrefix(verb) {
      var key = selector.dropFirst(verb.count)
      guard key.first?.isUppercase == true else { continue }
      if key.hasSuffix("Object"), key.count > 6 { key = key.dropLast(6) }
      return call(.member(receiver, (verb == "add" ? "addTo" : "removeFrom") + key), nil)
    }
    return call(.member(receiver, selector), nil)
  }
}
