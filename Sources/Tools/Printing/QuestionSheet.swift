import Courses
import Diagnostics
import ModelInterchange
import Pages
import WorkbookLanguage

/// The questions of a lesson on paper, each with what a student has to see to answer it: the text before it, what has been typed,
/// and the model and the objects as they are then.
///
/// The sheet leaves out everything after a question of the same step, text, output and pictures alike, because it is that question's
/// answer. A picture is drawn once; a later question that needs it says where it is.
struct QuestionSheet {
  private let lesson: Lesson
  private let script: LessonScript
  private let hasSolutions: Bool
  /// The most objects that are drawn; more would not be read.
  private static let objectLimit = 14

  init(_ lesson: Lesson, makeInterpreter: @escaping InterpreterMaker, hasSolutions: Bool) {
    self.lesson = lesson
    script = LessonScript(lesson, makeInterpreter: makeInterpreter)
    self.hasSolutions = hasSolutions
  }

  func html(_ maker: LessonHTML, hasTitle: Bool) -> HTML {
    var maker = maker
    var body: HTML = hasTitle ? "<h1>\(text: LessonPrinter.title(lesson))</h1>\n" : ""
    var drawn = Drawn()
    var asked = 0
    for (place, step) in script.steps.enumerated() {
      guard let last = step.parts.lastIndex(where: { if case .question = $0 { true } else { false } }) else { continue }
      body += "<h2>\(place + 1). \(text: step.title)</h2>\n"
      var hasAsked = false
      for (index, part) in step.parts.enumerated() where index <= last {
        switch part {
        case .prose: if !hasAsked { body += maker.html(part) }
        case .example(let outcomes):
          var example = ShownExample(outcomes, output: maker.output)
          // The objects need not be drawn a second time below an example that draws them.
          for (outcome, entry) in zip(outcomes, example.entries) {
            if case .graph = outcome.result, !hasAsked {
              let text = Self.text(of: entry)
              if drawn.objects[text] == nil { drawn.objects[text] = asked + 1 }
            }
          }
          if hasAsked {
            for entry in example.entries.indices {
              (example.entries[entry].output, example.entries[entry].picture) = ([], nil)
            }
          }
          body += maker.html(example)
        case .question(let question):
          if !hasAsked { body += pictures(script.states[place][index], question.number + 1, &maker, &drawn) }
          body += self.asked(question, maker)
          asked = question.number + 1
          hasAsked = true
        case .task, .hint, .solution: break
        }
      }
    }
    return body
  }

  private func asked(_ question: LessonQuestion, _ maker: LessonHTML) -> HTML {
    let words =
      switch question.prediction.answer {
      case .choices: lesson.words(question.prediction.allowsSeveral ? .tickAll : .tickOne)
      case .expression: lesson.words(.writeAValue)
      }
    return """
      <div class="asked"><p><strong>\(text: lesson.words(.questionNumber, "\(question.number + 1)"))</strong> <span class="soft">\(text: words)</span></p>
      \(maker.html(question, as: hasSolutions ? .shown : .boxes))</div>

      """
  }

  /// The pictures that were drawn, with the number of the first question that each is for, so that none is drawn twice.
  private struct Drawn {
    var models: [(model: Diagram, question: Int)] = []
    var objects: [String: Int] = [:]
    var lastModel: Diagram?
  }

  /// The line that says where a picture is: `The objects: as at question 2.`
  private func reference(_ what: FixedWords.Key, to question: Int, from other: Int) -> HTML {
    let words = lesson.words
    return question == other ? "" : "<p class=\"soft\">\(text: words(.asAtQuestion, words(what), "\(question)"))</p>\n"
  }

  /// The printed objects, by which two sets of them are compared.
  private static func text(of entry: ShownExample.Entry) -> String {
    entry.output.lines(width: 80).map(\.text).joined(separator: "\n")
  }

  /// The model and the objects where a question is asked, before anything that it asks about has run.
  private func pictures(
    _ state: Interpreter, _ question: Int, _ maker: inout LessonHTML, _ drawn: inout Drawn
  ) -> HTML {
    var copy = state.rehearsal()
    var html: HTML = ""
    let model = Diagram(copy.context.model)
    if !model.boxes.isEmpty, model != drawn.lastModel {
      if let known = drawn.models.first(where: { $0.model == model }) {
        html += reference(.theModel, to: known.question, from: question)
      } else {
        html += """
          <figure class="picture">\(maker.html(model))<figcaption class="soft">\(text: lesson.words(.theModel))</figcaption></figure>

          """
        drawn.models.append((model, question))
      }
    }
    drawn.lastModel = model
    guard (1...Self.objectLimit).contains(copy.network(upTo: Self.objectLimit).total) else { return html }
    let shown = ShownExample(copy.run(SourceText("show graph")), output: maker.output)
    guard let entry = shown.entries.first else { return html }
    let text = Self.text(of: entry)
    if let known = drawn.objects[text] {
      html += reference(.theObjects, to: known, from: question)
    } else {
      let objects: HTML =
        entry.picture.map { "<div class=\"picture\">\(maker.html($0))</div>" }
        ?? maker.html(entry.output)
      html += "<figure>\(objects)<figcaption class=\"soft\">\(text: lesson.words(.theObjects))</figcaption></figure>\n"
    }
    drawn.objects[text] = drawn.objects[text] ?? question
    return html
  }
}
