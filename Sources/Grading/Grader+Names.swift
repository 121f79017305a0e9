import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

extension Grader {
  /// The most points that names cost: from the second on, it is one mistake, made again.
  private static let mostForNames = 2

  /// Returns the verdict on a failed answer that gives something another name than the task, `overloaded` for `Overloaded` or `mail` for
  /// `email`, or uses one with other capitals, as if it had the right name, after one point is taken for each of the first two such names, if that is no worse. It never
  /// passes.
  ///
  /// An end that the exercise has a wrong answer for is no slip, unless only capitals differ.
  func withNamesAsAsked(
    _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise]
  ) -> Verdict? {
    // Running an answer again takes longer than looking at its words.
    var found = OtherName.used(in: verdict.diagnostics, prepared)
    if prepared.mayLackNames(in: Set(answer.words.map(\.text))) {
      found += OtherName.given(in: perform(prepared, answer, besides: others).interpreter, prepared)
    }
    let areCapitals = found.allSatisfy(\.differsInCapitals)
    guard !found.isEmpty, areCapitals || verdict.misconception == nil else { return nil }
    let source = read(answer, of: prepared, besides: others).tree.source
    let fixes = source.words.compactMap { word in
      found.first { $0.written == word.text }.map { Diagnostic.Fix(word.range, with: $0.asked) }
    }
    let lines = found.map(\.message)
    var slip = Slip(
      without: "right name", in: prepared.exercise, evidence: [],
      [(.namesAsAsked, lines, min(found.count, Self.mostForNames))])
    slip.sentence = "\(lines[0]); everything else is right"
    guard let mended = mended(verdict, prepared, source.applying(Set(fixes)), besides: others, slip, of: []),
      mended.score > verdict.score
        || mended.score == verdict.score && areCapitals && verdict.misconception == nil
    else { return nil }
    return mended
  }
}

extension PreparedExercise {
  /// Whether an answer of these words may lack a name that the task asks for: the word is not there, it is also a name of something
  /// else, or it may have been taken from what had it at the start.
  fileprivate func mayLackNames(in words: Set<String>) -> Bool {
    let model = start.context.model
    var known = model.namesOfParts.union(start.names.keys)
    let removes = !words.isDisjoint(with: ["remove", "rename"])
    return solutions.fixedNames.contains { path in
      let parts = path.split(separator: ".").map(String.init)
      guard let word = parts.last else { return false }
      let isThere = parts.count > 1 ? model[entity: parts[0]]?[property: word] != nil : known.contains(word)
      if isThere { return removes && words.contains(word) }
      return !words.contains(word) || !known.insert(word).inserted
    }
  }
}

/// A name that an answer uses where the task has another.
private struct OtherName {
  var written: String
  var asked: String
  var message: String

  var differsInCapitals: Bool { written.lowercased() == asked.lowercased() }

  /// Returns the names in statements that failed which only with other capitals are names of the start, `Red` for `red`.
  static func used(in diagnostics: [Diagnostic], _ prepared: PreparedExercise) -> [OtherName] {
    let errors = diagnostics.filter { $0.severity == .error && $0.range != nil }
    guard let source = errors.first?.source else { return [] }
    let known = prepared.start.context.model.namesOfParts.union(prepared.start.names.keys)
    let places = errors.filter { $0.source == source }.compactMap(\.range)
    let words = Set(
      source.words.filter { word in
        places.contains { $0.lowerBound <= word.range.lowerBound && word.range.upperBound <= $0.upperBound }
      }.map(\.text))
    return words.subtracting(known).sorted().compactMap { word in
      let alike = known.filter { $0.lowercased() == word.lowercased() }
      guard alike.count == 1, let name = alike.first else { return nil }
      return OtherName(written: word, asked: name, message: "there is nothing called \(word); the task has \(name)")
    }
  }

  /// Returns the names that the answer gives, and that stand for names of the task.
  ///
  /// Something that the answer has added stands for what the task asks for and the answer lacks, if both are of one kind in one place (an
  /// attribute of one type, a relationship to one entity, a template of one entity), and the names differ in capitals or by a slip, or
  /// nothing else of that kind is new or missing there. The entities come first, as others are compared by theirs.
  static func given(in end: Interpreter, _ prepared: PreparedExercise) -> [OtherName] {
    let start = NamedThing.all(in: prepared.start)
    let kept = Set(NamedThing.all(in: end).map(\.path))
    let lost = Set(start.filter { !kept.contains($0.path) }.map(\.name))
    let right = zip(prepared.solutions.ends, prepared.namedValues).flatMap { end, names in
      NamedThing.all(in: end.model, names, end.graph.entityName(of:))
    }
    let asked = right.filter { prepared.solutions.fixedNames.contains($0.path) }
    let free = Set((right + start).map(\.path))
    // A word that is something else at the start cannot be told from this.
    let taken = Set(start.map(\.name))
    var entities: [String: String] = [:]
    func pairs(_ areEntities: Bool) -> [OtherName] {
      let things = NamedThing.all(in: end).map { $0.renaming(entities) }.filter { $0.isEntity == areEntities }
      let there = Set(things.map(\.path))
      var missing = Set(asked.filter { $0.isEntity == areEntities && !there.contains($0.path) })
      var new = Set(things.filter { !free.contains($0.path) && !taken.contains($0.name) })
      var found: [OtherName] = []
      func take(where isMeant: (NamedThing, [NamedThing]) -> NamedThing?) {
        for thing in new.sorted(by: { $0.path < $1.path }) {
          let possible = missing.filter { $0.place == thing.place }.sorted { $0.path < $1.path }
          guard let meant = isMeant(thing, possible) else { continue }
          let message = "your \(thing.word) is called \(thing.name); the task asks for \(meant.name)"
          found.append(OtherName(written: thing.name, asked: meant.name, message: message))
          new.remove(thing)
          missing = missing.filter { $0.path != meant.path }
        }
      }
      take { thing, possible in possible.first { $0.name.lowercased() == thing.name.lowercased() } }
      // Whoever gives another name to what had the right one has not made a slip.
      missing = missing.filter { !lost.contains($0.name) }
      take { thing, possible in
        let alike = possible.filter { $0.kind == thing.kind }
        let near = Suggestions.nearest(to: thing.name, among: alike.map(\.name), limit: 2)
        return near.count == 1 ? alike.first { $0.name == near[0] } : nil
      }
      take { thing, possible in
        let alike = Set(possible.filter { $0.kind == thing.kind }.map(\.path))
        let isAlone = new.allSatisfy { $0 == thing || $0.place != thing.place || $0.kind != thing.kind }
        return alike.count == 1 && isAlone ? possible.first { alike.contains($0.path) } : nil
      }
      return found
    }
    let others = pairs(true)
    entities = Dictionary(others.map { ($0.written, $0.asked) }) { first, _ in first }
    return others + pairs(false)
  }
}

/// A thing that has a name: a part of a model, or a value.
private struct NamedThing: Hashable {
  /// The entity of a property; nil for anything else.
  var owner: String?
  var name: String
  /// `attribute`.
  var word: String
  /// The type of an attribute, the entity that a relationship, a template or a named object is of.
  var type: String

  /// `Team.players`.
  var path: String { owner.map { "\($0).\(name)" } ?? name }
  var isEntity: Bool { word == "entity" }
  /// Where two things could have each other's name.
  var place: [String?] { [owner, owner == nil ? word : nil] }
  var kind: [String] { [word, type] }

  /// The parts of the model, and the values with names, that an interpreter has.
  static func all(in interpreter: Interpreter) -> [NamedThing] {
    all(in: interpreter.context.model, interpreter.names, interpreter.context.graph.entityName(of:))
  }

  static func all(
    in model: ManagedObjectModel, _ names: [String: Value], _ entity: (ManagedObjectID) -> String?
  ) -> [NamedThing] {
    var things: [NamedThing] = []
    for described in model.entities {
      things.append(NamedThing(name: described.name, word: "entity", type: ""))
      for property in described.properties {
        let (word, type) =
          switch property {
          case .attribute(let attribute): ("attribute", attribute.type.rawValue)
          case .relationship(let relationship): ("relationship", relationship.destination)
          case .fetched(let property): ("property", property.destination)
          }
        things.append(NamedThing(owner: described.name, name: property.name, word: word, type: type))
      }
    }
    for template in model.fetchRequestTemplates {
      things.append(NamedThing(name: template.name, word: "template", type: template.request.entity))
    }
    for (name, value) in names {
      let type = value.objectID.flatMap(entity) ?? value.kindDescription
      things.append(NamedThing(name: name, word: "name", type: type))
    }
    return things
  }

  /// The thing where some entities have other names.
  func renaming(_ entities: [String: String]) -> NamedThing {
    guard !entities.isEmpty, !isEntity else { return self }
    var thing = self
    thing.owner = owner.map { entities[$0] ?? $0 }
    thing.type = entities[type] ?? type
    return thing
  }
}
