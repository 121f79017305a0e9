import Foundation
import ObjectGraph
import Predicates
import TestSupport
import Testing
import WorkbookLanguage

@testable import Shell

/// `editors/vscode/syntaxes/graphbook.tmLanguage.json`, held against the words that the parser knows.
@Suite("The grammar for editors knows every word")
struct EditorGrammarTests {
  struct Rule: Decodable {
    var name: String?
    var match: String?
    var begin: String?
    var end: String?
    var captures: [String: Rule]?
    var patterns: [Rule]?
  }

  struct Grammar: Decodable {
    var scopeName: String
    var repository: [String: Rule]
  }

  static func grammar() throws -> Grammar {
    let root = BuiltProgram.root
    let path = root.appendingPathComponent("editors/vscode/syntaxes/graphbook.tmLanguage.json")
    return try JSONDecoder().decode(Grammar.self, from: Data(contentsOf: path))
  }

  /// Whether a rule takes the whole of a text. TextMate's engine is Oniguruma; what the rules use, ICU knows as well.
  static func takes(_ rule: Rule?, _ text: String) throws -> Bool {
    guard let pattern = rule?.match else { return false }
    let expression = try NSRegularExpression(pattern: "^(?:\(pattern))$")
    return expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }

  @Test("Every word that begins a statement")
  func statements() throws {
    let rule = try Self.grammar().repository["statement"]
    for word in StatementWord.allCases { #expect(try Self.takes(rule, word.rawValue), "\(word)") }
    for word in ["entitys", "Player", "where"] { #expect(try !Self.takes(rule, word), "\(word)") }
  }

  @Test("Every option, delete rule and type")
  func options() throws {
    let repository = try Self.grammar().repository
    for word in CommandTable.propertyOptions.map(\.word) + DeleteRule.words where word != "=" {
      #expect(try Self.takes(repository["option"], word), "\(word)")
    }
    // A type stands behind a colon, which the rule looks back at.
    let pattern = try #require(repository["type"]?.match)
    let type = try NSRegularExpression(pattern: pattern)
    for word in AttributeType.allCases.map(\.rawValue) {
      let text = "a: \(word)"
      let found = type.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count))
      #expect(found?.range.upperBound == text.utf16.count, "\(word)")
    }
  }

  @Test("Every word of the conditions, and of what help knows")
  func conditions() throws {
    let repository = try Self.grammar().repository
    for keyword in Keyword.allCases {
      let isKnown = try Self.takes(repository["condition"], keyword.rawValue)
      #expect(try isKnown || Self.takes(repository["constant"], keyword.rawValue), "\(keyword)")
    }
    let words = CommandTable.all.commands.map(\.word)
    for word in words {
      var isKnown = false
      for rule in repository.values where try Self.takes(rule, word) { isKnown = true }
      #expect(isKnown, "\(word)")
    }
    for sign in Token.Symbol.allCases where sign.rawValue.count > 1 && sign != .assign {
      #expect(try Self.takes(repository["operator"], sign.rawValue), "\(sign)")
    }
  }

  @Test("Every expression of the grammar is one, and the extension's other files are JSON")
  func expressions() throws {
    func check(_ rule: Rule) throws {
      for pattern in [rule.match, rule.begin, rule.end].compactMap({ $0 }) {
        #expect(throws: Never.self, "\(pattern)") { try NSRegularExpression(pattern: pattern) }
      }
      for inner in rule.patterns ?? [] { try check(inner) }
    }
    for rule in try Self.grammar().repository.values { try check(rule) }
    let folder = BuiltProgram.root.appendingPathComponent("editors/vscode")
    for file in ["package.json", "language-configuration.json", "syntaxes/graphbook.markdown.tmLanguage.json"] {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      #expect(throws: Never.self, "\(file)") { try JSONSerialization.jsonObject(with: data) }
    }
  }
}
