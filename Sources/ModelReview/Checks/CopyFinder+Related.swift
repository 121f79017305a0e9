import ObjectGraph
import Predicates

import func Foundation.log10

/// An attribute that is a related object's: `teamCity = team.city`.
///
/// Twenty rows, three values and 98 % that agree are certain, and so are fewer texts if chance would not make them agree
/// once in a million times. Everything else from two rows on is worth a note, if the values say more than that there are
/// two of them. Flags and constants say nothing; equal numbers and dates do only if there are several of them, or if the
/// name says the same: `bandName` and `band.name`.
extension CopyFinder {
  func copiesOfRelated() -> [RelatedCopy] {
    let paths = related.paths(from: relation)
    return own.compactMap { column in
      guard relation.columns[column].type != nil else { return nil }
      var best: RelatedCopy?
      for path in paths {
        for place in path.table.columns.indices {
          guard let copy = copy(column, of: place, at: path), !isOtherEnd(copy, path) else { continue }
          if best.map({ isBetter(copy, than: $0) }) ?? true { best = copy }
        }
      }
      return best
    }
  }

  /// Whether one copy explains a column better than another: the better name, then fewer exceptions. A shorter path
  /// comes first.
  private func isBetter(_ copy: RelatedCopy, than other: RelatedCopy) -> Bool {
    let (isNamed, wasNamed) = (isNamedFor(copy), isNamedFor(other))
    if isNamed != wasNamed { return isNamed }
    return copy.stale.count < other.stale.count
  }

  /// Whether the other end of a one-to-one relationship is the copy. Only one end is: the one that is named for the
  /// other, or else the one that comes later in the model.
  private func isOtherEnd(_ copy: RelatedCopy, _ path: RelatedPath) -> Bool {
    guard copy.path.count == 1, !isNamedFor(copy),
      let back = model.inverse(of: copy.path[0], in: relation.entity), !back.relationship.isToMany,
      let here = model.entityNames.firstIndex(of: relation.entity),
      let there = model.entityNames.firstIndex(of: path.table.entity)
    else { return false }
    return here < there
  }

  private func copy(_ column: Int, of place: Int, at path: RelatedPath) -> RelatedCopy? {
    guard let type = relation.columns[column].type, let source = path.table.columns[place].type,
      type.holds(source), relation.cancellation.allows(.rows, relation.rowCount >> 6)
    else { return nil }
    var copy = RelatedCopy(
      column: relation.columns[column].name, path: path.names, attribute: path.table.columns[place].name, agreeing: 0)
    let isNamed = isNamedFor(copy)
    let isDeclared = declared[path.names[0]]?.contains(copy.column) == true
    if isDeclared, isNamed, type == source, relation.rowCount == 0 { return copy }
    // Most columns disagree in their first rows: with more of them than this, it is no copy whatever follows.
    let mostStale = relation.rowCount / (isNamed ? 3 : relation.rowCount < Evidence.leastRows ? 4 : 50)
    var counts: [Value: Int] = [:]
    var ends: Set<Int> = []
    for row in relation.objects.indices {
      guard let value = relation.value(row: row, column: column), !value.isBlank else { continue }
      guard let target = path.targets[row] else {
        copy.unlinked.append(relation.objects[row])
        continue
      }
      let other = path.table.value(row: target, column: place) ?? .null
      if value.says(other) {
        copy.agreeing += 1
      } else {
        copy.stale.append(relation.objects[row])
        if value.isRespelt(other) { copy.respelt += 1 }
        if copy.stale.count - copy.respelt > mostStale { return nil }
      }
      if value.says(other) || value.isRespelt(other) {
        counts[other, default: 0] += 1
        ends.insert(target)
      }
    }
    let count = copy.agreeing + copy.respelt
    let stale = copy.stale.count - copy.respelt
    guard count >= (isDeclared ? 1 : 2), copy.agreeing > 0, copy.agreeing >= copy.respelt,
      stale * (isNamed ? 3 : 4) <= copy.total
    else { return nil }
    let surprise = counts.values.reduce(0) { $0 - Double($1) * log10(Double($1) / Double(count)) }
    let isMany = counts.count >= 3 && stale * 50 <= copy.total
    copy.isCertain =
      isMany && (copy.total >= Evidence.leastRows || type.isText && surprise >= Evidence.leastSurprise)
    if copy.isCertain { return copy }
    guard path.table.entity != relation.entity, type != .boolean else { return nil }
    // Most of the objects with their own value would have to keep it.
    if isNamed || isDeclared && (type.isText || counts.count >= 3) { return copy }
    let isLikely = counts.count >= 3 && surprise >= 2
    guard copy.agreeing >= 2, counts.count >= 2, ends.count >= 2, copy.unlinked.count <= count, isLikely || stale == 0
    else { return nil }
    if type.isText, path.table.isUnique(place) || isLikely { return copy }
    return type.isNumber && isLikely && !isSequence(counts.keys) ? copy : nil
  }

  /// Numbers that only count: 1, 2, 3 are the same in every table.
  private func isSequence(_ values: Dictionary<Value, Int>.Keys) -> Bool {
    let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    guard numbers.count == values.count, let least = numbers.min(), let greatest = numbers.max() else { return false }
    let (span, isTooWide) = greatest.subtractingReportingOverflow(least)
    return !isTooWide && span < Int64(2 * numbers.count)
  }

  /// Whether the name of the column says the same as the path: `bandName` and `band.name`.
  private func isNamedFor(_ copy: RelatedCopy) -> Bool {
    guard let last = copy.path.last else { return false }
    let owner = relation.place(of: copy.path[0]).flatMap { relation.columns[$0].destination }
    let name = copy.column.lowercased()
    let attribute = copy.attribute.lowercased()
    var names = [last, copy.path.joined()]
    if let owner, copy.path.count == 1 { names.append(owner) }
    return names.map { $0.lowercased() }.contains { stem in
      if name == stem { return ProposedNames.isVague(attribute) }
      return name == stem + attribute || name == stem + "_" + attribute
    }
  }
}

extension AttributeType {
  /// Whether values of one type can be those of another: the same, or numbers.
  fileprivate func holds(_ other: AttributeType) -> Bool {
    self == other || isNumber && other.isNumber || [self, other].allSatisfy { $0 == .string || $0 == .uuid }
  }

  fileprivate var isText: Bool { self == .string || self == .uuid || self == .uri }
}

extension Value {
  /// A text without a character that can be seen says nothing.
  var isBlank: Bool { if case .string(let text) = self { text.allSatisfy(\.isWhitespace) } else { isNull } }

  /// Whether two values are the same, numbers and identifiers of different types too.
  func says(_ other: Value) -> Bool {
    switch (self, other) {
    case (.string(let text), .uuid(let id)), (.uuid(let id), .string(let text)):
      text.uppercased() == id.uuidString
    default: self == other || isNearly(other)
    }
  }

  /// Whether two texts are the same but for case and spaces.
  fileprivate func isRespelt(_ other: Value) -> Bool {
    guard case .string(let one) = self, case .string(let two) = other, one != two else { return false }
    return one.lowercased().filter { !$0.isWhitespace } == two.lowercased().filter { !$0.isWhitespace }
  }
}
