import ObjectGraph

/// Properties of one kind whose names differ in a number alone.
package struct NumberedFamily: Hashable, Sendable {
  package var stem: String
  package var suffix: String
  package var numbers: [Int]
  package var members: [String]
  package var isRelationship: Bool
  /// Whether they are texts that a person may have any number of: telephones, authors, tags. Not the slots that a file format
  /// or a form has in a fixed number (user1, option1).
  package var isOpenList: Bool
  /// For a pair that the objects alone make probable: how many of those that have the first also have the second.
  package var pair: Pair?

  package struct Pair: Hashable, Sendable {
    package var both: Int
    package var first: Int
  }

  /// Three members or more, numbered from 0 or 1 without a gap; or two where the objects say so: the second is empty where
  /// the first is. Two that draw on the same values in ten objects or more are certain, and two texts in two objects or
  /// more are worth a note.
  ///
  /// Not counted are the components of one value: one-letter stems (x1, y1), points and vectors (accelerationX1), lines of
  /// an address (addressLine1, address1), and words that have a number by nature (sha1, utf8).
  package static func found(in relation: EntityRelation) -> [NumberedFamily] {
    struct Key: Hashable {
      var stem: String
      var suffix: String
      var kind: EntityRelation.Column.Kind
    }
    var order: [Key] = []
    var members: [Key: [(number: Int, name: String)]] = [:]
    for column in relation.ownColumns where !column.isSetAside {
      guard let parts = parts(of: column.name), isCounting(parts.stem), !isComponent(parts, column.type) else {
        continue
      }
      let key = Key(stem: parts.stem, suffix: parts.suffix, kind: column.kind)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append((parts.number, column.name))
    }
    // team1, team1Logo, team2, team2Logo: what is numbered has several values.
    let stems = Dictionary(grouping: order) { "\($0.stem) \((members[$0] ?? []).map(\.number).sorted())" }
    return order.compactMap { key in
      let sorted = (members[key] ?? []).sorted { $0.number < $1.number }
      guard let first = sorted.first, first.number <= 1, sorted.count >= 2,
        sorted.enumerated().allSatisfy({ $0.element.number == first.number + $0.offset })
      else { return nil }
      var pair: Pair?
      let isGroup = (stems["\(key.stem) \(sorted.map(\.number))"] ?? []).count > 1
      if sorted.count == 2, !isGroup, !relation.isFilledInOrder(sorted.map(\.name)) {
        guard case .attribute(.string) = key.kind, let found = relation.pair(sorted.map(\.name)) else { return nil }
        pair = found
      }
      let isRelationship = if case .toOne = key.kind { true } else { false }
      let isText = if case .attribute(.string) = key.kind { true } else { false }
      return NumberedFamily(
        stem: key.stem, suffix: key.suffix, numbers: sorted.map(\.number), members: sorted.map(\.name),
        isRelationship: isRelationship, isOpenList: isText && !isSlot(key.stem), pair: pair)
    }
  }

  /// `phone`, 1, `Type`: exactly one number, with letters before it.
  private static func parts(of name: String) -> (stem: String, number: Int, suffix: String)? {
    var stem = name.prefix { !$0.isNumber }
    let digits = name.dropFirst(stem.count).prefix { $0.isNumber }
    let suffix = name.dropFirst(stem.count + digits.count)
    guard !stem.isEmpty, let number = Int(digits), !suffix.contains(where: \.isNumber) else { return nil }
    while stem.last == "_" { stem.removeLast() }
    return (String(stem), number, String(suffix.drop { $0 == "_" }))
  }

  private static func isCounting(_ stem: String) -> Bool {
    let word = stem.lowercased()
    return stem.count > 1 && !["line", "address", "addr", "street"].contains(where: word.hasSuffix)
      && !["sha", "md", "utf", "iso", "base", "crc", "mp", "vitamin"].contains(word)
  }

  /// Whether a stem names a slot, of which a format, a form or a question has a fixed number.
  private static func isSlot(_ stem: String) -> Bool {
    [
      "answer", "attribute", "choice", "column", "custom", "extra", "field", "level", "option", "param", "parameter",
      "reserved", "slot", "text", "user", "value",
    ].contains(ProposedNames.words(stem).last?.lowercased() ?? "")
  }

  /// Whether numbered properties are coordinates, or the components of one measured value.
  private static func isComponent(
    _ name: (stem: String, number: Int, suffix: String), _ type: AttributeType?
  ) -> Bool {
    guard let type, type.isNumber else { return false }
    let axes = ["x", "y", "z", "w", "lat", "latitude", "lon", "lng", "long", "longitude"]
    let last = ProposedNames.words(name.stem).last?.lowercased() ?? ""
    if axes.contains(name.suffix.lowercased()) || axes.contains(last) { return true }
    let isFraction = type == .double || type == .float || type == .decimal
    // `ax1`, `accx1`
    guard isFraction, last.count > 3 || !axes.prefix(4).contains(where: last.hasSuffix) else { return isFraction }
    return [
      "acc", "accel", "acceleration", "accelerometer", "gyro", "gyroscope", "mag", "magnetometer", "gravity", "force",
      "velocity", "rotation", "orientation", "attitude", "euler", "quaternion", "quat", "axis", "vector", "matrix",
      "transform", "tensor", "coordinate", "coord", "point", "position", "channel", "component", "coefficient", "coeff",
      "color", "colour", "rgb", "sensor",
    ].contains(last)
  }
}

extension EntityRelation {
  /// Whether a second column is empty where the first is (except for 5 %), and shares a fifth of the values with it.
  fileprivate func isFilledInOrder(_ names: [String]) -> Bool {
    guard names.count == 2, let first = place(of: names[0]), let second = place(of: names[1]), rowCount >= 10 else {
      return false
    }
    let used = objects.indices.filter { !isMissing(row: $0, column: second) }
    let exceptions = used.count { isMissing(row: $0, column: first) }
    guard !used.isEmpty, exceptions * 20 <= rowCount else { return false }
    let (ones, others) = (Set(values(of: first)), Set(values(of: second)))
    return ones.intersection(others).count * 5 >= ones.union(others).count
  }

  /// The rows that have both of two columns, of those that have the first: at least two rows, and none that has only the
  /// second. Nil where the two always are the same.
  fileprivate func pair(_ names: [String]) -> NumberedFamily.Pair? {
    guard let first = place(of: names[0]), let second = place(of: names[1]) else { return nil }
    func says(_ row: Int, _ column: Int) -> Bool { value(row: row, column: column)?.isBlank == false }
    let ones = objects.indices.filter { says($0, first) }
    let both = ones.filter { says($0, second) }
    guard ones.count >= 2, !both.isEmpty, !objects.indices.contains(where: { !says($0, first) && says($0, second) }),
      both.contains(where: { value(row: $0, column: first) != value(row: $0, column: second) })
    else { return nil }
    return NumberedFamily.Pair(both: both.count, first: ones.count)
  }
}
