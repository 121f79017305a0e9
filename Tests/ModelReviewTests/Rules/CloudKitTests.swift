import ModelReview
import Testing

@Suite("Rule: what CloudKit asks")
struct CloudKitTests {
  @Test("Asked of a configuration that is called so")
  func askedOfAConfigurationThatIsCalledSo() throws {
    let found = try messages(
      of: CloudKit.self,
      """
      entity Team { name: String; unique name }
      entity Player { name: String }
      configuration Cloud { Team }
      """)
    #expect(
      found == [
        "CloudKit: Team has unique name, which cannot be kept", "CloudKit: Team.name is required and has no default",
      ])
  }

  @Test("Not asked without one")
  func notAskedWithoutOne() throws {
    let found = try places(
      of: CloudKit.self,
      """
      entity Team { name: String; unique name }
      """)
    #expect(found == [])
  }
}
