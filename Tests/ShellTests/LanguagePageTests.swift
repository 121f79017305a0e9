import Diagnostics
import Foundation
import ObjectGraph
import Predicates
import TestSupport
import Testing
import WorkbookLanguage

@testable import Shell

/// `docs/language.md`, held against the parser.
@Suite("The page about the language is true")
struct LanguagePageTests {
  static let page: String = {
    let root = BuiltProgram.root
    return (try? String(contentsOf: root.appendingPathComponent("docs/language.md"), encoding: .utf8)) ?? ""
  }()

  /// The fenced blocks of a kind.
  static func blocks(_ kind: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let found = block { blocks.append(found.joined(separator: "\n")) }
        block = line == "```\(kind)" ? [] : nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// The quoted words and signs of the grammar.
  static let terminals: Set<String> = Set(
    blocks("ebnf").joined(separator: "\n").matches(of: #/"([^"]+)"/#).map { String($0.output.1) })

  @Test("Every example is taken by the parser, statement by statement")
  func examples() {
    let examples = Self.blocks("graph")
    #expect(examples.count == 8)
    for example in examples {
      let tree = WorkbookParser.parse(SourceText(example))
      #expect(
        tree.diagnostics.isEmpty,
        "\(tree.diagnostics.map { DiagnosticFormatter().format($0, in: tree.source) }.joined(separator: "\n"))")
      #expect(!tree.statements.isEmpty)
    }
  }

  @Test("Every word and sign of the grammar stands in an example")
  func terminalsAreShown() {
    var shown: Set<String> = []
    for example in Self.blocks("graph") {
      let source = SourceText(example)
      for token in Lexer.tokens(of: example, dialect: .workbook) { shown.insert(String(source[token.range])) }
    }
    // Parts of tokens: the sign of a name of one's own, the letters of a date.
    #expect(Self.terminals.subtracting(shown).sorted() == ["$", "T", "Z"])
  }

  @Test("Every word that the parser begins a statement with is in the grammar")
  func statementWords() {
    #expect(StatementWord.allCases.map(\.rawValue).filter { !Self.terminals.contains($0) } == [])
  }

  @Test("Every option, delete rule, type and other word that help and completion know is in the grammar")
  func options() {
    let words =
      CommandTable.propertyOptions.map(\.word) + DeleteRule.words + AttributeType.allCases.map(\.rawValue)
      + ClauseWord.words + SortDirection.words + EntityOptionWord.words + StoreOptionWord.allCases.map(\.rawValue)
      + ValidationPurpose.words + OutcomeWord.words + ClaimWord.words + CommandTable.objectStatements.map(\.word)
      + CommandTable.viewStatements.map(\.word)
      + CommandTable.modelStatements.map(\.word)
    #expect(words.filter { !Self.terminals.contains($0) } == [])
  }

  @Test("Every production that is used is defined, and every one that is defined is used")
  func productions() {
    let grammar = Self.blocks("ebnf").joined(separator: "\n").replacing(#/"[^"]+"/#, with: "")
    var defined: Set<String> = ["text"]
    var used: Set<String> = ["text"]
    for rule in grammar.split(separator: ";") {
      let sides = rule.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      defined.insert(sides[0].filter { $0.isLetter })
      for word in sides[1].split(whereSeparator: { !$0.isLetter }) { used.insert(String(word)) }
    }
    let terminals: Set<String> = ["CONDITION", "EXPR", "Name", "ident", "int", "string", "literal", "newline", "word"]
    #expect(used.subtracting(defined).subtracting(terminals).sorted() == [])
    // The text above the grammar says where it stands.
    #expect(defined.subtracting(used).sorted() == ["extra"])
  }
}
