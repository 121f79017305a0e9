import Diagnostics
import ModelReview
import Testing
import WorkbookLanguage

/// Rules that speak of Xcode's models alone: types that do not suit, shared classes, parts left behind, secrets.
@Suite("Rules: models of apps")
struct XcodeRulesTests {
  private func found(_ rule: any ReviewRule.Type, _ model: String) throws -> [Finding] {
    var interpreter = Interpreter()
    for outcome in interpreter.run(WorkbookParser.parse(SourceText(model))) where outcome.failed {
      Issue.record("\(outcome.diagnostics)")
    }
    let review = try ModelReview(of: ReviewSubject(interpreter.context, options: .xcode), rules: [rule])
    #expect(try ModelReview(of: ReviewSubject(interpreter.context), rules: [rule]).findings == [])
    return review.findings
  }

  @Test("Money, dates and counts in types that cannot hold them are one finding for each kind")
  func types() throws {
    let found = try found(
      UnsuitedType.self,
      """
      entity Order { totalPrice: Integer16; amountPaid: Float?; salary: String; paidDate: String?; visitsCount: Integer16 }
      entity Note { amount: Double; dateline: String; price: Decimal; updateDate: Date; count: Integer16; costume: String }
      """)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "warning Order.totalPrice, Order.visitsCount are in Integer 16, which ends at 32,767: more than that is refused "
          + "→ change Order.totalPrice: Decimal",
        "note Order.amountPaid, Order.salary hold money in a type that does not keep it exactly → change Order.amountPaid: Decimal",
        "note Order.paidDate holds a date as a text, which is neither put in order nor compared as one "
          + "→ change Order.paidDate: Date",
      ])
  }

  @Test("Entities of one class, unless one inherits from the other")
  func classes() throws {
    let found = try found(
      SharedClass.self,
      """
      entity City { name: String }
      entity Street { name: String }
      entity Place { name: String }
      entity Town: Place { mayor: String }
      change Street, class "City"
      change City, class "City"
      change Town, class "Place"
      change Place, class "Place"
      """)
    #expect(
      found.map { "\($0.entity): \($0.message)" } == [
        "Street: City, Street have one class, City: Core Data cannot tell which of them it stands for"
      ])
  }

  @Test("Objects that nothing leads to after their owner's deletion, in one note")
  func parts() throws {
    let found = try found(
      LeftBehind.self,
      """
      entity Recipe { title: String; steps ->> Step?, inverse recipe; author -> Author?, inverse recipes }
      entity Step { text: String; recipe -> Recipe?, inverse steps }
      entity Author { name: String; recipes ->> Recipe?, inverse author; address -> Address?, inverse author }
      entity Address { street: String; author -> Author?, inverse address }
      """)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "the objects of Recipe.steps, Author.recipes, Author.address stay, and nothing leads to them, when their owner is deleted "
          + "→ if they are its parts: change Recipe.steps, delete cascade"
      ])
  }

  @Test("Passwords and tokens in texts")
  func secrets() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity User { name: String; password: String; accessToken: String?; passwordHint: String?; token: Integer64? }
      """)
    #expect(found.map(\.message) == ["User.password, User.accessToken are readable in the file of the store"])
  }

  @Test("A UUID with a default is the same for all")
  func identifiers() throws {
    let found = try findings(
      of: UniqueDefault.self,
      #"""
      entity A { id: UUID = uuid "5095BC9D-0000-4000-8000-000000000000"; other: UUID? }
      """#)
    #expect(
      found.map(\.message) == ["A.id has a default: each new object that is given no UUID has the same one"])
  }
}
