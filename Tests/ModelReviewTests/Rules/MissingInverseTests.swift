import ModelReview
import Testing

@Suite("Rule: every relationship has an inverse")
struct MissingInverseTests {
  @Test("One way")
  func oneWay() throws {
    let found = try messages(
      of: MissingInverse.self,
      """
      entity Team { name: String }
      entity Player { team -> Team? }
      """)
    #expect(found == ["Player.team should have an inverse: without one the graph cannot keep both ends in step"])
  }

  @Test("Two ways that know nothing of each other are made one")
  func twoWays() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Team { name: String; players ->> Player? }
      entity Player { team -> Team? }
      """
    ).map(\.fix)
    #expect(found == ["change Team.players, inverse team", "change Player.team, inverse players"])
  }

  @Test("Two relationships of an entity to itself are not taken for one; what is owned has one owner")
  func proposals() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Tag { required ->> Tag?; excluded ->> Tag? }
      entity Cover { name: String? }
      entity Book { cover -> Cover?, delete cascade; pages ->> Page?, delete cascade; readers ->> Person? }
      entity Page { text: String? }
      entity Person { name: String? }
      """
    ).map(\.fix)
    #expect(
      found == [
        "Tag.required <-->> Tag.tag, or: Tag.required <<-->> Tag.tags",
        "Tag.excluded <-->> Tag.tag, or: Tag.excluded <<-->> Tag.tags", "Book.cover <--> Cover.book",
        "Book.pages <-->> Page.book", "Book.readers <-->> Person.book, or: Book.readers <<-->> Person.books",
      ])
  }

  @Test("Both ends")
  func bothEnds() throws {
    let found = try places(
      of: MissingInverse.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
