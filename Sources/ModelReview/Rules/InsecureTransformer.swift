import ObjectGraph

/// A transformable attribute whose values are read back without saying which classes they may have.
///
/// At launch, Core Data logs of each: "Property 'url' on Entity 'Story' is using nil or an insecure NSValueTransformer",
/// and that such values will become unreadable once the secure transformer is the default
/// (woocommerce-ios 1372, XMPPFramework 1184, Automattic-Tracks-iOS 108).
package enum InsecureTransformer: ReviewRule {
  package static let page = RulePage(
    id: "insecureTransformer", title: "a transformable attribute has no secure transformer",
    why: """
      Without a name, Core Data uses the transformer that unarchives objects of any class. It logs a warning for each such \
      attribute at launch and announces that the secure transformer will become the default, which reads only the \
      classes that it allows. Values of other classes will then be unreadable. NSSecureUnarchiveFromData allows arrays, \
      dictionaries, sets, texts, numbers, dates, data, URLs and UUIDs; a colour or an image needs a subclass that allows it.
      """,
    example: """
      entity Story { links: Transformable? }
      """,
    fix: #"change Story.links, transformer "NSSecureUnarchiveFromData""#)

  /// The names of the transformers that take any class, as models write them.
  private static let insecure: Set = [
    "", "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName", "NSUnarchiveFromData",
    "NSUnarchiveFromDataTransformerName",
  ]

  /// One finding for each entity.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.compactMap { entity -> Finding? in
      let attributes = entity.properties.compactMap(\.attribute).filter {
        $0.type == .transformable && !$0.isTransient && insecure.contains($0.transformerName ?? "")
      }
      guard let first = attributes.first else { return nil }
      let names = attributes.map(\.name)
      let shown =
        switch names.count {
        case 1: "\(entity.name).\(first.name)"
        case 2...3: "\(names.joined(separator: ", ")) of \(entity.name)"
        default: "\(names.count) attributes of \(entity.name)"
        }
      return Finding(
        page.id, .warning, entity.name, names.joined(separator: ","), aspect: .transformer,
        "\(shown) \(names.count == 1 ? "has" : "have") no secure transformer: "
          + "Core Data warns at launch, and a later system may not read the values",
        // A class that the model names is not one of those that this transformer allows.
        fix: (first.valueClassName == nil
          ? #"change \#(entity.name).\#(first.name), transformer "NSSecureUnarchiveFromData", or: "# : "")
          + "name a subclass of NSSecureUnarchiveFromDataTransformer that allows their classes")
    }
  }
}
