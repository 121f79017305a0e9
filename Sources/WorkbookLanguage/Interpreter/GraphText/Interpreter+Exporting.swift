import Diagnostics
import ModelInterchange
import ModelReview
import ObjectGraph

/// `export "league.svg"`: the model, in the form that the file's ending names; as statements with its objects.
extension Interpreter {
  /// A picture in a file is not bound to a terminal's width; this is about a page across.
  private static let pictureWidth = 110

  mutating func export(
    _ path: String, _ options: ExportOptions, at range: SourceRange, in source: SourceText
  ) throws -> Outcome.Result {
    if options.isSplit || Self.isSwift(path) { return try exportSwift(path, options, at: range, in: source) }
    if let misplaced = options.firstOfSwift {
      throw Diagnostic(
        "unfit-export", "this option is for Swift, and '\(DisplayText.visible(path))' is not", at: misplaced,
        hint: "a file ending with .swift takes swiftdata and all; a folder takes split")
    }
    if isForXcode(path, relativeTo: source.name) {
      if options.isOfAll { try refuseSingleVersion(path, at: range) }
      return try exportXcodeModel(path, at: range, in: source)
    }
    let content = try content(for: path, at: range)
    if options.isOfAll { return try exportVersions(path, content, options, at: range, in: source) }
    guard let writeFile = environment.writeFile else {
      throw Diagnostic(
        "no-files", "files can't be written here", at: range, hint: "show diagram and show tables show it instead")
    }
    let model = context.model
    try refuseEmptyModel(at: range)
    var objects: GraphText.Source?
    let history = context.modelHistory
    var (text, losses) = try rendering(model, as: content, version: history.currentName)
    if content == .source {
      if !options.isModelOnly { objects = try GraphText.source(of: self) }
      if let objects { text = objects.text }
      losses += objects?.losses ?? []
      let others = history.names.filter { $0 != history.currentName }
      if !others.isEmpty { losses.append("the other versions: \(Listing.text(others))") }
    }
    do {
      // Pictures are rebuilt again and again; a file of statements may be someone's work.
      let isReplacement = try writeFile(text, path, source.name, content != .source)
      return .exported(
        Export(
          path: path, content: content, isReplacement: isReplacement, objectCount: objects?.objectCount,
          losses: losses))
    } catch var problem as Diagnostic {
      problem.range = problem.range ?? range
      throw problem
    } catch {
      throw Diagnostic(
        "no-file", "the file '\(DisplayText.visible(path))' can't be written", at: range, hint: "is the path right?")
    }
  }

  /// The text of a file with a version of the model, without objects, and the things that the file omits.
  func rendering(
    _ model: ManagedObjectModel, as content: Export.Content, version: String
  ) throws(ModelError) -> (text: String, losses: [String]) {
    let kept = keptInXcode(ofVersion: version)
    switch content {
    case .picture: return (DiagramLayout(Diagram(model), width: Self.pictureWidth).svg(), [])
    case .graphviz: return (Diagram(model).dot(), [])
    case .mermaid: return (Diagram(model).mermaid(), [])
    case .source, .xcode, .swift: return (ModelText.source(model), ModelText.losses(model) + kept)
    case .tables:
      let schema = try SQLiteSchema(model)
      return (
        schema.statements.map { $0 + ";\n" }.joined(),
        schema.omissions + kept.filter { $0 == XcodeModelDocument.Reading.indexesOverExpressions }
      )
    }
  }

  /// Refuses a model without entities, unless it came like that from a file.
  func refuseEmptyModel(at range: SourceRange) throws(Diagnostic) {
    guard context.model.entities.isEmpty, !importedModels.hasAny else { return }
    throw Diagnostic(
      "nothing-to-export", "the model has no entities yet", at: range, hint: "entity Team { name: String }")
  }

  /// Whether model, objects, names and what is saved are the same as another's. O(objects).
  package func hasSameContent(as other: Interpreter) -> Bool {
    guard let own = try? GraphText.source(of: self), let others = try? GraphText.source(of: other) else { return false }
    return own.text == others.text && own.losses == others.losses
  }

  private func content(for path: String, at range: SourceRange) throws -> Export.Content {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let endings = Export.endings.map { "." + $0 }
    let known = "the endings are \(endings.joined(separator: ", "))"
    guard let dot = name.lastIndex(of: "."), name.index(after: dot) != name.endIndex else {
      throw Diagnostic(
        "unknown-ending", "the ending of a file says what to write, and '\(DisplayText.visible(path))' has none",
        at: range, hint: known)
    }
    let ending = name[name.index(after: dot)...].lowercased()
    if let found = Export.contents.first(where: { $0.ending == ending }) { return found.content }
    if ["mom", "momd"].contains(ending) {
      throw Diagnostic(
        "not-in-this-version", "this version of Graphbook cannot write .\(ending) yet", at: range, hint: known)
    }
    throw Diagnostic(
      "unknown-ending", "there is no way to write a model as .\(DisplayText.visible(ending))", at: range,
      nearest: Suggestions.nearest(to: "." + ending, among: endings), hint: known)
  }
}

/// Warnings about files that Apple's frameworks may refuse.
extension Interpreter {
  /// Returns warnings about an export of the model for Xcode or SwiftData.
  func warnings(of result: Outcome.Result?, at range: SourceRange) -> [Diagnostic] {
    guard case .exported(let export)? = result else { return [] }
    switch export.content {
    case .xcode: return warningsForXcode(at: range)
    case .swift(let swift) where swift.isSwiftData: return warningsForSwiftData(at: range)
    // The classes need a model in Xcode.
    case .swift: return refusedByXcode(at: range)
    case .picture, .graphviz, .mermaid, .tables, .source: return []
    }
  }

  private func warningsForXcode(at range: SourceRange) -> [Diagnostic] {
    let index = ModelIndex(context.model)
    let keys = context.model.undocumentedKeys(index)
    return refusedByXcode(at: range)
      + Self.first(keys) { entity, key in
        Diagnostic(
          "unique-key", "\(entity): \(key.message)", at: range, severity: .note, hint: key.fix)
      }
      + Self.first(context.model.undocumentedDerivations(index), inReview: false) { name, message in
        Diagnostic(
          "undocumented-derivation", "\(name): \(message)", at: range, severity: .note,
          hint: UndocumentedDerivation.documented)
      }
  }

  private func refusedByXcode(at range: SourceRange) -> [Diagnostic] {
    let refused = ModelIndex(context.model).uniqueDestinations().filter { $0.standing == .refused }
    return Self.first(refused) { destination in
      Diagnostic("unique-required", destination.message, at: range, severity: .warning, hint: destination.fix)
    }
  }

  /// Apple documents that `#Unique` takes relationships to a single model. Whether SwiftData refuses what Xcode refuses is
  /// not known: one package ships classes with such a pair (StanfordSpezi/SpeziScheduler).
  private func warningsForSwiftData(at range: SourceRange) -> [Diagnostic] {
    let index = ModelIndex(context.model)
    let refused = index.uniqueDestinations().filter { $0.standing == .refused }
    let keys = context.model.undocumentedKeys(index)
    return Self.first(refused) { destination in
      Diagnostic(
        "unique-required", destination.message + " as a Core Data model; whether SwiftData takes it is not known",
        at: range, severity: .warning, hint: destination.fix)
    }
      + Self.first(keys) { entity, key in
        var message = "\(entity): \(key.message)"
        if case .relationship = key { message += "; SwiftData documents to-one relationships as well" }
        return Diagnostic("unique-key", message, at: range, severity: .note, hint: key.fix)
      }
  }

  /// One diagnostic for each of the first, and how many more there are.
  private static func first<Item>(
    _ items: [Item], inReview: Bool = true, _ diagnostic: (Item) -> Diagnostic
  ) -> [Diagnostic] {
    var found = items.prefix(3).map(diagnostic)
    if let last = found.indices.last, let more = Listing.more(items.count - found.count) {
      found[last].notes.append("\(more) like this\(inReview ? ": review lists them" : "")")
    }
    return found
  }
}

extension ManagedObjectModel {
  /// The derived attributes that Core Data does not document, each with what is undocumented.
  fileprivate func undocumentedDerivations(_ index: ModelIndex) -> [(name: String, message: String)] {
    entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).compactMap { attribute in
        guard let derivation = attribute.derivation,
          let reason = UndocumentedDerivation(attribute, of: entity.name, in: index)
        else { return nil }
        return ("\(entity.name).\(attribute.name)", reason.message(derivation))
      }
    }
  }

  /// The constraints with a key that Core Data does not document, each by its entity and that key.
  fileprivate func undocumentedKeys(_ index: ModelIndex) -> [(entity: String, key: UndocumentedKey)] {
    entities.flatMap { entity in
      entity.uniquenessConstraints.compactMap { constraint in
        constraint.lazy.compactMap { UndocumentedKey($0, index.property($0, of: entity.name)?.property) }.first
          .map { (entity.name, $0) }
      }
    }
  }
}
