import Diagnostics
import ModelInterchange
import ObjectGraph

/// `export "League.swift"` and `export "League", split`: the classes of an app that uses the model.
extension Interpreter {
  static func isSwift(_ path: String) -> Bool { path.lowercased().hasSuffix(".swift") }

  func exportSwift(
    _ path: String, _ options: ExportOptions, at range: SourceRange, in source: SourceText
  ) throws -> Outcome.Result {
    if options.isSplit, Self.isSwift(path) {
      let stem = DisplayText.visible(String(path.dropLast(6)))
      throw Diagnostic(
        "unfit-export", "split writes a file for each entity, so it takes a folder", at: range,
        hint: "export \"\(stem)\", split")
    }
    let makeFolder = environment.makeFolder
    guard let writeFile = environment.writeFile, !options.isSplit || makeFolder != nil else {
      throw Diagnostic.noWriting(at: range)
    }
    let model = context.model
    try refuseEmptyModel(at: range)
    let code = SwiftCode(
      model, for: options.isSwiftData ? .swiftData : .coreData, includesHandwritten: options.isOfAll)
    let files = code.files
    guard !files.isEmpty || model.entities.isEmpty else {
      throw Diagnostic(
        "nothing-to-export", "all classes of this model are written by hand, as their code generation is none",
        at: range, hint: "export \"\(DisplayText.visible(path))\"\(options.isSplit ? ", split" : ""), all writes them")
    }
    let folder = path + (path.hasSuffix("/") ? "" : "/")
    let targets =
      options.isSplit
      ? files.map { (path: folder + $0.name, text: $0.text) } : [(path: path, text: code.text)]
    var isReplacement = false
    do {
      // Nothing is written if one of them may be someone's work.
      for target in targets { try refuseHandwritten(target.path, at: range, relativeTo: source.name) }
      if options.isSplit { try makeFolder?(path, source.name) }
      for target in targets where try writeFile(target.text, target.path, source.name, true) { isReplacement = true }
    } catch var problem as Diagnostic {
      problem.range = problem.range ?? range
      throw problem
    } catch {
      throw Diagnostic(
        "no-file", "'\(DisplayText.visible(path))' can't be written", at: range, hint: "is the path right?")
    }
    let content = Export.SwiftExport(
      classCount: files.count, isSwiftData: options.isSwiftData, fileCount: options.isSplit ? files.count : nil)
    return .exported(
      Export(path: path, content: .swift(content), isReplacement: isReplacement, objectCount: nil, losses: []))
  }

  /// Refuses a file that is there and was not generated.
  private func refuseHandwritten(_ path: String, at range: SourceRange, relativeTo: String?) throws {
    guard let there = try? environment.readFile?(path, relativeTo), !there.text.hasPrefix(SwiftCode.mark) else {
      return
    }
    throw Diagnostic(
      Diagnostic.ID.fileExists, "there is a file '\(DisplayText.visible(path))' already, and it was not generated",
      at: range, hint: "name another, or move that one away")
  }
}
