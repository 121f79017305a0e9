import CommandIO
import CoreDataStore
import Diagnostics
import JSON
import ModelInterchange
import ObjectGraph
import Shell
import WorkbookLanguage

/// `graphbook store`: a look at a Core Data store, without a prompt.
package struct StoreTools {
  /// The output, and the status of the program.
  package struct Answer {
    package var lines: [String]
    package var status: ProgramStatus
  }

  private let path: String
  private let models: [ManagedObjectModel]

  /// - Parameter models: Versions of the model, the preferred one first; empty for the store's own.
  package init(_ path: String, models: [ManagedObjectModel] = []) {
    self.path = path
    self.models = models
  }

  private func open() throws(Diagnostic) -> CoreDataFile {
    try explained { () throws(CoreDataFileError) in try CoreDataFile(path, models: models, notation: .statements) }
  }

  private func explained<Result>(_ body: () throws(CoreDataFileError) -> Result) throws(Diagnostic) -> Result {
    do throws(CoreDataFileError) { return try body() } catch { throw error.diagnostic }
  }

  /// Lists version, entities and their numbers of objects, and what does not fit the model.
  package func show() throws(Diagnostic) -> Answer {
    let file = try open()
    let summary = try explained { () throws(CoreDataFileError) in try StoreSummary(file) }
    var lines = ["\(DisplayText.visible(file.path)): a Core Data store\(summary.framework)"]
    lines.append("model: \(summary.modelSource)")
    if !summary.versionIdentifiers.isEmpty { lines.append("version: \(Listing.text(summary.versionIdentifiers))") }
    let rows = summary.entities.map { entity in
      [
        String(repeating: "  ", count: entity.depth) + DisplayText.visible(entity.name),
        DisplayText.visible(entity.table), String(entity.number), DisplayText.grouped(entity.count),
      ]
    }
    let table = TextTable(
      columns: [
        TextTable.Column("entity", .leading), TextTable.Column("table", .leading), TextTable.Column("Z_ENT", .trailing),
        TextTable.Column("objects", .trailing),
      ], rows: rows)
    lines += table.document().lines(.plain)
    for remark in summary.remarks { lines.append(DisplayText.visible(remark)) }
    return Answer(lines: lines, status: file.layout.misfits.isEmpty ? .success : .failure)
  }

  /// Writes everything as JSON, up to a number of objects of each entity.
  package func dump(limit: Int) throws(Diagnostic) -> Answer {
    let file = try open()
    guard file.layout.misfits.isEmpty else {
      throw CoreDataFileError(path: path, reason: "it does not fit the model: \(Listing.text(file.layout.misfits))")
        .diagnostic
    }
    let json = try explained { () throws(CoreDataFileError) in try StoreDump(file, limit: limit).json() }
    return Answer(lines: json.indentedLines, status: .success)
  }

  /// Lists what is wrong; the status says whether anything is.
  package func check() throws(Diagnostic) -> Answer {
    let file = try open()
    let findings = try explained { () throws(CoreDataFileError) in try StoreCheck(file).findings() }
    var lines = (file.origin == .tables ? file.notes : []) + [file.logNote, file.unread].compactMap(\.self)
    lines += findings.map { "\($0.kind.rawValue): \($0.message)" }
    let count = findings.count
    lines.append(count == 0 ? "nothing wrong" : count == 1 ? "1 finding" : "\(DisplayText.grouped(count)) findings")
    return Answer(lines: lines.map { DisplayText.visible($0) }, status: count == 0 ? .success : .failure)
  }
}

extension Session {
  /// The tools for a store, with the model of another file if one is named; the lines say why that cannot be read.
  package mutating func storeTools(_ path: String, model: String?) -> (tools: StoreTools?, lines: Document) {
    guard let model else { return (StoreTools(path), []) }
    // A contents file under another name, as it is kept outside of its folder.
    if model.lowercased().hasSuffix(".xml"), let readFile = interpreter.environment.readFile {
      do {
        let document = try XcodeModelDocument(readFile(model, nil))
        return (StoreTools(path, models: [document.model(named: "Model").model]), [])
      } catch let problem as Diagnostic {
        return (nil, [StyledText(DisplayText.visible(problem.message))])
      } catch {
        return (nil, ["'\(DisplayText.visible(model))' can't be read"])
      }
    }
    let (lines, status) = run(withModelOf: model, [])
    guard status == .success else { return (nil, lines) }
    let history = interpreter.context.modelHistory
    let others = history.names.filter { $0 != history.currentName }.reversed()
    return (StoreTools(path, models: [history.model] + others.compactMap { history[version: $0] }), lines)
  }
}

extension JSONValue {
  /// The JSON in lines, two spaces deeper for each level.
  fileprivate var indentedLines: [String] {
    var lines: [String] = []
    write(to: &lines, indent: "", start: "", end: "")
    return lines
  }

  private func write(to lines: inout [String], indent: String, start: String, end: String) {
    func list(_ open: String, _ close: String, _ parts: [(String, JSONValue)]) {
      guard !parts.isEmpty else { return lines.append(indent + start + open + close + end) }
      lines.append(indent + start + open)
      for (place, part) in parts.enumerated() {
        part.1.write(to: &lines, indent: indent + "  ", start: part.0, end: place + 1 < parts.count ? "," : "")
      }
      lines.append(indent + close + end)
    }
    switch self {
    case .object(let members): list("{", "}", members.map { (JSONValue.string($0.key).line + ": ", $0.value) })
    case .array(let elements): list("[", "]", elements.map { ("", $0) })
    case .null, .boolean, .integer, .number, .digits, .string: lines.append(indent + start + line + end)
    }
  }
}
