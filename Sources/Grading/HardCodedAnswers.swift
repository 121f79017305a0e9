import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

/// Answers that list what the checks look at, instead of saying what it has in common: the solution, with one of its
/// conditions replaced by the objects that satisfy it in the start's data and in the checks'.
///
/// Such a condition is that of a fetch request template, of a fetched property or of a rule. A value to which the task
/// gives a name is replaced by itself.
struct HardCodedAnswers {
  private let prepared: PreparedExercise
  private let ended: Interpreter
  /// The state after the solution, those in which the checks expect something, and those inside the blocks that they expect.
  private let states: [Interpreter]
  private var found: [AnswerMutants.Mutant] = []

  /// Returns the answers. O(statements of the checks × objects).
  static func all(of prepared: PreparedExercise, _ grader: Grader) -> [AnswerMutants.Mutant] {
    let work = grader.perform(prepared, prepared.exercise.solution)
    guard work.isFinished else { return [] }
    var answers = HardCodedAnswers(prepared, work.interpreter)
    answers.replaceConditions()
    answers.replaceValues()
    return answers.found
  }

  private init(_ prepared: PreparedExercise, _ ended: Interpreter) {
    self.prepared = prepared
    self.ended = ended
    let script = prepared.script
    var states = [ended]
    var isNew = true
    func run(_ statements: [Statement], in interpreter: inout Interpreter, isExpected: Bool = false) {
      for statement in statements {
        if case .expect(let expectation) = statement.kind {
          if isNew { states.append(interpreter.rehearsal()) }
          isNew = false
          guard case .block(let block, _) = expectation.claim else { continue }
          var trial = interpreter.rehearsal()
          run(block.statements, in: &trial, isExpected: true)
        } else {
          _ = interpreter.execute(statement, in: script.source)
          isNew = true
          if isExpected { states.append(interpreter.rehearsal()) }
        }
      }
    }
    var base = ended.rehearsal()
    run(script.setUp, in: &base)
    for check in script.checks {
      var trial = base.rehearsal()
      run(check.statements, in: &trial)
    }
    self.states = states
  }

  // MARK: Conditions

  private mutating func replaceConditions() {
    let start = prepared.solutions.start.model
    let model = ended.context.model
    for template in model.fetchRequestTemplates where start.fetchRequestTemplate(named: template.name) != template {
      replace(template)
    }
    for entity in model.entities {
      let before = start[entity: entity.name]
      for case .fetched(let fetched) in entity.properties where before?[property: fetched.name] != .fetched(fetched) {
        replace(fetched, of: entity.name)
      }
      for rule in entity.rules where before?.rules.contains(rule) != true { replace(rule, of: entity) }
    }
  }

  private mutating func replace(_ template: FetchRequestTemplate) {
    let entity = template.request.entity
    var cases: [String] = []
    for call in calls(of: template) {
      let lists = states.map { ($0, $0.objects("(fetch \(call.text))")) }
      guard let list = condition(listing: lists, of: entity) else { continue }
      cases.append(call.arguments.map { "$\($0.name) == \($0.value) AND " }.joined() + "(\(list))")
    }
    var listed = template
    guard let predicate = Self.either(cases) else { return }
    listed.request.predicate = predicate
    add("the template \(template.name)", ["remove \(template.name)", ModelText.template(listed)])
  }

  private mutating func replace(_ fetched: FetchedPropertyDescription, of entity: String) {
    var cases: [String: String] = [:]
    for state in states {
      for owner in state.objects("(fetch \(entity))") {
        let lists = states.map { ($0, $0.objects("\($0.reference(to: owner)).\(fetched.name)")) }
        guard let own = condition(listing: [(state, [owner])], of: entity, path: "$FETCH_SOURCE."),
          let list = condition(listing: lists, of: fetched.destination)
        else { continue }
        cases[own] = "\(own) AND (\(list))"
      }
    }
    var listed = fetched
    guard let predicate = Self.either(cases.values.sorted()) else { return }
    listed.predicate = predicate
    add(
      "the condition of \(entity).\(fetched.name)",
      ["change \(entity).\(ModelText.property(.fetched(listed)))"])
  }

  /// A rule is replaced by one that refuses the objects that the checks try and it refuses.
  private mutating func replace(_ rule: ValidationRule, of entity: EntityDescription) {
    let lists = states.map { ($0, $0.objects("(fetch \(entity.name) where NOT (\(rule.predicate)))")) }
    guard let list = condition(listing: lists, of: entity.name) else { return }
    add(
      "the rule \"\(rule.name)\"",
      [
        "change \(entity.name), no rule \"\(rule.name)\"",
        "change \(entity.name), rule \"\(rule.name)\": NOT (\(list))",
      ])
  }

  /// The calls of a template in the checks, each once; a template without variables has one.
  private func calls(of template: FetchRequestTemplate) -> [(text: String, arguments: [(name: String, value: String)])]
  {
    guard !template.variables.isEmpty else { return [(template.name, [])] }
    let source = prepared.script.source
    let tokens = Lexer.tokens(of: source.text, dialect: .workbook).filter { $0.kind != .end }
    var calls: [(text: String, arguments: [(name: String, value: String)])] = []
    for place in tokens.indices.dropLast()
    where source[tokens[place].range] == template.name && tokens[place + 1].isSymbol(.leftParenthesis) {
      guard let end = tokens[place...].firstIndex(where: { $0.isSymbol(.rightParenthesis) }) else { continue }
      let text = String(source[tokens[place].range.union(tokens[end].range)])
      let arguments = tokens[(place + 2)..<end].split { $0.isSymbol(.comma) }.compactMap {
        argument -> (name: String, value: String)? in
        guard let name = argument.first, let value = argument.dropFirst(2).first, let last = argument.last else {
          return nil
        }
        return (String(source[name.range]), String(source[value.range.union(last.range)]))
      }
      if !calls.contains(where: { $0.text == text }) { calls.append((text, arguments)) }
    }
    return calls
  }

  private static func either(_ cases: [String]) -> Predicate? {
    guard !cases.isEmpty else { return nil }
    return Predicate.parse(cases.map { "(\($0))" }.joined(separator: " OR ")).predicate
  }

  // MARK: Listing

  /// A condition that some objects satisfy and the others of their entity do not, in every state: by one attribute where
  /// one is enough, and otherwise by all of them; nil where there is none.
  private func condition(
    listing lists: [(state: Interpreter, objects: [ManagedObjectID])], of entity: String, path: String = ""
  ) -> String? {
    let keys = ended.context.model.properties(of: entity).filter { $0.attribute != nil }.map(\.name)
    func texts(_ keys: [String], chosen: Bool) -> Set<[String]> {
      var found: Set<[String]> = []
      for (state, objects) in lists {
        let objects = chosen ? objects : state.objects("(fetch \(entity))").filter { !objects.contains($0) }
        for object in objects {
          found.insert(keys.map { PropertyText.literal(state.context.graph.value(ofKey: $0, of: object)) })
        }
      }
      return found
    }
    let choices = keys.map { [$0] } + [keys]
    let choice = choices.first { texts($0, chosen: true).isDisjoint(with: texts($0, chosen: false)) } ?? keys
    let chosen = texts(choice, chosen: true).sorted { $0.joined() < $1.joined() }
    guard !choice.isEmpty else { return nil }
    guard !chosen.isEmpty else { return "FALSEPREDICATE" }
    return chosen.map { values in
      "(" + zip(choice, values).map { "\(path)\($0) == \($1)" }.joined(separator: " AND ") + ")"
    }.joined(separator: " OR ")
  }

  // MARK: Values

  private mutating func replaceValues() {
    let solution = prepared.exercise.solution
    for statement in WorkbookParser.parse(solution).statements {
      guard case .letName(let name, let value) = statement.kind, prepared.exercise.names.contains(name.text),
        case .fetch = value
      else { continue }
      let objects = ended.objects(name.text).map { ended.reference(to: $0) }
      add("the value of \(name)", ["let \(name) = [\(objects.joined(separator: ", "))]"])
    }
  }

  // MARK: Making

  private mutating func add(_ what: String, _ statements: [String]) {
    let text = ([prepared.exercise.solution.text] + statements).joined(separator: "\n")
    let tree = WorkbookParser.parse(SourceText(text, name: prepared.exercise.solution.name))
    guard !tree.diagnostics.containsError else { return }
    found.append(AnswerMutants.Mutant(change: "\(what) lists what the checks look at", tree: tree))
  }
}

extension Interpreter {
  /// `Team#1`.
  fileprivate func reference(to object: ManagedObjectID) -> String {
    if case .object(let label) = shown(object.value) { label.reference } else { "nil" }
  }

  /// The objects that an expression gives; none where it fails.
  fileprivate func objects(_ text: String) -> [ManagedObjectID] {
    guard case .success(let value) = evaluate(text) else { return [] }
    return value.elements?.compactMap(\.objectID) ?? value.objectID.map { [$0] } ?? []
  }
}
