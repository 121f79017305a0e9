import ObjectGraph

/// Pairs of names that say which of two entities owns the other, or has many of it. Their last words decide: `chapter` for
/// `MangaChapterObject`.
///
/// Only pairs are listed about which models agree. Course and section are none: a section is as often shared.
enum Ownership {
  /// The wholes whose parts mean nothing without them, by part.
  private static let wholes: [String: Set<String>] = [
    "message": ["conversation", "chat", "channel", "room", "thread"],
    "chapter": ["manga", "book", "novel", "story"], "episode": ["podcast", "show", "season", "series"],
    "comment": ["post", "article", "issue", "photo", "ticket"], "card": ["deck"], "reply": ["comment", "thread"],
    "attachment": ["message", "email", "note", "task"], "subtask": ["task"], "reminder": ["task", "event"],
    "item": ["order", "cart", "invoice", "bill", "receipt", "basket", "quote", "checklist"],
    "line": ["order", "invoice", "bill", "receipt", "quote"],
    "stop": ["trip", "route"], "leg": ["trip", "journey", "itinerary"], "waypoint": ["route", "track"],
    "point": ["route", "track", "path"], "day": ["trip", "itinerary"],
    "floor": ["building"], "room": ["building", "floor", "house", "apartment"],
    "move": ["game"], "lap": ["race", "run", "workout"], "dose": ["medication", "medicine", "prescription"],
    "installment": ["loan"], "vaccination": ["pet", "child"],
    "exercise": ["workout"], "set": ["exercise"],
    "ingredient": ["recipe"], "step": ["recipe"],
    "question": ["quiz", "exam", "survey", "poll", "questionnaire"], "answer": ["question"],
    "choice": ["question", "poll"],
    "appointment": ["patient", "pet"], "note": ["patient"],
    "page": ["notebook", "book"], "slide": ["presentation"],
  ]

  /// The holders that have many of a kind, whether they own them or not, by member.
  private static let holders: [String: Set<String>] = [
    // Money
    "transaction": money, "expense": money.union(["trip"]), "payment": money, "invoice": ["customer", "client"],
    "order": ["user", "customer", "table", "restaurant"],
    "product": ["brand", "supplier", "store", "shop", "manufacturer"],
    "item": ["order", "cart", "invoice", "menu"], "dish": ["menu", "restaurant"], "store": ["chain"],
    "branch": ["bank", "company"],
    "employee": ["company", "department", "manager"], "department": ["company"], "device": ["user"],
    "review": ["product", "restaurant"],
    // School and work
    "course": ["user", "student", "teacher", "school", "semester"], "class": ["teacher", "school"],
    "lesson": ["course", "module", "teacher"],
    "student": ["teacher", "class", "school", "classroom", "course"], "assignment": ["course", "student"],
    "grade": ["student"],
    "task": ["project", "list"], "subtask": ["task"], "milestone": ["project"], "card": ["board", "list"],
    "note": ["notebook", "folder"],
    "document": ["folder"], "file": ["folder"], "reminder": ["task"], "quiz": ["course"], "question": ["category"],
    // Art, news and play
    "book": ["author", "publisher", "library"], "album": ["artist", "band"], "song": ["album", "artist", "band"],
    "track": ["album", "artist"], "photo": ["album", "gallery"], "movie": ["director", "studio"],
    "film": ["director", "studio"],
    "episode": ["season", "series"], "season": ["show", "series"], "article": ["feed", "magazine", "author"],
    "post": ["feed", "author"],
    "video": ["channel"], "show": ["venue"], "concert": ["venue", "artist", "band", "tour"], "performance": ["venue"],
    "guest": ["event", "party", "wedding"], "attendee": ["event", "meeting"],
    "speaker": ["conference"],
    "event": ["venue", "calendar"], "player": ["team"], "team": ["league", "club"],
    "member": ["club", "team", "band", "family"],
    "match": ["league", "season", "tournament"], "game": ["league", "season", "tournament"],
    "round": ["match", "tournament"],
    "verse": ["chapter"], "word": ["dictionary", "lesson"],
    // Places and journeys
    "city": ["country", "state", "region"], "state": ["country"], "district": ["city"], "street": ["city"],
    "building": ["campus"],
    "floor": ["building"], "room": ["building", "floor", "house", "hotel"], "apartment": ["building", "house"],
    "stop": ["route", "line", "trip"],
    "waypoint": ["route"], "leg": ["trip", "journey", "itinerary"], "trip": ["car", "device", "vehicle", "driver"],
    "flight": ["airline", "airport", "aircraft"], "planet": ["star"], "moon": ["planet"], "satellite": ["planet"],
    "plant": ["garden"],
    "field": ["farm"], "sensor": ["building", "device", "room", "station"],
    "reading": ["sensor", "device", "meter", "station"],
    "measurement": ["sensor", "device", "station"],
    // Health and sport
    "patient": ["doctor", "therapist", "nurse", "dentist", "clinic", "hospital"],
    "client": ["trainer", "coach", "therapist", "lawyer"],
    "pet": ["owner", "vet"], "animal": ["owner", "farm", "shelter", "zoo"], "dog": ["owner"], "cat": ["owner"],
    "horse": ["owner", "stable"],
    "prescription": ["patient", "doctor"],
    "vaccination": ["child", "pet", "patient"], "meal": ["day", "diet"], "workout": ["program"], "set": ["workout"],
    "lap": ["race", "run"],
    "day": ["week", "month"],
  ]

  private static let money: Set = ["account", "category", "budget", "wallet"]

  /// Entities for what people or machines do many times, or for what happens to them.
  static let occurrences: Set = [
    "activation", "activity", "appointment", "attempt", "booking", "donation", "drive", "expense", "feeding", "invoice",
    "log",
    "meal", "measurement", "message", "notification", "order", "payment", "prescription", "purchase", "rating",
    "reading", "rental",
    "report", "reservation", "review", "ride", "run", "sale", "session", "shift", "sighting", "test", "transaction",
    "treatment",
    "trip", "vaccination", "visit", "vote", "workout",
  ]

  /// People, and their accounts: they stay when what refers to them is deleted.
  static let people: Set = ["user", "account", "person", "contact"]

  /// Whether an entity stands for people, by its name.
  static func isPerson(_ entity: String) -> Bool {
    let noun = EnglishNouns.singular(noun(entity))
    return people.contains(noun)
      || [
        "artist", "athlete", "author", "client", "coach", "customer", "dentist", "doctor", "driver", "employee",
        "friend", "guest",
        "instructor", "jockey", "member", "mom", "mother", "mum", "nurse", "patient", "physician", "pilot", "professor",
        "rider",
        "rower", "runner",
        "sailor", "staff", "student", "swimmer", "teacher", "therapist", "trainer", "tutor", "vet", "veterinarian",
        "veterinary", "worker",
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

  /// The frames that may own what they have one of: the figures of a flight plan.
  static let schemes: Set = ["form", "plan", "preset", "routine", "template", "workflow"]

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
    isPart(member, of: holder)
      || holders[EnglishNouns.singular(noun(member))]?.contains(EnglishNouns.singular(noun(holder))) ?? false
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
