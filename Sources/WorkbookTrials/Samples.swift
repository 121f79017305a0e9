import Foundation
import WorkbookLanguage

/// The texts that the trials begin with.
enum Samples {
  /// Worlds to run in: none, a model without objects, and graphs with every kind of property.
  static let worlds = [
    "", model,
    model + """

      let heat = Team(name: "Heat"); let suns = Team(name: "Suns")
      let wade = Player(firstName: "Dwyane", lastName: "Wade", age: 30, team: heat)
      let nash = Player(firstName: "Steve", lastName: "Nash", age: 40, team: suns)
      let ada = Person(name: "Ada"); let bob = Person(name: "Bob")
      ada.friends.add(bob)
      save
      """,
    model + """

      for i in 1...20 { Player(firstName: "First \\(i)", lastName: "Last", age: i % 7) }
      let team = Team(name: "Team"); let coach = Coach(name: "Coach", born: 1970-01-01)
      for p in (fetch Player where age > 3) { p.team = team }
      save
      delete team
      """,
  ]

  private static let model = """
    model League
    composite Address { city: String?; street: String? }
    entity Team {
      name: String, length 1...
      players ->> Player?, inverse team, delete cascade, ordered
      greens ~> Player, userInfo color: "Green" where team == $FETCH_SOURCE AND age > 20 sort age desc
      address: Address
      unique name
    }
    entity Player {
      firstName: String, indexed; lastName: String; age: Integer16?, range 0...99; score: Double = 1.5
      email: String?, matches "[^@]+@[^@]+"; token: UUID?; site: URI?; secret: BinaryData?; price: Decimal = 1.25
      team -> Team?, inverse players, delete nullify
      full: String, derived uppercase(lastName)
      rule "grown up": age == nil OR age >= 0
    }
    abstract entity Human { born: Date?; seen: Date = now(), transient }
    entity Coach: Human { name: String; helpers ->> Coach?, inverse boss, count 0...3; boss -> Coach?, inverse helpers }
    entity Person { name: String; friends ->> Person?, inverse friends; pet -> Person?, delete deny }
    template Older = fetch Player where age > $AGE
    configuration Main { Team, Player }
    """

  /// Statements of every kind.
  static let own = [
    model, "model Todo\nentity Item { name: String = \"x\"; done: Boolean = false, indexed }",
    "Player.coach <<--> Coach.players", "dependency Player: team -> age", "add Team.city: String?",
    "add Team.captain -> Player?", "change Team.players, delete deny", "change Player.team, required",
    "change Player.age: Integer32?", "change Player, parent Human", "rename Player.team to club", "rename Team to Club",
    "remove Player.email", "remove Team", "version \"League 2\"", "use version \"League\"", "show history",
    "let x = Player(firstName: \"A\", lastName: \"B\", team: heat)", "wade.age = 31", "wade.team = nil",
    "heat.players.add(nash)", "heat.players.remove([wade, Player#2])", "heat.players.insert(nash, at: 0)",
    "delete wade", "delete Player where team == nil", "delete heat; save",
    "for i in 1...10 { Player(firstName: \"P\\(i)\", lastName: \"L\", age: i % 3) }",
    "for p in heat.players { p.age = 30; p.lastName = \"X\" }", "save", "rollback", "undo", "redo; undo; undo", "reset",
    "refresh heat", "refresh heat discarding", "validate wade", "validate wade for delete",
    "begin \"transfer\"; wade.team = suns; end", "fetch Player where lastName BEGINSWITH \"W\" sort lastName, age desc",
    "fetch only Human limit 3 offset 1", "fetch Older(AGE: 3)", "count Player where team == nil",
    "group Player where age > 2 by team.name: count, avg age, max age", "wade.team.name", "ada.friends.friends",
    "heat.players.@avg.age", "expect (count Player where team == nil) == 2", "expect wade.team == nil else \"no\"",
    "expect save fails 1570 \"required\"", "expect { delete heat; save } fails \"players\"",
    "check \"works\", points 2 { delete heat; save; expect count Player == 2 }",
    "store cloud in memory, configuration Main",
    "insert into cloud Team(name: \"Old\")", "close cloud", "reopen main", "let ids = context back { fetch Player }",
    "objects(ids)", "context draft on main { wade.age = 31; save }", "merge policy object", "show model",
    "show diagram",
    "show diagram ascii", "show Team", "show Team.players", "show graph", "show wade", "show changes", "show tables",
    "review", "normalize Player", "derive team -> age", "explain delete heat", "compare delete heat",
    "explain fetch Player where age > 3 AND NOT (lastName == \"L\" OR team == nil)",
    "explain wade in fetch Player where age > 35", "explain heat.greens", "compare model \"a.graph\" with \"b.graph\"",
    "export \"x.svg\"", "import \"x.graph\"", "run \"x.graph\"", "Team.players.deleteRule == \"cascade\"",
    "model.entities.@count", "heat.address = Address(city: \"Miami\")", "heat.address.city = \"M\"",
    "Player(age: 3, site: url \"http://x\", token: uuid \"0\", secret: data \"0a\")", "1 + 2 * 3 == 7",
    "[1, \"a\", nil, heat]", "2026-11-20 < now()", "color \"#98002e\"", "expect behaves like \"solution.graph\"",
    "expect normal form Player at least BCNF in data", "help fetch", "lessons", "timing on", "again", "quit",
  ]

  /// The pieces that are put into texts: the words of the language, its signs, and things it does not know.
  static let pieces =
    StatementWord.allCases.map { $0.rawValue + " " }
    + [
      "where ", " sort ", " limit 3", " by ", ": count", "else \"x\"", "inverse ", "delete cascade", ", ordered",
      ", indexed", ", transient", ", count 0...2", "required", "optional", "no inverse", "String", "Integer16", "Date?",
      "->", "->>", "~>", "<-->", "<<-->>", "...", "(", ")", "{", "}", "[", "]", "\"", "'", "\\(", "\\", "%@", "$i",
      "#1",
      "Player#1", "heat", "wade", "Team", "Player", ".players", ".team", ".@count", ",", ";", "\n", ":", "=", "==",
      "//",
      "é", "🦄", "\u{0}", "\u{200B}", "99999999999999999999", "1e999", "-", "9223372036854775807", "nil", "true", "SELF",
      "ANY ", "SUBQUERY(players, $x, ", " MATCHES \"(a+)+b\"", "((((((((((", "{{{{{{{{{{", "for i in 1...9999999 { ",
      "fetch ", "(fetch Player)", "$FETCH_SOURCE", "\r\n", "\t", "“", "x.y.z",
    ]

  /// The programs in a file, or in the files of a folder and its folders.
  static func texts(in path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return texts(ofFile: path) }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.sorted().flatMap { texts(ofFile: path + "/" + $0) }
  }

  private static func texts(ofFile path: String) -> [String] {
    guard ["graph", "md", "transcript"].contains((path as NSString).pathExtension),
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if path.hasSuffix(".transcript") {
      return lines.filter { $0.hasPrefix(Prompt.statement) }.map { String($0.dropFirst(Prompt.statement.count)) }
    }
    // Whole files, and their paragraphs: short texts are changed more thoroughly.
    guard path.hasSuffix(".md") else { return [text] + paragraphs(lines) }
    var blocks: [String] = []
    var block: [Substring]?
    for line in lines {
      if line.hasPrefix("```") {
        if let found = block { blocks.append(found.joined(separator: "\n")) }
        block = block == nil && ["```graph", "```solution", "```check"].contains(String(line)) ? [] : nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  private static func paragraphs(_ lines: [Substring]) -> [String] {
    lines.split(whereSeparator: \.isEmpty).map { $0.joined(separator: "\n") }
  }
}
