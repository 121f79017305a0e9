import ModelReview
import Testing

@Suite("Rule: cascade from one of many")
struct CascadeUpwardsTests {
  @Test(
    "A cascade from what has one relationship to what has lists, through a one-to-one, is asked about in an app's model"
  )
  func wholes() throws {
    let model = """
      entity DateRule { from: Date; album -> Album?, inverse rule, delete cascade }
      entity Album { name: String; rule -> DateRule?, inverse album; photos ->> Photo?, inverse album }
      entity Photo { name: String; album -> Album?, inverse photos }
      """
    let found = try findings(of: CascadeUpwards.self, model, options: .xcode)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question deleting a DateRule deletes its album, an Album with to-many relationships: is it a part of the DateRule? → if not: "
          + "change DateRule.album, delete nullify"
      ])
    #expect(try findings(of: CascadeUpwards.self, model) == [])
    // With another relationship, or without lists at the other end, the rule may be the owner's.
    for more in ["add DateRule.note -> Photo?", "remove Album.photos\nremove Photo.album"] {
      #expect(try findings(of: CascadeUpwards.self, model + "\n" + more, options: .xcode) == [], "\(more)")
    }
  }

  @Test("The rule at the wrong end")
  func theRuleAtTheWrongEnd() throws {
    let found = try messages(
      of: CascadeUpwards.self,
      """
      entity Team { players ->> Player?, inverse team }
      entity Player { team -> Team?, inverse players, delete cascade }
      """)
    #expect(found == ["deleting one Player deletes its team, which the other objects in Team.players then lose"])
  }

  @Test("The rule at both ends takes the others along")
  func bothEnds() throws {
    let found = try messages(
      of: CascadeUpwards.self,
      """
      entity Team { players ->> Player?, inverse team, delete cascade }
      entity Player { team -> Team?, inverse players, delete cascade }
      """)
    #expect(found == ["deleting one Player deletes its team, and with it the other objects in Team.players"])
  }

  @Test(
    "A to-many that is not named for many of the entity may be a to-one by mistake: then nullify would leave a part")
  func mistakenLists() throws {
    func fixes(_ back: String, _ more: String = "") throws -> [String] {
      try findings(
        of: CascadeUpwards.self,
        """
        entity Note { location -> Location?, inverse \(back), delete cascade }
        entity Location { address: String; \(back) ->> Note?, inverse location\(more) }
        """
      ).map(\.fix)
    }
    let nullify = "change Note.location, delete nullify"
    func owning(_ back: String) -> String {
      "if a Location belongs to one Note alone: change Location.\(back) -> Note?"
    }
    #expect(try fixes("notes") == [nullify])
    #expect(try fixes("notes", ", delete cascade") == [nullify])
    #expect(try fixes("note") == ["\(owning("note")); if several share it: \(nullify)"])
    #expect(try fixes("users", ", delete cascade") == ["\(owning("users")); if several share it: \(nullify)"])
    #expect(try fixes("users") == ["if several share one: \(nullify); \(owning("users"))"])
  }

  @Test("In an app's model, nullify comes with what becomes of an object that no other has to do with any more")
  func leftAlone() throws {
    func fixes(_ model: String) throws -> [String] {
      try findings(of: CascadeUpwards.self, model, options: .xcode).map(\.fix)
    }
    let team = """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players, delete cascade }
      """
    let nullify = "change Player.team, delete nullify"
    #expect(
      try fixes(team) == [
        "\(nullify), and let the app delete a Team with the last of its players if it means nothing without them"
      ])
    #expect(
      try fixes(team.replacing("Player?, inverse team", with: "Player, inverse team")) == [
        "\(nullify), and let the app delete a Team with the last of its players"
      ])
    // Another object owns the team, or others are sorted by it.
    let owned =
      team + "\nentity League { name: String }\nLeague.teams <-->> Team.league\nchange League.teams, delete cascade"
    #expect(try fixes(owned) == [nullify])
    #expect(try fixes(team.replacing("Team", with: "Status")) == [nullify.replacing("Team", with: "Status")])
    #expect(try findings(of: CascadeUpwards.self, team).map(\.fix) == [nullify])
  }

  @Test("A group or an ordered list of several is no part of each of them")
  func groups() throws {
    func fixes(_ list: String, of owner: String) throws -> [String] {
      try findings(
        of: CascadeUpwards.self,
        """
        entity Solution { name: String; sets ->> \(owner)?, inverse ingredients, delete cascade }
        entity \(owner) { title: String; ingredients ->> Solution?\(list), inverse sets }
        """
      ).map(\.fix)
    }
    let (alone, shared) = ("if a Shelf belongs to one Solution alone", "change Solution.sets, delete nullify")
    #expect(try fixes("", of: "Shelf").map { $0.hasPrefix(alone) } == [true])
    #expect(try fixes(", ordered", of: "Shelf") == [shared])
    #expect(try fixes("", of: "Group") == [shared])
  }

  @Test("A one-to-one that a save needs is not to be emptied by nullify")
  func neededWholes() throws {
    let model = """
      entity DateRule { from: Date; album -> Album?, inverse rule, delete cascade }
      entity Album { name: String; rule -> DateRule, inverse album; photos ->> Photo?, inverse album }
      entity Photo { name: String; album -> Album?, inverse photos }
      """
    #expect(try findings(of: CascadeUpwards.self, model, options: .xcode) == [])
    let pair = model + "\nchange Album.rule, delete cascade"
    #expect(
      try findings(of: CascadeUpwards.self, pair).map(\.fix) == [
        "if one is, its end should nullify, unless a save needs the other object to have one"
      ])
  }

  @Test("The rule in a many-to-many")
  func manyToMany() throws {
    let found = try messages(
      of: CascadeUpwards.self,
      """
      entity Team { players ->> Player?, inverse teams, delete cascade }
      entity Player { teams ->> Team?, inverse players }
      """)
    #expect(
      found == ["deleting one Team deletes its players, which may be others' too: Player.teams is to-many"])
    // An app's model does not say whether a player is in several teams.
    #expect(
      try findings(
        of: CascadeUpwards.self,
        """
        entity Team { players ->> Player?, inverse teams, delete cascade }
        entity Player { teams ->> Team?, inverse players }
        """, options: .xcode
      ).map(\.fix) == [
        "if several share one: change Team.players, delete nullify, and let the app delete a Player with the last of its teams if it "
          + "means nothing without them; if a Player belongs to one Team alone: change Player.teams -> Team?"
      ])
    let entries = try findings(
      of: CascadeUpwards.self,
      """
      entity Team { players ->> Player?, inverse teamEntries, delete cascade }
      entity Player { teamEntries ->> Team?, inverse players }
      """)
    #expect(
      entries.map(\.fix) == [
        "if a Player belongs to one Team alone: change Player.teamEntries -> Team?; if several share it: change Team.players, "
          + "delete nullify"
      ])
  }

  @Test("A to-many in the singular and an ordered one may have one owner, or be shared")
  func owners() throws {
    let shared = """
      entity Category { presets ->> Preset?, inverse category, delete cascade }
      entity Preset { name: String; category ->> Category?, inverse presets }
      """
    let ordered = """
      entity Venue { hours ->> Hours?, ordered, inverse venues, delete cascade }
      entity Hours { day: Date; venues ->> Venue?, inverse hours }
      """
    for (model, fix) in [
      (
        shared,
        "if a Preset belongs to one Category alone: change Preset.category -> Category?; if several share it: "
          + "change Category.presets, delete nullify"
      ),
      (
        ordered,
        "if an Hours belongs to one Venue alone: change Hours.venues -> Venue?; if several share it: "
          + "change Venue.hours, delete nullify"
      ),
    ] {
      #expect(try findings(of: CascadeUpwards.self, model).map(\.fix) == [fix])
      for choice in fix.split(separator: #/(; )?if [^:]*: /#) {
        #expect(try messages(of: CascadeUpwards.self, model + "\n" + choice) == [])
      }
    }
  }

  @Test(
    "What becomes of the others depends on the rule at the other end",
    arguments: [
      ("none", "deleting one Player deletes its team, to which the other objects in Team.players keep a link"),
      ("deny", "deleting one Player deletes its team, and no save takes that while others are in Team.players"),
    ])
  func others(rule: String, message: String) throws {
    let model = """
      entity Team { players ->> Player?, inverse team, delete \(rule) }
      entity Player { team -> Team?, inverse players, delete cascade }
      """
    #expect(try messages(of: CascadeUpwards.self, model) == [message])
  }

  @Test("Two required ends that cascade belong together")
  func required() throws {
    let model = """
      entity Announcement { sender -> Sender, inverse announcement, delete cascade }
      entity Sender { announcement -> Announcement, inverse sender, delete cascade }
      """
    #expect(try messages(of: CascadeUpwards.self, model) == [])
    #expect(try messages(of: CascadeUpwards.self, model + "\nchange Sender.announcement, optional").count == 1)
  }

  @Test("Both ends of a one-to-one are one finding; one end alone is the owner's")
  func oneToOne() throws {
    let model = """
      entity Person { profile -> Profile?, inverse person, delete cascade }
      entity Profile { person -> Person?, inverse profile, delete cascade }
      """
    let found = try findings(of: CascadeUpwards.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "question Person.profile cascades both ways: is neither of the two objects ever deleted alone?"
      ])
    let mended = try messages(of: CascadeUpwards.self, model + "\nchange Profile.person, delete nullify")
    #expect(mended == [])
  }

  @Test("The rule at the right end")
  func theRuleAtTheRightEnd() throws {
    let found = try places(
      of: CascadeUpwards.self,
      """
      entity Team { players ->> Player?, inverse team, delete cascade }
      entity Player { team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
