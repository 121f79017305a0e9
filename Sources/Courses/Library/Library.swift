import Diagnostics

import class Foundation.FileManager

/// The lessons and exercises found in a folder that holds `Lessons/` and `Exercises/`, or in several such folders.
///
/// ```swift
/// let library = Library(root: "/usr/share/graphbook")
/// library.lessons().entries.map(\.title)
/// let (lesson, diagnostics) = library.lesson("delete-rules")
/// ```
///
/// With several folders, the first one that has a lesson of a number or a name, or an exercise of a name, is the one that
/// counts; ``problemsOfLessons()`` and ``problemsOfExercises()`` list the others.
///
/// Making one opens nothing. Listing reads the names and the heads of the files, opening reads the one that is wanted;
/// nothing is kept, so that an author sees what they changed.
package struct Library: Hashable, Sendable {
  /// The folders in their order; never empty.
  package let roots: [String]
  /// A language code such as `ja`: `task.ja.md` and `04-delete-rules.ja.md` are then read where they exist. English is
  /// the fallback.
  package let language: String?

  package init(root: String, language: String? = nil) { self.init(roots: [root], language: language) }

  /// - Parameter roots: the folders in their order; without any, the working folder.
  package init(roots: [String], language: String? = nil) {
    self.roots = roots.isEmpty ? ["."] : roots
    self.language = language
  }

  /// The first folder: new lessons and exercises are made there.
  package var root: String { roots[0] }
}

/// A lesson in a list.
package struct LessonEntry: Hashable, Sendable {
  package var number: Int
  package var slug: String
  package var title: String
  package var chapter: String?
  package var minutes: Int?
  /// The language of its text, as in the head.
  package var language = "en"
  package var path: String
  /// The course that it is from, where there are several.
  package var course: String?
}

/// An exercise in a list.
package struct ExerciseEntry: Hashable, Sendable {
  package var slug: String
  package var folder: String
  package var title: String
  package var points: Int
  /// Its place among the exercises of its chapter, from 1; nil where the head does not say.
  package var order: Int?
  /// About how long it takes; nil where the head does not say.
  package var minutes: Int?
  /// Its folder.
  package var path: String
  /// The course that it is from, where there are several.
  package var course: String?

  /// `13-dice/links`.
  package var id: String { folder.isEmpty ? slug : "\(folder)/\(slug)" }
}

// MARK: - Lessons

extension Library {
  /// All lessons by number, and what is wrong with the heads of those that cannot be listed.
  package func lessons() -> (entries: [LessonEntry], diagnostics: [Diagnostic]) {
    var entries: [LessonEntry] = []
    var diagnostics: [Diagnostic] = []
    for file in lessonFiles() {
      let (entry, problems) = entry(of: file)
      if let entry { entries.append(entry) } else { diagnostics += problems }
    }
    return (entries, diagnostics)
  }

  /// The words of pages and lines that are about no single lesson: those in the language that all lessons have, or English.
  /// - Complexity: O(the heads of the lessons).
  package func courseWords() -> FixedWords {
    let entries = lessons().entries
    guard let first = entries.first, entries.allSatisfy({ $0.language == first.language }) else { return .english }
    return words(.of(first.language), for: SourceText("")).words
  }

  /// The lesson that a word names, as in a list: the one that ``lesson(_:)`` opens. Nil where there is none, or its head cannot
  /// be read.
  package func lessonEntry(_ word: String) -> LessonEntry? {
    Self.file(of: word, among: lessonFiles()).flatMap { entry(of: $0).entry }
  }

  private func entry(of file: LessonFile) -> (entry: LessonEntry?, diagnostics: [Diagnostic]) {
    let path = shown("Lessons/" + file.name, in: file.root)
    guard let source = FileTexts.start(at: file.path, name: path) else {
      return (nil, [Diagnostic("unreadable-file", "'\(DisplayText.visible(path))' cannot be read")])
    }
    var head = Head(of: source, keys: LessonReader.keys)
    guard let title = head.text("title", isRequired: true) else { return (nil, head.diagnostics) }
    let entry = LessonEntry(
      number: file.number, slug: file.slug, title: title, chapter: head.text("chapter"),
      minutes: head.number("minutes"), language: head.text("language") ?? "en", path: file.path,
      course: label(of: file.root))
    return (entry, [])
  }

  /// The number and the title of a lesson, for the first screen: one line of the head is looked at, without a reader for all of
  /// YAML, which would take longer than the rest of the start. Nil when there is no such lesson, or its title is written in a
  /// way that takes a reader.
  package func glance(atLesson slug: String) -> (number: Int, title: String, words: FixedWords)? {
    guard let file = lessonFiles().first(where: { $0.slug == slug }),
      let source = FileTexts.start(at: file.path, name: file.name)
    else { return nil }
    let head = source.text.split(separator: "\n", maxSplits: 20).dropFirst().prefix { $0 != "---" }
    guard let line = head.first(where: { $0.hasPrefix("title: ") }) else { return nil }
    let title = line.dropFirst(7).trimmingPrefix { $0 == " " }
    guard let first = title.first, first.isLetter || first.isNumber, !title.contains(": "), !title.contains(" #") else {
      return nil
    }
    let language = head.first { $0.hasPrefix("language: ") }?.dropFirst(10).trimmingPrefix { $0 == " " }
    let own = language.map { words(FixedWords.of(String($0)), for: source).words }
    return (file.number, String(title), own ?? .english)
  }

  /// Opens a lesson by its number, its slug or its file's name.
  ///
  /// If there is none, the one diagnostic has the nearest names.
  package func lesson(_ word: String) -> (lesson: Lesson?, diagnostics: [Diagnostic]) {
    let files = lessonFiles()
    guard let found = Self.file(of: word, among: files) else { return (nil, [unknownLesson(word, among: files)]) }
    do throws(Diagnostic) {
      let source = try FileTexts.text(at: found.path, name: shown("Lessons/" + found.name, in: found.root))
      var head = Head(of: source, keys: LessonReader.keys)
      let (world, problems) = head.text("world").map { self.world($0, for: found.root) } ?? (nil, [])
      var (lesson, diagnostics) = LessonReader.read(source, number: found.number, slug: found.slug, world: world)
      if let own = lesson {
        let (words, problems) = words(own.words, for: own.source)
        lesson?.words = words
        diagnostics += problems
      }
      return (lesson, diagnostics + problems)
    } catch {
      return (nil, [error])
    }
  }

  /// The slugs of all lessons, in order.
  var lessonSlugs: [String] { lessonFiles().map(\.slug) }

  /// The path of a lesson's file; nil where there is no such lesson.
  package func lessonPath(_ word: String) -> String? {
    Self.file(of: word, among: lessonFiles())?.path
  }

  private static func file(of word: String, among files: [LessonFile]) -> LessonFile? {
    let wanted = word.hasSuffix(".md") ? String(word.dropLast(3)) : word
    return files.first {
      Int(wanted) == $0.number || wanted == $0.slug || wanted == String($0.name.prefix { $0 != "." })
    }
  }

  private func unknownLesson(_ word: String, among files: [LessonFile]) -> Diagnostic {
    let shown = DisplayText.visible(word)
    guard !files.isEmpty else {
      let folders = roots.map { "'\(DisplayText.visible($0))'" }.joined(separator: " or ")
      return Diagnostic("no-lessons", "there are no lessons in \(folders)")
    }
    if Int(word) != nil {
      return Diagnostic(
        "unknown-lesson", "there is no lesson \(shown)",
        hint: "the lessons are \(Listing.all(files.map { "\($0.number)" }))")
    }
    return Diagnostic(
      "unknown-lesson", "there is no lesson '\(shown)'",
      nearest: Suggestions.nearest(to: word, among: files.map(\.slug)), hint: "type lessons to see them")
  }

  /// The text of a world: the one of the lesson's own course, or else the first one of the name.
  /// - Parameter root: the folder of the course that asks; nil for none.
  package func world(_ name: String, for root: String? = nil) -> (world: SourceText?, diagnostics: [Diagnostic]) {
    let folder = "Lessons/Worlds"
    let names = worldNames()
    let places = ([root].compactMap { $0 } + roots).flatMap { root in worldNames(in: root).map { (root, $0) } }
    guard
      let found = places.first(where: { $0.1 == name })
        ?? places.first(where: { $0.1.lowercased() == name.lowercased() })
    else {
      return (
        nil,
        [
          Diagnostic(
            "unknown-world", "there is no world '\(DisplayText.visible(name))'",
            nearest: Suggestions.nearest(to: name, among: names),
            hint: (names.isEmpty ? "\(folder) is empty" : "there are \(names.joined(separator: ", "))"))
        ]
      )
    }
    let path = "\(folder)/\(found.1).graph"
    do throws(Diagnostic) {
      return (try FileTexts.text(at: "\(found.0)/\(path)", name: shown(path, in: found.0)), [])
    } catch {
      return (nil, [error])
    }
  }

  /// The names of all worlds.
  package func worldNames() -> [String] { Set(roots.flatMap(worldNames)).sorted() }

  private func worldNames(in root: String) -> [String] {
    FileTexts.names(in: "\(root)/Lessons/Worlds").filter { $0.hasSuffix(".graph") }.map { String($0.dropLast(6)) }
  }

  struct LessonFile {
    var number: Int
    var slug: String
    var name: String
    /// The folder of its course.
    var root: String

    var path: String { "\(root)/Lessons/\(name)" }
  }

  /// The lessons of all courses by number, those left out of which an earlier course has one.
  private func lessonFiles() -> [LessonFile] { lessonFilesAndShadowed().files }

  /// The lessons of all courses by number, and those that an earlier course replaces.
  func lessonFilesAndShadowed() -> (files: [LessonFile], shadowed: [(file: LessonFile, by: LessonFile)]) {
    var files: [LessonFile] = []
    var shadowed: [(LessonFile, LessonFile)] = []
    for root in roots {
      let earlier = files
      for file in lessonFiles(in: root) {
        if let first = earlier.first(where: { $0.number == file.number || $0.slug == file.slug }) {
          shadowed.append((file, first))
        } else {
          files.append(file)
        }
      }
    }
    return (files.sorted { ($0.number, $0.slug) < ($1.number, $1.slug) }, shadowed)
  }

  /// `04-delete-rules.md` and its translations: one entry a lesson, in the wanted language where there is one.
  private func lessonFiles(in root: String) -> [LessonFile] {
    var files: [String: LessonFile] = [:]
    for name in FileTexts.names(in: "\(root)/Lessons") {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.last == "md", parts.count == 2 || parts.count == 3 && parts[1] == language else { continue }
      let digits = parts[0].prefix { $0.isASCII && $0.isNumber }
      let rest = parts[0].dropFirst(digits.count)
      guard let number = Int(digits), rest.first == "-", rest.count > 1 else { continue }
      if parts.count == 3 || files[parts[0]] == nil {
        files[parts[0]] = LessonFile(number: number, slug: String(rest.dropFirst()), name: name, root: root)
      }
    }
    return files.values.sorted { ($0.number, $0.slug) < ($1.number, $1.slug) }
  }
}

// MARK: - Exercises

extension Library {
  /// All exercises by folder and in a folder by their order, and what is wrong with the heads of those that cannot be listed.
  package func exercises() -> (entries: [ExerciseEntry], diagnostics: [Diagnostic]) {
    var entries: [ExerciseEntry] = []
    var diagnostics: [Diagnostic] = []
    for place in exerciseFolders() {
      let (entry, problems) = entry(of: place)
      if let entry { entries.append(entry) } else { diagnostics += problems }
    }
    return (entries.inOrder, diagnostics)
  }

  /// The exercise that a word names, as in a list: the one that ``exercise(_:)`` opens. Nil where there is none or more than
  /// one, or its head cannot be read.
  package func exerciseEntry(_ word: String) -> ExerciseEntry? {
    let matches = Self.folders(of: word, among: exerciseFolders())
    return matches.count == 1 ? entry(of: matches[0]).entry : nil
  }

  private func entry(of place: ExerciseFolder) -> (entry: ExerciseEntry?, diagnostics: [Diagnostic]) {
    let path = "\(place.root)/\(place.path)"
    let name = taskName(in: path)
    guard let source = FileTexts.start(at: "\(path)/\(name)", name: shown("\(place.path)/\(name)", in: place.root))
    else { return (nil, []) }
    var head = Head(of: source, keys: ExerciseReader.keys)
    guard let title = head.text("title", isRequired: true) else { return (nil, head.diagnostics) }
    let entry = ExerciseEntry(
      slug: place.slug, folder: place.folder, title: title, points: head.number("points") ?? 1,
      order: head.number("order"), minutes: head.number("minutes"), path: path, course: label(of: place.root))
    return (entry, [])
  }

  /// The folders that a word may mean. If none is meant exactly, an id from the time when the chapter had another number
  /// means the exercise of the same chapter: `16-design-clinic/tin-moon`.
  private static func folders(of word: String, among folders: [ExerciseFolder]) -> [ExerciseFolder] {
    func chapter(_ folder: String) -> Substring { folder.drop { $0.isNumber || $0 == "-" } }
    let found = folders.filter { place in
      let (folder, slug) = (place.folder, place.slug)
      return word == slug || word == "\(folder)/\(slug)" || word == "\(chapter(folder))/\(slug)"
        || word == "\(chapter(folder))-\(slug)"
    }
    guard found.isEmpty, word.contains("/"), word.first?.isNumber == true else { return found }
    return folders.filter { chapter(word) == "\(chapter($0.folder))/\($0.slug)" }
  }

  /// All exercises that can be read, in the order of ``exercises()``. The folders are listed once.
  /// - Complexity: O(the text of the exercises).
  package func openExercises() -> [Exercise] { exerciseFolders().compactMap { read($0).exercise } }

  /// Opens an exercise by its slug, or by folder and slug: `13-dice/links`, `dice/links`.
  package func exercise(_ word: String) -> (exercise: Exercise?, diagnostics: [Diagnostic]) {
    let folders = exerciseFolders()
    let matches = Self.folders(of: word, among: folders)
    guard let found = matches.first else {
      let names = folders.flatMap { [$0.slug, "\($0.folder)/\($0.slug)"] }
      return (
        nil,
        [
          Diagnostic(
            "unknown-exercise", "there is no exercise '\(DisplayText.visible(word))'",
            nearest: Suggestions.nearest(to: word, among: names), hint: "type exercises to see them")
        ]
      )
    }
    if matches.count > 1 {
      let ids = matches.map { "\($0.folder)/\($0.slug)" }.joined(separator: ", ")
      return (nil, [Diagnostic("ambiguous-exercise", "there are several exercises '\(word)'", hint: "say \(ids)")])
    }
    return read(found)
  }

  /// The exercise that a word names.
  /// - Throws: the first of the reasons why there is none.
  package func foundExercise(_ word: String) throws(Diagnostic) -> Exercise {
    let (exercise, diagnostics) = exercise(word)
    if let exercise { return exercise }
    throw diagnostics.first ?? Diagnostic("no-exercise", "'\(DisplayText.visible(word))' has no text")
  }

  /// Returns the words of a language with those that a course has in a file, `Lessons/words.fr.yaml`. A language that the
  /// program does not have needs the file; for the others it changes single words.
  private func words(_ own: FixedWords, for source: SourceText) -> (words: FixedWords, diagnostics: [Diagnostic]) {
    let language = own.language
    let name = "Lessons/words.\(language).yaml"
    let isPlain = !language.isEmpty && language.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
    for root in roots where isPlain {
      guard let text = try? FileTexts.text(at: "\(root)/\(name)", name: name) else { continue }
      return FixedWords.read(text, changing: own)
    }
    guard own.isUnknown else { return (own, []) }
    let problem = Diagnostic(
      "unknown-language", "there are no words in '\(DisplayText.visible(language))'", line: source.firstLine,
      of: source,
      hint: "language: de, or put them into \(isPlain ? name : "Lessons/words.<code>.yaml")")
    return (.english, [problem])
  }

  private func read(_ place: ExerciseFolder) -> (exercise: Exercise?, diagnostics: [Diagnostic]) {
    let (root, path) = (place.root, place.path)
    var files: [String: SourceText] = [:]
    var diagnostics: [Diagnostic] = []
    func read(_ name: String, as key: String) {
      do throws(Diagnostic) {
        files[key] = try FileTexts.text(at: "\(root)/\(path)/\(name)", name: shown("\(path)/\(name)", in: root))
      } catch {
        diagnostics.append(error)
      }
    }
    read(taskName(in: "\(root)/\(path)"), as: "task.md")
    for name in FileTexts.names(in: "\(root)/\(path)") where name.hasSuffix(".graph") { read(name, as: name) }
    for inner in ["right", "wrong"] {
      for name in FileTexts.names(in: "\(root)/\(path)/\(inner)") where name.hasSuffix(".graph") {
        read("\(inner)/\(name)", as: "\(inner)/\(name)")
      }
    }
    var (exercise, found) = ExerciseReader.read(files, slug: place.slug, folder: place.folder)
    if let own = exercise {
      let (words, problems) = words(own.words, for: own.source)
      exercise?.words = words
      found += problems
    }
    return (exercise, diagnostics + found)
  }

  struct ExerciseFolder {
    /// The folder of its course.
    var root: String
    var folder: String
    var slug: String

    var path: String { "Exercises/\(folder)/\(slug)" }
  }

  /// The names of all exercises, whether they can be read or not.
  package var exerciseSlugs: [String] { exerciseFolders().map(\.slug) }

  /// The exercises of all courses, those left out of which an earlier course has one.
  func exerciseFolders() -> [ExerciseFolder] { exerciseFoldersAndShadowed().folders }

  /// The folders that hold a `task.md`, one or two levels below `Exercises`, and those that an earlier course replaces.
  func exerciseFoldersAndShadowed() -> (
    folders: [ExerciseFolder], shadowed: [(folder: ExerciseFolder, by: ExerciseFolder)]
  ) {
    var folders: [ExerciseFolder] = []
    var shadowed: [(ExerciseFolder, ExerciseFolder)] = []
    for root in roots {
      let earlier = folders
      for folder in exerciseFolders(in: root) {
        if let first = earlier.first(where: { $0.slug == folder.slug }) {
          shadowed.append((folder, first))
        } else {
          folders.append(folder)
        }
      }
    }
    return (roots.count > 1 ? folders.sorted { $0.folder < $1.folder } : folders, shadowed)
  }

  private func exerciseFolders(in root: String) -> [ExerciseFolder] {
    let base = "\(root)/Exercises"
    return FileTexts.names(in: base).flatMap { folder in
      FileTexts.names(in: "\(base)/\(folder)").filter { slug in
        FileManager.default.fileExists(atPath: "\(base)/\(folder)/\(slug)/task.md")
      }.map { ExerciseFolder(root: root, folder: folder, slug: $0) }
    }
  }

  private func taskName(in folder: String) -> String {
    guard let language else { return "task.md" }
    let name = "task.\(language).md"
    return FileManager.default.fileExists(atPath: "\(folder)/\(name)") ? name : "task.md"
  }
}
