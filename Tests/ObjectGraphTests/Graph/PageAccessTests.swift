import Testing

@testable import ObjectGraph

#if compiler(>=6.2) && DEBUG
  @Suite("A debug build stops at an access outside a page")
  struct PageAccessTests {
    static func graph() throws -> Graph {
      let model = ManagedObjectModel(entities: [
        EntityDescription("Player", properties: [.attribute(AttributeDescription("age", .integer16))])
      ])
      return try ManagedObjectContext(model: model).graph
    }

    @Test("A row that no object has")
    func row() async {
      await #expect(processExitsWith: .failure) {
        let graph = try Self.graph()
        _ = graph.memory.page(graph.memory.tables[0].headers, 700)
      }
    }

    @Test("A negative row")
    func negative() async {
      await #expect(processExitsWith: .failure) {
        let graph = try Self.graph()
        _ = graph.memory.pageToWrite(graph.memory.tables[0].headers, -1)
      }
    }

    @Test("A column that the schema does not have")
    func column() async {
      await #expect(processExitsWith: .failure) {
        let graph = try Self.graph()
        _ = graph.memory.page(graph.memory.textColumn + 1, 0)
      }
    }
  }
#endif
