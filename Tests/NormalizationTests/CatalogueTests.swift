import Normalization
import Testing

/// The snippets of the library's first page, compiled and run; `CatalogueTests` of ArchitectureTests compares their text.
@Suite("The snippets of the catalogue run")
struct CatalogueTests {
  @Test func firstPage() throws {
    // snippet
    let schema = try RelationSchema(
      attributes: ["player", "team", "uniformColor"],
      functionalDependencies: [(["player"], ["team"]), (["team"], ["uniformColor"])])
    let keys = try schema.candidateKeys().map { schema.text(of: $0) }  // ["player"]
    let report = try schema.normalFormReport()
    let form = report.normalForm.name  // 2NF
    let violation = schema.text(of: report.violations[0].dependency)  // team -> uniformColor
    let parts = schema.synthesis().components.map { schema.text(of: $0) }  // ["player, team", "team, uniformColor"]
    // end
    #expect(keys == ["player"])
    #expect(form == "2NF")
    #expect(violation == "team -> uniformColor")
    #expect(parts == ["player, team", "team, uniformColor"])

    // snippet
    let table = try ValueTable(
      columns: ["team", "colour"], rows: [["Heat", "red"], ["Heat", "red"], ["Jazz", "blue"]])
    let found = try table.functionalDependencies().count  // 2: team -> colour, colour -> team
    // end
    #expect(found == 2)
  }
}
