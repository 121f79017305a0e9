import ModelReview
import Testing

@Suite("Rule: texts that stand for relationships")
struct HiddenReferenceTests {
  @Test("A team code")
  func aTeamCode() throws {
    let found = try places(
      of: HiddenReference.self,
      #"""
      entity Team { code: String }
      entity Player { name: String; teamCode: String? }
      for n in 0...11 {
        Team(code: "TM\(n)")
        for i in 1...3 { Player(name: "P\(n) \(i)", teamCode: "TM\(n)") }
      }
      """#)
    #expect(found == ["Player.teamCode ← Team.code"])
  }

  @Test("Codes of nothing")
  func codesOfNothing() throws {
    let found = try places(
      of: HiddenReference.self,
      #"""
      entity Team { code: String }
      entity Player { name: String; teamCode: String? }
      for n in 0...11 {
        Team(code: "TM\(n)")
        for i in 1...3 { Player(name: "P\(n) \(i)", teamCode: "X\(n)") }
      }
      """#)
    #expect(found == [])
  }

  @Test(
    "The name says it as long as a few objects do not say otherwise",
    arguments: [
      (#"teamCode: String?"#, #"Player(teamCode: "MIA"); Player(teamCode: "UTA")"#, true),
      (#"teamCode: String?"#, #"Player(teamCode: "MIA"); Player(teamCode: "XYZ"); Player()"#, true),
      (#"teamCode: String?"#, #"Player(teamCode: "red"); Player(teamCode: "XYZ")"#, false),
      (#"teamCode: String?"#, "Player()", true),
      (#"teamID: String?"#, #"Player(teamID: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")"#, true),
      (#"teamID: String?"#, #"Player(teamID: "6ba7b811-9dad-11d1-80b4-00c04fd430c8")"#, false),
      (#"teamID: Integer64"#, "Player(teamID: 7)", true), (#"team: String?"#, #"Player(team: "MIA")"#, true),
      (#"team: String?"#, #"Player(team: "first team")"#, false),
    ])
  func fewObjects(attribute: String, players: String, isReported: Bool) throws {
    let found = try places(
      of: HiddenReference.self,
      #"""
      entity Team { id: UUID; code: String }
      Team(id: uuid "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", code: "MIA")
      Team(id: uuid "6BA7B812-9DAD-11D1-80B4-00C04FD430C8", code: "UTA")

      """# + "entity Player { \(attribute) }\n" + players)
    #expect(found.count == (isReported ? 1 : 0))
  }

  @Test("A parent that is an object of the entity, and one that is none")
  func parents() throws {
    let node = "entity Node { id: Integer32; parentID: Integer32? }\nNode(id: 1); Node(id: 2, parentID: 1)\n"
    #expect(try places(of: HiddenReference.self, node).count == 1)
    let other = node.replacing("parentID: 1)", with: "parentID: 9)")
    #expect(try places(of: HiddenReference.self, other) == [])
  }

  private static let entities = """
    entity Node { id: String; parentID: String? }
    entity Patient { name: String }
    entity User { uuid: UUID; name: String }
    entity Team { name: String; code: String }
    entity CDInvoice { total: Double }

    """

  @Test(
    "Names of entities in a model without objects",
    arguments: [
      (
        "nodeId: String?", "Visit.nodeId may name a Node", "if so: make it a relationship: Visit.node <<--> Node.visits"
      ),
      (
        "node_id: Integer64", "Visit.node_id may name a Node",
        "if so: make it a relationship: Visit.node <<--> Node.visits"
      ),
      (
        "patient: String?", "Visit.patient may name a Patient",
        "if so: rename Visit.patient to patientName, then: Visit.patient <<--> Patient.visits"
      ),
      (
        "userUUID: UUID?", "Visit.userUUID may name a User",
        "if so: make it a relationship: Visit.user <<--> User.visits"
      ),
      (
        "teamName: String?", "Visit.teamName may name a Team",
        "if so: make it a relationship: Visit.team <<--> Team.visits"
      ),
      (
        "teamCode: String?", "Visit.teamCode may name a Team",
        "if so: make it a relationship: Visit.team <<--> Team.visits"
      ),
      (
        "invoiceID: String?", "Visit.invoiceID may name a CDInvoice",
        "if so: make it a relationship: Visit.invoice <<--> CDInvoice.visits"
      ),
    ])
  func named(attribute: String, message: String, fix: String) throws {
    let found = try findings(of: HiddenReference.self, Self.entities + "entity Visit { \(attribute) }")
      .filter { $0.entity == "Visit" }
    #expect(found.map(\.message) == [message + ", to which no relationship leads; does it?"])
    #expect(found.map(\.fix) == [fix])
    // The fix can be typed.
    let statements = fix.replacing("if so: ", with: "").replacing("make it a relationship: ", with: "")
      .replacing(", then: ", with: "\n")
    _ = try world(Self.entities + "entity Visit { \(attribute) }\n" + statements)
  }

  @Test("A role before an entity's name, and several in one text; a word of its own is none")
  func roles() throws {
    let text = """
      entity Deck { deckName: String }
      entity VocabWord { vocabDeck: String?; sunDeck: String? }
      entity Subject { studentUsernames: String? }
      entity Student { username: String; subjectIDs: String? }
      """
    let found = try findings(of: HiddenReference.self, text)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "VocabWord.vocabDeck may name a Deck, to which no relationship leads; does it? → if so: rename "
          + "VocabWord.vocabDeck to vocabDeckName, then: VocabWord.vocabDeck <<--> Deck.vocabWords",
        "Subject.studentUsernames may name several objects of Student, to which no relationship leads; does it? → "
          + "if so: make it a relationship: Subject.students <<-->> Student.subjects",
        "Student.subjectIDs may name several objects of Subject, to which no relationship leads; does it? → "
          + "if so: make it a relationship: Student.subjects <<-->> Subject.students",
      ])
  }

  @Test("The key of another entity, under the same name and with the same type")
  func sharedKeys() throws {
    let text = """
      entity FoodLogHead { foodHeadID: UUID; day: Date }
      entity FoodLogLine { foodHeadID: UUID; grams: Integer32 }
      entity Other { foodHeadID: String }
      """
    let found = try findings(of: HiddenReference.self, text)
    #expect(
      found.map(\.message) == [
        "FoodLogLine.foodHeadID may name a FoodLogHead, to which no relationship leads; does it?"
      ])
  }

  @Test("The last word of an entity that has such an identifier; none across configurations")
  func tails() throws {
    let text = """
      entity PersonWeibo { id: String }
      entity Comments { weiboID: String }
      entity Source { id: String }
      entity Manga { sourceId: String }
      configuration Local { Source }
      configuration Cloud { Manga }
      """
    let found = try findings(of: HiddenReference.self, text)
    #expect(
      found.map(\.message) == ["Comments.weiboID may name a PersonWeibo, to which no relationship leads; does it?"])
  }

  @Test("Where many names say so, one question lists them")
  func many() throws {
    let text = """
      entity Team { code: String }
      entity Game { homeTeamID: String?; teamId: String? }
      entity Fan { teamID: String? }
      entity Ticket { teamId: Int64?; gameID: String? }
      """
    let found = try findings(of: HiddenReference.self, text)
    #expect(
      found.map(\.message) == [
        "4 attributes may name objects of other entities, to which no relationship leads: "
          + "Game.teamId, Fan.teamID, Ticket.teamId, Ticket.gameID; do they?"
      ])
    #expect(found.map(\.severity) == [.question])
  }

  @Test("More than eight are counted, and the first of them named")
  func custom() throws {
    let entities = (1...9).map { "entity Fan\($0) { teamID: String? }" }
    let found = try findings(
      of: HiddenReference.self, "entity Team { code: String }\n" + entities.joined(separator: "\n"))
    #expect(
      found.map(\.message) == [
        "9 attributes may name objects of other entities, to which no relationship leads: Fan1.teamID, Fan2.teamID, "
          + "Fan3.teamID, Fan4.teamID, Fan5.teamID and 4 more; do they?"
      ])
  }

  @Test(
    "An identifier that both entities take from elsewhere is no reference")
  func keys() throws {
    let text = """
      entity Datum { id: String; uploadId: String? }
      entity Bolus: Datum { dose: Double }
      entity Upload: Datum { version: String }
      entity Wizard { bolus: String? }
      entity Team { code: String }
      entity Fan { teamID: String?; uploadId: String?; bolusID: String? }
      """
    let found = try findings(of: HiddenReference.self, text)
    #expect(
      found.map { "\($0.severity) \($0.entity).\($0.property): \($0.fix)" } == [
        "question Wizard.bolus: if so: rename Wizard.bolus to bolusID, then: Wizard.bolus <<--> Bolus.wizards",
        "question Fan.teamID: if so: make it a relationship: Fan.team <<--> Team.fans",
        "question Fan.bolusID: if so: make it a relationship: Fan.bolus <<--> Bolus.fans",
      ])
    // A migration of an app's store keeps the values of a renamed attribute only by its renaming ID.
    let app = "entity Team { code: String }\nentity Visit { team: String? }"
    #expect(
      try findings(of: HiddenReference.self, app, options: .xcode).map(\.fix) == [
        "if so: rename Visit.team to teamName, with team as its renaming ID, then: Visit.team <<--> Team.visits"
      ])
  }

  @Test("An entity's whole name says so only where the model has no relationship")
  func wholeNames() throws {
    let text = """
      entity Command { name: String }
      entity Note { command: String?; commandID: String? }
      """
    #expect(try findings(of: HiddenReference.self, text).map(\.property) == ["command", "commandID"])
    let linked = text + "\nentity Tag { notes ->> Note? }"
    #expect(try findings(of: HiddenReference.self, linked).map(\.property) == ["commandID"])
  }

  @Test("The last word alone says nothing of a user")
  func users() throws {
    let text = """
      entity MastodonUser { id: String }
      entity Setting { userID: String }
      entity Draft { accountID: String }
      entity MailAccount { id: String }
      """
    #expect(try findings(of: HiddenReference.self, text).isEmpty)
  }

  @Test("A parent of the same kind")
  func parent() throws {
    let found = try findings(of: HiddenReference.self, Self.entities)
    #expect(found.map(\.message) == ["Node.parentID may name another Node, to which no relationship leads; does it?"])
    #expect(found.map(\.fix) == ["if so: make it a relationship: Node.parent <<--> Node.children"])
    #expect(found.map(\.severity) == [.question])
  }

  @Test(
    "Names that say something else",
    arguments: [
      "id: String", "remoteID: String", "uuid: UUID", "visitID: String", "androidId: String", "externalId: Integer64",
      "facebookUserID: String", "userName: String", "teamCount: Integer16", "nodeURL: URI?", "isPatient: Boolean",
      "patientSince: Date?", "userData: Binary?", "parentID: String?", "nodeID: String?, transient",
      "nodeID: String?; node -> Node?", "teamName: String?; home -> Team?",
      "nodeID: String?, userInfo denormalised: true",
    ])
  func otherNames(members: String) throws {
    let found = try findings(of: HiddenReference.self, Self.entities + "entity Visit { \(members) }")
    #expect(found.filter { $0.entity == "Visit" }.map(\.message) == [])
  }

  @Test("An identifier of its own, of the parent entity, and one with a relationship from the other end")
  func ownIdentifiers() throws {
    let found = try messages(
      of: HiddenReference.self,
      """
      entity Animal { name: String }
      entity Dog: Animal { animalID: String? }
      entity Message { messageID: String?; text: String? }
      entity CachedMessage { messageID: String? }
      entity Log { message: String?; image: String?; comment: String? }
      entity Image { data: Binary? }
      entity Comment { text: String? }
      entity Person { personId: Integer64 }
      entity PersonDiffKeys { personId: Integer64; fullName: String }
      entity Shelf { books ->> Book? }
      entity Book { shelfID: String? }
      """)
    #expect(found == [])
  }
}
