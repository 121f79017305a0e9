import ObjectGraph
import Predicates
import Support

import struct Foundation.Date

/// The comparison of a model's conditions with those of a solution's, on objects made at random: of fetch request templates,
/// of fetched properties, and of what the entities refuse by rules.
///
/// Only names that the task fixes are compared. Two conditions that ask the same of every object that can be saved are
/// alike, in whatever words. The numbers are the same in every run.
struct ConditionTrials {
  let mine: ManagedObjectModel
  let solutions: Solutions
  /// Asked before each graph, with the rows that it takes.
  let spend: (Int) throws -> Void

  /// The graphs that are tried, from small ones to large ones.
  private static let graphs = 60
  /// The choices for the variables of a template that are tried on each graph.
  private static let bindings = 4

  /// Returns the first difference from the solution that differs least, as a sentence; nil where the conditions are like those
  /// of one solution. O(graphs × objects in one × conditions).
  /// - Throws: what ``spend`` throws.
  func difference() throws -> String? {
    var first: String?
    for end in solutions.ends {
      guard let found = try difference(from: end.model) else { return nil }
      first = first ?? found
    }
    return first
  }

  private func difference(from theirs: ManagedObjectModel) throws -> String? {
    let templates = theirs.fetchRequestTemplates.filter { isFixed($0.name) }
    for template in templates where mine.fetchRequestTemplate(named: template.name) == nil {
      return "the template \(template.name) is missing"
    }
    let values = ConditionValues(mine, theirs, start: solutions.start)
    var random = SeededRandom(seed: 1, stream: theirs.name)
    guard let empty = Pair(mine, theirs) else { return nil }
    for number in 0..<Self.graphs {
      let theme = values.theme(&random)
      var graph = SampleGraph(of: theirs, count: 1 + number / 6, &random) { values.draw(for: $0, $1, theme, &$2) }
      try spend(graph.objects.count * 8)
      var pair = empty.with(graph)
      if let found = pair.refusals(where: isFixed) { return found }
      // Conditions are compared only on objects that can be saved.
      while case let invalid = pair.invalid, !invalid.isEmpty {
        graph = graph.without(invalid)
        pair = empty.with(graph)
      }
      for template in templates {
        for _ in 0..<(template.variables.isEmpty ? 1 : Self.bindings) {
          let bound = values.bindings(of: template, in: theirs, pair.graph, theme, &random)
          if let found = pair.difference(of: template, bound) { return found }
        }
      }
      for entity in theirs.entities {
        for case .fetched(let fetched) in entity.properties where isFixed("\(entity.name).\(fetched.name)") {
          if let found = pair.difference(of: fetched, entity.name) { return found }
        }
      }
    }
    return nil
  }

  /// Whether the task fixes a name, or the start has it.
  private func isFixed(_ name: String) -> Bool {
    let start = solutions.start.model
    return solutions.fixedNames.contains(name) || start[entity: name] != nil
      || start.fetchRequestTemplate(named: name) != nil
  }
}

/// The same objects in a context of each model.
private struct Pair {
  let mine: ManagedObjectContext
  let theirs: ManagedObjectContext
  let graph: SampleGraph
  private let mineIDs: [ManagedObjectID?]
  private let theirIDs: [ManagedObjectID?]

  /// Two contexts without objects; nil for a model that is unsound.
  init?(_ mine: ManagedObjectModel, _ theirs: ManagedObjectModel) {
    let moment = Date(timeIntervalSinceReferenceDate: 0)
    guard let first = try? ManagedObjectContext(model: mine, clock: { moment }),
      let second = try? ManagedObjectContext(model: theirs, clock: { moment })
    else { return nil }
    self.init(first, second, SampleGraph())
  }

  private init(_ mine: ManagedObjectContext, _ theirs: ManagedObjectContext, _ graph: SampleGraph) {
    (self.mine, self.theirs, self.graph) = (mine, theirs, graph)
    mineIDs = graph.make(in: mine)
    theirIDs = graph.make(in: theirs)
  }

  /// Returns copies of the two contexts with the objects of a graph in each; these have none.
  func with(_ graph: SampleGraph) -> Pair { Pair(mine.copy(), theirs.copy(), graph) }

  /// The objects that the solution's model refuses to save.
  var invalid: Set<Int> {
    Set(theirIDs.indices.filter { place in theirIDs[place].map { !theirs.validateForInsert($0).isEmpty } ?? true })
  }

  /// A difference in what the two refuse, for entities that have rules.
  func refusals(where isFixed: (String) -> Bool) -> String? {
    for place in graph.objects.indices {
      let entity = graph.objects[place].entity
      guard isFixed(entity), theirs.model.lineage(of: entity).contains(where: { !$0.rules.isEmpty }),
        let own = mineIDs[place], let other = theirIDs[place]
      else { continue }
      let refused = mine.validateForInsert(own).map(\.code)
      let expected = theirs.validateForInsert(other).map(\.code)
      if refused.isEmpty != expected.isEmpty {
        return "\(graph.text(place)) \(refused.isEmpty ? "can be saved, and should not" : "can't be saved, and should")"
      }
    }
    return nil
  }

  func difference(of template: FetchRequestTemplate, _ bindings: [String: ConditionValues.Binding]) -> String? {
    guard let own = mine.model.fetchRequestTemplate(named: template.name) else { return nil }
    func found(
      _ template: FetchRequestTemplate, _ context: ManagedObjectContext, _ ids: [ManagedObjectID?]
    ) -> [Int]? {
      let values = bindings.compactMapValues { $0.value(ids) }
      guard let request = try? template.request(with: values) else { return nil }
      return places(request, context, ids)
    }
    guard let theirs = found(template, theirs, theirIDs) else { return nil }
    let arguments = template.variables.compactMap { name in bindings[name].map { "\(name): \($0.text(graph))" } }
    let call = arguments.isEmpty ? template.name : "\(template.name)(\(arguments.joined(separator: ", ")))"
    return difference(found(own, mine, mineIDs), theirs, template.request.sortDescriptors, "fetch \(call)")
  }

  func difference(of fetched: FetchedPropertyDescription, _ entity: String) -> String? {
    guard let own = mine.model.property(fetched.name, of: entity)?.property.fetched else {
      return "\(entity).\(fetched.name) is not a fetched property"
    }
    func found(
      _ fetched: FetchedPropertyDescription, of owner: ManagedObjectID?, _ context: ManagedObjectContext,
      _ ids: [ManagedObjectID?]
    ) -> [Int]? {
      guard let owner else { return nil }
      let source = ["FETCH_SOURCE": owner.value]
      return places(
        FetchRequest(
          fetched.destination, predicate: fetched.predicate?.substituting(source),
          sortDescriptors: fetched.sortDescriptors, limit: fetched.limit), context, ids)
    }
    for place in graph.objects.indices where theirs.model.isKind(graph.objects[place].entity, of: entity) {
      guard let expected = found(fetched, of: theirIDs[place], theirs, theirIDs) else { continue }
      let given = found(own, of: mineIDs[place], mine, mineIDs)
      let subject = "\(fetched.name) of \(graph.text(place))"
      if let text = difference(given, expected, fetched.sortDescriptors, subject, of: place) { return text }
    }
    return nil
  }

  /// The places of the objects that a request finds; nil where it fails.
  private func places(_ request: FetchRequest, _ context: ManagedObjectContext, _ ids: [ManagedObjectID?]) -> [Int]? {
    guard let found = try? context.fetch(request) else { return nil }
    return found.compactMap { id in ids.firstIndex(of: id) }
  }

  private func difference(
    _ own: [Int]?, _ expected: [Int], _ order: [SortDescriptor], _ subject: String, of owner: Int? = nil
  ) -> String? {
    guard let own else { return "\(subject) fails" }
    if let extra = own.first(where: { !expected.contains($0) }) {
      return "\(subject) finds \(graph.text(extra, besides: owner)), and should not"
    }
    if let missing = expected.first(where: { !own.contains($0) }) {
      return "\(subject) does not find \(graph.text(missing, besides: owner)), and should"
    }
    // Objects that the asked order does not distinguish may come in any.
    func keys(_ places: [Int]) -> [[Value?]] {
      places.map { place in
        order.map { descriptor in
          theirIDs[place].flatMap { try? theirs.value(of: $0, forKeyPath: descriptor.keyPath.joined(separator: ".")) }
        }
      }
    }
    return keys(own) == keys(expected) ? nil : "\(subject) gives the objects in another order"
  }
}
