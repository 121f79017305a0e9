import CoreDataStore
import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// Groups, and how fetches find what they find.
extension OutcomeRenderer {
  func groups(_ table: GroupTable) -> Document {
    var lines = Document()
    if table.count == 0 {
      lines.append(StyledText(table.kind == .groups ? "no groups" : "no rows"))
    } else {
      let columns = table.columns.map { TextTable.Column($0.name, $0.isNumber ? .trailing : .leading) }
      lines += Document(TextTable(columns: columns, rows: table.rows.map { $0.map(cell) }))
      lines += rest(table.count - table.rows.count)
      let noun = table.kind == .groups ? "group" : "row"
      lines.append(StyledText(table.count == 1 ? "1 \(noun)" : "\(grouped(table.count)) \(noun)s", .faint))
    }
    if table.unsavedCount > 0 {
      let objects =
        counted(table.unsavedCount, "object has changes", "objects have changes")
      let word = table.kind == .groups ? "group" : "select"
      lines += wrapped("\(word) reads what is saved, as in Core Data: \(objects) that only a save will bring in")
    }
    return lines
  }

  func plan(_ view: FetchPlanView) -> Document {
    let rows = view.plan.steps.enumerated().flatMap { number, step in
      [["\(number + 1)", words(step.kind), grouped(step.rowsIn), grouped(step.rowsOut)]]
        + step.parts.map { part in
          let indent = String(repeating: "  ", count: part.depth)
          return ["", indent + part.condition, grouped(part.rowsIn), grouped(part.rowsOut)]
        }
    }
    var lines = Document(
      TextTable(columns: [.trailing(""), "step", .trailing("of"), .trailing("left")], rows: rows))
    lines.append(StyledText("\(objects(view.plan.found)) found", .faint))
    lines += view.unusedIndexes.flatMap { wrapped($0) }
    guard let inStore = view.inStore else { return lines }
    return lines + wrapped("opened with lazy, the store would find them so:") + storePlan(inStore)
  }

  /// How a file finds the objects of a fetch.
  func storePlan(_ view: StorePlanView) -> Document {
    var lines = Document()
    if let reason = view.wholeStoreReason {
      lines += wrapped("the whole store is read into memory: \(reason)")
    } else {
      lines += wrapped(StyledText(DisplayText.visible(view.statement)), first: "  ", rest: "    ")
      for step in view.steps {
        lines += wrapped(StyledText(DisplayText.visible(step)), first: "  └ ", rest: "    ")
      }
    }
    var rows = view.parts.map { [DisplayText.visible($0.condition), words($0.decider)] }
    if let order = view.order, let decider = view.orderDecider {
      rows.append([DisplayText.visible("sort \(order)"), words(decider)])
    }
    if !rows.isEmpty { lines += Document(TextTable(columns: ["part", "decided by"], rows: rows)) }
    if let found = view.found {
      let read = view.read.map { "; \(objects($0)) read into memory" } ?? ""
      lines.append(StyledText("\(objects(found)) found\(read)", .faint))
    }
    return lines
  }

  private func words(_ decider: StoreFetch.Plan.Decider) -> String {
    switch decider {
    case .sqlite: "SQLite"
    case .sqliteThenMemory: "SQLite, then memory"
    case .memory: "memory"
    }
  }

  private func words(_ kind: FetchPlan.Kind) -> String {
    switch kind {
    case .all(let entity): return "begin with every \(entity)"
    case .index(let entity, let attribute, let condition, let reread):
      let again = reread == 0 ? "" : " (\(grouped(reread)) read again, changed since)"
      return "look into the index of \(entity).\(attribute): \(condition)\(again)"
    case .objects(let entity, let condition): return "take the \(entity) that is named: \(condition)"
    case .inverse(let entity, let relationship): return "go from there back along \(entity).\(relationship)"
    case .filter(let condition, let isColumnar):
      return isColumnar ? "keep those with \(condition)" : "keep those with \(condition), asked one by one"
    case .farFilter(let entity, let condition): return "first ask every \(entity) for \(condition)"
    case .sort(let keys): return "sort by \(keys.joined(separator: ", "))"
    case .slice(let offset, let limit):
      let left = offset > 0 ? "leave out the first \(grouped(offset))" : ""
      let taken = limit.map { "take at most \(grouped($0))" } ?? ""
      return [left, taken].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  func fetchedProperty(_ view: FetchedPropertyView) -> Document {
    var lines: Document = ["\(DisplayText.visible(view.property)) of \(styled(view.owner))"]
    guard let condition = view.condition, let substituted = view.substituted else {
      lines.append("  finds every \(view.destination)\(view.order)")
      return lines + found(view)
    }
    lines += wrapped(
      StyledText("written: fetch \(view.destination) where \(condition)\(view.order)"), first: "  ", rest: "    ")
    lines += wrapped(
      StyledText("asked: fetch \(view.destination) where \(substituted)\(view.order)"), first: "  ", rest: "    ")
    return lines + found(view)
  }

  private func found(_ view: FetchedPropertyView) -> Document {
    guard case .list(_, let total) = view.found, total > 0 else { return ["  finds: nothing"] }
    return wrapped(StyledText("finds: ") + styled(view.found), first: "  ", rest: "    ")
  }
}

/// Why a fetch finds what it finds.
extension OutcomeRenderer {
  /// `Player#3 Nash is not in it`, and a line for each part that decided.
  func explained(_ explanation: MembershipExplanation) -> Document {
    let head = "\(explanation.object) is \(explanation.isFound ? "in it" : "not in it")"
    return [StyledText(DisplayText.visible(head))]
      + explanation.reasons.flatMap {
        wrapped(StyledText(DisplayText.visible($0)), first: "  ", rest: "    ")
      }
  }
}
