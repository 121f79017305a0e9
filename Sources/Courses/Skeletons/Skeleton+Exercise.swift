import Diagnostics

extension Skeleton {
  /// An exercise with a start, checks, a solution, another right answer and two wrong ones.
  /// - Parameters:
  ///   - slug: its name: `keep-the-players`.
  ///   - chapter: the chapter whose folder it goes into; the folder is made where there is none.
  ///   - library: the course that it is for.
  /// - Throws: the reason why there can be no such exercise: the name is taken, or is no name.
  /// - Complexity: O(lessons and exercises of the course).
  package static func exercise(_ slug: String, chapter: Int, in library: Library) throws(Diagnostic) -> Skeleton {
    guard slug.isKebabCase, slug.utf8.count <= 60 else {
      let better = String(slug.slug.unicodeScalars.filter(\.isASCII)).slug
      throw Diagnostic(
        "bad-slug", "'\(DisplayText.beginning(of: slug, upTo: 40))' is no name for an exercise",
        hint: better.isKebabCase && better.utf8.count <= 60 && better != slug
          ? "use small letters, digits and single hyphens: \(better)"
          : "use small letters, digits and single hyphens, at most 60: keep-the-players")
    }
    guard (1...highestNumber).contains(chapter) else {
      throw Diagnostic("bad-number", "chapters have numbers from 1 to \(highestNumber), not \(chapter)")
    }
    let folders = library.exerciseFolders()
    if let other = folders.first(where: { $0.slug == slug }) {
      throw Diagnostic(
        "exercise-exists",
        "there is an exercise '\(slug)' already: \(DisplayText.visible(library.shown(other.path, in: other.root)))",
        hint: "give it another name")
    }
    let place = "Exercises/\(library.chapterFolder(chapter))/\(slug)"
    return Skeleton(
      files: exerciseTexts(title: slug.asTitle, order: library.nextOrder(inChapter: chapter)).map {
        File(path: "\(place)/\($0.name)", text: $0.text)
      }, place: place,
      commands: [
        Command(text: "graphbook exercise check \(slug) --watch", purpose: "checks it each time you save a file"),
        Command(text: "graphbook grade \(slug) answer.graph", purpose: "grades an answer as learners see it"),
      ])
  }

  private static func exerciseTexts(title: String, order: Int) -> [(name: String, text: String)] {
    [
      (
        "task.md",
        """
        ---
        title: \(title.asHeadValue)
        points: 4
        order: \(order)             # its place in the chapter, from one statement to a small design
        minutes: 3           # about how long it takes
        # needs: [9]           # the numbers of the lessons that come before
        names: [Team.players, Player.team]   # the names that the task fixes
        # practises: [id]      # ideas of Lessons/ideas.yaml
        ---

        <!-- Say what must hold at the end, and what must stay as it is. Learners do not see comments. docs/authors.md
        describes the keys of the head and all files. -->

        When a team is deleted, its players should stay, without a team. Write the rule for that. Nothing else has to
        change, neither in the model nor in the objects.

        ```hint
        A delete rule says what happens to the *others* when *this* object is deleted. Which object is deleted here?
        ```

        ```hint
        One of the four rules keeps the objects at the other end and clears the link.
        ```

        ```hint
        `change Team.players, delete nullify`
        ```

        ```note
        What a teacher should know about this exercise. Learners do not see it.
        ```

        """
      ),
      (
        "start.graph",
        """
        // The graph that an answer continues from.
        model League
        entity Team { name: String; players ->> Player?, inverse team, delete cascade }
        entity Player { name: String; team -> Team?, inverse players }

        let heat = Team(name: "Miami Heat")
        let wade = Player(name: "Dwyane Wade", team: heat)
        let allen = Player(name: "Ray Allen", team: heat)
        save

        """
      ),
      (
        "check.graph",
        """
        // Each check runs on its own copy of the answer's graph. The text after else says what to look at.
        check "The players stay when their team is deleted, without a team", points 4 {
          expect objects like solution else "Objects or links have changed. Only the rule is asked for."
          expect { delete heat; save } succeeds else "The team cannot be deleted at all."
          delete heat
          save
          expect count Player == 2 else "The players were deleted with their team. Which rule only clears the link?"
          expect wade.team == nil else "Wade still refers to a team that has been deleted. Which rule clears the link?"
        }

        """
      ),
      ("solution.graph", "change Team.players, delete nullify\n"),
      (
        "right/drawn-again.graph",
        """
        // Another answer that must pass.
        change Team.players ->> Player?, delete nullify
        save

        """
      ),
      (
        "wrong/deny.graph",
        """
        // The team cannot be deleted
        // The first comment of a wrong answer is the advice that it must get from a failed check.
        change Team.players, delete deny

        """
      ),
      (
        "wrong/other-side.graph",
        """
        // The players were deleted with their team
        change Player.team, delete cascade

        """
      ),
    ]
  }
}

extension String {
  /// `keep-the-players` as `Keep the players`.
  fileprivate var asTitle: String {
    let words = replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
