import Diagnostics
import Grading

/// How the paths of a class's submissions name the students: as a platform's download does, or as a pattern says.
enum SubmissionLayout: Hashable, Sendable {
  case pattern(SubmissionPattern)
  /// Moodle: *Download all submissions*. The student is the participant's number, as in the grading worksheet. In a group
  /// assignment it is the group.
  case moodle
  /// Canvas: *Download Submissions*. The student is the user's number, as in the column `ID`.
  case canvas
  /// GitHub Classroom: the repositories that `gh classroom clone student-repos` clones. The student is the login, after the
  /// assignment's name and a hyphen.
  case github(folder: [String], prefix: String)
  /// Gradescope: *Export Submissions*, a folder for each submission and a file that says whose it is.
  case gradescope(folder: [String], GradescopeExport)
  /// A folder for each student.
  case folders(in: [String])
  /// A file for each student, or for each student and exercise.
  case files(in: [String])
  /// Everything is one student's. The id is the name of the folder or zip file; empty if the student is known.
  case one(student: String)

  /// The names by which `--pattern` asks for one.
  static let names = ["moodle", "canvas", "github", "gradescope", "folders", "files"]

  /// Its name, or the text of the pattern.
  var name: String {
    switch self {
    case .pattern(let pattern): pattern.text
    case .moodle: "moodle"
    case .canvas: "canvas"
    case .github: "github"
    case .gradescope: "gradescope"
    case .folders: "folders"
    case .files: "files"
    case .one: "one"
    }
  }

  /// The layout in words, for the teacher.
  var words: String {
    switch self {
    case .pattern(let pattern): "the pattern \(DisplayText.visible(pattern.text))"
    case .moodle: "a download from Moodle"
    case .canvas: "a download from Canvas"
    case .github: "repositories of GitHub Classroom"
    case .gradescope: "an export from Gradescope"
    case .folders: "a folder for each student"
    case .files: "a file for each student"
    case .one: "the files of one student"
    }
  }

  /// Whose a file is, as the layout says it.
  struct Owner: Hashable, Sendable {
    /// The id by which the platform knows the student or the group.
    var id: String
    var name = ""
    var email = ""
    var isGroup = false
    /// The name before the number on Canvas, of the student or of the group for which the student handed something in, as
    /// ``ExerciseNames/plain(_:)`` has it; empty for other platforms, and where names are hidden.
    var canvasName = ""
    /// The names of the path after what names the student.
    var inner: [String]
    /// The text that a pattern has for `{exercise}`.
    var exercise: String?
    /// The name of the attempt; empty if there is only one.
    var attempt = ""
    /// Whether it is a page with what the student typed into a form.
    var isOnlineText = false
    /// The number that the platform gave the file: a later one is higher.
    var number: Int?
  }

  /// Returns whose a path is; empty if the layout does not say it.
  func owners(of path: [String], _ exercises: ExerciseNames) -> [Owner] {
    switch self {
    case .pattern(let pattern): pattern.owner(of: path, exercises).map { [$0] } ?? []
    case .moodle: Self.moodleOwner(of: path).map { [$0] } ?? []
    case .canvas: Self.canvasOwner(of: path).map { [$0] } ?? []
    case .github(let folder, let prefix):
      if path.starts(with: folder), path.count > folder.count, path[folder.count].hasPrefix(prefix),
        path[folder.count] != prefix
      {
        [Owner(id: String(path[folder.count].dropFirst(prefix.count)), inner: Array(path[(folder.count + 1)...]))]
      } else {
        []
      }
    case .gradescope(let folder, let export):
      if path.starts(with: folder), path.count > folder.count,
        let submitters = export.submitters[path[folder.count]]
          ?? export.submitters[ExerciseNames.withoutEndings(path[folder.count])]
      {
        submitters.filter { !$0.id.isEmpty }.map { submitter in
          Owner(
            id: submitter.id, name: submitter.name, email: submitter.email,
            inner: path.count > folder.count + 1 ? Array(path[(folder.count + 1)...]) : [path[folder.count]])
        }
      } else {
        []
      }
    case .folders(let folder):
      path.starts(with: folder) && path.count > folder.count
        ? [Owner(id: path[folder.count], inner: Array(path[(folder.count + 1)...]))] : []
    case .files(let folder):
      path.starts(with: folder) && path.count == folder.count + 1
        ? Self.fileOwner(of: path[folder.count], exercises).map { [$0] } ?? [] : []
    case .one(let student): [Owner(id: student, inner: path)]
    }
  }

  /// Whether a file at the top of a folder for each student is no one's. A link there would be a student's folder.
  func isLoose(_ item: SubmissionSource.Item) -> Bool {
    switch self {
    case .folders(let folder), .github(let folder, _):
      item.names.count <= folder.count + 1 && !item.isFolder && !item.isLink
    case .pattern, .moodle, .canvas, .gradescope, .files, .one: false
    }
  }

  // MARK: Platforms

  /// `Ada Lovelace_1001_assignsubmission_file_/free-agents.graph`, since Moodle 4.2 without the last `_`; without folders
  /// `Ada Lovelace_1001_assignsubmission_file_free-agents.graph`. Groups: `Team A_77_assignsubmission_file/…`, and before
  /// Moodle 4.2 with the group's name before the student's, `Team A-Ada Lovelace_1001_…`. Those in no group:
  /// `Default group_assignsubmission_file/…`. Source: Moodle's `mod_assign\downloader`, and `assign::download_submissions`
  /// before it.
  private static func moodleOwner(of path: [String]) -> Owner? {
    let mark = "_assignsubmission_"
    guard let place = path.firstIndex(where: { $0.contains(mark) }), let range = path[place].firstRange(of: mark) else {
      return nil
    }
    let who = path[place][..<range.lowerBound]
    let rest = path[place][range.upperBound...]
    let plugin = rest.prefix { $0 != "_" }
    let after = rest.dropFirst(plugin.count).drop { $0 == "_" }
    let inner = (after.isEmpty ? [] : [String(after)]) + path[(place + 1)...]
    let parts = who.split(separator: "_", omittingEmptySubsequences: false)
    var owner = Owner(id: String(who), inner: inner)
    owner.isOnlineText = plugin == "onlinetext"
    if parts.count > 1, let number = parts.last, !number.isEmpty, number.allSatisfy(\.isNumber) {
      owner.id = String(number)
      // A blind marking has 'Participant' for every name.
      owner.name = parts.dropLast().joined(separator: " ")
    } else {
      owner.isGroup = true
    }
    return owner
  }

  /// `lovelaceada_71_90001_free-agents.graph`, `…_LATE_71_90001_…` for a late one, and `lovelaceada_71_text.html` for a
  /// text that was typed. The names are in lower case and without punctuation, and never contain digits between
  /// underscores. Source: Canvas's `ContentZipper`.
  private static func canvasOwner(of path: [String]) -> Owner? {
    guard let name = path.last else { return nil }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    func isNumber(_ part: Substring) -> Bool { !part.isEmpty && part.allSatisfy(\.isNumber) }
    for place in parts.indices.dropFirst() where isNumber(parts[place]) || parts[place - 1] == "anon" {
      let rest = parts[(place + 1)...]
      guard let first = rest.first else { return nil }
      let before = parts[..<place].filter { $0 != "LATE" }.joined()
      let shown = parts[place - 1] == "anon" ? "" : ExerciseNames.plain(before)
      if rest.count > 1, isNumber(first) {
        var owner = Owner(id: String(parts[place]), inner: [rest.dropFirst().joined(separator: "_")])
        owner.number = Int(first)
        owner.canvasName = shown
        return owner
      }
      if rest.count == 1, first == "text.html" || first == "link.html" {
        var owner = Owner(id: String(parts[place]), inner: [String(first)])
        owner.canvasName = shown
        owner.isOnlineText = first == "text.html"
        return owner
      }
    }
    return nil
  }

  /// Whether Canvas marks a file as late: `LATE` in capitals comes before the user's number, in names in lower case.
  static func isMarkedLate(onCanvas name: String) -> Bool {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count > 2 && parts[1] == "LATE"
  }

  /// `ada.graph`, `ada-free-agents.graph`, `free-agents_ada.graph`.
  private static func fileOwner(of name: String, _ exercises: ExerciseNames) -> Owner? {
    let stem = ExerciseNames.withoutEndings(name).withoutNumberInBrackets
    let found = exercises.slugs.sorted { $0.count > $1.count }.lazy.compactMap { slug -> (String, String)? in
      stem.without(slug).map { (slug, $0) }
    }.first
    guard let (slug, rest) = found else {
      for other in exercises.otherSlugs {
        if let rest = stem.without(other), !rest.isEmpty { return Owner(id: rest, inner: ["\(other).graph"]) }
      }
      // What is no file of statements by its ending may be anything.
      return Owner(id: stem, inner: [name], exercise: name.hasSuffix(".graph") ? exercises.only : nil)
    }
    return rest.isEmpty ? nil : Owner(id: rest, inner: [name], exercise: slug)
  }
}

extension SubmissionLayout {
  /// The number of names in the path of a file for each student; 0 for other layouts.
  var depth: Int {
    switch self {
    case .files(let folder): folder.count + 1
    case .pattern, .moodle, .canvas, .github, .gradescope, .folders, .one: 0
    }
  }
}

extension String {
  /// `free-agents` for `free-agents (1)`.
  fileprivate var withoutNumberInBrackets: String {
    guard hasSuffix(")"), let open = lastIndex(of: "("), self[index(after: open)...].dropLast().allSatisfy(\.isNumber)
    else { return self }
    return String(self[..<open].reversed().drop { $0 == " " }.reversed())
  }

  /// Returns the text before or after an exercise's name, whose case and separators do not count; nil if the text
  /// neither begins nor ends with it as a word.
  fileprivate func without(_ slug: String) -> String? {
    let separators: Set<Character> = [" ", "-", "_", ".", ","]
    let words = ExerciseNames.words(slug)
    let own = ExerciseNames.words(self)
    guard own.count >= words.count, !words.isEmpty else { return nil }
    let count = words.reduce(0) { $0 + $1.count }
    if own.suffix(words.count).elementsEqual(words) {
      var left = count
      let rest = reversed().drop { character in
        if left > 0, character.isLetter || character.isNumber { left -= 1 } else if left == 0 { return false }
        return true
      }
      return String(rest.drop(while: separators.contains).reversed())
    }
    if own.starts(with: words) {
      var left = count
      let rest = drop { character in
        if left > 0, character.isLetter || character.isNumber { left -= 1 } else if left == 0 { return false }
        return true
      }
      return String(rest.drop(while: separators.contains))
    }
    return nil
  }
}

extension SubmissionPattern {
  /// Matches a path whose last name has another ending than the pattern: `.txt`, `.graph.txt` or `.docx`.
  private func match(withOtherEnding path: [String]) -> Match? {
    guard let ending, let name = path.last else { return nil }
    let folder = path.dropLast().map { $0[...] }
    let stems = [name.lastIndex(of: ".").map { String(name[..<$0]) }, ExerciseNames.withoutEndings(name), name]
    return stems.lazy.compactMap { $0 }.compactMap { self.match(folder + [($0 + ending)[...]]) }.first
  }

  /// Returns whose a path is, also of one that is only in a student's folder.
  fileprivate func owner(of path: [String], _ exercises: ExerciseNames) -> SubmissionLayout.Owner? {
    let names = path.map { $0[...] }
    if let match = match(names), let student = match.student {
      return .init(
        id: student, inner: [path.last ?? ""], exercise: match.exercise ?? exercises.only,
        attempt: match.attempt ?? "")
    }
    if let match = match(withOtherEnding: path), let student = match.student {
      // Its name is then only nearly that of an answer.
      return .init(id: student, inner: [path.last ?? ""], attempt: match.attempt ?? "")
    }
    guard let (student, attempt, depth) = student(inFolder: names) else { return nil }
    return .init(id: student, inner: Array(path[depth...]), attempt: attempt)
  }
}
