import Courses
import Support

extension BookVisit {
  /// The name of the file that ``work()`` makes.
  static let workName = "graphbook-work.zip"

  /// All that a reader has done, as a zip file: the record of progress as it is kept, the answers to exercises as they are now and
  /// as they were handed in, what was left in lessons, and the playground as statements.
  func work() async throws(WebProblem) -> [UInt8] {
    var zip = ZipFile()
    if let store = reader.store, let record = try? AtomicFile(path: store.path).read().bytes {
      zip.add("progress.json", record)
    }
    let progress = progress().progress
    for (id, exercise) in progress.exercises.sorted(by: { $0.key < $1.key }) {
      if let draft = exercise.draft, !draft.isEmpty { zip.add("answers/\(id).graph", Self.file(of: draft)) }
    }
    for (slug, lesson) in progress.lessons.sorted(by: { $0.key < $1.key }) {
      for draft in lesson.drafts ?? [] {
        zip.add("lessons/\(slug)/step-\(draft.step + 1).graph", Self.file(of: draft.statements))
      }
    }
    for answer in host.semester?.answers(of: reader.id).sorted(by: { $0.slug < $1.slug }) ?? [] {
      if let bytes = try? AtomicFile(path: answer.path).read().bytes {
        zip.add("handed-in/\(answer.slug).graph", bytes)
      }
    }
    if reader.playground?.read().isEmpty == false,
      case .success(let text)? = try await use(.playground, { $0.export(ending: "graph") })
    {
      zip.add("playground.graph", Array(text.utf8))
    }
    return zip.bytes
  }

  private static func file(of statements: [String]) -> [UInt8] {
    let text = statements.joined(separator: "\n")
    return Array((text.hasSuffix("\n") ? text : text + "\n").utf8)
  }
}
