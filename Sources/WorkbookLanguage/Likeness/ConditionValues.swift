import ObjectGraph
import Predicates
import Support

import struct Foundation.Locale

/// Values at which the conditions of two models may answer differently: what they compare with, its neighbours, and what the
/// start of the exercise holds.
struct ConditionValues {
  /// The value of a template's variable.
  enum Binding {
    case value(Value)
    /// An object of the graph, by its place.
    case object(Int)

    func value(_ ids: [ManagedObjectID?]) -> Value? {
      switch self {
      case .value(let value): value
      case .object(let place): ids[place]?.value
      }
    }

    func text(_ graph: SampleGraph) -> String {
      switch self {
      case .value(let value): ObjectFormatter.literal(value)
      case .object(let place): graph.text(place)
      }
    }
  }

  /// Values that are near to each other, from which most values of one graph come: so that they meet there.
  struct Theme {
    fileprivate var values: [Value] = []
    /// How many of 100 values come from it.
    fileprivate var strength: Int
  }

  /// An attribute as an entity has it, its own or inherited.
  private struct Key: Hashable {
    var entity: String
    var attribute: String
  }

  /// The values to choose from for each attribute.
  private let choices: [Key: [Value]]
  /// The values that the two models compare with and the start holds, without neighbours.
  private let centres: [Value]
  /// Whether numbers below zero are drawn: where the exercise has none, nobody counts on a person of -1.
  private let drawsNegative: Bool
  /// More would be drawn too rarely, each of them.
  private static let limit = 40

  /// - Parameter second: the model for whose attributes values are drawn.
  init(_ first: ManagedObjectModel, _ second: ManagedObjectModel, start: EndState) {
    let samples = ScriptSamples(first, second, seekingWitnesses: false)
    let graph = start.graph
    var centres = samples.constants
    for entity in start.model.entities {
      let keys = start.model.properties(of: entity.name).compactMap(\.attribute?.name)
      for object in graph.objectIDs(of: entity.name) { centres += keys.map { graph.value(ofKey: $0, of: object) } }
    }
    var known: Set<Value> = []
    self.centres = centres.filter { !$0.isNull && known.insert($0).inserted }
    let drawsNegative = centres.contains(where: \.isNegative)
    self.drawsNegative = drawsNegative
    var choices: [Key: [Value]] = [:]
    for entity in second.entityNames {
      for attribute in second.properties(of: entity).compactMap(\.attribute) {
        choices[Key(entity: entity, attribute: attribute.name)] = Self.choices(
          for: attribute, entity, samples, start
        ).filter { drawsNegative || !$0.isNegative }
      }
    }
    self.choices = choices
  }

  /// Draws a theme: a text, a number, a moment and a truth value, each with its neighbours.
  func theme(_ random: inout SeededRandom) -> Theme {
    var theme = Theme(strength: random.pick([50, 80, 97]))
    let kinds = Dictionary(grouping: centres, by: Self.kind).sorted { $0.key < $1.key }
    for (_, values) in kinds {
      theme.values += Self.neighbours(of: random.pick(values)).filter { drawsNegative || !$0.isNegative }
    }
    if !random.chance(34) { theme.values.append(.boolean(random.chance(50))) }
    return theme
  }

  /// Draws a value for an attribute, most often one of the theme.
  func draw(
    for attribute: AttributeDescription, _ entity: String, _ theme: Theme, _ random: inout SeededRandom
  ) -> Value? {
    guard let choices = choices[Key(entity: entity, attribute: attribute.name)], let first = choices.first else {
      return nil
    }
    let themed = theme.values.filter { Self.kind($0) == Self.kind(first) }
    return !themed.isEmpty && random.chance(theme.strength) ? random.pick(themed) : random.pick(choices)
  }

  private static func kind(_ value: Value) -> Int {
    switch value {
    case .integer: 0
    case .double: 1
    case .decimal: 2
    case .string: 3
    case .boolean: 4
    case .date: 5
    default: 6
    }
  }

  private static func neighbours(of value: Value) -> [Value] {
    switch value {
    case .integer(let number): [value, .integer(number &+ 1), .integer(number &- 1)]
    case .double(let number): [value, .double(number + 1), .double(number - 1)]
    case .decimal(let number): [value, .decimal(number + 1), .decimal(number - 1)]
    case .date(let date): [value, .date(date.addingTimeInterval(86_400)), .date(date.addingTimeInterval(-86_400))]
    default: [value] + relatives(value)
    }
  }

  /// Returns the values to choose from for an attribute, each once.
  private static func choices(
    for attribute: AttributeDescription, _ entity: String, _ samples: ScriptSamples, _ start: EndState
  ) -> [Value] {
    var found: [Value] = []
    var known: Set<Value> = []
    func add(_ values: [Value]) {
      for value in values where found.count < Self.limit && known.insert(value).inserted { found.append(value) }
    }
    add(samples.samples(of: attribute))
    let held =
      start.model[entity: entity] == nil
      ? []
      : start.graph.objectIDs(of: entity).map {
        start.graph.value(ofKey: attribute.name, of: $0)
      }
    add(held.filter { !$0.isNull })
    add(found.flatMap(relatives))
    return found
  }

  /// Returns values for the variables of a template, chosen by what it compares them with.
  func bindings(
    of template: FetchRequestTemplate, in model: ManagedObjectModel, _ graph: SampleGraph, _ theme: Theme,
    _ random: inout SeededRandom
  ) -> [String: Binding] {
    var bindings: [String: Binding] = [:]
    for variable in template.variables {
      let end = template.request.paths(beside: variable).lazy.compactMap {
        model.end(of: $0, from: template.request.entity)
      }.first
      switch end {
      case .attribute(let attribute, let entity)?:
        bindings[variable] = draw(for: attribute, entity, theme, &random).map { .value($0) }
      case .objects(let entity)?:
        let places = graph.objects.indices.filter { model.isKind(graph.objects[$0].entity, of: entity) }
        if !places.isEmpty { bindings[variable] = .object(random.pick(places)) }
      case nil: bindings[variable] = .value(random.pick([.string("A"), .integer(1)]))
      }
    }
    return bindings
  }

  /// Texts that differ from one in letter case, in accents, or at an end; for a pattern, texts that it matches.
  private static func relatives(_ value: Value) -> [Value] {
    guard case .string(let text) = value, !text.isEmpty else { return [] }
    let plain = text.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US_POSIX"))
    let accented = String(plain.map { Self.accents[$0] ?? $0 })
    let matching =
      text.contains("?") || text.contains("*")
      ? [
        text.replacing("?", with: "x").replacing("*", with: ""),
        text.replacing("?", with: "7").replacing("*", with: "xy"),
      ]
      : []
    return (matching + [text.uppercased(), text.lowercased(), plain, accented, text + "x", "x" + text]).map {
      .string($0)
    }
  }

  private static let accents: [Character: Character] = ["a": "á", "e": "é", "i": "í", "o": "ö", "u": "ü", "E": "É"]
}

extension Value {
  fileprivate var isNegative: Bool {
    switch self {
    case .integer(let number): number < 0
    case .double(let number): number < 0
    case .decimal(let number): number < 0
    default: false
    }
  }
}

extension ManagedObjectModel {
  fileprivate enum PathEnd {
    case attribute(AttributeDescription, of: String)
    case objects(of: String)
  }

  /// The attribute that a key path ends at, or the entity that it leads to; nil where a key is not known.
  fileprivate func end(of path: [String], from entity: String) -> PathEnd? {
    var entity = entity
    for (place, key) in path.enumerated() {
      switch property(key, of: entity)?.property {
      case .relationship(let relationship): entity = relationship.destination
      case .fetched(let fetched): entity = fetched.destination
      case .attribute(let attribute) where place == path.count - 1: return .attribute(attribute, of: entity)
      case .attribute, nil: return nil
      }
    }
    return .objects(of: entity)
  }
}
