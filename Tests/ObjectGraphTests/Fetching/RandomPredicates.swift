import ObjectGraph
import Predicates
import RandomOperations

/// Predicates made at random over ``ManagedObjectModel/fetchingModel(indexed:rule:)``, with everything that is hard in
/// them: nil, wrong types, gone objects, text beyond ASCII.
struct RandomPredicates {
  var random: SplitMix
  /// Objects that `$a`, `$b` and `$both` may stand for.
  var objects: [ManagedObjectID]

  mutating func one<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

  static let texts = [
    "Wade", "wade", "W", "Wa", "", "Müller", "Mu\u{308}ller", "muller", "é", "e\u{301}", "e", "\u{212A}", "K", "k",
    "a\r\n",
    "a\r", "\r\nb", "ß", "ss", "ade", "Wade Wade Wade Wade", "Wade Wade Wade Wadi", "Wade Wad", "İ", "日本",
  ]

  mutating func bindings() -> [String: Value] {
    var values: [String: Value] = ["age": one([.integer(30), .null, .double(30.5), .integer(31)])]
    if !objects.isEmpty {
      values["a"] = one(objects).value
      values["b"] = one(objects).value
      values["both"] = .array([one(objects).value, one(objects).value, .null])
    }
    return values
  }

  mutating func literal() -> String {
    one([
      "30", "31", "-1", "30.5", "31.0", "nil", "TRUE", "FALSE", "9e18", "1e30", quoted(), quoted(), "$age", "$a",
      "$none",
      "CAST(10, 'NSDate')", "CAST(-5, 'NSDate')", "$a.name", "2 + 28",
    ])
  }

  mutating func quoted() -> String {
    "\"\(one(Self.texts).replacing("\r", with: "\\r").replacing("\n", with: "\\n"))\""
  }

  mutating func number() -> String { one(["30", "31", "29", "30.5", "$age", "0", "1", "2"]) }

  mutating func comparison(_ entity: String) -> String {
    let isPlayer = entity == "Player"
    let sign = one(["==", "!=", "<", "<=", ">", ">="])
    let textSign = one([
      "==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "BEGINSWITH[c]", "==[cd]", "CONTAINS[d]",
      "ENDSWITH[cd]", "!=[c]", "==[n]",
    ])
    if !isPlayer {
      return one([
        "name \(textSign) \(quoted())", "founded \(sign) CAST(\(number()), 'NSDate')",
        "ANY players.age \(sign) \(number())", "ALL players.age \(sign) \(number())",
        "NONE players.age \(sign) \(number())", "ANY players.name \(textSign) \(quoted())",
        "ANY players.age \(sign) nil", "ALL players.nick == nil", "ANY squad.age \(sign) \(number())",
        "ALL squad.age \(sign) \(number())", "ANY squad.age == nil", "ANY squad.team.name \(textSign) \(quoted())",
        "ANY players.mentor.age \(sign) \(number())", "ANY players.friends.age \(sign) \(number())",
        "ANY squad.friends.nick \(textSign) \(quoted())", "ANY players.team == $a", "ANY players == $a",
        "players CONTAINS $b", "$a IN players", "ANY fans.age \(sign) \(number())", "ANY fans == $b",
        "players.@count \(sign) \(number())", "squad[SIZE] > 1", "players.@avg.age > 30", "name IN \(list())",
        "captain == $a", "captain.team.name \(textSign) \(quoted())", "ANY players IN $both",
        "SUBQUERY(players, $p, $p.age > 30).@count > 0", "ANY players.team.players.age \(sign) \(number())",
        "ANY players.height \(sign) \(number())", "ANY name == \"Wade\"",
      ])
    }
    return one([
      "age \(sign) \(number())", "age \(sign) \(literal())", "\(number()) \(sign) age",
      "age BETWEEN {\(number()), \(number())}",
      "age IN {30, 31, nil}", "age IN {29, 30, 31, 1, 2, nil}", "NOT (age IN {30, 31.0})",
      "height \(sign) \(number())", "height \(sign) \(literal())", "height BETWEEN {29, 31}", "height IN {30, 30.5}",
      "born \(sign) CAST(\(number()), 'NSDate')", "born \(sign) \(literal())", "isActive \(sign) TRUE",
      "isActive == nil",
      "isActive != nil", "isActive \(sign) \(literal())", "name \(textSign) \(quoted())",
      "name \(textSign) \(literal())",
      "name == nil", "name != nil", "nick \(textSign) \(quoted())", "nick IN \(list())", "\(quoted()) IN nick",
      "NOT (nick IN \(list()))",
      "name BETWEEN {\(quoted()), \(quoted())}", "team.name \(textSign) \(quoted())", "team.name == nil",
      "team.name != \(quoted())", "team == nil", "team != nil", "team == $a", "team != $b", "team IN $both",
      "team.captain.name \(textSign) \(quoted())", "team.captain.age \(sign) \(number())",
      "mentor.age \(sign) \(number())",
      "mentor == $a", "mentor.team == $b", "SELF == $a", "SELF != $a", "SELF IN $both", "objectID == $b",
      "team.players.@count \(sign) \(number())",
      "friends.@count \(sign) \(number())", "ANY friends.age \(sign) \(number())",
      "ALL friends.age \(sign) \(number())",
      "ANY friends.name \(textSign) \(quoted())", "ANY friends == $a", "ANY team.players.age \(sign) \(number())",
      "ALL team.players.name \(textSign) \(quoted())", "price \(sign) \(number())", "price == 30", "token == nil",
      "name MATCHES \"W.*\"", "age + 1 \(sign) \(number())", "name == nick", "age == mentor.age", "isInserted == TRUE",
      "stars \(sign) \(number())", "TRUEPREDICATE", "FALSEPREDICATE",
    ])
  }

  mutating func list() -> String {
    "{\((0..<Int.random(in: 0..<7, using: &random)).map { _ in quoted() }.joined(separator: ", "))}"
  }

  mutating func predicate(_ entity: String, depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth > 2 ? 4 : 10), using: &random) {
    case 0..<5: comparison(entity)
    case 5: "NOT (\(predicate(entity, depth: depth + 1)))"
    case 6..<9: "(\(predicate(entity, depth: depth + 1))) AND (\(predicate(entity, depth: depth + 1)))"
    default: "(\(predicate(entity, depth: depth + 1))) OR (\(predicate(entity, depth: depth + 1)))"
    }
  }
}

extension ManagedObjectModel {
  /// Players and teams with a property of every kind and relationships of every shape.
  static func fetchingModel(indexed: Bool, rule: DeleteRule) -> Self {
    func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
      .attribute(AttributeDescription(name, type, isOptional: true, isIndexed: indexed))
    }
    return ManagedObjectModel(
      name: "Fetching",
      entities: [
        EntityDescription(
          "Player",
          properties: [
            attribute("name", .string), attribute("nick", .string), attribute("age", .integer16),
            attribute("height", .double), attribute("born", .date), attribute("isActive", .boolean),
            attribute("price", .decimal), attribute("token", .uuid),
            .one("team", "Team", "players", rule), .one("mentor", "Player"), .many("friends", "Player", "friends"),
            .many("played", "Team", "squad"),
          ]),
        EntityDescription("Star", parent: "Player", properties: [attribute("stars", .integer32)]),
        EntityDescription(
          "Team",
          properties: [
            attribute("name", .string), attribute("founded", .date), .many("players", "Player", "team", rule),
            .many("squad", "Player", "played", ordered: true), .many("fans", "Player"),
            .one("captain", "Player", "leads"),
          ]),
        EntityDescription("Extra", parent: "Player", properties: []),
      ].map { entity in
        var entity = entity
        if entity.name == "Player" { entity.properties.append(.one("leads", "Team", "captain")) }
        return entity
      })
  }
}
