import Diagnostics
import Testing
import WorkbookLanguage

@testable import Shell

@Suite("Rows that are wider than the window")
struct WideTableTests {
  private static let letter = """
    entity Letter { sender: String; receiver: String?; subject: String?; city: String?; country: String?; stamp: Double?; sent: Date?; copies: Integer16? }
    Letter(sender: "Dwyane Wade of Miami", receiver: "Steve Nash", subject: "A game that we both remember well", city: "Phoenix", stamp: 1.25, sent: 2026-01-16)
    Letter(sender: "Ray Allen", city: "Boston", country: "United States of America", copies: 3)
    fetch Letter
    """

  private static func shown(width: Int) -> [String] {
    var interpreter = Interpreter()
    return OutcomeRenderer().document(for: Array(interpreter.run(SourceText(letter)).suffix(1))).lines(
      TextStyle(width: width))
  }

  @Test("become a list, in which a long value goes on in the next line where the window is narrow")
  func list() {
    #expect(
      Self.shown(width: 40) == [
        "Letter#1", "  sender    Dwyane Wade of Miami", "  receiver  Steve Nash",
        "  subject   A game that we both remember", "    well",
        "  city      Phoenix", "  stamp     1.25", "  sent      2026-01-16", "  nil: country, copies", "Letter#2",
        "  sender    Ray Allen", "  city      Boston", "  country   United States of America", "  copies    3",
        "  nil: receiver, subject, stamp, sent", "2 objects",
      ])
    #expect(Self.shown(width: 64)[3] == "  subject   A game that we both remember well")
  }

  @Test("stay a table while every column has six cells")
  func table() {
    let lines = Self.shown(width: 100)
    #expect(lines.count == 5 && lines.allSatisfy { DisplayText.width($0) <= 100 }, "\(lines)")
    #expect(lines[0].hasPrefix("Letter    sender"))
  }
}
