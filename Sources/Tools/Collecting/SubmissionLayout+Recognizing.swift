import Diagnostics
import Grading

extension SubmissionLayout {
  /// Returns the layout that a name or a pattern asks for or, without one, the layout that the paths look like.
  /// - Parameters:
  ///   - folder: the name of the folder or zip file.
  ///   - isStudent: whether a text is the id of a student on the roster.
  ///   - read: reads a file.
  /// - Throws: a diagnostic for an invalid pattern, for one without `{exercise}` although there are several exercises, or for
  ///   a platform whose download this is not.
  init(
    _ given: String?, of items: [SubmissionSource.Item], in folder: String, _ exercises: ExerciseNames,
    isStudent: (String) -> Bool, read: (SubmissionSource.Item) -> String?
  ) throws(Diagnostic) {
    let paths = items.filter { item in !SubmissionSource.isSystem(item.names.last ?? "") }
    if let given, !Self.names.contains(given) {
      // A pattern has a part in braces; a word without one is a layout's name.
      guard given.contains("{") else {
        throw Diagnostic(
          "layout", "there is no layout '\(DisplayText.visible(given))'",
          nearest: Suggestions.nearest(to: given.lowercased(), among: Self.names),
          hint: "the layouts are \(Listing.all(Self.names)), or a pattern such as \"{student}/{exercise}.graph\"")
      }
      let pattern = try SubmissionPattern(given)
      guard pattern.hasExercise || exercises.only != nil else {
        throw Diagnostic(
          "pattern",
          "the pattern '\(DisplayText.visible(given))' has no {exercise}, but there are \(exercises.slugs.count) exercises",
          hint: "--pattern \"{student}/{exercise}.graph\"")
      }
      self = .pattern(pattern)
      return
    }
    func found(_ layout: Self?, _ name: String, _ what: String) throws(Diagnostic) -> Self {
      guard let layout else {
        throw Diagnostic(
          "layout", "'\(DisplayText.visible(folder))' does not look like \(what)",
          hint:
            "without --pattern the layout is recognised; --pattern \"{student}/{exercise}.graph\" says where answers are"
        )
      }
      return layout
    }
    switch given {
    case "moodle": self = .moodle
    case "canvas": self = .canvas
    case "github":
      self = try found(
        Self.github(paths, folder, isAsked: true, isStudent), "github", "repositories of GitHub Classroom")
    case "gradescope":
      self = try found(Self.gradescope(paths, read), "gradescope", "an export from Gradescope")
    case "folders": self = .folders(in: Self.wrapper(of: paths, isStudent))
    case "files": self = .files(in: Self.wrapper(of: paths, isStudent))
    default:
      self =
        Self.moodle(paths) ?? Self.gradescope(paths, read) ?? Self.canvas(paths)
        ?? Self.github(paths, folder, isAsked: items.contains { $0.names.last == ".git" }, isStudent)
        ?? Self.own(paths, folder, exercises, isStudent)
    }
  }

  private static func moodle(_ paths: [SubmissionSource.Item]) -> Self? {
    paths.contains { item in item.names.contains { $0.contains("_assignsubmission_") } } ? .moodle : nil
  }

  private static func gradescope(
    _ paths: [SubmissionSource.Item], _ read: (SubmissionSource.Item) -> String?
  ) -> Self? {
    guard let item = paths.first(where: { $0.names.last == GradescopeExport.file && $0.names.count <= 2 }),
      let text = read(item)
    else { return nil }
    return .gradescope(folder: item.names.dropLast(), GradescopeExport(text))
  }

  /// Half of the files at least have names as Canvas gives them.
  private static func canvas(_ paths: [SubmissionSource.Item]) -> Self? {
    let files = paths.filter { !$0.isFolder }
    let own = files.count { file in
      guard file.names.count <= 2, let owner = Self.canvas.owners(of: file.names, ExerciseNames([])).first else {
        return false
      }
      return owner.isOnlineText || owner.inner != ["link.html"]
    }
    return own > 0 && own * 2 >= files.count ? .canvas : nil
  }

  /// The folder `hw1-submissions` has a repository `hw1-ada` for each student; elsewhere, repositories are known by their
  /// folders `.git`, or by names that end with the students' on the roster.
  /// - Parameter isAsked: whether the folders are repositories for certain.
  private static func github(
    _ paths: [SubmissionSource.Item], _ folder: String, isAsked: Bool, _ isStudent: (String) -> Bool
  ) -> Self? {
    let ending = "-submissions"
    let tops = Set(paths.compactMap(\.names.first))
    for (place, name) in [([], folder), (Array(tops), tops.count == 1 ? tops.first ?? "" : "")] {
      guard name.hasSuffix(ending) else { continue }
      let prefix = String(name.dropLast(ending.count)) + "-"
      if paths.contains(where: { $0.names.count > place.count && $0.names[place.count].hasPrefix(prefix) }) {
        return .github(folder: place, prefix: prefix)
      }
    }
    let wrapper = wrapper(of: paths) { _ in false }
    let repositories = Set(
      paths.filter { item in
        item.isFolder && item.names.count == wrapper.count + 1 && item.names.starts(with: wrapper)
      }.compactMap(\.names.last))
    guard repositories.count > 1 else { return nil }
    let first = repositories.sorted(by: SubmissionSource.byBytes)
    let common = zip(first[0], first[first.count - 1]).prefix { $0 == $1 }.map(\.0)
    guard let hyphen = common.lastIndex(of: "-") else { return nil }
    let prefix = String(common[...hyphen])
    let known = repositories.count { isStudent(String($0.dropFirst(prefix.count))) && !isStudent($0) }
    guard isAsked || known * 2 > repositories.count else { return nil }
    return .github(folder: wrapper, prefix: prefix)
  }

  private static func own(
    _ paths: [SubmissionSource.Item], _ folder: String, _ exercises: ExerciseNames, _ isStudent: (String) -> Bool
  ) -> Self {
    let wrapper = wrapper(of: paths, isStudent)
    let inside = paths.filter { $0.names.count > wrapper.count }
    // Answers to several exercises that name no one: those of the student after whom the zip file is named.
    let answers = inside.compactMap { item in
      item.isFolder || item.names.count > 1
        ? nil : exercises.exercise(named: item.names[0]).flatMap { $0.certainty == .name ? $0.slug : nil }
    }
    if answers.count == inside.count, Set(answers).count > 1 { return .one(student: folder) }
    if inside.contains(where: { $0.isFolder || $0.names.count > wrapper.count + 1 }) || inside.isEmpty {
      // One folder with files: one student's, or that of the class.
      let tops = Set(inside.map { $0.names[wrapper.count] })
      guard tops.count == 1, let top = tops.first, !isStudent(top), wrapper.isEmpty else {
        return .folders(in: wrapper)
      }
      let files = inside.filter { !$0.isFolder }
      let isFlat = files.count > 1 && files.allSatisfy { $0.names.count == 2 }
      let isOneStudents = files.contains { file in
        exercises.exercise(named: file.names.last ?? "").map { $0.certainty == .name } ?? false
      }
      return isFlat && !isOneStudents ? .files(in: [top]) : .folders(in: wrapper)
    }
    return .files(in: wrapper)
  }

  /// Returns the folder that everything is in, if it has folders and no files and is no student's.
  private static func wrapper(of paths: [SubmissionSource.Item], _ isStudent: (String) -> Bool) -> [String] {
    var wrapper: [String] = []
    while true {
      let inside = paths.filter { $0.names.count > wrapper.count && $0.names.starts(with: wrapper) }
      let tops = Set(inside.map { $0.names[wrapper.count] })
      guard tops.count == 1, let top = tops.first, !isStudent(top) else { return wrapper }
      let below = inside.filter { $0.names.count > wrapper.count + 1 }
      let hasFiles = below.contains { $0.names.count == wrapper.count + 2 && !$0.isFolder }
      let folders = Set(
        below.filter { $0.names.count > wrapper.count + 2 || $0.isFolder }.map { $0.names[wrapper.count + 1] })
      // A folder named for a platform is no student's.
      let isWrapper =
        folders.count > 1 || !folders.isEmpty && names.contains(top) || folders.contains(where: names.contains)
      guard isWrapper, !hasFiles else { return wrapper }
      wrapper.append(top)
    }
  }
}
