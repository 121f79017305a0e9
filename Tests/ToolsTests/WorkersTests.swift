import Testing

@testable import Tools

@Suite("Work on several threads")
struct WorkersTests {
  @Test("Every result is in its element's place", arguments: [0, 1, 2, 7], [0, 1, 3, 100])
  func places(threads: Int, elements: Int) {
    let found = Workers.map(Array(0..<elements), count: threads) { number in
      // The first ones take longest.
      (0..<(elements - number) * 100).reduce(number) { $0 &+ $1 &* 0 }
    }
    #expect(found == Array(0..<elements))
  }
}
