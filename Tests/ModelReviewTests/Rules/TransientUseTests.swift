import ModelReview
import Testing

@Suite("Rule: transient properties in an index")
struct TransientUseTests {
  @Test("Indexed")
  func indexed() throws {
    let found = try messages(
      of: TransientUse.self,
      """
      entity Player { nickname: String?, transient, indexed }
      """)
    #expect(found == ["Player.nickname is transient, and indexed: a store knows nothing of it"])
  }

  @Test("Unique by an element of it")
  func elements() throws {
    let found = try messages(
      of: TransientUse.self,
      """
      composite Address { city: String? }
      entity Shop { home: Address?, transient; homestead: String?; unique home.city; unique homestead }
      """)
    #expect(found == ["Shop.home is transient, and unique: a store knows nothing of it"])
  }

  @Test("Stored")
  func stored() throws {
    let found = try places(
      of: TransientUse.self,
      """
      entity Player { nickname: String?, indexed }
      """)
    #expect(found == [])
  }
}
