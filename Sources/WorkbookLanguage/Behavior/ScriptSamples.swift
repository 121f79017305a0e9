import ObjectGraph
import Predicates

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal

/// Values of attributes that can make a difference between two models: what their bounds, patterns, defaults and conditions
/// turn at.
struct ScriptSamples {
  private let models: [ManagedObjectModel]
  /// What conditions of either model compare with.
  private let constants: [Value]
  /// More would make the search longer and hardly better.
  private static let limit = 8
  /// A text longer than this tells nothing that a shorter one does not.
  private static let longestText = 300

  init(_ first: ManagedObjectModel, _ second: ManagedObjectModel) {
    models = [first, second]
    var found: [Value] = []
    for model in [first, second] {
      for predicate in Self.predicates(of: model) {
        _ = predicate.rewriting { expression in
          if case .constant(let value) = expression.kind {
            found += value.elements ?? [value]
          }
          return nil
        }
      }
    }
    constants = found
  }

  private static func predicates(of model: ManagedObjectModel) -> [Predicate] {
    model.entities.flatMap { entity in
      entity.rules.map(\.predicate) + entity.properties.compactMap { $0.fetched?.predicate }
    } + model.fetchRequestTemplates.compactMap(\.request.predicate)
  }

  /// What an attribute is set to, the value that says most first; empty for what is no plain attribute.
  func values(of key: String, _ entity: String) -> [Value] {
    let attributes = self.attributes(key, entity)
    guard !attributes.isEmpty else { return [] }
    var result: [Value] = []
    func add(_ values: [Value]) {
      for value in values where !result.contains(value) { result.append(value) }
    }
    // Where the types differ, a number that only one of them holds.
    if Set(attributes.map(\.type)).count > 1 {
      add(attributes.compactMap { $0.type.integerRange?.upperBound }.filter { $0 < .max }.map { .integer($0 &+ 1) })
    }
    for attribute in attributes {
      if case .value(let value)? = attribute.defaultValue { add([value]) }
      add(samples(of: attribute))
    }
    add(patternSamples(key, entity, attributes))
    add([.null])
    return result.count > Self.limit ? Array(result.prefix(Self.limit - 1)) + [.null] : result
  }

  /// Values for all attributes that must have one and have no default, valid in both models; up to two ways. Empty when
  /// nothing must be given.
  func fillings(of entity: String, _ keys: [String]) -> [[ScriptStep.Given]] {
    let demanded = keys.filter { key in
      attributes(key, entity).contains { !$0.isOptional && $0.defaultValue == nil && $0.derivation == nil }
    }
    guard !demanded.isEmpty else { return [] }
    let valid = demanded.map { key in
      (key, values(of: key, entity).filter { !$0.isNull && isValid($0, for: key, of: entity) })
    }
    let isUnique = models.contains { model in
      model.lineage(of: entity).contains { !$0.uniquenessConstraints.isEmpty }
    }
    return (0..<(isUnique ? 2 : 1)).map { way in
      valid.compactMap { key, values in
        values.isEmpty ? nil : ScriptStep.Given(key: key, value: values[way % values.count])
      }
    }
  }

  private func attributes(_ key: String, _ entity: String) -> [AttributeDescription] {
    models.compactMap { $0.property(key, of: entity)?.property.attribute }.filter { $0.compositeName == nil }
  }

  /// Whether both models take the value.
  private func isValid(_ value: Value, for key: String, of entity: String) -> Bool {
    models.allSatisfy { model in
      guard model.property(key, of: entity) != nil, var run = try? ScriptRun(model) else { return true }
      guard case .done = run.carryOut(.insert(entity: entity, [ScriptStep.Given(key: key, value: value)])),
        let id = run.objects.first
      else { return false }
      return !run.context.validateForInsert(id).contains { $0.key == key }
    }
  }

  // MARK: By type

  private func samples(of attribute: AttributeDescription) -> [Value] {
    let bounds = [attribute.minimumValue, attribute.maximumValue].compactMap { $0 }
    switch attribute.type {
    case .integer16, .integer32, .integer64:
      let marks = (bounds + constants).compactMap { value -> Int64? in
        if case .integer(let number) = value { number } else { nil }
      }
      return [.integer(1)] + marks.flatMap { [.integer($0), .integer($0 &+ 1), .integer($0 &- 1)] } + [.integer(0)]
    case .double, .float, .decimal:
      let marks = (bounds + constants).compactMap(Self.number)
      func number(_ value: Double) -> Value {
        attribute.type == .decimal ? .decimal(Decimal(value)) : .double(value)
      }
      return [number(1)] + marks.flatMap { [number($0), number($0 + 1), number($0 - 1)] }
    case .string: return texts(attribute)
    case .boolean: return [.boolean(true), .boolean(false)]
    case .date:
      let marks = (bounds + constants).compactMap { value -> Date? in
        if case .date(let date) = value { date } else { nil }
      }
      return [.date(Date(timeIntervalSinceReferenceDate: 86_400))]
        + marks.flatMap { [.date($0), .date($0.addingTimeInterval(86_400)), .date($0.addingTimeInterval(-86_400))] }
    case .binaryData: return [.data(Data([1]))]
    case .uuid: return Value("00000000-0000-0000-0000-000000000001", as: "uuid").map { [$0] } ?? []
    case .uri: return Value("https://example.org", as: "url").map { [$0] } ?? []
    case .transformable, .undefined: return []
    }
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }

  private func texts(_ attribute: AttributeDescription) -> [Value] {
    func text(_ length: Int) -> Value { .string(String(repeating: "x", count: max(0, length))) }
    var result: [Value] = constants.filter { if case .string = $0 { true } else { false } }
    let least = attribute.minimumLength ?? 1
    if least > 1, least <= Self.longestText { result += [text(least), text(least - 1)] }
    if let greatest = attribute.maximumLength, greatest < Self.longestText {
      result += [text(greatest), text(greatest + 1)]
    }
    return (least > 1 ? [] : ["A", "B"]) + result + [""]
  }

  /// Texts that one of the patterns takes and the other does not, and some that they take.
  private func patternSamples(_ key: String, _ entity: String, _ attributes: [AttributeDescription]) -> [Value] {
    let patterns = attributes.map(\.pattern)
    guard patterns.contains(where: { $0 != nil }),
      let model = models.first(where: { $0.property(key, of: entity) != nil })
    else { return [] }
    func condition(_ pattern: String?) -> Predicate {
      guard let pattern else { return Predicate(.constant(true)) }
      return Predicate.parse("\(key) MATCHES %@", arguments: [.string(pattern)]).predicate ?? Predicate(.constant(true))
    }
    var pairs = patterns.compactMap { $0 }.map { (condition($0), Predicate(.constant(false))) }
    if patterns.count == 2, patterns[0] != patterns[1] {
      pairs.insert((condition(patterns[0]), condition(patterns[1])), at: 0)
    }
    return pairs.compactMap { one, other in
      let found = Predicate.distinguish(
        one, other, entity: entity, in: ConditionShape(model: model), limits: SearchLimits(objects: 1, graphs: 2_000))
      guard case .differ(let witness) = found else { return nil }
      return witness.objects.first?.values.first { $0.key == key }?.value
    }
  }
}
