// The names that a course already has, for whoever adds a lesson or an exercise.
extension Library {
  /// The numbers and names of the lessons, whether their heads can be read or not.
  func lessonNames() -> [(number: Int, slug: String, path: String)] {
    lessonFilesAndShadowed().files.map { ($0.number, $0.slug, shown("Lessons/" + $0.name, in: $0.root)) }
  }

  /// The name of the folder for the exercises of a chapter: the one that the course has, or else one that is named like a
  /// lesson of the chapter.
  func chapterFolder(_ chapter: Int) -> String {
    let existing = roots.flatMap { FileTexts.names(in: "\($0)/Exercises") }
    if let folder = Self.folder(ofChapter: chapter, among: existing) { return folder }
    let lesson = lessons().entries.first { $0.chapterNumber == chapter }
    return "\(chapter.inFileNames)-\(lesson?.slug ?? "chapter")"
  }
}
