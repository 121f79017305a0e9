import ArgumentParser
import CommandIO
import Diagnostics
import Shell
import Tools

import struct Foundation.Date
import class Foundation.FileManager

// Models, stores and the tools of scripts.
extension Start {
  /// Imports the model of a file and runs statements.
  func model(_ path: String, _ statements: [String], isQuiet: Bool = true) throws {
    var session = Session(.script, style: terminal.style, world: world(nil), isQuiet: isQuiet)
    try finish(session.run(withModelOf: path, statements))
  }

  /// Runs a query over a store, and reads no more of it than that needs.
  func fetch(
    _ query: String, fromStoreAt path: String, model: String?, isExplained: Bool, answersAsStore: Bool
  ) throws {
    var session = Session(.script, style: terminal.style, world: world(nil), isQuiet: true)
    try finish(
      session.fetch(
        query, fromStoreAt: path, model: model, isExplained: isExplained, answersAsStore: answersAsStore))
  }

  /// Looks into a Core Data store.
  func store(
    _ path: String, model: String?, _ body: (StoreTools) throws(Diagnostic) -> StoreTools.Answer
  ) throws {
    var session = Session(.script, style: terminal.style, world: world(nil), isQuiet: true)
    let (tools, lines) = session.storeTools(path, model: model)
    guard let tools else { return try finish((lines, .failure)) }
    do throws(Diagnostic) {
      let answer = try body(tools)
      StandardOutput.write(answer.lines.map { $0 + "\n" }.joined())
      if answer.status == .success { return }
    } catch {
      StandardOutput.writeError(format(error))
    }
    throw ExitCode(ProgramStatus.failure.rawValue)
  }

  /// The tools for normal forms and for tables.
  func normalizationTools() -> NormalizationTools {
    NormalizationTools(
      style: terminal.style, write: StandardOutput.writeToReader, writeError: StandardOutput.writeError)
  }

  /// The tool that compares models.
  func modelDifferenceTool() -> ModelDifferenceTool {
    ModelDifferenceTool(style: terminal.style, write: StandardOutput.write, writeError: StandardOutput.writeError)
  }

  /// The tool that reviews models for CI.
  func modelReviewTool() -> ModelReviewTool {
    ModelReviewTool(
      style: terminal.style, version: Graphbook.version,
      folder: FileManager.default.currentDirectoryPath, write: StandardOutput.write,
      writeError: StandardOutput.writeError)
  }

  /// The tools over lines of JSON.
  func predicateTools() -> PredicateTools {
    PredicateTools(
      style: terminal.style, now: Date(), random: { UInt64.random(in: .min ... .max) },
      write: StandardOutput.writeToReader, writeError: StandardOutput.writeError)
  }
}
