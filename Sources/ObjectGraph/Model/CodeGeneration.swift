/// The Swift code that Xcode generates for an entity when the app is built; the raw value is the workbook's word.
public enum CodeGeneration: String, Hashable, Sendable, CaseIterable {
  /// The class and its properties ("Class Definition"): Xcode's choice for a new entity.
  case classDefinition = "class"
  /// The properties alone; the class is written by hand ("Category/Extension").
  case category
  /// Nothing ("Manual/None").
  case manual = "none"
}
