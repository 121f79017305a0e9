import Foundation
import Predicates

/// Trials of the predicate language that take longer than a test may:
///
///     predicate-trials messages [--examples n] [file]     how near messages are to slips, as a table
///     predicate-trials fuzz [--inputs n] [--seconds n] [--seed n] [file]
///
/// The file has a format string a line; without one the texts of ``Texts`` are taken.
@main
enum Trials {
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    let command = words.isEmpty ? "" : words.removeFirst()
    let options = Options(words)
    let texts = options.file.map(lines) ?? Texts.own
    switch command {
    case "messages":
      let trial = MessageTrial(texts, examples: options.numbers["--examples"] ?? 0)
      for example in trial.poor { print(example + "\n") }
      print(trial.table)
      print(slowest(of: texts))
      exit(trial.isGood ? 0 : 1)
    case "fuzz":
      var fuzzer = Fuzzer(texts, seed: UInt64(truncatingIfNeeded: options.numbers["--seed"] ?? 1))
      let enumerated = fuzzer.enumerate()
      print("\(enumerated.inputs) short texts, \(enumerated.parsed) parsed, \(enumerated.broken.count) broken")
      for text in enumerated.broken { print(text.debugDescription) }
      let report = fuzzer.run(
        inputs: options.numbers["--inputs"] ?? 10_000_000, within: .seconds(options.numbers["--seconds"] ?? 600)
      ) { print("\($0.inputs) inputs, \($0.parsed) parsed") }
      print("\(report.inputs) inputs, \(report.parsed) parsed, \(report.broken.count) broken")
      print("the slowest took \(report.slowest.duration): \(report.slowest.text.debugDescription.prefix(200))")
      for text in report.broken { print(text.debugDescription) }
      exit(report.broken.isEmpty && enumerated.broken.isEmpty ? 0 : 1)
    default:
      print("predicate-trials messages [--examples n] [file]")
      print("predicate-trials fuzz [--inputs n] [--seconds n] [--seed n] [file]")
      exit(64)
    }
  }

  /// The text that takes longest to parse and to print, each the best of three.
  private static func slowest(of texts: [String]) -> String {
    let clock = ContinuousClock()
    var slowest: (text: String, duration: Duration) = ("", .zero)
    for text in texts {
      let durations = (0..<3).map { _ in clock.measure { _ = Predicates.Predicate.parse(text).predicate?.description } }
      if let best = durations.min(), best > slowest.duration { slowest = (text, best) }
    }
    return "the slowest of \(texts.count) to parse and print took \(slowest.duration): \(slowest.text.prefix(60))"
  }

  private static func lines(_ path: String) -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      print("there is no file '\(path)'")
      exit(1)
    }
    return text.split(separator: "\n").map(String.init)
  }
}

private struct Options {
  var numbers: [String: Int] = [:]
  var file: String?

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--") { numbers[word] = rest.popFirst().flatMap { Int($0) } } else { file = word }
    }
  }
}
