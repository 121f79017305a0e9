import ModelReview
import Testing

@Suite("Questions that names ask: what is one of many, limits, keys, secrets, halves of a position")
struct NamesAndLimitsTests {
  private func asked(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    try questions(of: rule, model).map { "\($0.message) → \($0.fix)" }
  }

  @Test("The appointments of a pet, the lists of a language, the cars of a model")
  func one() throws {
    let pet = """
      entity Pet { name: String; appointment -> Appointment?, inverse pet }
      entity Appointment { date: Date; pet -> Pet?, inverse appointment }
      """
    #expect(
      try asked(SingleMember.self, pet) == [
        "Pet.appointment and Appointment.pet are one-to-one, and a second Appointment takes the place of the first: is one enough? → "
          + "if not: change Pet.appointment ->> Appointment?"
      ])
    #expect(try asked(SingleMember.self, pet.replacing("appointment ", with: "lastAppointment ")).isEmpty)
    let language = """
      entity Languages { title: String; history -> History?, inverse language }
      entity History { title: String; language -> Languages?, inverse history }
      """
    #expect(try asked(SingleMember.self, language).count == 1)
    // The icon of a category is a value.
    #expect(try asked(SingleMember.self, language.replacing("History", with: "Image")).isEmpty)
    let model = """
      entity Car { added: Date; whichModel -> CarKind?, inverse typeOfCar }
      entity CarKind { name: String; typeOfCar -> Car?, inverse whichModel }
      """
    #expect(try asked(SingleMember.self, model).map { $0.hasSuffix("change CarKind.typeOfCar ->> Car?") } == [true])
  }

  @Test(
    "An owner may have many animals that each require one; a list holds more than one thing; a group of people is no list of groups"
  )
  func holders() throws {
    let animal = """
      entity Owner { name: String; animal -> Animal?, inverse owner }
      entity Animal { name: String; owner -> Owner, inverse animal }
      """
    #expect(try asked(SingleMember.self, animal).map { $0.hasSuffix("change Owner.animal ->> Animal?") } == [true])
    #expect(
      try asked(SingleMember.self, animal.replacing("Owner", with: "Chip").replacing("owner", with: "chip")) == [])
    let list = "entity ShoppingList { day: Date; property -> Property? }\nentity Property { name: String }"
    #expect(
      try asked(SingleMember.self, list) == [
        "ShoppingList.property holds one Property, and a ShoppingList holds nothing else: is one enough? → if not: change "
          + "ShoppingList.property ->> Property?"
      ])
    #expect(try asked(SingleMember.self, list.replacing("ShoppingList", with: "Purchase")) == [])
    // An inverse does not cement the one.
    #expect(
      try findings(
        of: MissingInverse.self,
        list.replacing("name: String }", with: "name: String; room -> Room?, inverse things }")
          + "\nentity Room { things ->> Property?, inverse room }", options: .xcode
      )
      .filter { $0.entity == "ShoppingList" }.map(\.fix) == [
        "if it holds several: ShoppingList.property <-->> Property.shoppingList; if not: ShoppingList.property <<--> "
          + "Property.shoppingLists"
      ])
    let heads = """
      entity Wine { name: String; talkingHeads -> TalkingHeads?, inverse wine }
      entity TalkingHeads { day: Date; wine -> Wine?, inverse talkingHeads; users ->> User?, inverse heads }
      entity User { name: String; heads ->> TalkingHeads?, inverse users }
      """
    #expect(try asked(SingleMember.self, heads) == [])
    #expect(
      try asked(
        SingleMember.self,
        heads.replacing("; users ->> User?, inverse heads", with: "").replacing(
          "; heads ->> TalkingHeads?, inverse users", with: "")
      ).count == 1)
  }

  @Test("Four pairs and more are one question")
  func pairs() throws {
    let model = """
      entity Patient { name: String; activity -> Activity?, inverse patient; visit -> Visit?, inverse patient; report -> Report?, inverse patient; trip -> Trip?, inverse patient }
      entity Activity { mood: String; patient -> Patient?, inverse activity }
      entity Visit { day: Date; patient -> Patient?, inverse visit }
      entity Report { text: String; patient -> Patient?, inverse report }
      entity Trip { text: String; patient -> Patient?, inverse trip }
      """
    #expect(
      try asked(SingleMember.self, model) == [
        "Patient.activity and Activity.patient, Patient.visit and Visit.patient, Patient.report and Report.patient, Patient.trip and Trip.patient are one-to-one, and a "
          + "second object takes the place of the first: is one enough? → if not: change Patient.activity ->> Activity?, and the like for "
          + "the others"
      ])
    let two = model.replacing("; report -> Report?, inverse patient", with: "").replacing(
      "; patient -> Patient?, inverse report", with: "")
    #expect(try asked(SingleMember.self, two).count == 3)
  }

  @Test("A one-to-one of roles next to a many-to-many, and a type whose siblings hold many")
  func siblings() throws {
    let crew = """
      entity Rower { name: String; stearing -> Track?, inverse coxswain; tracks ->> Track?, inverse rowers }
      entity Track { date: Date; coxswain -> Rower?, inverse stearing; rowers ->> Rower?, inverse tracks }
      """
    #expect(
      try asked(SingleMember.self, crew) == [
        "Rower.stearing and Track.coxswain are one-to-one, next to Rower.tracks, Track.rowers, which hold many, and a second Track "
          + "takes the place of the first: is one enough? → if not: change Rower.stearing ->> Track?"
      ])
    #expect(try asked(SingleMember.self, crew.replacing("stearing", with: "trackOfName")).isEmpty)
    let agenda = """
      entity Agenda { date: Date; group -> GroupType?, inverse agenda, delete cascade; period -> Period?, inverse agendas; exhibition -> Exhibition?, inverse agendas }
      entity GroupType { name: String; agenda -> Agenda?, inverse group }
      entity Period { name: String; agendas ->> Agenda?, inverse period }
      entity Exhibition { name: String; agendas ->> Agenda?, inverse exhibition }
      """
    #expect(
      try asked(SingleMember.self, agenda) == [
        "GroupType.agenda holds one Agenda, and Period.agendas, Exhibition.agendas hold many: is one enough? → if not: change "
          + "GroupType.agenda ->> Agenda?"
      ])
    #expect(try asked(SingleMember.self, agenda.replacing("GroupType", with: "Summary")).isEmpty)
  }

  @Test(
    "A list by its name, wherever the plural is; a name that is taken is not proposed, and an entity may be a plural")
  func lists() throws {
    let author = """
      entity Author { name: String; articlesPubList -> Article?, inverse author }
      entity Article { title: String; author -> Author?, inverse articlesPubList }
      """
    #expect(
      try asked(Naming.self, author) == [
        "Author.articlesPubList holds one Article, and its name says that there are several: a second one takes its place; is one "
          + "enough? → if not: change Author.articlesPubList ->> Article?, or: rename Author.articlesPubList to articlePub, with "
          + "articlesPubList as its renaming ID"
      ])
    let sentence = """
      entity Sentence { example: String; examples -> Example?, inverse sentences }
      entity Example { text: String; sentences ->> Sentence?, inverse examples }
      """
    #expect(
      try asked(Naming.self, sentence).map { $0.hasSuffix("→ if not: change Sentence.examples ->> Example?") } == [true]
    )
    let classes = """
      entity Timetable { name: String; classes ->> Classes?, inverse timetable }
      entity Classes { name: String; timetable -> Timetable?, inverse classes; events ->> Event?, inverse classes }
      entity Event { day: Date; classes -> Classes?, inverse events }
      """
    #expect(try asked(Naming.self, classes).isEmpty)
  }

  @Test("Two people may have the same name; an account and a thing may not")
  func keys() throws {
    #expect(
      try asked(NameKey.self, NameKey.page.example) == [
        "Baby is unique by firstName, and a save conflicts where two have the same; can two people have the same name? → if so: let an "
          + "attribute be unique that tells them apart, such as a UUID"
      ])
    for model in [
      "entity User { name: String; unique name }", "entity Tag { name: String; unique name }",
      "entity Baby { firstName: String; born: Date; unique firstName, born }",
    ] {
      #expect(try asked(NameKey.self, model).isEmpty)
    }
    #expect(try asked(NameKey.self, "entity Student { name: String; unique name }").count == 1)
    #expect(try asked(NilKey.self, "entity Baby { firstName: String?; unique firstName }").isEmpty)
  }

  @Test("Limits that names and comments go past")
  func limits() throws {
    #expect(
      try asked(
        TextLength.self,
        """
        entity User { firstName: String, length 4...; lastName: String, length 3...; username: String, length 4... }
        entity Exam { comments: String?, length ...255; xmlBlob: String?, length ...255; number: String?, length ...255; flag: String?, length ...1 }
        entity List { title: String, length ...40 }
        """) == [
          "User.firstName, User.lastName need at least 3 characters, and a save refuses a shorter one; is no name shorter, such as Bo? → "
            + "if not: widen the limits, or let the app check the text first",
          "Exam.comments, Exam.xmlBlob, List.title hold at most 255 characters, and a save refuses a longer one; does the app check it? "
            + "→ if not: widen the limits, or let the app check the text first",
        ])
    #expect(try findings(of: TextLength.self, TextLength.page.example).isEmpty)
  }

  @Test("A longitude alone; a date of seven digits; a parent that is its own inverse")
  func halves() throws {
    #expect(
      try asked(HalfPosition.self, HalfPosition.page.example) == [
        "Spot has a longitude and no latitude; is it kept elsewhere? → if not: add Spot.latitude: Double"
      ])
    for other in ["latitude", "lat", "geoLat"] {
      #expect(try asked(HalfPosition.self, "entity Spot { longitude: Double; \(other): Double }").isEmpty)
    }
    #expect(
      try asked(UnsuitedType.self, "entity Issue { refDate: Float; pubDate: Double; time: Float }") == [
        "Issue.refDate is in Float, which keeps seven digits, and the seconds of a date have nine or ten; is it for a moment in time? "
          + "→ if so: change Issue.refDate: Date, with a mapping model for stores that exist"
      ])
    let stack =
      "entity Stack { name: String; parentStack -> Stack?, inverse parentStack; twin -> Stack?, inverse twin }"
    let found = try asked(LinkEntity.self, stack)
    #expect(
      found == [
        "Stack.parentStack is its own inverse: if one object is the parentStack of another, the other is that of the first as well; is "
          + "that meant? → if not: Stack.parentStack <<--> Stack.parentStackOf"
      ])
    #expect(try asked(LinkEntity.self, stack + "\nStack.parentStack <<--> Stack.parentStackOf").isEmpty)
  }

  @Test("The number of a payment card, and keys that wallets encrypt, are asked about")
  func secrets() throws {
    #expect(
      try asked(
        PlainSecret.self,
        """
        entity Account { address: String; privateKey: String }
        entity Card { bankName: String; cardNumber: String; cvv: String }
        entity Ticket { cardNumber: String }
        """) == [
          "Account.privateKey, Card.cardNumber, Card.cvv are readable in the file of the store, unless the app encrypts them; does it? "
            + "→ if not: keep them in the keychain; Card.cvv not at all, as no security code may be stored after a payment (PCI DSS 3.3)"
        ])
  }

  @Test("Numbered attributes of two entities are one question")
  func numbered() throws {
    func entity(_ name: String) -> String {
      "entity \(name) { \((1...5).map { "step\($0): Boolean?; pitch\($0): Float?" }.joined(separator: "; ")) }\n"
    }
    #expect(
      try asked(RepeatingGroup.self, entity("Sequence") + entity("Preset")) == [
        "Sequence.step1 to step5, Sequence.pitch1 to pitch5, Preset.step1 to step5, Preset.pitch1 to pitch5 are several values of one "
          + "kind each; is their number fixed? → if not, with code that copies the values: make one to-many relationship of each"
      ])
  }
}
