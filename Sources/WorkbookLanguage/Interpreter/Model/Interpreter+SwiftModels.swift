import Diagnostics
import ModelReview
import ObjectGraph

/// SwiftData's models: `import "Models.swift"`, `import "Models"`.
extension Interpreter {
  /// Whether a path is a Swift source or a folder with some. O(files).
  func isSwiftModel(_ path: String, relativeTo: String?) -> Bool {
    guard let listFolder = environment.listFolder else { return path.hasSuffix("." + SwiftModelBundle.ending) }
    return SwiftSourceFolder.hasSources(path) { listFolder($0, relativeTo) }
  }

  /// The models of Swift sources, in the version that the statement names.
  func swiftModel(of file: ModelFile, in source: SourceText) throws -> SwiftModelBundle {
    guard let readFile = environment.readFile else {
      throw Diagnostic.noReading(at: file.range)
    }
    let listFolder = environment.listFolder
    var bundle: SwiftModelBundle
    do {
      bundle = try SwiftModelBundle.reading(
        file.path, read: { try readFile($0, source.name) }, list: { listFolder?($0, source.name) })
    } catch var problem as Diagnostic {
      if problem.source == nil { problem.range = file.range }
      throw problem
    } catch {
      throw Diagnostic.unreadable(file.path, at: file.range)
    }
    if let version = file.version {
      let names = bundle.versions.map(\.name)
      guard names.contains(version) else {
        throw Diagnostic.unknownVersion(version, among: names, at: file.versionRange)
      }
      bundle.use(version)
    }
    return bundle
  }

  /// Takes over all versions into a workbook without a model; into another, the entities of the version in use.
  mutating func importSwiftModel(
    _ file: ModelFile, in source: SourceText, _ diagnostics: inout [Diagnostic]
  ) throws -> Outcome.Result {
    let bundle = try swiftModel(of: file, in: source)
    let current = bundle.current
    let versions = try take(
      bundle.versions.map(\.model), current: current.model, isVersionNamed: file.version != nil, at: file.range)
    diagnostics += shown(bundle.facts, current.model, at: file.range)
    return .imported(
      ImportedModel(
        path: file.path, entities: current.model.entityNames, parts: current.model.partNames, objectCount: 0,
        versions: versions, currentVersion: current.name, inferred: current.inferredInverses))
  }
}

extension Diagnostic {
  static func unknownVersion(_ version: String, among names: [String], at range: SourceRange?) -> Diagnostic {
    Diagnostic(
      "unknown-version", "there is no version '\(DisplayText.visible(version))'", at: range,
      nearest: Suggestions.nearest(to: version, among: names),
      hint: "\(names.count == 1 ? "the only version is" : "the versions are") \(Listing.text(names))")
  }
}
