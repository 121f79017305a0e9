import Foundation
import LeagueWorkload
import ObjectGraph

/// The product's own figures, without peers: times and memory of a league of so many players, how they grow, and what
/// the graph costs as a value.
///
///     growth                       10,000, 100,000 and 1,000,000 players
///     growth 10000 100000          these sizes
let sizes =
  CommandLine.arguments.count > 1
  ? CommandLine.arguments.dropFirst().compactMap { Int($0) } : [10_000, 100_000, 1_000_000]
guard !sizes.isEmpty, sizes.allSatisfy({ $0 >= 1_000 }) else {
  FileHandle.standardError.write(Data("usage: growth [players of at least 1000]…\n".utf8))
  exit(64)
}
var reports: [SizeReport] = []
// The largest first: what a later one takes of memory that an earlier one gave back says nothing.
for (place, size) in sizes.sorted(by: >).enumerated() {
  let report = try SizeReport(players: size, showsMemory: place == 0)
  report.show()
  reports.append(report)
}
if let largest = reports.first, let smallest = reports.last, smallest.players < largest.players {
  largest.showGrowth(since: smallest)
}
do {
  try CascadeTrial.run(sizes.max() ?? 10_000)
} catch {
  FileHandle.standardError.write(Data("a deletion on a copy changed its original, or left something\n".utf8))
  exit(1)
}
