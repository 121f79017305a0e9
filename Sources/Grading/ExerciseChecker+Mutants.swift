import Courses
import Diagnostics
import WorkbookLanguage

extension ExerciseChecker {
  /// The share of mutants that must be killed.
  static let leastKillRate = 0.95

  /// The mutants of an exercise's right answers, graded.
  struct MutantReport {
    var killed = 0
    /// Mutants that pass although they end differently from every right answer.
    var survivors: [(mutant: AnswerMutants.Mutant, answer: SourceText)] = []

    /// The survivors that the exercise gives no reason for.
    func unexplained(in exercise: Exercise) -> [(mutant: AnswerMutants.Mutant, answer: SourceText)] {
      survivors.filter { survivor in !exercise.survivors.contains { survivor.mutant.change.contains($0.mutant) } }
    }

    /// The share of the mutants that are killed, of those that are wrong: a survivor with a reason is a right answer. From 0
    /// to 1; 1 without mutants.
    func killRate(in exercise: Exercise) -> Double {
      let all = killed + unexplained(in: exercise).count
      return all == 0 ? 1 : Double(killed) / Double(all)
    }
  }

  /// Grades every mutant of the solution and of the other right answers; of an open brief, those of the solution alone,
  /// because what other designs add is free. A mutant that passes and ends like one of them
  /// is not a different answer and does not count.
  /// - Parameter dead: the expectations that have not failed yet; those that fail for a mutant are removed.
  static func mutants(
    of prepared: PreparedExercise, _ grader: Grader, _ dead: inout DeadExpectations
  ) -> MutantReport {
    var report = MutantReport()
    var scheduler = MutantScheduler(of: prepared)
    var known: Set<String> = []
    for answer in [prepared.exercise.solution] + (prepared.exercise.isFree ? [] : prepared.exercise.right) {
      let replay = AnswerReplay(of: answer, to: prepared, grader)
      for mutant in AnswerMutants.all(of: answer, start: prepared.start) where known.insert(mutant.text).inserted {
        guard let passed = scheduler.kill(mutant, of: replay, grader, &dead) else {
          report.killed += 1
          continue
        }
        if !grader.endsLikeSolution(passed) { report.survivors.append((mutant, answer)) }
      }
    }
    return report
  }

  static func checkMutants(
    of prepared: PreparedExercise, _ mutants: MutantReport, _ report: inout CheckReport
  ) {
    report.count("mutants", mutants.killed + mutants.survivors.count)
    report.count("killed", mutants.killed)
    for (mutant, answer) in mutants.unexplained(in: prepared.exercise) {
      report.findings.append(
        Diagnostic(
          "mutant-survives", "an answer passes although it ends differently: \(mutant.change)", line: 1, of: answer,
          hint: "check it, or give the reason in the head: survives: [\"\(mutant.change): why\"]"))
    }
    let killRate = mutants.killRate(in: prepared.exercise)
    if killRate < leastKillRate {
      let percent = Int((killRate * 100).rounded(.down))
      report.findings.append(
        Diagnostic(
          "kill-rate", "only \(percent) % of the mutants fail; \(Int(leastKillRate * 100)) % must", line: 1,
          of: prepared.exercise.check))
    }
  }

  /// Reports answers that list what the checks look at, and pass.
  static func checkHardCoded(of prepared: PreparedExercise, _ grader: Grader, _ report: inout CheckReport) {
    let answers = HardCodedAnswers.all(of: prepared, grader)
    if !answers.isEmpty { report.count("hard-coded answers", answers.count) }
    for answer in answers {
      let verdict = grader.grade(prepared, answer: answer.source)
      guard verdict.status == .passed, !verdict.diagnostics.containsError,
        !grader.endsLikeSolution(grader.perform(prepared, answer.tree)),
        !prepared.exercise.survivors.contains(where: { answer.change.contains($0.mutant) })
      else { continue }
      report.findings.append(
        Diagnostic(
          "hard-coded-passes", "an answer passes although \(answer.change)", line: 1, of: prepared.exercise.check,
          hint: "compare with the solution: expect conditions like solution; or give a second start, again.graph",
          notes: Array(answer.text.split(separator: "\n").suffix(2).map(String.init))))
    }
  }

  /// Reports points for nothing: for an empty answer, or for one that is only a new model.
  static func checkFreePoints(
    of prepared: PreparedExercise, _ grader: Grader, _ report: inout CheckReport
  ) -> [Verdict] {
    var verdicts: [Verdict] = []
    for (text, words) in [("", "an empty answer"), ("model Mine", "a new and empty model")] {
      let verdict = grader.grade(prepared, answer: SourceText(text, name: prepared.exercise.start.name))
      // Without its entities, no expectation can hold.
      if text.isEmpty { verdicts.append(verdict) }
      guard verdict.score > 0, verdict.status != .passed else { continue }
      let checks = verdict.checks.filter { $0.status == .passed && $0.maxPoints > 0 }.map(\.name)
      report.findings.append(
        Diagnostic(
          "free-points", "\(words) gets \(pointsText(verdict.score)) points", line: 1, of: prepared.exercise.check,
          hint: "combine the check with one that fails at the start", notes: checks))
    }
    return verdicts
  }

  /// Reports names that a check uses although only the solution introduces them and the task does not fix them.
  static func checkNames(of prepared: PreparedExercise, _ report: inout CheckReport) {
    let announced = Set(prepared.exercise.names.flatMap { $0.split(separator: ".").map(String.init) })
    let known = prepared.solutions.start.model.namesOfParts
    let new = (prepared.solutions.ends.first?.model.namesOfParts ?? []).subtracting(known).subtracting(announced)
    var reported: Set<String> = []
    for token in prepared.script.source.words where new.contains(token.text) && reported.insert(token.text).inserted {
      report.findings.append(
        Diagnostic(
          "unannounced-name", "the check uses the name '\(token.text)', which the task does not fix", at: token.range,
          hint: "add it to names: in the head, and mention it in the task", source: prepared.script.source))
    }
  }
}
