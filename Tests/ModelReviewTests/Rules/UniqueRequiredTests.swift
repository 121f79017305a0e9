import Diagnostics
import ModelReview
import Testing
import WorkbookLanguage

@Suite("Rule: no required to-one leads to an entity that is unique")
struct UniqueRequiredTests {
  private static let role = """
    entity User { remoteID: UUID?; domain: String?; roles ->> Role?, inverse user, delete cascade; unique remoteID, domain }
    entity Role { label: String; user -> User, inverse roles }

    """

  @Test("What Xcode does not compile is an error")
  func reported() throws {
    let found = try findings(of: UniqueRequired.self, Self.role)
    #expect(
      found.map(\.message) == [
        "Role.user is required and leads to User, which is unique by remoteID, domain: Xcode does not compile this"
      ])
    #expect(found.map(\.severity) == [.error])
    #expect(
      found.map(\.fix) == [
        "change Role.user, optional, and: change Role, rule \"has a user\": user != nil, or: "
          + "change User, no unique remoteID, domain"
      ])
  }

  @Test(
    "Each statement of the fix works when it is typed",
    arguments: [
      "change Role.user, optional\nchange Role, rule \"has a user\": user != nil",
      "change User, no unique remoteID, domain",
    ])
  func fix(_ statements: String) throws {
    #expect(try messages(of: UniqueRequired.self, Self.role + statements) == [])
  }

  @Test("With the rule, what was required is still demanded")
  func demanded() throws {
    var interpreter = try world(
      Self.role + "change Role.user, optional\nchange Role, rule \"has a user\": user != nil\nRole(label: \"a\")")
    #expect(interpreter.run(SourceText("save")).last?.failed == true)
  }

  @Test(
    "The constraint counts where it is inherited, and in both kinds of pairs",
    arguments: [
      "entity P { n: String; unique n }\nentity S: P { rs ->> R?, inverse s }\nentity R { s -> S, inverse rs }",
      "entity P { n: String; rs ->> R?, inverse s; unique n }\nentity R { s -> P, inverse rs }",
      "entity S { n: String; r -> R?, inverse s; unique n }\nentity R { s -> S, inverse r }",
      "entity S { n: String; parent -> S, inverse children; children ->> S?, inverse parent; unique n }",
    ])
  func refused(_ model: String) throws {
    #expect(try findings(of: UniqueRequired.self, model).map(\.severity) == [.error])
  }

  /// CareKit's model (2.1) has the pair, and a store of Apple's framework was written under it.
  @Test("An inherited constraint on a one-to-one is a question: a model of Apple's has one")
  func careKit() throws {
    let found = try findings(
      of: UniqueRequired.self,
      """
      entity TaskBase { uuid: UUID; unique uuid }
      entity HealthKitTask: TaskBase { healthKitLinkage -> HealthKitLinkage, inverse task, delete cascade }
      entity HealthKitLinkage { task -> HealthKitTask, inverse healthKitLinkage, delete deny }
      """)
    #expect(found.map(\.severity) == [.question])
    #expect(
      found.map(\.message) == [
        "HealthKitLinkage.task is required and leads to HealthKitTask, which inherits unique uuid: "
          + "Xcode refuses most models like this, but is known to compile a one-to-one; does it build?"
      ])
  }

  @Test(
    "What is not known is a question that says so",
    arguments: [
      (
        "entity User { name: String; unique name }\nentity Role { user -> User }",
        "Role.user is required and leads to User, which is unique by name: "
          + "Xcode does not compile this with an inverse; without one, we do not know; does it build?"
      ),
      (
        "entity P { rs ->> R?, inverse p }\nentity S: P { n: String; unique n }\nentity R { p -> P, inverse rs }",
        "R.p is required and leads to P, whose sub-entity S is unique by n: whether Xcode compiles this is not known; does it build?"
      ),
    ])
  func unknown(_ model: String, _ message: String) throws {
    let found = try findings(of: UniqueRequired.self, model)
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.severity) == [.question])
  }

  @Test(
    "Other relationships are no matter",
    arguments: [
      "entity User { name: String; roles ->> Role?, inverse user; unique name }\nentity Role { user -> User?, inverse roles }",
      "entity User { name: String; roles ->> Role, inverse users; unique name }\nentity Role { users ->> User, inverse roles }",
      "entity User { name: String; roles ->> Role?, inverse user }\nentity Role { name: String; user -> User, inverse roles; unique name }",
      "entity User { name: String; unique name }\nentity Role { user -> User, transient }",
    ])
  func others(_ model: String) throws {
    #expect(try messages(of: UniqueRequired.self, model) == [])
  }

  @Test("A key that is a word of conditions is written as one in the rule")
  func reservedKey() throws {
    let found = try findings(
      of: UniqueRequired.self,
      "entity User { name: String; rs ->> Role?, inverse first; unique name }\nentity Role { first -> User, inverse rs }"
    )
    #expect(found.first?.fix.contains("\"has a first\": #first != nil") == true, "\(found.map(\.fix))")
  }
}
