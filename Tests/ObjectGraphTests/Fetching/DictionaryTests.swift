import ObjectGraph
import Predicates
import Testing

@Suite("Fetches that give dictionaries")
struct DictionaryTests {
  let context: ManagedObjectContext

  init() throws {
    context = try .checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    let suns = try context.make("Team", ["name": "Suns"])
    _ = try context.make("Team", ["name": "Lakers"])
    _ = try context.make("Player", ["name": "Wade", "age": 31, "team": heat.value])
    _ = try context.make("Player", ["name": "Allen", "age": 38, "team": heat.value])
    _ = try context.make("Player", ["name": "Haslem", "team": heat.value])
    _ = try context.make("Player", ["name": "Nash", "age": 31, "team": suns.value])
    _ = try context.make("Player", ["name": "Jordan", "age": 41])
    try context.save()
  }

  func predicate(_ text: String) throws -> Predicate { try #require(Predicate.parse(text).predicate) }

  func rows(_ request: FetchRequest, _ columns: [String]) throws -> [String] {
    try context.fetchDictionaries(request).map { row in
      columns.map { row[$0]?.canonicalText ?? "-" }.joined(separator: " ")
    }
  }

  @Test func columns() throws {
    var request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToFetch = ["name", "team.name"]
    request.sortDescriptors = [SortDescriptor("name")]
    #expect(
      try rows(request, ["name", "team.name"]) == [
        #""Allen" "Heat""#, #""Haslem" "Heat""#, #""Jordan" -"#, #""Nash" "Suns""#, #""Wade" "Heat""#,
      ])
    request.limit = 2
    request.offset = 1
    #expect(try rows(request, ["name"]) == [#""Haslem""#, #""Jordan""#])
    request.limit = 0
    #expect(try rows(request, ["name"]) == [#""Haslem""#, #""Jordan""#, #""Nash""#, #""Wade""#])
    #expect(try context.fetchTable(FetchRequest("Player", resultType: .dictionaries)).columns == ["name", "age"])
    request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToFetch = [FetchColumn("next", try #require(Expression.parse("age + 1").expression))]
    request.predicate = try predicate("age > 35")
    #expect(try rows(request, ["next"]) == ["39", "42"])
  }

  @Test func distinct() throws {
    var request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToFetch = ["age"]
    request.sortDescriptors = [SortDescriptor("age")]
    request.returnsDistinctResults = true
    #expect(try rows(request, ["age"]) == ["-", "31", "38", "41"])
    request.limit = 2
    request.offset = 1
    #expect(try rows(request, ["age"]) == ["31", "38"])
  }

  @Test func groups() throws {
    var request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToGroupBy = ["team.name"]
    request.propertiesToFetch = [
      "team.name", .count(), .count("age"), .average("age"), .minimum("name"), .maximum("age", named: "oldest"),
      .sum("age"),
    ]
    // Haslem has no age: he counts as an object, and in no average.
    let names = ["team.name", "count", "count age", "avg age", "min name", "oldest", "sum age"]
    #expect(
      try rows(request, names) == [
        #"- 1 1 41.0 "Jordan" 41 41"#, #""Heat" 3 2 34.5 "Allen" 38 69"#, #""Suns" 1 1 31.0 "Nash" 31 31"#,
      ])
    request.sortDescriptors = [SortDescriptor("oldest", isAscending: false), SortDescriptor("team.name")]
    #expect(try rows(request, ["oldest"]) == ["41", "38", "31"])
    request.limit = 1
    request.offset = 1
    #expect(try rows(request, ["oldest"]) == ["38"])
  }

  @Test(arguments: [
    ("$count > 1", ["3"]), ("count(age) == 1", ["1", "1"]), ("max(age) > 35", ["1", "3"]), ("team.name == nil", ["1"]),
    ("average(age) < 32", ["1"]), ("count == 3", ["3"]),
  ])
  func having(text: String, counts: [String]) throws {
    var request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToGroupBy = ["team.name"]
    request.propertiesToFetch = [.count()]
    request.havingPredicate = try predicate(text)
    #expect(try rows(request, ["count"]) == counts)
  }

  @Test func withoutKeys() throws {
    var request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToFetch = [.count(), .maximum("age")]
    #expect(try rows(request, ["count", "max age"]) == ["5 41"])
    request.predicate = try predicate("age > 100")
    #expect(try rows(request, ["count", "max age"]) == ["0 -"])
  }

  @Test("What is not saved is not in dictionaries, whatever the request says")
  func pendingChanges() throws {
    _ = try context.make("Player", ["name": "New"])
    var request = FetchRequest("Player", resultType: .dictionaries)
    request.propertiesToFetch = [.count()]
    #expect(try rows(request, ["count"]) == ["5"])
    #expect(try context.count(FetchRequest("Player")) == 6)
    try context.save()
    #expect(try rows(request, ["count"]) == ["6"])
  }

  @Test func refusals() throws {
    func refusal(_ change: (inout FetchRequest) -> Void) -> String {
      var request = FetchRequest("Player", resultType: .dictionaries)
      change(&request)
      do {
        _ = try context.execute(request)
        return "nothing"
      } catch let error as any ExplainedError {
        return error.diagnostic.message
      } catch {
        return "\(error)"
      }
    }
    #expect(
      refusal { $0.havingPredicate = Predicate(.constant(true)) }
        == "a HAVING condition chooses among groups, and this fetch makes none")
    #expect(
      refusal {
        $0.propertiesToGroupBy = ["team"]
        $0.propertiesToFetch = ["team", "name"]
      } == "name has many values in a group, so it cannot be used alone")
    #expect(
      refusal {
        $0.propertiesToGroupBy = ["team"]
        $0.sortDescriptors = [SortDescriptor("age")]
      } == "age has many values in a group, so it cannot be used alone")
    #expect(refusal { $0.propertiesToFetch = ["name", "name"] } == "two columns of the result are called name")
    #expect(
      refusal { $0.propertiesToFetch = ["friends.name"] } == "friends.name leads to many values, and a column holds one"
    )
    #expect(refusal { $0.propertiesToFetch = ["nmae"] } == "Player has no 'nmae'")
    #expect(refusal { $0.propertiesToGroupBy = [FetchColumn("")] } == "a key path needs at least one key")
    #expect(refusal { $0.sortDescriptors = [SortDescriptor([String]())] } == "a key path needs at least one key")
    #expect(
      refusal {
        $0.resultType = .objects
        $0.propertiesToGroupBy = ["team"]
      } == "grouping is for fetches that give dictionaries")
    #expect(throws: FetchRequestError.givesNoObjects(.dictionaries)) {
      try context.fetch(FetchRequest("Player", resultType: .dictionaries))
    }
    #expect(throws: FetchRequestError.givesNoObjects(.count)) {
      try context.fetch(FetchRequest("Player", resultType: .count))
    }
  }

  @Test func resultTypes() throws {
    guard case .objects(let objects) = try context.execute(FetchRequest("Team")) else {
      Issue.record("no objects")
      return
    }
    #expect(objects.map { $0["name"] } == ["Heat", "Suns", "Lakers"])
    guard case .count(3) = try context.execute(FetchRequest("Team", resultType: .count)) else {
      Issue.record("no number")
      return
    }
  }
}
