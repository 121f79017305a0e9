import Foundation
import LeagueWorkload
import ObjectGraph
import Predicates

// How many objects a second each of three predicates is asked of, on one thread: over the graph by a fetch, over a plain
// source by closures, and by Swift's own #Predicate over classes. The best of several rounds.
//
//     swift run -c release predicates [objects]

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
try PredicateRun(players: count).run()
