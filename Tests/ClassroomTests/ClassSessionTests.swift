import Testing

@testable import Classroom

@Suite("A class is a pure state machine")
struct ClassSessionTests {
  private func vote(_ student: Int, _ choices: [Int], round: Int = 0) -> ClassEvent {
    .voted(student: student, firstQuestion, round: round, Ballot.Answer(choices: choices, isRight: choices == [0]))
  }

  @Test("Students join in order, under names of their own")
  func joining() throws {
    let session = try session("Ana", "Ana", "  Bo \n ", "Ana")
    #expect((1...4).map { session.students[$0]?.name } == ["Ana", "Ana (2)", "Bo", "Ana (3)"])
    // Only those with a number are told why they have it.
    #expect((1...4).map { session.hasNamesake($0) } == [false, true, false, true])
    #expect(session.student(withToken: "token-2") == 2)
    #expect(session.student(withToken: "token-9") == nil)
  }

  @Test("Names that look the same are told apart: a zero-width space, and an accent of its own")
  func alike() throws {
    let session = try session("Zo\u{EB}", "Zoe\u{308}", "Zo\u{200B}\u{EB}")
    let ends: [String] = (1...3).compactMap { session.students[$0]?.name }.map { String($0.suffix(3)) }
    #expect(ends == ["Zoë", "(2)", "(3)"])
  }

  @Test(
    "What a journal says of a step that there is not is refused, and the report can be made",
    arguments: [-1, 99, Int.max])
  func foreignSteps(step: Int) throws {
    var session = try session("Ana")
    let events: [ClassEvent] = [
      .solved(student: 1, step: step), .advised(student: 1, step: step, advice: "look"),
      .ran(student: 1, at: ClassPlace(step: step, screen: 0), text: "save"),
      .moved(to: ClassPlace(step: step, screen: 0)),
    ]
    for event in events { #expect(throws: ClassRefusal.unknownPlace) { try session.apply(event) } }
    #expect(session.students[1]?.solved == [])
    #expect(!ClassReport(session, day: "2026-01-15", isAnonymous: false).json.line.isEmpty)
  }

  @Test("A name is one line of at most forty characters, and none is refused")
  func names() throws {
    #expect(ClassSession.name(from: "a\u{1B}b") == "a␛b")
    #expect(ClassSession.name(from: String(repeating: "x", count: 99))?.count == 40)
    let marked = ClassSession.name(from: "e" + String(repeating: "\u{301}", count: 5_000))
    #expect(marked?.unicodeScalars.count == 40)
    for empty in ["\u{200B}", "\u{2800}", "\u{3164}", "\u{301}"] {
      #expect(ClassSession.name(from: empty) == nil)
    }
    #expect(ClassSession.name(from: "명") == "명")
    var session = try session()
    #expect(throws: ClassRefusal.noName) { try session.apply(.joined(student: 1, name: " \t", token: "a")) }
    #expect(throws: ClassRefusal.outOfOrder) { try session.apply(.joined(student: 2, name: "Ana", token: "a")) }
  }

  @Test("At most five hundred")
  func full() throws {
    var session = try session()
    for number in 1...ClassSession.studentLimit {
      try session.apply(.joined(student: number, name: "student \(number)", token: "\(number)"))
    }
    #expect(throws: ClassRefusal.isFull(limit: 500)) {
      try session.apply(.joined(student: 501, name: "late", token: "late"))
    }
  }

  @Test("Nothing of a student who is removed counts, and the name and the place are free again")
  func removal() throws {
    var session = try session("Ana", "Bo")
    try session.apply(.opened(firstQuestion))
    for student in 1...2 {
      try session.apply(vote(student, [1]))
      try session.apply(.advised(student: student, step: 2, advice: student == 1 ? "of Ana alone" : "more"))
    }
    try session.apply(.removed(student: 1, isBarred: false))
    #expect(session.ballots[firstQuestion]?.tally(ofRound: 0, choices: 3) == [0, 1, 0])
    #expect(session.misconceptions().map(\.count) == [1, 1])
    #expect(session.student(withToken: "token-1") == nil && session.wasRemoved(token: "token-1"))
    #expect(throws: ClassRefusal.unknownStudent) { try session.apply(vote(1, [0])) }
    #expect(throws: ClassRefusal.unknownStudent) { try session.apply(.removed(student: 1, isBarred: false)) }
    #expect(throws: ClassRefusal.outOfOrder) { try session.apply(.joined(student: 3, name: "Ana", token: "token-1")) }
    try session.apply(.joined(student: 3, name: "Ana", token: "token-3"))
    #expect(session.students[3]?.name == "Ana")
  }

  @Test("A student who is let in again has all that was theirs, and another name if that is taken")
  func readmission() throws {
    var session = try session("Ana", "Bo")
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(1, [1]))
    try session.apply(.solved(student: 1, step: 2))
    let before = session
    try session.apply(.removed(student: 1, isBarred: true))
    #expect(session.isBarred(token: "token-1") && session.barredNames.map(\.name) == ["Ana"])
    var taken = session
    try session.apply(.readmitted(student: 1))
    #expect(session.students == before.students && session.ballots == before.ballots)
    #expect(session.student(withToken: "token-1") == 1 && session.barredNames.isEmpty)
    #expect(throws: ClassRefusal.unknownStudent) { try session.apply(.readmitted(student: 1)) }
    try taken.apply(.joined(student: 3, name: "Ana", token: "token-3"))
    try taken.apply(.readmitted(student: 1))
    #expect(taken.students[1]?.name == "Ana (2)" && taken.students[3]?.name == "Ana")
  }

  @Test("A vote can be changed until voting is closed, and counts once")
  func voting() throws {
    var session = try session("Ana", "Bo")
    #expect(throws: ClassRefusal.noQuestion) { try session.apply(vote(1, [0])) }
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(1, [1]))
    try session.apply(vote(1, [2]))
    try session.apply(vote(2, [0]))
    #expect(session.ballots[firstQuestion]?.tally(ofRound: 0, choices: 3) == [1, 0, 1])
    try session.apply(.closed(firstQuestion))
    #expect(throws: ClassRefusal.votingIsClosed) { try session.apply(vote(1, [0])) }
    #expect(session.ballots[firstQuestion]?.tally(ofRound: 0, choices: 3) == [1, 0, 1])
  }

  @Test("What is no answer is refused", arguments: [[], [3], [-1], [0, 1], [0, 0]])
  func badChoices(_ choices: [Int]) throws {
    var session = try session("Ana")
    try session.apply(.opened(firstQuestion))
    #expect(throws: ClassRefusal.notAChoice) { try session.apply(vote(1, choices)) }
    #expect(throws: ClassRefusal.notAChoice) {
      try session.apply(.voted(student: 1, firstQuestion, round: 0, Ballot.Answer(value: "3", isRight: false)))
    }
    #expect(throws: ClassRefusal.unknownStudent) { try session.apply(vote(7, [0])) }
  }

  @Test("Two rounds are kept apart, and a vote for the first does not count in the second")
  func twoRounds() throws {
    var session = try session("Ana", "Bo")
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(1, [1]))
    try session.apply(vote(2, [1]))
    try session.apply(.askedAgain(firstQuestion))
    #expect(throws: ClassRefusal.otherRound) { try session.apply(vote(1, [1])) }
    try session.apply(vote(1, [0], round: 1))
    #expect(throws: ClassRefusal.noMoreRounds) { try session.apply(.askedAgain(firstQuestion)) }
    try session.apply(.revealed(firstQuestion))
    #expect(session.ballots[firstQuestion]?.tally(ofRound: 0, choices: 3) == [0, 2, 0])
    #expect(session.ballots[firstQuestion]?.tally(ofRound: 1, choices: 3) == [1, 0, 0])
    #expect(throws: ClassRefusal.votingIsClosed) { try session.apply(vote(2, [0], round: 1)) }
  }

  @Test("A second round can be taken back until someone has answered in it, and the first is then as it was")
  func takingBack() throws {
    var session = try session("Ana", "Bo")
    try session.apply(.opened(firstQuestion))
    #expect(throws: ClassRefusal.nothingToTakeBack) { try session.apply(.tookBack(firstQuestion)) }
    try session.apply(vote(1, [1]))
    try session.apply(.closed(firstQuestion))
    let before = session.ballots[firstQuestion]
    try session.apply(.askedAgain(firstQuestion))
    try session.apply(.tookBack(firstQuestion))
    #expect(session.ballots[firstQuestion] == before)
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(2, [0]))
    try session.apply(.closed(firstQuestion))
    try session.apply(.askedAgain(firstQuestion))
    try session.apply(vote(2, [0], round: 1))
    #expect(throws: ClassRefusal.nothingToTakeBack) { try session.apply(.tookBack(firstQuestion)) }
    #expect(session.ballots[firstQuestion]?.rounds.map(\.count) == [2, 1])
  }

  @Test(
    "A vote that was closed, or whose answer was shown by mistake, can be opened again: nothing that was given is lost")
  func reopening() throws {
    var session = try session("Ana", "Bo")
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(1, [1]))
    for slip in [ClassEvent.closed(firstQuestion), .revealed(firstQuestion)] {
      try session.apply(slip)
      try session.apply(.opened(firstQuestion))
      #expect(session.ballots[firstQuestion]?.phase == .open)
      #expect(session.ballots[firstQuestion]?.tally(ofRound: 0, choices: 3) == [0, 1, 0])
    }
    try session.apply(vote(2, [0]))
    try session.apply(.revealed(firstQuestion))
    try session.apply(.askedAgain(firstQuestion))
    #expect(session.ballots[firstQuestion]?.phase == .open && session.ballots[firstQuestion]?.round == 1)
    try session.apply(.revealed(firstQuestion))
    #expect(throws: ClassRefusal.noMoreRounds) { try session.apply(.askedAgain(firstQuestion)) }
    try session.apply(.opened(firstQuestion))
    #expect(session.ballots[firstQuestion]?.round == 1)
  }

  @Test("Going on closes the vote, and going back finds it again")
  func moving() throws {
    var session = try session("Ana")
    try session.apply(.moved(to: ClassPlace(step: 0, screen: 1)))
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(1, [0]))
    try session.apply(.moved(to: ClassPlace(step: 1, screen: 0)))
    #expect(session.ballots[firstQuestion]?.phase == .closed)
    try session.apply(.moved(to: ClassPlace(step: 0, screen: 1)))
    #expect(session.ballots[firstQuestion]?.count(inRound: 0) == 1)
    #expect(throws: ClassRefusal.unknownPlace) { try session.apply(.moved(to: ClassPlace(step: 3, screen: 0))) }
  }

  @Test("A wrong answer is counted through both rounds, with its question")
  func wrongInBothRounds() throws {
    var session = try session("Ana", "Bo", "Cy")
    try session.apply(.opened(firstQuestion))
    for student in 1...3 { try session.apply(vote(student, [student - 1])) }
    try session.apply(.askedAgain(firstQuestion))
    for student in 1...3 { try session.apply(vote(student, [student == 3 ? 2 : 0], round: 1)) }
    let found = session.misconceptions()
    #expect(
      found.map { "\($0.count), \($0.left ?? -1) of \($0.total): \($0.text)" }
        == ["1, 0 of 3: He goes, too", "1, 1 of 3: Nothing"])
    // Round by round, as on the board.
    #expect(
      found.map { $0.rounds.map { "\($0.count) of \($0.total)" } } == [["1 of 3", "0 of 3"], ["1 of 3", "1 of 3"]])
    #expect(found.map(\.question) == Array(repeating: "What happens to Wade when the team is deleted?", count: 2))
  }

  @Test("An advice counts for those who stopped there: not for those who went on, finished, or are still at work")
  func stuck() throws {
    var session = try session("Ana", "Bo", "Cy")
    try session.apply(.moved(to: ClassPlace(step: 2, screen: 0)))
    for student in 1...3 { try session.apply(.advised(student: student, step: 2, advice: "first")) }
    for student in 1...2 { try session.apply(.advised(student: student, step: 2, advice: "second")) }
    try session.apply(.solved(student: 1, step: 2))
    #expect(session.misconceptions() == [])
    try session.apply(.moved(to: ClassPlace(step: 1, screen: 0)))
    #expect(session.misconceptions().map { "\($0.count) \($0.text)" } == ["1 first", "1 second"])
    // What is missing has no advice now.
    try session.apply(.advised(student: 3, step: 2, advice: ""))
    #expect(session.misconceptions().map(\.text) == ["second"])
  }

  @Test("What was typed before the screen was begun again is no part of the attempt")
  func restarting() throws {
    var session = try session("Ana")
    for text in ["a", "b", " restart\n", "c"] { try session.apply(.ran(student: 1, at: session.place, text: text)) }
    #expect(session.students[1]?.typed[session.place] == ["c"])
    #expect(session.students[1]?.inputs == 4)
  }

  @Test("Wrong answers and advice are counted, each student once")
  func misconceptions() throws {
    var session = try session("Ana", "Bo", "Cy")
    try session.apply(.opened(firstQuestion))
    for student in 1...3 { try session.apply(vote(student, [student == 1 ? 0 : 1])) }
    try session.apply(.opened(secondQuestion))
    try session.apply(.voted(student: 1, secondQuestion, round: 0, Ballot.Answer(value: "0", isRight: false)))
    let advice = "There is no team called Bulls yet."
    for _ in 1...2 { try session.apply(.advised(student: 3, step: 2, advice: advice)) }
    try session.apply(.solved(student: 1, step: 2))
    try session.apply(.advised(student: 1, step: 2, advice: advice))
    let found = session.misconceptions().map { "\($0.count) of \($0.total): \($0.text)" }
    #expect(
      found == ["2 of 3: He goes, too", "1 of 1: `count Player` is 0", "1 of 3: There is no team called Bulls yet."])
  }

  @Test("What a student types is kept up to a limit, and counted beyond it")
  func typing() throws {
    var session = try session("Ana")
    let long = String(repeating: "x", count: 10_000)
    for _ in 1...3 { try session.apply(.ran(student: 1, at: session.place, text: long)) }
    #expect(session.students[1]?.inputs == 3)
    #expect(session.students[1]?.typed[session.place]?.count == 1)
  }

  @Test("When the class is over, nothing changes any more")
  func ending() throws {
    var session = try session("Ana")
    try session.apply(.opened(firstQuestion))
    try session.apply(.ended)
    #expect(session.ballots[firstQuestion]?.phase == .closed)
    #expect(throws: ClassRefusal.hasEnded) { try session.apply(vote(1, [0])) }
    #expect(throws: ClassRefusal.hasEnded) { try session.apply(.joined(student: 2, name: "Bo", token: "b")) }
  }

  @Test(
    "A name is one cell of the table, and no formula",
    arguments: [
      ("a\"\u{301},b", "\"a\"\"\u{301},b\""), ("a,\u{301}b", "\"a,\u{301}b\""), ("=\u{FE0F}1", "'=\u{FE0F}1"),
      ("＝1", "'＝1"), ("＠x", "'＠x"), ("a;b", "\"a;b\""),
    ])
  func cells(_ name: String, _ cell: String) throws {
    let report = ClassReport(try session(name), day: "2026-01-15", isAnonymous: false)
    // Excel knows by the byte order mark that it is UTF-8.
    #expect(report.csvFile == [0xEF, 0xBB, 0xBF] + Array("student,right,answers,statements\n\(cell),0,0,0\n".utf8))
  }

  @Test("Advice is kept up to a limit")
  func advices() throws {
    var session = try session("Ana")
    for number in 1...200 { try session.apply(.advised(student: 1, step: 2, advice: "\(number)")) }
    #expect(session.students[1]?.advice[2] == "\(ClassSession.advicesLimit)")
    #expect(!session.keeps(advice: "more", of: 1, step: 2))
  }

  /// One event of each kind.
  static let samples: [ClassEvent] = [
    .joined(student: 1, name: "Ana \"A\"\n", token: "t"), .removed(student: 7, isBarred: true),
    .removed(student: 8, isBarred: false), .readmitted(student: 7), .doors(areOpen: false),
    .renamed(student: 1, name: "Bo"),
    .moved(to: ClassPlace(step: 2, screen: 3)),
    .opened(firstQuestion), .voted(student: 1, firstQuestion, round: 1, Ballot.Answer(choices: [0, 2], isRight: true)),
    .voted(student: 1, secondQuestion, round: 0, Ballot.Answer(value: "\u{0}é", isRight: false)),
    .voted(student: 2, secondQuestion, round: 0, .unknown("weiß nicht")),
    .present([1, 3], secondQuestion), .closed(secondQuestion), .askedAgain(firstQuestion), .tookBack(firstQuestion),
    .revealed(firstQuestion),
    .ran(student: 3, at: ClassPlace(step: 0, screen: 0), text: "delete heat\nsave"),
    .ran(student: 3, at: ClassPlace(step: 0, screen: 0), text: nil), .solved(student: 2, step: 4),
    .advised(student: 2, step: 4, advice: "more"), .ended,
  ]

  @Test("Every event can be written and read", arguments: samples)
  func events(_ event: ClassEvent) throws {
    #expect(ClassEvent(event.json) == event)
  }

  @Test("Without names, neither the order nor a typed answer says who someone is")
  func anonymity() throws {
    var session = try session()
    for (student, token) in ["c", "a", "b"].enumerated() {
      try session.apply(.joined(student: student + 1, name: "N\(student + 1)", token: token))
    }
    try session.apply(.solved(student: 1, step: 2))
    try session.apply(.opened(secondQuestion))
    for (student, value) in [(1, "\"Ana Lee\""), (2, "20240017"), (3, "7")] {
      try session.apply(.voted(student: student, secondQuestion, round: 0, Ballot.Answer(value: value, isRight: false)))
    }
    let report = ClassReport(session, day: "2026-01-15", isAnonymous: true)
    #expect(
      report.json["students"]?.elements?.compactMap { $0["student"]?.text } == ["student-1", "student-2", "student-3"])
    #expect(report.json["students"]?.elements?.map { $0["tasks"]?.line } == ["[]", "[]", "[3]"])
    let text = report.json.line
    for sign in ["Ana", "20240017", "N1"] { #expect(!text.contains(sign)) }
    #expect(text.contains("{\"value\": \"another answer\", \"count\": 2}, {\"value\": \"7\", \"count\": 1}"))
    #expect(text.contains("`count Player` is another answer"))
    #expect(ClassReport(session, day: "2026-01-15", isAnonymous: false).json.line.contains("20240017"))
  }

  @Test("The report has both rounds, and anonymous no names")
  func report() throws {
    var session = try session("Ana", "=1+1")
    try session.apply(.opened(firstQuestion))
    try session.apply(vote(1, [1]))
    try session.apply(.askedAgain(firstQuestion))
    try session.apply(vote(1, [0], round: 1))
    try session.apply(vote(2, [2], round: 1))
    try session.apply(.solved(student: 2, step: 2))
    let report = ClassReport(session, day: "2026-01-15", isAnonymous: false)
    #expect(
      report.csv == """
        student,step 1 question 1 round 1,step 1 question 1 round 2,step 3 task,right,answers,statements
        Ana,wrong,right,,1,2,0
        '=1+1,,wrong,done,0,1,0

        """)
    #expect(report.fileName == "class-teams-2026-01-15")
    let anonymous = ClassReport(session, day: "2026-01-15", isAnonymous: true)
    #expect(!anonymous.json.line.contains("Ana"))
    #expect(anonymous.csv.contains("student-1,wrong,right"))
    #expect(report.json["questions"]?.elements?.first?["rounds"]?.elements?.last?["counts"]?.line == "[1, 0, 1]")
  }
}
