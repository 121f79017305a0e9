import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

extension PreparedExercise {
  /// Returns the names that an answer gives, and that stand for names of the task.
  /// - Parameters:
  ///   - words: the words, variables and texts of the answer in order, which take less time to look at.
  ///   - end: the state in which the answer ends.
  func otherNames(in words: [String], at end: () -> Interpreter) -> [OtherName] {
    let texts = OtherName.texts(in: words, self)
    return texts + (mayLackNames(in: Set(words)) ? OtherName.given(in: end(), in: words, self) : [])
  }

  /// Whether an answer of these words may lack a name that the task asks for: the word is not there, it is also a name of something
  /// else, or it may have been taken from what had it at the start.
  private func mayLackNames(in words: Set<String>) -> Bool {
    let model = start.context.model
    var known = model.namesOfParts.union(start.names.keys)
    let removes = !words.isDisjoint(with: ["remove", "rename"])
    let variables = solutions.ends.flatMap { $0.model.fetchRequestTemplates.flatMap(\.variables) }
    return variables.contains { !words.contains("$" + $0) }
      || solutions.fixedNames.contains { path in
        let parts = path.split(separator: ".").map(String.init)
        guard let word = parts.last else { return false }
        let isThere = parts.count > 1 ? model[entity: parts[0]]?[property: word] != nil : known.contains(word)
        if isThere { return removes && words.contains(word) }
        return !words.contains(word) || !known.insert(word).inserted
      }
  }
}

/// A name that an answer uses where the task has another.
struct OtherName {
  var written: String
  var asked: String
  var message: String
  /// The entity of a property whose name something else has, too, which is right so; nil for any other.
  var owner: String?
  /// The entity of a property, by its name in the task; nil for any other.
  var entity: String?
  var isEntity = false

  /// Whether a word is this name.
  func stands(at range: SourceRange, in source: SourceText) -> Bool {
    guard source[range] == written else { return false }
    guard let path = owner.map({ $0 + "." + written }) else { return true }
    let start = range.upperBound - path.utf8.count
    return start >= 0 && source[SourceRange(start, range.upperBound)] == path
  }

  var differsInCapitals: Bool { written.plainest == asked.plainest }

  /// Returns the texts, `"Latex"`, that the exercise does not have and that differ from one of a right answer in capitals or spaces.
  fileprivate static func texts(in words: [String], _ prepared: PreparedExercise) -> [OtherName] {
    let exercise = prepared.exercise
    let right = Set(([exercise.solution] + exercise.right).flatMap(\.texts))
    let others = Set([exercise.start, exercise.check].flatMap(\.texts)).union(right)
    var seen: Set<String> = []
    return words.compactMap { word in
      guard word.isQuoted, !others.contains(word), seen.insert(word).inserted else { return nil }
      let same = right.filter { $0.plainest == word.plainest }
      guard same.count == 1, let asked = same.first, !words.contains(asked) else { return nil }
      return OtherName(written: word, asked: asked, message: exercise.words(.textIsOther, word, asked))
    }
  }

  /// Returns the names that the answer gives, and that stand for names of the task.
  ///
  /// Something that the answer has added stands for what the task asks for and the answer lacks, if both are of one kind in one place (an
  /// attribute of one type, a relationship to one entity, a template of one entity), and the names differ in capitals or by a slip, or
  /// as many of that kind are new as are missing there, which are paired in order. Entities come first, and then templates, as others are
  /// compared by theirs.
  fileprivate static func given(in end: Interpreter, in words: [String], _ prepared: PreparedExercise) -> [OtherName] {
    let places = Dictionary(words.enumerated().map { ($1, $0) }) { first, _ in first }
    let order = Dictionary(prepared.exercise.names.enumerated().map { ($1, $0) }) { first, _ in first }
    let start = NamedThing.all(in: prepared.start)
    let right = zip(prepared.solutions.ends, prepared.namedValues).flatMap { end, names in
      NamedThing.all(in: end.model, names, end.graph.entityName(of:))
    }
    let fixed = prepared.solutions.fixedNames
    let asked = right.filter { fixed.contains($0.stage == .variable ? $0.owner ?? "" : $0.path) }
    let free = Set((right + start).map(\.path))
    let kept = Set(right.map(\.path))
    let gone = start.filter { !kept.contains($0.path) }
    let renamed = Set(gone.map(\.name))
    // A property whose entity has its name still goes to another one.
    let unmoved = Set(gone.filter { !($0.owner.map(kept.contains) ?? false) }.map(\.name))
    // A word that is something else at the start cannot be told from this.
    let taken = Set(start.map(\.name))
    var owners: [String: String] = [:]
    func pairs(_ stage: NamedThing.Stage) -> [OtherName] {
      let things = NamedThing.all(in: end).map { $0.renaming(owners) }.filter { $0.stage == stage }
      let there = Set(things.map(\.path))
      var missing = Set(asked.filter { $0.stage == stage && !there.contains($0.path) })
      var new = Set(things.filter { !free.contains($0.path) && !taken.contains($0.name) })
      var found: [OtherName] = []
      func take(where isMeant: (NamedThing, [NamedThing]) -> NamedThing?) {
        for thing in new.sorted(by: { (places[$0.name] ?? 0, $0.path) < (places[$1.name] ?? 0, $1.path) }) {
          let possible = missing.filter { $0.place == thing.place }
            .sorted { (order[$0.path] ?? 0, $0.path) < (order[$1.path] ?? 0, $1.path) }
          guard let meant = isMeant(thing, possible) else { continue }
          let message = prepared.exercise.words(thing.isCalled, thing.name, meant.name, thing.owner ?? "")
          let isShared = things.contains { $0.name == thing.name && free.contains($0.path) }
          let owner = isShared && stage == .property ? thing.owner : nil
          found.append(
            OtherName(
              written: thing.name, asked: meant.name, message: message, owner: owner,
              entity: stage == .property ? thing.owner : nil, isEntity: stage == .entity))
          new.remove(thing)
          missing = missing.filter { $0.path != meant.path }
        }
      }
      take { thing, possible in possible.first { $0.name.lowercased() == thing.name.lowercased() } }
      take { thing, possible in
        let alike = possible.filter { $0.kind == thing.kind && !unmoved.contains($0.name) }
        let near = Set(Suggestions.nearest(to: thing.name, among: alike.map(\.name)))
        let meant = alike.filter { near.contains($0.name) || thing.name.lowercased().contains($0.name.lowercased()) }
        return Set(meant.map(\.name)).count == 1 ? meant.first : nil
      }
      // Another word is no slip where the task is to change the names.
      missing = missing.filter { !renamed.contains($0.name) }
      take { thing, possible in
        let alike = possible.filter { $0.kind == thing.kind }
        let count = new.count { $0.place == thing.place && $0.kind == thing.kind }
        return Set(alike.map(\.path)).count == count ? alike.first : nil
      }
      return found
    }
    var found: [OtherName] = []
    for stage in NamedThing.Stage.allCases {
      found += pairs(stage)
      owners = Dictionary(found.map { ($0.written, $0.asked) }) { first, _ in first }
    }
    return found
  }
}

extension SourceText {
  /// Its texts, with their quotes.
  fileprivate var texts: [String] { wordsAndTexts.map(\.text).filter(\.isQuoted) }
}

extension String {
  fileprivate var isQuoted: Bool { first == "\"" || first == "'" }

  /// A name, or what is in the quotes of a text, without capitals and the spaces at its ends.
  fileprivate var plainest: String { (isQuoted ? String(dropFirst().dropLast()) : self).trimmed.lowercased() }
}

/// A thing that has a name: a part of a model, or a value.
private struct NamedThing: Hashable {
  /// The order in which names are compared: properties by those of their entities, and variables by those of their templates.
  enum Stage: CaseIterable {
    case entity, template, property, variable
  }

  /// The entity of a property, the template of a variable; nil for anything else.
  var owner: String?
  var name: String
  /// `attribute`.
  var word: String
  /// The type of an attribute, the entity that a relationship, a template or a named object is of.
  var type: String

  /// `Team.players`.
  var path: String { owner.map { "\($0).\(name)" } ?? name }
  /// The sentence about another name.
  var isCalled: FixedWords.Key {
    switch word {
    case "entity": .entityIsCalled
    case "template": .templateIsCalled
    case "variable": .variableIsCalled
    case "attribute": .attributeIsCalled
    case "relationship": .relationshipIsCalled
    case "property": .propertyIsCalled
    default: .nameIsCalled
    }
  }
  var stage: Stage {
    switch word {
    case "entity": .entity
    case "template": .template
    case "variable": .variable
    default: .property
    }
  }
  /// The owner, or else the kind of thing: two things of one place may be taken for each other.
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
      things += template.variables.map { NamedThing(owner: template.name, name: "$" + $0, word: "variable", type: "") }
    }
    for (name, value) in names {
      let type = value.objectID.flatMap(entity) ?? value.kindDescription
      things.append(NamedThing(name: name, word: "name", type: type))
    }
    return things
  }

  /// The thing where some entities and templates have other names.
  func renaming(_ owners: [String: String]) -> NamedThing {
    guard !owners.isEmpty, stage != .entity else { return self }
    var thing = self
    thing.owner = owner.map { owners[$0] ?? $0 }
    thing.type = owners[type] ?? type
    return thing
  }
}
