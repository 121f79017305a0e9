import ModelReview
import Testing

@Suite("Ends of which several are to be expected")
struct ManyInGeneralTests {
  private func questions(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    #expect(try findings(of: rule, model).isEmpty)
    return try findings(of: rule, model, options: .xcode).map { "\($0.message) → \($0.fix)" }
  }

  private static func pair(_ one: String, _ end: String, _ other: String, _ back: String) -> String {
    """
    entity \(one) { name: String; \(end) -> \(other)?, inverse \(back) }
    entity \(other) { text: String; \(back) -> \(one)?, inverse \(end) }
    """
  }

  private func ends(_ model: String) throws -> [String] {
    try findings(of: SingleMember.self, model, options: .xcode).map { "\($0.entity).\($0.property)" }
  }

  @Test("What happens to people again and again")
  func occurrences() throws {
    #expect(
      try questions(SingleMember.self, Self.pair("Patient", "activity", "Activities", "patient")) == [
        "Patient.activity and Activities.patient are one-to-one, and a second Activities takes the place of the first: is one enough? "
          + "→ if not: change Patient.activity ->> Activities?"
      ])
    for (one, end, other, back) in [
      ("Device", "trip", "Trip", "device"), ("Driver", "ride", "TaxiRide", "driver"),
      ("Therapist", "patient", "Patient", "therapist"),
    ] {
      #expect(try ends(Self.pair(one, end, other, back)) == ["\(one).\(end)"], "\(one)")
    }
    for (one, end, other, back) in [
      // A profile is one, a role is no name for what happens, and a room has one message at a time.
      ("Patient", "profile", "Profile", "patient"), ("Patient", "lastVisit", "Visit", "patient"),
      ("Patient", "greeting", "Message", "patient"), ("Panel", "message", "Message", "panel"),
    ] {
      #expect(try ends(Self.pair(one, end, other, back)) == [], "\(end)")
    }
    // Next to a list of the same, the one is a role.
    let listed = """
      \(Self.pair("Patient", "visit", "Visit", "patient"))
      add Visit.day: Date
      add Visit.place: String
      add Visit.guest -> Patient?
      add Patient.visits ->> Visit?, inverse guest
      """
    #expect(try ends(listed) == [])
  }

  @Test("An end that contains, and the other that is in it")
  func contained() throws {
    #expect(try ends(Self.pair("DailyIntake", "containsMeal", "Meal", "inDay")) == ["DailyIntake.containsMeal"])
    #expect(try ends(Self.pair("DailyIntake", "someMeal", "Meal", "belongsToDay")) == ["DailyIntake.someMeal"])
    #expect(try ends(Self.pair("DailyIntake", "meal", "Meal", "inDay")) == [])
    #expect(try ends(Self.pair("Message", "inReply", "Draft", "inAnswer")) == [])
  }

  @Test("An end in the plural for an entity in the plural, whose other end is in the singular")
  func plurals() throws {
    #expect(try ends(Self.pair("InsulinPlan", "hasMealItems", "MealItems", "hasPlan")) == ["InsulinPlan.hasMealItems"])
    for (one, end, other, back) in [
      ("Plans", "hasMealItems", "MealItems", "hasPlan"), ("Plan", "userSettings", "UserSettings", "plan"),
      ("Wine", "characteristics", "Characteristics", "wine"), ("Plan", "mealItems", "MealItems", "plans"),
    ] {
      #expect(try ends(Self.pair(one, end, other, back)) == [], "\(end)")
    }
  }

  @Test("The one end of a link whose other end is a list")
  func links() throws {
    let model = """
      entity User { name: String; followed -> Follow?, inverse follower; followers ->> Follow?, inverse user, delete cascade }
      entity Follow { follower -> User?, inverse followed; user -> User?, inverse followers }
      """
    #expect(
      try questions(SingleMember.self, model) == [
        "User.followed and Follow.follower are one-to-one, next to followers, which holds many, and a second Follow takes the place of the "
          + "first: is one enough? → if not: change User.followed ->> Follow?"
      ])
    #expect(try ends(model + "\nadd Follow.a: String\nadd Follow.b: String\nadd Follow.c: String") == [])
  }

  @Test("Both sides of what links two of a kind")
  func sides() throws {
    let model = """
      entity Unit { name: String; conversionLeft -> Conversion?, inverse leftUnit; conversionRight -> Conversion?, inverse rightUnit }
      entity Conversion { factor: Double; leftUnit -> Unit?, inverse conversionLeft; rightUnit -> Unit?, inverse conversionRight }
      """
    #expect(
      try questions(SingleMember.self, model) == [
        "Unit.conversionLeft and Conversion.leftUnit are one-to-one, and so is Unit.conversionRight, and a second Conversion takes the "
          + "place of the first: is one enough? → if not: change Unit.conversionLeft ->> Conversion?"
      ])
    // What a trip begins and ends with may be its own.
    #expect(try ends(model.replacing("leftUnit", with: "startUnit").replacing("rightUnit", with: "endUnit")) == [])
  }

  @Test("People in the plural, whatever their entity is called")
  func people() throws {
    func model(_ name: String, _ entity: String) -> String {
      "entity Channel { title: String; \(name) -> \(entity)? }\nentity \(entity) { name: String }"
    }
    #expect(
      try findings(of: Naming.self, model("subscribers", "User"), options: .xcode).map(\.message) == [
        "Channel.subscribers holds one User, and its name is in the plural: a second one takes its place; is one enough?"
      ])
    #expect(try findings(of: Naming.self, model("subscribers", "Kind"), options: .xcode).map(\.message) == [])
    #expect(try findings(of: Naming.self, model("settings", "User"), options: .xcode).map(\.message) == [])
  }

  @Test("A to-one without an inverse that is named for many gets the one that lets it hold several")
  func withoutInverse() throws {
    let model = "entity User { name: String; songSets -> SongSet? }\nentity SongSet { title: String }"
    #expect(
      try findings(of: MissingInverse.self, model, options: .xcode).map(\.fix) == [
        "if it holds several: User.songSets <-->> SongSet.user; if not: User.songSets <<--> SongSet.users"
      ])
    let mended = model + "\nUser.songSets <-->> SongSet.user"
    #expect(try findings(of: MissingInverse.self, mended, options: .xcode).isEmpty)
    #expect(try findings(of: Naming.self, mended, options: .xcode).isEmpty)
  }
}
