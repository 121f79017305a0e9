extension DiagramLayout {
  /// The characters that a picture is drawn with.
  public enum Symbols: Hashable, Sendable {
    /// Box-drawing characters and triangles, all of one cell.
    case unicode
    /// Nothing beyond ASCII, except in the names themselves.
    case ascii

    /// Indexed by the sides through which lines leave a cell: right 1, down 2, left 4, up 8.
    private static let solid: [Character] = [
      " ", "─", "│", "┌", "─", "─", "┐", "┬", "│", "└", "│", "├", "┘", "┴", "┤", "┼",
    ]

    func line(_ arms: UInt8, isInheritance: Bool) -> Character {
      let isStraight = arms & 0b1010 == 0 || arms & 0b0101 == 0
      let isHorizontal = arms & 0b1010 == 0
      switch self {
      case .unicode:
        guard isInheritance, isStraight else { return Self.solid[Int(arms & 15)] }
        return isHorizontal ? "┄" : "┆"
      case .ascii:
        guard isStraight else { return "+" }
        return isHorizontal ? (isInheritance ? "." : "-") : (isInheritance ? ":" : "|")
      }
    }

    /// The cells of a head, from the line to the box; `pointsRight` is the way to the box.
    package func head(_ head: Diagram.Head, pointsRight: Bool) -> [Character] {
      switch (self, head) {
      case (_, .none): []
      case (.unicode, .one): [pointsRight ? "►" : "◄"]
      case (.unicode, .many): pointsRight ? ["►", "►"] : ["◄", "◄"]
      case (.unicode, .parent): pointsRight ? ["┄", "▷"] : ["┄", "◁"]
      case (.ascii, .one): [pointsRight ? ">" : "<"]
      case (.ascii, .many): pointsRight ? [">", ">"] : ["<", "<"]
      case (.ascii, .parent): pointsRight ? ["|", ">"] : ["|", "<"]
      }
    }

    var border: (horizontal: Character, vertical: Character) {
      switch self {
      case .unicode: ("─", "│")
      case .ascii: ("-", "|")
      }
    }

    /// The corners, clockwise from the left upper one.
    var corners: [Character] {
      switch self {
      case .unicode: ["┌", "┐", "┘", "└"]
      case .ascii: ["+", "+", "+", "+"]
      }
    }

    /// The left and right end of a rule in a box, which are also where a line without a head leaves it.
    var ends: (left: Character, right: Character) {
      switch self {
      case .unicode: ("├", "┤")
      case .ascii: ("+", "+")
      }
    }
  }
}
