import Foundation
import ObjectGraph
import Predicates
import Testing

/// A program of forty lines that a reader of README and the articles can write: it uses public declarations alone.
@Suite("A small program with the libraries")
struct SmallProgramTests {
  // program
  struct Book: ManagedObjectWrapper {
    static let entityName = "Book"
    let object: ManagedObject
    init(_ object: ManagedObject) { self.object = object }
    func title() throws -> String { try get("title") ?? "" }
    func setLoan(_ date: Date?) throws { try set("lentOn", date) }
  }

  static let library = ManagedObjectModel("Library") {
    EntityDescription("Author") {
      Attribute("name", .string, minimumLength: 1)
      ToMany("books", to: "Book", inverse: "author", deleteRule: .deny)
    }
    EntityDescription("Book") {
      Attribute("title", .string)
      Attribute("lentOn", .date, isOptional: true)
      ToOne("author", to: "Author", inverse: "books", isOptional: false)
    }
  }

  static func lend(_ title: String, at path: String, _ say: (String) -> Void) throws {
    let coordinator = try PersistentStoreCoordinator(model: library)
    try coordinator.add(FileStore(name: "library", path: path))
    let context = ManagedObjectContext(coordinator: coordinator)
    if try context.fetch(FetchRequest("Book")).isEmpty {
      let author = try context.insert("Author")
      try context.setValue("Tove Jansson", of: author, forKey: "name")
      let book = try context.insert("Book")
      try context.setValue("The Summer Book", of: book, forKey: "title")
      try context.setValue(author, of: book, forKey: "author")
    }
    for book in try context.fetch(Book.self, where: "lentOn == nil AND title CONTAINS[c] %@", [.string(title)]) {
      try book.setLoan(Date())
      say("lent: \(try book.title())")
    }
    try context.save()
    let condition = Predicates.Predicate.parse("ANY books.lentOn != nil")
    say("\(try context.fetch(FetchRequest("Author", predicate: condition.predicate)).count) author with a book on loan")
  }
  // end

  @Test("It remembers between two runs that the book is lent")
  func runs() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("library.graphstore").path
    var lines: [String] = []
    for title in ["summer book", "summer"] { try Self.lend(title, at: path) { lines.append($0) } }
    #expect(lines == ["lent: The Summer Book"] + Array(repeating: "1 author with a book on loan", count: 2))
  }

  @Test("It has forty lines")
  func length() throws {
    let text = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let program = lines.drop { $0 != "// program" }.dropFirst().prefix { $0 != "// end" }
    #expect(program.count <= 40 && program.count > 30, "\(program.count)")
  }
}
