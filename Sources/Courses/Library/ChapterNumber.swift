/// The numbers of chapters: a lesson belongs to a chapter by its head, an exercise by its folder.
private enum ChapterNumber {
  /// The number that `chapter` in a head is: 9 for `9` and `09`; nil for a text that is no number, and for none.
  static func stated(_ chapter: String?) -> Int? { chapter.flatMap { Int($0) } }

  /// The number with which a folder of exercises begins: 9 for `09-delete-rules`; nil where there is none.
  static func inName(ofFolder folder: some StringProtocol) -> Int? { Int(folder.prefix { $0.isNumber }) }
}

extension Lesson {
  /// The number that its head states; nil where there is none.
  package var statedChapter: Int? { ChapterNumber.stated(chapter) }

  /// The number of its chapter: its own number where the head states none.
  package var chapterNumber: Int { statedChapter ?? number }
}

extension LessonEntry {
  /// The number of its chapter: its own number where the head states none.
  package var chapterNumber: Int { ChapterNumber.stated(chapter) ?? number }
}

extension Exercise {
  /// The number of its chapter, with which its folder begins; nil where there is none.
  package var chapterNumber: Int? { ChapterNumber.inName(ofFolder: folder) }
}

extension ExerciseEntry {
  /// The number of its chapter, with which its folder begins; nil where there is none.
  package var chapterNumber: Int? { ChapterNumber.inName(ofFolder: folder) }
}

extension Library {
  /// The first folder for the exercises of a chapter among some; nil where there is none.
  static func folder(ofChapter chapter: Int, among folders: [String]) -> String? {
    folders.first { ChapterNumber.inName(ofFolder: $0) == chapter }
  }
}
