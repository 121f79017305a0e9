import ModelReview
import Testing

@Suite("Owners whose deletion takes too much along, or too little")
struct OwnersTests {
  private func questions(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    try findings(of: rule, model, options: .xcode).map { "\($0.severity) \($0.message) → \($0.fix)" }
  }

  private static let addresses = """
    entity Company { name: String; addresses ->> Address?, inverse company, delete cascade }
    entity Person { name: String; addresses ->> Address?, inverse person }
    entity Address { street: String; company -> Company?, inverse addresses; person -> Person?, inverse addresses }
    """

  @Test("A to-one that is named as a membership leads to the whole, and ends that are called alike own nothing")
  func wholes() throws {
    let sign =
      "entity Sign { name: String; kind: String; NAME -> Frame?, inverse sign }\nentity Frame { date: Date; sign -> Sign?, inverse NAME }"
    #expect(try questions(LeftBehind.self, sign.replacing("NAME", with: "frame")).count == 1)
    for name in ["inFrame", "belongsToFrame"] {
      let found = try questions(LeftBehind.self, sign.replacing("NAME", with: name))
      #expect(!found.contains { $0.contains("its \(name)") || $0.contains("Sign.\(name)") }, "\(found)")
    }
    let rocket = """
      entity Rocket { name: String; mass: Double; FIRST -> Engine?, inverse SECOND }
      entity Engine { name: String; SECOND -> Rocket?, inverse FIRST }
      """
    #expect(
      try questions(
        LeftBehind.self, rocket.replacing("FIRST", with: "engine").replacing("SECOND", with: "rocket")
      ).count == 1)
    #expect(
      try questions(
        LeftBehind.self,
        rocket.replacing("FIRST", with: "associatedEngine").replacing("SECOND", with: "associatedRocket")) == [])
  }

  @Test("Of two kinds of owners one cascades and the other nullifies")
  func twoOwners() throws {
    #expect(
      try questions(LeftBehind.self, Self.addresses) == [
        "question Person.addresses nullifies, and the relationship of the same name in Company cascades; is the difference meant? "
          + "→ if not, the delete rule of Person.addresses or the code that deletes the owner can take the objects along, or deny "
          + "can keep a Person that has any"
      ])
    // A catalogue sorts what another one owns, and what was spent is a record.
    for (owner, part) in [
      ("PriceGroup", "Article"), ("Category", "Article"), ("Person", "Payment"), ("Order", "TimeEntry"),
    ] {
      let model = Self.addresses.replacing("Person", with: owner).replacing("Address", with: part)
      #expect(try questions(LeftBehind.self, model) == [], "\(owner)")
    }
    let hours = Self.addresses.replacing("Person", with: "Order").replacing("Company", with: "Worker")
      .replacing("Address", with: "Clock")
    #expect(try questions(LeftBehind.self, hours) == [])
  }

  @Test("People stay when what they belong to goes")
  func people() throws {
    let model = """
      entity Company { name: String; managers ->> Person?, inverse company }
      entity Person { name: String; company -> Company?, inverse managers }
      """
    #expect(try questions(LeftBehind.self, model) == [])
    #expect(try questions(LeftBehind.self, model.replacing("Person", with: "Room")).count == 1)
  }

  private static let contact = """
    entity Contact { name: String; transactions ->> Transaction?, inverse contact, delete cascade }
    entity Transaction { label: String; contact -> Contact?, inverse transactions }
    """

  @Test("The records of a contact, which can be without one, are wanted when the contact is gone")
  func records() throws {
    #expect(
      try questions(LookupCascade.self, Self.contact) == [
        "question deleting a Contact deletes all of its transactions: is that meant? → if not: change Contact.transactions, delete "
          + "nullify, or: delete deny"
      ])
    // The owner of an account takes what is in it along, and a record that needs its contact was decided about.
    for (old, new) in [("Contact", "User"), ("Transaction", "Address"), ("-> Contact?", "-> Contact")] {
      #expect(try questions(LookupCascade.self, Self.contact.replacing(old, with: new)) == [], "\(new)")
    }
  }

  @Test("What a user has entered is no part of the user")
  func entered() throws {
    let model = """
      entity User { name: String; entered ->> Patient?, inverse createdBy, delete cascade }
      entity Patient { name: String; createdBy -> User?, inverse entered }
      """
    #expect(
      try questions(LookupCascade.self, model) == [
        "question deleting a User deletes all of its entered: is that meant? → if not: change User.entered, delete deny, or: delete nullify"
      ])
    #expect(try questions(LookupCascade.self, model.replacing("createdBy", with: "user")) == [])
    #expect(try questions(LookupCascade.self, model.replacing("User", with: "Import")) == [])
  }

  @Test("A cascade without inverse to what is in lists elsewhere is named first")
  func sharing() throws {
    let model = """
      entity Brand { alumni ->> Alumnus?, delete cascade }
      entity Club { members ->> Alumnus?, inverse club }
      entity Alumnus { name: String; club -> Club?, inverse members }
      """
    let found = try findings(of: MissingInverse.self, model)
    #expect(
      found.map(\.message) == [
        "deleting a Brand deletes its alumni, which may be in Club.members too; Brand.alumni should have an inverse: without one "
          + "a SQLite store keeps one Brand for each Alumnus, and any other link is gone after the next launch"
      ])
    #expect(found.first?.fix.hasPrefix("change Brand.alumni, delete nullify, and: Brand.alumni <") == true)
    let own = try findings(of: MissingInverse.self, model + "\nremove Club.members\nremove Alumnus.club")
    #expect(own.first?.message.hasPrefix("Brand.alumni should have an inverse") == true)
  }

  @Test("A cascade from both ends of a many-to-many is one finding, and a part has its owner first")
  func manyToMany() throws {
    let model = """
      entity Game { player ->> Player?, inverse game, delete cascade }
      entity Player { name: String; game ->> Game?, inverse player, delete cascade }
      """
    let found = try findings(of: CascadeUpwards.self, model)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "deleting one Game deletes its player, which may be others' too: Player.game is to-many, and its name is in the singular; "
          + "it cascades as well, so all that are linked go → if a Player belongs to one Game alone: change Player.game -> Game?; "
          + "if several share it: change Game.player, delete nullify, and: change Player.game, delete nullify"
      ])
    for change in [
      "change Player.game -> Game?", "change Game.player, delete nullify\nchange Player.game, delete nullify",
    ] {
      let rest = try messages(of: CascadeUpwards.self, model + "\n" + change)
      #expect(change.contains("nullify") ? rest == [] : rest.count == 1)
    }
    let recipe = """
      entity Recipe { parts ->> Ingredient?, inverse recipes, delete cascade }
      entity Ingredient { name: String; recipes ->> Recipe?, inverse parts }
      """
    #expect(
      try findings(of: CascadeUpwards.self, recipe).map(\.fix) == [
        "if an Ingredient belongs to one Recipe alone: change Ingredient.recipes -> Recipe?; if several share it: change "
          + "Recipe.parts, delete nullify"
      ])
  }
}
