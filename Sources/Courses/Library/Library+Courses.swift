import Diagnostics

// Several courses at once.
extension Library {
  /// The name of a course, where there are several: that of its folder, or all of the path where two have one name.
  func label(of root: String) -> String? {
    guard roots.count > 1 else { return nil }
    func name(_ root: String) -> Substring { root.split(separator: "/").last ?? "/" }
    return roots.contains { $0 != root && name($0) == name(root) } ? root : String(name(root))
  }

  /// The name by which messages call a file of a course: its path in the course's folder, or all of it where there are
  /// several.
  func shown(_ path: String, in root: String) -> String { roots.count > 1 ? "\(root)/\(path)" : path }

  /// Lists what is wrong with the courses together: the lessons that are not used because an earlier course has one of the
  /// number or the name, and the folders that hold no course. Warnings, one for each.
  package func problemsOfLessons() -> [Diagnostic] {
    missingCourses()
      + lessonFilesAndShadowed().shadowed.map { file, first in
        .shadowed(shown("Lessons/" + file.name, in: file.root), by: shown("Lessons/" + first.name, in: first.root))
      }
  }

  /// The same about exercises.
  package func problemsOfExercises() -> [Diagnostic] {
    missingCourses()
      + exerciseFoldersAndShadowed().shadowed.map { folder, first in
        .shadowed(shown(folder.path, in: folder.root), by: shown(first.path, in: first.root))
      }
  }

  private func missingCourses() -> [Diagnostic] {
    guard roots.count > 1 else { return [] }
    return roots.filter { root in
      FileTexts.names(in: root).allSatisfy { $0 != "Lessons" && $0 != "Exercises" }
    }.map { root in
      Diagnostic(
        "no-course", "there is no course in '\(DisplayText.visible(root))'", severity: .warning,
        hint: "a course is a folder with Lessons or Exercises in it")
    }
  }
}

extension Diagnostic {
  fileprivate static func shadowed(_ path: String, by first: String) -> Diagnostic {
    Diagnostic(
      "shadowed", "'\(DisplayText.visible(path))' is not used", severity: .warning,
      hint: "'\(DisplayText.visible(first))' comes first")
  }
}
