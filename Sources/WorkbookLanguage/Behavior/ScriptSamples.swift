import ObjectGraph
import Predicates

/// Values of attributes that can make a difference between two models: what their bounds, patterns, defaults and conditions
/// turn at.
struct ScriptSamples {
  private let models: [ManagedObjectModel]
  /// An empty graph of each model, nil for an unsound one.
  private let runs: [ScriptRun?]
  /// The constants that conditions of either model compare with.
  let constants: [Value]
  /// The objects for which a condition that differs holds in one model only, by entity.
  let witnesses: [String: [[ScriptStep.Given]]]
  /// More would make the search longer and hardly better.
  private static let limit = 8

  /// - Parameter seekingWitnesses: whether graphs are searched for on which conditions differ.
  init(_ first: ManagedObjectModel, _ second: ManagedObjectModel, seekingWitnesses: Bool = true) {
    models = [first, second]
    runs = models.map { try? ScriptRun($0) }
    constants = Self.constants(of: models)
    witnesses = seekingWitnesses ? Self.witnesses(first, second) : [:]
  }

  /// Returns the values to set an attribute to, the most telling one first; empty if it is not a plain attribute.
  func values(of key: String, _ entity: String) -> [Value] {
    let attributes = self.attributes(key, entity)
    guard !attributes.isEmpty else { return [] }
    var found: [Value] = []
    func add(_ values: [Value]) {
      for value in values where !found.contains(value) { found.append(value) }
    }
    // A number that only one of the types holds, if they differ.
    if Set(attributes.map(\.type)).count > 1 {
      add(attributes.compactMap { $0.type.integerRange?.upperBound }.filter { $0 < .max }.map { .integer($0 &+ 1) })
    }
    for attribute in attributes {
      if case .value(let value)? = attribute.defaultValue { add([value]) }
      add(samples(of: attribute))
    }
    add(patternTexts(attributes))
    add((witnesses[entity] ?? []).joined().filter { $0.key == key }.map(\.value))
    let telling = found.filter { tells($0, key, entity) }
    let result = telling + found.filter { !telling.contains($0) && !$0.isNull } + [.null]
    return result.count > Self.limit ? Array(result.prefix(Self.limit - 1)) + [.null] : result
  }

  /// Values for all attributes that must have one and have no default, valid in both models; up to two ways. Empty when
  /// nothing must be given.
  func fillings(of entity: String, _ keys: [String]) -> [[ScriptStep.Given]] {
    // A part that one model lacks is a difference by itself, and would hide all others.
    let shared = keys.filter { key in
      models.allSatisfy { $0[entity: entity] == nil || $0.property(key, of: entity) != nil }
    }
    let demanded = shared.filter { key in
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

  // MARK: From the models

  /// The codes with which a model refuses a value at the save; nil where it does not take it at all.
  private func verdict(_ value: Value, _ key: String, _ entity: String, in run: ScriptRun) -> Set<Int>? {
    var run = run.copy()
    guard case .done = run.carryOut(.insert(entity: entity, [ScriptStep.Given(key: key, value: value)])),
      let id = run.objects.first
    else { return nil }
    return Set(run.context.validateForInsert(id).filter { $0.key == key }.map(\.code))
  }

  /// Whether one model takes the value and the other does not.
  private func tells(_ value: Value, _ key: String, _ entity: String) -> Bool {
    let verdicts = runs.compactMap { run in
      run.flatMap { $0.model.property(key, of: entity) == nil ? nil : verdict(value, key, entity, in: $0) ?? [-1] }
    }
    return Set(verdicts).count > 1
  }

  /// Whether both models take the value.
  private func isValid(_ value: Value, for key: String, of entity: String) -> Bool {
    runs.allSatisfy { run in
      guard let run, run.model.property(key, of: entity) != nil else { return true }
      return verdict(value, key, entity, in: run) == []
    }
  }
}
