import Predicates

/// How a fetch found what it found: its steps in order, each with the number of objects before and after it.
///
/// ```swift
/// let plan = try context.plan(of: FetchRequest("Player", predicate: byTeam))
/// for step in plan.steps { print(step.kind, step.rowsIn, step.rowsOut) }
/// ```
///
/// The numbers are those of one run, counted and not estimated. Which way is taken depends on them, never on the time.
public struct FetchPlan: Hashable, Sendable {
  /// One thing that was done.
  public struct Step: Hashable, Sendable {
    /// The kind of step.
    public var kind: Kind
    /// The number of objects that the step started with.
    public var rowsIn: Int
    /// How many were left.
    public var rowsOut: Int
    /// The parts of the condition of a filter that is an AND, OR or NOT, from the outside in; empty for other steps.
    public var parts: [Part] = []
  }

  /// One part of the condition of a step.
  public struct Part: Hashable, Sendable {
    /// Its canonical text.
    public var condition: String
    /// The depth below the step's condition, whose own operands are 1.
    public var depth: Int
    /// How many objects it was asked about: an OR asks its second part only where the first was false.
    public var rowsIn: Int
    /// For how many of them it held.
    public var rowsOut: Int
  }

  /// The things that are done. Conditions are in canonical text.
  public enum Kind: Hashable, Sendable {
    /// All objects of an entity are the start.
    case all(entity: String)
    /// The index of an attribute gave the objects; `reread` of them were looked at because their page changed since
    /// the index was made.
    case index(entity: String, attribute: String, condition: String, reread: Int)
    /// The condition names its objects.
    case objects(entity: String, condition: String)
    /// From the objects found to those whose relationship leads to them.
    case inverse(entity: String, relationship: String)
    /// The objects were asked a condition, by reading the columns or, otherwise, one object after the other.
    case filter(condition: String, isColumnar: Bool)
    /// The objects at the other end of a relationship were asked a condition first.
    case farFilter(entity: String, condition: String)
    /// They were put in order.
    case sort(keys: [String])
    /// The first objects were skipped, or there was a limit.
    case slice(offset: Int, limit: Int?)
  }

  /// The steps in the order in which they were done.
  public internal(set) var steps: [Step] = []

  /// An index that would have led to too many objects.
  public struct PassedOver: Hashable, Sendable {
    /// The attribute that is indexed.
    public var attribute: String
    /// How many objects the index leads to.
    public var rows: Int
  }

  /// The indexes that the planner looked into and did not use, because reading all objects in a row takes less than
  /// reading one in four of them one by one.
  public internal(set) var passedOver: [PassedOver] = []

  /// How many objects were found.
  public var found: Int { steps.last?.rowsOut ?? 0 }

  /// Shows the conditions as the caller wrote them.
  package mutating func rewriteConditions(_ rewrite: (String) -> String) {
    for index in steps.indices {
      for part in steps[index].parts.indices {
        steps[index].parts[part].condition = rewrite(steps[index].parts[part].condition)
      }
      switch steps[index].kind {
      case .index(let entity, let attribute, let condition, let reread):
        steps[index].kind = .index(
          entity: entity, attribute: attribute, condition: rewrite(condition), reread: reread)
      case .objects(let entity, let condition):
        steps[index].kind = .objects(entity: entity, condition: rewrite(condition))
      case .filter(let condition, let isColumnar):
        steps[index].kind = .filter(condition: rewrite(condition), isColumnar: isColumnar)
      case .farFilter(let entity, let condition):
        steps[index].kind = .farFilter(entity: entity, condition: rewrite(condition))
      case .all, .inverse, .sort, .slice: break
      }
    }
  }

  mutating func add(_ kind: Kind, _ rowsIn: Int, _ rowsOut: Int, parts: PredicateProfile? = nil) {
    var step = Step(kind: kind, rowsIn: rowsIn, rowsOut: rowsOut)
    step.parts = (parts?.rows ?? []).dropFirst().map {
      Part(condition: $0.predicate.description, depth: $0.depth, rowsIn: $0.rowsIn, rowsOut: $0.rowsOut)
    }
    steps.append(step)
  }
}

/// The way in which a fetch finds its objects. All ways find the same; tests compare them, and Benchmarks measure them.
public enum FetchStrategy: Hashable, Sendable, CaseIterable {
  /// The cheapest way.
  case planned
  /// The columns from the first to the last row.
  case columns
  /// Every object by the closures of the compiled predicate.
  case closures
}
