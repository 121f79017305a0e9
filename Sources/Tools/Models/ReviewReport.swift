import Diagnostics
import Grading
import JSON
import ModelReview

/// The findings about all models of a run, and how to write them.
struct ReviewReport {
  let version: String
  /// The absolute path of the working folder, to which paths in reports are relative.
  let folder: String
  var models: [String] = []
  var findings: [PlacedFinding] = []
  /// How many findings were in the baseline.
  var knownCount = 0
  /// How many are marked as meant.
  var setAsideCount = 0
  /// The entities that could not be judged, a sentence for each model that has something of the kind.
  var unjudged: [(path: String, text: String)] = []
  /// The versions that are reviewed of bundles with several.
  var versions: [(path: String, text: String)] = []
  /// The files that could not be read or written.
  var failures: [Diagnostic] = []

  init(version: String, folder: String) {
    self.version = version
    self.folder = folder
  }

  func text(_ format: ModelReviewTool.Format, _ style: TextStyle) -> String {
    switch format {
    case .text: lines(style).map { $0 + "\n" }.joined()
    case .json: json.line + "\n"
    case .sarif: sarif.line + "\n"
    case .github: annotations.map { $0.text + "\n" }.joined()
    }
  }

  func path(of finding: PlacedFinding) -> String { Self.relative(finding.path, to: folder) }

  /// A path relative to a folder if it is inside it.
  static func relative(_ path: String, to folder: String) -> String {
    if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
    return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  // MARK: Text

  /// `App.xcdatamodeld/App.xcdatamodel/contents:5:9: warning: Player.team should have an inverse … [missingInverse]`.
  private func lines(_ style: TextStyle) -> [String] {
    var lines = groups.flatMap { self.lines(of: $0, style) }
    lines += questions(style)
    if !findings.isEmpty {
      lines.append(summary)
    } else if failures.isEmpty {
      let clean = knownCount > 0 ? "no new fault found" : "no fault found in the model"
      lines.append(unjudged.isEmpty ? "nothing to report" : clean)
    }
    if knownCount > 0 { lines.append("\(DisplayText.grouped(knownCount)) more in the baseline") }
    if setAsideCount > 0 {
      let verb = setAsideCount == 1 ? "is" : "are"
      lines.append("\(DisplayText.grouped(setAsideCount)) more \(verb) meant: userInfo denormalised says so")
    }
    for (path, version) in versions {
      let place = models.count > 1 ? Self.relative(path, to: folder) + ": " : ""
      lines.append(DisplayText.visible("\(place)reviewed: \(version)"))
    }
    for (path, text) in unjudged {
      let place = models.count > 1 ? Self.relative(path, to: folder) + ": " : ""
      lines.append(DisplayText.visible(place + text))
    }
    return lines
  }

  /// The findings without questions, those of one cause together: three or more of a rule about the same part of one entity's
  /// properties, and parts of the file that one correction mends.
  private var groups: [[PlacedFinding]] {
    var places: [[String]: Int] = [:]
    var groups: [[PlacedFinding]] = []
    for placed in findings where placed.finding.severity != .question {
      let finding = placed.finding
      let isCorrection = finding.rule == UnreadableContent.page.id && finding.fix != UnreadableContent.page.fix
      let cause = isCorrection ? finding.fix : finding.entity
      guard finding.severity != .error, isCorrection || !finding.property.isEmpty else {
        groups.append([placed])
        continue
      }
      let key = [placed.model, placed.path, finding.rule, cause, finding.aspect?.rawValue ?? "", finding.severity.word]
      if let place = places[key] {
        groups[place].append(placed)
      } else {
        places[key] = groups.count
        groups.append([placed])
      }
    }
    // Two findings have a line each.
    return groups.flatMap { group in group.count > 2 ? [group] : group.map { [$0] } }
  }

  /// The first finding of a group, and the names or the lines of the others.
  private func lines(of group: [PlacedFinding], _ style: TextStyle) -> [String] {
    let lines = group.first.map { self.lines(of: $0, style) } ?? []
    let others = group.dropFirst()
    guard !others.isEmpty else { return lines }
    let names = others.map { other in
      other.finding.property.isEmpty
        ? other.start.map { "line \($0.line)" } ?? path(of: other) : "\(other.finding.entity).\(other.finding.property)"
    }
    let shown = names.prefix(Self.nameLimit).joined(separator: ", ")
    return lines + [
      style.paint(
        "  the same of \(DisplayText.visible(shown))\(Listing.rest(names.count - Self.nameLimit))"
          + ": --format json has each",
        .faint)
    ]
  }

  /// The number of names in a group.
  private static let nameLimit = 5

  private func lines(of placed: PlacedFinding, _ style: TextStyle) -> [String] {
    let (place, finding) = (placed.start.map { ":\($0.line):\($0.column)" } ?? "", placed.finding)
    let role: TextStyle.Role =
      switch finding.severity {
      case .error: .failure
      case .warning: .warning
      case .note, .question: .faint
      }
    let line =
      "\(DisplayText.visible(path(of: placed)))\(place): \(style.paint(finding.severity.word + ":", role)) "
      + "\(DisplayText.visible(finding.message)) [\(finding.rule)]"
    return finding.fix.isEmpty ? [line] : [line, style.paint("  → \(DisplayText.visible(finding.fix))", .faint)]
  }

  /// The number of questions of a rule that people are shown about a model; the rest is counted.
  private static let questionLimit = 3

  /// The questions that people are shown.
  private var shownQuestions: [PlacedFinding] {
    var counts: [[String]: Int] = [:]
    return ofSeverity(.question).filter { question in
      counts[[question.model, question.finding.rule], default: 0] += 1
      return counts[[question.model, question.finding.rule], default: 0] <= Self.questionLimit
    }
  }

  private func ofSeverity(_ severity: Finding.Severity) -> [PlacedFinding] {
    findings.filter { $0.finding.severity == severity }
  }

  /// The questions under their heading.
  private func questions(_ style: TextStyle) -> [String] {
    let shown = shownQuestions
    guard !shown.isEmpty else { return [] }
    var lines = ["worth a look; the model alone does not answer these:"] + shown.flatMap { self.lines(of: $0, style) }
    let hidden = ofSeverity(.question).count - shown.count
    if hidden > 0 { lines.append("\(DisplayText.grouped(hidden)) more of these rules: --format json lists all") }
    return lines
  }

  /// `2 errors, 1 warning`.
  private var summary: String {
    let counts = [Finding.Severity.error, .warning, .note, .question].compactMap { severity -> String? in
      let count = ofSeverity(severity).count
      return count == 0 ? nil : "\(DisplayText.grouped(count)) \(severity.word)\(count == 1 ? "" : "s")"
    }
    return (findings.contains { $0.finding.severity != .question } ? counts : ["no fault found"] + counts)
      .joined(separator: ", ")
  }

  // MARK: JSON

  private var json: JSONValue {
    JSONValue([
      ("version", .integer(1)), ("models", .array(models.map { .string(Self.relative($0, to: folder)) })),
      ("findings", .array(findings.map(record))), ("inBaseline", .integer(Int64(knownCount))),
      ("setAside", .integer(Int64(setAsideCount))),
      ("failures", .array(failures.map { .string(Self.message(of: $0)) })),
    ])
  }

  private func record(_ finding: PlacedFinding) -> JSONValue {
    let (start, end) = (finding.start, finding.end)
    func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
    return JSONValue([
      ("rule", .string(finding.finding.rule)), ("severity", .string(finding.finding.severity.reportedWord)),
      ("kind", .string(finding.finding.severity == .question ? "question" : "finding")),
      ("model", .string(ReviewedModel.name(of: finding.model))), ("entity", .string(finding.finding.entity)),
      ("property", .string(finding.finding.property)), ("message", .string(finding.finding.message)),
      ("fix", .string(finding.finding.fix)), ("file", .string(path(of: finding))), ("line", number(start?.line)),
      ("column", number(start?.column)), ("endLine", number(end?.line)), ("endColumn", number(end?.column)),
      ("fingerprint", .string(finding.key.text)),
    ])
  }

  static func message(of failure: Diagnostic) -> String {
    let place = failure.range.flatMap { range in
      failure.source.map { "\($0.name ?? "?"):\($0.position(at: range.lowerBound).line): " }
    }
    return (place ?? "") + failure.message
  }

  // MARK: GitHub

  /// The most that a step shows; a last notice counts the rest.
  private var annotations: [GitHubAnnotation] {
    var shown: [GitHubAnnotation] = []
    var hidden = ofSeverity(.question).count - shownQuestions.count
    let errors = failures.map { failure in
      let position = failure.range.flatMap { failure.source?.position(at: $0.lowerBound) }
      return GitHubAnnotation(
        kind: "error", title: "Graphbook",
        message: ([failure.message + (failure.hint.map { ": \($0)" } ?? "")] + failure.notes).joined(separator: "\n"),
        file: failure.source?.name.map { Self.relative($0, to: folder) }, line: position?.line,
        column: position?.column)
    }
    let kinds = [
      ("error", ofSeverity(.error)), ("warning", ofSeverity(.warning)), ("notice", ofSeverity(.note) + shownQuestions),
    ]
    for (kind, findings) in kinds {
      let found = findings.map { finding in
        GitHubAnnotation(
          kind: kind, title: finding.finding.rule,
          message: DisplayText.visible(finding.finding.message)
            + (finding.finding.fix.isEmpty ? "" : "\n→ " + DisplayText.visible(finding.finding.fix)),
          file: path(of: finding), line: finding.start?.line, column: finding.start?.column)
      }
      let all = (kind == "error" ? errors : []) + found
      // One notice is kept for the rest.
      let room = GitHubAnnotation.shown - (kind == "notice" ? 1 : 0)
      shown += all.prefix(room)
      hidden += max(0, all.count - room)
    }
    if hidden > 0 {
      shown.append(
        GitHubAnnotation(
          kind: "notice", title: "Graphbook",
          message: "\(summary); \(GitHubAnnotation.left(hidden))"))
    }
    return shown
  }
}
