import Diagnostics
import ModelReview
import ObjectGraph

extension SwiftDataReview {
  func relationshipFindings() -> [Placed] {
    oneWayRelationships() + requiredUnique()
      + ends.flatMap { end in
        [
          inverseOnBothSides(end), unknownInverse(end), inverseNamedTwice(end), unpaired(end), nullifyRequired(end),
          cascadeUpwards(end), deletionAgainstInverse(end), betaSpelling(end), counts(end), unkeptOrder(end),
        ].compactMap(\.self)
      }
  }

  /// Required to-ones to unique classes, in one note: Xcode compiles no such Core Data model, and what SwiftData does is not
  /// known (StanfordSpezi/SpeziScheduler ships such classes).
  private func requiredUnique() -> [Placed] {
    var builder = self.builder
    let model = builder.model(named: "", identifier: nil)
    let found = ModelIndex(model).uniqueDestinations().filter { $0.standing == .refused }
    guard let first = found.first else { return [] }
    let end = ends.first { name($0) == first.name }
    let others = found.dropFirst().map(\.name)
    return [
      finding(
        UniqueRequired.page.id, .note, first.entity, first.relationship, aspect: .optional,
        determinant: others.joined(separator: ","),
        "\(first.message) as a Core Data model"
          + (others.isEmpty ? "" : ", nor \(Listing.text(others))")
          + "; whether SwiftData takes it is not known",
        fix: "if the store does not load: let the relationship be optional, or leave out .unique",
        at: end.flatMap { relationship($0).property.place })
    ]
  }

  private func inversePlace(_ end: End) -> SourcePlace? {
    if case .keyPath(_, let place)? = relationship(end).inverse { place } else { nil }
  }

  /// "Circular reference resolving attached macro 'Relationship'": reported by Hacking with Swift and two libraries of macros
  /// (Data-swift/ManagedModels 18, amethystsoft/vein 25).
  private func inverseOnBothSides(_ end: End) -> Placed? {
    guard case .explicit(let other)? = pairing.statuses[end], pairing.statuses[other] == .explicit(end),
      (end.owner, end.index) <= (other.owner, other.index)
    else { return nil }
    return finding(
      .inverseOnBothSides, .error, end,
      end == other
        ? "\(name(end)) names itself as its inverse, which the macro cannot resolve"
        : "\(name(end)) and \(name(other)) both say inverse:, which is a circular reference of the macros",
      at: inversePlace(end))
  }

  private func unknownInverse(_ end: End) -> Placed? {
    guard case .keyPath(let path, let place)? = relationship(end).inverse,
      case .model(let type) = relationship(end).destination, let destination = schema.modelClass(ofType: type)
    else { return nil }
    switch pairing.statuses[end] {
    case .unresolved?:
      if let attribute = destination.attributes.first(where: { $0.property.name == path.property }) {
        return finding(
          .unknownInverse, .error, end,
          "\(path.text) is an attribute, and no relationship to \(schema.classes[end.owner].name)",
          fix: attribute.type == nil ? nil : SwiftDataRule.unknownInverse.page.fix, at: place)
      }
      // A property that is declared elsewhere, as by another macro, cannot be seen.
      let known = destination.relationships.map(\.name)
      let isComputed = schema.type(type).computed.contains(path.property)
      guard !path.property.isEmpty, destination.parent == nil else { return nil }
      return finding(
        .unknownInverse, .error, end,
        isComputed
          ? "\(path.text) is a computed property, and no relationship"
          : "\(destination.name) has no relationship '\(path.property)'",
        fix: Suggestions.didYouMean(path.property, among: known), at: place)
    case .explicit(let other)?:
      guard case .model(let back) = relationship(other).destination else { return nil }
      let owner = schema.classes[end.owner]
      if back == owner.type || lineage(owner.type).contains(back) || lineage(back).contains(owner.type) { return nil }
      return finding(
        .unknownInverse, .error, end,
        "\(name(other)) leads to \(schema.type(back).name), and not back to \(owner.name)",
        at: place)
    default: return nil
    }
  }

  private func lineage(_ type: Int) -> [Int] {
    var line = [type]
    while let last = line.last, let parent = schema.modelClass(ofType: last)?.parent, !line.contains(parent) {
      line.append(parent)
    }
    return line
  }

  /// A sample of Apple's ships two such relationships (Backyard Birds), so the compiler takes them; nobody says what a store
  /// makes of them.
  private func inverseNamedTwice(_ end: End) -> Placed? {
    guard case .explicit(let other)? = pairing.statuses[end], let named = pairing.namedBy[other], named.count > 1,
      let first = named.first, first != end
    else { return nil }
    return finding(
      .inverseNamedTwice, .warning, end, "\(name(first)) names \(name(other)) as its inverse already",
      at: inversePlace(end))
  }

  /// Relationships without a partner, and those that a developer may think have one.
  private func unpaired(_ end: End) -> Placed? {
    let relationship = relationship(end)
    guard case .model(let type) = relationship.destination, let destination = schema.modelClass(ofType: type) else {
      return nil
    }
    switch pairing.statuses[end] {
    case .ambiguous(let others)?:
      return ambiguous(end, others, destination)
    case .manyToMany(let other)?:
      guard (end.owner, end.index) < (other.owner, other.index) else { return nil }
      return finding(
        .unanchoredManyToMany, .warning, end,
        "\(name(end)) and \(name(other)) are to-many to each other, and neither says inverse:",
        fix: "@Relationship(inverse: \\\(destination.name).\(self.relationship(other).name))")
    case .requiredToOne(let other)?:
      guard
        relationship.isToMany
          || (end.owner, end.index) < (other.owner, other.index) && !self.relationship(other).isToMany
      else { return nil }
      return finding(
        .requiredEndWithoutInverse, .warning, end,
        "\(name(end)) and \(name(other)) may not be connected: SwiftData is reported to infer no inverse for a to-one that is not optional",
        fix: "@Relationship(inverse: \\\(destination.name).\(self.relationship(other).name))")
    default: return nil
    }
  }

  /// Two relationships to one class without inverses: how SwiftData pairs them is documented nowhere. One warning for all that
  /// lead between two classes, at the end with fewer of them.
  private func ambiguous(_ end: End, _ others: [End], _ destination: ModelClass) -> Placed? {
    var own = [end]
    if others.first?.owner == end.owner {
      own = [end] + others
      guard own.allSatisfy({ $0.index >= end.index }) else { return nil }
      return finding(
        .ambiguousInverse, .warning, end, "nothing says which of \(Listing.text(own.map(name))) belong together")
    }
    if case .ambiguous(let ends)? = others.first.flatMap({ pairing.statuses[$0] }) { own = ends }
    guard own.first == end, own.count < others.count || own.count == others.count && end.owner < others[0].owner else {
      return nil
    }
    return finding(
      .ambiguousInverse, .warning, end,
      own.count == 1
        ? "the inverse of \(name(end)) could be \(Listing.alternatives(others.map(name)))"
        : "nothing says how \(Listing.text(own.map(name))) go with \(Listing.text(others.map(name)))",
      fix: own.count == 1
        ? "@Relationship(inverse: \\\(destination.name).\(relationship(others[0]).name)) if that is the one" : nil)
  }

  /// An experiment with all delete rules (zenn.dev, samekard_dev): after a deletion at the other end, reading the reference stops
  /// the app. One note for the whole model, as an app has none of them or many. A tree of which only the parents are known is usual.
  private func oneWayRelationships() -> [Placed] {
    let found = ends.filter { end in
      guard pairing.statuses[end] == InversePairing.Status.none, case .model(let type) = relationship(end).destination
      else {
        return false
      }
      return type != schema.classes[end.owner].type
    }
    guard let first = found.first else { return [] }
    let names = found.map(name)
    return [
      finding(
        .oneWayRelationship, .note, first, determinant: names.dropFirst().joined(separator: ","),
        "nothing leads back from the other end of \(Listing.text(names)): a deletion there leaves a reference to what is gone"
      )
    ]
  }

  /// Deleting with nullify, which is the default, leaves a to-one without a value that it needs: error 1570. Hacking with Swift
  /// shows the crash and two remedies; the rule is Core Data's.
  private func nullifyRequired(_ end: End) -> Placed? {
    let own = relationship(end)
    guard own.deleteRule == .nullify, let partner = pairing.statuses[end]?.partner else { return nil }
    let back = relationship(partner)
    guard !back.isToMany, !back.isOptional, own.isToMany || back.deleteRule != .cascade else { return nil }
    let owner = schema.classes[end.owner].name
    return finding(
      NullifyRequired.page.id, .warning, owner, own.name, aspect: .deleteRule,
      "deleting \(DisplayText.withArticle(owner)) empties \(name(partner)), which is not optional: saving fails, or the app stops",
      fix: "let \(name(partner)) be optional; deleteRule: .cascade only if "
        + "\(DisplayText.withArticle(schema.classes[partner.owner].name)) means nothing without its \(owner)",
      at: own.ruleArgument?.place ?? own.property.place)
  }

  /// A cascade from one of many to what all of them share (Stack Overflow 79082293: deleting a child deletes its parents).
  private func cascadeUpwards(_ end: End) -> Placed? {
    let own = relationship(end)
    guard own.deleteRule == .cascade, let partner = pairing.statuses[end]?.partner else { return nil }
    let back = relationship(partner)
    guard back.isToMany else { return nil }
    let owner = schema.classes[end.owner].name
    return finding(
      CascadeUpwards.page.id, .warning, owner, own.name, aspect: .deleteRule,
      own.isToMany
        ? "deleting one \(owner) deletes its \(own.name), which may be others' too: \(name(partner)) is to-many"
        : "deleting one \(owner) deletes its \(own.name), which others in \(name(partner)) share",
      fix:
        "deleteRule: .nullify; if \(DisplayText.withArticle(schema.classes[partner.owner].name)) means nothing without its "
        + "\(back.name), let the app delete it with the last of them",
      at: own.ruleArgument?.place)
  }

  /// Apple's documentation of noAction says that it leaves references to what is gone; an experiment with all rules saw deny
  /// stop the app (zenn.dev, samekard_dev).
  private func deletionAgainstInverse(_ end: End) -> Placed? {
    let own = relationship(end)
    guard pairing.statuses[end]?.partner != nil else { return nil }
    let owner = schema.classes[end.owner].name
    switch own.deleteRule {
    case .noAction:
      return finding(
        DanglingRule.page.id, .warning, owner, own.name, aspect: .deleteRule,
        "deleting \(DisplayText.withArticle(owner)) leaves \(own.isToMany ? "the objects in \(own.name)" : "its \(own.name)") with a reference to nothing",
        fix: "deleteRule: .nullify, unless the app removes the references itself", at: own.ruleArgument?.place)
    case .deny:
      return finding(
        .denyWithInverse, .note, end, aspect: .deleteRule,
        "\(name(end)) denies deletion, which is reported to stop the app instead of failing with an error",
        at: own.ruleArgument?.place)
    case .nullify, .cascade: return nil
    }
  }

  /// `Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)`, Apple's documentation.
  private func betaSpelling(_ end: End) -> Placed? {
    let own = relationship(end)
    guard own.isRulePositional, let argument = own.ruleArgument else { return nil }
    return finding(
      .betaSpelling, .warning, end, aspect: .deleteRule,
      "\(argument.text) without its label is the first beta's spelling",
      fix: "write deleteRule: \(argument.text)", at: argument.place)
  }

  /// Hacking with Swift, on minimum and maximum counts: autosave fails without a word.
  private func counts(_ end: End) -> Placed? {
    let own = relationship(end)
    guard own.isToMany, (own.minimumCount ?? 0) > 0 || (own.maximumCount ?? 0) > 0 else { return nil }
    if let least = own.minimumCount, let most = own.maximumCount, most > 0, least > most {
      return finding(
        .silentCounts, .error, end, aspect: .count, "\(name(end)) needs at least \(least) and at most \(most) objects",
        fix: "exchange the two")
    }
    return finding(
      .silentCounts, .note, end, aspect: .count,
      "an automatic save outside the bounds of \(name(end)) fails without an error")
  }

  /// To-many relationships have no order: a library's source says so (3lvis/SwiftSync), and a macro was written for it
  /// (FiveSheepCo/OrderedRelationship). Only code that moves or inserts at a position shows that the order matters.
  private func unkeptOrder(_ end: End) -> Placed? {
    let own = relationship(end)
    guard own.collection == .array, case .model(let type) = own.destination,
      let destination = schema.modelClass(ofType: type), !destination.attributes.contains(where: \.mayKeepOrder),
      let use = schema.declarations.orderUses[own.name]
    else { return nil }
    return finding(
      .unkeptOrder, .note, end, aspect: .ordered,
      "\(name(end)) is changed at a position, but a relationship keeps no order", at: use)
  }
}

extension ModelClass.Attribute {
  /// Whether its name says that it is a position, or its type that it can be sorted by as one.
  fileprivate var mayKeepOrder: Bool {
    let name = property.name.lowercased()
    return ["order", "index", "position", "rank", "sort", "sequence", "number", "offset", "priority"].contains {
      name.contains($0)
    }
  }
}
