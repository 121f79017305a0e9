import ModelReview
import Testing

/// Questions that rest on the shape of a model of an app: an owner that leaves objects behind, and one object where several are
/// needed.
@Suite("Rules: the shape of apps' models")
struct AppModelShapeTests {
  @Test("What a category holds alone is left behind; what was spent, what others lead to, and people are not")
  func shelves() throws {
    let found = try findings(
      of: LeftBehind.self,
      """
      entity TrackerCategory { name: String; trackers ->> Tracker?, inverse category }
      entity Tracker { name: String; category -> TrackerCategory?, inverse trackers }
      entity ExpenseCategory { name: String; expenses ->> Expense?, inverse category }
      entity Expense { sum: Decimal; category -> ExpenseCategory?, inverse expenses }
      entity BookCategory { name: String; books ->> Book?, inverse category }
      entity Book { name: String; category -> BookCategory?, inverse books }
      entity Loan { book -> Book? }
      entity UserType { name: String; users ->> User?, inverse type }
      entity User { name: String; type -> UserType?, inverse users }
      """, options: .xcode)
    #expect(
      found.map(\.message) == [
        "deleting a TrackerCategory leaves its trackers with category = nil, and no other relationship leads to them; are they meant "
          + "to stay?"
      ])
  }

  @Test("Of a one-to-one relationship, the end with more parts is the owner, and not both")
  func ownersOfPairs() throws {
    let found = try findings(
      of: LeftBehind.self,
      """
      entity TripLogRecord { name: String; fuel_record -> TripFuelRecord?, inverse log_record; upload_record -> TripUploadRecord?, inverse log_record }
      entity TripFuelRecord { amount: Double; log_record -> TripLogRecord?, inverse fuel_record }
      entity TripUploadRecord { date: Date; log_record -> TripLogRecord?, inverse upload_record }
      """, options: .xcode)
    #expect(
      found.map(\.message) == [
        "the objects of TripLogRecord.fuel_record, TripLogRecord.upload_record stay without their owner when it is deleted, and no "
          + "other relationship leads to them; are they meant to stay?"
      ])
  }

  @Test(
    "Links by which an owner owns nothing: a selected file, an artist's albums, a trip's device, and an account's sales"
  )
  func pointers() throws {
    let found = try findings(
      of: LeftBehind.self,
      """
      entity File { name: String; marks ->> Mark?, inverse file, delete cascade; issues ->> Issue?, inverse file, delete cascade; parts ->> Piece?, inverse file, delete cascade; selectedTabFileSettings ->> Setup?, inverse selectedFile }
      entity Mark { line: Integer32; file -> File?, inverse marks }
      entity Issue { line: Integer32; file -> File?, inverse issues }
      entity Piece { line: Integer32; file -> File?, inverse parts }
      entity Setup { name: String; selectedFile -> File?, inverse selectedTabFileSettings }
      entity Artist { name: String; artistAlbums ->> Album?, inverse albumArtist }
      entity Album { title: String; albumArtist -> Artist?, inverse artistAlbums }
      entity Trip { name: String; device -> Device?, inverse trip; location -> Location?, inverse trip; note: String }
      entity Device { name: String; trip -> Trip?, inverse device }
      entity Location { latitude: Double; trip -> Trip?, inverse location }
      entity MoneyAccount { balance: Decimal; sales ->> Sale?, inverse account }
      entity Sale { name: String; account -> MoneyAccount?, inverse sales; car -> Car?, inverse sales }
      entity Car { name: String; sales ->> Sale?, inverse car }
      """, options: .xcode)
    #expect(
      found.map(\.message) == [
        "deleting a Trip leaves its location with trip = nil, and no other relationship leads to it; is it meant to stay?"
      ])
  }

  @Test(
    "One-to-one relationships that the model itself calls one of several: by a list, a date, a line or crossed inverses"
  )
  func singleByShape() throws {
    let model = """
      entity Lesson { unit -> Unit?, inverse lesson; unitsArray: String?; slide -> Slide?, inverse lesson; slideText: String? }
      entity Unit { title: String; lesson -> Lesson?, inverse unit }
      entity Slide { title: String; lesson -> Lesson?, inverse slide }
      entity Tracker { name: String; record -> TrackerRecordCoreData?, inverse tracker; emblem -> TrackerEmblem?, inverse tracker }
      entity TrackerRecordCoreData { day: Date; tracker -> Tracker?, inverse record }
      entity TrackerEmblem { day: Date; tracker -> Tracker?, inverse emblem }
      entity Cart { name: String; items ->> CartItem?, inverse cart; notes ->> CartNote?, inverse cart }
      entity CartItem { count: Integer16; cart -> Cart?, inverse items; product -> Product?, inverse item }
      entity CartNote { text: String; cart -> Cart?, inverse notes; image -> Image?, inverse note }
      entity Image { data: Binary; note -> CartNote?, inverse image }
      entity Product { name: String; item -> CartItem?, inverse product; brands ->> Brand?, inverse products }
      entity Brand { name: String; products ->> Product?, inverse brands }
      entity Line { name: String; target -> Crossing?, inverse start; crossings ->> Crossing?, inverse target }
      entity Crossing { text: String; target -> Line?, inverse crossings; start -> Line?, inverse target }
      """
    let found = try findings(of: SingleMember.self, model, options: .xcode)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "Lesson.unit and Unit.lesson are one-to-one, next to unitsArray, and a second Unit takes the place of the first: is one enough? "
          + "→ if not: change Lesson.unit ->> Unit?",
        "Tracker.record and TrackerRecordCoreData.tracker are one-to-one, and a second TrackerRecordCoreData takes the place of the "
          + "first: is one enough? → if not: change Tracker.record ->> TrackerRecordCoreData?",
        "Product.item and CartItem.product are one-to-one, and a second CartItem takes the place of the first: is one enough? → if not: "
          + "change Product.item ->> CartItem?",
        "Line.target and Crossing.start are one-to-one; Crossing.target has another inverse, and a second Crossing "
          + "takes the place of the first: is one enough? → if not: change Line.target ->> Crossing?",
      ])
    let fixes = found.map { $0.fix.replacing("if not: ", with: "") }.joined(separator: "\n")
    #expect(try findings(of: SingleMember.self, model + "\n" + fixes, options: .xcode).isEmpty)
  }
}
