import Foundation
import RandomOperations

// Random programs against the slow reference graph, until there were so many operations:
//
//   soak [operations] [--seed n] [--hands n] [--from program] [--failures n] [--trials n]
//
// It ends with status 1 after so many failures (one, unless told otherwise), each cut down to a short program. A trial
// asks for each of the properties once.

var numbers: [String: Int] = [
  "operations": 10_000_000, "seed": 1, "hands": 2, "from": 0, "failures": 1, "trials": -1, "property": 0,
]
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if let number = Int(argument), number > 0 {
    numbers["operations"] = number
  } else if argument.hasPrefix("--"), numbers[String(argument.dropFirst(2))] != nil,
    let number = arguments.popFirst().flatMap({ Int($0) }), number >= 0
  {
    numbers[String(argument.dropFirst(2))] = number
  } else {
    print("soak [operations] [--seed n] [--hands n] [--from program] [--failures n] [--trials n]")
    exit(64)
  }
}
let hands = max(1, numbers["hands"] ?? 1)
let (start, most) = (numbers["from"] ?? 0, max(1, numbers["failures"] ?? 1))
let trials = numbers["trials"] ?? -1
let began = Date()
var soak = Soak(seed: UInt64(numbers["seed"] ?? 1), operations: numbers["operations"] ?? 0)
soak.hands = hands

var (tally, failures) = await withTaskGroup(of: (Tally, [String]).self) { group in
  for hand in 0..<hands {
    var mine = soak
    mine.hand = hand
    let part = mine
    group.addTask {
      part.run(from: start, most: most) { program, tally in
        // The hands go about as fast as each other: one of them speaks for all.
        if hand == 0, program / hands % 1000 == 999 {
          let seconds = Date().timeIntervalSince(began)
          print("\(tally.operations * hands) operations, \(program) programs, \(Int(seconds)) s")
          fflush(nil)
        }
      }
    }
  }
  var total = Tally()
  var failures: [String] = []
  for await (tally, found) in group {
    total += tally
    failures += found
  }
  return (total, failures)
}
let codes = tally.faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
print("seed \(soak.seed): \(tally.operations) operations, \(tally.refused) refused, \(tally.undone) undone or redone")
print("\(tally.saves) saves, \(tally.refusedSaves) saves refused (\(codes))")
print("\(Int(Date().timeIntervalSince(began))) s")
/// The properties that need no reference: one trial of each for every so many operations.
for (index, property) in Property.allCases.enumerated() where failures.count < most {
  if let only = numbers["property"], only > 0, only != index + 1 { continue }
  for trial in 0..<UInt64(trials < 0 ? tally.operations / 2_000 : trials) {
    let problems = property.problems(seed: soak.seed &* 1_000_003 &+ trial)
    if !problems.isEmpty {
      failures.append("not true: \(property.rawValue)\n" + problems.joined(separator: "\n"))
      break
    }
  }
}
for failure in failures { print("\n\(failure)") }
exit(failures.isEmpty ? 0 : 1)
