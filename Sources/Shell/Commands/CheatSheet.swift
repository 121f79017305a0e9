import Diagnostics
import ObjectGraph
import Predicates

/// `help sheet`: the language on one screen, as lines that run from top to bottom.
package enum CheatSheet {
  /// The lines of the sheet: a statement, and what it does. A test runs them in order.
  package static let rows: [(code: String, comment: String)] = [
    ("entity Team { name: String; players ->> Player?, inverse team }", ""),
    ("entity Player { name: String; age: Integer16?; team -> Team?, inverse players }", ""),
    (
      "change Team.players, delete cascade", "or \(DeleteRule.words.filter { $0 != "cascade" }.joined(separator: ", "))"
    ),
    ("add Team.city: String?", "also remove Team.city"),
    ("let heat = Team(name: \"Miami Heat\")", "a new object"),
    ("let wade = Player(name: \"Wade\", age: 38, team: heat)", ""),
    ("wade.age = 39", "set a value"),
    ("wade.team.name", "print a value"),
    ("heat.players.remove(wade)", "also .add(wade)"),
    ("fetch Player where age > 30 sort name limit 10", "also AND, OR, NOT, == $heat"),
    ("count Player where team == nil", "also name CONTAINS \"Wa\""),
    ("save", "validates and stores"),
    ("group Player by team.name: count, avg age", ""),
    ("for i in 1...3 { Player(name: \"Player \\(i)\", team: heat) }", ""),
    ("show model", "also diagram, graph, Team, heat"),
    ("explain delete heat", "what a deletion would do"),
    ("delete heat", "marks; save deletes"),
    ("undo", "also redo, rollback"),
    ("expect heat.players.@count == 3", "says so when it is false"),
    ("expect { delete heat; save } succeeds", "on a copy"),
    ("review", "also normalize Player"),
    ("export \"league.graph\"", "also .svg, .sql; run reads it"),
  ]

  package static var document: Document {
    rows.flatMap { row in
      var line = StyledText(row.code, .code)
      let room = row.code.count < 48 ? 48 - row.code.count : 2
      if !row.comment.isEmpty, row.code.count + room + row.comment.count + 3 <= 80 {
        line.append(String(repeating: " ", count: room))
        line.append("// " + row.comment, .faint)
      }
      return [line]
    }
  }
}
