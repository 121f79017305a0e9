import ModelReview
import ObjectGraph
import Testing

@Suite("Rule: generated classes and the types of Swift")
struct HiddenTypeTests {
  @Test("Only what Xcode generates")
  func generated() throws {
    func entity(_ name: String, _ className: String?, _ generation: CodeGeneration) -> EntityDescription {
      var entity = EntityDescription(name, codeGeneration: generation)
      entity.managedObjectClassName = className
      return entity
    }
    let model = ManagedObjectModel(
      name: "App",
      entities: [
        entity("Task", nil, .classDefinition), entity("Entry", ".Data", .classDefinition),
        entity("Set", nil, .manual), entity("Error", "CDError", .classDefinition),
        entity("Image", nil, .classDefinition),
      ])
    let context = try ManagedObjectContext(model: model)
    let found = try ModelReview(of: ReviewSubject(context, options: .xcode), rules: [HiddenType.self]).findings
    #expect(
      found.map { "\($0.message), \($0.fix)" } == [
        "the class Task of Task hides Swift's Task in the app: that one has to be written with its module, "
          + #"change Task, class "CDTask""#,
        "the class Data of Entry hides Foundation's Data in the app: that one has to be written with its module, "
          + #"change Entry, class "CDData""#,
      ])
    #expect(try ModelReview(of: ReviewSubject(context), rules: [HiddenType.self]).findings == [])
  }
}
