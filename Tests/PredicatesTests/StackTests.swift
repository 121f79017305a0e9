import Diagnostics
import Foundation
import Predicates
import Testing

@Suite("Depth")
struct StackTests {
  @Test("The deepest text and the longest chain that are taken fit two megabytes of stack")
  func depth() {
    let texts = [
      String(repeating: "(", count: 250) + "a == 1",
      String(repeating: "(", count: 95) + "a == 1" + String(repeating: ")", count: 95),
      String(repeating: "NOT ", count: 95) + "a == 1", String(repeating: "-", count: 95) + "a == 1",
      Array(repeating: "a", count: 290).joined(separator: " + ") + " == 1",
      Array(repeating: "a", count: 290).joined(separator: ".") + " == 1",
      String(repeating: "{", count: 45) + "a" + String(repeating: "}", count: 45) + " == 1",
      String(repeating: "SUBQUERY(", count: 30) + "a" + String(repeating: ", $x, $x == 1)", count: 30) + " == 1",
      String(repeating: "TERNARY(a == ", count: 30) + "a" + String(repeating: ", 1, 2)", count: 30) + " == 1",
    ]
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for text in texts {
        guard let predicate = Predicates.Predicate.parse(text).predicate else { continue }
        _ = Predicates.Predicate.parse(predicate.description).predicate == predicate
        _ = predicate.hashValue
        _ = predicate.check(against: LeagueShape(), entity: "Player")
        _ = try? predicate.compiled(over: VariableSource()).matches(.dictionary(["a": 1]))
      }
      done.signal()
    }
    thread.stackSize = 2 << 20
    thread.start()
    done.wait()
  }
}
