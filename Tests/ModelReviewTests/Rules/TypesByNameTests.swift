import ModelReview
import Testing

@Suite("Types that names and namesakes say are too small, limits that time goes past, secrets in archives")
struct TypesByNameTests {
  private func asked(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    try questions(of: rule, model).map { "\($0.message) → \($0.fix)" }
  }

  /// The model, with a sign that it keeps what a server sends.
  private static let rigs = """
    entity Rig { reportID: Integer32; imageURL: String }
    entity Pump { reportID: Integer32; userid: Integer32; rodID: Integer16 }
    entity Rod { reportID: Integer16; userID: Integer16; order: Integer16; remoteID: Integer16 }
    entity Tank { user_id: Integer16; order: Integer32; remoteID: Integer32 }
    """

  @Test("A key that has more bits under the same name, however that is written, comes before all other numbers")
  func namesakes() throws {
    #expect(
      try asked(UnsuitedType.self, Self.rigs) == [
        "Rod.reportID is in Integer 16, and Rig.reportID and Pump.reportID in Integer 32; Rod.userID, Tank.user_id are in Integer 16, "
          + "and Pump.userid in Integer 32: Integer 16 ends at 32,767; do they hold the same values? → if so: change Rod.reportID: "
          + "Integer32",
        "Pump.rodID, Rod.remoteID are in Integer 16, which ends at 32,767; are they given by a server, and can they be more? → if so: "
          + "change Pump.rodID: Integer64",
      ])
    // The app's own numbers, and keys of one width.
    let local = Self.rigs.replacing("imageURL", with: "image").replacing("Integer16", with: "Integer32")
    #expect(try asked(UnsuitedType.self, local) == [])
    #expect(
      try asked(UnsuitedType.self, "entity Employee { id: Integer16 }\nentity Service { serviceID: Integer16 }") == [])
    #expect(try findings(of: UnsuitedType.self, Self.rigs, options: [.xcode, .cloudKit]).isEmpty)
  }

  @Test("The number of a building next to its text")
  func kinds() throws {
    let model = "entity Installer { buildingID: Integer64 }\nentity FloorMap { buildingID: String }"
    #expect(
      try asked(UnsuitedType.self, model) == [
        "Installer.buildingID is an Integer64, and in FloorMap a String: is the difference meant? → if not: change "
          + "Installer.buildingID: String, with a mapping model for stores that exist"
      ])
    #expect(try asked(UnsuitedType.self, model.replacing("buildingID", with: "id")) == [])
    #expect(try asked(UnsuitedType.self, model.replacing("buildingID", with: "remoteID")) == [])
  }

  @Test("All of a kind are named, as programs read the message")
  func all() throws {
    let keys = (1...13).map { "key\($0)ID: Integer16" }.joined(separator: "; ")
    let found = try asked(UnsuitedType.self, "entity Rig { \(keys); url: String }")
    #expect(found.map { $0.contains("Rig.key13ID are in Integer 16") } == [true])
  }

  @Test("Phone numbers by other names, ISBNs, whole degrees, and dates that are called images")
  func others() throws {
    func change(_ name: String, _ type: String, _ condition: String = "if so") -> String {
      " → \(condition): change \(name): \(type), with a mapping model for stores that exist"
    }
    #expect(
      try asked(
        UnsuitedType.self,
        "entity Guest { mobile: Integer64; mobileNumber: Integer64; phoneNo: Integer64; contactNumber: Integer64; contact: Integer64 }"
      ) == [
        "Guest.mobile, Guest.mobileNumber, Guest.phoneNo, Guest.contactNumber are numbers, which keep no leading 0 and no +; are they "
          + "for a phone number or a postal code?" + change("Guest.mobile", "String")
      ])
    #expect(
      try asked(UnsuitedType.self, "entity Book { isbn: Integer32; isbnCount: Integer32 }") == [
        "Book.isbn is a number, which keeps no leading 0 and no X; is it for an ISBN?" + change("Book.isbn", "String")
      ])
    #expect(
      try asked(UnsuitedType.self, "entity Pin { latitude: Integer16; longitude: Integer16; latitudeE6: Integer16 }")
        == [
          "Pin.latitude, Pin.longitude are whole numbers, and from one degree to the next it is up to 111 km; do they hold degrees?"
            + " → if so: change Pin.latitude: Double"
        ])
    #expect(
      try asked(UnsuitedType.self, "entity Word { image: Date; imageDate: Date }") == [
        "Word.image is a Date, and no image; is it for a moment in time?" + change("Word.image", "BinaryData", "if not")
      ])
  }

  @Test("A name in a number, and numbers of documents, accounts and cards")
  func texts() throws {
    func change(_ name: String, _ rest: String = "") -> String {
      " → if so: change \(name): String\(rest), with a mapping model for stores that exist"
    }
    #expect(
      try asked(
        UnsuitedType.self,
        """
        entity Track { trackName: Integer32 = 0; title: Double; maxLengthOfName: Integer16; nameCount: Integer16; titles: Integer32 }
        entity Person { idNumber: Integer16; passport: Integer64; vatNumber: Integer64 }
        entity Billing { card: Integer16; bankCardNumber: Integer16 }
        entity Game { idNumber: Integer16; card: Integer16; plateNumber: Integer32; number: Integer16 }
        entity Guest { phoneNumber: Integer16 }
        """) == [
          "Track.trackName, Track.title are numbers; are they for a name or another text?"
            + change("Track.trackName", ", no default"),
          "Guest.phoneNumber is in Integer 16, which ends at 32,767 and keeps no leading 0 and no +; is it for a phone number or a "
            + "postal code?" + change("Guest.phoneNumber"),
          "Person.idNumber, Billing.card, Billing.bankCardNumber are in Integer 16, which ends at 32,767; are they for the number of a "
            + "document, a card or an account, which is longer?" + change("Person.idNumber"),
          "Person.passport, Person.vatNumber are numbers, which keep no leading 0 and no letter; are they for the number of a document or "
            + "an account, which may have either?" + change("Person.passport"),
        ])
  }

  @Test(
    "A price in whole numbers is asked about its size and its cents; half an hour is in minutes; a kind is no money")
  func amounts() throws {
    #expect(
      try asked(UnsuitedType.self, "entity Offer { price: Integer16; general_or_revenue: String }") == [
        "Offer.price is in Integer 16, which ends at 32,767 and keeps whole numbers; can it be more, or have cents? → if so: change "
          + "Offer.price: Decimal, with a mapping model for stores that exist"
      ])
    #expect(try asked(UnsuitedType.self, "entity Service { duration: Integer16 = 30 }") == [])
    #expect(try asked(UnsuitedType.self, "entity Service { duration: Integer16 = 0 }").count == 1)
  }

  @Test("A date that is a Boolean, and seconds that end in 2038")
  func flags() throws {
    #expect(
      try asked(UnsuitedType.self, "entity Message { timestamp: Integer32; dateCategory: Integer32; sent: Integer32 }")
        == [
          "Message.timestamp is in Integer 32, which ends at 2,147,483,647; is it for seconds since 1970, which are more from January 2038 "
            + "on? → if so: change Message.timestamp: Integer64"
        ])
    #expect(
      try asked(
        UnsuitedType.self,
        "entity Workout { dateModified: Boolean = false; dateIssuedExact: Boolean; upToDate: Boolean }")
        == [
          "Workout.dateModified is a Boolean; is it for a moment in time? → if so: change Workout.dateModified: Date, no default, with a "
            + "mapping model for stores that exist"
        ])
  }

  @Test("Dates and ages beyond a limit")
  func limits() throws {
    #expect(
      try asked(
        ValueLimit.self,
        """
        entity Payment {
          day: Date, range 2018-09-10T08:12:00Z...2028-09-10T08:12:00Z; due: Date, range ...2030-01-01; since: Date, range 2020-05-05T10:11:00Z...
          end: Date, range ...4001-01-01; start: Date, range 1970-01-01...; count: Integer16, range ...99
        }
        entity Person { age: Integer32, range 0...99; gameAge: Integer16, range ...12; oldestAge: Integer16, range ...130 }
        """) == [
          "Payment.day takes no date before 2018-09-10 or after 2028-09-10, Payment.due takes no date after 2030-01-01, Payment.since "
            + "takes no date before 2020-05-05, and a save refuses any other; is that meant? → if not: leave out the limits, or let the "
            + "app check the value first",
          "Person.age takes nothing above 99, and a save refuses any other; is no one older? → if not: leave out the limits, or let the "
            + "app check the value first",
        ])
  }

  @Test("A token in an archive is as readable as a text; bytes, and what another transformer makes, may be encrypted")
  func archives() throws {
    func found(_ attributes: String, of entity: String = "UserCD") throws -> [String] {
      try findings(of: PlainSecret.self, "entity \(entity) { name: String; \(attributes) }", options: .xcode).map {
        "\($0.severity) \($0.entity).\($0.property) \($0.determinant)"
      }
    }
    #expect(
      try found(
        #"apcToken: Transformable, class "String", transformer "NSSecureUnarchiveFromData"; accessToken: Transformable, class ".String""#
      )
        == ["warning UserCD.apcToken UserCD.accessToken"])
    #expect(try found(#"accessToken: Transformable, class "String", transformer "Encrypting""#) == [])
    #expect(try found("password: BinaryData") == [])
    #expect(try found("passwordHash: BinaryData; avatar: BinaryData") == [])
  }
}
