import Foundation
import Testing

@testable import Tools

@Suite("Findings of one cause")
struct ReviewGroupsTests {
  typealias Desk = ModelReviewToolTests.Desk

  @Test("A misspelt delete rule is one finding, and wrong types of one kind are one line")
  func misspelt() throws {
    func entity(_ name: String, _ more: String) -> String {
      """
          <entity name="\(name)">
              <attribute name="id" attributeType="UUIDAttributeType"/>
              \(more)
          </entity>

      """
    }
    func end(_ name: String, _ inverse: String, _ destination: String, _ more: String) -> String {
      #"<relationship name="\#(name)" \#(more) destinationEntity="\#(destination)" inverseName="\#(inverse)"/>"#
    }
    let desk = try Desk(
      entity("Palace", end("wings", "palace", "Wing", #"optional="YES" toMany="YES" deleteRule="Cascade""#))
        + entity("Wing", end("palace", "wings", "Palace", #"maxCount="1" deleteRule="Nullify""#))
        + entity("Room", ""))
    desk.review()
    #expect(
      desk.output == """
        App.xcdatamodeld/App.xcdatamodel/contents:4:9: warning: the type of Palace.id is not known: UUIDAttributeType [unreadable]
          → write UUID
          the same of line 8, line 12: --format json has each
        App.xcdatamodeld/App.xcdatamodel/contents:5:9: warning: relationship deleteRule= is no key of Xcode's, and deletionRule= is missing, in 2 places [unreadable]
          → spell it deletionRule
        4 warnings

        """, "\(desk.output)")
    desk.review { $0.format = .json }
    #expect(desk.output.components(separatedBy: #""fingerprint""#).count == 5)
  }

  @Test("Three or more findings of one rule about one entity are one line, and each is in JSON and a baseline")
  func groups() throws {
    func stats(_ count: Int) -> String {
      let lists = (1...count).map {
        #"<relationship name="list\#($0)" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Stat"/>"#
          + "\n"
      }
      return """
            <entity name="Collection">
        \(lists.joined())</entity>
            <entity name="Stat"><attribute name="x" optional="YES" attributeType="String"/></entity>

        """
    }
    func lines(_ count: Int) throws -> (text: [Substring], found: Int) {
      let desk = try Desk(stats(count))
      desk.review()
      let text = desk.output.split(separator: "\n")
      desk.review { $0.format = .json }
      return (text, desk.output.components(separatedBy: #""fingerprint""#).count - 1)
    }
    let two = try lines(2)
    #expect(two.found == 2 && two.text.count { $0.contains("[missingInverse]") } == 2)
    let nine = try lines(9)
    #expect(nine.found == 9 && nine.text.count { $0.contains("[missingInverse]") } == 1)
    let names = (2...6).map { "Collection.list\($0)" }.joined(separator: ", ")
    #expect(
      nine.text.dropFirst(2).first.map(String.init) == "  the same of \(names) and 3 more: --format json has each")
    #expect(nine.text.contains("9 warnings"))
  }
}
