import Foundation
import ModelInterchange
import ObjectGraph
import Predicates
import TestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The real models beside the project with the schemas that Apple's framework made for them; absent in most checkouts.
enum SchemaCorpus {
  private static let corpus = Corpus("schemas")

  /// A model and the SQL of its store.
  struct Pair: CustomStringConvertible {
    var stem: String
    var framework: FrameworkVersion
    var model: ManagedObjectModel
    var tables: [String]
    var indexes: [String]
    /// The rows of Z_PRIMARYKEY: `4|ATEvent|3`.
    var entities: [String]

    var description: String { stem }
  }

  static var isThere: Bool { corpus.isThere }

  /// The stems of all schema files in the folder, listed in INDEX.tsv or not.
  static var stemsOfFiles: Set<String> {
    Set(corpus.names.filter { $0.hasSuffix(".schema.sql") }.map { String($0.dropLast(".schema.sql".count)) })
  }

  /// Every pair that INDEX.tsv lists.
  static let pairs: [Pair] = {
    guard let lines = try? corpus.lines("INDEX.tsv") else { return [] }
    return lines.dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let sql = text(fields[0] + ".schema.sql")
      let lines = sql.split(whereSeparator: \.isNewline).map(String.init)
      func statements(_ word: String) -> [String] {
        lines.filter { $0.hasPrefix("CREATE \(word) ") }.map { String($0.prefix { $0 != ";" }) }
      }
      return Pair(
        stem: fields[0], framework: FrameworkVersion(rawValue: Int(fields[5]) ?? 0),
        model: ModelReader.model(text(fields[0] + ".model.xml")), tables: statements("TABLE"),
        indexes: statements("INDEX"),
        entities: lines.filter { $0.hasPrefix("-- PK ") }.map { String($0.dropFirst(6)) })
    }
  }()

  /// The other real models, by the names of their files.
  static var models: [(name: String, model: ManagedObjectModel)] {
    XcodeModelCorpus.files.map { ($0.name ?? "", ModelReader.model($0.text)) }
  }

  private static func text(_ name: String) -> String { (try? corpus.text(name)) ?? "" }
}

/// As much of a model file as a schema depends on.
final class ModelReader: NSObject, XMLParserDelegate {
  private var model = ManagedObjectModel(name: "Model")
  private var entity: EntityDescription?
  /// The properties of the fetch index at hand.
  private var fetchIndex: [String] = []

  static func model(_ text: String) -> ManagedObjectModel {
    let reader = ModelReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    precondition(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.model
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    let name = attributes["name"] ?? ""
    func isYes(_ key: String) -> Bool { attributes[key] == "YES" }
    switch element {
    case "entity":
      entity = EntityDescription(name, isAbstract: isYes("isAbstract"), parent: attributes["parentEntity"])
    case "attribute":
      let type = Self.types[attributes["attributeType"] ?? "", default: .undefined]
      entity?.properties.append(
        .attribute(
          AttributeDescription(
            name, type, isOptional: isYes("optional"), isTransient: isYes("transient"), isIndexed: isYes("indexed"))))
    case "relationship":
      entity?.properties.append(
        .relationship(
          RelationshipDescription(
            name, to: attributes["destinationEntity"] ?? "", isToMany: isYes("toMany"), isOptional: isYes("optional"),
            isOrdered: isYes("ordered"), isTransient: isYes("transient"), inverse: attributes["inverseName"])))
    case "fetchIndex": fetchIndex = []
    case "fetchIndexElement": fetchIndex.append(attributes["property"] ?? "")
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    switch element {
    case "entity":
      if let entity { model.entities.append(entity) }
      entity = nil
    case "fetchIndex":
      // The model compiler takes an index of one attribute for the attribute's being indexed, too.
      if fetchIndex.count == 1, var attribute = entity?[property: fetchIndex[0]]?.attribute {
        attribute.isIndexed = true
        entity?[property: attribute.name] = .attribute(attribute)
      }
    default: break
    }
  }

  private static let types: [String: AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64, "Decimal": .decimal,
    "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date,
    "Binary": .binaryData, "UUID": .uuid, "URI": .uri, "Transformable": .transformable,
  ]
}
