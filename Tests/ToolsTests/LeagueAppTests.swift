import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing
import WorkbookLanguage

@testable import Tools

/// The lessons' own app with SwiftData, `Lessons/Apps/League`.
@Suite("What lessons quote of the app with SwiftData")
struct LeagueAppTests {
  private static let lessons = BuiltProgram.root.appendingPathComponent("Lessons")
  private static var app: String { lessons.appendingPathComponent("Apps/League").path }

  /// The texts in fences of a kind on a lesson's page about SwiftData.
  private static func quotes(_ lesson: String, _ kind: String = "text") throws -> [String] {
    let text = try String(contentsOf: lessons.appendingPathComponent(lesson), encoding: .utf8)
    let page = try #require(text.components(separatedBy: "\n## From SwiftData").last)
    return page.components(separatedBy: "```\(kind)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test(
    "Each line of a class is one of the app's",
    arguments: [("03-league-manager.md", 17), ("09-delete-rules.md", 31)])
  func classes(lesson: String, count: Int) throws {
    // A lesson breaks lines in other places.
    let known = try String(contentsOfFile: Self.app + "/LeagueSchema.swift", encoding: .utf8).filter {
      !$0.isWhitespace
    }
    let lines = try #require(Self.quotes(lesson, "swift").first).split(separator: "\n")
    #expect(lines.count == count)
    for line in lines { #expect(known.contains(line.filter { !$0.isWhitespace }), "\(line)") }
  }

  #if SwiftData
    @Test("The comparison of its versions")
    func differences() throws {
      var output = ""
      let tool = ModelDifferenceTool(style: .plain, write: { output += $0 }, writeError: { output += $0 })
      #expect(tool.compare(.versions(of: Self.app, old: nil, new: nil), .text) == .success)
      #expect(try Self.quotes("14-stores.md") == [output])
    }

    @Test("What a deletion would do")
    func deletion() throws {
      var screen = ""
      let world = Session.World(makeInterpreter: { _ in
        Interpreter(
          environment: .init(readFile: { path, _ in
            SourceText(try String(contentsOfFile: path, encoding: .utf8), name: path)
          }))
      })
      var session = Session(.prompt, world: world)
      let file = Self.app + "/LeagueSchema.swift"
      session.run(
        ScriptedReader([
          "import \"\(file)\"", "let heat = Team(name: \"Miami Heat\")",
          "let wade = Player(firstName: \"Dwyane\", familyName: \"Wade\", team: heat)",
          "let bank = Sponsor(name: \"Harbour Bank\", team: heat)", "explain delete heat",
        ])
      ) { screen += $0 }
      let quoted = try #require(try Self.quotes("09-delete-rules.md").last)
      #expect(screen.contains(quoted), "\(screen)")
    }
  #endif
}
