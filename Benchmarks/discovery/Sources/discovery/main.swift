// Measures discovery on one CSV file without quotes:  discovery table.csv fds|uccs rounds
// Prints one JSON object: the load's and each round's seconds, and how many were found. With 0 rounds: what is found, as
// positions of columns, a line each.
import Foundation
import Normalization

let arguments = CommandLine.arguments
guard arguments.count == 4, let rounds = Int(arguments[3]), ["fds", "uccs"].contains(arguments[2]) else {
  print("usage: discovery table.csv fds|uccs rounds")
  exit(64)
}
let text = try String(contentsOfFile: arguments[1], encoding: .utf8)
let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
func cells(_ line: Substring.UTF8View) -> [String?] {
  line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { String(Substring($0)) }
}
let clock = ContinuousClock()
func seconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
let began = clock.now
var builder = ValueTable.Builder(columns: cells(lines[0]).map { $0 ?? "" })
for line in lines.dropFirst() { try builder.append(cells(line)) }
let table = builder.table()
let load = seconds(clock.now - began)

if rounds == 0 {
  if arguments[2] == "fds" {
    for found in try table.functionalDependencies(within: .unlimited) { print(found.determinant, found.dependent) }
  } else {
    for found in try table.uniqueColumnCombinations(within: .unlimited) { print(found) }
  }
  exit(0)
}

var times: [Double] = []
var count = 0
for _ in 0..<rounds {
  let start = clock.now
  count =
    arguments[2] == "fds"
    ? try table.functionalDependencies(within: .unlimited).count
    : try table.uniqueColumnCombinations(within: .unlimited).count
  times.append(seconds(clock.now - start))
}
print("{\"load\": \(load), \"count\": \(count), \"times\": \(times)}")
