extension ManagedObjectModel {
  /// The meaning of a name in the one set of names that entities, composites, templates and attribute types share.
  package enum NameUse: Sendable {
    case entity, attributeType, composite, template
  }

  /// The meaning that a name already has; nil for a free one. O(entities + composites + templates).
  package func use(ofName name: String) -> NameUse? {
    if self[entity: name] != nil { return .entity }
    if self[composite: name] != nil { return .composite }
    if fetchRequestTemplate(named: name) != nil { return .template }
    return AttributeType(workbookName: name) == nil ? nil : .attributeType
  }
}
