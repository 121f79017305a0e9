import ModelReview
import Testing

@Suite("Rule: a name that every object has")
struct TakenNameTests {
  @Test("deleted, and the way out")
  func deleted() throws {
    let model = """
      entity Note { deleted: Boolean = false; removed: Date?; updated: Date? }
      entity Tag { deleted ->> Note? }
      """
    let found = try findings(of: TakenName.self, model)
    #expect(
      found.map(\.message) == [
        "Note.deleted has the name of a property that every managed object has: asked by key, an object may answer either",
        "Tag.deleted has the name of a property that every managed object has: asked by key, an object may answer either",
      ])
    #expect(found.map(\.fix) == ["rename Note.deleted to removed2", "rename Tag.deleted to removed"])
    #expect(try messages(of: TakenName.self, model + "\n" + found.map(\.fix).joined(separator: "\n")) == [])
  }

  @Test("An app gives it one name in all entities: one question, which CloudKit answers otherwise")
  func apps() throws {
    let model = "entity Invoice { deleted: Boolean = false }\nentity Ticket { deleted: Boolean = false }"
    let found = try questions(of: TakenName.self, model)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "Invoice.deleted, Ticket.deleted have the name of a property that every managed object has: asked by key, an object may answer "
          + "either; can they be renamed? → if so: rename Invoice.deleted to removed, with deleted as its renaming ID"
      ])
    #expect(
      try findings(of: TakenName.self, model, options: [.xcode, .cloudKit]).map(\.fix) == [
        "if so: an attribute of another name next to it, as a CloudKit schema in production only grows"
      ])
  }
}
