import Diagnostics
import ObjectGraph

/// Check (b), first normal form: properties that differ in a number alone.
package enum RepeatingGroup: ReviewRule {
  package static let page = RulePage(
    id: "repeatingGroup", title: "numbered properties are a list in disguise",
    why: """
      With player1 to player4 there is no fifth player, a question about all of them has to be asked four times, and \
      someone has to keep the numbers free of gaps. A to-many takes as many players as there are.
      """,
    example: """
      entity Contact { phone1: String?; phone2: String?; phone3: String? }
      """,
    fix: "make one to-many relationship of them")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var groups: [String] = []
    let found = subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.repeated ?? []).flatMap { repeated -> [Finding] in
        guard case .numbered(let families) = repeated else { return [] }
        var finder = ProposalFinder(subject.model)
        let proposal = repeated.proposal(&finder, of: relation.entity)
        // Pairs that are numbered with one word have several values: one finding.
        let stems = Dictionary(grouping: families.filter { $0.numbers.count == 2 }) { "\($0.stem) \($0.numbers)" }
        // In an app's model, two to four are as a rule fixed: by a game, a form, a bank. Three phones are not.
        let isModel = subject.options.contains(.xcode)
        let told = families.filter {
          isModel
            ? $0.numbers.count > ($0.isOpenList ? 2 : 4)
            : $0.numbers.count > 2 || stems["\($0.stem) \($0.numbers)"]?.first == $0
        }
        groups += told.compactMap { family in
          family.members.last.map { "\(relation.entity).\(family.members[0]) to \($0)" }
        }
        return told.enumerated().map { place, family -> Finding in
          let others = (stems["\(family.stem) \(family.numbers)"] ?? []).dropFirst().compactMap(\.members.first)
          let extent = family.pair.map { pair in
            " in \(pair.both == pair.first ? "all \(pair.first)" : "\(pair.both) of \(pair.first)") objects"
          }
          return Finding(
            page.id, extent == nil ? .warning : .note, relation.entity, family.members.joined(separator: ","),
            "\(family.members.joined(separator: ", ")) of \(relation.entity)"
              + (others.isEmpty ? "" : ", with \(Listing.text(others)) and the like,")
              + " are several values of one kind" + (extent ?? ""),
            fix: "make one to-many relationship of them", proposal: place == 0 ? proposal : nil,
            isTentative: extent != nil
          ).asked("is their number fixed?", "if not, with code that copies the values", in: subject)
        }
      }
    }
    // One question for a model: whether a number is fixed, its author decides once.
    guard subject.options.contains(.xcode), found.count > 1, var first = found.first else { return found }
    first.determinant = found.dropFirst().map { "\($0.entity).\($0.property)" }.joined(separator: ",")
    first.message = "\(Listing.text(groups)) are several values of one kind each; is their number fixed?"
    first.fix = "if not, with code that copies the values: make one to-many relationship of each"
    first.proposal = nil
    return [first]
  }
}
