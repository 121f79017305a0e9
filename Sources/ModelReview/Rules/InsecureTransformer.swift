import Diagnostics
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
    constant,
  ]

  /// The name of the constant, and not its value: no transformer is called so.
  private static let constant = "NSSecureUnarchiveFromDataTransformerName"

  /// The remedy for classes that the common transformer does not allow: it reads those of its `allowedTopLevelClasses`, which
  /// Apple's documentation lists, and what it reads has to support secure coding.
  private static let subclass =
    "name a subclass of NSSecureUnarchiveFromDataTransformer that allows their classes, which have to support secure coding"

  /// One finding for the attributes whose class the model does not name, and one for those whose class it does: the
  /// two need different remedies.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let all = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter {
        $0.type == .transformable && !$0.isTransient && insecure.contains($0.transformerName ?? "")
      }.map { (entity.name, $0) }
    }
    let (objects, values) = (
      all.filter { entity(in: $0.1, of: subject) != nil }, all.filter { entity(in: $0.1, of: subject) == nil }
    )
    let classless = values.filter { isPlain($0.1) }
    let classed = values.filter { !isPlain($0.1) }
    return managed(objects, in: subject)
      + [classless, classed].compactMap { group -> Finding? in
        guard let (entity, first) = group.first else { return nil }
        let names = group.map { "\($0).\($1.name)" }
        let shown =
          names.count == 1
          ? "\(names[0]) has no secure transformer"
          : "\(DisplayText.grouped(names.count)) attributes have no secure transformer: \(Listing.text(names))"
        return Finding(
          page.id, .warning, entity, first.name, aspect: .transformer,
          determinant: names.dropFirst().joined(separator: ","),
          "\(shown); Core Data warns at launch, and a later system may not read the values"
            + (group.contains { $0.1.transformerName == constant }
              ? "; \(constant) is the name of a constant, and its value is NSSecureUnarchiveFromData" : ""),
          fix: isPlain(first)
            ? #"if the values are arrays, dictionaries, sets, texts, numbers, dates, data, URLs or UUIDs: change "#
              + #"\#(entity).\#(first.name), transformer "NSSecureUnarchiveFromData"; if not: \#(subclass)"#
            : subclass)
      }
  }

  /// One finding for what cannot be archived at all: managed objects have no `NSSecureCoding` (NSManagedObject, *Conforms
  /// To*).
  private static func managed(_ found: [(String, AttributeDescription)], in subject: ReviewSubject) -> [Finding] {
    guard let (entity, first) = found.first, let destination = self.entity(in: first, of: subject) else { return [] }
    let names = found.map { "\($0).\($1.name)" }
    return [
      Finding(
        page.id, .warning, entity, first.name, aspect: .type, determinant: names.dropFirst().joined(separator: ","),
        "\(Listing.text(names)) \(names.count == 1 ? "holds" : "hold") managed objects, which cannot be archived",
        fix: "make a relationship to \(destination) of it")
    ]
  }

  /// The entity whose class an attribute names: `ExerciseDB`, `[ExerciseDB]`, `Set<ExerciseDB>`.
  private static func entity(in attribute: AttributeDescription, of subject: ReviewSubject) -> String? {
    guard let name = attribute.valueClassName else { return nil }
    let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return subject.model.entities.first { words.contains($0.name) }?.name
  }

  /// Whether the common transformer allows the class of the values, as far as the model says.
  private static func isPlain(_ attribute: AttributeDescription) -> Bool {
    guard let name = attribute.valueClassName else { return !isOfOtherClass(attribute.name) }
    let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let allowed: Set<Substring> = [
      "NSArray", "NSDictionary", "NSSet", "NSString", "NSNumber", "NSDate", "NSData", "NSURL", "NSUUID", "NSNull",
      "Array", "Dictionary", "Set", "String", "Int", "Double", "Bool", "Date", "Data", "URL", "UUID",
    ]
    return !words.isEmpty && words.allSatisfy(allowed.contains)
  }

  /// Whether a name says that the value is of a class that the common transformer does not allow: a colour, an image, an
  /// error.
  private static func isOfOtherClass(_ name: String) -> Bool {
    let last = EnglishNouns.singular(ProposedNames.words(name).last?.lowercased() ?? "")
    return [
      "color", "colour", "image", "photo", "picture", "icon", "font", "location", "coordinate", "record", "predicate",
      "error",
      "exception", "descriptor", "expression", "regex", "path", "region", "calendar", "locale", "timezone", "zone",
      "interval",
      "placemark", "point", "rect", "frame", "size", "transform", "insets", "gradient", "view",
    ].contains(last)
      || name.lowercased().hasSuffix("recordid") || name.lowercased().contains("attributed")
  }
}
