import LeagueWorkload
import ObjectGraph
import Predicates

extension LeagueRun {
  func change() throws {
    let (context, data, leagues, teams) = (context, data, leagues, teams)
    try phase("undoable") {
      try setTeams(data.thirdTeams, from: 1, by: 5)
      context.endEvent()
    }
    Lines.check("undoable", try squares())
    phase("undo") { context.undo() }
    Lines.check("undo", try squares())
    phase("redo") { context.redo() }
    Lines.check("redo", try squares())
    var denied = 0
    phase("deny") {
      for league in leagues where !context.canDelete(league) { denied += 1 }
    }
    Lines.check("deny", denied)
    try phase("delete") {
      for team in stride(from: 3, to: data.teamCount, by: 10) { try context.delete(teams[team]) }
      try context.save()
    }
    let rest = try context.fetch(FetchRequest("Player"))
    Lines.check("del_players", rest.count)
    Lines.check("del_links", try context.count(FetchRequest("Friendship")))
    Lines.check("del_inv", try rest.reduce(0) { $0 + (try count($1, "befriendedBy")) })
    Lines.check("del_past", try rest.reduce(0) { $0 + (try count($1, "pastTeams")) })
    Lines.check("del_teams", try context.count(FetchRequest("Team")))
    Lines.memory("peak", peakBytes())
  }
}
