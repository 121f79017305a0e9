import Diagnostics
import ModelReview

/// The Swift sources of a folder and what is in it, or one file.
///
/// Only a few files of a large app matter: those with models, versions or containers, and those that declare the types of
/// their properties. The others are not parsed.
struct SourceFiles {
  private(set) var sources: [SourceText] = []
  /// The files of tests, which count if there are no other models.
  private var testSources: [SourceText] = []
  /// The texts of entitlements.
  private(set) var entitlements: [SourceText] = []
  /// The texts of Xcode's projects.
  private(set) var projects: [SourceText] = []
  /// The files that cannot be read, with the reasons.
  private(set) var unreadable: [Diagnostic] = []

  private let read: (String) throws -> SourceText
  private let list: (String) -> [String]?

  /// - Throws: The error of `read` for a file that is named itself.
  init(
    _ path: String, read: @escaping (String) throws -> SourceText, list: @escaping (String) -> [String]?
  ) throws {
    self.read = read
    self.list = list
    if let names = list(path) {
      collect(names, in: path, depth: 0, isTest: false)
    } else {
      sources.append(try read(path))
    }
  }

  private mutating func collect(_ names: [String], in folder: String, depth: Int, isTest: Bool) {
    for name in names.sorted() where name.first != "." {
      let path =
        (folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/") + SwiftSourceFolder.withoutSlash(name)
      if name.hasSuffix(".swift") || name.hasSuffix(".entitlements") {
        do {
          let source = try read(path)
          switch (name.hasSuffix(".swift"), isTest) {
          case (true, true): testSources.append(source)
          case (true, false): sources.append(source)
          case (false, _): entitlements.append(source)
          }
        } catch {
          unreadable.append(
            Diagnostic(
              "unreadable-source", "'\(DisplayText.visible(path))' cannot be read, so it is left out", severity: .note,
              notes: [(error as? Diagnostic)?.message].compactMap(\.self)))
        }
      } else if name.hasSuffix(".xcodeproj") {
        if let project = try? read(path + "/project.pbxproj") { projects.append(project) }
      } else if depth < SwiftSourceFolder.depthLimit, SwiftSourceFolder.isFolder(name), let inner = list(path) {
        collect(inner, in: path, depth: depth + 1, isTest: isTest || SwiftSourceFolder.hasTests(name))
      }
    }
  }

  // MARK: Parsing

  /// Everything that the files declare and the models need. O(bytes).
  func declarations() -> Declarations { DeepStack.run(parsed) }

  private func parsed() -> Declarations {
    let own = declarations(of: sources)
    if testSources.isEmpty || own.types.contains(where: \.isModel) { return own }
    return declarations(of: sources + testSources)
  }

  private func declarations(of sources: [SourceText]) -> Declarations {
    var declarations = Declarations()
    var rest: [(source: SourceText, names: Set<Substring>)] = []
    for source in sources {
      let words = DeclaredNames(source.text)
      if words.mentionsModels || sources.count == 1 {
        Self.read(source, into: &declarations)
      } else {
        rest.append((source, words.names))
      }
    }
    // What a new file declares may need others.
    var known: Set<Substring> = []
    while !rest.isEmpty {
      let wanted = declarations.mentionedNames.subtracting(known)
      known.formUnion(wanted)
      let found = rest.filter { !$0.names.isDisjoint(with: wanted) }
      if found.isEmpty { break }
      rest.removeAll { !$0.names.isDisjoint(with: wanted) }
      for (source, _) in found { Self.read(source, into: &declarations) }
    }
    return declarations
  }

  /// Without the trait, which brings the parser, there is nothing to read with.
  private static func read(_ source: SourceText, into declarations: inout Declarations) {
    #if SwiftData
      DeclarationReader.read(source, into: &declarations)
    #endif
  }
}

/// The names after `struct`, `enum` and the like in a text, and whether it mentions SwiftData, without parsing it. Words in
/// comments and strings count too, which costs no more than parsing a file in vain.
struct DeclaredNames {
  private(set) var names: Set<Substring> = []
  private(set) var mentionsModels = false

  /// O(bytes).
  init(_ text: String) {
    var text = text
    var ranges: [(start: Int, end: Int)] = []
    var hasModel = false
    text.withUTF8 { bytes in
      func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      }
      func equals(_ start: Int, _ end: Int, _ word: StaticString) -> Bool {
        guard end - start == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { $0.elementsEqual(bytes[start..<end]) }
      }
      var place = 0
      var isAfterKeyword = false
      while place < bytes.count {
        guard isWord(bytes[place]) else {
          if isAfterKeyword, bytes[place] != 0x20, bytes[place] != 0x60 { isAfterKeyword = false }
          place += 1
          continue
        }
        let start = place
        while place < bytes.count, isWord(bytes[place]) { place += 1 }
        if isAfterKeyword { ranges.append((start, place)) }
        let first = bytes[start]
        isAfterKeyword = false
        switch first {
        case UInt8(ascii: "s"): isAfterKeyword = equals(start, place, "struct")
        case UInt8(ascii: "e"): isAfterKeyword = equals(start, place, "enum") || equals(start, place, "extension")
        case UInt8(ascii: "c"):
          isAfterKeyword = equals(start, place, "class")
          if equals(start, place, "cloudKitDatabase") { hasModel = true }
        case UInt8(ascii: "a"): isAfterKeyword = equals(start, place, "actor")
        case UInt8(ascii: "t"): isAfterKeyword = equals(start, place, "typealias")
        case UInt8(ascii: "p"): isAfterKeyword = equals(start, place, "protocol")
        case UInt8(ascii: "f"): if equals(start, place, "fromOffsets") { hasModel = true }
        case UInt8(ascii: "m"): if equals(start, place, "modelContainer") { hasModel = true }
        case UInt8(ascii: "M"):
          if equals(start, place, "Model"), start > 0, bytes[start - 1] == 0x40 || bytes[start - 1] == 0x2E {
            hasModel = true
          } else if equals(start, place, "ModelContainer") || equals(start, place, "ModelConfiguration")
            || equals(start, place, "MigrationStage")
          {
            hasModel = true
          }
        case UInt8(ascii: "P"): if equals(start, place, "PersistentModel") { hasModel = true }
        case UInt8(ascii: "S"): if equals(start, place, "SchemaMigrationPlan") { hasModel = true }
        case UInt8(ascii: "V"): if equals(start, place, "VersionedSchema") { hasModel = true }
        default: break
        }
      }
    }
    mentionsModels = hasModel
    let utf8 = text.utf8
    for (start, end) in ranges {
      names.insert(
        text[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)])
    }
  }
}

extension Declarations {
  /// Names that are in no file of an app, or that every other one extends.
  private static let foreignNames = Set(AttributeMapping.types.keys.map { Substring($0) }).union([
    "Any", "AnyObject", "Codable", "Color", "Comparable", "CustomStringConvertible", "Decodable", "Encodable",
    "Equatable",
    "Hashable", "Identifiable", "ObservableObject", "Self", "Sendable", "View", "self",
  ])

  /// The names of types that models and lists of versions lead to, through the structures and aliases that are known.
  /// O(declarations).
  fileprivate var mentionedNames: Set<Substring> {
    var found: Set<Substring> = []
    var work: [Substring] = []
    func note(_ path: [String]) {
      for name in path where !Self.foreignNames.contains(Substring(name)) && found.insert(Substring(name)).inserted {
        work.append(Substring(name))
      }
    }
    func note(_ type: SwiftType) {
      switch type {
      case .named(let path, _): note(path)
      case .optional(let inner, _), .collection(_, let inner): note(inner)
      case .dictionary, .other: break
      }
    }
    func note(_ value: SourceValue) {
      switch value {
      case .list(let elements), .sum(let elements): for element in elements { note(element) }
      case .type(let path), .member(let path, _): note(path)
      case .call(_, _, _, let arguments): for argument in arguments { note(argument.value) }
      default: break
      }
    }
    for type in types where type.isModel {
      note(type.scope)
      for parent in type.inherited { note(parent) }
      for property in type.stored { if let type = property.type { note(type) } }
    }
    for value in values where ["models", "schemas", "stages"].contains(value.name) { note(value.value) }
    let structures = Dictionary(grouping: types.filter { $0.kind == .struct }, by: { Substring($0.name) })
    let known = Dictionary(grouping: aliases, by: { Substring($0.name) })
    while let name = work.popLast() {
      for type in structures[name] ?? [] {
        for property in type.stored { if let type = property.type { note(type) } }
      }
      for alias in known[name] ?? [] { note(alias.target) }
    }
    return found
  }
}
