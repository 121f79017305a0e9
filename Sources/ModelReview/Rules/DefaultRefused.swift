import ObjectGraph

/// A default that the attribute's own limits refuse: an object that is given no other value cannot be saved.
package enum DefaultRefused: ReviewRule {
  package static let page = RulePage(
    id: "defaultRefused", title: "a default is outside the limits of its attribute",
    why: """
      Save checks a default like any other value. An object that relies on this default is then refused.
      """,
    example: """
      entity Task { priority: Integer16 = 9, range 0...3 }
      """,
    fix: "change the default or the limits")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    try subject.model.entities.flatMap { entity -> [Finding] in
      try entity.properties.flatMap { property -> [Finding] in
        guard let attribute = property.attribute, case .value? = attribute.defaultValue else { return [] }
        return try errors(of: attribute).map { error in
          Finding(
            page.id, .error, entity.name, attribute.name, aspect: .defaultValue,
            "the default of \(entity.name).\(attribute.name) is refused when it is saved: \(error.message)",
            fix: "change \(entity.name).\(attribute.name), no default")
        }
      }
    }
  }

  /// Returns the errors that save reports for an object with the default, in a model that has only this attribute.
  private static func errors(of attribute: AttributeDescription) throws -> [ValidationError] {
    let entity = EntityDescription("Object", properties: [.attribute(attribute)])
    let model = ManagedObjectModel(name: "Default", entities: [entity])
    guard model.problems().isEmpty else { return [] }
    let context = try ManagedObjectContext(model: model)
    let object = try context.insert("Object")
    return context.validateForInsert(object).filter { $0.key == attribute.name }
  }
}
