import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import WorkbookLanguage

/// A folder for the files of one test, and sessions that use it.
private final class Desk {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  func path(_ name: String) -> String { scratch.path + "/" + name }

  var files: [String] { scratch.names.sorted() }

  func interpreter() -> Interpreter {
    let folder = scratch.path
    var environment = Interpreter.Environment(now: { Date(timeIntervalSinceReferenceDate: 0) })
    environment.storePath = { path, _ in folder + "/" + path }
    return Interpreter(environment: environment)
  }

  /// Runs a text and returns its failures.
  func run(_ text: String, in interpreter: inout Interpreter) -> [String] {
    interpreter.run(SourceText(text)).filter(\.failed).flatMap { outcome in
      outcome.diagnostics.map { DiagnosticFormatter().format($0, in: outcome.source) }
    }
  }

  /// The same in a session of its own.
  func run(_ text: String) -> [String] {
    var interpreter = interpreter()
    return run(text, in: &interpreter)
  }

  /// The model that a store brings into a session without one, as statements.
  func model(of path: String) -> String {
    var interpreter = interpreter()
    let failures = run("store app at \"\(path)\"", in: &interpreter)
    return failures.isEmpty ? ModelText.source(interpreter.context.model) : failures.joined(separator: "\n")
  }
}

@Suite("Stores that are Core Data's files, as statements")
struct SQLiteStatementTests {
  @Test func aStoreKeepsItsModel() throws {
    let desk = try Desk()
    var interpreter = desk.interpreter()
    let model = ModelText.source(ModelTextTests.everything())
    #expect(desk.run(model, in: &interpreter) == [])
    #expect(desk.run("store app at \"own.sqlite\"", in: &interpreter) == [])
    #expect(desk.model(of: "own.sqlite") == model)
    // Objects are validated under it.
    let failures = desk.run("store app at \"own.sqlite\"; close main; Player(); save")
    #expect(failures.count == 1 && failures[0].contains("Player#1: team is a required value (1570)"))
  }

  @Test func aCompositeIsRefusedWithWhatToDo() throws {
    let desk = try Desk()
    func failures(_ address: String, _ value: String, at path: String) -> [String] {
      desk.run(
        "composite Address { city: String? }; entity Home { name: String; \(address) }; store s at \"\(path)\"; close main; "
          + "Home(name: \"A\", \(value)); save")
    }
    let refused = failures("address: Address?", "address: Address(city: \"Bern\")", at: "a.sqlite")
    #expect(refused.count == 1 && refused[0].contains("Home#1.address is a composite"), "\(refused)")
    #expect(refused.allSatisfy { !$0.contains("transformer") })
    // Both ways out work.
    #expect(failures("city: String?", "city: \"Bern\"", at: "b.sqlite") == [])
    #expect(failures("address: Address?", "address: Address(city: \"Bern\")", at: "a.graphstore") == [])
  }

  @Test(
    "A store is recognised by what it holds", arguments: ["App.CDBStore", "App.storedata", "App.backup", "App", "a.b"])
  func names(_ name: String) throws {
    let desk = try Desk()
    #expect(
      desk.run("entity Task { title: String }; store app at \"own.sqlite\"; close main; Task(title: \"x\"); save") == []
    )
    try FileManager.default.copyItem(atPath: desk.path("own.sqlite"), toPath: desk.path(name))
    #expect(desk.model(of: name) == "model Model\nentity Task {\n  title: String\n}\n")
    var lazy = desk.interpreter()
    #expect(desk.run("store app at \"\(name)\", lazy", in: &lazy) == [])
    let counts = lazy.run(SourceText("count Task")).map { outcome in
      if case .count(let count)? = outcome.result { count } else { -1 }
    }
    #expect(counts == [1])
    #expect(
      desk.run("store app at \"\(name)\", no backup; close main; expect count Task == 1; Task(title: \"y\"); save")
        == [])
    #expect(desk.files == ["own.sqlite", name].sorted())
  }

  @Test func aStoreOfAnEarlierVersionIsMigrated() throws {
    let desk = try Desk()
    let first =
      "entity Task { title: String }; store app at \"own.sqlite\"; close main; Task(title: \"x\"); save; close app"
    var interpreter = desk.interpreter()
    #expect(desk.run(first, in: &interpreter) == [])
    #expect(desk.run("add Task.done: Boolean = true", in: &interpreter) == [])
    // What the hints say works.
    let open = "store app at \"own.sqlite\""
    #expect(
      desk.run(open, in: &interpreter) == [
        """
        134100  the store app was written under another model: Task differs
          store app at "own.sqlite"
                       ^^^^^^^^^^^^ store app at "own.sqlite", migrating brings the file to this version
        """
      ])
    #expect(
      desk.run("reopen app", in: &interpreter) == [
        """
        134100  the store app was written under another model: Task differs
          reopen app
                 ^^^ migrate app brings the file to this version
        """
      ])
    #expect(desk.run("migrate app; expect (count Task where done == true) == 1", in: &interpreter) == [])
    #expect(desk.files == ["own.sqlite", "own.sqlite.backup"])
    #expect(desk.run("Task(title: \"y\"); save; close app; add Task.due: Date?", in: &interpreter) == [])
    #expect(desk.run(open + ", migrating; expect (count Task where due == nil) == 2", in: &interpreter) == [])
    #expect(
      desk.model(of: "own.sqlite")
        == "model Model\nentity Task {\n  title: String\n  done: Boolean = true\n  due: Date?\n}\n")
    // The copies are of the versions before.
    #expect(desk.model(of: "own.sqlite.backup") == "model Model\nentity Task {\n  title: String\n}\n")
    #expect(desk.files == ["own.sqlite", "own.sqlite.backup", "own.sqlite.backup-2"])
  }

  @Test func anOpenStoreIsMigratedOnceItIsClosed() throws {
    let desk = try Desk()
    var interpreter = desk.interpreter()
    let begin = "entity Task { title: String }; store app at \"own.sqlite\"; close main; Task(title: \"x\"); save"
    #expect(desk.run(begin + "; migrate app; version \"2\"; migrate app", in: &interpreter) == [])
    #expect(
      desk.run("add Task.due: Date?; migrate app", in: &interpreter) == [
        """
        the store app is open under an earlier model, and its file is migrated while it is closed
          add Task.due: Date?; migrate app
                                       ^^^ close app, and then: migrate app
        """
      ])
    #expect(desk.run("close app; migrate app; Task#1.due = now(); save", in: &interpreter) == [])
    #expect(
      desk.run("version \"3\"; entity List {}; add Task.list -> List; close app; migrate app", in: &interpreter).map {
        String($0.prefix(6))
      } == ["134110"])
  }

  @Test func aMigrationThatIsRefusedHasItsCode() throws {
    let desk = try Desk()
    let open = "store app at \"own.sqlite\", migrating"
    #expect(
      desk.run(
        "entity Task { title: String }; store app at \"own.sqlite\"; close main; Task(title: \"x\"); Task(title: \"x\"); save"
      )
        == [])
    let unique = desk.run("entity Task { title: String; unique title }; " + open)
    #expect(unique.count == 1 && unique[0].hasPrefix("134111  the store app cannot be migrated: "), "\(unique)")
    let type = desk.run("entity Task { title: BinaryData? }; " + open)
    #expect(type.count == 1 && type[0].hasPrefix("134140  the store app cannot be migrated: "), "\(type)")
    #expect(desk.files == ["own.sqlite"])
  }

  /// Defaults and delete rules are in no version hash.
  @Test func theModelThatIsKeptFollowsWhatHashesLeaveOut() throws {
    let desk = try Desk()
    #expect(
      desk.run("entity Task { title: String = \"new\" }; store app at \"own.sqlite\"; close main; Task(); save") == [])
    #expect(
      desk.run(
        "entity Task { title: String = \"to do\" }; store app at \"own.sqlite\"; close main; Task(); save") == [])
    #expect(desk.model(of: "own.sqlite") == "model Model\nentity Task {\n  title: String = \"to do\"\n}\n")
  }
}
