import Courses
import Pages

/// Addresses of the book's pages, as its pages link them.
struct BookLinks: Sendable {
  /// The path before those of the pages: empty, or `/book`.
  var base = ""
  /// The name of the student who is signed in; nil where no one need be.
  var reader: String?
  /// Whether one can sign out here, and not where the proxy signs in.
  var signsOut = true
  /// Whether a student may set a password, and sign in with it.
  var hasPasswords = false
  /// Whether one can join with a code.
  var isOpen = false
  /// The name under which the student who is signed in signs in with a password; nil where no one does.
  var signInName: String?
  /// The words of the pages that are about no single lesson, in the language of the course.
  var words = FixedWords.english

  /// The links on pages for the staff, which are English.
  var forStaff: BookLinks {
    var links = self
    links.words = .english
    return links
  }

  func path(_ place: BookPlace) -> String { base + place.path }

  /// The value of an `href`.
  func to(_ place: BookPlace) -> HTML { HTML(lines: [path(place)]) }

  func link(_ place: BookPlace, _ words: HTML) -> HTML { "<a href=\"\(to(place))\">\(words)</a>" }

  /// A link to the step that explains something.
  func link(_ step: IdeaIndex.StepPlace) -> HTML {
    link(.lesson(step.slug, step: step.step), "\(text: step.text(in: words))")
  }
}
