import Diagnostics

/// The entities that a review cannot judge for want of objects: they are not said to be in order.
package struct UnjudgedEntities: Hashable, Sendable {
  /// The entities with objects, and too few of them to show a dependency, with their counts.
  private var tooFew: [String] = []
  /// Whether there are entities that could have dependencies, and no objects at all.
  private var lacksObjects = false

  package init() {}

  package init(in subject: ReviewSubject) {
    let few = subject.relations.filter { 1..<Evidence.leastRows ~= $0.rowCount && $0.columns.count > 1 }
    tooFew = few.map { "\($0.entity) (\($0.rowCount))" }
    lacksObjects =
      !subject.relations.contains { $0.rowCount > 0 && $0.columns.count > 1 }
      && subject.relations.contains { $0.columns.count > 1 }
  }

  package var isEmpty: Bool { tooFew.isEmpty && !lacksObjects }

  /// One sentence for the end of a review; nil if there is nothing to say.
  /// - Parameter isClean: whether the review has found nothing. What was found needs no word about objects that are missing.
  package func text(isClean: Bool) -> String? {
    let least = Evidence.leastRows
    if !tooFew.isEmpty {
      return "too few objects to judge dependencies: \(Listing.text(tooFew)); they show from about \(least) on"
    }
    return lacksObjects && isClean
      ? "there are no objects to judge: dependencies show from about \(least) objects of an entity on" : nil
  }
}
