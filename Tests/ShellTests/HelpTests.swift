import Courses
import Diagnostics
import ModelReview
import ObjectGraph
import Predicates
import Shell
import Testing
import WorkbookLanguage

@Suite("Help comes from the command table")
struct HelpTests {
  private func explanation(of word: String) -> [String]? { Help().explanation(of: word)?.lines(.plain) }
  private func page(about word: String) -> [String]? { Help().page(about: word)?.lines(.plain) }

  @Test("The overview fits a screen of 24 lines and 80 cells")
  func overview() {
    let lines = Help().overview().lines(.plain)
    #expect(lines.count <= 23)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for command in CommandTable.all.commands {
      #expect(lines.contains { $0.split(separator: " ").contains { $0 == command.word } }, "\(command.word)")
    }
  }

  @Test("A word is explained in all its senses, with an example")
  func word() throws {
    #expect(
      try #require(explanation(of: "rename")) == [
        "rename: gives an entity or a property another name; the data follow",
        "  rename <Entity>.<property> to <name>",
        "  rename <Entity> to <Name>",
        "for example",
        "  rename Player.email to address",
      ])
    let delete = try #require(explanation(of: "delete"))
    #expect(delete.contains("  change Team.players, delete cascade"))
    #expect(delete.contains("  delete <Entity> where <condition>"))
    #expect(try #require(explanation(of: "beginswith")).first?.hasPrefix("BEGINSWITH: ") == true)
  }

  @Test("The types of attributes have a page", arguments: ["types", "type", "String", "Int16", "URI"])
  func types(word: String) throws {
    let page = try #require(explanation(of: word))
    #expect(page.count <= 24)
    for type in AttributeType.allCases {
      #expect(page.contains { $0.hasPrefix("  \(type.rawValue) ") }, "\(type.rawValue)")
    }
  }

  @Test("A term of two words leads to its page", arguments: [("delete rules", "delete"), ("merge policy", "merge")])
  func terms(term: String, word: String) {
    #expect(explanation(of: term) == explanation(of: word))
  }

  @Test("Every page fits a screen")
  func pages() throws {
    for word in CommandTable.all.commands.map(\.word) + Command.Group.allCases.map(\.rawValue) {
      let page = try #require(explanation(of: word))
      #expect(page.count <= 24, "\(word)")
    }
  }

  @Test("Every rule of the review has a page that fits a screen", arguments: ModelReview.rules.map { $0.page })
  func rules(page: RulePage) throws {
    let lines = try #require(explanation(of: page.id.lowercased()))
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first == "\(page.id): \(page.title)" || lines.first?.hasPrefix("\(page.id): ") == true)
    #expect(lines.contains("for example"))
    #expect(try #require(explanation(of: "rules")).contains { $0.contains(page.id) })
  }

  @Test("The example of every rule runs", arguments: ModelReview.rules.map { $0.page })
  func ruleExamples(page: RulePage) {
    var interpreter = Interpreter()
    // What is wrong with an example may be that a save is refused.
    for outcome in interpreter.run(SourceText(page.example)) where outcome.failed {
      #expect(outcome.text == "save", "\(page.id): \(outcome.text): \(outcome.diagnostics.map(\.message))")
    }
  }

  @Test(
    "A rule about models finds something in its example",
    arguments: ModelReview.modelRules.map { $0.page }.filter { $0.id != "cloudKit" })
  func modelRuleExamples(page: RulePage) throws {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(page.example))
    // Xcode generates no class for a model of the workbook.
    let ofXcode = [
      HiddenType.page, SharedClass.page, UnsuitedType.page, LeftBehind.page, HalfLink.page, OneToOneOnly.page,
      SingleMember.page, LookupCascade.page, UniquePosition.page,
      InlineBinary.page, PlainSecret.page, QuotedDefault.page, OtherModule.page, NilKey.page, NameKey.page,
      TextLength.page, ValueLimit.page, HalfPosition.page, SampleDefault.page,
    ]
    let options: ReviewSubject.Options = ofXcode.contains(page) ? .xcode : []
    let review = try ModelReview(of: ReviewSubject(interpreter.context, options: options))
    #expect(review.findings.contains { $0.rule == page.id }, "\(page.id): \(review.findings.map(\.rule))")
  }

  static let league = """
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { firstName: String; lastName: String; age: Integer16?; email: String?; team -> Team?, inverse players }
    let heat = Team(name: "Miami Heat")
    let wade = Player(firstName: "Dwyane", lastName: "Wade", age: 30, team: heat)
    """

  @Test(
    "Every example runs as it is written",
    arguments: CommandTable.all.commands.filter { $0.group != .learning && $0.group != .prompt })
  func examples(command: Command) {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.league))
    let outcomes = interpreter.run(SourceText(command.example.joined(separator: "\n")))
    #expect(outcomes.allSatisfy { !$0.failed }, "\(command.word): \(outcomes.flatMap(\.diagnostics).map(\.message))")
  }

  @Test("Every statement has its entry", arguments: StatementWord.allCases)
  func statements(word: StatementWord) {
    let isThere = !CommandTable.all.entries(for: word.rawValue).isEmpty
    // A statement that cannot run says so itself; help does not offer it.
    let stub = ["review", "normalize Team", "apply 1", "derive name -> name", "dependency Team: name -> name"]
      .first { $0.hasPrefix(word.rawValue + " ") || $0 == word.rawValue }
    guard let stub else {
      #expect(isThere, "\(word.rawValue)")
      return
    }
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.league))
    let isCarriedOut = !interpreter.run(SourceText(stub)).flatMap(\.diagnostics).contains {
      $0.id == "not-in-this-version"
    }
    #expect(isThere == isCarriedOut, "\(word.rawValue)")
  }

  @Test("The sheet fits a screen, and its lines run from top to bottom")
  func sheet() {
    let lines = CheatSheet.document.lines(.plain)
    #expect(lines.count <= 23)
    #expect(lines.allSatisfy { $0.count <= 80 })
    var interpreter = Interpreter()
    for row in CheatSheet.rows where !row.code.hasPrefix("export") {
      let outcomes = interpreter.run(SourceText(row.code))
      #expect(outcomes.allSatisfy { !$0.failed }, "\(row.code): \(outcomes.flatMap(\.diagnostics).map(\.message))")
    }
  }

  @Test("The ten words for beginners are explained")
  func firstTen() {
    #expect(CommandTable.firstTen.count == 10)
    for word in CommandTable.firstTen { #expect(!CommandTable.all.entries(for: word).isEmpty, "\(word)") }
  }

  @Test("Core Data's terms lead to entries", arguments: Help.terms.keys.sorted())
  func terms(term: String) throws {
    let lines = try #require(explanation(of: term))
    #expect(lines.first?.hasPrefix(try #require(Help.terms[term]) + ": ") == true)
  }

  @Test("A word with a page of its own is no term for another", arguments: Help.terms.keys.sorted())
  func ownPages(term: String) { #expect(CommandTable.all.entries(for: term).isEmpty) }

  @Test("The commands of other prompts have words here")
  func synonyms() {
    for (typed, word) in CommandTable.synonyms {
      let tree = WorkbookParser.parse(SourceText(word))
      #expect(tree.statements.count == 1 && tree.diagnostics.isEmpty, "\(typed)")
    }
  }

  @Test("What people ask about is explained", arguments: ["~>", "->>", "->", "SUBQUERY", "default", "change", "sheet"])
  func asked(word: String) { #expect(explanation(of: word)?.isEmpty == false) }

  @Test("A code of a refused save is explained")
  func codes() throws {
    #expect(
      try #require(explanation(of: "1570")).joined(separator: " ")
        == "1570: a required value is missing (NSValidationMissingMandatoryPropertyError) "
        + "review checks the whole model; validate checks an object")
    for code in StoreCode.allCases.map(\.rawValue) + ValidationCode.allCases.map(\.rawValue) {
      let page = try #require(explanation(of: "\(code)")).joined(separator: " ")
      #expect(page.hasPrefix("\(code): ") && page.contains("Error)"), "\(page)")
    }
    #expect(
      CommandTable.codes == CommandTable.codes.sorted() && Set(CommandTable.codes).count == CommandTable.codes.count)
    #expect(explanation(of: "1571") == nil)
  }

  @Test(
    "A code is found by its name, and in a message of Xcode's console",
    arguments: [
      ("NSValidationMissingMandatoryPropertyError", "1570: "), ("Cocoa error 1570", "1570: "),
      ("error 134110", "134110: "), ("team is a required value", "1570: "),
      ("Error Domain=NSCocoaErrorDomain Code=1600 \"(null)\"", "1600: "),
      ("CoreData could not fulfill a fault", "133000: "), ("Dangling reference to an invalid object.", "1550: "),
      (
        "Illegal attempt to establish a relationship 'team' between objects in different contexts",
        "this is a message of Core Data's: objects of two contexts cannot be linked"
      ),
      (
        "keypath colour not found in entity <NSSQLEntity Player id=2>",
        "this is a message of Core Data's: a condition or a sort key names a property"
      ),
      (
        "Multiple NSEntityDescriptions claim the NSManagedObject subclass 'Player'",
        "this is a message of Core Data's: the app has loaded its model more than once"
      ),
    ])
  func consoleTexts(text: String, beginning: String) throws {
    #expect(try #require(page(about: text)).joined(separator: " ").hasPrefix(beginning))
  }

  @Test("Every topic that a message of the console leads to has a page")
  func consoleTopics() {
    for topic in ConsoleMessage.topics { #expect(page(about: topic) != nil, "\(topic)") }
  }

  @Test("A code leads to the step that teaches it, or else to one that mentions it")
  func codesInLessons() throws {
    let text = "---\ntitle: T\n---\n## A\nSee 1570.\n## B {teaches=x}\nThat is `1570`, not 15701.\n## C\nSee 1600."
    let lesson = try #require(LessonReader.read(SourceText(text), number: 3, slug: "t").lesson)
    let help = Help(glossary: Glossary([], lessons: [lesson]))
    #expect(help.page(about: "1570")?.lines(.plain).contains("lesson 3 step 2 shows it") == true)
    #expect(help.page(about: "1600")?.lines(.plain).contains("lesson 3 step 3 shows it") == true)
    #expect(help.page(about: "1580")?.lines(.plain).contains { $0.contains("shows it") } == false)
  }

  @Test("Every operator of a condition and of a key path has a page")
  func operators() {
    let words = Set(CommandTable.conditionWords.map(\.word))
    for word in Keyword.operatorWords { #expect(words.contains(word), "\(word)") }
    for sign in [CollectionOperator.count] + CollectionOperator.ofNumbers { #expect(words.contains(sign.rawValue)) }
  }

  @Test("The page of export names every ending")
  func endings() throws {
    let page = try #require(CommandTable.all.entries(for: "export").first)
    for ending in Export.endings { #expect(page.explanation.contains("." + ending), "\(ending)") }
  }

  @Test("Every page has words, and those about several words are among what Tab offers")
  func offered() {
    for word in Help().words { #expect(explanation(of: word)?.isEmpty == false, "\(word)") }
    #expect(["sheet", "glossary", "types", "rules"].allSatisfy(Help().words.contains))
  }

  @Test(
    "A word is found as code spells it",
    arguments: [
      ("#Predicate", "where"), ("predicates", "where"), ("NSFetchRequest", "fetch"), ("FetchDescriptor", "fetch"),
      ("<-->>", "<-->"),
      (".cascade", "cascade"), ("save()", "save"), ("@Query", "fetch"), ("NSManagedObjectContext", "context"),
    ])
  func spelled(word: String, page: String) {
    #expect(self.page(about: word) == self.page(about: page))
    #expect(self.page(about: word) != nil)
  }

  @Test(
    "A question leads to the pages about its words",
    arguments: [
      ("how do I make a relationship ordered?", ["relationship", "ordered"]),
      ("what is <-->>", ["<-->>"]), ("?fetch", ["fetch"]), ("? delete", ["delete"]),
      ("how do i delete an author but keep the books?", ["delete"]),
      ("what types can an attribute have", ["types", "attribute"]), ("man save", ["save"]),
      ("what are delete rules", ["delete rules"]),
    ])
  func question(line: String, topics: [String]) { #expect(Question.topics(of: line, in: Help()) == topics) }

  @Test(
    "A statement is no question",
    arguments: [
      "fetch Book", "one.title", "isRead", "what", "show model", "where", "where age > 30", #"is name == "x""#,
    ])
  func noQuestion(line: String) { #expect(Question.topics(of: line, in: Help()) == nil) }

  @Test("An unknown word gives the nearest")
  func unknown() {
    #expect(page(about: "delte") == nil)
    let diagnostic = Help().unknown("delte")
    #expect(diagnostic.message == "there is no help about 'delte'")
    #expect(diagnostic.hint == "did you mean delete?")
  }

  @Test("Every entry says what it is in one line, without a full stop")
  func summaries() {
    for command in CommandTable.all.commands {
      #expect(!command.summary.contains("\n") && command.summary.last != ".", "\(command.word)")
    }
  }
}
