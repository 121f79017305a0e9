import ModelInterchange
import ObjectGraph
import Predicates

/// A predicate as a condition of SQL that answers as the predicate does in memory.
///
/// SQL has a third truth value, and memory has two. Equality is therefore written with IS, and under a NOT an unknown
/// comparison counts as false. About the parts of texts SQLite agrees with memory only where a text is plain ASCII: of
/// the others a condition lets all through, or none under a NOT, and memory decides.
struct StoreCondition {
  /// The rows that the condition must have if it cannot have exactly those of the predicate.
  enum Side {
    /// All of them, and perhaps others.
    case superset
    /// Only such, and perhaps not all.
    case subset

    var opposite: Side { self == .superset ? .subset : .superset }
  }

  /// A condition that is true for rows on one side of a predicate.
  struct Found: Hashable {
    var sql: SQLText
    var isExact = true
  }

  let layout: StoreLayout
  let schema: Schema
  /// Relationships of one to one that the condition follows: both ends have a column, and they have to agree.
  private(set) var mirrored: Set<SQLiteProperty> = []
  private var aliasCount = 0

  init(_ layout: StoreLayout, _ schema: Schema) {
    self.layout = layout
    self.schema = schema
  }

  mutating func alias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// Returns the condition for rows of an entity in the table named by an alias; nil where SQLite cannot help.
  mutating func found(_ predicate: Predicate, _ alias: String, _ entity: StoreLayout.Entity, _ side: Side = .superset)
    -> Found?
  {
    switch predicate.kind {
    case .constant(let flag): return Found(sql: SQLText(flag ? "1" : "0"))
    case .truth: return nil
    case .not(let operand):
      guard let inner = found(operand, alias, entity, side.opposite) else { return nil }
      return Found(sql: "NOT IFNULL(" + inner.sql + ", 0)", isExact: inner.isExact)
    case .and(let operands):
      return joined(operands, "AND", mayDrop: side == .superset, alias, entity, side)
    case .or(let operands):
      return joined(operands, "OR", mayDrop: side == .subset, alias, entity, side)
    case .comparison(let comparison): return found(comparison, alias, entity, side)
    }
  }

  private mutating func joined(
    _ operands: [Predicate], _ word: String, mayDrop: Bool, _ alias: String, _ entity: StoreLayout.Entity, _ side: Side
  ) -> Found? {
    var pieces: [SQLText] = []
    var isExact = true
    for operand in operands {
      guard let found = found(operand, alias, entity, side) else {
        guard mayDrop else { return nil }
        isExact = false
        continue
      }
      pieces.append("(" + found.sql + ")")
      isExact = isExact && found.isExact
    }
    return pieces.isEmpty ? nil : Found(sql: .joined(pieces, by: " \(word) "), isExact: isExact)
  }

  // MARK: Comparisons

  private mutating func found(
    _ comparison: Predicate.Comparison, _ alias: String, _ entity: StoreLayout.Entity, _ side: Side
  ) -> Found? {
    var comparison = comparison
    if comparison.left.constantValue != nil {
      guard comparison.modifier == .direct, let turned = comparison.turnedAround else { return nil }
      comparison = turned
    }
    guard let constant = comparison.right.constantValue, var path = StorePathway(comparison.left, entity, layout) else {
      return nil
    }
    for hop in path.hops { if !note(hop) { return nil } }
    if case .members(let link) = path.end { if !note(link) { return nil } }
    if case .count(let link) = path.end { if !note(link) { return nil } }
    if case .toOne(let link) = path.end { if !note(link) { return nil } }
    let test = Test(sign: comparison.operator, constant: constant, options: comparison.options)
    switch comparison.modifier {
    case .direct:
      if case .members(let link) = path.end {
        // `players CONTAINS $wade`
        guard comparison.operator == .contains, let id = constant.objectID else { return nil }
        path.end = .candidate
        path.hops.append(link)
        let asked = Test(sign: .equal, constant: .object(id.reference), options: [])
        return exists(path.hops[...], path.end, asked, isAll: false, alias, entity, side, leavesNilOut: false)
      }
      guard !path.hops.contains(where: \.description.isToMany) else { return nil }
      return value(path.hops[...], path.end, alias).flatMap {
        condition($0, path.end, test, side, table: path.hops.last?.destinationTable ?? entity.table)
      }
    case .any, .all:
      if case .members(let link) = path.end {
        path.end = .candidate
        path.hops.append(link)
      }
      guard let place = path.hops.firstIndex(where: \.description.isToMany),
        !path.hops[(place + 1)...].contains(where: \.description.isToMany)
      else { return nil }
      if case .count = path.end { return nil }
      // A set leaves out what is nil, a list keeps it. An ALL over a list asks nil, too.
      let leavesNilOut = !path.hops[place].description.isOrdered
      return exists(
        path.hops[...], path.end, test, isAll: comparison.modifier == .all, alias, entity, side,
        leavesNilOut: leavesNilOut)
    }
  }

  /// Whether SQL sees the links of a relationship as the graph does.
  mutating func note(_ link: StoreLayout.Link) -> Bool {
    guard link.isPlain else { return false }
    if link.isMirrored(in: layout) {
      mirrored.insert(SQLiteProperty(entity: link.declaredBy, name: link.description.name))
    }
    return true
  }

  /// `EXISTS (a member that passes)`; for ALL, no member that fails.
  private mutating func exists(
    _ hops: ArraySlice<StoreLayout.Link>, _ end: StorePathway.End, _ test: Test, isAll: Bool, _ alias: String,
    _ entity: StoreLayout.Entity, _ side: Side, leavesNilOut: Bool
  ) -> Found? {
    guard let place = hops.firstIndex(where: \.description.isToMany) else { return nil }
    let link = hops[place]
    // From here along to-ones to the owner of the members.
    var owner = alias
    var opening = SQLText("")
    var closing = ""
    for hop in hops[..<place] {
      guard case .column(let column, _, _) = hop.storage else { return nil }
      let next = self.alias()
      opening += SQLText(
        "EXISTS (SELECT 1 FROM \(named(hop.destinationTable)) AS \(next) WHERE \(next).Z_PK = \(owner).\(named(column))"
          + " AND \(next).Z_ENT IN (\(list(hop.destinations))) AND ")
      closing += ")"
      owner = next
    }
    let member = self.alias()
    guard let from = members(of: link, owner, member),
      let value = value(hops[(place + 1)...], end, member),
      let inner = condition(
        value, end, test, side, table: hops.last?.destinationTable ?? link.destinationTable)
    else { return nil }
    var passes = "(" + inner.sql + ")"
    if isAll { passes = "NOT IFNULL(" + passes + ", 0)" }
    if leavesNilOut { passes = value + " IS NOT NULL AND " + passes }
    var sql = opening + "EXISTS (SELECT 1 FROM " + from + " AND " + passes + ")" + closing
    if isAll { sql = "NOT " + sql }
    return Found(sql: sql, isExact: inner.isExact)
  }

  /// The table of a to-many's members with the condition that they are the owner's.
  private mutating func members(of link: StoreLayout.Link, _ owner: String, _ member: String) -> SQLText? {
    let table = "\(named(link.destinationTable)) AS \(member)"
    let kind = "\(member).Z_ENT IN (\(list(link.destinations)))"
    switch link.storage {
    case .column: return nil
    case .inverseColumn(let column, _), .ownerColumn(let column, _):
      return SQLText("\(table) WHERE \(member).\(named(column)) = \(owner).Z_PK AND \(kind)")
    case .join(let join, let own, let other, _, _, let isReflexive):
      if isReflexive { return nil }
      let pair = alias()
      return SQLText(
        "\(named(join)) AS \(pair) JOIN \(table) ON \(member).Z_PK = \(pair).\(named(other)) "
          + "WHERE \(pair).\(named(own)) = \(owner).Z_PK AND \(kind)")
    }
  }

  private func list(_ numbers: Set<Int>) -> String { numbers.sorted().map(String.init).joined(separator: ", ") }

  /// The value at the end of to-ones: a column, or a query that gives one value, NULL where a link is missing.
  mutating func value(_ hops: ArraySlice<StoreLayout.Link>, _ end: StorePathway.End, _ alias: String) -> SQLText? {
    guard let hop = hops.first else {
      switch end {
      case .candidate: return SQLText("\(alias).Z_PK")
      case .attribute(let attribute):
        let column = "\(alias).\(named(attribute.column))"
        return SQLText(attribute.description.type == .boolean ? "(\(column) <> 0)" : column)
      case .toOne(let link):
        guard case .column(let column, _, _) = link.storage else { return nil }
        let next = self.alias()
        return SQLText(
          "(SELECT \(next).Z_PK FROM \(named(link.destinationTable)) AS \(next) WHERE \(next).Z_PK = "
            + "\(alias).\(named(column)) AND \(next).Z_ENT IN (\(list(link.destinations))))")
      case .count(let link):
        let member = self.alias()
        guard let from = members(of: link, alias, member) else { return nil }
        return "(SELECT COUNT(*) FROM " + from + ")"
      case .members: return nil
      }
    }
    guard case .column(let column, _, _) = hop.storage else { return nil }
    let next = self.alias()
    guard let inner = value(hops.dropFirst(), end, next) else { return nil }
    return "(SELECT " + inner
      + (" FROM \(named(hop.destinationTable)) AS \(next) WHERE \(next).Z_PK = \(alias).\(named(column)) "
        + "AND \(next).Z_ENT IN (\(list(hop.destinations))))")
  }

  // MARK: Tests of one value

  private struct Test {
    var sign: Predicate.Comparison.Operator
    var constant: Value
    var options: Predicate.Comparison.Options
  }

  /// - Parameter table: The table at the end of the path, which a comparison of objects is about.
  private func condition(
    _ value: SQLText, _ end: StorePathway.End, _ test: Test, _ side: Side, table: String
  ) -> Found? {
    if test.constant.isNull {
      switch test.sign {
      case .equal: return end.isNilInSQL ? Found(sql: value + " IS NULL") : nil
      case .notEqual: return end.isNilInSQL ? Found(sql: value + " IS NOT NULL") : nil
      default: return nil
      }
    }
    switch end {
    case .candidate: return identity(value, table, test)
    case .toOne(let link): return identity(value, link.destinationTable, test)
    case .count: return numbers(value, test, Self.number)
    case .members: return nil
    case .attribute(let attribute):
      switch attribute.description.type {
      case .integer16, .integer32, .integer64, .boolean, .double, .float: return numbers(value, test, Self.number)
      case .date:
        return numbers(value, test) { constant in
          if case .date(let date) = constant { .real(date.timeIntervalSinceReferenceDate) } else { nil }
        }
      case .string: return texts(value, test, side)
      case .uuid:
        guard [.equal, .notEqual, .in].contains(test.sign) else { return nil }
        return numbers(value, test) { constant in
          if case .uuid = constant { SQLiteValue(constant, in: .blob) } else { nil }
        }
      case .decimal, .binaryData, .uri, .transformable, .undefined: return nil
      }
    }
  }

  private static func number(_ constant: Value) -> SQLiteValue? {
    switch constant {
    case .integer(let number): .integer(number)
    case .boolean(let flag): .integer(flag ? 1 : 0)
    case .double(let number): number.isNaN ? nil : .real(number)
    default: nil
    }
  }

  /// A comparison of values that SQLite orders as memory does.
  private func numbers(_ value: SQLText, _ test: Test, _ constant: (Value) -> SQLiteValue?) -> Found? {
    switch test.sign {
    case .in:
      guard let elements = test.constant.elements, elements.count <= 1_000 else { return nil }
      let constants = elements.filter { !$0.isNull }.map(constant)
      guard constants.allSatisfy({ $0 != nil }) else { return nil }
      // nil is in no list.
      let list = SQLText.joined(constants.compactMap { $0 }.map { SQLText($0) }, by: ", ")
      return constants.isEmpty ? Found(sql: SQLText("0")) : Found(sql: value + " IN (" + list + ")")
    case .between:
      guard let pair = test.constant.elements, pair.count == 2, let low = constant(pair[0]),
        let high = constant(pair[1])
      else { return nil }
      return Found(sql: value + " BETWEEN " + SQLText(low) + " AND " + SQLText(high))
    default:
      guard let sign = Self.sign(test.sign), let constant = constant(test.constant) else { return nil }
      return Found(sql: value + " \(sign) " + SQLText(constant))
    }
  }

  private static func sign(_ sign: Predicate.Comparison.Operator) -> String? {
    switch sign {
    case .equal: "IS"
    case .notEqual: "IS NOT"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    default: nil
    }
  }

  private func texts(_ value: SQLText, _ test: Test, _ side: Side) -> Found? {
    let isLiteral = test.options.contains(.normalized)
    let folds = !isLiteral && !test.options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    if !folds, [.equal, .notEqual, .in].contains(test.sign) {
      return numbers(value, test) { constant in
        // A zero ends a text for some of SQLite's functions.
        if case .string(let text) = constant, !text.utf8.contains(0) { .text(text) } else { nil }
      }
    }
    guard case .string(let text) = test.constant, text.utf8.allSatisfy({ $0 < 0x80 && ![0, 10, 13].contains($0) })
    else { return nil }
    let foldsCase = !isLiteral && test.options.contains(.caseInsensitive)
    let asked = foldsCase ? "LOWER(" + value + ")" : value
    let constant = SQLText(.text(foldsCase ? text.lowercased() : text))
    let answer: SQLText
    switch test.sign {
    case .equal: answer = asked + " IS " + constant
    case .notEqual: answer = asked + " IS NOT " + constant
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      answer = asked + " \(Self.sign(test.sign) ?? "") " + constant
    case .contains:
      answer = text.isEmpty ? SQLText("0") : "INSTR(" + asked + ", " + constant + ") > 0"
    case .beginsWith:
      answer =
        text.isEmpty ? SQLText("0") : "SUBSTR(" + asked + ", 1, \(text.utf8.count)) = " + constant
    case .endsWith:
      answer = text.isEmpty ? SQLText("0") : "SUBSTR(" + asked + ", -\(text.utf8.count)) = " + constant
    case .like:
      guard !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
      let pattern = text.split(separator: "[", omittingEmptySubsequences: false).joined(separator: "[[]")
      answer = asked + " GLOB " + SQLText(.text(foldsCase ? pattern.lowercased() : pattern))
    case .between, .in, .matches, .utiConformsTo, .utiEquals, .selector: return nil
    }
    // Bytes decide only where every byte is a character.
    var isOther = "LENGTH(" + value + ") <> LENGTH(CAST(" + value + " AS BLOB)) OR "
    // A star of LIKE stops at the end of a line; elsewhere two line ends can be one character.
    isOther += test.sign == .like ? value + " GLOB '*[^ -~]*'" : "INSTR(" + value + ", CHAR(13)) > 0"
    switch side {
    case .superset: return Found(sql: answer + " OR " + isOther, isExact: false)
    case .subset: return Found(sql: "(" + answer + ") AND NOT (" + isOther + ")", isExact: false)
    }
  }

  // MARK: Objects

  /// A comparison of an object, by its `Z_PK`, with others.
  private func identity(_ value: SQLText, _ table: String, _ test: Test) -> Found? {
    func number(_ constant: Value) -> SQLiteValue? {
      guard let id = constant.objectID, let entity = schema.entityName(ofObject: id),
        layout.entity(named: entity)?.table == table
      else { return nil }
      return .integer(Int64(id.number))
    }
    guard [.equal, .notEqual, .in].contains(test.sign) else { return nil }
    return numbers(value, test, number)
  }
}

/// A key path laid over the tables: relationships, and what is at the end.
struct StorePathway {
  enum End {
    /// The object itself.
    case candidate
    case attribute(StoreLayout.Attribute)
    case toOne(StoreLayout.Link)
    case members(StoreLayout.Link)
    /// How many members there are.
    case count(StoreLayout.Link)

    /// Whether a value is nil exactly where the column, or the query for it, is NULL.
    var isNilInSQL: Bool {
      guard case .attribute(let attribute) = self else { return true }
      return ![.transformable, .undefined].contains(attribute.description.type)
    }
  }

  var hops: [StoreLayout.Link] = []
  var end: End

  /// Nil for an expression that is no such path.
  init?(_ expression: Expression, _ entity: StoreLayout.Entity, _ layout: StoreLayout) {
    guard let keys = expression.keyPath else { return nil }
    self.init(keys, entity, layout)
  }

  init?(_ keys: [String], _ entity: StoreLayout.Entity, _ layout: StoreLayout) {
    var keys = keys
    let isCounted = keys.last == "@count"
    if isCounted { keys.removeLast() }
    var here = entity
    end = .candidate
    if keys.isEmpty || keys == ["objectID"] || keys == ["self"] {
      if isCounted { return nil }
      return
    }
    for (place, key) in keys.enumerated() {
      let isLast = place == keys.count - 1
      if let attribute = here.attributes.first(where: { $0.description.name == key }) {
        guard isLast, !isCounted else { return nil }
        end = .attribute(attribute)
      } else if let link = here.links.first(where: { $0.description.name == key }) {
        guard isLast else {
          guard let next = layout.entity(named: link.description.destination) else { return nil }
          hops.append(link)
          here = next
          continue
        }
        if isCounted {
          guard link.description.isToMany, !hops.contains(where: \.description.isToMany) else { return nil }
          end = .count(link)
        } else {
          end = link.description.isToMany ? .members(link) : .toOne(link)
        }
      } else {
        return nil
      }
    }
  }
}

extension StoreLayout.Link {
  /// Whether the rows of a query are the members in the graph: an inverse that another entity declares may have others.
  var isPlain: Bool {
    guard let inverse else { return true }
    return inverse.entity == description.destination
  }

  /// Whether both ends have a column, as those of a one-to-one relationship have.
  func isMirrored(in layout: StoreLayout) -> Bool {
    guard case .column = storage, let inverse,
      let back = layout.entity(named: inverse.entity)?.links.first(where: { $0.description.name == inverse.name })
    else { return false }
    if case .column = back.storage { return true }
    return false
  }
}

extension Expression {
  /// The value of a constant, or of a list of them; nil for anything that has to be computed.
  var constantValue: Value? {
    switch kind {
    case .constant(let value): return value
    case .aggregate(let elements):
      let values = elements.compactMap(\.constantValue)
      return values.count == elements.count ? .array(values) : nil
    case .negation(let operand):
      switch operand.constantValue {
      case .integer(let number)? where number != .min: return .integer(-number)
      case .double(let number)?: return .double(-number)
      default: return nil
      }
    default: return nil
    }
  }
}

extension Predicate.Comparison {
  /// The comparison with its sides exchanged, where there is one that says the same and the store can answer.
  fileprivate var turnedAround: Predicate.Comparison? {
    if self.operator == .in, left.constantValue?.objectID == nil { return nil }
    return turned
  }
}
