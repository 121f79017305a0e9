import ModelReview
import Testing

@Suite("Rule: attributes that decide others")
struct TransitiveInEntityTests {
  @Test("A zip decides its city")
  func aZipDecidesItsCity() throws {
    let found = try places(
      of: TransitiveInEntity.self,
      #"""
      entity Customer { name: String; zip: String?; city: String? }
      for n in 0...11 { for i in 1...5 { Customer(name: "N \(n) \(i)", zip: "1000\(n)", city: "City \(n % 5)") } }
      """#)
    #expect(found == ["Customer.city ← zip"])
  }

  @Test("Independent")
  func independent() throws {
    let found = try places(
      of: TransitiveInEntity.self,
      #"""
      entity Customer { name: String; zip: String?; city: String? }
      for n in 0...11 { for i in 1...5 { Customer(name: "N \(n) \(i)", zip: "1000\(n)", city: "City \(i)") } }
      """#)
    #expect(found == [])
  }
}
