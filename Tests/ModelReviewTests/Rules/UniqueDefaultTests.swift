import Diagnostics
import ModelReview
import Testing
import WorkbookLanguage

@Suite("Rule: what has to be unique has no default")
struct UniqueDefaultTests {
  @Test(
    "A default that every new object has",
    arguments: [
      (
        "entity Ticket { number: Integer64 = 0; unique number }",
        "Ticket is unique by number, and every new one has the default 0: two of them collide",
        "change Ticket.number, no default"
      ),
      (
        "entity Club { name: String = \"\"; town: String = \"?\"; unique name, town }",
        "Club is unique by name, town, and every new one has the default \"\", \"?\": two of them collide",
        "change Club.name, no default"
      ),
      (
        "entity Thing { code: Integer16 = 7 }\nentity Box: Thing { size: Integer16; unique code }",
        "Box is unique by code, and every new one has the default 7: two of them collide",
        "change Thing.code, no default"
      ),
      (
        "entity Day { date: Date = 2001-01-01; end: Date = 2001-01-02T10:00:00Z; unique date, end }",
        "Day is unique by date, end, and every new one has the default 2001-01-01, 2001-01-02T10:00:00Z: two of them collide",
        "change Day.date, no default"
      ),
      (
        "entity Post { slug: String? = \"new\"; unique slug }",
        "Post is unique by slug, and every new one has the default \"new\": two of them collide",
        "change Post.slug, no default"
      ),
    ])
  func collides(_ model: String, _ message: String, _ fix: String) throws {
    let found = try findings(of: UniqueDefault.self, model)
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.fix) == [fix])
    #expect(found.map(\.severity) == [.warning])
    #expect(try messages(of: UniqueDefault.self, model + "\n" + fix) == [])
  }

  @Test(
    "Another key tells the objects apart, and now() is not the same twice",
    arguments: [
      "entity Club { name: String; town: String = \"?\"; unique name, town }",
      // One object, on purpose.
      "entity CurrentUser { key: String = \"user\"; unique key }",
      "entity Store { key: String = \"the only one\"; unique key }",
      "entity Visit { at: Date = now(); unique at }",
      "entity Ticket { number: Integer64; seat: Integer16 = 0; unique number }",
    ])
  func apart(_ model: String) throws {
    #expect(try messages(of: UniqueDefault.self, model) == [])
  }

  @Test(
    "The 0 that Xcode enters for each number says nothing in its models",
    arguments: [
      ("entity Message { id: Integer64 = 0; unique id }", 0), ("entity Log { at: Double = 0.0; unique at }", 0),
      ("entity Page { number: Integer32 = 1; unique number }", 1),
      ("entity Club { code: Integer16 = 0; name: String = \"\"; unique code, name }", 1),
    ])
  func zeros(_ model: String, _ count: Int) throws {
    #expect(try findings(of: UniqueDefault.self, model, options: .xcode).count == count)
    #expect(try findings(of: UniqueDefault.self, model).count == 1)
  }

  @Test("In a store that is mirrored to CloudKit, a required attribute without a default is refused")
  func mirrored() throws {
    let id = #"uuid "5095BC9D-0000-4000-8000-000000000000""#
    let model = """
      entity A { id: UUID = \(id) }
      entity B { id: UUID? = \(id) }
      configuration Cloud { A, B }
      """
    #expect(try findings(of: UniqueDefault.self, model).map(\.fix) == ["change A.id, optional, no default"])
    let mended = model + "\nchange A.id, optional, no default"
    #expect(try findings(of: UniqueDefault.self, mended).map(\.fix) == ["change B.id, no default"])
    #expect(try messages(of: CloudKit.self, mended) == [])
  }

  @Test("The collision happens")
  func example() throws {
    var interpreter = try world(UniqueDefault.page.example + "\nTicket()\nTicket()")
    #expect(interpreter.run(SourceText("save")).last?.failed == true)
  }
}
