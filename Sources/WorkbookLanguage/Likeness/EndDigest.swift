import Diagnostics
import ObjectGraph
import Predicates

extension Solutions {
  /// A number for the end of an answer, equal for ends that are alike up to object IDs, identifiers, times that came from the
  /// clock, and the names that the learner chose. It is the same on every machine.
  ///
  /// Colour refinement (see ``ObjectIsomorphism``) without the search that follows where it does not decide: two ends that
  /// differ have the same number only where refinement cannot tell their objects apart.
  ///
  /// - Complexity: O((objects + links) × rounds), at most ``EndDigest/roundLimit`` rounds.
  package func digest(of end: EndState) -> UInt64 {
    let fixed = fixedNames.flatMap { $0.split(separator: ".").map(String.init) }
    let known = FixedNames(
      all: start.model.allNames.union(fixed),
      properties: fixedNames.union(
        start.model.entities.flatMap { entity in entity.properties.map { "\(entity.name).\($0.name)" } }))
    var number = EndDigest(end.graph, clock: end, knownNames: known).number
    // What was not saved counts too.
    if end.graph.hasChanges {
      number = mixed(number, EndDigest(end.saved, clock: end, knownNames: known).number)
    }
    return number
  }
}

/// The colours of a model and its objects, and the number that sums them up.
struct EndDigest {
  /// The most rounds of refinement.
  static let roundLimit = 12
  /// The number of objects from which on links are followed once only.
  static let objectLimit = 20_000

  private(set) var number: UInt64

  init(_ graph: Graph, clock: EndState, knownNames: FixedNames) {
    let model = graph.schema.model
    let colors = ModelColors(model, knownNames: knownNames)
    number = colors.number
    let identity = NameMatch(entities: Dictionary(uniqueKeysWithValues: model.entityNames.map { ($0, $0) }))
    let keys = SharedKeys(model, model, identity)
    guard let objects = try? LabelledObjects(graph, keys, isMine: true, clock: clock) else { return }
    number = mixed(number, Self.number(objects, keys, colors))
  }

  private static func number(_ objects: LabelledObjects, _ keys: SharedKeys, _ model: ModelColors) -> UInt64 {
    let entities = keys.entities.map { model.entities[$0.mine] ?? 0 }
    let attributes = keys.entities.map { entity in entity.attributes.map { model.property($0.mine, of: entity.mine) } }
    let links = keys.entities.map { entity in entity.relationships.map { model.property($0.mine, of: entity.mine) } }
    var colors = objects.labels.map { label in
      // A sum, because the order of properties does not matter.
      zip(attributes[label.entity], label.values).reduce(entities[label.entity]) { sum, cell in
        sum &+ mixed(cell.0, StableHash.of(ModelText.literal(cell.1)))
      }
    }
    var count = Set(colors).count
    for _ in 0..<(colors.count > objectLimit ? 1 : roundLimit) {
      var next = colors.map { mixed($0, 1) }
      for (place, label) in objects.labels.enumerated() {
        for (index, members) in objects.links[place].enumerated() {
          let kind = links[label.entity][index]
          let isOrdered = keys.entities[label.entity].relationships[index].isOrdered
          var inOrder = kind
          for member in members where member >= 0 {
            if isOrdered {
              inOrder = mixed(inOrder, colors[member])
            } else {
              next[place] &+= mixed(kind, colors[member])
            }
            next[member] &+= mixed(~kind, colors[place])
          }
          if isOrdered { next[place] &+= inOrder }
        }
      }
      colors = next
      let finer = Set(colors).count
      if finer == count { break }
      count = finer
    }
    return colors.reduce(0) { $0 &+ mixed($1, 2) }
  }
}

/// The names that the exercise has or fixes.
struct FixedNames {
  /// The names of entities, properties and templates.
  var all: Set<String>
  /// `Team.name`.
  var properties: Set<String>
}

/// The declarations of a model as numbers, in which names that only the learner knows do not count.
private struct ModelColors {
  private(set) var entities: [String: UInt64] = [:]
  private var properties: [String: [String: UInt64]] = [:]
  private(set) var number: UInt64 = 0
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel, knownNames: FixedNames) {
    self.model = model
    let own = model.allNames.subtracting(knownNames.all)
    func color(_ line: String) -> UInt64 { hash(ofWordsIn: line, without: own) }
    var heads: [String: UInt64] = [:]
    for entity in model.entities {
      let names = Dictionary(
        entity.properties.map { property in
          // A name that means something elsewhere is the learner's own here.
          let isKnown = knownNames.properties.contains("\(entity.name).\(property.name)")
          let rest = color(String(ModelText.property(property).dropFirst(property.name.count)))
          return (property.name, mixed(isKnown ? StableHash.of(property.name) : 8, rest))
        }, uniquingKeysWith: { first, _ in first })
      properties[entity.name] = names
      var rest = entity
      rest.properties = []
      heads[entity.name] = ModelText.entity(rest).reduce(0) { $0 &+ mixed(color($1), 3) }
    }
    // Twice: an entity by what it links to, and that by what it links to.
    for _ in 0..<2 {
      entities = Dictionary(
        uniqueKeysWithValues: model.entities.map { entity in
          let parts = properties[entity.name, default: [:]].values
          let sum = parts.reduce(heads[entity.name] ?? 0) { $0 &+ mixed($1, 4) }
          return (entity.name, mixed(sum, entity.parent.flatMap { heads[$0] } ?? 0))
        })
      for entity in model.entities {
        for case .relationship(let relationship) in entity.properties {
          let before = properties[entity.name]?[relationship.name] ?? 0
          properties[entity.name]?[relationship.name] = mixed(before, entities[relationship.destination] ?? 0)
        }
      }
    }
    number = entities.values.reduce(0) { $0 &+ mixed($1, 5) }
    for template in model.fetchRequestTemplates { number &+= mixed(color(ModelText.template(template)), 6) }
    for line in model.composites.flatMap(ModelText.composite) { number &+= mixed(color(line), 9) }
    for entity in model.entities {
      for dependency in entity.dependencies {
        number &+= mixed(color(ModelText.dependency(dependency, of: entity.name)), 7)
      }
    }
  }

  /// The colour of a property that an entity has or inherits.
  func property(_ name: String, of entity: String) -> UInt64 {
    model.lineage(of: entity).lazy.compactMap { properties[$0.name]?[name] }.first ?? 0
  }
}

extension ManagedObjectModel {
  /// The names of its entities, their properties and its templates, each without the entity before it.
  fileprivate var allNames: Set<String> {
    Set(entityNames + entities.flatMap { $0.properties.map(\.name) } + fetchRequestTemplates.map(\.name))
  }
}

/// A number for the words and signs of a line, in which some names are all the same.
private func hash(ofWordsIn line: String, without names: Set<String>) -> UInt64 {
  guard !names.isEmpty else { return StableHash.of(line) }
  let source = SourceText(line)
  var number: UInt64 = 0
  for token in Lexer.tokens(of: line, dialect: .workbook) where token.kind != .end {
    let word = source[token.range]
    number = mixed(number, token.isIdentifier && names.contains(String(word)) ? 8 : StableHash.of(word))
  }
  return number
}

private func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 { StableHash.mixed(first, second) }
