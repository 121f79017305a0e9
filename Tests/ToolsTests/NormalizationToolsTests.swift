import Diagnostics
import Normalization
import Shell
import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

@testable import Tools

@Suite("Normal forms and tables on the command line")
struct NormalizationToolsTests {
  @Test(
    "A line, an answer",
    arguments: [
      (
        #"{"id":3,"attributes":["A","B","C"],"fds":[[["A"],["B"]],[["B"],["C"]]],"decomposition":[["A","B"],["A","C"]]}"#,
        #"{"bcnf":[["A","B"],["B","C"]],"bcnfLost":[],"id":3,"keys":[["A"]],"lossless":true,"lost":[[["B"],["C"]]],"#
          + #""minimalCover":[[["A"],["B"]],[["B"],["C"]]],"normalForm":"2NF","preserving":false,"prime":["A"],"#
          + #""sixNF":false,"synthesis3NF":[["A","B"],["B","C"]],"violations":[{"form":"3NF","lhs":["B"],"rhs":["C"]},"#
          + #"{"blocks":[["A"],["C"]],"form":"4NF","lhs":["B"]}]}"#
      ),
      (
        #"{"id":{"a":[1.5,null,true]},"attributes":["S","P","J"],"jds":[[["S","P"],["P","J"],["S","J"]]]}"#,
        #"{"bcnf":[["S","P","J"]],"bcnfLost":[],"fourNF":[["S","P","J"]],"id":{"a":[1.5,null,true]},"#
          + #""keys":[["S","P","J"]],"minimalCover":[],"normalForm":"4NF","prime":["S","P","J"],"sixNF":false,"#
          + #""synthesis3NF":[["S","P","J"]],"violations":[{"components":[["S","P"],["P","J"],["S","J"]],"form":"5NF"}]}"#
      ),
      (
        #"{"id":1,"attributes":[],"fds":[]}"#,
        #"{"bcnf":[[]],"bcnfLost":[],"id":1,"keys":[[]],"minimalCover":[],"normalForm":"5NF","prime":[],"sixNF":true,"#
          + #""synthesis3NF":[[]],"violations":[]}"#
      ),
    ])
  func answers(_ row: (line: String, answer: String)) {
    #expect(NormalizationExchange().answer(row.line) == row.answer)
  }

  @Test(
    "A line that cannot be answered says what is wrong, and where",
    arguments: [
      (
        #"{"id":"x","attributes":["team","city"],"fds":[[["team"],["citty"]]]}"#,
        #"{"error":"fds[0]: there is no attribute 'citty': did you mean city?","id":"x"}"#
      ),
      (#"{"id":1,"attributes":["A"],"fds":[[["A"],[1]]]}"#, #"{"error":"fds[0][1][0]: expected a text","id":1}"#),
      (#"{"id":1,"attributes":"A"}"#, #"{"error":"attributes: expected a list","id":1}"#),
      (#"{"id":1,"fds":[]}"#, #"{"error":"'attributes' is missing","id":1}"#),
      (#"{"id":1,"attributes":["A","A"]}"#, #"{"error":"attributes: 'A' is there twice","id":1}"#),
      (
        #"{"id":1,"attributes":["A"],"fds":[[["A"]]]}"#,
        #"{"error":"fds[0] has 1 side: write [[left], [right]]","id":1}"#
      ),
      (
        #"{"id":1,"attributes":["A","B"],"jds":[[["A"]]]}"#,
        #"{"error":"jds[0]: the components leave out 'B'","id":1}"#
      ),
      (
        #"{"id":1,"attributes":["A"],"decomposition":[["A"],["Z"]]}"#,
        #"{"error":"decomposition[1]: there is no attribute 'Z': did you mean A?","id":1}"#
      ),
      (#"{"id":1,"attributes":["A",]}"#, #"{"error":"this line is not JSON: expected a value at byte 27","id":null}"#),
      (#"{"id":1,"attributes":["A""#, #"{"error":"this line is not JSON: the [ is not closed at byte 26","id":null}"#),
      (#"[1]"#, #"{"error":"expected an object","id":null}"#),
    ])
  func errors(_ row: (line: String, answer: String)) {
    #expect(NormalizationExchange().answer(row.line) == row.answer)
  }

  @Test("Bad lines do not end the loop, blank ones have no answer")
  func loop() throws {
    var output: [String] = []
    let tools = NormalizationTools(
      style: .plain,
      write: {
        output.append($0)
        return true
      }, writeError: { _ in })
    let folder = try TemporaryFolder()
    let path = folder.path + "/lines.jsonl"
    let lines = [Data("nonsense\n\n".utf8), Data([0xFF, 0xFE, 0x0A]), Data(#"{"id":2,"attributes":["A"]}"#.utf8)]
    try Data(lines.joined()).write(to: URL(fileURLWithPath: path))
    #expect(tools.normalize(path: path) == .success)
    #expect(output.count == 3)
    #expect(output[1] == "{\"error\":\"this line is not UTF-8 text\",\"id\":null}\n")
    #expect(output.first == "{\"error\":\"this line is not JSON: expected a value at byte 1\",\"id\":null}\n")
    #expect(output.last?.contains(#""keys":[["A"]]"#) == true)
  }

  @Test("What would take too long is left out, with a word; everything else is answered")
  func tooLong() {
    // Twelve independent facts: the join of their projections has 13 to the 12 rows.
    let names = (0..<12).map { "B\($0)" }
    let mvds = names.map { "[[\"A\"],[\"\($0)\"]]" }.joined(separator: ",")
    let parts = names.map { "[\"A\",\"\($0)\"]" }.dropLast().joined(separator: ",") + ",[\"B11\",\"B0\"]"
    let all = (["A"] + names).map { "\"\($0)\"" }.joined(separator: ",")
    let answer = NormalizationExchange(steps: 100_000).answer(
      "{\"id\":1,\"attributes\":[\(all)],\"mvds\":[\(mvds)],\"decomposition\":[\(parts)]}")
    #expect(answer?.contains("\"incomplete\":[\"no lossless: finding the chase takes more than 100000 steps\"") == true)
    #expect(answer?.contains("\"preserving\":true") == true)
    #expect(answer?.contains("\"minimalCover\":[]") == true)
    // Two to the twentieth keys.
    let pairs = (0..<20).map { "[[\"A\($0)\"],[\"B\($0)\"]],[[\"B\($0)\"],[\"A\($0)\"]]" }.joined(separator: ",")
    let attributes = (0..<20).map { "\"A\($0)\",\"B\($0)\"" }.joined(separator: ",")
    let keys = NormalizationExchange(steps: 100_000).answer("{\"attributes\":[\(attributes)],\"fds\":[\(pairs)]}")
    #expect(keys?.contains("no keys, prime: finding all candidate keys takes more than 100000 steps") == true)
    #expect(keys?.contains("\"synthesis3NF\":[[\"A0\"") == true)
  }

  // MARK: Tables

  @Test("A table whose dependencies are too many shows those found, and says that they are not all")
  func tooWide() throws {
    // Numbers without any order: nearly every few columns determine the others.
    var random: UInt64 = 7
    func digit() -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (random >> 33) % 5
    }
    let head = (0..<30).map { "c\($0)" }
    let rows = (0..<100).map { _ in head.map { _ in String(digit()) } }
    let table = try ValueTable(columns: head, rows: rows)
    let report = DiscoveryReport(name: "t", table, steps: 300_000)
    #expect(
      report.problems == [
        .budgetExceeded(task: .functionalDiscovery, steps: 300_000),
        .budgetExceeded(task: .uniqueDiscovery, steps: 150_000),
      ])
    #expect(
      Array(report.lines[1...2]) == [
        "not everything was found: finding the dependencies of the table takes more than 300000 steps",
        "not everything was found: finding the unique columns of the table takes more than 150000 steps",
      ])
    #expect(!report.dependencies.isEmpty)
    for dependency in report.dependencies.prefix(50) {
      #expect(
        table.redundantRowCount(given: dependency.determinant)
          == table.redundantRowCount(
            given: dependency.determinant.union(dependency.dependent)))
    }
    #expect(report.record.incomplete?.count == 2)
    // With steps enough, all is found and nothing said.
    let narrow = try ValueTable(columns: Array(head.prefix(5)), rows: rows.map { Array($0.prefix(5)) })
    #expect(DiscoveryReport(name: "t", narrow).problems.isEmpty)
  }

  @Test("A line of commas alone ends, and says that not everything was found")
  func commas() throws {
    let found = try discover([String(repeating: ",", count: 1 << 14)], asJSON: false)
    #expect(found.errors == "")
    #expect(
      found.output.hasPrefix("t0.csv: 0 rows, 16,385 columns\nnot everything was found: finding the dependencies"))
  }

  private func discover(_ texts: [String], asJSON: Bool) throws -> (output: String, errors: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (index, text) in texts.enumerated() {
      let file = folder.appendingPathComponent("t\(index).csv")
      try text.write(to: file, atomically: true, encoding: .utf8)
      paths.append(file.path)
    }
    var output = ""
    var errors = ""
    let tools = NormalizationTools(
      style: .plain,
      write: {
        output += $0
        return true
      }, writeError: { errors += $0 })
    let status = tools.discover(paths, asJSON: asJSON)
    #expect((status == .success) == errors.isEmpty)
    let prefix = folder.path + "/"
    return (output.replacing(prefix, with: ""), errors.replacing(prefix, with: ""))
  }

  static let players =
    "\u{FEFF}player,team,color,note\r\nWade,Heat,red,\r\nBosh,Heat,red,\"a, \"\"b\"\"\"\r\n\r\nHayward,Jazz,blue,\r\n"

  @Test("Keys and dependencies for people")
  func text() throws {
    #expect(
      try discover([Self.players], asJSON: false).output == """
        t0.csv: 3 rows, 4 columns

        keys (3)
          player
          team, note
          color, note

        dependencies (2)
          team -> color, 1 value said again
          color -> team, 1 value said again

        All of this holds in these rows. Whether it is true of what they describe, only you can say.

        """)
  }

  @Test("Everything for scripts, and what occurs where")
  func json() throws {
    #expect(
      try discover(["a,b\n1,x\n2,x\n2,x\n", "c\n1\n2\n3\n"], asJSON: true).output == """
        {"columns":["a","b"],"distinctRows":2,"fdCount":1,"fds":[[[],1]],"inds":[],"mvdBases":[[[],[[0],[1]]]],\
        "rows":3,"table":"t0.csv","uccCount":0,"uccs":[]}
        {"columns":["c"],"distinctRows":3,"fdCount":0,"fds":[],"inds":[],"mvdBases":[],\
        "rows":3,"table":"t1.csv","uccCount":1,"uccs":[[0]]}
        {"inds":[["t0.csv.a","t1.csv.c"]],"tables":["t0.csv","t1.csv"]}

        """)
  }

  @Test(
    "Files that are no tables",
    arguments: [
      ("", "'t0.csv', there is no line with column names"),
      ("a,b\n1,2\n3\n", "'t0.csv', line 3 has 1 field for 2 columns"),
      ("a,b\n1,\"2\n3", "'t0.csv', line 2: a quoted field is not closed"),
      ("a\n\"1\"2\n", "'t0.csv', line 2: a quoted field continues after its closing quote"),
    ])
  func bad(_ row: (text: String, message: String)) throws {
    #expect(try discover([row.text], asJSON: true).errors.hasPrefix(row.message))
  }
}
