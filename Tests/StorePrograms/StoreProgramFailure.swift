/// A program after which something is wrong.
package struct StoreProgramFailure: CustomStringConvertible {
  package var seed: UInt64
  package var lines: [String]
  package var problems: [String]

  package var description: String {
    (["seed \(seed), program:"] + lines.map { "  \($0)" } + ["then:"] + problems).joined(separator: "\n")
  }

  /// Runs lines until something is wrong.
  package static func failure(
    of lines: [String], _ reader: StoreReader, seed: UInt64 = 0
  ) throws -> StoreProgramFailure? {
    var program = try StoreProgram(reader)
    defer { program.close() }
    for line in lines {
      let problems = program.run(line)
      if !problems.isEmpty { return StoreProgramFailure(seed: seed, lines: program.lines, problems: problems) }
    }
    return nil
  }

  /// A short program that still fails, perhaps in another way: lines are left out as long as that is so.
  package func shrunk(_ reader: StoreReader) throws -> StoreProgramFailure {
    var best = self
    var size = max(1, best.lines.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < best.lines.count {
        let end = min(start + size, best.lines.count)
        if let failure = try Self.failure(of: Array(best.lines[..<start] + best.lines[end...]), reader, seed: seed) {
          best = failure
          isShorter = true
        } else {
          start = end
        }
      }
      if size == 1, !isShorter { return best }
      size = max(1, size / 2)
    }
  }
}
