import CommandIO
import Diagnostics
import Normalization
import Shell
import WorkbookLanguage

import class Foundation.JSONEncoder

/// `graphbook normalize` and `graphbook discover`, for scripts and for people.
package struct NormalizationTools {
  package var style: TextStyle
  /// Writes a text, and returns whether there is still a reader.
  package var write: (String) -> Bool
  package var writeError: (String) -> Void
  /// How many steps the search for the dependencies of a table may take.
  var steps = DiscoveryReport.steps

  package init(style: TextStyle, write: @escaping (String) -> Bool, writeError: @escaping (String) -> Void) {
    self.style = style
    self.write = write
    self.writeError = writeError
  }

  /// Answers schemas line by line; each answer is written before the next line is read.
  /// - Parameter path: the file; `-` is standard input.
  package func normalize(path: String) -> ProgramStatus { answerLines(path, NormalizationExchange().answer) }

  /// Answers models with objects line by line.
  /// - Parameter path: the file; `-` is standard input.
  package func reviewLines(path: String) -> ProgramStatus { answerLines(path, ReviewExchange().answer) }

  /// A line that is no text is answered with that, and the next one is read.
  private func answerLines(_ path: String, _ answer: (String) -> String?) -> ProgramStatus {
    do throws(Diagnostic) {
      var stream = try LineStream(path: path)
      var isRead = true
      while isRead,
        try stream.next({ bytes in
          let line = String(validating: bytes, as: UTF8.self)
          let reply = line.map(answer) ?? #"{"error":"this line is not UTF-8 text","id":null}"#
          if let reply { isRead = write(reply + "\n") }
        })
      {}
      return .success
    } catch {
      writeError(style.diagnosticFormatter.format(error))
      return .failure
    }
  }

  /// Runs a file of statements and reviews what it made.
  package func review(_ path: String, forCloudKit: Bool) -> ProgramStatus {
    do throws(Diagnostic) {
      var interpreter = Interpreter()
      interpreter.reviewOptions = forCloudKit ? .cloudKit : []
      let renderer = OutcomeRenderer()
      let outcomes = interpreter.run(try TextFile.read(path), onError: .stop)
      if let failed = outcomes.last, failed.failed {
        for line in renderer.document(for: failed).lines(style) { writeError(line) }
        return .failure
      }
      let review = renderer.document(for: interpreter.run(SourceText("review")))
      for line in review.lines(style) where !write(line + "\n") { break }
      return .success
    } catch {
      writeError(style.diagnosticFormatter.format(error))
    }
    return .failure
  }

  /// Discovers what holds in CSV files. With several files also which columns occur in which.
  package func discover(_ paths: [String], asJSON: Bool) -> ProgramStatus {
    do {
      let reports = try paths.map { try DiscoveryReport(name: $0, Self.table(TextFile.read($0)), steps: steps) }
      for (index, report) in reports.enumerated() {
        _ = write(
          (asJSON ? Self.json(report.record) : (index > 0 ? "\n" : "") + report.lines.joined(separator: "\n")) + "\n")
      }
      if reports.count > 1 { try writeInclusions(reports, asJSON: asJSON) }
      return .success
    } catch let diagnostic as Diagnostic {
      writeError(style.diagnosticFormatter.format(diagnostic))
    } catch {
      writeError("\(error)")
    }
    return .failure
  }

  /// A table from a CSV text with a head line.
  static func table(_ source: SourceText) throws -> ValueTable {
    var reader = CSVReader(source.text)
    do throws(Diagnostic) {
      guard let head = try reader.next() else { throw Diagnostic("csv-empty", "there is no line with column names") }
      var builder = ValueTable.Builder(columns: head.map { $0 ?? "" })
      while true {
        let line = reader.line
        guard let row = try reader.next() else { return builder.table() }
        do throws(NormalizationError) {
          try builder.append(row)
        } catch {
          throw Diagnostic(
            "csv-row", "line \(line) has \(counted(row.count, "field")) for \(head.count) columns")
        }
      }
    } catch {
      throw Diagnostic(error.id, "'\(DisplayText.visible(source.name ?? ""))', \(error.message)", hint: error.hint)
    }
  }

  private struct Inclusions: Encodable {
    var tables: [String]
    var inds: [[String]]
  }

  private func writeInclusions(_ reports: [DiscoveryReport], asJSON: Bool) throws {
    let found = try ValueTable.inclusionDependencies(among: reports.map(\.table)).filter {
      asJSON || $0.dependent.table != $0.referenced.table
    }
    let pairs = found.map { inclusion in
      [inclusion.dependent, inclusion.referenced].map { column in
        reports[column.table].name + "." + reports[column.table].table.columns[column.column]
      }
    }
    if asJSON { return _ = write(Self.json(Inclusions(tables: reports.map(\.name), inds: pairs)) + "\n") }
    let lines = pairs.map { "  \(DisplayText.visible($0[0])) in \(DisplayText.visible($0[1]))" }
    _ = write(
      (["", "values of one column that all occur in another (\(lines.count))"] + lines).joined(separator: "\n") + "\n")
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
