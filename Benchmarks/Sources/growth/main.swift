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
for size in sizes {
  let report = try SizeReport(players: size)
  report.show()
  reports.append(report)
}
if let first = reports.first, let last = reports.last, first.players < last.players { last.showGrowth(since: first) }
