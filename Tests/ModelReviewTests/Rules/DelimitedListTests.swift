import ModelReview
import Testing

@Suite("Rule: texts that are lists")
struct DelimitedListTests {
  @Test("Tags")
  func tags() throws {
    let found = try places(
      of: DelimitedList.self,
      """
      entity Note { tags: String? }
      for i in 0...9 { Note(tags: "swift, data"); Note(tags: "data, graph"); Note(tags: "graph, swift, data"); Note(tags: "graph") }
      """)
    #expect(found == ["Note.tags"])
  }

  @Test("Last and first name")
  func lastAndFirstName() throws {
    let found = try places(
      of: DelimitedList.self,
      #"""
      entity Person { display: String? }
      for i in 0...29 { Person(display: "Last\(i), First\(i % 5)") }
      """#)
    #expect(found == [])
  }

  @Test(
    "A few texts are worth a note",
    arguments: [
      (["Matt, Chris, Dom", "Jocke, Sami"], "in all 2 objects"),
      (["red, green", "green, blue", "blue"], "in 2 of 3 objects"),
      (["red;green;blue", "red"], "in 1 of 2 objects"), (["drama;crime", "crime"], "in 1 of 2 objects"),
      (["Matt, Chris", "Jocke, Sami"], "in all 2 objects"), (["en;fr", "de;it"], "in all 2 objects"),
      (["Ann & Bob", "Cy & Dee"], "in all 2 objects"), (["Wade/Allen/Bosh", "James/Love"], "in all 2 objects"),
      (["555-1; 555-2", "555-3"], "in 1 of 2 objects"),
    ])
  func few(texts: [String], extent: String) throws {
    let band = "entity Band { members: String? }\n" + texts.map { "Band(members: \"\($0)\")\n" }.joined()
    let found = try findings(of: DelimitedList.self, band)
    #expect(found.map(\.severity) == [.note])
    #expect(found.first?.message.hasSuffix(extent) == true)
  }

  @Test("A part that comes now here, now there makes a list, whatever the name says")
  func moving() throws {
    let found = try messages(
      of: DelimitedList.self,
      #"""
      entity Film { genre: String? }
      Film(genre: "drama, crime"); Film(genre: "war, love, drama"); Film(genre: "war")
      """#)
    #expect(found == ["genre holds several values, with ',' between them, in 2 of 3 objects"])
  }

  @Test(
    "A few texts that are no lists",
    arguments: [
      ("author", ["Doe, John", "Roe, Jane", "Plato"]), ("author", ["Doe, John", "Doe, Jane"]),
      ("name", ["King, Martin Luther, Jr.", "Doe, John"]),
      ("address", ["Main Street, Miami, Florida", "Elm Street, Tampa, Florida"]),
      ("addresses", ["12 Main Street, Miami, Florida"]), ("city", ["Oslo, Norway", "Portland, Oregon, USA"]),
      ("title", ["Tinker, Tailor, Soldier, Spy", "Alien"]), ("notes", ["bread, milk, eggs", "nothing"]),
      ("text", ["Well, then, go", "Oh, no"]), ("sizes", ["1,200", "3,400"]),
      ("coordinates", ["59.9, 10.7", "60.4, 5.3"]), ("links", ["https://a.org/x,y", "https://b.org/x,z"]),
      ("members", ["a@b.org, c@d.org", "e@f.org"]), ("members", ["Matt"]), ("members", ["Matt, Chris, Dom"]),
      ("firm", ["Ben & Jerry", "Marks & Spencer"]), ("days", ["3/4", "4/5"]), ("members", ["Matt, Chris", "Dom"]),
      ("motto", ["Live, laugh, love", "Less is more"]),
    ])
  func noLists(name: String, texts: [String]) throws {
    let source = "entity Thing { \(name): String? }\n" + texts.map { "Thing(\(name): \"\($0)\")\n" }.joined()
    #expect(try messages(of: DelimitedList.self, source) == [])
  }
}
