import ArgumentParser
import Drills
import Shell

/// `graphbook drill`, which writes worksheets.
struct DrillTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drill", abstract: "Writes a worksheet of generated questions, with a key.",
    discussion: """
      The key comes after the questions. The same seed and level give the same worksheet; a question can be repeated \
      alone by its seed in the key.
      """)

  @Argument(help: "The kind of the questions.")
  var kind: DrillKind

  @Option(parsing: .unconditional, help: "The seed of the first question.", transform: seedNumber)
  var seed: UInt64 = 1

  @Option(parsing: .unconditional, help: "The number of questions.")
  var count = 10

  @Option(parsing: .unconditional, help: "The difficulty, from \(levels.lowerBound) to \(levels.upperBound).")
  var level = 2

  @Option(help: "How the worksheet is written.")
  var format = Worksheet.Format.text

  func validate() throws {
    if !(1...1000).contains(count) { throw ValidationError("--count takes a number from 1 to 1000") }
    let levels = Self.levels
    if !levels.contains(level) {
      throw ValidationError("--level takes a number from \(levels.lowerBound) to \(levels.upperBound)")
    }
  }

  private static let levels = DrillMaker.levels

  func run() { StandardOutput.write(Worksheet(kind, seed: seed, count: count, level: level).text(as: format)) }
}

extension DrillKind: ExpressibleByArgument {}
extension Worksheet.Format: ExpressibleByArgument {}
