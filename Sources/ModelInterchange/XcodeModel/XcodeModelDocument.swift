import Diagnostics
import ObjectGraph

/// The `contents` file of an `.xcdatamodel`: a Core Data model as Xcode keeps it.
///
/// The document has everything that is in the file. A `ManagedObjectModel` has what this workbook knows; it is read
/// from the document, and its changes are merged into the document, so that everything else stays as it was.
///
/// ```swift
/// let document = try XcodeModelDocument(SourceText(text, name: "contents"))
/// var model = document.model(named: "League").model
/// model[entity: "Team"]?[property: "city"] = .attribute(AttributeDescription("city", .string, isOptional: true))
/// document.merging(model).document.text     // differs in one line
/// ```
public struct XcodeModelDocument: Hashable, Sendable {
  /// The XML. Its root is a `model`.
  public private(set) var markup: MarkupDocument
  /// The text that it was read from, for the places of findings; nil for one that was made here.
  public private(set) var source: SourceText?

  /// Reads a `contents` file. O(bytes).
  /// - Throws: a `Diagnostic` with its place if it is not well-formed XML or no Core Data model. See
  ///   ``MarkupDocument/init(_:)``.
  public init(_ source: SourceText) throws(Diagnostic) {
    let markup = try MarkupDocument(source)
    guard markup.root.name == "model", markup.root["type"] ?? Self.type == Self.type else {
      let found = markup.root["type"].map { "its type is \(DisplayText.visible($0))" }
      let offset = markup.root.offset ?? 0
      throw Diagnostic(
        "not-a-model",
        "this is XML, but no Core Data model: "
          + (found ?? "the outermost element is <\(DisplayText.visible(markup.root.name))>"),
        at: SourceRange(offset, offset + 1 + markup.root.name.utf8.count), source: source)
    }
    let entities = markup.root.elements("entity")
    if entities.count > MarkupLimits.entities {
      throw Diagnostic(
        "model-too-large", "the model has more than \(DisplayText.grouped(MarkupLimits.entities)) entities",
        at: entities[MarkupLimits.entities].range, source: source)
    }
    self.markup = markup
    self.source = source
  }

  /// Whether the first element of a text is a `model`, whatever it has inside. O(length of what comes before).
  static func isBegun(in text: String) -> Bool {
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard let end = rest.hasPrefix("<?") ? "?>" : rest.hasPrefix("<!--") ? "-->" : nil else { break }
      guard let found = rest.range(of: end) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasPrefix("<model") && rest.dropFirst(6).first.map { $0.isWhitespace || $0 == ">" || $0 == "/" } == true
  }

  /// A document without entities, as Xcode begins one.
  public init() {
    markup = MarkupDocument(
      root: MarkupElement(
        "model",
        [
          // The versions are those of a file of 2022.
          ("type", Self.type), ("documentVersion", "1.0"), ("lastSavedToolsVersion", "20084"),
          ("systemVersion", "21D62"), ("minimumToolsVersion", "Automatic"), ("sourceLanguage", "Swift"),
          ("userDefinedModelVersionIdentifier", ""),
        ]))
  }

  init(_ markup: MarkupDocument, _ source: SourceText?) {
    self.markup = markup
    self.source = source
  }

  private static let type = "com.apple.IDECoreDataModeler.DataModel"

  /// The text of the file. O(size).
  public var text: String { markup.text }

  /// Whether two documents have the same content, wherever they were read from. O(size).
  public static func == (left: XcodeModelDocument, right: XcodeModelDocument) -> Bool { left.markup == right.markup }

  /// Feeds the content. O(size).
  public func hash(into hasher: inout Hasher) { hasher.combine(markup) }
}
