import Diagnostics
import Shell
import TestSupport
import Testing
import WorkbookLanguage

@Suite("What a person at the prompt can go back to")
struct PromptTests {
  /// Lines that stand ready, from a reader in which a line can be edited.
  final class EditingReader: LineReader {
    private var lines: ArraySlice<String>
    private(set) var prefilled: [String] = []
    private(set) var remembered: [String] = []

    init(_ lines: [String]) { self.lines = lines[...] }

    var canEdit: Bool { true }
    func prefill(_ text: String) { prefilled.append(text) }
    func remember(_ input: String, lineCount: Int) { remembered.append("\(lineCount): \(input)") }
    func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
      lines.popFirst().map(LineInput.line) ?? .end
    }
  }

  func screen(_ reader: some LineReader, world: Session.World = .init()) -> String {
    var output = ""
    var session = Session(.prompt, world: world)
    session.run(reader, opening: { _ in [] }) { output += $0 }
    return output
  }

  @Test("again puts the last statement back where a line can be edited")
  func again() {
    let reader = EditingReader(["again", "let a = [1,", "2]", "help again", "again"])
    #expect(
      screen(reader) == """
        there is no statement to bring back
        a = [1, 2]
        again: puts the last statement back for editing; Enter runs it once more
          again

        """)
    #expect(reader.prefilled == ["let a = [1,\n2]"])
    #expect(reader.remembered == ["1: again", "2: let a = [1,\n2]", "1: help again", "1: again"])
  }

  @Test("Where none can, it runs once more")
  func runsAgain() {
    #expect(screen(ScriptedReader(["1 + 1", "again"])) == "2\n2\n")
  }

  @Test("Ctrl-C in a file that is run takes back what the file did")
  func interruptedFile() {
    nonisolated(unsafe) var asked = 0
    let interrupts = Interrupts(
      begin: { asked = 0 }, end: {},
      came: {
        asked += 1
        return asked > 6
      })
    let file = """
      entity Team { name: String }
      let miami = Team(name: "Heat")
      for i in 1...100 { Team(name: "T") }
      """
    let world = Session.World(
      makeInterpreter: { _ in
        Interpreter(
          environment: .init(readFile: { path, _ in SourceText(file, name: path) }, isCancelled: interrupts.came))
      }, interrupts: interrupts)
    let output = screen(ScriptedReader(["run \"teams.graph\"", "model.entities.@count", "miami"]), world: world)
    #expect(
      output == """
        entity Team: name
        miami = Team#1 Heat
        teams.graph:3:1: stopped
          for i in 1...100 { Team(name: "T") }
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ nothing of this statement stays
        0
        there is nothing called 'miami'
          miami
          ^^^^^ let miami = … gives something this name

        """)
  }

  @Test("A bar begins before a statement and ends before its output, and hears how far a loop has come")
  func bar() {
    nonisolated(unsafe) var events: [String] = []
    let bar = ProgressBar(
      begin: { events.append("begin") }, end: { events.append("end") },
      report: { done, total in events.append("\(done)/\(total)") })
    let world = Session.World(
      makeInterpreter: { _ in Interpreter(environment: .init(progress: bar.report)) }, progressBar: bar)
    var session = Session(.prompt, world: world)
    session.run(ScriptedReader(["for i in 1...3 { i }"]), opening: { _ in [] }) { _ in events.append("output") }
    #expect(events == ["begin", "0/3", "1/3", "2/3", "end", "output"])
  }

  /// A person's lines; nil is Ctrl-D, and ^C Ctrl-C.
  final class WatchedReader: LineReader {
    private var lines: ArraySlice<String?>
    init(_ lines: [String?]) { self.lines = lines[...] }
    var isWatched: Bool { true }
    func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
      guard let line = lines.popFirst().flatMap({ $0 }) else { return .end }
      return line == "^C" ? .interrupted : .line(line)
    }
  }

  @Test("Ctrl-D on a continued line abandons the input, and on an empty one it leaves")
  func endOfInput() {
    let unfinished = "(unfinished: continue on the next line; an empty line abandons the statement)\n"
    #expect(
      screen(WatchedReader(["entity Team {", nil, "1 + 1", "[1", nil, "2 + 2"])) == unfinished
        + "(abandoned)\n2\n(abandoned)\n4\n")
    #expect(
      screen(WatchedReader(["let a = [1,", "2,", nil, "a", nil])).hasPrefix(
        unfinished + "(abandoned)\nthere is nothing called 'a'"))
    // Where nobody types, the input has ended.
    #expect(
      screen(ScriptedReader([.line("entity Team {"), .end, .line("1 + 1")])).hasPrefix("this '{' is never closed\n"))
  }

  /// A session over files in memory, with the statements that stand in them in the end.
  func screenAndFiles(_ lines: [String?], files: [String: String] = [:]) -> (screen: String, files: [String: String]) {
    nonisolated(unsafe) var contents = files
    let world = Session.World(makeInterpreter: { _ in
      Interpreter(
        environment: .init(
          readFile: { path, _ in SourceText(contents[path] ?? "", name: path) },
          writeFile: { text, path, _, mayReplace in
            if !mayReplace, contents[path] != nil { throw Diagnostic("file-exists", "there is a file '\(path)'") }
            return contents.updateValue(text, forKey: path) != nil
          }))
    })
    return (screen(WatchedReader(lines), world: world), contents)
  }

  static func offer(_ name: String) -> String { "Enter exports to \(name), or type another name; n leaves without.\n" }
  static let question =
    "Your model and 1 object are in no file. Enter exports to league.graph, or type\nanother name; n leaves without.\n"
  static let work = ["model League", "entity Team { name: String }", "Team(name: \"Heat\")"]
  static let told = "model League\nentity Team: name\nmade Team#1 Heat\n"
  static let text = "model League\nentity Team {\n  name: String\n}\n\n// objects\nTeam(name: \"Heat\")\n"
  static let wrote = ": the model and 1 object; run it in a new session\n"

  /// The reply to a file's name: the file is written, and how to go on with it is said.
  static func kept(_ file: String) -> String {
    let name = file.contains(" ") ? "'\(file)'" : file
    return "wrote \(file)\(wrote)graphbook open \(name) brings it back.\n"
  }

  static let asksAgain =
    "Type another name, in quotes if it has blanks; n leaves without, Ctrl-C goes\nback.\n"
  static let exists = "there is a file 'league.graph'\n  export \"league.graph\"\n         ^^^^^^^^^^^^^^\n"

  @Test(
    "Leaving with work that is in no file asks whether to export it",
    arguments: [
      ([nil, "n"], "", [:]), (["quit", nil], "", [:]),
      (["quit", ""], kept("league.graph"), ["league.graph": text]),
      // A statement could begin with this word, but not with this name.
      (["quit", "model.graph"], kept("model.graph"), ["model.graph": text]),
      (["quit", "y"], kept("league.graph"), ["league.graph": text]),
      ([nil, "mine.graph"], kept("mine.graph"), ["mine.graph": text]),
      (
        [nil, "mine", "yours", ""],
        offer("mine.graph") + offer("yours.graph")
          + kept("yours.graph"), ["yours.graph": text]
      ),
      ([nil, "mine", "no"], offer("mine.graph"), [:]),
      (["quit", "my zoo", ""], offer("my zoo.graph") + kept("my zoo.graph"), ["my zoo.graph": text]),
      (["quit", "\"my team.graph\""], kept("my team.graph"), ["my team.graph": text]),
      (["quit", "export \"a.graph\""], "wrote a.graph" + wrote, ["a.graph": text]),
      (["quit", "my team.graph"], kept("my team.graph"), ["my team.graph": text]),
      // A number and the name of something there are no files' names.
      (["quit", "12", nil], "12\n" + question, [:]),
      (["quit", "Team", nil], "Team\n" + question, [:]),
      // What is typed there and is no answer is run, and the program goes on; the next quit asks again.
      (
        ["quit", "count Team", "1 + 1", "quit", "y"], "1\n2\n" + question + kept("league.graph"),
        ["league.graph": text]
      ),
      (["quit", "^C", "quit", "y"], question + kept("league.graph"), ["league.graph": text]),
      // What cannot be written or understood leads to the same question.
      (
        ["quit", "fetch Team where", "mine.graph"],
        "a condition is missing at the end\n  fetch Team where\n                  ^ where lastName == \"Wade\"\n"
          + asksAgain + kept("mine.graph"),
        ["mine.graph": text]
      ),
    ] as [([String?], String, [String: String])])
  func leaving(_ typed: [String?], _ reply: String, _ files: [String: String]) {
    let (screen, found) = screenAndFiles(Self.work + typed)
    #expect(screen == Self.told + Self.question + reply)
    #expect(found == files)
  }

  @Test(
    "A message of Core Data's console, pasted, is explained",
    arguments: [
      (
        "Error Domain=NSCocoaErrorDomain Code=1570 \"name is a required value.\" UserInfo={NSValidationErrorKey=name,",
        "1570: a required value is missing"
      ),
      (
        "Error Domain=NSCocoaErrorDomain Code=134060 \"(null)\" UserInfo={NSUnderlyingError=… Code=134110}",
        "134110: "
      ),
      ("The operation couldn\u{2019}t be completed. (Cocoa error 133020.)", "133020: another context has saved"),
      ("CoreData: error: (134100) The model used to open the store is incompatible", "134100: "),
      (
        "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'Illegal attempt to establish "
          + "a relationship 'team' between objects in different contexts", "help context says more"
      ),
      (
        "2026-11-28 10:11:12.345 App[123:456] CoreData: error: CoreData could not fulfill a fault for '0x600 <x-coredata>'",
        "133000: "
      ),
      (
        "CoreData: annotation: something that no one has reported",
        "this is a message of a console, and help has no page about it\nreview checks"
      ),
      ("Could not merge changes.", "133020: another context has saved"),
    ])
  func consoleMessages(_ line: String, _ beginning: String) {
    let shown = screen(WatchedReader([line]))
    #expect(shown.contains(beginning), "\(shown)")
  }

  @Test("A question and a statement that name such a thing are no message")
  func noConsoleMessage() {
    #expect(screen(WatchedReader(["what is a required value?"])).contains("takes statements, and no questions"))
    #expect(screen(WatchedReader(["let text = \"Cocoa error 1570\""])) == "text = \"Cocoa error 1570\"\n")
  }

  @Test("graphbook open brings back what quit has written: the model and the objects")
  func openingAgain() throws {
    let (_, files) = screenAndFiles(Self.work + ["quit", ""])
    let world = Session.World(makeInterpreter: { _ in
      Interpreter(environment: .init(readFile: { path, _ in SourceText(files[path] ?? "", name: path) }))
    })
    var shown = ""
    var session = Session(.prompt, world: world)
    session.run(WatchedReader(["fetch Team", "quit"]), opening: { $0.open("league.graph") }) { shown += $0 }
    #expect(shown.hasSuffix("Team    name\n──────  ────\nTeam#1  Heat\n1 object\n"), "\(shown)")
  }

  @Test("A file that is there stays, and another name is asked for")
  func leavingOverAFile() {
    let (screen, files) = screenAndFiles(Self.work + ["quit", "y", "mine.graph"], files: ["league.graph": "mine"])
    #expect(screen == Self.told + Self.question + Self.exists + Self.asksAgain + Self.kept("mine.graph"))
    #expect(files == ["league.graph": "mine", "mine.graph": Self.text])
  }

  @Test("Words with which other programs read and write files are answered with those of here")
  func filesByOtherWords() {
    let (screen, _) = screenAndFiles([
      "load \"zoo.graph\"", "open \"zoo.graph\"", "save \"zoo.graph\"", "save to \"zoo.graph\"",
    ])
    let words = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.ranges(of: "run \"zoo.graph\" runs a file of statements").count == 2, "\(screen)")
    #expect(words.ranges(of: "export \"zoo.graph\" writes a file").count == 2, "\(screen)")
  }

  @Test("The name that is offered is one that is free")
  func leavingBesideAFile() {
    let world = Session.World(listFolder: { $0 == "" ? ["league.graph", "league-2.graph", "notes"] : [] })
    let shown = screen(WatchedReader(Self.work + ["quit", "n"]), world: world)
    #expect(shown.contains("Enter exports to league-3.graph,"), "\(shown)")
  }

  @Test(
    "The question names what is in no file, and nothing else",
    arguments: [
      (["run \"mine.graph\"", "Team(name: \"Suns\")"], "1 object has changes that are in no file."),
      (["run \"mine.graph\"", "Team#1.name = \"Suns\""], "1 object has changes that are in no file."),
      (
        ["entity Coach { }; Coach()", "run \"more.graph\""], "Your model and 1 object have changes that are in no file."
      ),
      (["run \"mine.graph\"", "add Team.city: String?"], "Your model has changes that are in no file."),
      (["run \"mine.graph\"", "delete Team#1"], "1 deletion is in no file."),
      (["run \"mine.graph\"", "delete Team#1", "undo"], nil),
      (["run \"mine.graph\"", "delete Team#1", "undo", "redo"], "1 deletion is in no file."),
      (["run \"mine.graph\"", "undo"], nil), (["run \"mine.graph\"", "undo", "redo"], nil),
      (["run \"mine.graph\"", "undo", "redo", "delete Team#1"], "1 deletion is in no file."),
      (["run \"mine.graph\"", "rollback"], nil),
      (["run \"mine.graph\"", "save", "close main discarding"], nil),
      (["run \"mine.graph\"", "save", "delete Team#1", "save", "close main"], "1 deletion is in no file."),
      (
        ["entity Team { name: String }; Team(name: \"A\")", "export \"a.graph\", model only"],
        "1 object has changes that are in no file."
      ),
      (
        ["store shop at \"s.graphstore\"", "close main", "quit"],
        nil
      ),
      (
        ["entity Team { name: String }; store shop at \"s.graphstore\"; close main", "Team(name: \"A\"); save"],
        "Your model is in no file, and shop cannot be opened without the model."
      ),
      (
        [
          "entity Team { name: String }; Team(name: \"A\"); save; store shop at \"s.graphstore\"",
          "let jaws = insert into shop Team(name: \"B\"); save",
        ], "Your model and 1 object are in no file, and shop cannot be opened without the model."
      ),
      (
        [
          "entity Team { name: String }; Team(name: \"A\"); save; store shop at \"s.graphstore\"",
          "export \"a.graph\"", "let jaws = insert into shop Team(name: \"B\"); save",
        ], nil
      ),
      (
        [
          "entity Team { name: String }; store shop at \"s.graphstore\"; close main",
          "let jaws = Team(name: \"A\"); save; delete jaws", "export \"a.graph\"",
        ], "1 deletion is not saved; Ctrl-C goes back, and save writes it."
      ),
    ] as [([String], String?)])
  func namesMissingWork(_ lines: [String], _ question: String?) {
    let more = "entity Team { name: String }\nTeam(name: \"B\")\n"
    let (screen, _) = screenAndFiles(
      lines + ["quit"],
      files: ["mine.graph": Self.text, "more.graph": more])
    let words = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let question {
      #expect(words.contains(question + " Enter exports to"))
    } else {
      #expect(!words.contains("no file"))
    }
  }

  @Test(
    "Nothing is asked where all is in a file, or there is nothing",
    arguments: [
      ["1 + 1"], ["let a = 5"], ["entity A { }", "undo"], ["run \"mine.graph\""],
      ["entity A { }", "A()", "export \"new.graph\""], ["entity A { }", "export \"new.graph\", model only"],
      ["run \"mine.graph\"", "show graph", "count Team"],
    ])
  func leavingWithout(_ lines: [String]) {
    let (screen, _) = screenAndFiles(lines + ["quit"], files: ["mine.graph": Self.text])
    #expect(!screen.contains("no file"))
  }

  @Test(
    "It is asked where something came after the file, and where the file has the model alone",
    arguments: [
      ["run \"mine.graph\"", "Team#1.name = \"Suns\""], ["entity A { }", "A()", "export \"new.graph\", model only"],
      ["entity A { }", "A()", "export \"new.svg\""], ["entity A { }", "A()", "quit", "show model", "A()"],
      ["run \"mine.graph\"", "version \"2\"; add Team.city: String?"],
    ])
  func leavingAfterAFile(_ lines: [String]) {
    let (screen, _) = screenAndFiles(lines + ["quit"], files: ["mine.graph": Self.text])
    #expect(screen.split(separator: "\n").suffix(2).joined().contains("in no file"))
  }

  @Test("Objects in a store's file are not exported a second time")
  func leavingWithAStore() throws {
    let folder = try TemporaryFolder()
    let lines = [
      "model League", "entity Team { name: String }", "store s at \"\(folder.path)/s.graphstore\"", "close main",
      "Team(name: \"Heat\")", "save",
    ]
    let model = "model League\nentity Team {\n  name: String\n}\n"
    let (_, files) = screenAndFiles(lines + ["quit", "y"])
    #expect(files == ["league.graph": model])
    let (screen, _) = screenAndFiles(lines + ["export \"a.graph\"", "quit"])
    #expect(
      screen.hasSuffix(
        """
        wrote a.graph: the model and 1 object; run it in a new session
          not written: which objects are in s: all come back in memory, and a second
            time when s is opened there; model only leaves them out

        """))
  }

  @Test("A pipe is never asked")
  func leavingAPipe() {
    #expect(screen(ScriptedReader(Self.work + ["quit"])) == Self.told)
  }

  @Test("The window's width is asked for each input")
  func width() {
    nonisolated(unsafe) var width = 40
    let world = Session.World(width: { width })
    var output = ""
    var session = Session(.prompt, world: world)
    session.run(ScriptedReader(["help redo", "help redo"]), opening: { _ in [] }) { text in
      output += text
      width = 30
    }
    #expect(
      output == """
        redo: does again what undo took back
          redo
        redo: does again what undo
        took back
          redo

        """)
  }
}
