import LeagueWorkload
import Predicates

/// The lines that the driver reads: a phase's seconds, a check's value, a number of bytes.
enum Lines {
  static func phase(_ name: String, _ seconds: Double) {
    let nanoseconds = String(Int((seconds * 1e9).rounded()))
    let digits = String(repeating: "0", count: max(0, 10 - nanoseconds.count)) + nanoseconds
    print("P \(name) \(digits.dropLast(9)).\(digits.suffix(9))")
  }

  static func check(_ name: String, _ value: Int) { print("C \(name) \(value)") }

  static func memory(_ name: String, _ bytes: Int) { print("M \(name) \(bytes)") }
}

/// Runs a phase once and prints its time.
@inline(__always)
func phase(_ name: String, _ work: () throws -> Void) rethrows {
  Lines.phase(name, try duration(work))
}

/// Runs a fetch five times and prints the median.
@inline(__always)
func repeated(_ name: String, _ work: () throws -> Void) rethrows {
  var times: [Double] = []
  for _ in 0..<5 { times.append(try duration(work)) }
  Lines.phase(name, median(times))
}

/// The hash that the peers take of a fetch's texts.
struct TextHash {
  private var bits: UInt64 = 1_469_598_103_934_665_603

  mutating func add(_ text: String) {
    for byte in text.utf8 { bits = (bits ^ UInt64(byte)) &* 1_099_511_628_211 }
  }

  var value: Int { Int(bits >> 1) }
}

/// A predicate of a text that is known to be one.
func predicate(_ text: String) throws -> Predicates.Predicate {
  guard let predicate = Predicates.Predicate.parse(text).predicate else { throw LeagueError.unreadable(text) }
  return predicate
}

enum LeagueError: Error {
  case unreadable(String)
}
