import Diagnostics
import ObjectGraph

extension ModelProblem {
  /// A relationship whose inverse does not exist, and the relationship of its destination that is meant.
  package typealias MeantInverse = (entity: String, relationship: String, destination: String, meant: String)

  /// The relationship that is meant by an inverse that does not exist: the only one of nearly that name, or else the only
  /// one that names this one as its inverse. Nil where there is none. O(relationships × length²).
  package func meantInverse(in index: ModelIndex) -> MeantInverse? {
    guard case .unknownInverse(let name, let relationship, let entity, let destination, let known) = self else {
      return nil
    }
    let near = Suggestions.nearest(to: name, among: known)
    if near.count == 1 { return (entity, relationship, destination, near[0]) }
    let partners = index.properties(of: destination).compactMap(\.relationship).filter {
      $0.inverse == relationship && index.isKind(entity, of: $0.destination)
    }
    return partners.count == 1 ? (entity, relationship, destination, partners[0].name) : nil
  }
}

extension [ModelProblem] {
  /// The problems without those that go when another one is mended: one for each cause.
  ///
  /// A relationship that another one misspells as its inverse has the inverse that it names as soon as the name is right,
  /// and where a relationship leads to no entity, nothing can be said about its inverse. O(problems × relationships).
  package func withoutConsequences(in index: ModelIndex) -> [ModelProblem] {
    let meant = Set(
      compactMap { problem -> String? in
        guard let (_, _, destination, name) = problem.meantInverse(in: index),
          let owner = index.property(name, of: destination)?.declaredBy
        else { return nil }
        return "\(index.model.entities[owner].name).\(name)"
      })
    return filter { problem in
      switch problem {
      case .inverseNotMutual(let name, let relationship, let entity, let destination, .some):
        let names = index.property(name, of: destination)?.property.relationship?.inverse
        return names == relationship || !meant.contains("\(entity).\(relationship)")
      case .inverseLeadsElsewhere(_, _, _, _, let leadsTo): return index.places[leadsTo] != nil
      default: return true
      }
    }
  }
}
