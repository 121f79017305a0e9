import Diagnostics
import Grading
import Support

/// Answers of a made class to one exercise: honest ones, each written by choosing among the ways that people have, and
/// copies of some under other names, in another order, with other comments.
struct MadeClass {
  /// What an answer may do at one point: one of several ways, or nothing.
  struct Step {
    /// In `ways`, `{a}` … are names of the student's own, `#` is a number that the student chooses, `~` a text.
    var ways: [String]
    /// Of 100 students, how many do it.
    var share = 100
    /// The names that it needs, and the one that it makes.
    var needs: [String] = []
    var makes: String?
  }

  /// A statement of an answer, in which the names are still places.
  private struct Line {
    var text: String
    var needs: [String]
    var makes: String?
  }

  var steps: [Step]
  var extras: [Step]
  /// The names to choose from, for each place.
  var names: [String: [String]]
  var random: SplitMix

  private static let texts = [
    "Rex", "Bella", "Max", "Luna", "Rocky", "Coco", "Milo", "Nala", "Oscar", "Ruby", "Sammy", "Toby", "Willow", "Zoe",
  ]
  private static let remarks = ["first the model", "now the data", "this was hard", "check it", "done", "see lesson 4"]

  init(steps: [Step], extras: [Step], names: [String: [String]], seed: UInt64) {
    self.steps = steps
    self.extras = extras
    self.names = names
    random = SplitMix(state: seed)
  }

  /// The texts of the answers, the names that each brought, and the pairs.
  mutating func make(
    honest: Int, copies: Int
  ) -> (answers: [(text: String, names: Set<String>)], pairs: Set<SIMD2<Int>>) {
    var written = (0..<honest).map { _ in write() }
    var answers = written.map { render($0) }
    var pairs: Set<SIMD2<Int>> = []
    var free = Array(0..<honest)
    for _ in 0..<copies {
      let original = free.remove(at: random.below(free.count))
      pairs.insert(SIMD2(original, answers.count))
      written.append(shuffled(written[original]))
      answers.append(render(written[answers.count]))
    }
    return (answers, pairs)
  }

  private mutating func write() -> [Line] {
    var lines: [Line] = []
    var made: Set<String> = []
    for step in steps + chosenExtras() where random.below(100) < step.share && made.isSuperset(of: step.needs) {
      lines.append(Line(text: filled(step.ways[weighted(step.ways.count)]), needs: step.needs, makes: step.makes))
      if let name = step.makes { made.insert(name) }
    }
    return lines
  }

  /// The first way is the one of the lesson, and most take it.
  private mutating func weighted(_ count: Int) -> Int { random.below(100) < 50 ? 0 : random.below(count) }

  private mutating func chosenExtras() -> [Step] {
    (0...random.below(4)).map { _ in extras[random.below(extras.count)] }
  }

  private mutating func filled(_ way: String) -> String {
    var result = ""
    for character in way {
      switch character {
      case "#": result += String([1, 2, 3, 5, 10, 20, 50, 100][random.below(8)])
      case "~": result += Self.texts[random.below(Self.texts.count)]
      default: result.append(character)
      }
    }
    return result
  }

  private mutating func render(_ lines: [Line]) -> (text: String, names: Set<String>) {
    var chosen: [String: String] = [:]
    for (place, choices) in names.sorted(by: { $0.key < $1.key }) {
      chosen[place] = choices[random.below(choices.count)]
    }
    var text = ""
    for line in lines {
      if random.below(6) == 0 { text += "// \(Self.remarks[random.below(Self.remarks.count)])\n" }
      var statement = line.text
      for (place, name) in chosen { statement = statement.replacing("{\(place)}", with: name) }
      text += statement + (random.below(8) == 0 ? "  // \(Self.remarks[random.below(Self.remarks.count)])\n" : "\n")
    }
    return (text, Set(chosen.values))
  }

  /// In another order, each line after those that it needs.
  private mutating func shuffled(_ lines: [Line]) -> [Line] {
    var open = lines
    var made: Set<String> = []
    var result: [Line] = []
    while !open.isEmpty {
      let ready = open.indices.filter { made.isSuperset(of: open[$0].needs) }
      let line = open.remove(at: ready[random.below(ready.count)])
      if let name = line.makes { made.insert(name) }
      result.append(line)
    }
    return result
  }
}

extension MadeClass {
  /// A model is finished: the solution has six lines.
  static func clinic(seed: UInt64) -> (solution: String, made: MadeClass) {
    let steps: [Step] = [
      Step(ways: [
        "Animal.vet <<--> Vet.patients", "add Animal.vet -> Vet?, inverse patients", "Vet.patients <-->> Animal.vet",
      ]),
      Step(ways: [
        "add Animal.weight: Double?, range 0...#", "add Animal.weight: Decimal?, range 0...#",
        "add Animal.weight: Double, range #...#",
      ]),
      Step(
        ways: [
          "entity {V} { day: Date; note: String?; animal -> Animal }", "entity {V} { animal -> Animal; day: Date }",
          "entity {V} { day: Date = now(); note: String?, length ...#; animal -> Animal }",
        ], makes: "V"),
      Step(ways: ["change Vet.patients, delete deny", "change Vet.patients, delete cascade"], share: 80),
      Step(
        ways: ["change Vet.name, length 1...#", "change Vet.name, length ...#", "change Vet.name, optional"], share: 70),
      Step(
        ways: ["let {a} = Animal(name: \"~\", weight: #)", "let {a} = Animal(name: \"~\")"], share: 75, makes: "a"),
      Step(ways: ["{a}.vet = Vet(name: \"~\")", "{a}.weight = #"], share: 60, needs: ["a"]),
      Step(ways: ["{V}(day: 2026-01-#, animal: {a})"], share: 40, needs: ["V", "a"]),
      Step(ways: ["save"], share: 90),
    ]
    let extras: [Step] = [
      Step(ways: ["show model"]), Step(ways: ["fetch Animal where weight > #"]), Step(ways: ["show Animal.weight"]),
      Step(ways: ["expect count Animal == #"]), Step(ways: ["expect Vet.patients.isToMany"]),
      Step(ways: ["explain delete {a}"], needs: ["a"]), Step(ways: ["change Animal.born, required"]),
      Step(ways: ["Animal(name: \"~\")"]), Step(ways: ["fetch Vet where patients.@count > # sort name"]),
    ]
    let solution = """
      Animal.vet <<--> Vet.patients
      add Animal.weight: Double?, range 0...
      entity Visit { day: Date; note: String?; animal -> Animal }
      change Vet.patients, delete deny
      change Vet.name, length 1...
      save
      """
    let names = [
      "V": ["Visit", "Appointment", "Consultation", "Call", "Booking", "Session"],
      "a": ["rex", "dog", "a", "patient", "first", "it", "pet"],
    ]
    return (solution, MadeClass(steps: steps, extras: extras, names: names, seed: seed))
  }

  /// Objects are made and changed, two of them of one's own choice: the solution has ten lines.
  static func league(seed: UInt64) -> (solution: String, made: MadeClass) {
    let steps: [Step] = [
      Step(
        ways: ["let {t} = Team(name: \"Miami Heat\")", "let {t} = Team(name: \"Miami Heat\", founded: 1988)"],
        makes: "t"),
      Step(
        ways: [
          "let {p} = Player(lastName: \"Wade\", team: {t})", "let {p} = Player(lastName: \"Wade\", age: #, team: {t})",
        ], needs: ["t"], makes: "p"),
      Step(
        ways: [
          "let {q} = Player(lastName: \"Haslem\", age: #)", "let {q} = Player(lastName: \"Haslem\")",
        ], makes: "q"),
      Step(ways: ["{t}.players.add({q})", "{q}.team = {t}", "{t}.players = [{p}, {q}]"], needs: ["t", "p", "q"]),
      Step(
        ways: [
          "for x in (fetch Player where age > 30) { x.team = nil }",
          "for y in (fetch Player where age >= #) { y.team = nil }",
          "for one in (fetch Player where age > 30 sort lastName) { one.team = nil }",
        ], share: 85),
      Step(ways: ["{p}.number = #", "{p}.number = # + #"], share: 70, needs: ["p"]),
      Step(ways: ["delete (fetch Team where players.@count == 0)", "delete Team where players.@count < #"], share: 60),
      Step(ways: ["Player(lastName: \"~\", age: #, team: {t})", "Player(lastName: \"~\", team: {t})"], needs: ["t"]),
      Step(
        ways: ["{t}.players.add(Player(lastName: \"~\"))", "Player(lastName: \"~\", age: #)"], share: 85, needs: ["t"]),
      Step(ways: ["save"], share: 95),
    ]
    let extras: [Step] = [
      Step(ways: ["show {t}"], needs: ["t"]), Step(ways: ["fetch Player where team == {t}"], needs: ["t"]),
      Step(ways: ["expect {t}.players.@count == #"], needs: ["t"]), Step(ways: ["count Player"]),
      Step(ways: ["fetch Player where number > # sort lastName"]), Step(ways: ["Player(lastName: \"~\", age: #)"]),
      Step(ways: ["{q}.number = #"], needs: ["q"]), Step(ways: ["undo"]), Step(ways: ["show changes"]),
      Step(ways: ["explain delete {t}"], needs: ["t"]), Step(ways: ["expect {p}.team != nil"], needs: ["p"]),
    ]
    let solution = """
      let heat = Team(name: "Miami Heat")
      let wade = Player(lastName: "Wade", team: heat)
      let haslem = Player(lastName: "Haslem", age: 40)
      heat.players.add(haslem)
      for player in (fetch Player where age > 30) { player.team = nil }
      wade.number = 3
      delete (fetch Team where players.@count == 0)
      Player(lastName: "Shaq", age: 33, team: heat)
      Player(lastName: "Mourning", age: 35, team: heat)
      save
      """
    let names = [
      "t": ["heat", "miami", "team", "t", "ours", "club"], "p": ["wade", "dwyane", "p", "first", "star"],
      "q": ["haslem", "udonis", "q", "second", "other"],
    ]
    return (solution, MadeClass(steps: steps, extras: extras, names: names, seed: seed))
  }
}
