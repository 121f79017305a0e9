import Diagnostics

/// Compiles a predicate to closures that answer with an ``Explanation`` instead of a Boolean.
struct Explainer<Source: KeyValueSource> {
  typealias Node = (EvaluationFrame) -> Explanation

  var compiler: Compiler<Source>

  init(_ compiler: Compiler<Source>) { self.compiler = compiler }

  mutating func node(_ predicate: Predicate) -> Node {
    switch predicate.kind {
    case .constant, .truth: return leaf(predicate, facts: { _ in [] })
    case .comparison(let comparison):
      let facts = self.facts(comparison)
      return leaf(predicate, facts: facts)
    case .not(let operand):
      let inner = node(operand)
      return { frame in
        let part = inner(frame)
        let outcome: Explanation.Outcome =
          switch part.outcome {
          case .holds: .fails
          case .fails: .holds
          case .raises, .notAsked: part.outcome
          }
        return Explanation(predicate: predicate, outcome: outcome, facts: [], parts: [part])
      }
    case .and(let operands): return compound(predicate, operands, decides: .fails, otherwise: .holds)
    case .or(let operands): return compound(predicate, operands, decides: .holds, otherwise: .fails)
    }
  }

  /// AND and OR: asked in turn until one decides, or has no answer.
  private mutating func compound(
    _ predicate: Predicate, _ operands: [Predicate], decides: Explanation.Outcome, otherwise: Explanation.Outcome
  ) -> Node {
    let nodes = operands.map { node($0) }
    return { frame in
      var outcome = otherwise
      var parts: [Explanation] = []
      for (node, operand) in zip(nodes, operands) {
        if outcome != otherwise {
          parts.append(Explanation(predicate: operand, outcome: .notAsked, facts: [], parts: []))
          continue
        }
        let part = node(frame)
        parts.append(part)
        if part.outcome == decides || part.outcome.isRaised { outcome = part.outcome }
      }
      return Explanation(predicate: predicate, outcome: outcome, facts: [], parts: parts)
    }
  }

  private mutating func leaf(_ predicate: Predicate, facts: @escaping (EvaluationFrame) -> [String]) -> Node {
    let condition: Condition
    do {
      condition = try compiler.condition(predicate)
    } catch let error as EvaluationError {
      return { _ in Explanation(predicate: predicate, outcome: .raises(error), facts: [], parts: []) }
    } catch {
      return { _ in Explanation(predicate: predicate, outcome: .notAsked, facts: [], parts: []) }
    }
    return { frame in
      let outcome: Explanation.Outcome
      do {
        outcome = try condition(frame) ? .holds : .fails
      } catch let error as EvaluationError {
        outcome = .raises(error)
      } catch {
        let unknown = EvaluationError(.unsupported("\(error)"), at: predicate.range)
        outcome = .raises(unknown)
      }
      return Explanation(predicate: predicate, outcome: outcome, facts: facts(frame), parts: [])
    }
  }

  // MARK: Facts

  /// Returns the values of the two sides of a comparison for an object.
  private mutating func facts(_ comparison: Predicate.Comparison) -> (EvaluationFrame) -> [String] {
    let left = sideFacts(comparison.left, comparison.modifier)
    let right = sideFacts(comparison.right, .direct)
    return { frame in
      var found: [String] = []
      for fact in left(frame) + right(frame) where !found.contains(fact) { found.append(fact) }
      return found
    }
  }

  /// The facts of one side: its own value, unless a key on its way is nil, which then says all; before arithmetic and
  /// functions those of the paths in it.
  private mutating func sideFacts(
    _ side: Expression, _ modifier: Predicate.Comparison.Modifier
  ) -> (EvaluationFrame) -> [String] {
    switch side.kind {
    case .constant, .aggregate, .argument, .anyKey, .candidate: return { _ in [] }
    case .key, .variableKey: return pathFacts(side, modifier)
    case .variable, .subquery, .extension, .index: return valueFact(side)
    case .assignment, .negation, .binary, .onesComplement, .function, .selector, .cast, .ternary:
      var inner: [(EvaluationFrame) -> [String]] = []
      for path in side.outermostPaths { inner.append(pathFacts(path, .direct)) }
      let own = valueFact(side)
      return { [inner] frame in inner.flatMap { $0(frame) } + own(frame) }
    }
  }

  /// `team is nil` for `team.name`, `age is 29` otherwise.
  private mutating func pathFacts(
    _ path: Expression, _ modifier: Predicate.Comparison.Modifier
  ) -> (EvaluationFrame) -> [String] {
    var prefixes: [(expression: Expression, operand: Operand)] = []
    var here = path
    while let base = here.pathBase {
      if let operand = try? compiler.operand(here) { prefixes.append((here, operand)) }
      here = base
    }
    prefixes.reverse()
    let words = words(for: path, modifier)
    return { frame in
      for (expression, operand) in prefixes {
        guard let value = try? operand.evaluate(frame) else { return [] }
        if value.isNull { return ["\(expression.declaration) is nil"] }
        if value.elements?.isEmpty == true { return ["\(expression.declaration) is empty"] }
      }
      guard let value = try? prefixes.last?.operand.evaluate(frame) else { return [] }
      return [words(value)]
    }
  }

  private mutating func valueFact(_ expression: Expression) -> (EvaluationFrame) -> [String] {
    guard let operand = try? compiler.operand(expression) else { return { _ in [] } }
    let words = words(for: expression, .direct)
    return { frame in (try? operand.evaluate(frame)).map { [words($0)] } ?? [] }
  }

  /// A value in a sentence: `players.age is 30, 31 and nil`, `players is empty`.
  private func words(
    for expression: Expression, _ modifier: Predicate.Comparison.Modifier
  ) -> (Value) -> String {
    let source = compiler.source
    let name = expression.declaration
    return { value in
      guard let elements = value.elements else { return "\(name) is \(Self.shown(value, source))" }
      if elements.isEmpty { return "\(name) is empty" }
      let shown = elements.prefix(5).map { Self.shown($0, source) }
      let list = elements.count > 5 ? Listing.text(shown, of: elements.count, upTo: 5) : Listing.all(shown)
      return modifier == .direct ? "\(name) has \(list)" : "\(name) is \(list)"
    }
  }

  private static func shown(_ value: Value, _ source: Source) -> String {
    switch value {
    case .object(let reference): return (try? source.displayText(of: reference)) ?? "an object"
    case .array, .set, .dictionary: return value.kindDescription
    case .string(let text): return CanonicalText.quoted(DisplayText.beginning(of: text, upTo: 40))
    case .null, .boolean, .integer, .double, .decimal, .date, .data, .uuid, .url:
      return DisplayText.beginning(of: value.declaredLiteral ?? value.canonicalText, upTo: 60)
    }
  }
}

extension Expression {
  /// The expression whose key is read; nil for an expression that does not end with a key.
  fileprivate var pathBase: Expression? {
    switch kind {
    case .key(let base, _), .variableKey(let base, _): base
    default: nil
    }
  }

  /// The key paths from the candidate or a variable inside an expression, each as a whole.
  fileprivate var outermostPaths: [Expression] {
    var paths: [Expression] = []
    _ = rewriting { part in
      switch part.kind {
      case .key, .variableKey:
        paths.append(part)
        return part
      case .subquery: return part
      default: return nil
      }
    }
    return paths
  }
}
