import ObjectGraph

/// Pairs of names that say which of two entities owns the other, or has many of it. Their last words decide: `chapter` for
/// `MangaChapterObject`.
///
/// Only pairs are listed about which models agree. Course and section are none: a section is as often shared.
enum Ownership {
  /// The wholes whose parts mean nothing without them, by part.
  private static let wholes: [String: Set<String>] = [
    "message": ["conversation", "chat", "channel", "room"],
    "chapter": ["manga", "book"], "episode": ["podcast", "show"],
    "comment": ["post", "article"], "card": ["deck"],
    "exercise": ["workout"], "set": ["exercise"],
    "ingredient": ["recipe"], "step": ["recipe"],
    "question": ["quiz", "exam", "survey", "poll", "questionnaire"], "answer": ["question"],
    "choice": ["question", "poll"],
    "appointment": ["patient", "pet"], "note": ["patient"],
    "page": ["notebook", "book"], "slide": ["presentation"],
  ]

  /// The holders that have many of a kind without owning them, by member.
  private static let holders: [String: Set<String>] = [
    "transaction": money, "expense": money, "payment": money,
    "course": ["user", "student"], "order": ["user", "customer"],
    "player": ["team"], "book": ["author"], "task": ["project"],
  ]

  private static let money: Set = ["account", "category", "budget", "wallet"]

  /// People, and their accounts: they stay when what refers to them is deleted.
  static let people: Set = ["user", "account", "person", "contact"]

  /// Whether an entity stands for people, by its name.
  static func isPerson(_ entity: String) -> Bool {
    let noun = EnglishNouns.singular(noun(entity))
    return people.contains(noun)
      || [
        "artist", "athlete", "author", "client", "coach", "customer", "doctor", "employee", "friend", "guest", "member",
        "patient", "pilot", "student", "teacher", "worker",
      ].contains(noun)
  }

  /// Entities that stand for things that are used again: a trip does not own the device that recorded it.
  static let machines: Set = ["car", "computer", "device", "phone", "sensor", "vehicle"]

  /// Entities that record what has happened, and are wanted when what they name is gone.
  static let records: Set = [
    "appointment", "bill", "booking", "diary", "donation", "entry", "expense", "flight", "history", "income", "invoice",
    "journal", "log", "order", "payment", "purchase", "receipt", "record", "reservation", "ride", "sale", "shift",
    "statement", "timesheet", "transaction", "transfer", "visit",
  ]

  /// Entities that say where something is, how it begins or how the app shows it, and own nothing that they have to do with.
  static let frames: Set = [
    "domain", "site", "routine", "template", "plan", "preset", "taxon", "species", "setting", "settings", "preference",
    "preferences", "workflow", "form",
  ]

  /// Entities by which others are sorted.
  static let labels: Set = ["genre", "tag", "category", "type"]

  /// Whether others are sorted by an entity, by its name. In Romance languages, its first word decides: `TipoConto`.
  static func isLookup(_ entity: String) -> Bool {
    let words = ProposedNames.words(ReviewSubject.bare(entity)).map { $0.lowercased() }
    return [
      "category", "tag", "type", "status", "kind", "label", "genre", "priority", "language", "country", "currency",
      "unit",
    ].contains { words.last == $0 || words.last == EnglishNouns.plural($0) }
      || ["categoria", "tipo", "estado", "stato", "moneda", "moeda", "valuta"].contains {
        words.first == $0 || words.last == $0
      }
  }

  /// Whether one entity is a part of another by their names: a Chapter of a Manga.
  static func isPart(_ part: String, of whole: String) -> Bool {
    wholes[EnglishNouns.singular(noun(part))]?.contains(EnglishNouns.singular(noun(whole))) ?? false
  }

  /// Whether an entity has many of another by their names, as its parts or not: a Budget has transactions.
  static func hasMany(_ holder: String, _ member: String) -> Bool {
    isPart(member, of: holder) || holders[noun(member)]?.contains(noun(holder)) ?? false
  }

  /// The words of an entity, in lower case, without those that say how it is kept: `tracker`, `record` for `CDTrackerRecordEntity`.
  static func words(_ entity: String) -> [String] {
    let kinds: Set = ["cd", "core", "data", "dto", "entity", "managed", "mo", "model", "object"]
    let words = ProposedNames.words(entity).map { $0.lowercased() }.drop { kinds.contains($0) }
    return Array(words.reversed().drop { kinds.contains($0) }.reversed())
  }

  /// The word that says what an entity is, in lower case: `chapter` for `MangaChapterObject`, `course` for `CourseInstance`.
  static func noun(_ entity: String) -> String {
    let words = ProposedNames.words(ReviewSubject.bare(entity)).map { $0.lowercased() }
    return words.last { $0 != "instance" } ?? ""
  }
}
