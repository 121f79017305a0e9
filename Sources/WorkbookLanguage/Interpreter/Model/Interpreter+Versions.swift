import Diagnostics
import ObjectGraph
import Predicates

/// `version "League 2"` and `use version "League"`.
extension Interpreter {
  mutating func addVersion(_ name: String) throws -> ModelChange.Kind {
    try context.addModelVersion(name)
    // The new one is the last.
    let others = context.modelHistory.count - 1
    return .versionAdded(
      name, others: context.modelHistory.names(first: min(others, Listing.limit)), count: others)
  }

  mutating func useVersion(
    _ name: String, at range: SourceRange, _ notes: inout [Diagnostic]
  ) throws -> ModelChange.Kind {
    let before = context.graph
    if let model = context.modelHistory[version: name] { try meter.spend(.bytes, before.defaultBytes(under: model)) }
    let report = try context.useModelVersion(name)
    notes += follow(report.renumbered, since: before, at: range)
    return .versionUsed(name, lines: report.lines)
  }

  /// Returns a note for each added property that has the name of one in another version. The history gives the new one an
  /// identifier and a hash modifier, so that a migration does not take one for the other.
  ///
  /// - Parameter declared: The model as the statement declares it, without what the history adds.
  func namesakes(of added: [PropertyReference], in declared: ManagedObjectModel) -> [Diagnostic] {
    added.compactMap { reference in
      let (entity, name) = (reference.entity.text, reference.property.text)
      guard let new = context.model[entity: entity]?[property: name],
        new.renamingIdentifier != declared[entity: entity]?[property: name]?.renamingIdentifier
      else { return nil }
      let versions = context.modelHistory.versions
      for version in versions.reversed() where version.name != context.modelHistory.currentName {
        guard let old = version.model[entity: entity]?[property: name] else { continue }
        let identifier = old.renamingIdentifier ?? old.name
        let isAlike =
          old.attribute?.type == new.attribute?.type && old.relationship?.isToMany == new.relationship?.isToMany
        // A renamed property has taken the values along.
        let isTaken =
          context.model[entity: entity]?.properties.contains { $0.renamingIdentifier == identifier } ?? false
        return Diagnostic(
          "namesake",
          "\(reference) is new, and does not get the values of \(reference) in version \"\(DisplayText.visible(version.name))\"",
          at: reference.range, severity: .note,
          hint: isAlike && !isTaken
            ? "to give it these: change \(reference), renamed from \(ModelText.string(identifier)), no hash modifier"
            : nil)
      }
      return nil
    }
  }

  /// Lets the learner's names follow the objects that were renumbered.
  /// - Parameters:
  ///   - before: The graph before, whose numbers the learner has seen.
  ///   - range: The statement.
  /// - Returns: A note that says which numbers have changed, if any have.
  mutating func follow(
    _ renumbered: [ManagedObjectID: ManagedObjectID], since before: Graph, at range: SourceRange
  ) -> [Diagnostic] {
    guard !renumbered.isEmpty else { return [] }
    func followed(_ value: Value) -> Value {
      switch value {
      case .array(let elements): .array(elements.map(followed))
      case .set(let elements): .set(elements.map(followed))
      default: value.objectID.flatMap { renumbered[$0] }?.value ?? value
      }
    }
    names = names.mapValues(followed)
    let known = renumbered.filter { context.exists($0.value) }.sorted {
      ($0.value.entity, $0.value.number) < ($1.value.entity, $1.value.number)
    }
    guard !known.isEmpty else { return [] }
    let shown = known.prefix(2).map { old, new in
      "\(before.entityName(of: old) ?? "")#\(old.number) is now \(context.entityName(of: new))#\(new.number)"
    }
    let more = Listing.rest(known.count - 2, after: ",")
    return [
      Diagnostic(
        "renumbered",
        "the \(known.count == 1 ? "number of an object changes" : "numbers of objects change"): "
          + "\(shown.joined(separator: ", "))\(more)",
        at: range, severity: .note, hint: "names follow their objects")
    ]
  }
}
