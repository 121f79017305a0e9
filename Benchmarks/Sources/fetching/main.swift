import LeagueWorkload
import ObjectGraph
import Predicates

/// Predicate evaluations a second over so many players in teams of five, one thread: `fetching [players]`.
let players = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
try FetchingRun(players: players).run()
