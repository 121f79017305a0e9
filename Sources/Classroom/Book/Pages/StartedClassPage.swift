import Pages

/// A class that the staff have started from the book.
package struct StartedClass: Sendable {
  var title: String
  /// The address of the teacher's page, with the secret.
  var teacher: String
  /// The address of the board, with its key.
  var board: String
  /// The students' address, and the code.
  var students: String
  var code: String

  package init(_ bootstrap: ServerBootstrap, title: String) {
    self.title = title
    (teacher, board) = (bootstrap.teacher, bootstrap.board)
    (students, code) = (bootstrap.facts.address, bootstrap.facts.code)
  }
}

/// The addresses of a class that was just started.
struct StartedClassPage {
  var started: StartedClass
  var links: BookLinks

  var html: HTML {
    BookPage(
      "A class", "plain", links,
      """
      <p class="where"><a href="\(text: links.base)/staff">The class</a></p>
      <h1>A class: \(text: started.title)</h1>
      <ul>
      <li><a href="\(text: started.teacher)">Your page</a>: what comes next, who is here, what they think</li>
      <li><a href="\(text: started.board)">The board</a>, for the projector</li>
      <li>The students open <code>\(HTML(lines: [started.students]))</code>, and join with their ids and the code
      <b>\(text: started.code)</b>, which the board shows.</li>
      </ul>
      <p class="small">Keep this page until you have opened yours: the addresses are shown only here. End the class on your page; its
      journal and its report are in the book's folder.</p>
      """
    ).withoutWays.html
  }
}
