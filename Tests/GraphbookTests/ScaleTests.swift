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

  /// The blocks of code after a heading of docs/scale.md, up to the next one.
  private static func recipes(after heading: String) throws -> [String] {
    let page = try String(contentsOf: BuiltProgram.root.appendingPathComponent("docs/scale.md"), encoding: .utf8)
    let start = try #require(page.firstRange(of: heading)).upperBound
    let lines = page[start...].split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix("## ") }
    return lines.split { !$0.hasPrefix("    ") }.map { block in
      block.map { $0.dropFirst(4) }.joined(separator: "\n")
        .replacing("--exercise whose", with: "--exercise free-agents").replacing("40", with: "3")
    }
  }

  /// The files of a report with their contents.
  private static func files(in folder: String) -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data()) })
  }

  /// A folder with the submissions of twelve students, eight of them right, and the program as `bin/graphbook`.
  private static func desk() throws -> StandardStreamTests.Folder {
    let folder = try StandardStreamTests.Folder()
    let solution = try Data(
      contentsOf: BuiltProgram.root.appendingPathComponent(
        "Exercises/09-delete-rules/free-agents/solution.graph"))
    for place in 1...12 {
      let path = "submissions/s\(place)"
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
      folder.write("\(path)/free-agents.graph", place % 3 == 0 ? Array("// nothing yet\n".utf8) : Array(solution))
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/bin/graphbook", withDestinationPath: BuiltProgram.url.path)
    return folder
  }

  /// Runs a recipe. parallel and Slurm start programs, not the functions of this shell.
  private static func run(_ recipe: String, in folder: StandardStreamTests.Folder) throws {
    let found = try folder.shell("PATH=\"$PWD/bin:$PATH\"\nunset -f graphbook\n\(recipe)")
    #expect(found.status == 0, "\(found.errors)")
  }

  /// Whether the merged report in `report` is what one run over everything writes.
  private static func expectWhole(_ folder: StandardStreamTests.Folder) throws {
    try run(
      "graphbook grade --all submissions --exercise free-agents --out whole "
        + "--time $(sed -n 's/.*\"time\": *\"\\([^\"]*\\)\".*/\\1/p' report/grading.json)", in: folder)
    let whole = files(in: "\(folder.path)/whole")
    #expect(whole.count > 12)
    #expect(files(in: "\(folder.path)/report") == whole)
  }

  @Test(
    "GNU parallel grades the parts, and the merged report is that of one run",
    .enabled(if: hasParallel, "no GNU parallel"))
  func parallel() throws {
    let folder = try Self.desk()
    let recipe = try #require(Self.recipes(after: "GNU parallel\n").first)
    #expect(recipe.contains("parallel --retries") && recipe.contains("grade merge"))
    try Self.run(recipe, in: folder)
    try Self.expectWhole(folder)
  }

  @Test(
    "A Slurm job array grades the parts, and the job after it merges them",
    .enabled(if: SlurmCluster.isInstalled, "no Slurm"))
  func slurm() throws {
    let cluster = try SlurmCluster()
    try #require(try cluster.state() == "idle")
    let folder = try Self.desk()
    let recipes = try Self.recipes(after: "## A Slurm job array\n")
    try #require(recipes.count == 2)
    #expect(recipes[0].contains("#SBATCH --array=1-3"))
    folder.write("grade.sbatch", Array(recipes[0].utf8))
    // The test has to wait for what a person would be told of.
    let submission = recipes[1].replacing("sbatch --dependency", with: "sbatch --wait --dependency")
    #expect(submission != recipes[1])
    try Self.run("export SLURM_CONF='\(cluster.configuration)'\n\(submission)", in: folder)
    try Self.expectWhole(folder)
  }
}
