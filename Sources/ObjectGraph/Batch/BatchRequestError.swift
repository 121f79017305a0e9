import Diagnostics

/// The reason why no store can run a batch request. Nothing was written; the words are in ``diagnostic``.
public enum BatchRequestError: Error, Hashable, Sendable {
  /// A relationship or fetched property: only attributes are set.
  case notAnAttribute(String, entity: String)
  /// A transient attribute, which no store keeps.
  case transient(String, entity: String)
  /// A required attribute that an update sets to nil (1570; published decompilations of Core Data, not run by us).
  case missingValue(String, entity: String)
  /// An update without anything to set.
  case nothingToSet
  /// A deletion that would leave required relationships empty (134050); never empty.
  case requiredInverses([EmptiedRelationship])
}

extension BatchRequestError: ExplainedError {
  /// The words; no range. O(length of the message).
  public var diagnostic: Diagnostic {
    switch self {
    case .notAnAttribute(let key, let entity):
      Diagnostic(
        "batch-relationship",
        "\(entity).\(DisplayText.visible(key)) is not an attribute, and a batch sets only attributes",
        hint: "set relationships on the objects, and save")
    case .transient(let key, let entity):
      Diagnostic("batch-transient", "\(entity).\(DisplayText.visible(key)) is transient, so no store has it")
    case .missingValue(let key, let entity):
      Diagnostic(
        "batch-missing",
        "\(entity).\(DisplayText.visible(key)) is required: a batch update refuses nil (\(ValidationCode.missingMandatoryProperty.rawValue))"
      ).with(code: ValidationCode.missingMandatoryProperty.rawValue)
    case .nothingToSet: Diagnostic("batch-empty", "a batch update needs properties to set")
    case .requiredInverses(let emptied):
      Diagnostic(
        "batch-required-inverse",
        "a batch delete refuses to leave a required relationship empty (\(StoreCode.saveConflicts.rawValue))",
        notes: emptied.map(\.line)
      ).with(code: StoreCode.saveConflicts.rawValue)
    }
  }
}

extension EmptiedRelationship {
  /// The object, what it requires, and the code: `Role#1: conversation is required and would be
  /// nil (134050)`.
  public var line: String { "\(object): \(words)" }

  /// The words without the object.
  package var words: String {
    "\(DisplayText.visible(key)) is required and would be \(isToMany ? "empty" : "nil") (\(StoreCode.saveConflicts.rawValue))"
  }
}
