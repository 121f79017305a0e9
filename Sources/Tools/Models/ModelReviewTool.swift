import CommandIO
import Courses
import Diagnostics
import ModelReview
import Platform

import struct Foundation.URL

/// `graphbook model review`: models in files, reviewed for people and for CI.
package struct ModelReviewTool {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case text, json, sarif, github
  }

  package struct Options {
    package var format = Format.text
    /// Nil leaves it to the settings, and then to errors.
    package var failOn: ReviewSettings.Threshold?
    /// The file with the findings that are known.
    package var baseline: String?
    package var isWritingBaseline = false
    /// The settings for all models; nil looks for a file beside each model and in the folders around it.
    package var config: String?
    package var isForCloudKit = false
    package var hasQuestions = true

    package init() {}
  }

  let style: TextStyle
  let version: String
  /// The absolute path of the working folder.
  let folder: String
  let write: (String) -> Void
  let writeError: (String) -> Void

  package init(
    style: TextStyle, version: String, folder: String, write: @escaping (String) -> Void,
    writeError: @escaping (String) -> Void
  ) {
    self.style = style
    self.version = version
    self.folder = folder
    self.write = write
    self.writeError = writeError
  }

  /// Reviews models and writes what is found.
  /// - Returns: failure if a finding is as severe as the threshold, or if anything cannot be read or written.
  package func review(_ paths: [String], _ options: Options) -> ProgramStatus {
    var report = ReviewReport(version: version, folder: folder)
    var known: ReviewBaseline?
    do throws(Diagnostic) {
      if let path = options.baseline, !options.isWritingBaseline { known = try Self.baseline(path) }
    } catch {
      report.failures.append(error)
    }
    var settings: [String: ReviewSettings] = [:]
    var isReached = false
    // Without the baseline that was asked for, everything would be reported.
    for path in report.failures.isEmpty ? paths : [] {
      do throws(Diagnostic) {
        var model = try ReviewedModel(
          path, relativeTo: folder, settings: try self.settings(of: path, options, &settings),
          isForCloudKit: options.isForCloudKit, hasQuestions: options.hasQuestions)
        let all = model.findings.count
        if let known { model.findings.removeAll(where: known.contains) }
        report.knownCount += all - model.findings.count
        report.setAsideCount += model.setAsideCount
        report.models.append(path)
        if let text = model.unjudged.text(isClean: model.findings.isEmpty) { report.unjudged.append((path, text)) }
        if let version = model.reviewed { report.versions.append((path, version)) }
        report.findings += model.findings
        let threshold = options.failOn ?? model.threshold
        if model.findings.contains(where: { threshold.isReached(by: $0.finding.severity) }) { isReached = true }
      } catch {
        if !report.failures.contains(error) { report.failures.append(error) }
      }
    }
    if options.isWritingBaseline, let path = options.baseline, report.failures.isEmpty {
      do throws(Diagnostic) {
        let baseline = ReviewBaseline(report.findings)
        _ = try TextFile.write(baseline.text, to: path, relativeTo: nil)
        let count = baseline.keys.count
        write(
          "wrote \(DisplayText.visible(path)): \(counted(count, "finding"))\n")
        return .success
      } catch {
        report.failures.append(error)
      }
    }
    if !options.isWritingBaseline || options.format != .text { write(report.text(options.format, style)) }
    for failure in report.failures { writeError(style.diagnosticFormatter.format(failure)) }
    return isReached && !options.isWritingBaseline || !report.failures.isEmpty ? .failure : .success
  }

  /// The ids of all rules, each with its title.
  package static var ruleList: [String] {
    let pages = UnreadableContent.pages
    let width = pages.map(\.id.count).max() ?? 0
    return pages.map { $0.id + String(repeating: " ", count: width - $0.id.count + 2) + $0.title }
  }

  private static func baseline(_ path: String) throws(Diagnostic) -> ReviewBaseline {
    do throws(Diagnostic) { return try ReviewBaseline(TextFile.read(path)) } catch {
      var problem = error
      if problem.id == Diagnostic.ID.noSuchFile { problem.hint = "--write-baseline makes it" }
      throw problem
    }
  }

  // MARK: Settings

  private func settings(
    of model: String, _ options: Options, _ known: inout [String: ReviewSettings]
  ) throws(Diagnostic) -> ReviewSettings {
    guard let path = options.config ?? settingsPath(of: model) else { return ReviewSettings() }
    if let settings = known[path] { return settings }
    let text = try TextFile.read(path).text
    let source = SourceText(text, name: ReviewReport.relative(path, to: folder)).withLineFeeds
    let settings = try ReviewSettingsReader.read(source, knownRules: UnreadableContent.pages.map(\.id))
    known[path] = settings
    return settings
  }

  /// The nearest settings file: in the model's folder, or in one around it.
  private func settingsPath(of model: String) -> String? {
    var place = URL(fileURLWithPath: model.hasPrefix("/") ? model : folder + "/" + model).standardizedFileURL.path[...]
    while let slash = place.lastIndex(of: "/") {
      place = place[..<slash]
      let path = place + "/" + ReviewSettings.fileName
      if access(String(path), F_OK) == 0 { return String(path) }
    }
    return nil
  }
}
