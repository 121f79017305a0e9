import Diagnostics
import ObjectGraph
import Predicates

/// The facts that a person could see about the objects of a script.
struct Observation: Hashable {
  /// The subject: `b`, `b.team`, `GreenTeams`.
  var subject: String
  var text: String

  /// `b.team is nil`.
  var sentence: String { text.hasPrefix("is ") ? "\(subject) \(text)" : "\(subject) is \(text)" }
}

extension ScriptRun {
  /// The state of every object, the values of the keys that both models have, what fetched properties and templates find;
  /// in an order that both runs share.
  ///
  /// - Parameter vocabulary: what is looked at.
  func observations(_ vocabulary: ScriptVocabulary) -> [Observation] {
    // Reading a fetched property keeps its value; a copy keeps the run as it is.
    let seen = context.copy()
    var result: [Observation] = []
    for (place, id) in objects.enumerated() {
      let name = names[place]
      guard seen.exists(id) else {
        result.append(Observation(subject: name, text: "is gone"))
        continue
      }
      guard !seen.isDeleted(id) else {
        result.append(Observation(subject: name, text: "is marked for deletion"))
        continue
      }
      result.append(Observation(subject: name, text: "is still there"))
      for key in vocabulary.observedKeys(of: seen.entityName(of: id)) {
        guard let value = try? seen.value(of: id, forKey: key.name) else { continue }
        result.append(Observation(subject: "\(name).\(key.name)", text: text(value, isOrdered: key.isOrdered)))
      }
    }
    for call in vocabulary.observedTemplates.flatMap({ $0.calls { nameableObjects(of: $0) } }) {
      guard let found = try? members(of: call) else { continue }
      result.append(
        Observation(
          subject: "fetch \(call.text(names))", text: "[\(found.map { names[$0] }.joined(separator: ", "))]"))
    }
    return result
  }

  private func nameableObjects(of entity: String) -> [Int] {
    objects.indices.filter { isNamed($0) && isLive($0) && model.isKind(self.entity(of: $0), of: entity) }
  }

  private func text(_ value: Value, isOrdered: Bool) -> String {
    if let elements = value.elements {
      let names = elements.map(name)
      return "[" + (isOrdered ? names : names.sorted()).joined(separator: ", ") + "]"
    }
    return name(value)
  }

  private func name(_ value: Value) -> String {
    guard case .object(let reference) = value, let id = ManagedObjectID(reference) else {
      return ModelText.literal(value)
    }
    return objects.firstIndex(of: id).map { names[$0] } ?? "an object"
  }

  /// A key that distinguishes this state from others of the same script's objects: everything visible, and everything
  /// saved.
  var stateKey: [UInt64] { [context.graph.checksum(), context.committed.checksum()] }
}
