import Foundation
import LeagueWorkload
import ObjectGraph
import Predicates

/// What a league of one size costs.
struct SizeReport {
  let players: Int
  /// Seconds by phase, in order.
  private(set) var phases: [(name: String, seconds: Double)] = []
  /// Figures of another kind: what they are of, and a text.
  private(set) var figures: [(name: String, text: String)] = []

  init(players: Int) throws {
    self.players = players
    let start = residentBytes()
    let league = try MadeLeague(players: players)
    phases = league.phases
    figures.append(("memory", SizeReport.mebibytes(residentBytes() - start)))
    try measureValue(league)
  }

  /// The graph as a value: copies, the first write after one, small undo steps, a trial of many deletions.
  private mutating func measureValue(_ league: MadeLeague) throws {
    let context = league.context
    var copies: [Graph] = []
    copies.reserveCapacity(1_000)
    let copying = duration { for _ in 0..<1_000 { copies.append(context.graph) } }
    figures.append(("a copy of the graph", SizeReport.short(copying / 1_000)))
    copies = []

    var firstWrites: [Double] = []
    for number in 0..<200 {
      context.endEvent()
      let player = league.players[(number &* 7_919 &+ 13) % players]
      firstWrites.append(try duration { try context.setValue(40 + number % 7, of: player, forKey: "age") })
    }
    figures.append(("the first write after a copy", SizeReport.short(median(firstWrites))))
    context.endEvent()
    try context.save()
    context.endEvent()

    let before = residentBytes()
    let checksum = context.graph.checksum()
    let steps = try duration {
      for number in 0..<1_000 {
        try context.setValue(20 + number % 10, of: league.players[number &* 7_919 % players], forKey: "age")
        try context.setValue(
          league.teams[number &* 104_729 % league.teams.count],
          of: league.players[(number &* 31 &+ 7) &* 7_919 % players], forKey: "team")
        context.endEvent()
      }
    }
    figures.append(
      ("1,000 small undo steps", "\(SizeReport.short(steps)), \(SizeReport.mebibytes(residentBytes() - before))"))
    let undoing = duration { for _ in 0..<1_000 { context.undo() } }
    figures.append(("undoing them", SizeReport.short(undoing)))
    guard context.graph.checksum() == checksum else { throw Wrong.undoDiffers }

    let trial = context.copy()
    let deleting = try duration {
      for team in stride(from: 3, to: league.teams.count, by: 10) { try trial.delete(league.teams[team]) }
      trial.processPendingChanges()
    }
    figures.append(("deleting 10 % with cascades on a copy", SizeReport.short(deleting)))
    guard context.graph.checksum() == checksum else { throw Wrong.trialChanged }
  }

  enum Wrong: Error {
    case undoDiffers
    case trialChanged
  }

  func show() {
    print("\n\(players) players")
    for (name, seconds) in phases { print(SizeReport.line(name, SizeReport.short(seconds))) }
    for (name, text) in figures { print(SizeReport.line(name, text)) }
  }

  /// The exponents of growth: 1.0 is linear.
  func showGrowth(since first: SizeReport) {
    print("\ngrowth from \(first.players) to \(players) players, exponent (1 is linear)")
    for (mine, theirs) in zip(phases, first.phases) where theirs.seconds > 0 {
      let exponent = log(mine.seconds / theirs.seconds) / log(Double(players) / Double(first.players))
      print(SizeReport.line(mine.name, String(format: "%.2f", exponent)))
    }
  }

  private static func line(_ name: String, _ text: String) -> String {
    "  " + name.padding(toLength: 40, withPad: " ", startingAt: 0) + text
  }

  private static func short(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: String(format: "%.0f ns", seconds * 1e9)
    case ..<1e-3: String(format: "%.1f µs", seconds * 1e6)
    case ..<1: String(format: "%.1f ms", seconds * 1e3)
    default: String(format: "%.2f s", seconds)
    }
  }

  private static func mebibytes(_ bytes: Int) -> String { String(format: "%.1f MiB", Double(bytes) / 1_048_576) }
}
