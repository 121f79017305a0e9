import Diagnostics
import ModelReview
import Normalization
import WorkbookLanguage

/// `normalize Player`: the table, its keys and dependencies, the form, what goes wrong, and the ways out.
extension OutcomeRenderer {
  func normalization(_ view: NormalizationView) -> Document {
    var lines = wrapped(
      StyledText("\(view.entity)", .name) + StyledText(": \(view.columns.joined(separator: ", "))"), rest: "  ")
    lines += keys(view)
    lines += dependencies(view)
    lines += form(view)
    if !view.sample.isEmpty {
      lines += wrapped("there are no objects yet, so this is shown on a few that are made up:", rest: "  ")
      lines += view.sample.flatMap(statement)
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
      lines += ["", StyledText("what you can do", .strong)]
      for proposal in view.proposals {
        lines += labelled("  \(proposal.number)", .name, width: 5, StyledText(words(proposal.proposal)))
        lines += proposal.edits.flatMap { wrapped(StyledText($0, .code), first: "       ", rest: "         ") }
        lines += givenUp(proposal.givenUp).flatMap {
          wrapped(StyledText("gives up: \($0)"), first: "     ", rest: "       ")
        }
      }
      let way =
        view.writesFiles
        ? "; the file is then rewritten, which undo does not take back" : "; undo takes it back"
      lines += wrapped(
        "apply \(view.proposals.count == 1 ? "1" : "and a number") does it, and takes the objects along\(way)"
      )
    }
    return lines
  }

  /// Text whose blanks in front are its indent.
  func wrapped(_ text: String, rest: String) -> Document {
    let start = text.prefix { $0 == " " }
    return wrapped(StyledText(text.dropFirst(start.count)), first: StyledText(start), rest: StyledText(rest))
  }

  // MARK: Keys and dependencies

  private func keys(_ view: NormalizationView) -> Document {
    if view.hasDeclaredKey {
      let keys = view.keys.map { key in
        switch key.count {
        case 0: "nothing: there is one \(view.entity) at most"
        case 1: key[0]
        default: "(\(key.joined(separator: ", ")))"
        }
      }
      return wrapped("  key\(keys.count == 1 ? "" : "s"): \(keys.joined(separator: "; or "))", rest: "    ")
    }
    var lines = wrapped("  no key is declared: only identity tells one \(view.entity) from another", rest: "    ")
    for key in view.optionalKeys {
      lines += wrapped("  \(key) is one to one, but optional: objects without one would be alike", rest: "    ")
    }
    if !view.keysInData.isEmpty {
      let keys = view.keysInData.map { $0.joined(separator: " with ") }.joined(separator: "; ")
      lines += wrapped("  different in each of these \(grouped(view.objectCount)) objects: \(keys)", rest: "    ")
    }
    return lines
  }

  private func dependencies(_ view: NormalizationView) -> Document {
    var lines = Document()
    if view.declared.isEmpty, view.found.isEmpty, view.nearMisses.isEmpty, view.copies.isEmpty {
      let least = Evidence.leastRows
      let objects =
        switch view.objectCount {
        case 0: "there are no objects"
        case 1..<least:
          "\(self.objects(view.objectCount)) \(view.objectCount == 1 ? "is" : "are") too few to judge dependencies: they show from about \(least) on"
        default: "the \(self.objects(view.objectCount)) show none beyond chance"
        }
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
      if found.objectCount < Evidence.leastRows { continue }
      lines += wrapped(
        "    in \(grouped(found.objectCount)) objects, of which \(grouped(found.redundantCount)) only say again what another one says",
        rest: "    ")
    }
    for copy in view.copies {
      lines += wrapped("  in \(copy.extent) \(copy.column) is \(copy.source)", rest: "    ")
      if !copy.stale.isEmpty {
        lines += wrapped(
          StyledText("not so: ") + styled(copy.stale, total: copy.staleCount), first: "    ", rest: "    ")
      }
      if !copy.unlinked.isEmpty {
        lines += wrapped(
          StyledText("without \(DisplayText.withArticle(copy.relationship)): ")
            + styled(copy.unlinked, total: copy.unlinkedCount), first: "    ", rest: "    ")
      }
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

  private func form(_ view: NormalizationView) -> Document {
    // An attribute that holds several values breaks the first form, whatever the dependencies say.
    let lists = view.repeated.map { repeated in
      repeated.delimiter == nil
        ? "\(list(repeated.names)) are several values of one kind" : "\(repeated.names[0]) holds several values"
    }
    let start =
      lists.isEmpty ? "normal form: " : "normal form: not 1NF, as \(lists.joined(separator: " and ")); apart from that "
    if view.isUnjudged {
      return wrapped(
        start + "\(name(view.form)) by what is declared; the objects show too many dependencies to judge them all")
    }
    if view.violations.isEmpty {
      if let copy = view.copies.first {
        let reason =
          copy.stale.isEmpty
          ? "this table alone breaks none, but \(copy.column) repeats \(copy.source)"
          : "open: if \(copy.column) is meant to be \(copy.source), it breaks 3NF, and some copies differ already"
        return wrapped(start + reason)
      }
      if view.isOpen {
        let objects =
          view.objectCount == 0 ? "there are no objects that could show one" : "the objects are too few to show one"
        return wrapped(
          start + "open: no dependency is declared, and \(objects); help dependency shows how to say what decides what")
      }
      let forms = (view.form >= .fifth ? "BCNF, and with it 4NF and 5NF" : view.form.name) + ", as far as is declared"
      guard lists.isEmpty else { return wrapped(start + forms) }
      if view.declared.isEmpty, !view.hasDeclaredKey, view.columns.count > 1 {
        return wrapped(
          start + forms
            + ": nothing is declared that could break it; help dependency shows how to say what decides what")
      }
      return wrapped(start + forms + ": everything here is a fact about the \(view.entity), and about nothing else")
    }
    var text = start + view.form.name
    if view.form < view.declaredForm {
      text +=
        !view.copies.isEmpty
        ? ", as the objects show"
        : ", as the objects show; by what is declared alone it would be \(name(view.declaredForm))"
    }
    return wrapped(text)
  }

  /// Forms above BCNF are distinguished only if something could break them.
  func name(_ form: NormalForm) -> String { form >= .fifth ? "BCNF" : form.name }

  // MARK: Violations

  private func violation(_ violation: NormalizationView.Violation, in view: NormalizationView) -> Document {
    var lines = wrapped(
      StyledText(violation.text, .strong) + StyledText(" breaks \(violation.form.name): \(reason(violation, view))"),
      rest: "  ")
    for anomaly in violation.anomalies {
      lines += wrapped(sentence(anomaly, violation, view.entity), first: "  ", rest: "    ")
      lines += anomaly.statements.flatMap(statement)
    }
    let differing = view.copies.first { copy in
      guard case .functional(let left, let right) = violation.kind else { return false }
      return left == [copy.relationship] && right.contains(copy.column) && !(copy.stale + copy.unlinked).isEmpty
    }
    if let differing {
      let objects = styled(differing.stale + differing.unlinked, total: differing.staleCount + differing.unlinkedCount)
      lines += wrapped(
        StyledText("first make \(differing.column) and \(differing.source) agree: ") + objects, first: "  ",
        rest: "    ")
      if let object = differing.stale.first?.reference {
        lines += statement("\(object).\(differing.column) = \(object).\(differing.source)")
      }
    } else if violation.proposal == nil {
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
      return StyledText("change: \(grouped(copies)) objects say ") + about
        + StyledText(". Change one of them, and they disagree:")
    case .delete(let count):
      guard case .functional = violation.kind else {
        return StyledText("delete: to take ") + styled(anomaly.value) + StyledText(" from ") + values()
          + StyledText(" takes \(objects(count)):")
      }
      return StyledText(count == 1 ? "delete: only " : "delete: only \(grouped(count)) objects say ")
        + (count == 1 ? styled(anomaly.object) + StyledText(" says ") : StyledText())
        + about + StyledText(". It goes with \(count == 1 ? "it" : "them"):")
    case .insert:
      return StyledText("insert: ") + about
        + StyledText(" cannot be recorded without making up \(DisplayText.withArticle(entity)):")
    case .insertMany(let count):
      return StyledText("insert: to give ") + styled(anomaly.value) + StyledText(" to ") + values()
        + StyledText(" takes \(objects(count)), and this is one of them:")
    case .deleteForced:
      return StyledText("delete: take ") + styled(anomaly.object)
        + StyledText(" away, and other objects still say what it said:")
    }
  }

  private func styled(_ value: ShownValue?) -> StyledText { value.map { styled($0) } ?? StyledText("it") }

  private func statement(_ text: String) -> Document {
    Document(source: DisplayText.visible(text), indent: 6)
  }

  /// Text after a label.
  func labelled(_ label: String, _ role: TextStyle.Role, width: Int, _ text: StyledText) -> Document {
    var first = StyledText(label, role)
    first.append(String(repeating: " ", count: max(0, width - first.width)))
    return wrapped(text, first: first, rest: StyledText(String(repeating: " ", count: width)))
  }

  func list(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
