import Courses
import Diagnostics
import WorkbookLanguage

extension Grader {
  /// The most points that question marks cost: from the second on, it is one mistake, made again.
  private static let mostForQuestionMarks = 2

  /// Returns the verdict on a failed answer with the question marks that its properties lack, if that is no worse after one point is
  /// taken for those without which a property could not be added, and one for each of the first two others. It never passes.
  ///
  /// Without the question mark, statements and checks fail that use the property: one slip would cost what they are worth together.
  /// An end that the exercise has a wrong answer for is no slip.
  func withQuestionMarks(
    _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise]
  ) -> Verdict? {
    guard verdict.status == .failed else { return nil }
    let refused = verdict.diagnostics.filter {
      $0.severity == .error && $0.id == Diagnostic.ID.missingValue && $0.fix != nil
    }
    let isSlip = verdict.misconception == nil && !verdict.isUntouched
    let lacking = isSlip ? missingMarks(in: answer, prepared, besides: others) : []
    guard let source = refused.first?.source ?? lacking.first?.source else { return nil }
    let defaults = refused.isEmpty ? [:] : defaults(in: answer, prepared, besides: others)
    let needed = Set(
      refused.filter { $0.source == source }.compactMap(\.fix).map { fix in
        defaults[fix.range.lowerBound].map { Diagnostic.Fix(fix.range, with: " = \($0)") } ?? fix
      })
    let isDefault = !needed.isEmpty && needed.allSatisfy { $0.replacement != "?" }
    let wanted = lacking.filter { $0.fix.map(needed.contains) == false }
    let lines = wanted.map(\.message)
    let slip = Slip(
      in: prepared.exercise,
      [
        (.fitsObjects, isDefault ? .theDefault : .theQuestionMark, refused.map(\.message), min(needed.count, 1)),
        (.hasQuestionMarks, .theQuestionMark, lines, min(wanted.count, Self.mostForQuestionMarks)),
      ])
    let mended = mended(
      verdict, prepared, source.applying(needed.union(wanted.compactMap(\.fix))), besides: others, slip, of: refused)
    guard let mended, mended.score > verdict.score || mended.score == verdict.score && mended.score > 0
    else { return nil }
    return mended
  }

  /// Returns the defaults, as they are written, that solutions give to required attributes which an answer adds without one, by the end
  /// of their types in the answer.
  private func defaults(
    in answer: SourceText, _ prepared: PreparedExercise, besides others: [PreparedExercise]
  ) -> [Int: String] {
    var found: [Int: String] = [:]
    for added in read(answer, of: prepared, besides: others).tree.statements.flatMap(\.requiredProperties) {
      for end in prepared.solutions.ends {
        guard let attribute = end.model[entity: added.entity]?[property: added.property]?.attribute,
          !attribute.isOptional, let text = PropertyText.defaultText(attribute)
        else { continue }
        found[added.type.range.upperBound] = text
      }
    }
    return found
  }

  /// Returns a message for each property that an answer declares as required and every solution that has it as optional, with the
  /// question mark as its fix.
  private func missingMarks(
    in answer: SourceText, _ prepared: PreparedExercise, besides others: [PreparedExercise]
  ) -> [Diagnostic] {
    // Properties are declared with a colon or an arrow.
    guard answer.text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ">") }) else { return [] }
    let optional = prepared.solutions.newOptionalProperties
    guard !optional.isEmpty else { return [] }
    let tree = read(answer, of: prepared, besides: others).tree
    return tree.statements.flatMap(\.requiredProperties).filter { optional.contains("\($0.entity).\($0.property)") }.map
    {
      let mark = Diagnostic.Fix($0.type.range.end, with: "?")
      let line = tree.source.position(at: $0.type.range.lowerBound).line
      return Diagnostic(
        Diagnostic.ID.missingValue,
        prepared.exercise.words(.mayBeMissing, "\($0.entity).\($0.property)", "\($0.type)", "\(line)"),
        at: $0.type.range, fix: mark, source: tree.source)
    }
  }
}

extension Solutions {
  /// The properties, `Walk.minutes`, that every solution that has them has as optional, and the start does not.
  fileprivate var newOptionalProperties: Set<String> {
    var optional: Set<String> = []
    var required: Set<String> = []
    for (entity, property) in ends.flatMap({ end in
      end.model.entities.flatMap { e in e.properties.map { (e.name, $0) } }
    }) {
      if property.isOptional {
        optional.insert("\(entity).\(property.name)")
      } else {
        required.insert("\(entity).\(property.name)")
      }
    }
    return optional.subtracting(required)
  }
}

extension Statement {
  /// The properties that it declares with a type, and without a question mark or a default value.
  fileprivate var requiredProperties: [(entity: String, property: String, type: Identifier)] {
    func type(_ kind: PropertyKind?) -> Identifier? {
      switch kind {
      case .attribute(let type, isOptional: false, defaultValue: nil), .toOne(let type, isOptional: false): type
      default: nil
      }
    }
    guard case .model(let change) = kind else { return [] }
    switch change {
    case .entity(let entity):
      return entity.members.compactMap { member in
        guard case .property(let property) = member else { return nil }
        return type(property.kind).map { (entity.name.text, property.name.text, $0) }
      }
    case .add(let entity, .property(let property)):
      return type(property.kind).map { [(entity.text, property.name.text, $0)] } ?? []
    case .changeProperty(let reference, let kind, _):
      return type(kind).map { [(reference.entity.text, reference.property.text, $0)] } ?? []
    default: return []
    }
  }
}
