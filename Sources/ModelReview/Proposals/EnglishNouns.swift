/// One and many of English nouns, as far as names of properties need them.
package enum EnglishNouns {
  /// Words that are the same for one and many, or have no plural in a model.
  private static let uncountable: Set<String> = [
    "access", "advice", "aircraft", "analytics", "audio", "baggage", "cash", "chess", "clothing", "content", "cookware",
    "data", "deer", "economics", "electronics", "equipment", "evidence", "feedback", "firmware", "fish", "food",
    "freight",
    "furniture", "gear", "genetics", "hardware", "headquarters", "health", "homework",
    "information", "info", "jewelry", "knowledge", "logistics", "luggage", "mathematics", "maths", "media",
    "merchandise", "metadata", "middleware", "money", "multimedia", "music", "news", "offspring",
    "personnel", "physics", "police", "politics", "progress", "rice", "scissors", "series", "sheep", "shrimp",
    "software",
    "species", "staff", "statistics", "storage", "swine", "telemetry", "traffic", "trousers", "weather", "wildlife",
  ]

  /// Words in the singular for many things of a kind, or for a substance.
  private static let collective: Set<String> = [
    "correspondence", "history", "inventory", "mail", "medication", "medicine", "stock", "timeline", "vocabulary",
    "weight",
  ]

  /// Words in the plural for one thing: the details of a film, the coordinates of a place.
  private static let pluralForOne: Set<String> = [
    "attributes", "contents", "coordinates", "counts", "credentials", "details", "dimensions", "directions", "earnings",
    "graphics", "instructions", "measurements", "metrics", "options", "parameters", "permissions", "preferences",
    "properties", "results", "savings", "settings", "specs", "statistics", "stats", "terms", "totals",
  ]

  /// Whether a word in the singular means many: the weight of a pet, measured again and again.
  package static func isCollective(_ word: String) -> Bool { collective.contains(word.lowercased()) }

  /// Whether a word in the plural means one thing.
  package static func isPluralForOne(_ word: String) -> Bool { pluralForOne.contains(word.lowercased()) }

  /// The plural of words that do not end in an `s` for many, and of those whose spelling changes.
  private static let irregular: [String: String] = [
    "alumnus": "alumni", "analysis": "analyses", "appendix": "appendices", "axis": "axes", "bacterium": "bacteria",
    "basis": "bases", "calf": "calves", "child": "children", "cactus": "cacti", "crisis": "crises",
    "criterion": "criteria", "curriculum": "curricula", "datum": "data", "diagnosis": "diagnoses", "die": "dice",
    "echo": "echoes", "elf": "elves", "emphasis": "emphases", "foot": "feet", "fungus": "fungi", "goose": "geese",
    "half": "halves", "hero": "heroes", "hypothesis": "hypotheses", "index": "indexes", "knife": "knives",
    "leaf": "leaves", "life": "lives", "loaf": "loaves", "louse": "lice", "man": "men", "matrix": "matrices",
    "medium": "media", "mouse": "mice", "nucleus": "nuclei", "oasis": "oases", "ox": "oxen",
    "parenthesis": "parentheses",
    "person": "people", "phenomenon": "phenomena", "potato": "potatoes", "quiz": "quizzes", "radius": "radii",
    "scarf": "scarves", "self": "selves", "shelf": "shelves", "stimulus": "stimuli", "synopsis": "synopses",
    "synthesis": "syntheses", "thesis": "theses", "thief": "thieves", "tomato": "tomatoes", "tooth": "teeth",
    "torpedo": "torpedoes", "vertex": "vertices", "veto": "vetoes", "wife": "wives", "wolf": "wolves",
    "woman": "women",
  ]

  private static let singulars = Dictionary(
    irregular.filter { $0.key != "datum" && $0.key != "medium" }.map { ($0.value, $0.key) },
    uniquingKeysWith: { first, _ in first })

  /// The plural of a name, of which only the last word changes: `orderHistory`, `salesPeople`.
  package static func plural(_ text: String) -> String {
    changingLast(text) { word in
      if uncountable.contains(word) || singulars[word] != nil { return word }
      if let known = irregular[word] { return known }
      if word.hasSuffix("man"), word.count > 5, word != "human", word != "german", word != "talisman" {
        return word.dropLast(3) + "men"
      }
      if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
        return word.dropLast() + "ies"
      }
      // `settings`, `photos`, `menus`: plurals already.
      if word.hasSuffix("s"), !endsInSingularS(word) { return word }
      if word.hasSuffix("sis"), word.count > 4 { return word.dropLast(2) + "es" }
      if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
      return word + "s"
    }
  }

  /// The singular of a name.
  package static func singular(_ text: String) -> String {
    // `URLs`, `userIDs`
    if text.hasSuffix("s"), text.dropLast().last?.isUppercase == true { return String(text.dropLast()) }
    return changingLast(text) { word in
      if uncountable.contains(word) || irregular[word] != nil { return word }
      if let known = singulars[word] { return known }
      if word.hasSuffix("men"), word.count > 5 { return word.dropLast(3) + "man" }
      if word.hasSuffix("ies"), word.count > 4, word != "movies", word != "cookies", word != "selfies" {
        return word.dropLast(3) + "y"
      }
      let keepsE = ["ouses", "auses", "fuses", "izes", "azes", "caches"].contains(where: word.hasSuffix)
      let endsInES =
        ["xes", "zes", "ches", "shes"].contains(where: word.hasSuffix)
        || word.hasSuffix("es") && endsInSingularS(String(word.dropLast(2)))
      if endsInES, !keepsE, word != "uses" { return String(word.dropLast(2)) }
      return word.hasSuffix("s") && !endsInSingularS(word) && word.count > 2 ? String(word.dropLast()) : word
    }
  }

  /// Whether the `s` at the end belongs to the word: `address`, `status`, `canvas`.
  private static func endsInSingularS(_ word: String) -> Bool {
    if word.hasSuffix("menus") { return false }
    return ["ss", "us", "is", "atlas", "canvas", "alias", "bias", "gas", "chaos", "cosmos"].contains(
      where: word.hasSuffix)
  }

  /// Whether a word means several things, as far as it shows.
  package static func isPlural(_ word: String) -> Bool {
    let word = word.lowercased()
    return singular(word) != word && !uncountable.contains(word)
  }

  /// Changes the last word of a name, which begins at the last capital, and keeps its case.
  private static func changingLast(_ text: String, _ change: (String) -> String) -> String {
    let last = ProposedNames.words(text).last ?? text
    guard text.hasSuffix(last), !last.isEmpty else { return change(text) }
    let lowered = last.lowercased()
    let changed = change(lowered)
    if changed == lowered { return text }
    // The letters that stay keep their case: `User`, `URL`.
    let kept = zip(last, zip(lowered, changed)).prefix { $0.1.0 == $0.1.1 }.map(\.0)
    return text.dropLast(last.count) + String(kept) + changed.dropFirst(kept.count)
  }
}
