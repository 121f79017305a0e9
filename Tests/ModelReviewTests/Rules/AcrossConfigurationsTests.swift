import ModelReview
import Testing

@Suite("Rules: a relationship into another configuration")
struct AcrossConfigurationsTests {
  @Test("Once for a pair; not where one configuration has both, not into none, and not where there is one alone")
  func pairs() throws {
    let found = try findings(
      of: AcrossConfigurations.self,
      """
      entity Player { ratings ->> Rating?, inverse player; team -> Team?, inverse players; coach -> Coach? }
      entity Rating { player -> Player?, inverse ratings }
      entity Team { players ->> Player?, inverse team }
      entity Coach { name: String }
      configuration Cloud { Player, Team }
      configuration Device { Rating, Team }
      """)
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "warning Player.ratings leads from the configuration Cloud to Device, and no link leads from one store into another"
      ])
    let sole = try findings(
      of: AcrossConfigurations.self,
      """
      entity Player { ratings ->> Rating?, inverse player }
      entity Rating { player -> Player?, inverse ratings }
      configuration Cloud { Player }
      """)
    #expect(sole.isEmpty)
  }
}
