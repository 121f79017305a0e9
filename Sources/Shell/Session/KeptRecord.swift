import Courses
import Diagnostics

/// The learner's record, as it is known here and as it is in its file.
///
/// It is read when it is first needed, and a change is written at once.
package struct KeptRecord {
  /// The record with all changes; nil before it is first needed.
  package private(set) var progress: Progress?
  /// Why the record could not be written the last time.
  package private(set) var unsavedProblem: Diagnostic?
  /// Whether what happens changes the record; not while the inputs of a sitting are run again.
  package var takesChanges = true
  private let store: ProgressStore?
  /// The names of the lessons' steps, by which the record is brought to the lessons of today.
  private var steps: LessonSteps?
  /// The record before the changes that have not been written yet.
  private var known = Progress()
  private var unsaved: [(inout Progress) -> Void] = []

  init(store: ProgressStore?, steps: LessonSteps?) {
    self.store = store
    self.steps = steps
  }

  /// Reads the record once.
  /// - Returns: what is wrong with it, the first time.
  mutating func load() -> [Diagnostic] {
    guard progress == nil else { return [] }
    guard let store else {
      progress = Progress()
      return []
    }
    let loaded = store.load()
    var record = loaded.progress
    if var steps {
      record.renumber(&steps)
      self.steps = steps
    }
    progress = record
    return loaded.diagnostics
  }

  /// Reads the record again, as other programs may have changed it, unless a change has not been written yet.
  /// - Returns: what is wrong with it.
  mutating func reload() -> [Diagnostic] {
    if unsaved.isEmpty { progress = nil }
    return load()
  }

  /// Changes the record and writes it at once. The change is made to what is in the file by then, so that what other programs
  /// have written stays; a change that could not be written is made again with the next one.
  /// - Returns: what is wrong with the record, and why it could not be written, once.
  mutating func note(_ change: @escaping (inout Progress) -> Void) -> [Diagnostic] {
    guard takesChanges else { return [] }
    let problems = load()
    let current = progress ?? Progress()
    var changed = current
    change(&changed)
    guard changed != current else { return problems }
    // Before the changes that are not written yet, which are made again.
    if unsaved.isEmpty { known = current }
    progress = changed
    guard let store else { return problems }
    unsaved.append(change)
    do throws(Diagnostic) {
      let (written, warning) = try store.update(known: known) { [unsaved, steps] record in
        // The record in the file may still have the numbers of an earlier edition.
        if var steps { record.renumber(&steps) }
        for change in unsaved { change(&record) }
      }
      progress = written
      unsaved = []
      unsavedProblem = nil
      return problems + (warning.map { [$0] } ?? [])
    } catch {
      // Reported once, and tried again with the next change.
      defer { unsavedProblem = error }
      return problems + (unsavedProblem == error ? [] : [error])
    }
  }
}
