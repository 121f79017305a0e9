import ModelReview
import Testing

@Suite("Rule: a part of the key")
struct PartialDependencyTests {
  @Test("The course decides the title")
  func theCourseDecidesTheTitle() throws {
    let found = try places(
      of: PartialDependency.self,
      #"""
      entity Course { code: String; enrollments ->> Enrollment?, inverse course }
      entity Enrollment { student: String; title: String?; course -> Course?, inverse enrollments; unique student, course }
      for c in 0...7 {
        let k = Course(code: "C\(c)")
        for s in 0...9 { Enrollment(student: "S\(s)", title: "Title \(c % 5)", course: k) }
      }
      """#)
    #expect(found == ["Enrollment.title ← course"])
  }

  @Test("No key is declared")
  func noKeyIsDeclared() throws {
    let found = try places(
      of: PartialDependency.self,
      #"""
      entity Course { code: String; enrollments ->> Enrollment?, inverse course }
      entity Enrollment { student: String; title: String?; course -> Course?, inverse enrollments }
      for c in 0...7 {
        let k = Course(code: "C\(c)")
        for s in 0...9 { Enrollment(student: "S\(s)", title: "Title \(c % 5)", course: k) }
      }
      """#)
    #expect(found == [])
  }
}
