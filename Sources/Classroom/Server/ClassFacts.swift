/// The facts that the server of a class knows from its start.
package struct ClassFacts: Sendable {
  package var secret: String
  /// The word that students type to join.
  package var code: String
  /// The key of the board that shows the code.
  package var boardKey: String
  /// The students' address, as they type it: `http://192.168.1.7:8642`.
  package var address: String
  /// The names that the server goes by in addresses, in lower case, besides its numbers.
  package var names: Set<String>
  package var port: UInt16
  package var day: String
  /// The address before a proxy; nil for a class without one.
  package var publicAddress: PublicAddress?
  /// The addresses of proxies that say from where a request came.
  package var proxies: Set<String> = []
  /// Whether only this computer can connect, so that no student's device can.
  package var isLocal = false
  /// Whether prompts are locked while a question is undecided.
  package var locksPrompts = true
  /// The students who may join; nil for everyone who has the code.
  package var roster: ClassRoster?
  /// The classes of the lesson that were not ended when this one began, in words.
  package var interrupted: [String] = []
  /// The address of the lesson in the book, where students go on alone after the class; nil where there is none.
  package var lessonInBook: String?
  /// A number for this start of the server: events of another one cannot be continued.
  package var start: String

  /// The address with the code, for the picture that phones read.
  package var joinAddress: String { "\(address)/?code=\(code)" }

  /// The path before those of the pages, `/book`; empty for none.
  var basePath: String { publicAddress?.basePath ?? "" }

  package init(
    secret: String, code: String, boardKey: String, address: String, names: Set<String> = ["localhost"], port: UInt16,
    day: String, start: String
  ) {
    self.secret = secret
    self.code = code
    self.boardKey = boardKey
    self.address = address
    self.names = names
    self.port = port
    self.day = day
    self.start = start
  }
}
