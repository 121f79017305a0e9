import ModelReview
import Testing

@Suite("Rule: numbered properties")
struct RepeatingGroupTests {
  @Test("Three phones")
  func threePhones() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Contact { name: String; phone1: String?; phone2: String?; phone3: String? }
      """)
    #expect(found == ["Contact.phone1,phone2,phone3"])
    let words = try messages(
      of: RepeatingGroup.self, "entity Contact { phone1: String?; phone2: String?; phone3: String? }")
    #expect(words == ["phone1, phone2, phone3 of Contact are several values of one kind"])
  }

  @Test("Two families")
  func twoFamilies() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Contact { phone1: String?; phone2: String?; phone3: String?; phone1Type: String?; phone2Type: String?; phone3Type: String? }
      """)
    #expect(found == ["Contact.phone1,phone2,phone3", "Contact.phone1Type,phone2Type,phone3Type"])
  }

  @Test("A geometry")
  func aGeometry() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Segment { x1: Double; y1: Double; x2: Double; y2: Double }
      """)
    #expect(found == [])
  }

  @Test("Lines of one address")
  func linesOfOneAddress() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Person { addressLine1: String?; addressLine2: String?; addressLine3: String? }
      """)
    #expect(found == [])
  }

  @Test("A gap")
  func aGap() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Person { phone1: String?; phone2: String?; phone4: String? }
      """)
    #expect(found == [])
  }
}
