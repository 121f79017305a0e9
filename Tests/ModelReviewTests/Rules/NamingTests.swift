import ModelReview
import Testing

@Suite("Rule: names as everybody writes them")
struct NamingTests {
  @Test("An entity's custom is one finding")
  func custom() throws {
    let found = try findings(
      of: Naming.self, "entity Note { Title: String?; Text: String?; Time: Date?; Image: Binary?; ID: UUID? }")
    #expect(found.map(\.message) == ["4 properties of Note begin with a capital, as entities do"])
    #expect(found.map(\.fix) == ["rename Note.Title to title"])
  }

  @Test("Capitals and plurals")
  func capitalsAndPlurals() throws {
    let found = try messages(
      of: Naming.self,
      """
      entity team { Name: String; player ->> Player?, inverse club }
      entity Player { name: String; club -> team?, inverse player }
      """)
    #expect(
      found == [
        "the entity team begins with a small letter", "team.Name begins with a capital, as entities do",
        "team.player holds many, and its name is in the singular",
      ])
  }

  @Test("A plural that holds one")
  func plurals() throws {
    let found = try findings(
      of: Naming.self,
      """
      entity Day { entries -> Entry?, inverse day; lastEntries -> Entry; news -> News? }
      entity Entry { day -> Day?, inverse entries }
      entity News { text: String? }
      """)
    #expect(
      found.map(\.message) == [
        "Day.entries holds one Entry, and its name is in the plural: a second one takes its place",
        "Day.lastEntries holds one Entry, and its name is in the plural: a second one takes its place",
      ])
    #expect(found.first?.fix == "change Day.entries ->> Entry?, or: rename Day.entries to entry")
  }

  @Test("A plural of the destination's last word holds one; some plurals mean one thing, and some singulars many")
  func lastWords() throws {
    let found = try findings(
      of: Naming.self,
      """
      entity Expense { photos -> ExpensePhoto?; oldPhotos -> ExpensePhoto?; coordinates -> GeoCoordinate?; settings -> UserSettings?; history ->> History? }
      entity ExpensePhoto { x: String? }
      entity GeoCoordinate { x: String? }
      entity UserSettings { x: String? }
      entity History { x: String? }
      """)
    #expect(
      found.map { "\($0.property): \($0.fix)" } == [
        "photos: change Expense.photos ->> ExpensePhoto?, or: rename Expense.photos to photo",
        "oldPhotos: change Expense.oldPhotos ->> ExpensePhoto?, or: rename Expense.oldPhotos to oldPhoto",
      ])
  }

  @Test("A plural that holds one, where a to-many of the same name leads to the same entity")
  func elsewhere() throws {
    let model = """
      entity Workout { progressRecords -> Progress?, inverse workout; media -> Media?; settings -> Progress? }
      entity Exercise { progressRecords ->> Progress?, inverse exercise; media ->> Media?; settings ->> Progress?; games ->> Media? }
      entity Progress { workout -> Workout?, inverse progressRecords; exercise -> Exercise?, inverse progressRecords; games -> Progress? }
      entity Media { x: String? }
      """
    let found = try findings(of: Naming.self, model, options: .xcode)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question Workout.progressRecords holds one Progress, and its name is in the plural: a second one takes its place; is one "
          + "enough? → if not: change Workout.progressRecords ->> Progress?, or: rename Workout.progressRecords to "
          + "progressRecord, with progressRecords as its renaming ID"
      ])
    #expect(
      try findings(of: Naming.self, model + "\nchange Workout.progressRecords ->> Progress?", options: .xcode) == [])
  }

  @Test("No plural is proposed that is wrong, or taken")
  func proposedPlurals() throws {
    let found = try findings(
      of: Naming.self,
      """
      entity Post { media ->> Media?; equipment ->> Equipment?; series ->> Series?; child ->> Child?; person ->> Person?; people ->> Person? }
      entity Media { x: String? }
      entity Equipment { x: String? }
      entity Series { x: String? }
      entity Child { x: String? }
      entity Person { x: String? }
      """)
    #expect(
      found.map(\.fix) == [
        "rename Post.child to children, or: change Post.child -> Child?"
      ])
  }

  @Test("A plural that is taken, and a custom of the whole model")
  func customs() throws {
    let one = "entity Post { person ->> Person?; people ->> Person? }\nentity Person { x: String? }"
    #expect(
      try findings(of: Naming.self, one).map(\.fix) == [
        "rename Post.person to people2, or: change Post.person -> Person?"
      ])
    let all =
      "entity Post { person ->> Person?; page ->> Page? }\nentity Person { x: String? }\nentity Page { x: String? }"
    #expect(try findings(of: Naming.self, all).isEmpty)
  }

  @Test("A singular may be the last words of the destination; a direction is none")
  func tails() throws {
    let found = try findings(
      of: Naming.self,
      """
      entity Shop { parentCategory ->> ShopParentCategory?; toTask ->> Task?; tasks ->> Task? }
      entity ShopParentCategory { x: String? }
      entity Task { x: String? }
      """)
    #expect(found.map(\.property) == ["parentCategory"])
  }

  @Test("In Xcode models, a to-many in the singular is the author's custom; under CloudKit, names are fixed")
  func houseStyle() throws {
    let model = "entity IntraOp { agent ->> Agent?; drugs ->> Agent?; Dose: String? }\nentity Agent { x: String? }"
    #expect(try findings(of: Naming.self, model).map(\.property) == ["Dose", "agent"])
    #expect(try findings(of: Naming.self, model, options: .xcode).map(\.property) == ["Dose"])
    #expect(try findings(of: Naming.self, model, options: [.xcode, .cloudKit]) == [])
    let one = "entity Day { entries -> Entry?, inverse day }\nentity Entry { day -> Day?, inverse entries }"
    #expect(
      try findings(of: Naming.self, one, options: [.xcode, .cloudKit]).map(\.fix) == [
        "if not: a to-many next to it, as a CloudKit schema in production only grows"
      ])
  }

  @Test("A parent that is to-many, with one child, is the wrong way round")
  func parents() throws {
    let model = """
      entity Category { parentCategory ->> ParentCategory?, inverse category }
      entity ParentCategory { category -> Category?, inverse parentCategory }
      """
    let found = try findings(of: Naming.self, model, options: .xcode)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question Category.parentCategory holds many, and ParentCategory.category one: a parent can have one child alone; "
          + "are the two ends exchanged? → if so: exchange them; parents that stores have are lost unless a mapping model "
          + "moves them"
      ])
    let typed = try findings(of: Naming.self, model)
    #expect(
      typed.map { "\($0.severity) \($0.fix)" } == [
        "warning change Category.parentCategory -> ParentCategory?, and: change ParentCategory.category ->> Category?"
      ])
    let mended = model + "\n" + (typed.first?.fix.replacing(", and: ", with: "\n") ?? "")
    #expect(try findings(of: Naming.self, mended, options: .xcode) == [])
  }

  @Test("A custom that an app's model does not follow is a question, whose advice keeps what stores have")
  func asked() throws {
    let model = """
      entity team { Name: String; player ->> Player?; tags ->> Player? }
      entity Player { teams -> team? }
      """
    let found = try findings(of: Naming.self, model, options: .xcode)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question the entity team begins with a small letter; is that meant? "
          + "→ if not: rename team to Team, with team as its renaming ID",
        "question team.Name begins with a capital, as entities do; is that meant? "
          + "→ if not: rename team.Name to name, with Name as its renaming ID",
        "question Player.teams holds one team, and its name is in the plural: a second one takes its place; is one enough? "
          + "→ if not: change Player.teams ->> team?, or: rename Player.teams to team, with teams as its renaming ID",
      ])
  }

  @Test("Initials are written in capitals, and a proposal is a name that may be given")
  func initials() throws {
    let found = try findings(
      of: Naming.self,
      """
      entity iCloudNote { URL: String; IDNumber: String; Description: String; Name: String; name: String; AppID: String }
      """)
    #expect(
      found.map(\.fix) == [
        "rename iCloudNote.Description to iCloudNoteDescription", "rename iCloudNote.Name to name2",
        "rename iCloudNote.AppID to appID",
      ])
  }

  @Test("As usual")
  func asUsual() throws {
    let found = try places(
      of: Naming.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
