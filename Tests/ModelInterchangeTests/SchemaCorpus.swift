import Diagnostics
import ModelInterchange
import ObjectGraph
import TestSupport

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
        model: model(SourceText(text(fields[0] + ".model.xml"))), tables: statements("TABLE"),
        indexes: statements("INDEX") + statements("UNIQUE INDEX"),
        entities: lines.filter { $0.hasPrefix("-- PK ") }.map { String($0.dropFirst(6)) })
    }
  }()

  /// The other real models, by the names of their files.
  static var models: [(name: String, model: ManagedObjectModel)] {
    XcodeModelCorpus.files.map { ($0.name ?? "", model($0)) }
  }

  private static func model(_ source: SourceText) -> ManagedObjectModel {
    (try? XcodeModelDocument(source).model(named: "Model").model) ?? ManagedObjectModel(name: "Model")
  }

  private static func text(_ name: String) -> String { (try? corpus.text(name)) ?? "" }
}
