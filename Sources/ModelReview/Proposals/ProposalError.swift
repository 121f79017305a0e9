import Diagnostics
import ObjectGraph
import Predicates

/// The reason why a proposal cannot be applied without losing or inventing something.
package enum ProposalError: Error, Hashable, Sendable {
  /// An object has values and nothing that could carry them: no team, and a colour.
  case nothingToCarry(ManagedObjectID, keys: [String], missing: [String])
  /// Two objects agree on what decides, and not on what should follow.
  case contradiction(ManagedObjectID, ManagedObjectID, determinant: [String], dependent: String)
  /// The destination says something else already.
  case destinationDisagrees(ManagedObjectID, destination: ManagedObjectID, key: String)
  /// A copy is not what would be read instead.
  case copyDiffers(ManagedObjectID, key: String, path: [String])
  /// A number is free before one that is taken: what comes after would get another number.
  case gap(ManagedObjectID, key: String)
  /// A text has a part twice, or an empty one.
  case unevenList(ManagedObjectID, attribute: String)
  /// The same row occurs twice: the parts could not distinguish the two.
  case duplicateRows(ManagedObjectID, ManagedObjectID)
  /// Something is missing in an association.
  case missingValue(ManagedObjectID, key: String)
  /// The parts together do not give back the original rows. `count` rows differ.
  case lossy(count: Int)
  /// A name is not free any more, or something that it needs is not there.
  case modelChanged(String)
}

extension ProposalError {
  /// The words, with objects named by the caller.
  package func diagnostic(naming label: (ManagedObjectID) -> String) -> Diagnostic {
    let keep = "nothing has been changed"
    switch self {
    case .nothingToCarry(let object, let keys, let missing):
      let key = keys.first ?? ""
      return Diagnostic(
        "not-lossless", "\(label(object)) has a \(key) but no \(missing.joined(separator: ", ")) that could carry it",
        hint: "set its \(missing.joined(separator: ", ")), or take its \(key) away, and ask again", notes: [keep])
    case .contradiction(let first, let second, let determinant, let dependent):
      return Diagnostic(
        "not-lossless",
        "\(label(first)) and \(label(second)) have the same \(determinant.joined(separator: ", ")) and not the same \(dependent)",
        hint: "make them agree first: only one \(dependent) can be kept", notes: [keep])
    case .destinationDisagrees(let object, let destination, let key):
      return Diagnostic(
        "not-lossless", "\(label(destination)) has another \(key) than \(label(object))",
        hint: "make them agree first", notes: [keep])
    case .copyDiffers(let object, let key, let path):
      let source = path.joined(separator: ".")
      return Diagnostic(
        "not-lossless", "the \(key) of \(label(object)) is not its \(source)",
        hint: "make them agree first", notes: [keep])
    case .gap(let object, let key):
      return Diagnostic(
        "not-lossless", "\(label(object)) has no \(key), but one with a higher number",
        hint: "close the gap first: a list has no empty places", notes: [keep])
    case .unevenList(let object, let attribute):
      return Diagnostic(
        "not-lossless", "the \(attribute) of \(label(object)) has an empty part, or one part twice",
        hint: "tidy it up first", notes: [keep])
    case .duplicateRows(let first, let second):
      return Diagnostic(
        "not-lossless", "\(label(first)) and \(label(second)) say the same", hint: "delete one of them first",
        notes: [keep])
    case .missingValue(let object, let key):
      return Diagnostic(
        "not-lossless", "\(label(object)) has no \(key), so it is not a row of the parts",
        hint: "give it one, or delete it first", notes: [keep])
    case .lossy(let count):
      return Diagnostic(
        "not-lossless",
        "joined again, the parts would differ from the data in \(counted(count, "row"))",
        hint: "the dependency does not hold for these objects", notes: [keep])
    case .modelChanged(let what):
      return Diagnostic("proposal-stale", what, hint: "ask again with: normalize", notes: [keep])
    }
  }
}
