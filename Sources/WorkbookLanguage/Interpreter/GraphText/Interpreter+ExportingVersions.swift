import Diagnostics
import ModelInterchange
import ObjectGraph

/// `export "league.svg", all`: all versions of the model, each in a file of its own in the folder `league`.
///
/// Each file is complete, also one of statements: a version that was read from Xcode is a model and not a list of changes.
extension Interpreter {
  func exportVersions(
    _ path: String, _ content: Export.Content, _ options: ExportOptions, at range: SourceRange, in source: SourceText
  ) throws -> Outcome.Result {
    guard let writeFiles = environment.writeFiles else {
      throw Diagnostic.noWriting(at: range)
    }
    try refuseEmptyModel(at: range)
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    let folder = String(path[..<dot])
    let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    let history = context.modelHistory
    var files: [(path: String, text: String)] = []
    var losses: [(words: String, versions: [String])] = []
    do {
      for version in history.versions {
        try XcodeModelBundle.checkName(version.name)
        let (text, lacking) = try rendering(version, as: content)
        files.append((prefix + version.name + path[dot...], text))
        for loss in lacking {
          if let known = losses.firstIndex(where: { $0.words == loss }) {
            losses[known].versions.append(version.name)
          } else {
            losses.append((loss, [version.name]))
          }
        }
      }
      let isReplacement = try writeFiles(files, folder.isEmpty ? [] : [folder], source.name, content != .source)
      var lines = losses.map { loss in
        loss.versions.count == files.count ? loss.words : "\(loss.words) (of \(Listing.text(loss.versions)))"
      }
      let objectCount = content == .source && !options.isModelOnly ? try GraphText.source(of: self).objectCount : 0
      if objectCount > 0 { lines.append("the objects, which are written without 'all'") }
      return .exported(
        Export(
          path: prefix.isEmpty ? "./" : prefix, content: content, isReplacement: isReplacement, objectCount: nil,
          losses: lines,
          versions: history.versions.map(\.name), currentVersion: history.currentName))
    } catch var problem as Diagnostic {
      problem.range = problem.range ?? range
      throw problem
    }
  }

  private func rendering(
    _ version: ModelHistory.Version, as content: Export.Content
  ) throws(Diagnostic) -> (text: String, losses: [String]) {
    do throws(ModelError) { return try rendering(version.model, as: content, version: version.name) } catch {
      var problem = error.diagnostic
      problem.message = "version '\(DisplayText.visible(version.name))': \(problem.message)"
      throw problem
    }
  }

  /// Refuses a file for Xcode that has room for one version.
  func refuseSingleVersion(_ path: String, at range: SourceRange) throws(Diagnostic) {
    guard let form = XcodeModelBundle.Form(path: path), form != .versions else { return }
    let stem = form == .version ? DisplayText.visible(String(path.dropLast(path.hasSuffix("/") ? 13 : 12))) : "Model"
    throw Diagnostic(
      "unfit-export", "'\(DisplayText.visible(path))' has room for one version", at: range,
      hint: "export \"\(stem).xcdatamodeld\" writes them all")
  }
}
