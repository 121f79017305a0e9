/// A browser that listens for events.
struct Listener: Sendable {
  /// Who listens, and so what is sent.
  enum Audience: Hashable, Sendable {
    case board(hasKey: Bool)
    case teacher
    case student(Int)
  }

  var audience: Audience
  /// The number of the listener; see ``ClassHost``.
  var number: Int
  /// The last event that the browser has had; 0 for none.
  var lastEvent: Int
}
