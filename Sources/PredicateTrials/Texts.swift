import Mutations

/// Format strings of every form that the language has.
enum Texts {
  static let own =
    PredicateTexts.forms + [
      "firstName BEGINSWITH[cd] %@ OR lastName ENDSWITH 'son'", "name MATCHES '[A-Z]+' && age > 30",
      "lastName CONTAINS 'a' AND lastName LIKE '*b?'", "date >= %@ AND date < %@", "(a == 1 || b == 2) && c IN %@",
      "team.name == \"Miami Heat\" AND NOT (team.city IN {'Miami', 'Phoenix'})", "wings != nil AND tail == nil",
    ]
}
