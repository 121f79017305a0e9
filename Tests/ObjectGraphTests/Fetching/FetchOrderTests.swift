import ObjectGraph
import Predicates
import RandomOperations
import Testing

@Suite("The order of what is fetched")
struct FetchOrderTests {
  @Test(arguments: [
    (SortDescriptor("name"), ["", "Chapter 10", "Chapter 9", "Zoe", "chapter 9", "zoe", "Éva", "éva"]),
    (
      SortDescriptor("name", options: .caseInsensitive),
      ["", "Chapter 10", "Chapter 9", "chapter 9", "Zoe", "zoe", "Éva", "éva"]
    ),
    (
      SortDescriptor("name", options: [.caseInsensitive, .diacriticInsensitive]),
      ["", "Chapter 10", "Chapter 9", "chapter 9", "Éva", "éva", "Zoe", "zoe"]
    ),
    (
      SortDescriptor("name", comparison: .localizedStandard),
      ["", "chapter 9", "Chapter 9", "Chapter 10", "éva", "Éva", "zoe", "Zoe"]
    ),
    (
      SortDescriptor("name", isAscending: false),
      ["éva", "Éva", "zoe", "chapter 9", "Zoe", "Chapter 9", "Chapter 10", ""]
    ),
  ])
  func texts(descriptor: SortDescriptor, names: [String]) throws {
    let context = try ManagedObjectContext.checked(.league())
    for name in ["Zoe", "Chapter 10", "Éva", "Chapter 9", "", "zoe", "chapter 9", "éva"] {
      _ = try context.make("Team", ["name": .string(name)])
    }
    let nameless = try context.make("Team")
    let found = try context.fetch(FetchRequest("Team", sortDescriptors: [descriptor]))
    // nil comes first, or last when the order is turned.
    #expect((descriptor.isAscending ? found.first : found.last) == nameless)
    #expect(
      try found.filter { $0 != nameless }.map { try context.value(of: $0, forKey: "name") } == names.map(Value.string))
  }

  @Test("A fetch with a limit gives the front of the whole order", arguments: [1, 3, 10, 40])
  func limits(limit: Int) throws {
    let context = try ManagedObjectContext(model: .league())
    var random = SplitMix(7)
    let names = [
      "a", "a long name that goes on", "a long name that goes off", "b", "ab", "abcdefghijklmno", "abcdefghijklmnop",
    ]
    for _ in 0..<400 {
      _ = try context.make(
        "Player",
        [
          "name": names.randomElement(using: &random).map(Value.string) ?? .null,
          "age": .integer(.random(in: 0...5, using: &random)),
        ])
    }
    for keys in [["name", "age"], ["age", "name"], ["name"], ["age"]] {
      for isAscending in [true, false] {
        var request = FetchRequest("Player")
        request.sortDescriptors = keys.map { SortDescriptor($0, isAscending: isAscending) }
        let all = try context.fetch(request)
        request.limit = limit
        request.offset = 2
        #expect(try context.fetch(request) == Array(all.dropFirst(2).prefix(limit)))
        let values = try all.map { id in try keys.map { try context.value(of: id, forKey: $0) } }
        for (a, b) in zip(values, values.dropFirst()) {
          let order = zip(a, b).lazy.map { $0.compare(to: $1) ?? .same }.first { $0 != .same } ?? .same
          #expect(order != (isAscending ? .descending : .ascending))
        }
      }
    }
  }
}
