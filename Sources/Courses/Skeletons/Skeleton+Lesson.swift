import Diagnostics

extension Skeleton {
  /// A lesson of three steps: one that shows something, one with questions, one with a task.
  /// - Parameters:
  ///   - number: the lesson's, and the chapter's unless that is given.
  ///   - library: the course that it is for.
  /// - Throws: the reason why there can be no such lesson: its number or its name is taken, or its title has no words.
  /// - Complexity: O(lessons and exercises of the course).
  package static func lesson(
    _ number: Int, title: String, chapter: Int? = nil, in library: Library
  ) throws(Diagnostic) -> Skeleton {
    for wanted in [number, chapter ?? number] where !(1...highestNumber).contains(wanted) {
      throw Diagnostic(
        "bad-number", "lessons and chapters have numbers from 1 to \(highestNumber), not \(wanted)")
    }
    let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let slug = title.slug
    guard !slug.isEmpty, title.utf8.count <= 200,
      title.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      throw Diagnostic(
        "bad-title", "'\(DisplayText.beginning(of: title, upTo: 40))' is no title",
        hint: "a title is a line of words: \"Delete rules\"")
    }
    let taken = library.lessonNames()
    if let other = taken.first(where: { $0.number == number || $0.slug == slug }) {
      let free = (number...highestNumber).first { number in !taken.contains { $0.number == number } }
      throw Diagnostic(
        "lesson-exists", "there is a lesson \(other.number) already: \(DisplayText.visible(other.path))",
        hint: other.number == number
          ? free.map { "the next number that is free is \($0)" } : "give it another title")
    }
    let path = "Lessons/\(number.inFileNames)-\(slug).md"
    let hasGaps = !library.ideaIndex().index.gaps(inChapter: chapter ?? number).isEmpty
    return Skeleton(
      files: [File(path: path, text: lessonText(number, title, chapter: chapter ?? number, hasGaps: hasGaps))],
      place: path,
      commands: [
        Command(text: "graphbook lesson check \(number) --watch", purpose: "checks it each time you save it"),
        Command(text: "graphbook lesson play \(number)", purpose: "shows it as learners see it"),
      ])
  }

  /// The text of the file.
  /// - Parameter hasGaps: whether the chapter has ideas that nothing teaches or practises. The lesson is then none of the
  ///   chapter's, until it marks them.
  private static func lessonText(_ number: Int, _ title: String, chapter: Int, hasGaps: Bool) -> String {
    let chapterLines =
      hasGaps
      ? "# chapter: \(chapter)   # take the first sign away once the ideas of the chapter are marked in the steps"
      : "chapter: \(chapter)"
    return """
      ---
      title: \(title.asHeadValue)
      \(chapterLines)
      # world: league   # a file of Lessons/Worlds; without one the graph is empty at first
      # needs: [3]      # the numbers of the lessons that come before
      minutes: 10
      ---

      <!-- Say in a few sentences what the lesson is about, and why anyone would want to know it. Learners do not see
      comments. docs/authors.md describes the keys of the head and all blocks. -->

      A team has players. What happens to them when the team is deleted?

      ## A team and its players

      <!-- Each ## begins a step, which explains one thing. {teaches=some-idea} after its title names an idea of
      Lessons/ideas.yaml. A graph block is run. The output block after it is what it prints: graphbook lesson check
      \(number) --update writes it for you. -->

      Here are a team and its two players. The relationship is described from both sides, and each side names the other as
      its inverse.

      ```graph
      model Draft
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      let heat = Team(name: "Miami Heat")
      let wade = Player(name: "Dwyane Wade", team: heat)
      let allen = Player(name: "Ray Allen", team: heat)
      save
      heat.players
      ```

      ```output
      model Draft
      entity Team: name, players
      entity Player: name, team
      heat = Team#1 Miami Heat
      wade = Player#1 Dwyane Wade
      allen = Player#2 Ray Allen
      saved: 3 inserted
      Player#1 Dwyane Wade
      Player#2 Ray Allen
      ```

      ## What do you expect?

      <!-- A prediction is asked before the next graph block runs. The learner types a value, or chooses an answer. Answers in
      backticks are conditions, and the check tries them. -->

      Now the team is deleted. Nothing was said about delete rules, so both sides have the usual one.

      ```predict
      How many players are left?
      = count Player
      ```

      ```graph
      delete heat
      count Player
      ```

      ```predict
      What is left of the link between Wade and his team?
      - [x] `wade.team == nil`: the rule is nullify, which clears it
      - [ ] It refers to a team that has been deleted: that would be no action
      ```

      ```graph
      save
      ```

      ## Your turn

      <!-- A step can end with a task, its hints from the gentlest on, its check and its solution. -->

      Wade and Allen are looking for a team.

      ```task
      Make a team called `Boston Celtics`, and let Ray Allen play for it.
      ```

      ```hint
      A team is made by writing its values in parentheses: `Team(name: …)`.
      ```

      ```hint
      `let celtics = Team(name: "Boston Celtics")`, and then `allen.team = celtics`
      ```

      ```check
      check "Ray Allen plays for the Boston Celtics" {
        expect objects like solution
      }
      ```

      ```solution
      let celtics = Team(name: "Boston Celtics")
      allen.team = celtics
      ```

      ```note
      What a teacher should know about this step. Learners do not see it.
      ```

      """
  }
}
