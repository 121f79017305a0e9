/// An entity of a small world, with the names of its objects.
struct DrillNoun: Hashable, Sendable {
  var entity: String
  var singular: String
  var plural: String
  var names: [String]

  init(_ entity: String, _ plural: String, _ names: String) {
    self.entity = entity
    singular = entity.lowercased()
    self.plural = plural
    self.names = names.split(separator: " ").map(String.init)
  }

  /// The name as a value: `"Lee"`.
  static func title(_ name: String) -> String { "\"" + name.prefix(1).uppercased() + name.dropFirst() + "\"" }
}

/// A small believable world. Each owner has items, each item has parts; an owner also has helpers, one place, and
/// belongs to several groups.
struct DrillDomain: Sendable {
  var model: String
  var owner: DrillNoun
  var item: DrillNoun
  var part: DrillNoun
  var helper: DrillNoun
  var place: DrillNoun
  var group: DrillNoun
  /// A whole number that an item has, and the least and greatest value that is believable.
  var number: (key: String, range: ClosedRange<Int>)

  /// The worlds to choose from.
  static let all: [DrillDomain] = [
    DrillDomain(
      model: "Clinic", owner: DrillNoun("Doctor", "doctors", "lee cruz novak"),
      item: DrillNoun("Patient", "patients", "ada tom mia ben zoe"),
      part: DrillNoun("Visit", "visits", "monday tuesday thursday friday"),
      helper: DrillNoun("Nurse", "nurses", "joan karl"), place: DrillNoun("Office", "offices", "north south attic"),
      group: DrillNoun("Ward", "wards", "east west garden"), number: ("age", 1...90)),
    DrillDomain(
      model: "Library", owner: DrillNoun("Librarian", "librarians", "iris hugo nell"),
      item: DrillNoun("Shelf", "shelves", "poetry history travel cooking art"),
      part: DrillNoun("Book", "books", "atlas emma odyssey dune"),
      helper: DrillNoun("Volunteer", "volunteers", "amy carl"), place: DrillNoun("Desk", "desks", "oak pine maple"),
      group: DrillNoun("Club", "clubs", "chess film garden"), number: ("height", 40...240)),
    DrillDomain(
      model: "Label", owner: DrillNoun("Band", "bands", "echoes comets lanterns"),
      item: DrillNoun("Album", "albums", "dawn harbor mirrors ember winter"),
      part: DrillNoun("Song", "songs", "rain sparks bells ghosts"), helper: DrillNoun("Roadie", "roadies", "max pia"),
      place: DrillNoun("Van", "vans", "blue red white"),
      group: DrillNoun("Festival", "festivals", "riverside lakeside moonlight"), number: ("year", 1970...2025)),
    DrillDomain(
      model: "School", owner: DrillNoun("Teacher", "teachers", "bell ortiz chan"),
      item: DrillNoun("Course", "courses", "algebra music latin biology drama"),
      part: DrillNoun("Lesson", "lessons", "intro recap quiz trip"), helper: DrillNoun("Tutor", "tutors", "eve jon"),
      place: DrillNoun("Classroom", "classrooms", "lab studio annex"),
      group: DrillNoun("Committee", "committees", "sports safety budget"), number: ("fee", 10...90)),
    DrillDomain(
      model: "Zoo", owner: DrillNoun("Keeper", "keepers", "rosa omar finn"),
      item: DrillNoun("Animal", "animals", "kala simba nemo bruno luna"),
      part: DrillNoun("Meal", "meals", "breakfast lunch snack dinner"),
      helper: DrillNoun("Trainee", "trainees", "gus ivy"), place: DrillNoun("Hut", "huts", "lodge barn cabin"),
      group: DrillNoun("Team", "teams", "birds reptiles mammals"), number: ("weight", 1...900)),
    DrillDomain(
      model: "Garage", owner: DrillNoun("Mechanic", "mechanics", "rita sam walt"),
      item: DrillNoun("Car", "cars", "beetle civic panda mini volvo"),
      part: DrillNoun("Repair", "repairs", "brakes clutch lights tires"),
      helper: DrillNoun("Apprentice", "apprentices", "lou kim"), place: DrillNoun("Bay", "bays", "alpha beta gamma"),
      group: DrillNoun("Course", "courses", "welding painting driving"), number: ("mileage", 1...300)),
    DrillDomain(
      model: "Bakery", owner: DrillNoun("Baker", "bakers", "anton clara yusuf"),
      item: DrillNoun("Cake", "cakes", "marble lemon carrot cherry mocha"),
      part: DrillNoun("Order", "orders", "wedding birthday picnic brunch"),
      helper: DrillNoun("Trainee", "trainees", "otto lena"), place: DrillNoun("Oven", "ovens", "brick steel stone"),
      group: DrillNoun("Market", "markets", "harbor station abbey"), number: ("price", 5...80)),
    DrillDomain(
      model: "Newspaper", owner: DrillNoun("Editor", "editors", "frank gloria henry"),
      item: DrillNoun("Article", "articles", "election storm festival bridge museum"),
      part: DrillNoun("Comment", "comments", "praise doubt joke advice"),
      helper: DrillNoun("Intern", "interns", "abby neil"), place: DrillNoun("Desk", "desks", "oak pine maple"),
      group: DrillNoun("Edition", "editions", "morning evening weekend"), number: ("length", 100...2000)),
  ]
}
