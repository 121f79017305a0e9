/// The result of a search for objects on which two predicates differ.
///
/// ## Topics
/// Made by: ``Predicate/distinguish(_:_:entity:in:variables:limits:)``
/// Findings: ``Witness``, ``SearchLimits``
public enum Distinction: Hashable, Sendable {
  /// The smallest set of objects on which they differ.
  case differ(Witness)
  /// They agree on every graph of up to this many objects that can be made of the values that matter to them.
  ///
  /// The values that matter are the constants that the two compare with and their neighbours, so for comparisons with
  /// constants more values would add nothing. For regular expressions and arithmetic they are samples.
  case agree(upToObjects: Int)
  /// Nothing can be said, and why, in words.
  case undecided(String)
}

/// A small graph and the object in it that one predicate holds for and the other does not.
public struct Witness: Hashable, Sendable {
  /// An object of the graph. Properties that the predicates do not read have the simplest value that the model allows.
  public struct Object: Hashable, Sendable {
    /// The name of its entity.
    public var entity: String
    /// Attributes and relationships by key, in the order of the model; objects are ``Predicates/Value/object(_:)``
    /// with their place in ``Witness/objects`` as raw value.
    public var values: [(key: String, value: Value)]

    /// Whether entity, keys and values are the same. O(size of the values).
    public static func == (left: Object, right: Object) -> Bool {
      left.entity == right.entity && left.values.map(\.key) == right.values.map(\.key)
        && left.values.map(\.value) == right.values.map(\.value)
    }

    /// Feeds what `==` compares. O(size of the values).
    public func hash(into hasher: inout Hasher) {
      hasher.combine(entity)
      for (key, value) in values {
        hasher.combine(key)
        hasher.combine(value)
      }
    }
  }

  /// A predicate's answer for the candidate.
  public enum Answer: String, Hashable, Sendable {
    /// It holds; it does not; it has no value for it.
    case holds, fails, raises
  }

  /// The objects; the first one is the candidate.
  public var objects: [Object]
  /// The answers of the two predicates for the first object.
  public var answers: [Answer]
}

extension Witness: CustomStringConvertible {
  /// A line an object, the candidate first: `Player#1: age nil, team Team#2`. O(length of the text).
  public var description: String {
    objects.indices.map { place in
      let values = objects[place].values.map { "\($0.key) \(shown($0.value))" }.joined(separator: ", ")
      return "\(name(of: place)): \(values.isEmpty ? "nothing that is read" : values)"
    }.joined(separator: "\n")
  }

  /// How an object of the graph reads: its entity and its place, counted from 1.
  private func name(of place: Int) -> String {
    objects.indices.contains(place) ? "\(objects[place].entity)#\(place + 1)" : "nil"
  }

  private func shown(_ value: Value) -> String {
    switch value {
    case .object(let reference): name(of: Int(truncatingIfNeeded: reference.rawValue))
    case .array(let elements), .set(let elements): "{" + elements.map { shown($0) }.joined(separator: ", ") + "}"
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    case .date(let date): date.internetText
    default: value.canonicalText
    }
  }
}

/// How far a search goes.
public struct SearchLimits: Hashable, Sendable {
  /// The most objects in one graph.
  public var objects: Int
  /// The most graphs that are tried; a size that needs more is not counted as searched through.
  public var graphs: Int

  /// Graphs of four objects, and two hundred thousand of them: well below a second for most pairs.
  public init(objects: Int = 4, graphs: Int = 200_000) {
    self.objects = objects
    self.graphs = graphs
  }
}

extension Predicate {
  /// Finds a smallest set of objects on which two predicates differ: for grading, and to show a learner what a change
  /// of a condition means.
  ///
  /// ```swift
  /// Predicate.distinguish(mine, yours, entity: "Player", in: model)
  /// // Player#1: age 30
  /// ```
  ///
  /// All graphs of one object are tried, then those of two, and so on; each is one that the model takes: required values
  /// are there, inverses agree. The order is always the same. A predicate that has no value for an object differs from
  /// one that has; such a witness is given only where there is no other of its size.
  /// - Parameters:
  ///   - first: A predicate.
  ///   - second: The predicate to compare it with.
  ///   - entity: The entity of the candidates.
  ///   - shape: The entities and their properties; see ``ModelShape/inverse(of:of:)``.
  ///   - variables: The values of `$name` in both.
  ///   - limits: The most objects and graphs to try.
  /// - Complexity: O(graphs tried × objects in one × nodes of both predicates), with at most `limits.graphs` graphs;
  ///   their number grows exponentially with the properties that the predicates read.
  public static func distinguish(
    _ first: Predicate, _ second: Predicate, entity: String, in shape: some ModelShape,
    variables: [String: Value] = [:], limits: SearchLimits = SearchLimits()
  ) -> Distinction {
    if first == second { return .agree(upToObjects: limits.objects) }
    var search = WitnessSearch(shape: shape, entity: entity, variables: variables, limits: limits)
    return search.run(first, second)
  }
}
