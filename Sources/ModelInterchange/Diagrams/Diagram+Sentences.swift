extension Diagram {
  /// The sentences about a picture in some language, with places for the names.
  package struct Phrases: Sendable {
    /// The title of a model without a name.
    package var model = "Model"
    package var inherits = "%1 inherits from %2."
    package var one = "to one of %1"
    package var many = "to many of %1"
    /// A relationship and where it leads, its inverse and where that leads.
    package var bothWays = "%1 leads %2, %3 %4."
    package var ownInverse = "%1 leads %2 and is its own inverse."
    package var oneWay = "%1 leads %2, one way."
    package var linked = "%1 is linked with %2."

    package init() {}
  }

  /// Returns the contents of the picture in words, for people who hear it read.
  ///
  ///     Team: name: String, uniformColor: String?. Team.players leads to many of Player, Player.team to one of Team.
  func sentences(in phrases: Phrases) -> [String] {
    boxes.map { box in
      let rows = box.rows.filter { $0.section == .attributes }.map(\.text)
      return box.title + (rows.isEmpty ? "." : ": " + rows.joined(separator: ", ") + ".")
    } + lines.filter(contains).map { sentence($0, phrases) }
  }

  private func sentence(_ line: Line, _ phrases: Phrases) -> String {
    func filled(_ phrase: String, _ values: String...) -> String {
      values.enumerated().reduce(phrase) { $0.replacing("%\($1.offset + 1)", with: $1.element) }
    }
    let (from, to) = (boxes[line.from.box].name, boxes[line.to.box].name)
    if line.isInheritance {
      return line.toHead == .parent ? filled(phrases.inherits, from, to) : filled(phrases.inherits, to, from)
    }
    func name(_ end: End) -> String {
      boxes[end.box].name + (end.row.map { "." + boxes[end.box].rows[$0].name } ?? "")
    }
    func arrival(_ head: Head, _ box: String) -> String? {
      switch head {
      case .one: filled(phrases.one, box)
      case .many: filled(phrases.many, box)
      case .none, .parent: nil
      }
    }
    switch (arrival(line.toHead, to), arrival(line.fromHead, from)) {
    case (let there?, let back?) where line.to.row != nil:
      return filled(phrases.bothWays, name(line.from), there, name(line.to), back)
    case (let there?, _?): return filled(phrases.ownInverse, name(line.from), there)
    case (let there?, nil): return filled(phrases.oneWay, name(line.from), there)
    case (nil, let back?): return filled(phrases.oneWay, name(line.to), back)
    case (nil, nil): return filled(phrases.linked, name(line.from), name(line.to))
    }
  }
}
