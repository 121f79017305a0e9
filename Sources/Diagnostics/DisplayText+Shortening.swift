/// Texts that have more to say than there is room for.
extension DisplayText {
  /// The unit in which the room for a text is counted.
  public enum Room: Sendable {
    /// Characters, as a reader counts them.
    case characters
    /// The cells of a terminal; see ``DisplayText/width(_:)-swift.type.method``.
    case cells
  }

  /// Returns the text, or the words at its beginning that fit, and `…`: `The Hitchhiker's Guide to …`.
  ///
  /// A word is cut only where leaving it out would leave less than half of the room filled, and never inside a character.
  /// O(limit).
  /// - Parameter limit: the most characters or cells that the result has, the `…` counted.
  public static func beginning<Text: StringProtocol>(
    of text: Text, upTo limit: Int, in room: Room = .characters
  ) -> String {
    if text.utf8.count <= limit { return String(text) }
    guard let count = kept(of: text, limit, room) else { return String(text) }
    return limit > 0 ? text.prefix(count) + "…" : ""
  }

  /// Returns the text, or `…` and the words at its end that fit, as ``beginning(of:upTo:in:)`` keeps those at the
  /// beginning. O(limit).
  public static func ending<Text: StringProtocol>(
    of text: Text, upTo limit: Int, in room: Room = .characters
  ) -> String {
    if text.utf8.count <= limit { return String(text) }
    guard let count = kept(of: text.reversed(), limit, room) else { return String(text) }
    return limit > 0 ? "…" + text.suffix(count) : ""
  }

  /// How many characters are kept, with the space before what is left out; nil where all of them fit.
  private static func kept(of characters: some Sequence<Character>, _ limit: Int, _ room: Room) -> Int? {
    var used = 0
    var count = 0
    var fitting = 0
    var words = 0
    for character in characters {
      used += room == .characters ? 1 : width(String(character))
      if used > limit { return words * 2 >= fitting ? words : fitting }
      count += 1
      guard used < limit else { continue }
      fitting = count
      if character.isWhitespace { words = count }
    }
    return nil
  }
}
