import Testing
import WorkbookLanguage

import class Foundation.ProcessInfo

@testable import Drills

/// Every kind is confirmed by a second way to find the answer, which reads the facts of the drill and not its workbook.
@Suite("Drills")
struct DrillTests {
  /// How many seeds of each kind; `DRILL_SEEDS=10000` tries more.
  static let seeds = UInt64(ProcessInfo.processInfo.environment["DRILL_SEEDS"].flatMap(Int.init) ?? 60)

  static func drill(_ kind: DrillKind, _ seed: UInt64) -> Drill {
    DrillMaker.drill(kind, seed: seed, level: Int(seed % 5) + 1)
  }

  @Test(
    "Every drill runs, is not trivial too often, and has the answer that a second way finds",
    arguments: DrillKind.allCases)
  func secondWay(_ kind: DrillKind) {
    var trivial: [Int: Int] = [:]
    var asked: [Int: Int] = [:]
    for seed in 0..<Self.seeds {
      let drill = Self.drill(kind, seed)
      asked[drill.level, default: 0] += 1
      if drill.isTrivial { trivial[drill.level, default: 0] += 1 }
      var problems = [SecondWay.problem(with: drill)].compactMap { $0 }
      let opened = drill.opened()
      let outcomes = opened.failures + drill.traced(in: opened.interpreter).flatMap(\.outcomes)
      problems += outcomes.filter(\.failed).flatMap { $0.diagnostics.map(\.message) }
      if drill.judge(drill.answer) != .right { problems.append("the answer is not judged right") }
      if case .notAnAnswer = drill.judge("  ") {} else { problems.append("an empty line is judged") }
      if problems.isEmpty { continue }
      let text = (drill.setup + [drill.question, drill.answer] + problems).joined(separator: "\n")
      Issue.record("\(kind.rawValue) \(seed):\n\(text)")
      return
    }
    // A few seeds say something about all levels together only.
    let (trivialCount, askedCount): (Int, Int) = (trivial.values.reduce(0, +), asked.values.reduce(0, +))
    #expect(trivialCount * 5 <= askedCount)
    if Self.seeds >= 1000 {
      for (level, count) in trivial {
        #expect(count * 5 <= asked[level] ?? 0, "level \(level): \(count) of \(asked[level] ?? 0) are trivial")
      }
    }
  }

  @Test("A seed gives the same drill again, and another seed another one", arguments: DrillKind.allCases)
  func deterministic(_ kind: DrillKind) {
    func text(_ seed: UInt64) -> String {
      let drill = DrillMaker.drill(kind, seed: seed, level: 3)
      return (drill.setup + [drill.question, drill.answer]).joined(separator: "\n")
    }
    #expect((0..<5).map(text) == (0..<5).map(text))
    #expect(Set((0..<20).map(text)).count >= 19)
  }

  @Test("A level beyond the ends counts as the nearest one")
  func levels() {
    #expect(DrillMaker.drill(.keys, seed: 1, level: 9).level == 5)
    #expect(DrillMaker.drill(.keys, seed: 1, level: -1).level == 1)
  }

  @Test("Names are read in any order, and unknown ones do not count")
  func names() {
    let key = AnswerKey.names(["tom", "mia"], among: ["tom", "mia", "lee"], noun: "object")
    #expect(key.judge("Mia tom") == .right)
    #expect(key.judge("[tom, mia]") == .right)
    #expect(key.judge("tom") == .wrong("One object is missing."))
    #expect(key.judge("lee, mia") == .wrong("One object is missing, and one object does not belong."))
    #expect(key.judge("none") == .wrong("2 objects are missing."))
    #expect(key.judge("kim") == .notAnAnswer("There is no object 'kim' to choose. Choose from tom, mia, lee."))
  }

  @Test("Codes: what is none is refused without counting")
  func codes() {
    let key = AnswerKey.codes([1570, 1600])
    #expect(key.judge("1600 and 1570") == .right)
    #expect(key.judge("1600") == .wrong("One code is missing."))
    #expect(key.judge("none") == .wrong("Save is refused."))
    #expect(
      key.judge("1560")
        == .notAnAnswer("1560 says only that there are several errors. Name the codes of each of them."))
    #expect(key.judge("yes") == .notAnAnswer("'yes' is not an error code, such as 1570."))
    #expect(AnswerKey.codes([]).judge("1570") == .wrong("Save succeeds."))
    #expect(AnswerKey.codes([]).judge("none") == .right)
  }

  @Test("A number is compared with the right one")
  func numbers() {
    #expect(AnswerKey.number(7).judge("7") == .right)
    #expect(AnswerKey.number(7).judge("6") == .wrong("It is more than that."))
    #expect(AnswerKey.number(7).judge("8") == .wrong("It is less than that."))
    #expect(AnswerKey.number(7).judge("seven") == .notAnAnswer("The answer is a whole number."))
  }

  @Test("Keys come in any order, with or without brackets")
  func keys() {
    let key = AnswerKey.sets([["a", "b"], ["b", "c"]], among: ["a", "b", "c"])
    #expect(key.judge("{c, b}; a b") == .right)
    #expect(key.judge("a, b or b, c") == .right)
    #expect(key.judge("a, b") == .wrong("There are more keys."))
    #expect(key.judge("a, b, c") == .wrong("One of these sets is not minimal: a part of it is a key."))
    #expect(key.judge("a") == .wrong("One of these sets does not determine every attribute."))
    #expect(key.judge("d") == .notAnAnswer("There is no attribute 'd' to choose. Choose from a, b, c."))
  }

  @Test("A condition in other words is right, and a wrong one gets a counterexample")
  func predicates() {
    let shape = PredicateKey.Shape(
      entity: "Patient", attributes: [("name", .string, false), ("age", .integer, true)])
    let key = AnswerKey.predicate(PredicateKey(text: "NOT (age > 40)", shape: shape))
    #expect(key.judge("age <= 40 OR age == nil") == .right)
    #expect(key.judge("fetch Patient where NOT age > 40") == .right)
    #expect(key.judge("Patient where age == nil OR age < 41") == .right)
    guard case .wrong(let text) = key.judge("age <= 40") else {
      Issue.record("a condition that leaves out nil is not wrong")
      return
    }
    #expect(text == "Take a Patient with name \"a\", age nil: your condition does not select it, and should.")
    guard case .notAnAnswer = key.judge("height > 3"), case .notAnAnswer = key.judge("age >") else {
      Issue.record("a condition that cannot be read counts")
      return
    }
  }
}
