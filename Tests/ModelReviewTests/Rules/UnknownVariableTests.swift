import ModelReview
import ObjectGraph
import Predicates
import Testing

@Suite("Rule: variables of fetched properties")
struct UnknownVariableTests {
  @Test("A variable that no one gives a value")
  func unknown() throws {
    let found = try messages(
      of: UnknownVariable.self,
      """
      entity Team { name: String; named ~> Player where lastName == $name OR lastName BEGINSWITH $name }
      entity Player { lastName: String }
      """)
    #expect(found == ["Team.named uses $name, which has no value there"])
  }

  @Test("Every variable that a fetched property has", arguments: FetchedPropertyVariable.allCases)
  func known(_ variable: FetchedPropertyVariable) throws {
    let found = try findings(
      of: UnknownVariable.self,
      """
      entity Team { named ~> Player where lastName == \(variable.spelling).name OR lastName == $name }
      entity Player { lastName: String }
      """)
    #expect(found.map(\.message) == ["Team.named uses $name, which has no value there"])
    #expect(found.allSatisfy { $0.fix.contains(variable.spelling) })
  }

  @Test("A key that the fetched objects do not have")
  func unknownKey() throws {
    let found = try findings(
      of: UnknownVariable.self,
      """
      entity Team { old ~> Player where yaers > 1; named ~> Player where lastName == FETCH_SOURCE.name }
      entity Player { lastName: String; years: Integer16? }
      """)
    #expect(
      found.map { "\($0.message), \($0.fix)" } == [
        "the condition of Team.old cannot be evaluated: Player has no 'yaers', did you mean years?",
        "the condition of Team.named cannot be evaluated: Player has no 'FETCH_SOURCE', it has lastName, years",
      ])
  }

  @Test("A template with a key that the objects do not have, or with a text for nil")
  func templates() throws {
    let model = ManagedObjectModel(
      name: "Bank",
      entities: [
        EntityDescription(
          "Account",
          properties: [
            .attribute(AttributeDescription("number", .string, isOptional: true)),
            .relationship(RelationshipDescription("bank", to: "Bank", isOptional: true)),
          ]),
        EntityDescription("Bank", properties: [.attribute(AttributeDescription("name", .string))]),
      ],
      fetchRequestTemplates: [
        ("byBank", "Account", "bank.code == $CODE"),
        ("numbered", "Account", "number != \"nil\" AND bank.name == $NAME"),
        ("old", "Konto", "number == $N"), ("right", "Account", "number == nil OR number == $N"),
      ].map { name, entity, text in
        FetchRequestTemplate(name, FetchRequest(entity, predicate: Predicate.parse(text).predicate))
      })
    let subject = try ReviewSubject(ManagedObjectContext(model: model))
    #expect(
      try ModelReview(of: subject, rules: [UnknownVariable.self]).findings.map {
        "\($0.severity) \($0.message), \($0.fix)"
      }
        == [
          "error the condition of the template byBank cannot be evaluated: Bank has no 'code', it has name",
          "warning the condition of the template numbered does not ask for nil: \"nil\" is a text, which no object without "
            + "a value has, write nil without quotes, if that is meant",
        ])
  }

  @Test("The two that Core Data gives, the variable of a SUBQUERY, and a template")
  func known() throws {
    let found = try places(
      of: UnknownVariable.self,
      """
      entity Team {
        name: String
        players ->> Player?, inverse team
        same ~> Team where name == $FETCH_SOURCE.name AND name != $FETCHED_PROPERTY.userInfo.name
        big ~> Team where SUBQUERY(players, $p, $p.lastName == "Wade").@count > 1
      }
      entity Player { lastName: String; team -> Team?, inverse players }
      template Named = fetch Player where lastName == $name
      """)
    #expect(found == [])
  }
}
