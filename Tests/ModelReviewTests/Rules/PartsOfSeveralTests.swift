import ModelReview
import Testing

@Suite("Parts that lead elsewhere, or have one owner or another")
struct PartsOfSeveralTests {
  private func asked(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    try questions(of: rule, model).map(\.message)
  }

  private static let observation = """
    entity Observation { marks ->> Mark?, inverse observation; observationJudgements ->> ObservationJudgement?, inverse observation }
    entity Mark { text: String; observation -> Observation?, inverse marks; site -> Site?, inverse marks }
    entity Site { name: String; marks ->> Mark?, inverse site; judgements ->> ObservationJudgement?, inverse site }
    entity ObservationJudgement { value: Double; text: String; observation -> Observation?, inverse observationJudgements; site -> Site?, inverse judgements }
    """

  @Test("What is named after its owner is a part, whatever else it leads to")
  func named() throws {
    #expect(
      try asked(LeftBehind.self, Self.observation) == [
        "deleting an Observation leaves its observationJudgements with observation = nil; are they meant to stay?"
      ])
    #expect(try asked(LeftBehind.self, Self.observation.replacing("observationJudgements", with: "shown")) == [])
  }

  @Test("A part of a part, and a value without relationships, change nothing")
  func inner() throws {
    let garden = """
      entity Garden { paddocks ->> Paddock?, inverse garden }
      entity Paddock { name: String; garden -> Garden?, inverse paddocks; soil -> Soil?; rows ->> Row?, inverse paddock }
      entity Soil { acidity: Double }
      entity Row { name: String; paddock -> Paddock?, inverse rows; crops ->> Crop?, inverse rows }
      entity Crop { name: String; rows ->> Row?, inverse crops }
      """
    #expect(
      try asked(LeftBehind.self, garden) == [
        "the objects of Garden.paddocks, Paddock.rows stay without their owner when it is deleted; are they meant to stay?"
      ])
  }

  @Test("A picture for one of several owners, and none takes it along")
  func values() throws {
    let model = """
      entity Coupon { title: String; image -> Image?, inverse coupon }
      entity Member { title: String; image -> Image?, inverse member }
      entity Image { size: Integer32; coupon -> Coupon?, inverse image; member -> Member?, inverse image }
      """
    #expect(
      try asked(LeftBehind.self, model) == [
        "the objects of Coupon.image, Member.image stay without their owner when it is deleted; are they meant to stay?"
      ])
    // A category's picture is one of the app's own.
    #expect(
      try asked(LeftBehind.self, model.replacing("Coupon", with: "Category")) == [
        "deleting a Member leaves its image with member = nil; is it meant to stay?"
      ])
  }

  @Test("Notes of two owners, of whom one cascades")
  func annotations() throws {
    let model = """
      entity Client { name: String; notes ->> Note?, inverse client }
      entity Visit { day: Date; note -> Note?, inverse visit, delete cascade }
      entity Note { text: String; client -> Client?, inverse notes; visit -> Visit?, inverse note }
      """
    #expect(
      try asked(LeftBehind.self, model) == [
        "Client.notes nullifies, and Visit.note, which leads to the same entity, cascades; is the difference meant?"
      ])
    #expect(try asked(LeftBehind.self, model.replacing("Client", with: "Account")) == [])
  }

  @Test("The appointments of a patient, whoever else they are with")
  func appointments() throws {
    let model = """
      entity Patient { name: String; appointments ->> Appointment?, inverse patient }
      entity Course { name: String; appointments ->> Appointment?, inverse course }
      entity Appointment { day: Date; patient -> Patient?, inverse appointments; course -> Course?, inverse appointments }
      """
    #expect(
      try asked(LeftBehind.self, model) == [
        "deleting a Patient leaves its appointments with patient = nil; are they meant to stay?"
      ])
  }

  @Test("A link that is named for both, and the result of three")
  func links() throws {
    let words = """
      entity Entry { text: String; keywords ->> EntryKeyword?, inverse entry }
      entity Keyword { text: String; entries ->> EntryKeyword?, inverse keyword }
      entity EntryKeyword { note: String; entry -> Entry?, inverse keywords; keyword -> Keyword?, inverse entries }
      """
    #expect(
      try asked(HalfLink.self, words) == [
        "an EntryKeyword stays when one of the two objects that it links is deleted: does it mean anything then?"
      ])
    #expect(try asked(HalfLink.self, words.replacing("EntryKeyword", with: "Citation")) == [])
    let race = """
      entity Race { day: Date; results ->> Results?, inverse race }
      entity Horse { name: String; results ->> Results?, inverse horse }
      entity Jockey { name: String; results ->> Results?, inverse jockey }
      entity Results { place: Integer16; race -> Race?, inverse results; horse -> Horse?, inverse results; jockey -> Jockey?, inverse results }
      """
    #expect(
      try asked(HalfLink.self, race) == [
        "a Results stays when one of the objects that it links is deleted: does it mean anything then?"
      ])
    #expect(try asked(HalfLink.self, race.replacing("Results", with: "Game")) == [])
  }

  @Test("A cascade from one part to a whole that has others")
  func wholes() throws {
    let model = """
      entity Preset { name: String; synth -> Synth?, inverse preset; sequencer -> Sequencer?, inverse preset }
      entity Synth { attack: Double; preset -> Preset?, inverse synth, delete cascade }
      entity Sequencer { steps: Integer16; preset -> Preset?, inverse sequencer }
      """
    #expect(
      try asked(CascadeUpwards.self, model) == [
        "deleting a Synth deletes its preset, a Preset with other parts: is it a part of the Synth?"
      ])
    // A translation is the part of its word, and has a theme of its own.
    #expect(
      try asked(
        CascadeUpwards.self,
        """
        entity Word { text: String; native -> Native?, inverse word, delete cascade }
        entity Native { text: String; word -> Word?, inverse native; theme -> Theme?, inverse words }
        entity Theme { name: String; words ->> Native?, inverse theme }
        """) == [])
    let species = """
      entity Species { name: String; individuals ->> Individual?, inverse species, delete cascade }
      entity Individual { name: String; species -> Species?, inverse individuals; weights ->> Weight?, inverse individual; pictures ->> Photo?, inverse individual }
      entity Weight { kilos: Double; individual -> Individual?, inverse weights }
      entity Photo { file: String; individual -> Individual?, inverse pictures }
      """
    #expect(
      try asked(LookupCascade.self, species) == ["deleting a Species deletes all of its individuals: is that meant?"])
  }
}
