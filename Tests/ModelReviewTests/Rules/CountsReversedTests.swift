import ModelReview
import Testing

@Suite("Rule: minimum and maximum")
struct CountsReversedTests {
  @Test("The minimum above the maximum")
  func theMinimumAboveTheMaximum() throws {
    let found = try messages(
      of: CountsReversed.self,
      """
      entity Team { players ->> Player?, count 5...3 }
      entity Player { name: String }
      """)
    #expect(found == ["Team.players must hold at least 5 and at most 3, so no Team with any can be saved"])
  }

  @Test("Bounds that can be met")
  func boundsThatCanBeMet() throws {
    let found = try places(
      of: CountsReversed.self,
      """
      entity Team { players ->> Player?, count 3...5 }
      entity Player { name: String }
      """)
    #expect(found == [])
  }
}
