import LeagueWorkload
import ObjectGraph
import Predicates

extension LeagueRun {
  func change() throws {
    try phase("undoable") {
      try setTeams(data.thirdTeams, from: 1, by: 5)
      context.endEvent()
    }
    Lines.check("undoable", squares())
    phase("undo") { context.undo() }
    Lines.check("undo", squares())
    phase("redo") { context.redo() }
    Lines.check("redo", squares())
    var denied = 0
    phase("deny") {
      for league in leagues where !context.validateForDelete(league).isEmpty { denied += 1 }
    }
    Lines.check("deny", denied)
    try phase("delete") {
      for team in stride(from: 3, to: data.teamCount, by: 10) { try context.delete(teams[team]) }
      try context.save()
    }
    let rest = try context.fetch(FetchRequest("Player"))
    Lines.check("del_players", rest.count)
    Lines.check("del_links", try context.count(FetchRequest("Friendship")))
    Lines.check("del_inv", rest.reduce(0) { $0 + count($1, "befriendedBy") })
    Lines.check("del_past", rest.reduce(0) { $0 + count($1, "pastTeams") })
    Lines.check("del_teams", try context.count(FetchRequest("Team")))
    Lines.memory("peak", peakBytes())
  }
}
