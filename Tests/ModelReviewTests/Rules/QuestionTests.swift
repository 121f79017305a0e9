import ModelReview
import Testing

@Suite("Questions of the review")
struct QuestionTests {
  @Test("A question ends with a question mark, and its advice deletes nothing")
  func form() throws {
    var asking: Set<String> = []
    for rule in ModelReview.rules {
      let found = try ModelReview(of: subject(rule.page.example, options: .xcode)).findings
      for finding in found {
        #expect((finding.severity == .question) == finding.message.hasSuffix("?"), "\(finding.message)")
        guard finding.severity == .question else { continue }
        asking.insert(finding.rule)
        #expect(!finding.fix.contains(#/delete cascade|remove /#), "\(finding.fix)")
      }
    }
    #expect(
      asking.isSuperset(of: [
        "acrossConfigurations", "fixedDate", "halfLink", "hiddenReference", "inlineBinary", "leftBehind",
        "lookupCascade",
        "naming", "nilKey", "oneToOneOnly", "otherModule", "singleMember", "takenName",
        "unsuitedType",
      ]), "\(asking.sorted())")
  }

  @Test("A default that is unique asks whether the app sets another value")
  func uniqueDefault() throws {
    let model = #"entity Coin { transactionId: String = ""; unique transactionId }"#
    #expect(
      try findings(of: UniqueDefault.self, model, options: .xcode).map { "\($0.severity) \($0.message)" } == [
        #"question Coin is unique by transactionId, and every new one has the default "": two of them collide; is each given "#
          + "another value before it is saved?"
      ])
    #expect(try findings(of: UniqueDefault.self, model).map(\.severity) == [.warning])
  }

  @Test("In the workbook, where a custom is taught, it is a note or a warning")
  func workbook() throws {
    for rule in [
      Naming.self, FixedDate.self, TakenName.self, UniqueDefault.self, RepeatingGroup.self, AcrossConfigurations.self,
    ]
      as [any ReviewRule.Type]
    {
      let found = try findings(of: rule, rule.page.example)
      #expect(!found.isEmpty && found.allSatisfy { $0.severity < .question && !$0.message.hasSuffix("?") })
    }
  }
}
