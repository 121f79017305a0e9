import Diagnostics
import Testing

import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

@testable import Shell

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
  func loop() {
    var output: [String] = []
    let tools = NormalizationTools(
      style: .plain,
      write: {
        output.append($0)
        return true
      }, writeError: { _ in })
    let status = tools.normalize(
      ScriptedReader(["nonsense", "", #"{"id":2,"attributes":["A"]}"#].map { LineInput.line($0) }))
    #expect(status == .success)
    #expect(output.count == 2)
    #expect(output.first == "{\"error\":\"this line is not JSON: expected a value at byte 1\",\"id\":null}\n")
    #expect(output.last?.contains(#""keys":[["A"]]"#) == true)
  }

  // MARK: Tables

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
      ("a\n\"1\"2\n", "'t0.csv', line 2: a quoted field goes on behind its closing quote"),
    ])
  func bad(_ row: (text: String, message: String)) throws {
    #expect(try discover([row.text], asJSON: true).errors.hasPrefix(row.message))
  }
}
