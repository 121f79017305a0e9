import CommandIO
import Courses
import Diagnostics
import Foundation
import Grading

/// The work that a class handed in: a folder, or the zip file of a platform. Every file in it belongs to a student, or is
/// accounted for as one that belongs to no one.
package struct Submissions: Sendable {
  /// The layout's name or its pattern, as the report keeps it.
  package var layout: String { shape.name }
  /// The layout in words.
  package var layoutWords: String { shape.words }
  /// The students on the roster in its order, then those who handed in something and are not on it, by id.
  package private(set) var students: [Student]
  /// Lines about paths that were left out and students who were found by their names, which is no reason to stop.
  package private(set) var notes: [String] = []
  /// The names because of which a student could get the work of another.
  private(set) var warnings: [String] = []

  /// The name of the folder or zip file, without its ending.
  let name: String

  /// The number of students on the roster: the first of ``students``.
  let rosterCount: Int

  /// The files whose exercises the teacher gives.
  package var given = GivenFiles()

  /// The names by which a text that no exercise is recognised in may be the answer to one.
  package var words = ExerciseWords()

  let source: SubmissionSource
  let exercises: ExerciseNames
  private let shape: SubmissionLayout
  /// The files by the student's id.
  private var files: [String: [File]] = [:]
  /// The files that belong to no student.
  private(set) var loose: [SubmissionSource.Item] = []
  /// The texts that most repositories of GitHub Classroom have at a path: they came with the assignment.
  private var starters: [[String]: String] = [:]
  /// The times at which the platform says that the files in a folder were handed in.
  private var platformTimes: [String: Date] = [:]

  /// A file of a student.
  struct File: Hashable, Sendable {
    var item: SubmissionSource.Item
    var owner: SubmissionLayout.Owner

    init(item: SubmissionSource.Item, owner: SubmissionLayout.Owner) {
      self.item = item
      self.owner = owner
    }

    /// A file in a zip file that the student handed in, as one in a folder of the zip file's name.
    init(inZip zip: SubmissionSource.Item, _ item: SubmissionSource.Item, of owner: SubmissionLayout.Owner) {
      self.init(item: item, owner: owner)
      if owner.inner.isEmpty { self.owner.inner = zip.names.suffix(1) }
      self.owner.inner += item.names.dropFirst(zip.names.count)
      self.owner.exercise = nil
    }
  }

  /// Finds the students and their files. O(files).
  /// - Parameters:
  ///   - layout: a name of ``SubmissionLayout`` or a pattern; nil for the layout that the paths look like.
  ///   - exercises: the names of the exercises that everyone was given.
  ///   - others: the names of the course's other exercises.
  /// - Throws: a diagnostic if the path cannot be read, or the layout is invalid.
  package init(
    _ path: String, layout given: String? = nil, exercises: [String], besides others: [String] = [],
    roster: [Student] = []
  ) throws(Diagnostic) {
    source = try SubmissionSource(path)
    self.exercises = ExerciseNames(exercises, besides: others)
    let (items, climbing) = try source.items()
    let index = RosterIndex(roster)
    name = path.split(separator: "/").last.map { $0.hasSuffix(".zip") ? String($0.dropLast(4)) : String($0) } ?? path
    let source = source
    shape = try SubmissionLayout(
      given, of: items, in: name, self.exercises, isStudent: index.isStudent,
      read: { try? source.text(of: $0, shownAs: $0.path) })
    students = roster
    rosterCount = roster.count
    if !climbing.isEmpty {
      let isOne = climbing.count == 1
      notes.append(
        "\(climbing.count) \(isOne ? "path leads" : "paths lead") out of the folder and \(isOne ? "was" : "were") left out: "
          + Listing.text(climbing.map { "'\(DisplayText.visible($0))'" }))
    }
    sort(items, index)
    if case .github = shape { starters = starterTexts() }
    if case .gradescope(let folder, let export) = shape {
      for (name, time) in export.times { platformTimes[(folder + [name]).joined(separator: "/")] = time }
    }
  }

  /// The files of one student in a folder, such as Gradescope's `/autograder/submission`.
  private init(ofOneStudentIn path: String, _ exercises: ExerciseNames) throws(Diagnostic) {
    source = try SubmissionSource(path)
    self.exercises = exercises
    name = path
    shape = .one(student: "")
    students = [Student(id: "")]
    rosterCount = 0
    sort(try source.items().items, RosterIndex(students))
  }

  /// Whether a path is a folder, or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Returns a student's answer to an exercise in a folder of the student's files, recognised as `grade --all` does.
  /// - Parameter others: the names of the course's other exercises.
  /// - Throws: a diagnostic that says why there is no answer.
  package static func answer(
    to exercise: String, in path: String, besides others: [String]
  ) throws(Diagnostic) -> (text: SourceText, note: Diagnostic?) {
    let submissions = try Submissions(ofOneStudentIn: path, ExerciseNames([exercise], besides: others))
    let work = submissions.collect(submissions.students[0], shownAs: "", names: .similar) { $0.item.path }
    guard let answer = work.answers[exercise]?.last else {
      throw Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in")
    }
    return (SourceText(try submissions.text(of: answer), name: answer.path), answer.note)
  }

  /// Returns the text of a file that is an answer, in the encodings that `grade --all` reads.
  /// - Throws: a diagnostic that says why there is no text.
  package static func answer(inFile path: String) throws(Diagnostic) -> SourceText {
    let shown = "'\(DisplayText.visible(path))'"
    let bytes = try InputFile.opening(path, allowsStandardInput: false).bytes(upTo: TextFile.byteLimit, shown)
    return SourceText(try SubmissionFile.decoded(bytes, path, shown), name: path)
  }

  /// Returns the text of an answer: that of its file, or of the exercise's part of it.
  /// - Throws: the reason why there is none.
  func text(of answer: CollectedWork.Answer) throws(Diagnostic) -> String {
    if let refusal = answer.refusal { throw refusal }
    guard let item = answer.item else { throw Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in") }
    var text = try source.text(of: item, shownAs: answer.path)
    if answer.isOnlineText { text = OnlineText.text(ofPage: text) }
    guard let part = answer.part else { return text }
    return ExerciseNames.parts(of: text)?.first { $0.exercise == part }?.text ?? text
  }

  private mutating func sort(_ items: [SubmissionSource.Item], _ index: RosterIndex) {
    var others: [String: Student] = [:]
    var byName: Set<String> = []
    // Two participants of one name can both be found as the one student on the roster who has it.
    var namesakes: [Int: Set<String>] = [:]
    // Names that several students on the roster have, with the ids of those who handed something in.
    var sharing: [String: (count: Int, ids: Set<String>)] = [:]
    // Numbers that belong to students of other names.
    var strangers: Set<String> = []
    // What Canvas calls files of students who have other names.
    var unknownGroups: Set<String> = []
    let parents = Set(items.flatMap { item in item.names.indices.dropFirst().map { Array(item.names[..<$0]) } })
    // A file that is one student's folder away from the others, such as 'ada_free-agents.graph' at the top.
    let flat: SubmissionLayout? =
      switch shape {
      case .folders(let folder), .files(let folder): .files(in: folder)
      case .pattern, .moodle, .canvas, .github, .gradescope, .one: nil
      }
    func owners(of item: SubmissionSource.Item) -> [SubmissionLayout.Owner] {
      let name = item.names.last ?? ""
      var owners =
        shape.isLoose(item) || SubmissionSource.isSystem(name) && item.names.count < 2
        ? [] : shape.owners(of: item.names, exercises)
      if let flat, !item.isFolder, item.names.count == flat.depth, !SubmissionSource.isSystem(name),
        owners.first.map({ index.find($0) == nil }) ?? true
      {
        if let owner = flat.owners(of: item.names, exercises).first, index.find(owner) != nil {
          owners = [owner]
        } else if let owner = index.owner(ofFile: name) {
          owners = [owner]
        }
      }
      return owners
    }
    let owned = items.map { (item: $0, owners: owners(of: $0)) }
    for owner in owned.lazy.flatMap(\.owners) {
      if let (places, match) = index.find(owner), match == .name {
        namesakes[places[0], default: []].insert(owner.id)
      }
    }
    namesakes = namesakes.filter { $0.value.count > 1 }
    for (item, owners) in owned {
      // What is in a folder says more than the folder.
      let isParent = item.isFolder && parents.contains(item.names)
      let name = item.names.last ?? ""
      if owners.isEmpty {
        if !isParent, !(item.isFolder && !SubmissionSource.isSystem(name)) { loose.append(item) }
        continue
      }
      for owner in owners {
        var ids: [String] = []
        if let (places, match) = index.find(owner), match != .name || namesakes[places[0]] == nil {
          ids = places.map { index.students[$0].id }
          if match == .name { byName.formUnion(ids) }
          if match == .id, index.isOfUnknownGroup(owner) { unknownGroups.insert(owner.canvasName) }
        } else {
          // The number belongs to someone with another name.
          let id = index.isOther(owner) ? "\(owner.name)_\(owner.id)" : owner.id
          if id != owner.id { strangers.insert(id) }
          ids = [id]
          if let (name, count) = index.namesakes(of: owner) { sharing[name, default: (count, [])].ids.insert(id) }
          var student = Student(id: id, name: owner.name.isEmpty ? nil : owner.name, email: owner.email)
          if case .moodle = shape, !owner.isGroup, id == owner.id { student.participant = "Participant \(id)" }
          student.isStranger = rosterCount > 0
          if others[id] == nil { others[id] = student }
        }
        if isParent || owner.inner.isEmpty && item.isFolder { continue }
        let found = source.files(inZip: item).map { files in files.map { File(inZip: item, $0, of: owner) } }
        for id in ids { files[id, default: []] += found ?? [File(item: item, owner: owner)] }
      }
    }
    students += others.values.sorted { SubmissionSource.byBytes($0.id, $1.id) }
    if !byName.isEmpty {
      notes.append(
        "\(byName.count) \(byName.count == 1 ? "student was" : "students were") found on the roster by name")
    }
    for id in strangers.sorted(by: SubmissionSource.byBytes) {
      warnings.append(
        "'\(DisplayText.visible(id))' has the number of a student on the roster who has another name, and was matched with no "
          + "one: if it is a group's, the roster's column Group names its members")
    }
    if !unknownGroups.isEmpty {
      let names = unknownGroups.sorted(by: SubmissionSource.byBytes).map { "'\(DisplayText.visible($0))'" }
      warnings.append(
        "files that Canvas calls \(Listing.text(names)) are not called after the student whose number they have: if a group handed "
          + "them in, only that student gets the points, unless the roster has the group's members in a column Group")
    }
    for (name, (count, ids)) in sharing.sorted(by: { SubmissionSource.byBytes($0.key, $1.key) }) {
      let ids = ids.sorted(by: SubmissionSource.byBytes).map { DisplayText.visible($0) }
      let found =
        ids == [DisplayText.visible(name)]
        ? "what is called so was matched with none of them; call it after the student's id"
        : "\(Listing.all(ids)) \(ids.count == 1 ? "was" : "were") matched with none of them, and Moodle's grading worksheet as the "
          + "roster tells them apart"
      warnings.append("\(count) students on the roster have the same name, \(DisplayText.visible(name)): \(found)")
    }
    for place in namesakes.keys.sorted() {
      let name = DisplayText.visible(index.students[place].name)
      let ids = namesakes[place, default: []].sorted(by: SubmissionSource.byBytes).map(DisplayText.visible)
      warnings.append(
        "\(Listing.all(ids)) have the same name, \(name), which one student on the roster has: none of them was matched, and "
          + "Moodle's grading worksheet as the roster tells them apart")
    }
  }

  /// The ids of the students by their ID numbers, without numbers that several have or that are the id of someone.
  var idsByNumber: [String: String] {
    let ids = Set(students.map(\.id))
    return Dictionary(grouping: students.filter { !$0.number.isEmpty && !ids.contains($0.number) }, by: \.number)
      .compactMapValues { $0.count == 1 ? $0[0].id : nil }
  }

  /// Returns the students' ids for those of some names that lists have for them: ID numbers, and ids in other capitals, as GitHub's
  /// logins are the same in any. A name that several students have is left out.
  func ids(of names: some Sequence<String>) -> [String: String] {
    let known = Set(students.map(\.id))
    let folded = Dictionary(grouping: known) { $0.lowercased() }
    let others = names.compactMap { name -> (String, String)? in
      guard !known.contains(name), let ids = folded[name.lowercased()], ids.count == 1 else { return nil }
      return (name, ids[0])
    }
    return idsByNumber.merging(others) { number, _ in number }
  }

  /// The paths of given files that are no student's.
  var unknownGivenFiles: [String] {
    let known = Set(files.values.joined().map(\.item.path))
    return given.exercises.keys.filter { !known.contains($0) }.sorted(by: SubmissionSource.byBytes)
  }

  /// Reads the files that more than half of the students have, and three at least.
  private func starterTexts() -> [[String]: String] {
    let places = Dictionary(grouping: files.values.joined().filter { !$0.item.isFolder }, by: \.owner.inner)
    return places.compactMapValues { files -> String? in
      guard files.count > 2, files.count * 2 > self.files.count else { return nil }
      let texts = Dictionary(
        files.compactMap { file in (try? source.text(of: file.item, shownAs: file.item.path)).map { ($0, 1) } },
        uniquingKeysWith: +)
      return texts.first { $0.value > 2 && $0.value * 2 > self.files.count }?.key
    }
  }

  /// Whether a file is the same in most repositories.
  func isStarter(_ file: File, _ text: String) -> Bool { starters[file.owner.inner] == text }

  /// The files of a student, in the order of their paths.
  func files(of student: Student) -> [File] { files[student.id] ?? [] }

  package var isArchive: Bool { if case .archive = source { true } else { false } }

  /// Whether the platform marks a file as late, without a time: Canvas does, in the name.
  func isMarkedLate(_ item: SubmissionSource.Item) -> Bool {
    guard case .canvas = shape, let name = item.names.last else { return false }
    return SubmissionLayout.isMarkedLate(onCanvas: name)
  }

  /// Returns the time at which a file was handed in, as the platform says it; nil if it does not.
  func platformTime(of item: SubmissionSource.Item) -> Date? {
    for count in item.names.indices.dropFirst().reversed() {
      if let time = platformTimes[item.names[..<count].joined(separator: "/")] { return time }
    }
    return nil
  }
}
