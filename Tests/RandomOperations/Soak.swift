import ObjectGraph

/// Many random programs on many models.
///
/// Every line is followed by a look at the graph's invariants and by a comparison of what it answered with what the
/// reference graph answers; everything that can be seen of the whole context is compared after every `stride` lines
/// and at the end of a program. When something differs, the program is run again with everything compared after each
/// line, and cut down to the fewest lines that still fail.
package struct Soak: Sendable {
  package var seed: UInt64
  /// A hand in so many: with two, one runs the even programs and one the odd ones.
  package var hand = 0
  package var hands = 1
  package var operations: Int
  package var stride = 9
  /// Lines in a program on a model of the table, and on a random one.
  package var shortProgram = 50
  package var longProgram = 160

  package init(seed: UInt64, operations: Int) {
    self.seed = seed
    self.operations = operations
  }

  /// Every fifth program is on a random model, the others go through the table.
  package func model(_ number: Int) -> (model: NamedModel, seed: UInt64, lines: Int) {
    var random = SplitMix(seed &+ UInt64(number) &* 0x1000_0001)
    let programSeed = random.next()
    guard number % 5 == 4 else {
      let table = ModelTable.all
      // A step that has no divisor in common with the table's length comes by every model.
      let place = (number - number / 5) * 977 % table.count
      return (table[place], programSeed, shortProgram)
    }
    let model = RandomModel.make(&random)
    return (NamedModel(name: "random, program \(number)", model: model), programSeed, longProgram)
  }

  /// Runs one program.
  package func run(_ number: Int) -> (tally: Tally, failure: Failure?) {
    let (named, programSeed, lines) = model(number)
    guard var run = try? Run(named.model) else {
      return (Tally(), Failure(operations: [], problems: ["the model is refused"]))
    }
    var generator = OperationGenerator(SplitMix(programSeed))
    if lines == longProgram { generator.crowd = 18 }
    var operations: [Operation] = []
    for line in 1...lines {
      var operation = generator.next(run.reference)
      // Now and then near the border of two pages of rows, seldom near that of two stretches of pages.
      if line == 1, let entity = named.model.entities.first(where: { !$0.isAbstract })?.name {
        if number % 23 == 0 { operation = .advance(entity: entity, 250) }
        if number % 2_000 == 7 { operation = .advance(entity: entity, 16_380) }
      }
      operations.append(operation)
      let problems = run.perform(operation, isComparedWhole: line % stride == 0 || line == lines)
      if !problems.isEmpty { return (run.tally, Failure(operations: operations, problems: problems)) }
    }
    return (run.tally, nil)
  }

  /// Runs programs until there were enough operations.
  /// - Parameters:
  ///   - start: the first program's number.
  ///   - most: after so many failures no further program is run.
  ///   - report: told of every program: its number, and what was counted so far.
  /// - Returns: what was counted, and the failures as text.
  package func run(
    from start: Int = 0, most: Int = 1, _ report: (Int, Tally) -> Void = { _, _ in }
  ) -> (tally: Tally, failures: [String]) {
    var tally = Tally()
    var failures: [String] = []
    var number = start + hand
    while tally.operations < operations / hands, failures.count < most {
      let (counted, failure) = run(number)
      tally += counted
      report(number, tally)
      if let failure {
        let (named, programSeed, _) = model(number)
        let text = failure.shrunk(named.model).text(named, seed: programSeed)
        failures.append("program \(number) of seed \(seed)\n\(text)")
      }
      number += hands
    }
    return (tally, failures)
  }
}
