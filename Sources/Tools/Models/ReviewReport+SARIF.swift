import Diagnostics
import JSON
import ModelReview
import Support

/// SARIF 2.1.0, the format of code scanning. Source: OASIS, *Static Analysis Results Interchange Format Version 2.1.0*.
extension ReviewReport {
  var sarif: JSONValue {
    let pages = UnreadableContent.pages
    let places = Dictionary(uniqueKeysWithValues: pages.enumerated().map { ($0.element.id, $0.offset) })
    let driver = JSONValue([
      ("name", .string("Graphbook")), ("semanticVersion", .string(version)), ("rules", .array(pages.map(Self.rule))),
    ])
    let invocation = JSONValue([
      ("executionSuccessful", .boolean(failures.isEmpty)),
      ("toolExecutionNotifications", .array(failures.map(notification))),
    ])
    let run = JSONValue([
      ("tool", JSONValue([("driver", driver)])), ("invocations", .array([invocation])),
      ("columnKind", .string("utf16CodeUnits")),
      ("results", .array(findings.map { result($0, rule: places[$0.finding.rule]) })),
    ])
    return JSONValue([
      (
        "$schema", .string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
      ),
      ("version", .string("2.1.0")), ("runs", .array([run])),
    ])
  }

  private static func rule(_ page: RulePage) -> JSONValue {
    func message(_ text: String) -> JSONValue { JSONValue([("text", .string(text))]) }
    return JSONValue([
      ("id", .string(page.id)), ("shortDescription", message(page.title)), ("fullDescription", message(page.why)),
      ("help", message("\(page.why)\n\nExample:\n\(page.example)\n\nWhat to do: \(page.fix)")),
    ])
  }

  private func result(_ finding: PlacedFinding, rule: Int?) -> JSONValue {
    let fix = finding.finding.fix
    var members: [(String, JSONValue)] = [("ruleId", .string(finding.finding.rule))]
    if let rule { members.append(("ruleIndex", .integer(Int64(rule)))) }
    members += [
      ("level", .string(finding.finding.severity.reportedWord)),
      (
        "message",
        JSONValue([("text", .string(finding.finding.message + (fix.isEmpty ? "" : "\n→ " + fix)))])
      ),
      ("locations", .array([location(finding.path, finding.start, finding.end, name: Self.name(of: finding))])),
      ("partialFingerprints", JSONValue([("graphbookFinding/v2", .string(finding.key.text))])),
    ]
    if finding.finding.severity == .question {
      members.append(("properties", JSONValue([("tags", .array([.string("question")]))])))
    }
    return JSONValue(members)
  }

  /// `Player.team`.
  private static func name(of finding: PlacedFinding) -> String {
    let (entity, property) = (finding.finding.entity, finding.finding.property)
    return property.isEmpty ? entity : "\(entity).\(property)"
  }

  private func location(_ path: String, _ start: LinePlace?, _ end: LinePlace?, name: String) -> JSONValue {
    var region: [(String, JSONValue)] = [("startLine", .integer(Int64(start?.line ?? 1)))]
    if let start, let end {
      region += [
        ("startColumn", .integer(Int64(start.utf16Column))), ("endLine", .integer(Int64(end.line))),
        ("endColumn", .integer(Int64(end.utf16Column))),
      ]
    }
    let artifact = JSONValue([("uri", .string(Self.uri(Self.relative(path, to: folder))))])
    var members = [
      ("physicalLocation", JSONValue([("artifactLocation", artifact), ("region", JSONValue(region))]))
    ]
    if !name.isEmpty {
      members.append(("logicalLocations", .array([JSONValue([("fullyQualifiedName", .string(name))])])))
    }
    return JSONValue(members)
  }

  private func notification(_ failure: Diagnostic) -> JSONValue {
    var members = [
      ("level", JSONValue.string("error")),
      ("message", JSONValue([("text", .string(failure.message + (failure.hint.map { ": \($0)" } ?? "")))])),
    ]
    if let source = failure.source, let name = source.name {
      let places = source.places(at: failure.range.map { [$0.lowerBound, $0.upperBound] } ?? [])
      let (start, end) = (
        failure.range.flatMap { places[$0.lowerBound] }, failure.range.flatMap { places[$0.upperBound] }
      )
      members.append(("locations", .array([location(name, start, end, name: "")])))
    }
    return JSONValue(members)
  }

  /// A path as a URI reference: relative if the path is, every other byte than a letter, a digit and `-._~/` escaped.
  static func uri(_ path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "") + path.percentEncoded(keeping: "-._~/")
  }
}
