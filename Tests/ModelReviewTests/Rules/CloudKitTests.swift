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

  @Test(
    "A name that only contains cloud says nothing",
    arguments: [
      ("Cloud", 1), ("cloud", 1), ("CloudStore", 1), ("iCloud", 1), ("PrivateCloudKit", 1), ("SoundCloud", 0),
      ("Clouds", 0), ("Local", 0),
    ])
  func names(configuration: String, count: Int) throws {
    let found = try messages(
      of: CloudKit.self, "entity Team { name: String }\nconfiguration \(configuration) { Team }")
    #expect(found.count == count)
  }

  @Test("A relationship without an inverse is reported once")
  func noInverse() throws {
    let model = """
      entity Team { name: String? }
      entity Player { team -> Team?; club -> Team? }
      entity Fan { team -> Team? }
      configuration Cloud { Team, Player }
      """
    #expect(try messages(of: CloudKit.self, model) == [])
    let found = try messages(of: MissingInverse.self, model)
    #expect(found.map { $0.hasSuffix(", and CloudKit refuses it") } == [true, true, false])
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
