import ModelReview
import Testing

@Suite("Rule: the join of three pairs")
struct JoinDependencyRuleTests {
  @Test("Agents, companies and products")
  func agentsCompaniesAndProducts() throws {
    let found = try places(
      of: JoinDependencyRule.self,
      """
      entity Sells { agent: Integer16; company: Integer16; product: Integer16 }
      for a in 0...6 { for c in 0...5 { for p in 0...6 { Sells(agent: a, company: c, product: p) } } }
      delete Sells where (agent + company) % 3 == 0
      delete Sells where (company + product) % 3 == 1
      delete Sells where (agent + product) % 4 == 2
      """)
    #expect(found == ["Sells.agent,company,product"])
  }
}
