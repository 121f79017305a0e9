import Shell
import Testing

@Suite("Completion knows where the cursor stands")
struct CompletionTests {
  static let world = CompletionWorld(
    entities: [
      .init(
        "Team",
        [.init("name"), .init("uniformColor"), .init("players", .toMany("Player")), .init("captain", .toOne("Player"))]),
      .init("Player", [.init("firstName"), .init("lastName"), .init("age"), .init("team", .toOne("Team"))]),
    ],
    names: ["heat": .object("Team"), "wade": .object("Player"), "old": .objects("Player"), "limit5": .other],
    templates: ["GreenTeams"], lessons: ["3", "9"], exercises: ["keep-the-players", "keep-the-team", "who-goes"])

  /// `|` is the cursor; the expected words are those that begin as the word at the cursor does.
  static let table: [(line: String, expected: [String])] = [
    // Statements at the start
    ("fe|", ["fetch"]),
    ("  de|", ["dependency", "delete", "derive"]),
    ("save; ro|", ["rollback"]),
    ("he|", ["help", "heat"]),
    ("Pl|", ["Player"]),
    ("les|", ["lessons", "lesson"]),
    ("entity Coach {\n  name: String\n}\nfetch C|", ["Coach"]),
    // Entities
    ("fetch |", ["Team", "Player", "only", "GreenTeams"]),
    ("fetch Pl|", ["Player"]),
    ("fetch pl|", ["Player"]),
    ("fetch only T|", ["Team"]),
    ("count T|", ["Team"]),
    ("delete Pl|", ["Player"]),
    ("delete h|", ["heat"]),
    ("show T|", ["Team"]),
    ("show mo|", ["model"]),
    ("show ta|", ["tables"]),
    ("entity Coach { team -> |", ["Team", "Player", "Coach"]),
    ("entity Coach { team ->> Pl|", ["Player"]),
    ("entity Coach: P|", ["Player"]),
    ("add Team.coach -> Pl|", ["Player"]),
    ("add Te|", ["Team"]),
    ("expect (count Pl|", ["Player"]),
    ("let x = fetch Pl|", ["Player"]),
    // Types
    ("entity Coach { name: Str|", ["String"]),
    ("add Team.city: Bo|", ["Boolean"]),
    // Properties behind a dot
    ("wade.|", ["firstName", "lastName", "age", "team"]),
    ("wade.team.na|", ["name"]),
    ("wade.team.players.@|", ["@count", "@sum", "@avg", "@min", "@max"]),
    ("heat.players.@avg.a|", ["age"]),
    ("heat.players.ad|", ["add("]),
    ("old.la|", ["lastName"]),
    ("Player#3.te|", ["team"]),
    ("change Team.pl|", ["players"]),
    ("show Team.|", ["name", "uniformColor", "players", "captain"]),
    ("rename Player.first|", ["firstName"]),
    ("add Team.pl|", []),
    ("limit5.|", []),
    ("nobody.|", []),
    ("save\nheat.cap|", ["captain"]),
    // Conditions
    ("fetch Player where la|", ["lastName"]),
    ("fetch Player where team.na|", ["name"]),
    ("fetch Player where team.players.fi|", ["firstName"]),
    ("fetch Player where age > 30 AND la|", ["lastName"]),
    ("fetch Player where (age > 30 OR la|", ["lastName"]),
    ("fetch Player where lastName BE|", ["BETWEEN", "BEGINSWITH"]),
    ("fetch Team where AN|", ["ANY"]),
    ("fetch Team where ANY pl|", ["players"]),
    ("fetch Player where team == $|", ["$heat", "$limit5", "$old", "$wade"]),
    ("fetch Player where team == $he|", ["$heat"]),
    ("fetch Player where $heat.na|", ["name"]),
    ("delete Player where te|", ["team"]),
    ("expect count Player where te|", ["team"]),
    ("fetch Player where age > 30 so|", ["sort"]),
    ("fetch Player sort |", ["firstName", "lastName", "age", "team"]),
    ("fetch Player sort lastName de|", ["desc"]),
    ("fetch Player sort lastName, ag|", ["age"]),
    ("fetch Player w|", ["where"]),
    // Declarations
    (
      "change Team.players, |",
      ["inverse", "delete", "count", "ordered", "transient", "userInfo", "required", "optional", "no"]
    ),
    ("change Team.players, delete |", ["nullify", "cascade", "deny", "none"]),
    ("change Team.players, delete c|", ["cascade"]),
    ("change Team.players, inverse |", ["team"]),
    ("change Player.age, ra|", ["range"]),
    ("entity Coach { team -> Team?, in|", ["inverse"]),
    ("entity Coach { team -> Team?, inverse |", ["players", "captain"]),
    ("entity Coach { team -> Team?, delete d|", ["deny"]),
    ("entity Coach {\n  name: String, le|", ["length"]),
    ("rename Team.players t|", ["to"]),
    ("remove dep|", ["dependency"]),
    ("remove dependency Pla|", ["Player"]),
    // Objects
    ("Player(first|", ["firstName:"]),
    ("let x = Player(firstName: \"Ray\", te|", ["team:"]),
    ("Player(team: he|", ["heat"]),
    ("for p in he|", ["heat"]),
    ("for p i|", ["in"]),
    ("for p in heat.players { p.age = 30; de|", ["dependency", "delete", "derive"]),
    // Looking ahead, expecting
    ("explain |", ["delete", "fetch", "heat", "limit5", "old", "wade"]),
    ("explain wade |", ["in"]),
    ("explain wade in |", ["fetch"]),
    ("explain wade in fetch Pl|", ["Player"]),
    ("expect n|", ["normal"]),
    ("expect normal form |", ["Team", "Player"]),
    ("expect normal form Player at least B|", ["BCNF"]),
    ("expect normal form Player at least BCNF in |", ["data"]),
    ("remove Gr|", ["GreenTeams"]),
    ("explain delete h|", ["heat"]),
    ("compare d|", ["delete"]),
    ("expect sa|", ["save"]),
    ("expect save f|", ["fails"]),
    ("expect { delete heat; sa|", ["save"]),
    ("expect { save } |", ["fails", "succeeds"]),
    ("expect { les|", []),
    // Statements with words of their own
    ("context main, |", ["merging", "deleting", "no"]),
    ("context main, no |", ["merging", "deleting"]),
    ("context main, no deleting |", ["faults"]),
    ("context main, merging |", []),
    ("wade.isF|", ["isFault"]),
    ("wade.objectID.|", ["isTemporaryID", "uri"]),
    ("merge |", ["policy"]),
    ("merge policy o|", ["object", "overwrite"]),
    ("use |", ["version"]),
    ("store shop |", ["in", "at"]),
    ("store shop in |", ["memory"]),
    ("insert |", ["into"]),
    ("validate wade |", ["for"]),
    ("validate wade for |", ["insert", "update", "delete"]),
    ("refresh wade |", ["discarding"]),
    ("group |", ["Team", "Player"]),
    ("group Player |", ["where", "by"]),
    ("group Player by te|", ["team"]),
    ("group Player by team.na|", ["name"]),
    ("group Player by team: |", ["count", "sum", "avg", "min", "max"]),
    ("group Player by team: count, avg a|", ["age"]),
    ("group Player by team: count |", ["having", "sort", "limit", "offset"]),
    ("batch |", ["update", "delete", "insert"]),
    ("batch update Pl|", ["Player"]),
    ("batch update Player |", ["where", "set"]),
    ("batch update Player where age > 3 se|", ["set"]),
    ("batch update Player set l|", ["lastName"]),
    ("group Player by team: count having a|", ["avg", "age"]),
    ("group Player by team: count having avg a|", ["age"]),
    ("group Player by team: count having count > 2 s|", ["sort"]),
    ("group Player by team: count sort c|", ["count"]),
    ("group Player by team: count sort count d|", ["desc"]),
    ("fetch Player se|", ["select"]),
    ("fetch Player where age > 3 se|", ["select"]),
    ("fetch Player select l|", ["lastName"]),
    ("fetch Player select lastName d|", ["distinct"]),
    ("fetch Player select lastName distinct so|", ["sort"]),
    ("count Player se|", []),
    ("change Player, u|", ["unique", "userInfo"]),
    ("change Player, unique l|", ["lastName"]),
    ("change Player, unique lastName, f|", ["firstName"]),
    ("change Player, no r|", ["rule", "renamed"]),
    ("template Old = |", ["fetch"]),
    ("compare |", ["delete", "model"]),
    ("expect be|", ["behaves"]),
    ("expect behaves |", ["like"]),
    ("context draft |", ["on"]),
    // The prompt's own
    ("lesson |", ["3", "9"]),
    ("exercise keep|", ["keep-the-players", "keep-the-team"]),
    ("exercise keep-the-t|", ["keep-the-team"]),
    ("help BEG|", ["BEGINSWITH"]),
    ("help @a|", ["@avg"]),
    ("timing o|", ["on", "off"]),
    // Nothing
    ("let x = \"fe|", []),
    ("save // fe|", []),
    ("fetch Player limit 10|", []),
    ("model Le|", []),
  ]

  @Test("The words that fit", arguments: table)
  func words(_ row: (line: String, expected: [String])) {
    let parts = row.line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let before = String(parts[0])
    let found = Completion.candidates(in: before + parts[1], at: before.utf8.count, of: Self.world)
    #expect(found.candidates == row.expected, "\(row.line)")
  }

  @Test("What a candidate replaces, and what follows it")
  func place() {
    func found(_ line: String) -> Completions { Completion.candidates(in: line, at: line.utf8.count, of: Self.world) }
    #expect(found("fetch Pl") == Completions(start: 6, candidates: ["Player"], suffixes: [" "]))
    #expect(found("wade.te") == Completions(start: 5, candidates: ["team"], suffixes: [""]))
    #expect(found("exercise who-") == Completions(start: 9, candidates: ["who-goes"], suffixes: [" "]))
    #expect(found("fetch Team where players.@co") == Completions(start: 25, candidates: ["@count"], suffixes: [""]))
    // An attribute ends its path, and a relationship may go on.
    #expect(found("fetch Player sort ag") == Completions(start: 18, candidates: ["age"], suffixes: [" "]))
    #expect(found("fetch Player where te") == Completions(start: 19, candidates: ["team"], suffixes: [""]))
  }

  @Test("Any text and any cursor is answered", arguments: table)
  func everyPrefix(_ row: (line: String, expected: [String])) {
    for cursor in -1...(row.line.utf8.count + 1) {
      _ = Completion.candidates(in: row.line, at: cursor, of: Self.world)
    }
  }

  @Test(
    "Broken text is answered",
    arguments: [
      "", ")))", "}}}{", "fetch where", "..", "heat..", "change .x,", "\u{0}", "@", "$", "é", "#.", "let \u{FFFD} = {",
    ])
  func brokenText(_ line: String) {
    _ = Completion.candidates(in: line, at: line.utf8.count, of: Self.world)
  }
}
