import Diagnostics
import ModelReview
import Normalization
import WorkbookLanguage

/// `normalize Player`: the table, its keys and dependencies, the form, what goes wrong, and the ways out.
extension OutcomeRenderer {
  func normalization(_ view: NormalizationView) -> [String] {
    var lines = wrapped(
      StyledText("\(view.entity)", .name) + StyledText(": \(view.columns.joined(separator: ", "))"), rest: "  ")
    lines += keys(view)
    lines += dependencies(view)
    lines += form(view)
    if !view.sample.isEmpty {
      lines += wrapped("there are no objects yet, so this is shown on a few that are made up:", rest: "  ")
      lines += view.sample.map(statement)
    }
    for violation in view.violations {
      lines.append("")
      lines += self.violation(violation, in: view)
    }
    if !view.repeated.isEmpty { lines.append("") }
    for repeated in view.repeated {
      let (what, how) =
        repeated.delimiter.map {
          (repeated.names[0], "several values in one text, with \($0 == "\n" ? "line breaks" : "'\($0)'") between them")
        }
        ?? (list(repeated.names), "several values of one kind")
      lines += wrapped(
        StyledText(what, .strong) + StyledText(repeated.delimiter == nil ? " are \(how)" : " holds \(how)"), rest: "  ")
    }
    if !view.proposals.isEmpty {
      lines += ["", style.paint("what you can do", .strong)]
      for proposal in view.proposals {
        lines += labelled("  \(proposal.number)", .name, width: 5, StyledText(words(proposal.proposal)))
        lines += proposal.edits.flatMap { wrapped(StyledText($0, .code), first: "       ", rest: "         ") }
      }
      lines += wrapped(
        "apply \(view.proposals.count == 1 ? "1" : "and a number") does it, and takes the objects along; undo takes it back"
      )
    }
    return lines
  }

  /// Text whose blanks in front are its indent.
  private func wrapped(_ text: String, rest: String) -> [String] {
    let start = text.prefix { $0 == " " }
    return wrapped(StyledText(text.dropFirst(start.count)), first: String(start), rest: rest)
  }

  // MARK: What it is judged by

  private func keys(_ view: NormalizationView) -> [String] {
    if view.hasDeclaredKey {
      let keys = view.keys.map {
        $0.isEmpty ? "nothing: there is one \(view.entity) at most" : $0.joined(separator: ", ")
      }
      return wrapped("  keys: \(keys.joined(separator: "; or "))", rest: "    ")
    }
    var lines = wrapped("  no key is declared: only identity tells one \(view.entity) from another", rest: "    ")
    if !view.keysInData.isEmpty {
      let keys = view.keysInData.map { $0.joined(separator: " with ") }.joined(separator: "; ")
      lines += wrapped("  never the same twice in these \(grouped(view.objectCount)) objects: \(keys)", rest: "    ")
    }
    return lines
  }

  private func dependencies(_ view: NormalizationView) -> [String] {
    var lines: [String] = []
    if view.declared.isEmpty, view.found.isEmpty, view.nearMisses.isEmpty {
      let objects =
        view.objectCount == 0
        ? "there are no objects"
        : "the \(self.objects(view.objectCount)) \(view.objectCount == 1 ? "shows" : "show") none beyond chance"
      return wrapped("  no dependency is declared, and \(objects)", rest: "    ")
    }
    for declared in view.declared {
      lines += wrapped("  declared: \(declared.text)", rest: "    ")
      if declared.contradiction.count == 2 {
        lines += wrapped(
          StyledText("but ") + styled(declared.contradiction[0]) + " and " + styled(declared.contradiction[1])
            + " contradict it", first: "    ", rest: "    ")
      }
      if !declared.leftOut.isEmpty {
        lines += wrapped(
          "    it says nothing, as it leaves out \(declared.leftOut.joined(separator: ", "))", rest: "    ")
      }
    }
    for found in view.found where !found.isDeclared {
      lines += wrapped("  the objects show: \(found.text)", rest: "    ")
      lines += wrapped(
        "    in \(grouped(found.objectCount)) objects, of which \(grouped(found.redundantCount)) only say again what another one says",
        rest: "    ")
    }
    for miss in view.nearMisses {
      lines += wrapped(
        "  all but \(grouped(miss.exceptionCount)) of \(grouped(miss.objectCount)) objects show: \(miss.text)",
        rest: "    ")
      lines += wrapped(
        StyledText("not so: ") + styled(miss.exceptions, total: miss.exceptionCount)
          + StyledText("; possibly an error in the data"), first: "    ", rest: "    ")
    }
    if view.found.contains(where: { !$0.isDeclared }) {
      lines += wrapped(
        "    what the objects show is a candidate: true of this data, and perhaps of the world", rest: "    ")
    }
    return lines
  }

  private func form(_ view: NormalizationView) -> [String] {
    if view.violations.isEmpty {
      let forms = view.form >= .fifth ? "BCNF, and with it 4NF and 5NF" : view.form.name
      // Nobody should read this of a list in a text.
      let meaning =
        view.repeated.isEmpty ? ": everything here is a fact about the \(view.entity), and about nothing else" : ""
      return wrapped("normal form: \(forms)\(meaning)")
    }
    var text = "normal form: \(view.form.name)"
    if view.form < view.declaredForm {
      text += ", as the objects show; by what is declared alone it would be \(name(view.declaredForm))"
    }
    return wrapped(text)
  }

  /// Forms above BCNF are told apart only where something could break them.
  private func name(_ form: NormalForm) -> String { form >= .fifth ? "BCNF" : form.name }

  /// What a change did to the form.
  private func change(from before: NormalForm, to now: NormalForm, _ entity: String) -> String {
    let was = before >= .boyceCodd && before < .fifth ? before.name : name(before)
    let isNow = before >= .boyceCodd && before < .fifth && now >= .fifth ? "5NF" : name(now)
    return was == isNow ? "\(entity) is in \(isNow), as before" : "\(entity) was in \(was), and is in \(isNow) now"
  }

  // MARK: What breaks it

  private func violation(_ violation: NormalizationView.Violation, in view: NormalizationView) -> [String] {
    var lines = wrapped(
      StyledText(violation.text, .strong) + StyledText(" breaks \(violation.form.name): \(reason(violation, view))"),
      rest: "  ")
    for anomaly in violation.anomalies {
      lines += wrapped(sentence(anomaly, violation, view.entity), first: "  ", rest: "    ")
      lines += anomaly.statements.map(statement)
    }
    if violation.proposal == nil {
      lines += wrapped("  there is no way out here that is sure to be right: the change is yours", rest: "    ")
    }
    return lines
  }

  private func reason(_ violation: NormalizationView.Violation, _ view: NormalizationView) -> String {
    switch violation.kind {
    case .functional(let left, let right):
      let what = list(right)
      let verb = right.count == 1 ? "is a fact" : "are facts"
      if left.isEmpty { return "\(what) \(right.count == 1 ? "is" : "are") the same for all" }
      if violation.form == .second {
        return
          "\(what) \(verb) about \(list(left)), which is only a part of the key \(list(view.keys.first { Set(left).isSubset(of: $0) } ?? left))"
      }
      return "\(what) \(verb) about the \(list(left)), not about the \(view.entity)"
    case .multivalued(let left, let blocks):
      let parts = blocks.map(list)
      return "\(parts.joined(separator: " and ")) have nothing to do with each other"
        + (left.isEmpty ? "" : ", both are facts about the \(list(left))")
    case .join: return "the parts say everything that the whole says"
    }
  }

  private func sentence(
    _ anomaly: AnomalyView, _ violation: NormalizationView.Violation, _ entity: String
  ) -> StyledText {
    func values() -> StyledText {
      var text = StyledText()
      for (index, value) in anomaly.values.enumerated() {
        text = text + StyledText(index == 0 ? "" : ", ") + styled(value)
      }
      return text
    }
    let about = StyledText("the \(anomaly.dependent) of ") + values()
    switch anomaly.kind {
    case .update(let copies):
      return StyledText("change: ") + about
        + StyledText(" is written \(grouped(copies)) times. Change it in one place, and there are two of them:")
    case .delete(let count):
      guard case .functional = violation.kind else {
        return StyledText("delete: to take ") + styled(anomaly.value) + StyledText(" from ") + values()
          + StyledText(" takes \(objects(count)):")
      }
      return StyledText(count == 1 ? "delete: only " : "delete: only \(grouped(count)) objects say ")
        + (count == 1 ? styled(anomaly.object) + StyledText(" says ") : StyledText())
        + about + StyledText(". It goes with \(count == 1 ? "it" : "them"):")
    case .insert:
      return StyledText("insert: nothing can say ") + about + StyledText(" unless you make up \(article(entity)):")
    case .insertMany(let count):
      return StyledText("insert: to give ") + styled(anomaly.value) + StyledText(" to ") + values()
        + StyledText(" takes \(objects(count)), and this is one of them:")
    case .deleteForced:
      return StyledText("delete: take ") + styled(anomaly.object)
        + StyledText(" away, and other objects still say what it said:")
    }
  }

  private func styled(_ value: ShownValue?) -> StyledText { value.map { styled($0) } ?? StyledText("it") }

  private func statement(_ text: String) -> String { "      " + style.paint(DisplayText.visible(text), .code) }

  /// Text beside a label that is painted after the lines are cut: its colours take no room.
  func labelled(_ label: String, _ role: TextStyle.Role, width: Int, _ text: StyledText) -> [String] {
    let margin = String(repeating: " ", count: width)
    var lines = wrapped(text, first: margin, rest: margin)
    if let first = lines.first {
      lines[0] = style.paint(label, role) + padded("", width - DisplayText.width(label)) + first.dropFirst(width)
    }
    return lines
  }

  /// `a Player`, `an Appearance`.
  private func article(_ name: String) -> String {
    ("aeio".contains(name.prefix(1).lowercased()) ? "an " : "a ") + name
  }

  func list(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  // MARK: Ways out

  func words(_ proposal: Proposal) -> String {
    switch proposal {
    case .moveAttributes(let names, let entity, _, let destination):
      return "move \(list(names)) from \(entity) to \(destination)"
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
    case .splitAssociation(let split): return "take \(split.entity) apart, each fact in a place of its own"
    }
  }

  func applied(_ view: AppliedProposalView) -> [String] {
    var lines = wrapped("done: \(words(view.proposal))")
    lines += view.added.flatMap { wrapped(StyledText("+ " + $0, .code), first: "  ", rest: "      ") }
    lines += view.removed.flatMap { wrapped(StyledText("- " + $0, .code), first: "  ", rest: "      ") }
    if view.report.comparedCount > 0 {
      lines += wrapped(
        "nothing is lost: put together again, \(view.report.comparedCount == 1 ? "the object says" : "the \(objects(view.report.comparedCount)) say") what \(view.report.comparedCount == 1 ? "it" : "they") said before"
      )
    }
    let way = view.files.isEmpty ? "; undo takes it back" : ""
    if let now = view.now {
      lines += wrapped("\(change(from: view.before, to: now, view.proposal.entity))\(way)")
    } else {
      lines += wrapped("\(view.proposal.entity) is gone\(way)")
    }
    guard let version = view.version else { return lines }
    lines += wrapped(
      "\(view.files.count == 1 ? "the file" : "the files") of \(list(view.files)) \(view.files.count == 1 ? "is" : "are") written anew under the version \(version), and undo does not reach behind that"
        + (view.earlierVersion.map { "; \($0) is kept as it was" } ?? ""))
    return lines
  }

  // MARK: Derivations

  func derivation(_ view: DerivationView) -> [String] {
    guard !view.steps.isEmpty else {
      if view.declaredCount == 0 {
        return wrapped(
          "nothing is declared of \(view.entity), so nothing follows: dependency \(view.entity): \(view.goal) declares it"
        )
      }
      var lines = wrapped("\(view.goal) does not follow from what is declared of \(view.entity)")
      let agreeing = view.counterexample.filter(\.agrees).map(\.column)
      let differing = view.counterexample.filter { !$0.agrees }.map(\.column)
      let same = agreeing.isEmpty ? "two objects may agree in nothing" : "two objects may agree in \(list(agreeing))"
      lines += wrapped(
        "  \(same) and differ in \(list(differing)), and keep to everything that is declared", rest: "    ")
      return lines
    }
    let rows = view.steps.enumerated().map { ["\($0.offset + 1)", $0.element.text, words($0.element.rule)] }
    return wrapped("\(view.entity): \(view.goal) follows")
      + TextTable(columns: [.trailing(""), "", ""], rows: rows).lines(style, indent: "  ")
  }

  private func words(_ rule: DerivationRule) -> String {
    switch rule {
    case .given: "declared"
    case .key: "a key decides everything"
    case .reflexivity: "what is there decides itself (reflexivity)"
    case .augmentation(let step, let added): "\(step), with \(added) on both sides (augmentation)"
    case .transitivity(let first, let second): "\(first), then \(second) (transitivity)"
    case .union(let first, let second): "\(first) and \(second) together (union)"
    case .decomposition(let step): "a part of \(step) (decomposition)"
    case .pseudotransitivity(let first, let second, let added):
      "\(first), then \(second), with \(added) (pseudotransitivity)"
    case .replication(let step): "\(step): one value is a set of values (replication)"
    case .complementation(let step): "what \(step) leaves (complementation)"
    case .multivaluedAugmentation(let step, let added): "\(step), with \(added) (augmentation)"
    case .multivaluedTransitivity(let first, let second): "\(first), then \(second) (transitivity)"
    case .multivaluedUnion(let first, let second): "\(first) and \(second) together (union)"
    case .difference(let first, let second): "\(first) without \(second) (difference)"
    case .intersection(let first, let second): "what \(first) and \(second) share (intersection)"
    case .coalescence(let first, let second):
      "\(first), of which something else decides the part (\(second)) (coalescence)"
    }
  }
}
