import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import class Foundation.Pipe
import class Foundation.Process
import class Foundation.ProcessInfo
import struct Foundation.URL
import struct Foundation.UUID

/// `graphbook model review` in CI: the commands of docs/review.md, run as they are written there.
@Suite("Reviewing models by the built program")
struct ReviewProgramTests {
  private static let page: String =
    (try? String(contentsOf: BuiltProgram.root.appendingPathComponent("docs/review.md"), encoding: .utf8)) ?? ""

  private static func model(_ inverse: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Player">
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team"\(inverse)/>
        </entity>
        <entity name="Team">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
    </model>

    """
  }

  /// Teams are known by their sponsors alone.
  private static let broken = model("")
    .replacing(
      #"name="players" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Player" inverseName="team" inverseEntity="Player""#,
      with:
        #"name="sponsor" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Sponsor" inverseName="teams" inverseEntity="Sponsor""#
    )
    .replacing(
      "</model>",
      with: """
            <entity name="Sponsor">
                <relationship name="teams" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Team" inverseName="sponsor" inverseEntity="Team"/>
            </entity>
        </model>
        """)
  private static let sound = model(#" inverseName="players" inverseEntity="Team""#)

  /// A folder with a model in it, and a program `graphbook` on the path.
  private final class Desk {
    private let scratch: TemporaryFolder
    var path: String { scratch.path }

    init(_ model: String) throws {
      scratch = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: path + "/bin", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path + "/bin/graphbook", withDestinationPath: BuiltProgram.url.path)
      try write(model)
    }

    func write(_ model: String) throws {
      try scratch.write(model, to: "App.xcdatamodeld/App.xcdatamodel/contents")
    }

    func shell(_ script: String, _ more: [String: String] = [:]) throws -> (output: String, status: Int32) {
      try BuiltProgram.shell(
        script, options: ["-e"], in: path,
        environment: [
          "PATH": "\(path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")", "HOME": path,
          "GIT_CONFIG_NOSYSTEM": "1",
        ].merging(more) { $1 })
    }
  }

  /// The texts of the page's fences of a language.
  private static func blocks(_ language: String) -> [String] {
    page.components(between: "```\(language)\n", and: "```\n")
  }

  @Test("The session of the page prints what the page shows")
  func session() throws {
    let desk = try Desk(Self.broken)
    let command = "    $ graphbook model review App.xcdatamodeld\n"
    let shown = try #require(Self.page.components(between: command, and: "\n\n").first)
    let lines = shown.split(separator: "\n").map { $0.dropFirst(4) + "\n" }.joined()
    let answer = try desk.shell("graphbook model review App.xcdatamodeld")
    #expect(answer.output == lines && answer.status == 0)
    // The baseline.
    let commands = Self.page.split(separator: "\n").filter { $0.hasPrefix("    $ ") && $0.contains("--baseline") }
    #expect(commands.count == 2)
    let quiet = try desk.shell(commands.map { String($0.dropFirst(6)) }.joined(separator: "\n"))
    #expect(quiet.output == "wrote models.json: 1 finding\nnothing to report\n1 more in the baseline\n", "\(quiet)")
  }

  @Test("A hash modifier is written in the workbook, kept in Xcode's file, and read again")
  func hashModifier() throws {
    let desk = try Desk(Self.sound)
    let statements = """
      change Team, hash modifier "2"
      change Player.team, hash modifier "a \\"b\\""
      export "App.xcdatamodeld"
      """
    let opened = try desk.shell("graphbook open App.xcdatamodeld <<'END'\n\(statements)\nEND")
    #expect(opened.output.contains("wrote App.xcdatamodeld"), "\(opened)")
    let text = try String(contentsOfFile: desk.path + "/App.xcdatamodeld/App.xcdatamodel/contents", encoding: .utf8)
    #expect(text.contains(#"<entity name="Team" versionHashModifier="2">"#), "\(text)")
    #expect(text.contains(#"versionHashModifier="a &quot;b&quot;""#), "\(text)")
    let shown = try desk.shell("graphbook model show App.xcdatamodeld")
    #expect(shown.output.contains("change Team, hash modifier \"2\"\n"), "\(shown)")
    #expect(shown.output.contains(#"team -> Team?, inverse players, hash modifier "a \"b\"""#), "\(shown)")
  }

  @Test("The settings of the page are settings")
  func settings() throws {
    let desk = try Desk(Self.broken)
    let text = try #require(Self.blocks("yaml").first)
    try Data(text.utf8).write(to: URL(fileURLWithPath: desk.path + "/.graphbook.yml"))
    let answer = try desk.shell("graphbook model review App.xcdatamodeld")
    #expect(answer.output.contains(": error: Player.team should have an inverse") && answer.status == 1, "\(answer)")
  }

  @Test("The workflow's steps run")
  func workflow() throws {
    let text = try #require(Self.blocks("yaml").last)
    let steps = text.components(between: "run: ", and: "\n      - ").map { step in
      // `run: |` and its lines, or one line.
      let body = step.components(separatedBy: "\n        if:")[0]
      return body.hasPrefix("|")
        ? body.split(separator: "\n").dropFirst().map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "\n") : body
    }
    #expect(steps.count == 3, "\(steps)")
    let desk = try Desk(Self.broken)
    let archive = try desk.shell("tar -czhf graphbook.tar.gz -C bin graphbook && rm -r bin && mkdir temp")
    try #require(archive.status == 0, "\(archive)")
    let environment = [
      "GRAPHBOOK_URL": "file://\(desk.path)/graphbook.tar.gz", "RUNNER_TEMP": desk.path + "/temp",
      "GITHUB_PATH": desk.path + "/path",
    ]
    let fetched = try desk.shell(steps[0], environment)
    try #require(fetched.status == 0, "\(fetched)")
    let path = try String(contentsOfFile: desk.path + "/path", encoding: .utf8).split(separator: "\n").joined()
    let more = ["PATH": "\(path):/usr/bin:/bin"]
    let annotated = try desk.shell(steps[1], more)
    #expect(annotated.output.hasPrefix("::warning file=App.xcdatamodeld/App.xcdatamodel/contents,line=4,col=9,"))
    #expect(annotated.status == 1)
    #expect(try desk.shell(steps[2], more).status == 0)
    #expect(try desk.shell("grep -c missingInverse models.sarif", more).status == 0)
    try desk.write(Self.sound)
    let calm = try desk.shell(steps[1], more)
    #expect(calm.output.isEmpty && calm.status == 0, "\(calm)")
  }

  @Test("The hook stops a commit of a model with a warning, and no other")
  func hook() throws {
    let text = try #require(Self.blocks("sh").first)
    let desk = try Desk(Self.sound)
    let set = try desk.shell("git init -q . && git config user.email a@b && git config user.name a")
    try #require(set.status == 0, "\(set)")
    let hook = desk.path + "/.git/hooks/pre-commit"
    try Data(text.utf8).write(to: URL(fileURLWithPath: hook))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let commit = "git add App.xcdatamodeld && git commit -q -m model"
    let first = try desk.shell(commit)
    #expect(first.status == 0, "\(first)")
    try desk.write(Self.broken)
    let second = try desk.shell(commit)
    #expect(second.status != 0 && second.output.contains("Player.team should have an inverse"), "\(second)")
    // A commit without a model is none of its business.
    let other = try desk.shell("git reset -q && echo x > notes.txt && git add notes.txt && git commit -q -m notes")
    #expect(other.status == 0 && other.output.isEmpty, "\(other)")
  }
}

extension String {
  /// The texts between two marks, each from the next opening mark on.
  fileprivate func components(between opening: String, and closing: String) -> [String] {
    components(separatedBy: opening).dropFirst().map { $0.components(separatedBy: closing)[0] }
  }
}

extension StringProtocol {
  fileprivate func components(separatedBy mark: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: mark) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
