import Predicates

extension CommandTable {
  package static let conditionWords: [Command] = [
    Command(
      "AND", .conditions, "both hold", forms: ["<condition> AND <condition>"],
      example: ["fetch Player where age > 20 AND team == nil"]),
    Command(
      "OR", .conditions, "at least one holds", forms: ["<condition> OR <condition>"],
      "AND binds tighter: a OR b AND c is a OR (b AND c).", example: ["fetch Player where age > 40 OR team == nil"]),
    Command(
      "NOT", .conditions, "the condition does not hold", forms: ["NOT <condition>"],
      example: ["fetch Player where NOT lastName IN {\"Wade\", \"Allen\"}"]),
    Command(
      "ANY", .conditions, "holds for at least one of many", forms: ["ANY <key path> <operator> <value>"],
      example: ["fetch Team where ANY players.age > 30"]),
    Command(
      "ALL", .conditions, "holds for every one of many, and when there are none",
      forms: ["ALL <key path> <operator> <value>"], example: ["fetch Team where ALL players.age > 20"]),
    Command(
      "NONE", .conditions, "holds for none of many", forms: ["NONE <key path> <operator> <value>"],
      example: ["fetch Team where NONE players.lastName == \"Wade\""]),
    Command(
      "IN", .conditions, "is one of a list, or part of a text", forms: ["<key> IN {<value>, …}"],
      example: ["fetch Player where lastName IN {\"Wade\", \"Allen\"}"]),
    Command(
      "BETWEEN", .conditions, "lies between two values, both included", forms: ["<key> BETWEEN {<low>, <high>}"],
      example: ["fetch Player where age BETWEEN {20, 30}"]),
    Command(
      "CONTAINS", .conditions, "the text has this in it; [cd] ignores case and accents",
      forms: ["<key> CONTAINS \"<text>\"", "<key> CONTAINS[cd] \"<text>\""],
      example: ["fetch Team where name CONTAINS[cd] \"heat\""]),
    Command(
      "BEGINSWITH", .conditions, "the text begins with this; [cd] ignores case and accents",
      forms: ["<key> BEGINSWITH \"<text>\""], example: ["fetch Player where lastName BEGINSWITH[c] \"w\""]),
    Command(
      "ENDSWITH", .conditions, "the text ends with this; [cd] ignores case and accents",
      forms: ["<key> ENDSWITH \"<text>\""], example: ["fetch Player where lastName ENDSWITH \"e\""]),
    Command(
      "LIKE", .conditions, "the whole text matches: * is any characters, ? is one",
      forms: ["<key> LIKE \"<pattern>\""], example: ["fetch Player where lastName LIKE \"W*\""]),
    Command(
      "MATCHES", .conditions, "the whole text matches a regular expression", forms: ["<key> MATCHES \"<expression>\""],
      example: ["fetch Player where lastName MATCHES \"W.+\""]),
    Command(
      "SUBQUERY", .conditions, "the objects of a to-many relationship that meet a condition of several parts",
      forms: ["SUBQUERY(<to-many>, $x, <condition about $x>).@count > 0"],
      "ANY asks each part of another player; SUBQUERY asks all parts of the same one.",
      example: ["fetch Team where SUBQUERY(players, $p, $p.age > 20 AND $p.lastName == \"Wade\").@count > 0"]),
    Command(
      "nil", .conditions, "no value", forms: ["<key> == nil", "<key> != nil"],
      example: ["fetch Player where team == nil"]),
    Command("SELF", .conditions, "the object itself", forms: ["SELF"], example: ["fetch Player where SELF == $wade"]),
    Command(
      "@count", .conditions, "how many there are", forms: ["<to-many>.@count"],
      example: ["fetch Team where players.@count > 0"]),
    Command(
      "@sum", .conditions, "the sum over many", forms: ["<to-many>.@sum.<key>"], example: ["heat.players.@sum.age"]),
    Command(
      "@avg", .conditions, "the average over many", forms: ["<to-many>.@avg.<key>"], example: ["heat.players.@avg.age"]),
    Command(
      "@min", .conditions, "the least of many", forms: ["<to-many>.@min.<key>"], example: ["heat.players.@min.age"]),
    Command(
      "@max", .conditions, "the greatest of many", forms: ["<to-many>.@max.<key>"], example: ["heat.players.@max.age"]),
    Command("TRUEPREDICATE", .conditions, "always holds", example: ["fetch Player where TRUEPREDICATE"]),
    Command("FALSEPREDICATE", .conditions, "never holds", example: ["fetch Player where FALSEPREDICATE"]),
  ]

  /// The words that join or open conditions, offered after `where` together with the keys.
  package static let conditionOpeners = ["NOT", "ANY", "ALL", "NONE", "SELF"]

  /// The operators that compare or continue a condition.
  package static let conditionOperators = ["AND", "OR"] + Keyword.operatorWords

  /// The collection operators of a key path.
  package static let collectionOperators = conditionWords.map(\.word).filter { $0.hasPrefix("@") }
}
