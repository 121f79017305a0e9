extension Diagram {
  /// The contents of the picture in words, for people who hear it read.
  ///
  ///     Team: name: String, uniformColor: String?. Team.players leads to many of Player, Player.team to one of Team.
  package var sentences: [String] {
    boxes.map { box in
      let rows = box.rows.filter { $0.section == .attributes }.map(\.text)
      return box.title + (rows.isEmpty ? "." : ": " + rows.joined(separator: ", ") + ".")
    } + lines.filter(contains).map(sentence)
  }

  private func sentence(_ line: Line) -> String {
    let (from, to) = (boxes[line.from.box].name, boxes[line.to.box].name)
    if line.isInheritance {
      return line.toHead == .parent ? "\(from) inherits from \(to)." : "\(to) inherits from \(from)."
    }
    func name(_ end: End) -> String {
      boxes[end.box].name + (end.row.map { "." + boxes[end.box].rows[$0].name } ?? "")
    }
    func arrival(_ head: Head, _ box: String) -> String? {
      switch head {
      case .one: "to one of \(box)"
      case .many: "to many of \(box)"
      case .none, .parent: nil
      }
    }
    switch (arrival(line.toHead, to), arrival(line.fromHead, from)) {
    case (let there?, let back?) where line.to.row != nil:
      return "\(name(line.from)) leads \(there), \(name(line.to)) \(back)."
    case (let there?, _?): return "\(name(line.from)) leads \(there) and is its own inverse."
    case (let there?, nil): return "\(name(line.from)) leads \(there), one way."
    case (nil, let back?): return "\(name(line.to)) leads \(back), one way."
    case (nil, nil): return "\(name(line.from)) is linked with \(name(line.to))."
    }
  }
}
