import ModelReview
import Testing

@Suite("Parts by the shape of the model")
struct PartsInGeneralTests {
  private func asked(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    #expect(try findings(of: rule, model).isEmpty)
    return try findings(of: rule, model, options: .xcode).map(\.message)
  }

  private static func crag(_ track: String, _ rest: String = "") -> String {
    """
    entity Crag { name: String; routes ->> Route?, inverse crag }
    entity Route { grade: String; crag -> Crag?, inverse routes; \(track) }
    \(rest)
    """
  }

  private let lost =
    "deleting a Crag leaves its routes with crag = nil, and no other relationship leads to them; are they meant to stay?"
  private let left = "deleting a Crag leaves its routes with crag = nil; are they meant to stay?"

  @Test("A part with the one object that nothing else knows, with a list, or with what it is sorted by")
  func others() throws {
    let cases = [
      ("boxes ->> Box?", "entity Box { width: Integer32 }", lost),
      ("rock -> RockType?, inverse routes", "entity RockType { name: String; routes ->> Route?, inverse rock }", left),
    ]
    for (relationship, rest, message) in cases {
      let found = try findings(of: LeftBehind.self, Self.crag(relationship, rest), options: .xcode).map(\.message)
      #expect(found == [message], "\(relationship)")
    }
    let climb = Self.crag(
      "climb -> Climb?, inverse route", "entity Climb { day: Date; route -> Route?, inverse climb }")
    #expect(
      try asked(LeftBehind.self, climb) == [
        "the objects of Crag.routes, Route.climb stay without their owner when it is deleted; are they meant to stay?"
      ])
    // A cascade to the route makes its object the owner.
    #expect(try asked(LeftBehind.self, climb + "\nchange Climb.route, delete cascade") == [])
  }

  @Test("A round of the same game is no other owner of its players; what a file holds was read from it")
  func siblingOwners() throws {
    let game = """
      entity Game { day: Date; rounds ->> Round?, inverse game, delete cascade; players ->> Player?, inverse game }
      entity Round { number: Integer32; game -> Game?, inverse rounds; players ->> Player?, inverse round }
      entity Player { name: String; game -> Game?, inverse players; round -> Round?, inverse players }
      """
    #expect(
      try asked(LeftBehind.self, game) == [
        "deleting a Game leaves its players with game = nil; are they meant to stay?"
      ])
    // A round that stays may keep them.
    #expect(
      try asked(LeftBehind.self, game + "\nchange Game.rounds, delete nullify").contains { $0.contains("Game.players") }
        == false)
    let file = """
      entity GPXFile { imported: Date; caches ->> Cache?, inverse file }
      entity Cache { name: String; file -> GPXFile?, inverse caches }
      """
    #expect(try asked(LeftBehind.self, file).count == 1)
    #expect(try asked(LeftBehind.self, file.replacing("GPXFile", with: "Picture")) == [])
    #expect(try asked(LeftBehind.self, file.replacing("caches ->> Cache?", with: "caches -> Cache?")) == [])
  }

  @Test("The parts of a review that are sorted by tags, all of them in one question")
  func labelled() throws {
    let model = """
      entity Review { name: String; country: String; eyes -> Eyes?, inverse review; mouth -> Mouth?, inverse review; nose -> Nose?, inverse review }
      entity Eyes { rim: Double; review -> Review?, inverse eyes }
      entity Mouth { acidity: Double; review -> Review?, inverse mouth; aromas ->> AromaTag?, inverse mouths }
      entity Nose { openness: Double; review -> Review?, inverse nose; aromas ->> AromaTag?, inverse noses }
      entity AromaTag { name: String; mouths ->> Mouth?, inverse aromas; noses ->> Nose?, inverse aromas }
      """
    #expect(
      try asked(LeftBehind.self, model) == [
        "the objects of Review.eyes, Review.mouth, Review.nose stay without their owner when it is deleted; are they meant to stay?"
      ])
  }

  @Test("A house outlives its owner")
  func estates() throws {
    let model = """
      entity Owner { name: String; properties ->> Property?, inverse owner }
      entity Property { street: String; owner -> Owner?, inverse properties }
      """
    #expect(try asked(LeftBehind.self, model) == [])
    #expect(
      try asked(LeftBehind.self, model.replacing("Owner", with: "Route").replacing("Property", with: "Stop")).count == 1
    )
  }

  @Test("Another owner that holds many is no part of the part")
  func owners() throws {
    let model = Self.crag(
      "guide -> Guide?, inverse routes", "entity Guide { name: String; routes ->> Route?, inverse guide }")
    #expect(try asked(LeftBehind.self, model) == [])
  }

  @Test("Parts of one owner that have many of each other are still its parts")
  func siblings() throws {
    let model = """
      entity Airport { name: String; runways ->> Runway?, inverse airport; procedures ->> Procedure?, inverse airport }
      entity Runway { heading: Double; airport -> Airport?, inverse runways; procedures ->> Procedure?, inverse runways }
      entity Procedure { name: String; airport -> Airport?, inverse procedures; runways ->> Runway?, inverse procedures }
      """
    #expect(
      try asked(LeftBehind.self, model) == [
        "the objects of Airport.runways, Airport.procedures stay without their owner when it is deleted; are they meant to stay?"
      ])
  }

  @Test("The branches of a tree, by their names")
  func trees() throws {
    let model = """
      entity Task { name: String; parentTask -> Task?, inverse subtasks; subtasks ->> Task?, inverse parentTask }
      """
    #expect(
      try findings(of: LeftBehind.self, model, options: .xcode).map { "\($0.message) → \($0.fix)" } == [
        "deleting a Task leaves its subtasks with parentTask = nil, at the top of the tree; are they meant to stay? "
          + "→ if not, the delete rule or the code that deletes the parent can take them along, or deny can keep a parent that has any"
      ])
    for change in [
      "rename Task.subtasks to replies", "rename Task to Category", "change Task.subtasks, delete cascade",
      "change Task.subtasks, delete deny",
    ] {
      #expect(try asked(LeftBehind.self, model + "\n" + change) == [], "\(change)")
    }
  }

  @Test("The pictures of several owners that have many each, and not those who wrote a note")
  func annotations() throws {
    let model = """
      entity Pattern { name: String; images ->> StoredImage?, inverse pattern }
      entity Yarn { name: String; images ->> StoredImage?, inverse yarn }
      entity StoredImage { name: String; pattern -> Pattern?, inverse images; yarn -> Yarn?, inverse images }
      """
    #expect(
      try asked(LeftBehind.self, model) == [
        "the objects of Pattern.images, Yarn.images stay without their owner when it is deleted; are they meant to stay?"
      ])
    let notes = model.replacing("StoredImage", with: "Note").replacing("Yarn", with: "Member")
    #expect(
      try asked(LeftBehind.self, notes) == [
        "deleting a Pattern leaves its images with pattern = nil; are they meant to stay?"
      ])
  }

  @Test("Two ends that begin with the same preposition own as any others do")
  func prepositions() throws {
    let model = """
      entity Coupon { title: String; day: Date; toImage -> Image?, inverse toCoupon; toShop -> Shop? }
      entity Image { picture: BinaryData; toCoupon -> Coupon?, inverse toImage }
      entity Shop { name: String }
      """
    #expect(
      try findings(of: LeftBehind.self, model, options: .xcode).map(\.message) == [
        "deleting a Coupon leaves its toImage with toCoupon = nil, and no other relationship leads to it; is it meant to stay?"
      ])
    #expect(
      try asked(
        LeftBehind.self, model.replacing("toImage", with: "linkedImage").replacing("toCoupon", with: "linkedCoupon"))
        == [])
  }

  @Test("What many have in common is no part of the one that it is with")
  func shared() throws {
    let model = """
      entity Mother { name: String; hospital ->> Hospital?, inverse mother }
      entity Hospital { name: String; mother -> Mother?, inverse hospital }
      """
    #expect(try asked(LeftBehind.self, model) == [])
    #expect(
      try findings(of: SingleMember.self, model, options: .xcode).map { "\($0.message) → \($0.fix)" } == [
        "Hospital.mother holds one Mother, so a second Mother takes the hospital from the first: is it shared by several? "
          + "→ if so: change Hospital.mother ->> Mother?"
      ])
    for change in [
      "change Mother.hospital, delete cascade", "rename Mother to User", "rename Hospital to MotherHospital",
      "change Hospital.mother ->> Mother?",
    ] {
      #expect(try asked(SingleMember.self, model + "\n" + change) == [], "\(change)")
    }
  }

  @Test("The objects of a list without an inverse may be parts, which cascade takes along")
  func withoutInverse() throws {
    let model = """
      entity Order { day: Date; lines ->> Line? }
      entity Line { count: Integer32 }
      """
    func advice(_ model: String) throws -> String? {
      try findings(of: MissingInverse.self, model, options: .xcode).first?.fix
    }
    #expect(
      try advice(model)
        == "if several objects can share one: Order.lines <<-->> Line.orders; if not: Order.lines <-->> Line.order; delete cascade if "
        + "a Line means nothing without its Order"
    )
    for change in ["rename Line to Employee", "add Order.first -> Line?", "change Order.lines, delete cascade"] {
      #expect(try advice(model + "\n" + change)?.contains("cascade if") == false, "\(change)")
    }
  }
}
