import Courses
import Diagnostics
import Grading
import Testing
import WorkbookLanguage

import struct Foundation.Date

/// The points of wrong answers to exercises of the course: a mistake costs what it costs once.
@Suite("One mistake of an answer is charged once")
struct ChargedOnceTests {
  private func points(_ exercise: String, _ answer: String) throws -> Double {
    try failingVerdict(exercise, answer).score
  }

  @Test(
    "The order is judged on what a property finds, and not on what it should find",
    arguments: [
      ("where age <= 12 sort age, name", 4), ("where choir != nil AND age <= 12 sort age, name", 4),
      ("where choir.name == \"Owls\" AND age <= 12 sort age, name", 3),
      ("where age <= 12", 2), ("where age <= 12 sort age", 3), ("where age <= 12 sort name", 3),
      ("where age <= 12 sort age desc, name", 3), ("where age <= 12 sort age, name desc", 3),
      ("where choir.name == \"Owls\" AND age <= 12", 1), ("where choir == $FETCH_SOURCE AND age <= 12", 4),
      ("where choir == $FETCH_SOURCE AND age <= 12 sort name, age", 5), ("where name == \"Mo\" sort age, name", 2),
    ])
  func order(property: String, score: Double) throws {
    #expect(
      try points("the-juniors", "change Choir.juniors ~> Singer \(property)\nnele.choir = owls\nsave") == score)
  }

  @Test(
    "Each attribute is a point",
    arguments: [("price: Float?", 7), ("stock: Integer64?", 7), ("weight: Float?", 7)])
  func types(change: String, score: Double) throws {
    let right = """
      change Article.price: Decimal?
      change Article.stock: Integer32?
      change Article.onSale: Boolean?
      change Article.since: Date?
      change Article.picture: BinaryData?
      change Article.page: URI?
      change Article.scratch: Undefined?, transient

      """
    #expect(try points("the-right-type", right + "change Article.\(change)") == score)
  }

  @Test(
    "An answer that ends as a solution does is not named after another wrong answer that does",
    arguments: [
      ("change Employee.laptops, delete nullify\ndelete sales\nsave\nchange Employee.laptops, delete deny", true),
      ("delete sales\nsave", false),
    ])
  func misconception(answer: String, endsRight: Bool) throws {
    #expect(
      try failingVerdict("laptops-on-loan", answer).misconception
        == (endsRight ? "rule-softened-for-a-while" : "only-deleted")
    )
  }

  @Test(
    "A $ that is missing costs one point, however much fails because of it",
    arguments: [
      ("for l in fetch Laptop where holder.department == sales { l.holder = nil }", 6.0),
      ("let l = fetch Laptop where holder.department == sales\nfor x in l { x.holder = nil }", 6),
      ("delete Laptop where holder.department == sales", 4),
      ("for l in fetch Laptop where holder.department == research { l.holder = nil }", 1),
      ("for l in fetch Laptop where holder.departmnt == sales { l.holder = nil }", 5),
    ])
  func ownName(statement: String, score: Double) throws {
    #expect(try points("laptops-on-loan", "\(statement)\ndelete sales\nsave") == score)
  }

  @Test(
    "Question marks that are missing cost two points at most, and each is named",
    arguments: [(1, 7.0), (2, 6), (3, 6), (4, 6), (6, 6)])
  func questionMarks(count: Int, score: Double) throws {
    let types = [
      "price: Decimal", "stock: Integer32", "onSale: Boolean", "since: Date", "picture: BinaryData", "page: URI",
    ]
    let lines = types.enumerated().map { "change Article.\($1)\($0 < count ? "" : "?")" }
    #expect(
      try points("the-right-type", (lines + ["change Article.scratch: Undefined?, transient"]).joined(separator: "\n"))
        == score)
  }

  @Test(
    "What a failed check has read is not charged again because it is not as it was",
    arguments: [
      // Grace's laptop is not where it was, and the check of it has failed.
      ("for l in (fetch Laptop) { l.holder = nil }", 5),
      ("for e in sales.employees { grace.laptops.add(e.laptops) }", 5),
      ("delete Laptop where holder.department.name == \"Sales\"", 5),
      ("for l in (fetch Laptop) { l.holder = nil }\ngrace.laptops = []", 5),
      // No failed check reads the last name of an employee, or the name of a department that stays.
      ("for l in (fetch Laptop) { l.holder = nil }\ngrace.lastName = \"Hopper\"", 4),
      ("for l in (fetch Laptop) { l.holder = nil }\nresearch.name = \"R\"", 4),
      ("for e in sales.employees { for l in e.laptops { l.holder = nil } }\nresearch.name = \"R\"", 6),
    ])
  func everythingElse(change: String, score: Double) throws {
    #expect(try points("laptops-on-loan", "\(change)\ndelete sales\nsave") == score)
  }

  @Test(
    "A slip in a template costs nothing of the data that the task wants changed",
    arguments: [
      ("template Overloaded = fetch Van where parcels.@sum.kilos >= maximum sort name", 6),
      ("template Overloaded = fetch Van where parcels.@count > maximum sort name", 4),
      ("template Overloaded = fetch Van where parcels.@sum.kilos > maximum", 6),
      ("template Overloaded = fetch Van where parcels.@sum.kilo > maximum sort name", 6),
    ])
  func data(template: String, score: Double) throws {
    #expect(try points("too-heavy-together", "remove Overloaded\n\(template)\nParcel#4.van = red\nsave") == score)
  }

  @Test(
    "The order of what a template finds is judged by itself",
    arguments: [
      ("one-template-for-three", "template Overdue = fetch Loan where branch == $BRANCH AND due < $DAY sort due", 5.0),
      (
        "the-lunch-menu",
        "remove LunchMenu\ntemplate LunchMenu = fetch Dish where (minutes <= 20 OR isCold == true) AND isVegetarian == true AND allergen != \"nuts\" sort name",
        5
      ),
    ])
  func found(exercise: String, answer: String, score: Double) throws {
    let removed = "\nremove OverdueNorth\nremove OverdueSouth\nremove OverdueHarbour"
    #expect(try points(exercise, answer + (exercise == "one-template-for-three" ? removed : "")) == score)
  }

  @Test(
    "A name that is not the task's costs a point, two at most, and is named",
    arguments: [
      (
        "the-tuba",
        "add Instrument.repair ->> Repair?, inverse instrument, delete cascade\nchange Member.instruments, delete deny",
        8, "Instrument's relationship is called repair; the task asks for repairs"
      ),
      (
        "two-ends", "Player.team <<--> Team.player", 7,
        "Team's relationship is called player; the task asks for players"
      ),
      (
        "newest-first",
        "let guestbook = fetch Visit sort arrived desc\nlet oldest = fetch Visit sort arrived limit 1\nlet visitors = fetch Visitor sort name",
        5, "your name is oldest; the task asks for earliest"
      ),
      (
        "too-heavy-together",
        "remove Overloaded\ntemplate Overloaded = fetch Van where parcels.@sum.kilos > maximum sort name\nParcel#4.van = Red\nsave",
        6, "line 3 was read as Parcel#4.van = red"
      ),
      (
        "at-the-zoo",
        "entity Beast { name: String; species: String }\nentity Keeper { name: String; telephone: String }\nBeast.keeper <<--> Keeper.animals",
        4, "your entity is called Beast; the task asks for Animal"
      ),
      (
        "too-heavy-together",
        "remove Overloaded\ntemplate overloaded = fetch Van where parcels.@sum.kilos > maximum sort name\nParcel#4.van = red\nsave",
        6.0, "your template is called overloaded; the task asks for Overloaded"
      ),
      (
        "a-song-in-two-lists",
        "change Song.playlist ->> Playlist?\nrename Song.playlist to Playlists\nevening.songs.add([blueTrain, soWhat])\nmorning.songs.remove(soWhat)\nsave",
        6, "Song's relationship is called Playlists; the task asks for playlists"
      ),
      (
        "the-morning-board",
        "template morningBoard = fetch Train where departs >= 605 AND platform IN {\"1\", \"2\", \"3\"} sort departs",
        2,
        "your template is called morningBoard; the task asks for MorningBoard"
      ),
    ])
  func capitals(exercise: String, answer: String, score: Double, line: String) throws {
    let verdict = try failingVerdict(exercise, answer)
    #expect(verdict.score == score)
    let lines = verdict.checks.flatMap { $0.feedback.map(\.english) }
    #expect(lines.contains(line))
    #expect(!lines.contains { $0.contains("did you mean") })
  }

  @Test(
    "A refused statement whose message says what to write costs a point, two at most, and so does a name in a condition",
    arguments: [
      (
        "home-and-away", "game.home <<--> Team.homeGames\ngame.away <<--> team.awayGames", 7.0,
        "line 1: game was read as Game"
      ),
      (
        "home-and-away", "game.home <<--> team.homeGames\ngame.away <<--> team.awayGames", 8,
        "line 1 was read as Game.home <<--> Team.homeGames"
      ),
      (
        "home-and-away", "Game.heim <<--> Team.heimspiele\nGame.gast <<--> Team.auswaertsspiele", 7,
        "Game's relationship is called heim; the task asks for home"
      ),
      (
        "home-and-away",
        "Game.home <<--> Team.homeGames\nGame.away <<--> Team.awayGames\nlet a = Team(name: \"Hertha\")", 8,
        "you ran let a = Team(name: \"Hertha\") (line 3)"
      ),
      (
        "laptops-on-loan", "for e in sales.employee { for l in e.laptops { l.holder = nil } }\ndelete sales\nsave", 6,
        "line 1: employee was read as employees"
      ),
      (
        "laptops-on-loan",
        "for l in (fetch Laptop where holder == ines OR holder == tomas) { l.holder = nil }\ndelete sales\nsave", 6,
        "Laptop has no tomas"
      ),
      (
        "from-the-diagram",
        "entity Concert { day: Date }\nentity Poster { motto: String }\nComposer.pieces <-->> Piece.composer\nPiece.concert <<-->> Concert.pieces\nConcert.poster <--> Poster.concert",
        11, "Piece's relationship is called concert; the task asks for concerts"
      ),
      (
        "embassies",
        embassies(strong: "$e.host == HOST AND $e.staff > 50"),
        8,
        "line 2: HOST was read as $HOST"
      ),
      (
        "embassies", embassies(strong: "$e.host == $host AND $e.staff > 50"), 8,
        "StrongIn's variable is called $host; the task asks for $HOST"
      ),
      (
        "embassies", embassies(removing: false), 8,
        "line 3 was read as remove OneSided; template OneSided = fetch Embassy where SUBQUERY(host.abroad, $b, $b.host == home).@count == 0"
      ),
      (
        "the-waiting-room", waitingRoom("change Patient.called transient"), 7,
        "line 2 was read as change Patient.called, transient"
      ),
      (
        "the-waiting-room", waitingRoom("change Patient.called: transient"), 7,
        "line 2 was read as change Patient.called, transient"
      ),
      (
        "the-waiting-room", waitingRoom("change Patient.called, transient", "\"Latex \""), 7,
        "your text is \"Latex \"; the task has \"latex\""
      ),
      (
        "the-juniors", juniors("choir == $FETCH_SOURCE AND age <= 12 sort age, name", "Choir.juniors"), 5,
        "with $FETCH_SOURCE"
      ),
      (
        "a-museum-too-many",
        "undo\nchange Loan.lender, delete nulify\nchange Loan.borrower, delete Nullify\nchange Museum.borrowed, delete cascade\ndelete fog\nsave",
        6, "line 2: nulify was read as nullify"
      ),
      (
        "not-while-staffed", "chnage Department.employees, delete deny", 6,
        "line 1: chnage was read as change"
      ),
      (
        "the-price-list",
        "change Loaf.price: Decimal?\nchange Loaf.flour: Integer32?\nroll.price = 0,3\nbaguette.price = 3.3\npretzel.price = 0.8\nwedding.flour = 45000\nsave",
        10, "line 3 was read as roll.price = 0.3"
      ),
      (
        "the-juniors", juniors("choir == FETCH_SOURCE AND age <= 12 sort age, name"), 5,
        "line 1: FETCH_SOURCE was read as $FETCH_SOURCE"
      ),
      (
        "colour-of-the-shirt",
        "add Team.uniformColour: String?\nheat.uniformColour = \"Black\"\nceltics.uniformColour = \"Green\"\nremove Player.uniformColor",
        5, "Team's attribute is called uniformColour; the task asks for uniformColor"
      ),
      (
        "colour-of-the-shirt",
        "add Team.uniformColor: String?\nset heat.uniformColor = \"Black\"\nceltics.uniformColor = \"Green\"\ndelete Player.uniformColor",
        4, "line 2 was read as heat.uniformColor = \"Black\""
      ),
      ("the-morning-board", morningBoard(platforms: "{1, 2, 3}"), 5, "line 1 was read as \(morningBoard())"),
      ("the-morning-board", morningBoard(end: "order by departs"), 5, "line 1 was read as \(morningBoard())"),
      ("the-morning-board", morningBoard(end: "sort depart"), 5, "line 1: depart was read as departs"),
      ("the-morning-board", morningBoard("= fetch train"), 5, "line 1: train was read as Train"),
      ("the-morning-board", morningBoard("fetch Train"), 5, "line 1 was read as \(morningBoard())"),
      ("the-morning-board", morningBoard("= Train"), 5, "line 1 was read as \(morningBoard())"),
      ("the-morning-board", morningBoard(times: "605 and 905"), 5, "line 1 was read as \(morningBoard())"),
      (
        "in-for-repair",
        "change Repair.received = now\nadd Repair.returned: Date?\nlamp.received = \"2025-12-08\"\nsave", 3,
        "line 1 was read as change Repair.received = now()"
      ),
      (
        "the-flatmates",
        "add Tenant.flatmates ~> Tenant where flat == FETCH_SOURCE.flat AND flat != nil AND SELF != FETCH_SOURCE sort name\npia.flat = two\nsave",
        7, "line 1: FETCH_SOURCE was read as $FETCH_SOURCE"
      ),
      (
        "the-quiz-night", quizNight("Integer32?, derived \"answers.points.@sum\""), 8,
        "line 1 was read as change Team.points: Integer32?, derived answers.points.@sum"
      ),
      (
        "the-quiz-night", quizNight("Integer?, derived answers.points.@sum"), 8,
        "line 1: Integer was read as Integer32"
      ),
      (
        "the-price-list",
        "change Loaf.price: Decimal?\nchange Loaf.flour: Integer32?\nroll.price = \"0,3\"\nbaguette.price = 3.3\npretzel.price = 0.8\nwedding.flour = \"45000\"\nsave",
        9, "line 3 was read as roll.price = 0.3"
      ),
      ("the-juniors", juniors("choir == \"$FETCH_SOURCE\" AND age <= 12 sort age, name"), 5, "with $FETCH_SOURCE"),
      ("the-juniors", juniors("Choir == $FETCH_SOURCE AND Age <= 12 sort Age, name"), 5, "with $FETCH_SOURCE"),
      ("the-juniors", juniors("choir == larks AND age <= 12 sort age, name"), 5, "with $FETCH_SOURCE"),
      (
        "the-juniors", juniors("choir == $FETCH_SOURCE AND age <= 12 sort age, name", "add Choir.juniors"), 5,
        "line 1: add was read as change"
      ),
      (
        "the-juniors",
        juniors("choir == $FETCH_SOURCE AND age <= 12 sort age, name", "remove Choir.juniors\nadd Choir.kinder"), 5,
        "Choir's property is called kinder; the task asks for juniors"
      ),
    ])
  func meant(exercise: String, answer: String, score: Double, line: String) throws {
    let verdict = try failingVerdict(exercise, answer)
    #expect(verdict.score == score)
    let lines = verdict.checks.flatMap { $0.feedback.map(\.english) }
    let asked =
      line.hasPrefix("with ")
      ? "line 1 was read as \(juniors("choir == $FETCH_SOURCE AND age <= 12 sort age, name").lines[0])" : line
    #expect(lines.contains(asked), "\(lines)")
  }

  @Test(
    "Lines that a mail or another prompt marks with > are read without it",
    arguments: [
      "> \(morningBoard())", "> \(morningBoard())\ntemplate MorningBoard\n> save\nnothing to save",
      ">\(morningBoard())\n>\n  > save",
      "/* Homework\n  5 */\n// Tim\n\n> \(morningBoard())\n> save",
    ])
  func quoted(answer: String) throws {
    let grader = Grader { now in Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) })) }
    let exercise = try #require(PrintTests.library.exercise("the-morning-board").exercise)
    let verdict = grader.grade(exercise, answer: SourceText(answer, name: "answer.graph"))
    #expect(
      verdict.status == .passed && verdict.diagnostics.map(\.message).contains("only the lines after > were read"))
  }

  @Test(
    "A deletion that a save refuses has not happened, and those who went are asked for by name",
    arguments: [
      ("delete sales\nsave", 1),
      (
        "let room = Employee(firstName: \"Store\", lastName: \"Room\", department: research)\nfor e in sales.employees { for l in e.laptops { l.holder = room } }\ndelete sales\nsave",
        4
      ),
      ("for e in sales.employees { for l in e.laptops { l.holder = nil } }\ndelete sales", 6),
    ])
  func deletions(answer: String, score: Double) throws { #expect(try points("laptops-on-loan", answer) == score) }

  @Test(
    "A rule that has to stay and is changed costs half, also if it is put back",
    arguments: [
      ("laptops-on-loan", "change Employee.laptops, delete nullify\ndelete sales\nsave", 3.0),
      (
        "laptops-on-loan",
        "change Employee.laptops, delete nullify\ndelete sales\nsave\nchange Employee.laptops, delete deny", 3
      ),
      (
        "laptops-on-loan",
        "change Employee.laptops, delete nullify\nundo\nfor e in sales.employees { for l in e.laptops { l.holder = nil } }\nsave",
        4
      ),
      (
        "nobody-without",
        "change Employee.department, optional\nsave\nines.department = research\ntomas.department = research\nsave\nchange Employee.department, required",
        3
      ),
      // What is kept and is no rule costs a point.
      ("the-chef-is-thinking", "soup.price = 12\nsoup.price = 11", 0),
    ])
  func keptRules(exercise: String, answer: String, score: Double) throws {
    #expect(try points(exercise, answer) == score)
  }

  @Test("A wrong answer that only a check without points finds costs a point")
  func withoutPoints() throws {
    let exercise = try #require(PrintTests.library.exercise("into-the-sea").exercise)
    let answer = try #require(exercise.wrong.first { $0.stem == "into-itself" })
    #expect(try points("into-the-sea", answer.text) == 7)
  }

  @Test(
    "Each song is a point, and no reason is given that is not so",
    arguments: [
      ("evening.songs.add([blueTrain, soWhat])", 6.0, "So What should be in Evening and nowhere else"),
      (
        "blueTrain.playlists = [evening]\nsoWhat.playlists = [evening]", 6,
        "an equals sign replaces it"
      ),
      (
        "Song(title: \"Blue Train\", playlists: [evening])\nsoWhat.playlists = [evening]", 6,
        "should be in Evening as well"
      ),
    ])
  func songs(links: String, score: Double, words: String) throws {
    let answer = "change Song.playlist ->> Playlist?\nrename Song.playlist to playlists\n\(links)\nsave"
    let verdict = try failingVerdict("a-song-in-two-lists", answer)
    #expect(verdict.score == score)
    let lines = verdict.checks.flatMap { $0.feedback.map(\.english) }
    #expect(lines.contains { $0.contains(words) })
    #expect(lines.contains { $0.contains("equals sign") } == words.contains("equals sign"))
  }
}

/// An answer to `embassies`.
private func embassies(strong: String = "$e.host == $HOST AND $e.staff > 50", removing: Bool = true) -> String {
  """
  template Overlooked = fetch Country where hosted.@count == 0
  template StrongIn = fetch Country where SUBQUERY(abroad, $e, \(strong)).@count > 0
  \(removing ? "remove OneSided; " : "")template OneSided = fetch Embassy where SUBQUERY(host.abroad, $b, $b.host == home).@count == 0
  """
}

/// An answer to `the-waiting-room`.
private func waitingRoom(_ called: String, _ allergy: String = "\"latex\"") -> String {
  """
  change Patient.allergy, no transient
  \(called)
  change Patient.seat, transient
  change Seat.patient, transient
  hugo.allergy = \(allergy)
  save
  """
}

/// An answer to `the-morning-board` with other parts.
private func morningBoard(
  _ beginning: String = "= fetch Train", times: String = "{605, 905}", platforms: String = "{\"1\", \"2\", \"3\"}",
  end: String = "sort departs"
) -> String {
  "template MorningBoard \(beginning) where departs BETWEEN \(times) AND platform IN \(platforms) \(end)"
}

/// An answer to `the-quiz-night` with another declaration of the points.
private func quizNight(_ points: String) -> String {
  """
  change Team.points: \(points)
  change Team.points = nil
  change Team.answered: Integer16?, derived answers.@count
  change Team.answered = nil
  add Team.searchName: String?, derived canonical(name)
  Answer#3.team = owls
  Answer#5.points = 5
  save
  """
}

/// An answer to `the-juniors`.
private func juniors(_ condition: String, _ beginning: String = "change Choir.juniors") -> String {
  "\(beginning) ~> Singer where \(condition)\nnele.choir = owls\nsave"
}
