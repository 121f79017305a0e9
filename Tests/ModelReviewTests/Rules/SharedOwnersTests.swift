import ModelReview
import Testing

@Suite("Relationships without an inverse: what is shared, what has one owner or another, and pairs")
struct SharedOwnersTests {
  private func found(_ model: String) throws -> [String] {
    try findings(of: MissingInverse.self, model, options: .xcode).map { "\($0.severity) \($0.message) → \($0.fix)" }
  }

  @Test("A cascade along a to-one owns nothing where other relationships lead to the same objects")
  func sharedToOne() throws {
    let model = """
      entity Post { text: String; author -> Identity?, delete cascade; place -> Place?, delete cascade }
      entity Cross { host -> Identity?, delete none; place -> Place?, delete cascade }
      entity Identity { name: String; picture -> Picture?, delete cascade }
      entity Place { name: String }
      entity Picture { data: Binary }
      """
    let found = try found(model)
    #expect(
      found.first
        == "warning deleting a Post deletes its author, to which Cross.host may lead too; Post.author should have an inverse: without "
        + "one the graph cannot keep both ends in step → change Post.author, delete nullify, and: Post.author <<--> Identity.posts"
    )
    // Two that cascade may each have their own; how many share one, the file does not say.
    #expect(
      found.last
        == "note Post.place, Cross.place, Identity.picture cascade and have no inverse: an object that is deleted alone leaves a "
        + "dangling link → if several objects can share one: Post.place <<--> Place.posts, and: change Post.place, delete nullify; if "
        + "not: Post.place <--> Place.post")
  }

  @Test("Parts of one owner or another keep their cascades")
  func alternatives() throws {
    let model = """
      entity Inspection { usages ->> Usage?, delete cascade }
      entity UnitInspection { usages ->> Usage?, delete cascade }
      entity Usage { amount: Double }
      """
    let found = try findings(of: MissingInverse.self, model, options: .xcode)
    #expect(
      found.map(\.fix) == [
        "Inspection.usages <-->> Usage.inspection", "UnitInspection.usages <-->> Usage.unitInspection",
      ])
    #expect(found.allSatisfy { !$0.message.contains("may be in") })
    // A list that takes nothing along shares them.
    let shared = try findings(
      of: MissingInverse.self,
      model.replacing(
        "entity UnitInspection { usages ->> Usage?, delete cascade }",
        with: "entity UnitInspection { usages ->> Usage? }"),
      options: .xcode)
    #expect(
      shared.first?.message.hasPrefix(
        "deleting an Inspection deletes its usages, which may be in UnitInspection.usages too") == true)
  }

  @Test("A pair is one finding with one remedy, named from the end that comes first")
  func pairs() throws {
    let certain = """
      entity Patient { study ->> Study?, delete none }
      entity Study { patient -> Patient?, delete none }
      """
    #expect(
      try found(certain) == [
        "warning Patient.study and Study.patient lead to each other, and neither is the other's inverse; the rule of Patient.study, "
          + "Study.patient is no action → change Patient.study, inverse patient, and: change Patient.study, delete nullify, and: change "
          + "Study.patient, delete nullify"
      ])
    let probable = """
      entity Customer { name: String; cusLeg -> Leg? }
      entity Leg { day: Date; legCustomer ->> Customer? }
      """
    let found = try found(probable)
    #expect(
      found == [
        "warning Customer.cusLeg and Leg.legCustomer lead to each other, and neither is the other's inverse → if the two say the "
          + "same: change Customer.cusLeg, inverse legCustomer; if not: Customer.cusLeg <<--> Leg.cusLegOf, and: Leg.legCustomer <-->> "
          + "Customer.legCustomerOf"
      ])
    let choices = found.first?.components(separatedBy: "say the same: ").last ?? ""
    for choice in choices.components(separatedBy: "; if not: ") {
      let typed = probable + "\n" + choice.replacing(", and: ", with: "\n")
      #expect(try messages(of: MissingInverse.self, typed) == [], "\(choice)")
    }
    // In the workbook, each end is told.
    #expect(try messages(of: MissingInverse.self, certain).count == 2)
  }

  @Test(
    "Two halves are joined by a role that both name, and by any role between two entities that are no part of each other"
  )
  func halves() throws {
    func fixes(_ model: String) throws -> [String] {
      try findings(of: MissingInverse.self, model, options: .xcode).map(\.fix)
    }
    let estates = """
      entity Estate { name: String; mainContact -> Contact? }
      entity Contact { name: String; estates ->> Estate? }
      """
    let found = try fixes(estates)
    #expect(
      found == [
        "if the two say the same: change Estate.mainContact, inverse estates; if not: Estate.mainContact <<--> Contact.mainContactOf, "
          + "and: Contact.estates <-->> Estate.contact"
      ])
    // The last of many is another thing than what it is in.
    #expect(try fixes(estates.replacing("mainContact", with: "lastContact")).count == 2)
    let flags = """
      entity ImapFields { type: String; localFlags -> ImapFlags; serverFlags -> ImapFlags, inverse serverFields }
      entity ImapFlags { seen: Boolean; imapLocalFields -> ImapFields?; serverFields -> ImapFields?, inverse serverFlags }
      """
    #expect(
      try fixes(flags).map { $0.prefix { $0 != ";" } } == [
        "if the two say the same: change ImapFields.localFlags, inverse imapLocalFields"
      ])
    let games = """
      entity Game { day: Date; homeTeam -> Team?; guestTeam -> Team? }
      entity Team { name: String; homeGames ->> Game?; guestGames ->> Game? }
      """
    #expect(
      try fixes(games).map { $0.prefix { $0 != ";" } } == [
        "if the two say the same: change Game.homeTeam, inverse homeGames",
        "if the two say the same: change Game.guestTeam, inverse guestGames",
      ])
  }

  @Test("A role is another relationship than the list, and is not paired with it")
  func roles() throws {
    let model = """
      entity Filter { name: String; attributes ->> FilterAttribute? }
      entity FilterAttribute { name: String; inputFilter -> Filter? }
      """
    #expect(
      try findings(of: MissingInverse.self, model, options: .xcode).map(\.fix) == [
        "if several objects can share one: Filter.attributes <<-->> FilterAttribute.filters; if not: Filter.attributes <-->> "
          + "FilterAttribute.filter; delete cascade if a FilterAttribute means nothing without its Filter",
        "FilterAttribute.inputFilter <<--> Filter.inputFilterOf",
      ])
    let plain = model.replacing("inputFilter", with: "filter")
    #expect(try findings(of: MissingInverse.self, plain, options: .xcode).map(\.fix).count == 1)
  }
}
