import Grading

/// Finds the students on a roster by what the submissions say of them: an id, a login, an address, a number, a name or a
/// group. A name, an address or a number that two students have finds neither.
struct RosterIndex: Sendable {
  /// The fact by which a student was found.
  enum Match: Hashable, Sendable, CaseIterable {
    case id, login, email, number, name, group
  }

  let students: [Student]
  private var places: [Match: [String: Int]] = [:]
  private var groups: [String: [Int]] = [:]
  /// The students by their ids in lower case, where these differ: GitHub's logins are the same in any capitals.
  private var foldedIDs: [String: Int] = [:]
  /// The numbers of the students who share a name.
  private var sharedNames: [String: Int] = [:]

  /// Makes the index. O(students).
  init(_ students: [Student]) {
    self.students = students
    var twice: [Match: Set<String>] = [:]
    for (place, student) in students.enumerated() {
      func add(_ match: Match, _ text: String) {
        guard !text.isEmpty else { return }
        if let other = places[match]?[text], other != place { twice[match, default: []].insert(text) }
        places[match, default: [:]][text] = place
      }
      add(.id, student.id)
      add(.id, Roster.participant(student.participant))
      add(.login, student.login.lowercased())
      add(.email, student.email.lowercased())
      add(.number, student.number)
      if student.name != student.id { add(.name, Self.plainName(student.name)) }
      for group in student.group.split(whereSeparator: { $0 == "," || $0 == ";" }) {
        groups[ExerciseNames.plain(group), default: []].append(place)
      }
    }
    let folded = students.indices.map { (students[$0].id.lowercased(), $0) }
    foldedIDs = Dictionary(grouping: folded, by: \.0).compactMapValues { $0.count == 1 ? $0[0].1 : nil }
    let shared = twice[.name] ?? []
    for student in students {
      let name = Self.plainName(student.name)
      if shared.contains(name) { sharedNames[name, default: 0] += 1 }
    }
    for (match, texts) in twice where match != .id { for text in texts { places[match]?[text] = nil } }
  }

  func isStudent(_ text: String) -> Bool {
    places[.id]?[text] != nil || places[.login]?[text.lowercased()] != nil || places[.email]?[text.lowercased()] != nil
      || places[.number]?[text] != nil || foldedIDs[text.lowercased()] != nil
  }

  /// Returns the students whose work something is, and by what they were found; empty for none on the roster. O(1).
  ///
  /// A group's number may be a participant's too: a name that no one of this number has is a group's or a stranger's.
  func find(_ owner: SubmissionLayout.Owner) -> (places: [Int], match: Match)? {
    if owner.isGroup {
      return groups[ExerciseNames.plain(owner.id)].map { ($0, .group) }
    }
    let id = owner.id
    // Canvas has the number of one member with the group's name.
    if !owner.canvasName.isEmpty, let members = groups[owner.canvasName], !isNamed(owner) { return (members, .group) }
    if let place = places[.id]?[id], !isOther(owner, place) { return ([place], .id) }
    if let place = places[.login]?[id.lowercased()] { return ([place], .login) }
    if let place = foldedIDs[id.lowercased()], !isOther(owner, place) { return ([place], .id) }
    if let place = places[.number]?[id] { return ([place], .number) }
    for text in [owner.email, id] {
      if let place = places[.email]?[text.lowercased()], !text.isEmpty { return ([place], .email) }
    }
    // Moodle wrote the group before the student's name, with a hyphen.
    for name in [owner.name]
      + owner.name.indices.filter({ owner.name[$0] == "-" }).map({ index in
        String(owner.name[owner.name.index(after: index)...])
      })
    {
      if let place = places[.name]?[Self.plainName(name)], !name.isEmpty { return ([place], .name) }
    }
    if let place = places[.name]?[Self.plainName(id)] { return ([place], .name) }
    // Canvas writes a name as 'lovelaceada'; a group of Moodle has a name and a number.
    if let members = groups[ExerciseNames.plain(owner.name)], !owner.name.isEmpty { return (members, .group) }
    return nil
  }

  /// Whether a number is a student's, and the name with it is another's. A blind marking has one word for all names.
  private func isOther(_ owner: SubmissionLayout.Owner, _ place: Int) -> Bool {
    let student = students[place]
    let words = Set(ExerciseNames.words(owner.name))
    guard !words.isEmpty, student.name != student.id else { return false }
    return words.isDisjoint(with: ["participant", "teilnehmer", "teilnehmerin"])
      && words.isDisjoint(with: ExerciseNames.words(student.name.filter { !"'’ʼ".contains($0) }))
  }

  /// Whether Canvas's name before a student's number is, in part, that of the student with this number on the roster.
  private func isNamed(_ owner: SubmissionLayout.Owner) -> Bool {
    guard let student = places[.id]?[owner.id].map({ students[$0] }) else { return false }
    return ExerciseNames.words(student.name).contains { $0.count > 1 && owner.canvasName.contains($0) }
  }

  /// Whether Canvas names a file after something else than the student whose number it has, probably a group of which the
  /// roster does not know the members.
  func isOfUnknownGroup(_ owner: SubmissionLayout.Owner) -> Bool {
    guard !owner.canvasName.isEmpty, let place = places[.id]?[owner.id] else { return false }
    return students[place].name != students[place].id && groups[owner.canvasName] == nil && !isNamed(owner)
  }

  /// The owner's name, or the text in its place in the name of a folder or file, and the number of students on the roster who share
  /// it; nil unless several do.
  func namesakes(of owner: SubmissionLayout.Owner) -> (name: String, count: Int)? {
    [owner.name, owner.id].lazy.compactMap { name in sharedNames[Self.plainName(name)].map { (name: name, count: $0) } }
      .first
  }

  /// Whether the id of an owner is that of a student on the roster who has another name.
  func isOther(_ owner: SubmissionLayout.Owner) -> Bool { places[.id]?[owner.id].map { isOther(owner, $0) } ?? false }

  /// Returns the owner of a file whose name begins or ends with what a student is known by, `ada_homework.txt`; the rest
  /// of the name is the student's own. O(length²).
  func owner(ofFile name: String) -> SubmissionLayout.Owner? {
    let separators = name.indices.filter { "_- .".contains(name[$0]) }
    for place in separators.reversed() where place > name.startIndex {
      let id = String(name[..<place])
      if isStudent(id) { return .init(id: id, inner: [String(name[name.index(after: place)...])]) }
    }
    let stem = ExerciseNames.withoutEndings(name)
    for place in separators where place < stem.endIndex && stem.index(after: place) < stem.endIndex {
      let id = String(stem[stem.index(after: place)...])
      if isStudent(id) { return .init(id: id, inner: [String(stem[..<place]) + String(name.dropFirst(stem.count))]) }
    }
    return nil
  }

  /// A name's words in alphabetical order, so that *Lovelace, Ada* is *Ada Lovelace*, without apostrophes, which Moodle leaves out
  /// of the names of folders.
  private static func plainName(_ name: String) -> String {
    ExerciseNames.words(name.filter { !"'’ʼ".contains($0) }).sorted().joined(separator: " ")
  }
}
