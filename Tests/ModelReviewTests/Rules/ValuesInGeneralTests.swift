import ModelReview
import Testing

@Suite("Types, defaults and secrets, by what the rest of the model says")
struct ValuesInGeneralTests {
  private func questions(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    try findings(of: rule, model, options: .xcode).map { "\($0.severity) \($0.message) → \($0.fix)" }
  }

  @Test("A date under the name of an identifier or of someone, also where CloudKit fixes the type")
  func dated() throws {
    let model = """
      entity Seed { id: Date?; name: String }
      entity Field { id: UUID }
      entity Crop { id: UUID }
      """
    let question = "question Seed.id is a Date, and not a text or an identifier; is it for a moment in time? → "
    #expect(
      try questions(UnsuitedType.self, model) == [
        question + "if not: change Seed.id: UUID, with a mapping model for stores that exist"
      ])
    #expect(
      try findings(of: UnsuitedType.self, model, options: [.xcode, .cloudKit]).map {
        "\($0.severity) \($0.message) → \($0.fix)"
      } == [
        question + "if not: an attribute of another type next to it, as a CloudKit schema in production only grows"
      ])
    #expect(
      try questions(UnsuitedType.self, "entity Event { eventOwner: Date? }") == [
        "question Event.eventOwner is a Date, and not a text or an identifier; is it for a moment in time? "
          + "→ if not: change Event.eventOwner: String, with a mapping model for stores that exist"
      ])
    #expect(try questions(UnsuitedType.self, "entity Event { paid: Date?; created: Date? }") == [])
  }

  @Test("An attribute whose type is another than under the same name elsewhere")
  func sisters() throws {
    let model = """
      entity Fever { eventID: String }
      entity Cough { eventID: String }
      entity Note { eventID: Integer16 = 0; updatedAt: String }
      entity Walk { updatedAt: Date }
      entity Meal { updatedAt: Date }
      """
    #expect(
      try questions(UnsuitedType.self, model) == [
        "question Note.eventID is an Integer16, and in Fever, Cough a String; Note.updatedAt is a String, and in Walk, Meal a Date: "
          + "is the difference meant? → if not: change Note.eventID: String, no default, with a mapping model for stores that exist"
      ])
    // Two and two, sizes of numbers, and names that mean something else each time.
    for change in [
      "change Cough.eventID: Integer64\nadd Meal.eventID: String\nremove Meal.updatedAt",
      "change Note.eventID: String, no default\nchange Note.updatedAt: Date",
      "rename Fever.eventID to id\nrename Cough.eventID to id\nrename Note.eventID to id\nchange Note.updatedAt: Date",
    ] {
      #expect(
        try questions(UnsuitedType.self, model + "\n" + change).filter { $0.contains("difference") } == [], "\(change)")
    }
  }

  @Test("A date with a pattern is written as the pattern says, and no episode is played 32,767 times")
  func suited() throws {
    #expect(
      try questions(
        UnsuitedType.self,
        #"entity Grave { datePrecision: String, matches "^[AMJ]$"; deathDate: String, matches "[0-9-]+" }"#) == [])
    #expect(try questions(UnsuitedType.self, "entity Episode { playCount: Integer16 }") == [])
  }

  @Test("A name that was typed to try the app")
  func samples() throws {
    let model = """
      entity Application { applicatorName: String = "Taco Sauce"; productName: String? = "Taco Sauce"; kind: String = "Spray" }
      """
    #expect(
      try questions(SampleDefault.self, model) == [
        "question the defaults of Application.applicatorName (\"Taco Sauce\"), Application.productName (\"Taco Sauce\") look like samples, "
          + "and each object without another value gets them; is that meant? → if not: change Application.applicatorName, no default, "
          + "once each new object is given one, or: change Application.applicatorName, optional, no default"
      ])
    #expect(
      try questions(SampleDefault.self, #"entity Guest { firstName: String? = "John" }"#) == [
        "question the default of Guest.firstName (\"John\") looks like a sample, and each object without another value gets it; is that "
          + "meant? → if not: change Guest.firstName, no default"
      ])
    #expect(try questions(SampleDefault.self, #"entity Note { text: String? = "Lorem ipsum" }"#).count == 1)
    for attribute in [
      #"firstName: String = "New guest""#, #"firstName: String = "N/A""#, #"phone: String = "000""#,
      #"title: String = "Hello""#,
      #"state: String = "todo""#, #"productName: String = "Product""#, #"currencyCode: String = "EUR""#,
      #"firstName: String = """#,
    ] {
      #expect(try questions(SampleDefault.self, "entity Guest { \(attribute) }") == [], "\(attribute)")
    }
    #expect(try questions(SampleDefault.self, #"entity Category { name: String = "Food" }"#) == [])
    #expect(try findings(of: SampleDefault.self, model).isEmpty)
  }

  @Test("All secrets of an entity are named, and no token that a server pushes to")
  func secrets() throws {
    func named(_ attributes: String) throws -> [String] {
      try findings(of: PlainSecret.self, "entity User { \(attributes) }", options: .xcode).map(\.message)
    }
    #expect(
      try named("authToken: String; name: String; fbToken: String; pushToken: String; nextPageToken: String") == [
        "User.authToken, User.fbToken are readable in the file of the store, unless the app encrypts them"
      ])
    #expect(
      try named("fbToken: String; mobileToken: String; passCode: String") == [
        "User.fbToken, User.mobileToken, User.passCode are readable in the file of the store, unless the app encrypts them"
      ])
    // The token of a text is a word; that of someone who signs in, or of a session, is a secret.
    for (entity, count) in [("Phrase", 0), ("UserSession", 1), ("LoginResponse", 0), ("AuthResponse", 1)] {
      let found = try findings(of: PlainSecret.self, "entity \(entity) { token: String }", options: .xcode)
      #expect(found.count == count, "\(entity)")
    }
    #expect(try named("password: Undefined, transient") == [])
  }

  @Test("Passwords in other words and languages; a pass, a PIN or a cookie is one by its entity")
  func otherSecrets() throws {
    func named(_ entity: String, _ attribute: String) throws -> Bool {
      let found = try findings(of: PlainSecret.self, "entity \(entity) { \(attribute): String }", options: .xcode)
      return found.map(\.severity) == [.warning]
    }
    for (entity, attribute) in [
      ("Server", "pwd"), ("Usuario", "senha"), ("Usuario", "contrasena"), ("Kunde", "passwort"), ("Users", "pass"),
      ("User", "pin"), ("KitchenUser", "userPIN"), ("Settings", "pin"), ("Account", "cookie"), ("AuthRequest", "jwt"),
    ] {
      #expect(try named(entity, attribute), "\(entity).\(attribute)")
    }
    for (entity, attribute) in [
      ("Livro", "resenha"), ("Mountain", "pass"), ("Sensor", "pin"), ("User", "mapPin"), ("Dessert", "cookie"),
      ("HistoryItem", "pin"), ("User", "boardingPass"),
    ] {
      #expect(try !named(entity, attribute), "\(entity).\(attribute)")
    }
  }

  @Test("A key next to a name to sign in may name an entry of the keychain, and does where the model says so")
  func keychain() throws {
    let model = "entity ServerCredentials { key: String; loginName: String }"
    let found = try questions(PlainSecret.self, model)
    #expect(
      found == [
        "question ServerCredentials.key may be a secret, or name one in the keychain; is it readable in the file of the store? → if so: keep "
          + "it in the keychain"
      ])
    let reference = model + "\nentity Certificate { keychainUuid: String; keychainPassword: String }"
    #expect(try questions(PlainSecret.self, reference) == [])
  }

  @Test("Two attributes that name one object are one question")
  func references() throws {
    let model = """
      entity Podcaster { id: String; name: String }
      entity Episode { title: String; podcasterId: String; podcasterName: String }
      """
    let found = try findings(of: HiddenReference.self, model, options: .xcode)
    #expect(found.map { "\($0.entity).\($0.property)" } == ["Episode.podcasterId"])
  }

  @Test("The parent of a question is its survey, where there is one")
  func parents() throws {
    let model = "entity Question { id: String; parentId: String? }"
    func named(_ model: String) throws -> [String] {
      try findings(of: HiddenReference.self, model, options: .xcode).map(\.fix)
    }
    #expect(try named(model) == ["if so: make it a relationship: Question.parent <<--> Question.children"])
    #expect(
      try named(model + "\nentity Survey { id: String }") == [
        "if so: make it a relationship: Question.survey <<--> Survey.questions"
      ])
    #expect(
      try named(
        model.replacing("String? }", with: "String?; survey -> Survey?, inverse questions }")
          + "\nentity Survey { questions ->> Question?, inverse survey }"
      )
        == [])
  }

  @Test("Appointments that go with the one of two roles")
  func roles() throws {
    let model = """
      entity User {
        name: String; customerAppointments ->> Appointment?, inverse customer, delete cascade
        therapistAppointments ->> Appointment?, inverse therapist, delete cascade
      }
      entity Appointment { day: Date; customer -> User?, inverse customerAppointments; therapist -> User?, inverse therapistAppointments }
      """
    #expect(
      try questions(LookupCascade.self, model) == [
        "question deleting a User deletes all of its customerAppointments and therapistAppointments, and an Appointment has another User as "
          + "well, who loses it: is that meant? → if not: change User.customerAppointments, delete deny, or: delete nullify, and: change "
          + "User.therapistAppointments, delete deny, or: delete nullify"
      ])
    #expect(try questions(LookupCascade.self, model + "\nchange User.therapistAppointments, delete nullify") == [])
    #expect(try questions(LookupCascade.self, model.replacing("User", with: "Room")) == [])
  }

  @Test("A weight that is lifted, in whole numbers, and an app of more than two gigabytes")
  func sizes() throws {
    #expect(
      try questions(UnsuitedType.self, "entity ExerciseSet { weight: Integer64 }") == [
        "question ExerciseSet.weight is a whole number; can it be 2.5? → if so: change ExerciseSet.weight: Double"
      ])
    #expect(try questions(UnsuitedType.self, "entity Goal { weight: Integer64 }") == [])
    #expect(try questions(UnsuitedType.self, "entity ExerciseSet { weight: Double }") == [])
    #expect(
      try questions(UnsuitedType.self, "entity StoreApp { size: Integer32 }").map {
        $0.contains("can a file have more bytes?")
      } == [true])
  }

  @Test("The lines of orders do not go with what was ordered")
  func lines() throws {
    let model = """
      entity ProductVariant { code: String; inOrders ->> OrderItem?, inverse variant, delete cascade }
      entity OrderItem { count: Integer32; variant -> ProductVariant?, inverse inOrders }
      """
    #expect(
      try questions(LookupCascade.self, model) == [
        "question deleting a ProductVariant deletes all of its inOrders: is that meant? → if not: change ProductVariant.inOrders, delete "
          + "deny, or: delete nullify"
      ])
    for name in ["SalesOrder", "Shelf"] {
      #expect(try questions(LookupCascade.self, model.replacing("ProductVariant", with: name)) == [], "\(name)")
    }
  }
}
