import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

/// The recipes of docs/scale.md, run as they are written there, with fewer parts and an exercise of the book.
@Suite("Grading on more than one machine")
struct ScaleTests {
  private static let hasParallel = ["/usr/bin/parallel", "/usr/local/bin/parallel"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The lines of the recipe after a heading.
  private static func recipe(after heading: String) throws -> String {
    let page = try String(contentsOf: BuiltProgram.root.appendingPathComponent("docs/scale.md"), encoding: .utf8)
    let section = try #require(page.firstRange(of: heading)).upperBound
    let lines = page[section...].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }
    return lines.joined(separator: "\n")
      .replacing("--exercise whose", with: "--exercise free-agents").replacing("40", with: "3")
  }

  /// The files of a report with their contents.
  private static func files(in folder: String) -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data()) })
  }

  @Test(
    "GNU parallel grades the parts, and the merged report is that of one run",
    .enabled(if: hasParallel, "no GNU parallel"))
  func parallel() throws {
    let folder = try StandardStreamTests.Folder()
    let solution = try Data(
      contentsOf: BuiltProgram.root.appendingPathComponent(
        "Exercises/09-delete-rules/free-agents/solution.graph"))
    for place in 1...12 {
      let path = "submissions/s\(place)"
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
      folder.write("\(path)/free-agents.graph", place % 3 == 0 ? Array("// nothing yet\n".utf8) : Array(solution))
    }
    let recipe = try Self.recipe(after: "GNU parallel\n")
    #expect(recipe.contains("parallel --retries") && recipe.contains("grade merge"))
    // parallel starts programs, not the functions of this shell.
    let program =
      "mkdir bin && ln -s '\(BuiltProgram.url.path)' bin/graphbook && PATH=\"$PWD/bin:$PATH\"\nunset -f graphbook"
    let found = try folder.shell("\(program)\n\(recipe)")
    #expect(found.status == 0, "\(found.errors)")
    let whole = try folder.shell(
      "\(program.replacing("mkdir bin && ", with: "rm -f bin/graphbook && "))\n"
        + "graphbook grade --all submissions --exercise free-agents --out whole "
        + "--time $(sed -n 's/.*\"time\": *\"\\([^\"]*\\)\".*/\\1/p' report/grading.json)")
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(Self.files(in: "\(folder.path)/report") == Self.files(in: "\(folder.path)/whole"))
  }
}
