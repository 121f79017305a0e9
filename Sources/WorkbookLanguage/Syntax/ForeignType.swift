import ObjectGraph

/// Names of types in SQL and Objective-C, and the attribute types that they correspond to. Swift's names are synonyms
/// in the workbook (``AttributeType/synonyms``).
enum ForeignType {
  /// The attribute type for a name, in any letter case; nil for a name that is none.
  static func attributeType(_ name: String) -> AttributeType? { types[name.lowercased()] }

  /// The attribute types that a name can mean, in any letter case; none for a name that is none. Which whole number an `Integer` is,
  /// the model shows if it has one type of them.
  static func attributeTypes(_ name: String, in model: ManagedObjectModel) -> [AttributeType] {
    guard name.lowercased() == "integer" else { return attributeType(name).map { [$0] } ?? [] }
    let used = Set(model.entities.flatMap { $0.properties.compactMap(\.attribute?.type) })
    let whole: [AttributeType] = [.integer16, .integer32, .integer64]
    let known = whole.filter(used.contains)
    return known.count == 1 ? known : whole
  }

  /// Whether a name can only mean a type where a property may begin: not `text` or `date`, which may name a property.
  static func isObviousType(_ name: String) -> Bool {
    attributeType(name) != nil && (name == "int" || name == "string" || name.prefix(2).allSatisfy(\.isUppercase))
  }

  private static let types: [String: AttributeType] = [
    "int": .integer32, "integer": .integer64, "bigint": .integer64, "smallint": .integer16, "real": .double,
    "float": .double, "double": .double, "decimal": .decimal, "numeric": .decimal, "boolean": .boolean,
    "bool": .boolean, "date": .date, "datetime": .date, "timestamp": .date, "blob": .binaryData, "uuid": .uuid,
    "varchar": .string, "char": .string, "text": .string, "nvarchar": .string, "string": .string,
    "nsstring": .string, "nsnumber": .double, "nsdecimalnumber": .decimal, "nsdate": .date, "nsdata": .binaryData,
    "nsuuid": .uuid, "nsurl": .uri, "timestamptz": .date, "bytea": .binaryData, "json": .string, "jsonb": .string,
    "citext": .string, "long": .integer64, "short": .integer16, "byte": .integer16, "localdate": .date,
    "money": .decimal, "tinyint": .integer16, "mediumint": .integer32, "int2": .integer16,
    "int4": .integer32, "int8": .integer64, "float4": .float, "float8": .double,
  ]
}
