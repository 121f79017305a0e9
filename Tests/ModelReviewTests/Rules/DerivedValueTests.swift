import ModelReview
import Testing

@Suite("Rule: what can be computed")
struct DerivedValueTests {
  @Test("A total")
  func aTotal() throws {
    let found = try places(
      of: DerivedValue.self,
      """
      entity Line { price: Integer32; qty: Integer32; total: Integer32 }
      for i in 1...30 { Line(price: i, qty: i % 7 + 1, total: i * (i % 7 + 1)) }
      """)
    #expect(found == ["Line.total ← price*qty"])
  }

  @Test("A full name")
  func aFullName() throws {
    let found = try places(
      of: DerivedValue.self,
      #"""
      entity Person { given: String; family: String; full: String }
      for i in 1...30 { Person(given: "G\(i % 6)", family: "F\(i)", full: "G\(i % 6) F\(i)") }
      """#)
    #expect(found == ["Person.full ← given & family"])
  }

  @Test("A number of players")
  func aNumberOfPlayers() throws {
    let found = try places(
      of: DerivedValue.self,
      #"""
      entity Team { name: String; size: Integer32?; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      for n in 1...24 {
        let t = Team(name: "Team \(n)", size: n % 6 + 1)
        for i in 0...(n % 6) { Player(name: "P \(n) \(i)", team: t) }
      }
      """#)
    #expect(found == ["Team.size ← count(players)"])
  }
}
