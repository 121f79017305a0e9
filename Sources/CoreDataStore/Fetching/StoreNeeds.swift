import ObjectGraph
import Predicates

/// The links that a predicate or a sort order follows from the fetched objects. The objects at their ends must be in memory,
/// too.
struct StoreNeeds {
  /// Objects of an entity, and the relationships that lead on from them.
  final class Step {
    let entity: String
    private(set) var next: [(link: StoreLayout.Link, step: Step)] = []

    init(_ entity: String) { self.entity = entity }

    func following(_ link: StoreLayout.Link) -> Step {
      if let known = next.first(where: { $0.link.description.name == link.description.name }) { return known.step }
      let step = Step(link.description.destination)
      next.append((link, step))
      return step
    }
  }

  let layout: StoreLayout
  private let model: ManagedObjectModel
  let root: Step
  /// Whether no list of links is enough, so that the whole store must be in memory.
  private(set) var isUnbounded = false

  init(_ file: CoreDataFile, entity: String) {
    layout = file.layout
    model = file.model
    root = Step(entity)
  }

  /// Adds all relationships of the objects themselves.
  mutating func addLinks() {
    for link in layout.entities.filter({ layout.entity(named: root.entity)?.kinds.contains($0.number) == true })
      .flatMap(\.links)
    {
      _ = root.following(link)
    }
  }

  mutating func add(_ keys: [String]) { _ = follow(keys[...], from: root) }

  mutating func add(_ predicate: Predicate) { add(predicate, root, [:]) }

  private mutating func add(_ predicate: Predicate, _ step: Step, _ variables: [String: Step]) {
    switch predicate.kind {
    case .constant: break
    case .and(let operands), .or(let operands): for operand in operands { add(operand, step, variables) }
    case .not(let operand): add(operand, step, variables)
    case .truth(let expression): _ = add(expression, step, variables)
    case .comparison(let comparison):
      _ = add(comparison.left, step, variables)
      _ = add(comparison.right, step, variables)
    }
  }

  /// Adds an expression; returns the objects that it leads to, nil where it gives values.
  private mutating func add(_ expression: Expression, _ step: Step, _ variables: [String: Step]) -> Step? {
    switch expression.kind {
    case .constant: return nil
    case .candidate: return step
    case .variable(let name):
      if let known = variables[name] { return known }
      isUnbounded = true
      return nil
    case .key(let base, let key):
      if case .constant = base.kind {
        // The values of an object that is named are not in memory.
        isUnbounded = true
        return nil
      }
      guard let from = add(base, step, variables) else { return nil }
      return follow([key], from: from)
    case .index(let base, let index):
      let found = add(base, step, variables)
      if case .position(let position) = index { _ = add(position, step, variables) }
      return found
    case .aggregate(let elements):
      for element in elements { if add(element, step, variables) != nil, !element.isPath { isUnbounded = true } }
      return nil
    case .negation(let operand), .onesComplement(let operand), .cast(let operand, _):
      _ = add(operand, step, variables)
      return nil
    case .binary(let sign, let left, let right):
      let sides = [add(left, step, variables), add(right, step, variables)]
      if [.union, .intersect, .minus].contains(sign), sides.contains(where: { $0 != nil }) { isUnbounded = true }
      return nil
    case .subquery(let collection, let variable, let predicate):
      guard let members = add(collection, step, variables) else {
        isUnbounded = true
        return nil
      }
      var inner = variables
      inner[variable] = members
      add(predicate, step, inner)
      return members
    case .function(let name, let arguments):
      for argument in arguments { _ = add(argument, step, variables) }
      if FunctionName(name)?.handsOnObjects != false { isUnbounded = true }
      return nil
    case .ternary, .variableKey, .assignment, .selector, .argument, .anyKey, .extension:
      isUnbounded = true
      return nil
    }
  }

  private mutating func follow(_ keys: ArraySlice<String>, from step: Step) -> Step? {
    var here = step
    for key in keys {
      // @count, @avg, @unionOfObjects: of the objects that are there already.
      if key.hasPrefix("@") { continue }
      guard let entity = layout.entity(named: here.entity) else {
        isUnbounded = true
        return nil
      }
      if let link = entity.links.first(where: { $0.description.name == key }) {
        if !link.isPlain { isUnbounded = true }
        here = here.following(link)
        continue
      }
      if key == "self" { continue }
      // The key of a value, such as an attribute, or of the object itself.
      if model.property(key, of: here.entity)?.property.attribute != nil || Self.objectKeys.contains(key) { return nil }
      isUnbounded = true
      return nil
    }
    return here
  }

  private static let objectKeys = Set(ObjectKey.inConditions + [ObjectKey.entity.rawValue])
}

extension Expression {
  fileprivate var isPath: Bool { keyPath != nil }
}
