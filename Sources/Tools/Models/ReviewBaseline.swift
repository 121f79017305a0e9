import Diagnostics
import JSON

/// The findings that a review does not report because they were there before.
///
/// The file is JSON with a finding a line, sorted, so that a change of it is easy to read. Findings are matched by the
/// model's path, rule, entity and property, never by line. Version 1 had the model's name alone, and hid the findings of
/// another model of that name.
struct ReviewBaseline {
  private(set) var keys: Set<PlacedFinding.Key>

  init(_ findings: [PlacedFinding]) { keys = Set(findings.map(\.key)) }

  /// Reads a baseline.
  /// - Throws: a diagnostic if it is no baseline of this version.
  init(_ source: SourceText) throws(Diagnostic) {
    func refusal(_ message: String, at offset: Int? = nil) -> Diagnostic {
      Diagnostic(
        "not-a-baseline", message, at: offset.map { SourceRange($0, $0) }, hint: "--write-baseline rewrites it",
        source: source)
    }
    let document: JSONValue
    do throws(JSONReader.Problem) { document = try Self.read(source.text) } catch {
      throw refusal("the baseline is not JSON: \(error.message)", at: error.offset)
    }
    if document["version"] == .integer(1), document["findings"] != nil {
      throw refusal("this baseline is of version 1, which took models of the same name in different folders for one")
    }
    guard document["version"] == .integer(2), let findings = document["findings"]?.elements else {
      throw refusal("this is no baseline: it needs \"version\": 2 and \"findings\"")
    }
    keys = []
    for (place, finding) in findings.enumerated() {
      guard let model = finding["model"]?.text, let rule = finding["rule"]?.text, let entity = finding["entity"]?.text,
        let property = finding["property"]?.text
      else { throw refusal("finding \(place + 1) of the baseline has no model, rule, entity or property") }
      keys.insert(
        PlacedFinding.Key(
          model: model, rule: rule, entity: entity, property: property, detail: finding["detail"]?.text ?? ""))
    }
  }

  private static func read(_ text: String) throws(JSONReader.Problem) -> JSONValue {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(JSONReader.Problem) in try JSONValue(bytes) }
  }

  func contains(_ finding: PlacedFinding) -> Bool { keys.contains(finding.key) }

  /// The file's text.
  var text: String {
    let lines = keys.sorted().map { key in
      "    "
        + JSONValue([
          ("model", .string(key.model)), ("rule", .string(key.rule)), ("entity", .string(key.entity)),
          ("property", .string(key.property)), ("detail", .string(key.detail)),
        ]).line
    }
    return "{\n  \"version\": 2,\n  \"findings\": ["
      + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n  ")
      + "]\n}\n"
  }
}
