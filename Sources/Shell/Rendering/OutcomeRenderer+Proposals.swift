import Diagnostics
import ModelReview
import Normalization
import WorkbookLanguage

/// Ways out of what breaks a normal form, and `apply 1`: what was done.
extension OutcomeRenderer {
  func words(_ proposal: Proposal) -> String {
    switch proposal {
    case .moveAttributes(let moved):
      let read = moved.read.map { "read \($0.source) instead of \(moved.entity).\($0.attribute)" }
      let move = moved.moved.isEmpty ? [] : ["move \(list(moved.moved)) from \(moved.entity) to \(moved.destination)"]
      return list(move + read)
    case .makeEntity(let new):
      if new.dependents.isEmpty {
        return "make an entity \(new.name) of the values of \(list(new.determinant)), which \(new.entity) leads to"
      }
      return "make an entity \(new.name) of \(list(new.determinant + new.dependents)), which \(new.entity) leads to"
    case .gatherNumbered(let numbered):
      let what = list(numbered.members.joined().map { $0 })
      return numbered.names.isEmpty
        ? "make one relationship \(numbered.relationship) of \(what)"
        : "make an entity \(numbered.destination) of \(what)"
    case .splitList(let split):
      return "make an entity \(split.name) of the parts of \(split.attribute), in a many-to-many"
    case .splitAssociation(let split): return "take \(split.entity) apart, one entity for each fact"
    }
  }

  func applied(_ view: AppliedProposalView) -> Document {
    var lines = wrapped("done: \(words(view.proposal))")
    lines += view.added.flatMap { wrapped(StyledText("+ " + $0, .code), first: "  ", rest: "      ") }
    lines += view.removed.flatMap { wrapped(StyledText("- " + $0, .code), first: "  ", rest: "      ") }
    if view.report.comparedCount > 0 {
      lines += wrapped(
        "\(view.givenUp.isEmpty ? "nothing" : "no value") is lost: joined again, \(view.report.comparedCount == 1 ? "the object says" : "the \(objects(view.report.comparedCount)) say") what \(view.report.comparedCount == 1 ? "it" : "they") said before"
      )
    }
    lines += givenUp(view.givenUp).flatMap { wrapped("no longer declared: \($0)", rest: "  ") }
    for key in view.givenUp.keys {
      guard let paths = key.paths else { continue }
      lines += wrapped(StyledText("to find saved objects that break it:"), first: "  ", rest: "  ")
      lines += wrapped(
        StyledText("group \(key.entity) by \(paths.joined(separator: ", ")): count having count > 1", .code),
        first: "    ", rest: "      ")
    }
    let way = view.files.isEmpty ? "; undo takes it back" : ""
    if let now = view.now {
      lines += wrapped("\(change(view, to: now))\(way)")
    } else {
      lines += wrapped("\(view.proposal.entity) is gone\(way)")
    }
    guard let version = view.version else { return lines }
    let files =
      view.files.count == 1 ? "the file of \(view.files[0]) is" : "the files of \(list(view.files)) are"
    lines += wrapped(
      "\(files) rewritten under the version \(version), and undo cannot go back past that"
        + (view.earlierVersion.map { "; \($0) is kept as it was" } ?? ""))
    return lines
  }

  /// Returns a line for each key and dependency that a proposal gives up.
  func givenUp(_ givenUp: Proposal.GivenUp) -> [String] {
    let keys = givenUp.keys.map { key in
      let columns = key.columns.joined(separator: ", ")
      let also = key.dependents.isEmpty ? "" : ", and with it \(columns) -> \(key.dependents.joined(separator: ", "))"
      return "unique \(columns)\(also); a key takes properties of one entity only"
    }
    return keys + givenUp.dependencies.map { "\($0.text); a dependency takes properties of one entity only" }
  }

  /// Returns the effect of a change on the normal form.
  private func change(_ view: AppliedProposalView, to now: NormalForm) -> String {
    let (before, entity) = (view.before, view.proposal.entity)
    let isBetween = before >= .boyceCodd && before < .fifth
    let was = view.heldLists ? "not in 1NF" : "in " + (isBetween ? before.name : name(before))
    if view.isOpen, !view.holdsLists { return "\(entity) was \(was), and nothing that is known breaks a form now" }
    let isNow = view.holdsLists ? "not in 1NF" : "in " + (isBetween && now >= .fifth ? "5NF" : name(now))
    return was == isNow ? "\(entity) is \(isNow), as before" : "\(entity) was \(was), and is \(isNow) now"
  }
}
