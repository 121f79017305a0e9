import ModelReview
import Testing

@Suite("Rule: a uniqueness constraint names attributes")
struct UniqueKeyTests {
  @Test("A relationship, and an element of a composite, are notes")
  func others() throws {
    let found = try findings(
      of: UniqueKey.self,
      """
      composite Place { zip: String; city: String }
      entity Podcast { title: String; episodes ->> Episode?, inverse podcast }
      entity Episode { guid: String; at: Place?; podcast -> Podcast?, inverse episodes; unique guid, podcast; unique at.zip }
      """)
    #expect(
      found.map(\.message) == [
        "Episode is unique by guid, podcast: podcast is a relationship; Core Data documents only attributes in a "
          + "uniqueness constraint",
        "Episode is unique by at.zip: at.zip is an element of a composite; Core Data documents only attributes in a "
          + "uniqueness constraint",
      ])
    #expect(found.map(\.severity) == [.note, .note])
  }

  @Test("Archived keys of an app's model are one question")
  func archives() throws {
    let model = """
      entity Adventure { recordID: Transformable, class "CKRecordID"; recordName: String; unique recordID, recordName }
      entity Beacon { recordID: Transformable, class "CKRecordID"; unique recordID }
      entity Place { recordID: Transformable, class "CKRecordID"; name: String; unique name }
      """
    #expect(
      try questions(of: UniqueKey.self, model).map(\.message) == [
        "Adventure.recordID, Beacon.recordID are Transformable keys of a uniqueness constraint, and a SQLite store compares archived "
          + "values byte by byte; do equal ones always have the same bytes?"
      ])
  }

  @Test("Several relationships are one note")
  func several() throws {
    let found = try findings(
      of: UniqueKey.self,
      """
      entity Podcast { title: String; episodes ->> Episode?, inverse podcast; chapters ->> Chapter?, inverse podcast }
      entity Episode { guid: String; podcast -> Podcast?, inverse episodes; unique guid, podcast }
      entity Chapter { number: Integer16; podcast -> Podcast?, inverse chapters; unique podcast, number }
      """)
    #expect(
      found.map(\.message) == [
        "Episode is unique by guid, podcast: podcast is a relationship; Core Data documents only attributes in a "
          + "uniqueness constraint; the same holds for Chapter by podcast, number"
      ])
  }

  @Test("Attributes, also inherited and optional ones, are what Core Data documents")
  func attributes() throws {
    let found = try messages(
      of: UniqueKey.self,
      "entity Person { name: String?; unique name }\nentity Player: Person { number: Integer16; unique name, number }")
    #expect(found == [])
  }
}
