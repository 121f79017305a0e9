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
      "entity CurrentUser { key: String = \"the only one\"; unique key }",
      "entity Visit { at: Date = now(); unique at }",
      "entity Ticket { number: Integer64; seat: Integer16 = 0; unique number }",
    ])
  func apart(_ model: String) throws {
    #expect(try messages(of: UniqueDefault.self, model) == [])
  }

  @Test("The collision happens")
  func example() throws {
    var interpreter = try world(UniqueDefault.page.example + "\nTicket()\nTicket()")
    #expect(interpreter.run(SourceText("save")).last?.failed == true)
  }
}
