import CommandIO
import Courses
import Diagnostics
import ModelInterchange
import ModelReview
import ObjectGraph
import WorkbookLanguage

/// A model in a file and what a review finds in it.
struct ReviewedModel {
  let path: String
  /// The path of the model as findings are known by it.
  private let home: String
  /// In the order of their places.
  var findings: [PlacedFinding]
  /// How many more there are that `userInfo denormalised: true` keeps quiet.
  var setAsideCount: Int
  /// The entities that could not be judged in a file of statements, which makes the objects as well.
  private(set) var unjudged = UnjudgedEntities()
  /// The version of a bundle that is reviewed, where there are several: `App 2, one of 3 versions`.
  private(set) var reviewed: String?
  /// The least severity that fails the review.
  var threshold: ReviewSettings.Threshold

  /// Reviews the model of a file: the current version of an Xcode model, or the model and the objects that statements make.
  /// - Parameter folder: the absolute path of the working folder.
  /// - Throws: a diagnostic if the file cannot be read.
  init(
    _ path: String, relativeTo folder: String, settings: ReviewSettings, isForCloudKit: Bool, hasQuestions: Bool
  ) throws(Diagnostic) {
    self.path = path
    home = Self.home(of: ReviewReport.relative(path, to: folder))
    threshold = settings.failOn ?? .error
    findings = []
    setAsideCount = 0
    var options: ReviewSubject.Options = isForCloudKit || settings.isForCloudKit ? .cloudKit : []
    do {
      if ModelFileReader.isXcodeModel(path) {
        let bundle = try ModelFileReader.bundle(path)
        let version = bundle.current
        let reading = version.document.model(named: version.name)
        options.insert(.xcode)
        if reading.isUsedWithCloudKit { options.insert(.cloudKit) }
        let context = try ManagedObjectContext(model: ManagedObjectModel())
        try context.setModel(reading.model)
        let places = XcodePlaces(version.document)
        try review(context, options, places)
        // That the type or the delete rule is unknown, or the inverse another entity's, is the finding.
        let unknown = Set(reading.findings.filter { $0.id == Diagnostic.ID.unknownType }.compactMap(\.range))
        findings.removeAll { placed in
          let finding = placed.finding
          if finding.rule == UnfinishedModel.page.id, finding.aspect == .inverse {
            return reading.misplacedInverses.contains("\(finding.entity).\(finding.property)")
          }
          if finding.aspect == .deleteRule, !reading.misspeltRules.isEmpty {
            return places.declaration(of: finding).map(reading.misspeltRules.contains) == true
          }
          return finding.rule == UntypedAttribute.page.id
            && places.declaration(of: finding).map(unknown.contains) == true
        }
        let home = version.document.source?.name ?? path
        // The version in use is reviewed; one from before Xcode 4 is history.
        let ofBundle = bundle.findings.filter { $0.id != XcodeModelBundle.oldFormat }
        for diagnostic in ofBundle + reading.findings { note(diagnostic, in: home) }
        if bundle.versions.count > 1 {
          reviewed = "\(bundle.currentName), one of \(DisplayText.grouped(bundle.versions.count)) versions"
        }
        let absolute = path.hasPrefix("/") ? path : folder + "/" + path
        let questions = VersionQuestions.findings(in: bundle) { MappingModelFiles(near: absolute) }
        findings += questions.map {
          PlacedFinding(finding: $0, model: self.home, source: nil, range: nil, path: self.home)
        }
        findings += VersionQuestions.incomplete(in: bundle).map { version, finding in
          PlacedFinding(
            finding: finding, model: self.home, source: nil, range: nil,
            path: version.document.source?.name ?? self.home)
        }
      } else if ModelFileReader.isSwiftModel(path) {
        try review(ModelFileReader.swiftModels(path), options)
      } else {
        let (interpreter, source) = try ModelFileReader.interpreter(path)
        try review(interpreter.context, options, StatementPlaces(source: source))
      }
    } catch let problem as Diagnostic {
      throw problem
    } catch {
      throw (error as? any ExplainedError)?.diagnostic ?? Diagnostic("unreviewed", "\(error)")
    }
    findings = findings.compactMap { finding in
      var finding = finding
      switch settings.rules[finding.finding.rule] {
      case .off: return nil
      case .on, nil: break
      case .question: finding.finding.severity = .question
      case .note: finding.finding.severity = .note
      case .warning: finding.finding.severity = .warning
      case .error: finding.finding.severity = .error
      }
      return finding
    }
    if !hasQuestions || !settings.hasQuestions { findings.removeAll { $0.finding.severity == .question } }
    // Findings about the bundle have no range.
    let offsets = findings.map { $0.range?.lowerBound ?? -1 }
    let files = findings.map { $0.range == nil ? "" : $0.path }
    findings = findings.indices.sorted { (files[$0], offsets[$0], $0) < (files[$1], offsets[$1], $1) }
      .map { findings[$0] }
    let placed = findings.indices.filter { findings[$0].range != nil }
    for indices in Dictionary(grouping: placed, by: { findings[$0].path }).values {
      guard let source = findings[indices[0]].source else { continue }
      let places = source.places(
        at: indices.flatMap { [findings[$0].range?.lowerBound, findings[$0].range?.upperBound].compactMap { $0 } })
      for index in indices {
        findings[index].start = findings[index].range.flatMap { places[$0.lowerBound] }
        findings[index].end = findings[index].range.flatMap { places[$0.upperBound] }
      }
    }
  }

  /// The rules for SwiftData, and those of the ordinary review that say something to those who use it.
  private mutating func review(_ bundle: SwiftModelBundle, _ options: ReviewSubject.Options) throws {
    let current = bundle.current
    let context = try ManagedObjectContext(model: ManagedObjectModel())
    try context.setModel(current.model)
    let review = try ModelReview(
      of: try ReviewSubject(context, options: options.union(.xcode)), rules: SwiftDataRule.sharedRules)
    func note(_ finding: Finding, _ place: SwiftModelBundle.Place?) {
      findings.append(
        PlacedFinding(
          finding: finding, model: home, source: place?.source, range: place?.range, path: place?.source.name ?? path))
    }
    for finding in review.findings {
      var finding = finding
      // Statements are no remedy here.
      finding.fix = SwiftDataRule.remedies[finding.rule] ?? ""
      note(finding, current.place(of: finding.entity, property: finding.firstProperty))
    }
    let isForCloudKit = options.contains(.cloudKit) || bundle.isForCloudKit
    for placed in bundle.findings + (isForCloudKit ? bundle.cloudKitFindings : []) {
      note(placed.finding, placed.place)
    }
    for fact in bundle.facts { self.note(fact, in: home) }
  }

  private mutating func review(
    _ context: ManagedObjectContext, _ options: ReviewSubject.Options, _ places: some FindingPlaces
  ) throws {
    let subject = try ReviewSubject(context, options: options)
    let review = try ModelReview(of: subject)
    if !options.contains(.xcode) { unjudged = UnjudgedEntities(in: subject) }
    setAsideCount = review.setAsideCount
    findings += review.findings.map { finding in
      PlacedFinding(
        finding: finding, model: home, source: places.source, range: places.range(of: finding),
        path: places.source?.name ?? path)
    }
  }

  /// An oddity of the file as a finding.
  private mutating func note(_ diagnostic: Diagnostic, in home: String) {
    let severity: Finding.Severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    findings.append(
      PlacedFinding(
        finding: Finding(
          UnreadableContent.page.id, severity, "", "",
          ([diagnostic.message] + diagnostic.notes.filter { $0.contains { !$0.isWhitespace } }).joined(separator: ": "),
          fix: diagnostic.hint ?? UnreadableContent.page.fix), model: home, source: diagnostic.source,
        range: diagnostic.range, path: diagnostic.source?.name ?? home))
  }

  /// `App.xcdatamodeld`, also for a version inside it.
  static func name(of path: String) -> String { home(of: path).split(separator: "/").last.map(String.init) ?? path }

  /// `Shop/App.xcdatamodeld`, also for a version inside it, without detours.
  static func home(of path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    let end =
      parts.firstIndex { XcodeModelBundle.Form(path: String($0)) == .versions }
      ?? parts.lastIndex { XcodeModelBundle.Form(path: String($0)) == .version }
    return (path.hasPrefix("/") ? "/" : "") + parts.prefix((end ?? parts.count - 1) + 1).joined(separator: "/")
  }
}

/// Reads models for the tools without a prompt.
enum ModelFileReader {
  private static var files: XcodeModelBundle.Files {
    XcodeModelBundle.Files(
      read: { try TextFile.read($0, relativeTo: nil) }, list: { FolderListing.allNames(in: $0) })
  }

  static func bundle(_ path: String) throws -> XcodeModelBundle { try XcodeModelBundle(path, files: files) }

  /// Whether a file or folder is a model of Xcode's: its name says it, or what is in it. O(length of the file).
  static func isXcodeModel(_ path: String) -> Bool {
    XcodeModelBundle.Form(path: path) != nil || XcodeModelBundle.Form(contentOf: path, files) != nil
  }

  /// Whether a path is a Swift source or a folder with some. O(files).
  static func isSwiftModel(_ path: String) -> Bool { SwiftSourceFolder.hasSources(path, list: FolderListing.allNames) }

  static func swiftModels(_ path: String) throws -> SwiftModelBundle {
    try SwiftModelBundle.reading(
      path, read: { try TextFile.read($0, relativeTo: nil) }, list: { FolderListing.allNames(in: $0) })
  }

  /// Runs a file of statements. It may read files; it writes none.
  static func interpreter(_ path: String) throws(Diagnostic) -> (Interpreter, SourceText) {
    guard path.lowercased().hasSuffix(".graph") else {
      if let compiled = Diagnostic.compiledModel(path, at: nil) { throw compiled }
      throw Diagnostic(
        "unknown-ending",
        "'\(DisplayText.visible(path))' is no model: that is an .xcdatamodeld, an .xcdatamodel, its contents, a .graph or Swift sources"
      )
    }
    let source = try TextFile.read(path, relativeTo: nil)
    var environment = Interpreter.Environment(
      readFile: { path, file in try TextFile.read(path, relativeTo: file) },
      listFolder: { path, file in FolderListing.allNames(in: TextFile.resolve(path, relativeTo: file)) },
      storePath: { path, file in TextFile.resolve(path, relativeTo: file) })
    environment.withdrawWriting()
    var interpreter = Interpreter(environment: environment)
    if let failed = interpreter.run(source, onError: .stop).last, failed.failed {
      var problem =
        failed.diagnostics.first { $0.severity == .error }
        ?? Diagnostic("file-fails", "a statement fails", at: failed.range)
      problem.source = problem.source ?? failed.source
      throw problem
    }
    return (interpreter, source)
  }
}

/// Finds the place of a finding in a file.
private protocol FindingPlaces {
  var source: SourceText? { get }
  func range(of finding: Finding) -> SourceRange?
}

private struct StatementPlaces: FindingPlaces {
  let source: SourceText?
  let places: DeclarationPlaces

  init(source: SourceText) {
    self.source = source
    places = DeclarationPlaces(source)
  }

  func range(of finding: Finding) -> SourceRange? { places.range(of: finding.entity, property: finding.firstProperty) }
}

private struct XcodePlaces: FindingPlaces {
  let source: SourceText?
  let places: XcodeModelPlaces

  init(_ document: XcodeModelDocument) {
    source = document.source
    places = XcodeModelPlaces(document)
  }

  /// The place of the element that a finding is about.
  func declaration(of finding: Finding) -> SourceRange? {
    places.range(of: finding.entity, property: finding.firstProperty)
  }

  func range(of finding: Finding) -> SourceRange? {
    if finding.rule == UnfinishedModel.page.id, finding.aspect == .name, finding.property.isEmpty,
      let repetition = places.range(ofRepetitionOf: finding.entity)
    {
      return repetition
    }
    if finding.aspect == .unique, !finding.property.isEmpty {
      let keys = finding.property.split(separator: ",").map(String.init)
      if let range = places.range(ofConstraint: keys, of: finding.entity) { return range }
    }
    return places.range(
      of: finding.entity, property: finding.firstProperty, attributes: finding.aspect.map(Self.attributes) ?? [])
  }

  /// The XML attributes that say an aspect, the most telling first.
  private static func attributes(_ aspect: Finding.Aspect) -> [String] {
    switch aspect {
    case .name: ["name"]
    case .type: ["attributeType", "composite"]
    case .optional: ["optional"]
    case .ordered: ["ordered"]
    case .inverse: ["inverseName", "inverseEntity"]
    case .deleteRule: ["deletionRule"]
    case .count: ["minCount", "maxCount", "minValueString", "maxValueString", "minDateTimeInterval"]
    case .defaultValue: ["defaultValueString", "defaultDateTimeInterval"]
    case .transient: ["transient"]
    case .indexed: ["indexed"]
    case .unique: []
    case .predicate: ["predicateString", "regularExpressionString", "derivationExpression"]
    case .destination: ["destinationEntity", "entity", "parentEntity"]
    case .transformer: ["valueTransformerName", "attributeType"]
    }
  }
}

extension Finding {
  /// The first of the properties it is about.
  fileprivate var firstProperty: String { String(property.prefix { $0 != "," }) }
}
