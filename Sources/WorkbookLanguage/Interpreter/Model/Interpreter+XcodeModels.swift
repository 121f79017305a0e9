import Diagnostics
import ModelInterchange
import ModelReview
import ObjectGraph

/// The Xcode model that an interpreter knows, and the name by which it was called.
struct KnownXcodeModel: Sendable {
  var bundle: XcodeModelBundle
  /// The file that contained the statement, which the path is relative to.
  var relativeTo: String?

  /// Whether a path names it; `./` and slashes at the end make no difference. O(length).
  func isAt(_ path: String, relativeTo file: String?) -> Bool {
    file == relativeTo && Self.parts(path) == Self.parts(bundle.path)
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." } + (path.first == "/" ? ["/"] : [])
  }
}

/// Xcode models: `import "League.xcdatamodeld"`, `export "League.xcdatamodeld"`.
extension Interpreter {
  /// Takes over all versions into a workbook without a model; into another, the entities of the current one.
  mutating func importXcodeModel(
    _ file: ModelFile, in source: SourceText, _ diagnostics: inout [Diagnostic]
  ) throws -> Outcome.Result {
    let bundle = try xcodeModel(of: file, in: source)
    let versions = takesAllVersions(isVersionNamed: file.version != nil) ? bundle.versions : [bundle.current]
    let readings = versions.map { $0.document.model(named: $0.name) }
    guard let current = readings.first(where: { $0.model.name == bundle.currentName }) ?? readings.last else {
      throw Diagnostic("no-versions", "the file has no versions", at: file.range)
    }
    _ = try take(
      readings.map(\.model), current: current.model, isVersionNamed: file.version != nil, at: file.range)
    remember(bundle, relativeTo: source.name)
    diagnostics += notes(bundle, readings, current.model, at: file.range)
    return .imported(
      ImportedModel(
        path: file.path, entities: current.model.entityNames, parts: current.model.partNames, objectCount: 0,
        versions: readings.map(\.model.name), currentVersion: current.model.name, kept: current.kept))
  }

  /// Whether an import brings all versions of a file: into a workbook that has no model.
  private func takesAllVersions(isVersionNamed: Bool) -> Bool {
    context.model.entities.isEmpty && context.model.partNames.isEmpty && context.modelHistory.count == 1
      && !isVersionNamed
  }

  /// Takes all versions of a model into a workbook without one, or else the entities of the current version.
  /// - Returns: The names of the versions that came in.
  mutating func take(
    _ versions: [ManagedObjectModel], current: ManagedObjectModel, isVersionNamed: Bool, at range: SourceRange
  ) throws -> [String] {
    guard context === mainContext else { throw Diagnostic.modelInContext(context.name, at: range) }
    let takesAll = takesAllVersions(isVersionNamed: isVersionNamed)
    if takesAll {
      try refuse(current, at: range)
      for (place, model) in versions.enumerated() {
        if place > 0 { try context.addModelVersion(model.name) }
        try context.setModel(model)
      }
      if versions.count > 1 { try context.useModelVersion(current.name) }
    } else {
      try add(current, at: range)
    }
    importedModels.hasAny = true
    return takesAll ? versions.map(\.name) : [current.name]
  }

  /// Returns the oddities of a model that was read: each once, the current version's first.
  private func notes(
    _ bundle: XcodeModelBundle, _ readings: [XcodeModelDocument.Reading], _ current: ManagedObjectModel,
    at range: SourceRange
  ) -> [Diagnostic] {
    var found = bundle.findings.map { finding in
      var finding = finding
      finding.range = range
      // The rest of the bundle is imported.
      if finding.severity == .error { finding.severity = .warning }
      return finding
    }
    var messages: Set<String> = []
    let ordered = readings.filter { $0.model.name == current.name } + readings.filter { $0.model.name != current.name }
    for var finding in ordered.flatMap(\.findings) where messages.insert(finding.message).inserted {
      if finding.severity == .error { finding.severity = .warning }
      found.append(finding)
    }
    return shown(found, current, misplacedInverses: ordered.first?.misplacedInverses ?? [], at: range)
  }

  /// The first few oddities of a file, and the problems of its model, which the statement has.
  /// - Parameter misplaced: The relationships of which an oddity says that their inverse is another entity's.
  func shown(
    _ oddities: [Diagnostic], _ current: ManagedObjectModel, misplacedInverses misplaced: Set<String> = [],
    at range: SourceRange
  ) -> [Diagnostic] {
    var found = oddities
    let index = ModelIndex(current)
    for problem in current.problems().withoutConsequences(in: index) {
      let (entity, property, aspect) = problem.subject
      if aspect == .inverse, misplaced.contains("\(entity).\(property)") { continue }
      let meant = problem.meantInverse(in: index)
      var problem = problem.advised
      if let meant { problem.hint = "change \(meant.entity).\(meant.relationship), inverse \(meant.meant)" }
      problem.severity = .warning
      problem.range = range
      found.append(problem)
    }
    if let more = Listing.more(found.count - Self.notesShown) {
      found = Array(found.prefix(Self.notesShown))
      found.append(
        Diagnostic(
          "more-findings", "\(more) like these", at: range, severity: .note,
          hint: "mend these first"))
    }
    return found
  }

  private static let notesShown = 8

  /// The bundle of a file, with the version that the statement names as the current one.
  func xcodeModel(of file: ModelFile, in source: SourceText) throws -> XcodeModelBundle {
    var bundle = try readXcodeModel(file.path, at: file.range, relativeTo: source.name)
    if let version = file.version {
      let names = bundle.versions.map(\.name)
      guard names.contains(version) else {
        throw Diagnostic.unknownVersion(version, among: names, at: file.versionRange)
      }
      bundle.use(version)
    }
    return bundle
  }

  private func readXcodeModel(_ path: String, at range: SourceRange, relativeTo: String?) throws -> XcodeModelBundle {
    guard let files = xcodeFiles(relativeTo: relativeTo) else {
      throw Diagnostic.noReading(at: range)
    }
    do {
      return try XcodeModelBundle(path, files: files)
    } catch var problem as Diagnostic {
      // A place in the file stays; without one, the statement is the place.
      if problem.source == nil { problem.range = range }
      throw problem
    } catch {
      throw Diagnostic.unreadable(path, at: range)
    }
  }

  /// Nil where files cannot be read.
  private func xcodeFiles(relativeTo: String?) -> XcodeModelBundle.Files? {
    guard let readFile = environment.readFile, let listFolder = environment.listFolder else { return nil }
    return XcodeModelBundle.Files(read: { try readFile($0, relativeTo) }, list: { listFolder($0, relativeTo) })
  }

  /// Whether a file or folder is a model of Xcode's: its name says it, or what is in it. O(length of the file).
  func isXcodeModel(_ path: String, relativeTo: String?) -> Bool {
    XcodeModelBundle.Form(path: path) != nil
      || xcodeFiles(relativeTo: relativeTo).flatMap { XcodeModelBundle.Form(contentOf: path, $0) } != nil
  }

  /// Whether `export` writes a model for Xcode into a file: its name says so, or a model was read from it. O(models read).
  func isForXcode(_ path: String, relativeTo: String?) -> Bool {
    XcodeModelBundle.Form(path: path) != nil || importedModels.xcode.contains { $0.isAt(path, relativeTo: relativeTo) }
  }

  private mutating func remember(_ bundle: XcodeModelBundle, relativeTo: String?) {
    importedModels.xcode.removeAll { $0.isAt(bundle.path, relativeTo: relativeTo) }
    importedModels.xcode.append(KnownXcodeModel(bundle: bundle, relativeTo: relativeTo))
  }

  /// The parts of a version of the model that only the Xcode model it came from has, in words.
  func keptInXcode(ofVersion name: String) -> [String] {
    let version = importedModels.xcode.last?.bundle.versions.first { $0.name == name }
    return version?.document.model(named: name).kept ?? []
  }

  // MARK: Exporting

  /// Merges the model into the Xcode model that it came from, or writes a new one.
  mutating func exportXcodeModel(_ path: String, at range: SourceRange, in source: SourceText) throws -> Outcome.Result
  {
    guard let writeFiles = environment.writeFiles else {
      throw Diagnostic.noWriting(at: range)
    }
    try refuseEmptyModel(at: range)
    let history = context.modelHistory
    do {
      var update: XcodeModelBundle.Update
      var isReplacement = false
      if try isThere(path, relativeTo: source.name) {
        let before = try readXcodeModel(path, at: range, relativeTo: source.name)
        guard let known = importedModels.xcode.first(where: { $0.isAt(path, relativeTo: source.name) }) else {
          throw Diagnostic(
            Diagnostic.ID.fileExists, "there is '\(DisplayText.visible(path))' already, and this model is not from it",
            at: range,
            hint: "name another, or begin with import \"\(DisplayText.visible(path))\"")
        }
        guard known.bundle.hasSameFiles(as: before) else {
          throw Diagnostic(
            "file-changed", "'\(DisplayText.visible(path))' has changed since it was read", at: range,
            hint: "export to another name and compare the two")
        }
        update = try before.merging(history)
        isReplacement = true
      } else {
        update = try XcodeModelBundle.creating(path, from: importedModels.xcode.last?.bundle, history)
      }
      _ = try writeFiles(update.files, update.folders, source.name, true)
      remember(update.bundle, relativeTo: source.name)
      return .exported(
        Export(
          path: path, content: .xcode(versions: update.versionNames), isReplacement: isReplacement, objectCount: nil,
          losses: update.losses))
    } catch var problem as Diagnostic {
      if problem.source == nil { problem.range = problem.range ?? range }
      throw problem
    } catch {
      throw Diagnostic(
        "no-file", "'\(DisplayText.visible(path))' can't be written", at: range, hint: "is the path right?")
    }
  }

  private func isThere(_ path: String, relativeTo: String?) throws -> Bool {
    if environment.listFolder?(path, relativeTo) != nil { return true }
    return XcodeModelBundle.Form(path: path)?.ending == nil && (try? environment.readFile?(path, relativeTo)) != nil
  }
}
