import Normalization
import Support

/// Makes drills about relation schemas: keys and closures, normal forms, violations and splits.
enum SchemaMaker {
  /// A relation with more attributes than most drills need.
  private static let relations: [(entity: String, attributes: [String])] = [
    ("Booking", ["guest", "room", "floor", "day", "price"]),
    ("Exam", ["student", "course", "teacher", "hall", "grade"]),
    ("Repair", ["car", "owner", "mechanic", "bay", "tool"]), ("Loan", ["book", "reader", "shelf", "author", "branch"]),
    ("Concert", ["band", "hall", "city", "evening", "price"]), ("Shift", ["nurse", "ward", "day", "doctor", "floor"]),
    ("Flight", ["plane", "pilot", "gate", "route", "airline"]),
    ("Sale", ["cake", "baker", "market", "buyer", "price"]),
  ]

  /// A relation with random dependencies.
  private struct Relation {
    var entity: String
    var schema: RelationSchema
    var setup: [String]

    init?(_ level: Int, _ random: inout SeededRandom) {
      let relation = random.pick(SchemaMaker.relations)
      entity = relation.entity
      let count = [3, 4, 4, 5, 5][level - 1]
      let names = random.some(count, of: relation.attributes)
      var dependencies: [FunctionalDependency] = []
      for _ in 0..<random.number(in: 2...(level >= 3 ? 4 : 3)) {
        let places = Array(names.indices)
        let left = random.some(random.chance(level == 1 ? 25 : 45) ? 2 : 1, of: places)
        let right = random.pick(places.filter { !left.contains($0) })
        let dependency = FunctionalDependency(AttributeSet(left), [right])
        if !dependencies.contains(dependency) { dependencies.append(dependency) }
      }
      guard let schema = try? RelationSchema(names: names, functionalDependencies: dependencies) else { return nil }
      self.schema = schema
      setup =
        ["entity \(entity) {\n  " + names.map { "\($0): String" }.joined(separator: "\n  ") + "\n}"]
        + dependencies.map { "dependency \(relation.entity): \(schema.text(of: $0))" }
    }

    func draft(
      _ question: String, _ prompt: String, _ key: AnswerKey, _ asked: SchemaFacts.Question, reasons: [String] = []
    ) -> DrillDraft {
      let dependencies = schema.functionalDependencies.map {
        SchemaFacts.Dependency(left: Set(schema.names(of: $0.determinant)), right: Set(schema.names(of: $0.dependent)))
      }
      return DrillDraft(
        setup: setup, question: question, prompt: prompt, trace: ["normalize \(entity)"], reasons: reasons, key: key,
        facts: .schema(SchemaFacts(attributes: schema.names, dependencies: dependencies, question: asked)))
    }
  }

  // MARK: Keys

  static func keysDraft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    guard let relation = Relation(level, &random) else { return nil }
    return random.chance(level == 1 ? 70 : 45) ? closure(relation, level, &random) : keys(relation)
  }

  private static func closure(_ relation: Relation, _ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let schema = relation.schema
    let start = AttributeSet(random.some(level == 1 ? 1 : 2, of: Array(schema.names.indices)))
    let closure = schema.functionalClosure(of: start)
    guard closure != start else { return nil }
    let names = schema.names(of: start)
    let subject = names.count == 1 ? "`\(names[0])`" : "`\(names.joined(separator: ", "))` together"
    return relation.draft(
      "Suppose that these dependencies hold. Which attributes does \(subject) determine? Name the closure, "
        + "\(names.count == 1 ? names[0] + " itself" : "these two") included.",
      "names of attributes", .names(Set(schema.names(of: closure)), among: schema.names, noun: "attribute"),
      .closure(Set(names)), reasons: steps(from: start, schema))
  }

  /// The dependencies in the order in which they add attributes.
  private static func steps(from start: AttributeSet, _ schema: RelationSchema) -> [String] {
    var known = start
    var lines: [String] = []
    while let dependency = schema.functionalDependencies.first(where: {
      $0.determinant.isSubset(of: known) && !$0.dependent.isSubset(of: known)
    }) {
      known.formUnion(dependency.dependent)
      lines.append("\(schema.text(of: dependency)) adds \(schema.text(of: dependency.dependent)).")
    }
    return lines
  }

  private static func keys(_ relation: Relation) -> DrillDraft? {
    guard let keys = try? relation.schema.candidateKeys() else { return nil }
    return relation.draft(
      "Suppose that these dependencies hold. What are the candidate keys of \(relation.entity)?",
      "the attributes of each key; a semicolon comes between keys",
      .sets(Set(keys.map { Set(relation.schema.names(of: $0)) }), among: relation.schema.names), .keys,
      reasons: reasons(for: keys, relation.schema))
  }

  /// The attributes that are in every key, and the way from the first key to everything.
  private static func reasons(for keys: [AttributeSet], _ schema: RelationSchema) -> [String] {
    let reached = schema.functionalDependencies.reduce(AttributeSet()) { $0.union($1.dependent) }
    let everywhere = schema.heading.subtracting(reached)
    let first =
      everywhere.isEmpty
      ? "Each attribute is at the end of some arrow."
      : "No arrow ends at \(schema.text(of: everywhere)): every key has it."
    return [first] + (keys.first.map { ["From \(schema.text(of: $0)):"] + steps(from: $0, schema) } ?? [])
  }

  // MARK: Normal forms

  static func normalFormsDraft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    switch level {
    case 1: normalForm(level, &random)
    case 2: random.chance(60) ? normalForm(level, &random) : violations(level, &random)
    default:
      switch random.below(3) {
      case 0: normalForm(level, &random)
      case 1: violations(level, &random)
      default: split(level, &random)
      }
    }
  }

  private static let forms = [NormalForm.first, .second, .third, .boyceCodd]

  /// Each form is the answer equally often: it is chosen first, and then a relation that has it.
  private static func normalForm(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let wanted = random.pick(forms)
    for _ in 0..<300 {
      guard let relation = Relation(level, &random), let form = try? relation.schema.normalForm(),
        min(form, .boyceCodd) == wanted
      else { continue }
      return relation.draft(
        "Suppose that these dependencies hold. What is the highest normal form that \(relation.entity) is in: 1NF, 2NF, "
          + "3NF or BCNF?",
        "1NF, 2NF, 3NF or BCNF", .choice(wanted.name, among: forms.map(\.name)), .normalForm,
        reasons: reasons(for: wanted, relation.schema))
    }
    return nil
  }

  /// The keys, and the dependency that keeps a relation from the next form.
  private static func reasons(for form: NormalForm, _ schema: RelationSchema) -> [String] {
    guard let keys = try? schema.candidateKeys() else { return [] }
    let prime = keys.reduce(AttributeSet()) { $0.union($1) }
    let list = keys.map { "(\(schema.text(of: $0)))" }.joined(separator: ", ")
    let first = keys.count == 1 ? "The key is \(list)." : "The keys are \(list)."
    let broken = schema.functionalDependencies.first { dependency in
      (try? schema.isSuperkey(dependency.determinant)) == false
        && (form == .third || dependency.dependent.isDisjoint(with: prime))
        && (form != .first || keys.contains { dependency.determinant.isStrictSubset(of: $0) })
    }
    guard form != .boyceCodd, let broken else {
      return form == .boyceCodd ? [first, "Whatever an arrow begins at determines everything."] : [first]
    }
    let (left, right) = (schema.text(of: broken.determinant), schema.text(of: broken.dependent))
    switch form {
    case .first: return [first, "\(left) is only a part of a key, and determines \(right), which is in no key."]
    case .second: return [first, "\(left) determines \(right), but is no key, and \(right) is in none."]
    default: return [first, "\(left) determines \(right), but is no key. 3NF allows it, because \(right) is in a key."]
    }
  }

  private static func violations(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    guard let relation = Relation(level, &random) else { return nil }
    let schema = relation.schema
    let all = schema.functionalDependencies
    let numbers = all.indices.map { String($0 + 1) }
    let broken = all.indices.filter { (try? schema.isSuperkey(all[$0].determinant)) == false }
    return relation.draft(
      "Suppose that these dependencies hold, numbered 1 to \(all.count) in this order. Which of them break BCNF?",
      "numbers, or none", .names(Set(broken.map { numbers[$0] }), among: numbers, noun: "number"), .violations,
      reasons: all.indices.map { place in
        let closure = schema.text(of: schema.functionalClosure(of: all[place].determinant))
        let left = schema.text(of: all[place].determinant)
        return broken.contains(place)
          ? "\(place + 1) does: \(left) determines only \(closure)."
          : "\(place + 1) does not: \(left) determines everything."
      })
  }

  /// Half of the splits are lossless.
  private static func split(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let wanted = random.chance(50)
    for _ in 0..<300 {
      guard let relation = Relation(level, &random) else { continue }
      let schema = relation.schema
      let places = Array(schema.names.indices)
      let left = AttributeSet(random.some(random.number(in: 2...(places.count - 1)), of: places))
      let right = AttributeSet(random.some(random.number(in: 2...(places.count - 1)), of: places))
      let shared = left.intersection(right)
      guard left.union(right) == schema.heading, !shared.isEmpty, !left.isSubset(of: right), !right.isSubset(of: left),
        let isLossless = try? schema.joinsLosslessly([left, right]), isLossless == wanted
      else { continue }
      let closure = schema.text(of: schema.functionalClosure(of: shared))
      return relation.draft(
        "Suppose that these dependencies hold. \(relation.entity) is split into (\(schema.text(of: left))) and "
          + "(\(schema.text(of: right))). Is the split lossless?",
        "yes or no", .choice(wanted ? "yes" : "no", among: ["yes", "no"]),
        .split(Set(schema.names(of: left)), Set(schema.names(of: right))),
        reasons: [
          "The two parts share \(schema.text(of: shared)), which determines \(closure).",
          wanted ? "That is all of one part, so the rows can be joined again." : "That is all of neither part.",
        ])
    }
    return nil
  }
}
