import Foundation

/// Throws changed statements at the workbook, longer than a test may:
///
///     workbook-trials [--statements n] [--seconds n] [--seed n] [--log file] [folder or file …]
///
/// The folders provide `.graph` files, fenced `graph` blocks of Markdown and the lines after `graph> ` in transcripts;
/// statements of every kind are there even without them. The log holds the last texts, in case a trap ends the program.
@main
enum WorkbookTrials {
  static func main() {
    var numbers: [String: Int] = [:]
    var paths: [String] = []
    var log: String?
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      if word == "--log" {
        log = words.popFirst()
      } else if word.hasPrefix("--") {
        numbers[word] = words.popFirst().flatMap { Int($0) }
      } else {
        paths.append(word)
      }
    }
    let texts = Samples.own + paths.flatMap(Samples.texts(in:))
    print("\(texts.count) texts to begin with")
    var fuzzer = WorkbookFuzzer(texts, seed: UInt64(truncatingIfNeeded: numbers["--seed"] ?? 1))
    let file = log.flatMap {
      FileManager.default.createFile(atPath: $0, contents: nil) ? FileHandle(forWritingAtPath: $0) : nil
    }
    if let file {
      fuzzer.willRun = { text, world in
        // The last thousand or so.
        if file.offsetInFile > 1 << 20 { file.truncateFile(atOffset: 0) }
        file.write(Data("// in world \(world)\n\(text)\n".utf8))
      }
    }
    let report = fuzzer.run(
      statements: numbers["--statements"] ?? 10_000_000, within: .seconds(numbers["--seconds"] ?? 600)
    ) { print($0.line) }
    print(report.line)
    print("the slowest took \(report.slowest.duration): \(report.slowest.text.debugDescription.prefix(600))")
    for text in report.broken { print(text.debugDescription) }
    exit(report.broken.isEmpty ? 0 : 1)
  }
}
