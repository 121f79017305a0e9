import Testing

import class Foundation.FileManager
import struct Foundation.URL

/// The house as ARCHITECTURE.md describes it, read from the import lines.
@Suite("The modules import only what they may")
struct ArchitectureTests {
  /// The targets of ours that each module may import: the arrows, downwards only.
  static let allowed: [String: Set<String>] = [
    "Diagnostics": [],
    "Platform": [],
    "Support": ["Platform"],
    "CommandIO": ["Platform", "Support", "Diagnostics"],
    "Normalization": [],
    "Predicates": ["Platform", "Diagnostics"],
    "Mutations": ["Support"],
    "PredicateTrials": ["Mutations", "Predicates", "Diagnostics"],
    "WorkbookTrials": ["Mutations", "Shell", "WorkbookLanguage", "ObjectGraph", "Predicates", "Diagnostics"],
    "JSON": [],
    "JSONLines": ["JSON", "Predicates", "Diagnostics"],
    "ObjectGraph": ["Platform", "Support", "JSON", "Predicates", "Diagnostics", "CGraphAtomics"],
    "ModelInterchange": ["Platform", "ObjectGraph", "Predicates", "Diagnostics"],
    "CoreDataStore": [
      "Platform",
      "ModelInterchange", "ObjectGraph", "JSON", "Predicates", "Support", "Diagnostics", "CSQLite", "CZlib",
    ],
    "CSQLite": [],
    "ModelReview": ["Normalization", "ObjectGraph", "Predicates", "Diagnostics"],
    "SwiftDataModel": ["ModelReview", "ObjectGraph", "Predicates", "Diagnostics"],
    "WorkbookLanguage": [
      "SwiftDataModel", "ModelReview", "CoreDataStore", "ModelInterchange", "Normalization", "ObjectGraph", "Support",
      "Predicates",
      "Diagnostics",
    ],
    "Drills": ["Support", "WorkbookLanguage", "Normalization", "ObjectGraph", "Predicates", "Diagnostics"],
    "Courses": [
      "Platform", "WorkbookLanguage", "ObjectGraph", "Predicates", "JSON", "Support", "Diagnostics", "CMarkGFM",
    ],
    "Pages": [
      "Support", "Courses", "WorkbookLanguage", "ModelInterchange", "ObjectGraph", "Predicates", "Diagnostics",
    ],
    "Grading": [
      "Platform", "Pages", "Courses", "WorkbookLanguage", "ObjectGraph", "JSON", "Predicates", "Support", "Diagnostics",
    ],
    "Shell": [
      "Platform", "CommandIO",
      "Grading", "Pages", "Courses", "Drills", "WorkbookLanguage", "ModelReview", "CoreDataStore", "ModelInterchange",
      "ObjectGraph", "JSON", "Predicates", "Support", "Diagnostics", "Normalization", "CReadline", "CInterrupts",
    ],
    "Tools": [
      "Platform", "CommandIO",
      "Shell", "Grading", "Pages", "Courses", "WorkbookLanguage", "ModelReview", "CoreDataStore", "ModelInterchange",
      "ObjectGraph", "JSONLines", "JSON", "Predicates", "Support", "Diagnostics", "Normalization", "CIsolation",
      "CZlib",
    ],
    "Classroom": [
      "Platform",
      "Shell", "Pages", "Grading", "Courses", "Drills", "WorkbookLanguage", "ModelInterchange", "ObjectGraph", "JSON",
      "Predicates", "Support", "Diagnostics", "CCrypt", "CZlib",
    ],
    "graphbook": [
      "Platform", "CommandIO",
      "Tools", "Classroom", "Shell", "Grading", "Courses", "Drills", "WorkbookLanguage", "ObjectGraph", "Predicates",
      "Diagnostics", "CVersion",
    ],
    "CVersion": [],
    "CReadline": [],
    "CInterrupts": [],
    "CIsolation": [],
    "CZlib": [],
    "CCrypt": [],
    "CGraphAtomics": [],
    "CMarkGFM": [],
  ]

  struct ImportLine: Hashable, CustomTestStringConvertible {
    var importer: String
    var file: String
    var module: String
    var text: String

    var testDescription: String { "\(file): \(text)" }
  }

  /// Every Swift file under Sources/, by its path there.
  static let sources: [(path: String, text: String)] = {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, (try? String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)) ?? "")
    }
  }()

  static func target(of path: String) -> String { path.split(separator: "/").first.map(String.init) ?? path }

  /// Every import line, also those inside `#if`.
  static let imports: [ImportLine] = {
    sources.flatMap { path, text -> [ImportLine] in
      return text.split(separator: "\n").compactMap { line in
        var words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        words.removeAll {
          $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0)
        }
        guard words.first == "import", words.count > 1 else { return nil }
        if ["struct", "class", "enum", "func", "protocol", "typealias", "let", "var"].contains(words[1]) {
          words.remove(at: 1)
        }
        guard words.count > 1 else { return nil }
        let module = words[1].split(separator: ".").first.map(String.init) ?? words[1]
        return ImportLine(importer: target(of: path), file: path, module: module, text: String(line))
      }
    }
  }()

  @Test("The arrows lead downwards only")
  func arrows() {
    #expect(!Self.imports.isEmpty)
    for line in Self.imports {
      guard let allowed = Self.allowed[line.importer] else {
        Issue.record("\(line.importer) is a module that this test does not know: write down what it may import")
        continue
      }
      if Self.allowed[line.module] != nil {
        #expect(allowed.contains(line.module), "\(line.testDescription)")
      }
    }
  }

  /// Modules that only some may import, by module or by file.
  static let reserved: [(module: String, importers: Set<String>, files: Int)] = [
    ("CReadline", ["Shell"], 1),
    ("CInterrupts", ["Shell"], 1),
    ("CIsolation", ["Tools"], 3),
    ("CVersion", ["graphbook"], 1),
    ("CZlib", ["Tools", "CoreDataStore", "Classroom"], 3),
    ("CCrypt", ["Classroom"], 1),
    ("CSQLite", ["CoreDataStore"], .max),
    ("CGraphAtomics", ["ObjectGraph"], 5),
    ("CMarkGFM", ["Courses"], 1),
    ("ArgumentParser", ["graphbook"], .max),
    ("Yams", ["Courses"], .max),
    ("FlyingSocks", ["Classroom"], 3),
    ("FoundationXML", ["ModelInterchange"], .max),
    ("SwiftDataModel", ["WorkbookLanguage"], 1),
    ("SwiftSyntax", ["SwiftDataModel"], 5),
    ("SwiftParser", ["SwiftDataModel"], 1),
  ]

  @Test("What is kept to one place", arguments: reserved)
  func reservedModules(_ row: (module: String, importers: Set<String>, files: Int)) {
    let lines = Self.imports.filter { $0.module == row.module }
    #expect(!lines.isEmpty, "nothing imports \(row.module) any more")
    for line in lines { #expect(row.importers.contains(line.importer), "\(line.testDescription)") }
    #expect(Set(lines.map(\.file)).count <= row.files, "\(lines.map(\.testDescription))")
  }

  @Test("Nothing below Shell reads from or writes to the terminal")
  func belowTheShell() {
    let below: Set<String> = [
      "Diagnostics", "Support", "Normalization", "Predicates", "JSON", "JSONLines", "ObjectGraph", "ModelInterchange",
      "CoreDataStore", "ModelReview", "SwiftDataModel", "WorkbookLanguage", "Drills", "Courses", "Pages", "Grading",
    ]
    let terminal = [
      "print(", "debugPrint(", "readLine(", "isatty(", "STDOUT_FILENO", "STDIN_FILENO", "STDERR_FILENO",
      "standardOutput",
      "standardInput", "standardError",
    ]
    for (path, text) in Self.sources where below.contains(Self.target(of: path)) {
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for call in terminal where line.contains(call) && !line.contains("\"\(call)") {
          #expect(Bool(false), "\(path): \(line)")
        }
      }
    }
  }

  @Test("The ids of diagnostics are compared by name, so that a slip does not compile")
  func ids() {
    for (path, text) in Self.sources {
      for line in text.split(separator: "\n") where line.contains(/\bid [!=]= "[a-z]/) {
        Issue.record("\(path): \(line): add the id to Diagnostic.ID")
      }
    }
  }
}
