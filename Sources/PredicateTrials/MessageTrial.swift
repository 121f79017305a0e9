import Diagnostics
import Predicates

/// How good the messages are: every slip at every place of every text, and whether the first message is within one
/// token of it and offers something that parses.
struct MessageTrial {
  struct Score {
    var texts = 0
    var near = 0
    var suggested = 0
  }

  private(set) var scores: [(name: String, score: Score)] = []
  /// Slips that make no error: texts that still mean something.
  private(set) var harmless = 0
  /// The first texts of each slip whose message is elsewhere or offers nothing.
  private(set) var poor: [String] = []

  init(_ texts: [String], examples: Int) {
    for slip in Slip.all {
      var score = Score()
      var shown = 0
      for text in texts {
        let tokens = Lexer.tokens(of: text, dialect: .predicateFormat)
        for result in slip.make(text, tokens) {
          let diagnostics = Predicate.parse(result.text, arguments: result.arguments).diagnostics
          guard let first = diagnostics.first(where: { $0.severity == .error }) ?? Self.foreignForm(diagnostics) else {
            harmless += 1
            continue
          }
          score.texts += 1
          let isNear = Self.distance(first.range, result.place, in: result.text) <= 1
          if isNear { score.near += 1 }
          let suggestion = Predicate.suggestion(for: result.text, arguments: result.arguments)
          let parses =
            suggestion.map {
              !Predicate.parse($0, arguments: result.arguments).diagnostics.containsError
            } ?? false
          if parses { score.suggested += 1 }
          if !isNear || !parses, shown < examples {
            shown += 1
            poor.append(
              "\(slip.name) at \(result.place.lowerBound)\(isNear ? "" : ", far")\(parses ? "" : ", nothing parses")\n"
                + DiagnosticFormatter().format(first, in: SourceText(result.text)))
          }
        }
      }
      scores.append((slip.name, score))
    }
  }

  /// A warning about what Apple would not take (`NOT IN`) is a message too.
  private static func foreignForm(_ diagnostics: [Diagnostic]) -> Diagnostic? {
    diagnostics.first { $0.severity == .warning && $0.id != Diagnostic.ID.unusedArgument }
  }

  /// How many tokens lie between a message and a slip, counted in the text as it was written; 0 in the same one.
  static func distance(_ message: SourceRange?, _ slip: SourceRange, in text: String) -> Int {
    guard let message else { return .max }
    let tokens = Lexer.tokens(of: text, dialect: .predicateFormat)
    func index(_ offset: Int) -> Int {
      tokens.firstIndex { $0.range.upperBound > offset || $0.kind == .end } ?? tokens.count - 1
    }
    let here = index(message.lowerBound)
    let first = index(slip.lowerBound)
    let last = max(first, index(max(slip.lowerBound, slip.upperBound - 1)))
    return here < first ? first - here : max(0, here - last)
  }

  /// Whether 95 in 100 messages are within one token of the slip and 80 in 100 offer something that parses.
  var isGood: Bool {
    let all = scores.map(\.score)
    let texts = all.reduce(0) { $0 + $1.texts }
    return all.reduce(0) { $0 + $1.near } * 100 >= texts * 95 && all.reduce(0) { $0 + $1.suggested } * 100 >= texts * 80
  }

  /// The table, a slip a line.
  var table: String {
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func percent(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "–" : "\(part * 1000 / whole / 10).\(part * 1000 / whole % 10) %"
    }
    func line(_ name: String, _ score: Score) -> String {
      name + cell(String(score.texts), 34 - name.count) + cell(percent(score.near, score.texts), 10)
        + cell(percent(score.suggested, score.texts), 12)
    }
    var lines = ["slip" + cell("texts", 30) + cell("caret ±1", 10) + cell("fix parses", 12)]
    var all = Score()
    for (name, score) in scores {
      lines.append(line(name, score))
      all.texts += score.texts
      all.near += score.near
      all.suggested += score.suggested
    }
    lines.append(line("all", all))
    lines.append("\(harmless) more texts have no error: with the slip they mean something else")
    return lines.joined(separator: "\n")
  }
}
