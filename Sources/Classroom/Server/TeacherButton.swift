/// A button of the teacher's page, by the word that the page sends.
enum TeacherButton: String, CaseIterable {
  case next, back, jump, open, close, again, reveal, results, show, remove, readmit, rename, clear, doors, join,
    enlarge,
    hide, blank, stop, end
  case takeBack = "take-back"
  case clearAway = "clear-away"

  /// Whether it changes what is on the board, which is then to be seen.
  var changesBoard: Bool {
    switch self {
    case .next, .back, .jump, .open, .close, .again, .takeBack, .reveal, .results, .show, .hide, .join, .enlarge: true
    case .remove, .readmit, .rename, .clear, .clearAway, .doors, .blank, .stop, .end: false
    }
  }
}

/// A request of a student's page, by its path.
enum StudentRequest: String, CaseIterable {
  case vote = "/vote"
  case run = "/run"
  case complete = "/complete"
}
