import Pages

/// The files of the pages. They are part of the program, so that an installed one has them.
enum PageAsset: String, CaseIterable {
  case studentPage = "student.html"
  case teacherPage = "teacher.html"
  case boardPage = "board.html"
  case style = "class.css"
  case shared = "shared.js"
  case layout = "layout.js"
  case picture = "picture.js"
  case join = "join.js"
  case student = "student.js"
  case teacher = "teacher.js"
  case attempts = "attempts.js"
  case board = "board.js"
  case bookStyle = "book.css"
  case focus = "focus.js"
  case prompt = "prompt.js"
  case book = "book.js"

  /// The file at a path; nil for the pages themselves, which ``Routes`` serves.
  init?(path: String) {
    guard path.first == "/", let asset = PageAsset(rawValue: String(path.dropFirst())), !asset.isPage else {
      return nil
    }
    self = asset
  }

  private var isPage: Bool { self == .studentPage || self == .teacherPage || self == .boardPage }

  var type: String {
    switch self {
    case .studentPage, .teacherPage, .boardPage: "text/html; charset=utf-8"
    case .style, .bookStyle: "text/css; charset=utf-8"
    case .shared, .layout, .picture, .join, .student, .teacher, .attempts, .board, .focus, .prompt, .book:
      "text/javascript; charset=utf-8"
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .studentPage: PackageResources.student_html
    case .teacherPage: PackageResources.teacher_html
    case .boardPage: PackageResources.board_html
    case .style: Array(StyleSheet.lessons.utf8) + PackageResources.class_css
    case .shared: PackageResources.shared_js
    case .layout: PackageResources.layout_js
    case .picture: PackageResources.picture_js
    case .join: PackageResources.join_js
    case .student: PackageResources.student_js
    case .teacher: PackageResources.teacher_js
    case .attempts: PackageResources.attempts_js
    case .board: PackageResources.board_js
    case .bookStyle: PackageResources.book_css
    case .focus: PackageResources.focus_js
    case .prompt: PackageResources.prompt_js
    case .book: PackageResources.book_js
    }
  }
}
