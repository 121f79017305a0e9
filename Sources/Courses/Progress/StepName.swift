import Diagnostics

/// The identity of a step, which stays when steps before it come and go: its title as a slug, and the ideas that it teaches.
///
/// ```swift
/// StepName(title: "What a save checks", ideas: ["checked-when-saved"]).text   // what-a-save-checks: checked-when-saved
/// ```
package struct StepName: Hashable, Sendable {
  package var slug: String
  package var ideas: [String]

  package init(title: String, ideas: [String] = []) {
    slug = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    self.ideas = ideas
  }

  /// Reads the text of a record.
  init(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    slug = parts.first.map(String.init) ?? ""
    ideas = parts.count > 1 ? parts[1].split { $0 == "," || $0 == " " }.map(String.init) : []
  }

  /// The name in the record of progress.
  var text: String { ideas.isEmpty ? slug : "\(slug): \(ideas.joined(separator: ", "))" }

  /// The steps of a lesson, from its headings alone: without a reader for all of Markdown, so that a list of lessons stays quick.
  /// A title that occurs again gets a number.
  /// - Complexity: O(*n*) in the length of the text.
  package static func all(in text: String) -> [StepName] {
    var names: [StepName] = []
    var fence = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == UInt8(ascii: "`") }.count
      if ticks >= 3 {
        let isBare = line.dropFirst(ticks).allSatisfy { $0 == UInt8(ascii: " ") }
        fence = fence == 0 ? ticks : ticks >= fence && isBare ? 0 : fence
      } else if fence == 0, line.starts(with: Array("## ".utf8)) {
        var title = Substring(line.dropFirst(3))
        var ideas: [String] = []
        if title.trimmingSuffix(while: { $0 == " " }).hasSuffix("}"), let brace = title.lastIndex(of: "{") {
          let marks = Mark.all(in: title[brace...].dropFirst().trimmingSuffix { $0 == "}" || $0 == " " })
          ideas = marks.filter { $0.key == Mark.teaches }.flatMap(\.texts)
          title = title[..<brace]
        }
        names.append(StepName(title: String(title), ideas: ideas))
      }
    }
    return names.numbered
  }
}

extension [StepName] {
  /// The names with a number after each that occurs again.
  fileprivate var numbered: [StepName] {
    var counts: [String: Int] = [:]
    return map { name in
      let count = counts[name.slug, default: 0] + 1
      counts[name.slug] = count
      var name = name
      if count > 1 { name.slug += "-\(count)" }
      return name
    }
  }
}

/// The steps of the lessons as they are now and as they were: it reads each lesson when it is first asked for.
package struct LessonSteps: Sendable {
  private let library: Library
  private var known: [String: [StepName]] = [:]
  private var editions: [String: [[StepName]]]?

  package init(of library: Library) { self.library = library }

  /// The slugs of all lessons, in order.
  var slugs: [String] { library.lessonSlugs }

  /// The steps of a lesson; nil where there is no such lesson.
  mutating func names(of slug: String) -> [StepName]? {
    if let names = known[slug] { return names }
    guard let path = library.lessonPath(slug), let source = try? FileTexts.text(at: path, name: slug) else {
      return nil
    }
    let names = StepName.all(in: source.text)
    known[slug] = names
    return names
  }

  /// The steps that a lesson had in the latest edition in which it had so many; nil where none is recorded.
  mutating func names(of slug: String, count: Int) -> [StepName]? {
    let editions = editions ?? library.editions()
    self.editions = editions
    return editions[slug]?.last { $0.count == count }
  }
}

extension Library {
  /// Reads `Lessons/editions.md`, the headings of lessons in earlier editions: `# todo`, and the `##` of its steps.
  fileprivate func editions() -> [String: [[StepName]]] {
    var editions: [String: [[StepName]]] = [:]
    for root in roots {
      guard let source = try? FileTexts.text(at: "\(root)/Lessons/editions.md", name: "editions.md") else { continue }
      for part in ("\n" + source.text).split(separator: "\n# ", omittingEmptySubsequences: false).dropFirst() {
        let slug = part.prefix { !$0.isNewline && $0 != " " }
        editions[String(slug), default: []].append(StepName.all(in: String(part)))
      }
    }
    return editions
  }
}
