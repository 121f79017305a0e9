import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// The views of the model: its entities, and the two inspectors.
extension OutcomeRenderer {
  func model(_ view: ModelView) -> Document {
    guard !view.isEmpty else {
      return [
        "model \(view.name) has no entities yet", StyledText("  entity Team { name: String } makes one", .faint),
      ]
    }
    // It is source, and stays so when it is copied.
    let lines = view.source.flatMap(source)
    guard !view.versions.isEmpty else { return lines }
    // The current one is always shown.
    let others = view.versions.lazy.filter { $0 != view.currentVersion }
    let names = view.versions.count <= Listing.limit ? view.versions : [view.currentVersion] + others
    let shown = names.lazy.map { $0 == view.currentVersion ? "\"\($0)\" (current)" : "\"\($0)\"" }
    return lines + [StyledText("// versions: \(DisplayText.visible(Listing.text(shown)))", .faint)]
  }

  func entity(_ view: EntityView) -> Document {
    var head = (view.isAbstract ? "abstract entity " : "entity ") + view.name
    if let parent = view.parent { head += ", parent \(parent)" }
    var lines: Document = [StyledText(head)]
    func section(_ title: String, _ properties: [EntityView.Property]) {
      guard !properties.isEmpty else { return }
      lines.append("  \(title)")
      var table = TextTable(
        columns: ["", "", "", ""],
        rows: properties.map { property in
          [
            property.name, property.kind, property.isOptional ? "optional" : "required",
            property.options
              + (property.inheritedFrom.map { (property.options.isEmpty ? "" : ", ") + "from \($0)" } ?? ""),
          ]
        })
      table.overflow = .replaces(inWords(table))
      lines += Document(table, indent: 4)
    }
    section("attributes", view.attributes)
    section("relationships", view.relationships)
    section("fetched properties", view.fetched)
    if view.attributes.isEmpty, view.relationships.isEmpty, view.fetched.isEmpty { lines.append("  no properties yet") }
    for constraint in view.unique { lines.append("  unique \(constraint.joined(separator: ", "))") }
    for rule in view.rules { lines.append("  rule \(rule)") }
    for note in view.notes { lines.append("  \(DisplayText.visible(note))") }
    if !view.subentities.isEmpty { lines.append("  sub-entities: \(Listing.text(view.subentities))") }
    return lines
  }

  /// The properties of an entity, where their table is wider than the screen: nothing of them is cut.
  private func inWords(_ table: TextTable) -> Document {
    table.rows.flatMap { row in
      let words = "\(row[0])  \(row[1]), " + row[2...].filter { !$0.isEmpty }.joined(separator: ", ")
      return wrapped(StyledText(DisplayText.visible(words)), first: "    ", rest: "      ")
    }
  }

  func attribute(_ view: AttributeView) -> Document {
    let attribute = view.attribute
    func optional(_ value: String?) -> String { value ?? "none" }
    var rows: [(ModelDifference.Aspect, String)] = [
      (.setting(.type), attribute.compositeName ?? attribute.type.rawValue),
      (.setting(.optional), yesNo(attribute.isOptional)),
      (.setting(.transient), yesNo(attribute.isTransient)), (.setting(.indexed), yesNo(attribute.isIndexed)),
      (.setting(.defaultValue), PropertyText.defaultText(attribute) ?? "none"),
    ]
    if attribute.type == .string {
      rows += [
        (.setting(.minimumLength), optional(attribute.minimumLength.map(String.init))),
        (.setting(.maximumLength), optional(attribute.maximumLength.map(String.init))),
        (.setting(.pattern), optional(attribute.pattern)),
      ]
    } else if attribute.type.isOrdered {
      rows += [
        (.setting(.minimum), optional(attribute.minimumValue.map(PropertyText.literal))),
        (.setting(.maximum), optional(attribute.maximumValue.map(PropertyText.literal))),
      ]
    }
    if let transformer = attribute.transformerName { rows.append((.setting(.transformer), transformer)) }
    if let name = attribute.valueClassName { rows.append((.setting(.class), name)) }
    if attribute.allowsExternalBinaryDataStorage { rows.append((.setting(.externalStorage), "yes")) }
    if attribute.isIndexedBySpotlight { rows.append((.setting(.spotlight), "yes")) }
    if let isScalar = attribute.usesScalarValue { rows.append((.setting(.scalar), yesNo(isScalar))) }
    if !attribute.isSyncable { rows.append((.setting(.syncable), "no")) }
    if let derivation = attribute.derivation { rows.append((.setting(.derived), derivation.declaration)) }
    rows += notes(.attribute(attribute))
    return inspector("\(view.entity).\(attribute.name), an attribute", rows.map { ($0.description, $1) })
  }

  func relationship(_ view: RelationshipView) -> Document {
    let relationship = view.relationship
    var rows: [(ModelDifference.Aspect, String)] = [
      (.setting(.destination), relationship.destination), (.setting(.inverse), relationship.inverse ?? "none"),
      (.setting(.optional), yesNo(relationship.isOptional)), (.setting(.transient), yesNo(relationship.isTransient)),
      (.setting(.type), relationship.isToMany ? "to-many" : "to-one"),
    ]
    if relationship.isToMany {
      rows.append((.setting(.ordered), yesNo(relationship.isOrdered)))
      rows.append((.setting(.minimum), relationship.minimumCount > 0 ? String(relationship.minimumCount) : "none"))
      rows.append((.setting(.maximum), relationship.maximumCount > 0 ? String(relationship.maximumCount) : "none"))
    } else {
      // Core Data's header: "1/1 for a to-one relationship".
      rows += [(.setting(.minimum), "1"), (.setting(.maximum), "1")]
    }
    rows.append((.setting(.deleteRule), relationship.deleteRule.xcodeName.lowercased()))
    if !relationship.isSyncable { rows.append((.setting(.syncable), "no")) }
    rows += notes(.relationship(relationship))
    return inspector("\(view.entity).\(relationship.name), a relationship", rows.map { ($0.description, $1) })
  }

  /// Returns the notes of the model's author; nothing if there are none, so that an inspector stays short.
  private func notes(_ property: PropertyDescription) -> [(ModelDifference.Aspect, String)] {
    (property.renamingIdentifier.map { [(.setting(.renamedFrom), $0)] } ?? [])
      + (property.versionHashModifier.map { [(.setting(.hashModifier), $0)] } ?? [])
      + property.userInfo.sorted { $0.key < $1.key }.map { (.userInfo($0.key), PropertyText.literal($0.value)) }
  }

  func inspector(_ title: String, _ rows: [(String, String)]) -> Document {
    let width = rows.map { DisplayText.width($0.0) }.max() ?? 0
    return [StyledText(title)]
      + Document(lines: rows.map { "  " + padded($0.0, width) + "  " + DisplayText.visible($0.1) })
  }

  func yesNo(_ value: Bool) -> String { value ? "yes" : "no" }

  func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayText.width(text)))
  }
}
