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

  @Test("Asked of all that the configuration's store keeps, and of what they inherit")
  func descendantsAndAncestors() throws {
    let model = """
      abstract entity Person { name: String }
      entity Player: Person { shirt: Integer16; code: String?; unique code }
      entity Rookie: Player { grade: Integer16 }
      entity Team { city: String }
      """
    func found(_ configuration: String) throws -> [String] {
      try messages(of: CloudKit.self, model + "\n" + configuration).map { String($0.dropFirst("CloudKit: ".count)) }
    }
    let name = "Person.name is required and has no default"
    let player = ["Player has unique code, which cannot be kept", "Player.shirt is required and has no default"]
    let rookie = "Rookie.grade is required and has no default"
    #expect(try found("configuration Cloud { Person }") == [name] + player + [rookie])
    #expect(try found("configuration Cloud { Rookie }") == [name] + player + [rookie])
    #expect(try found("configuration Cloud { Team }") == ["Team.city is required and has no default"])
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
