import ModelReview
import Testing

@Suite("Rule: numbered properties")
struct RepeatingGroupTests {
  @Test("Three phones")
  func threePhones() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Contact { name: String; phone1: String?; phone2: String?; phone3: String? }
      """)
    #expect(found == ["Contact.phone1,phone2,phone3"])
    let words = try messages(
      of: RepeatingGroup.self, "entity Contact { phone1: String?; phone2: String?; phone3: String? }")
    #expect(words == ["phone1, phone2, phone3 of Contact are several values of one kind"])
  }

  @Test("Two families")
  func twoFamilies() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Contact { phone1: String?; phone2: String?; phone3: String?; phone1Type: String?; phone2Type: String?; phone3Type: String? }
      """)
    #expect(found == ["Contact.phone1,phone2,phone3", "Contact.phone1Type,phone2Type,phone3Type"])
  }

  @Test("Two of each are a group; two of one are a pair that only objects can show")
  func pairs() throws {
    let found = try messages(
      of: RepeatingGroup.self,
      """
      entity Event { team1: String?; team1Logo: String?; team2: String?; team2Logo: String? }
      entity Trip { city1: String?; city2: String? }
      """)
    #expect(found == ["team1, team2 of Event, with team1Logo and the like, are several values of one kind"])
  }

  @Test("A geometry")
  func aGeometry() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Segment { x1: Double; y1: Double; x2: Double; y2: Double }
      """)
    #expect(found == [])
  }

  @Test("Lines of one address")
  func linesOfOneAddress() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Person { addressLine1: String?; addressLine2: String?; addressLine3: String? }
      """)
    #expect(found == [])
  }

  @Test("A gap")
  func aGap() throws {
    let found = try places(
      of: RepeatingGroup.self,
      """
      entity Person { phone1: String?; phone2: String?; phone4: String? }
      """)
    #expect(found == [])
  }

  @Test(
    "Components of one value",
    arguments: [
      "accelX: Double; accelY: Double; accelZ: Double", "accel1: Double; accel2: Double; accel3: Double",
      "ax1: Double; ax2: Double; ax3: Double; ay1: Double; ay2: Double; ay3: Double",
      "quaternion0: Float; quaternion1: Float; quaternion2: Float; quaternion3: Float",
      "point1X: Double; point2X: Double; point3X: Double; point1Y: Double; point2Y: Double; point3Y: Double",
      "sensor0_x: Integer16; sensor1_x: Integer16; sensor2_x: Integer16",
      "lat: Double; lon: Double; red: Double; green: Double; blue: Double; width: Double; height: Double",
      "corner1Lat: Double; corner2Lat: Double; corner3Lat: Double",
      "address1: String?; address2: String?; address3: String?", "street1: String?; street2: String?; street3: String?",
    ])
  func components(members: String) throws {
    #expect(try places(of: RepeatingGroup.self, "entity Sample { \(members) }") == [])
  }

  @Test("Values of one kind that are numbers")
  func numbers() throws {
    let found = try places(of: RepeatingGroup.self, "entity Test { score1: Double; score2: Double; score3: Double }")
    #expect(found == ["Test.score1,score2,score3"])
  }

  @Test("In an app's model, up to four are as a rule fixed by a game or a form")
  func appModels() throws {
    func model(_ count: Int) -> String {
      "entity Stack { \((1...count).map { "tote\($0): Integer32?" }.joined(separator: "; ")) }"
    }
    #expect(try findings(of: RepeatingGroup.self, model(4), options: .xcode).isEmpty)
    #expect(
      try findings(of: RepeatingGroup.self, model(5), options: .xcode).map { "\($0.severity) \($0.message)" } == [
        "question tote1, tote2, tote3, tote4, tote5 of Stack are several values of one kind; is their number fixed?"
      ])
    #expect(try findings(of: RepeatingGroup.self, model(4)).map(\.severity) == [.warning])
  }

  @Test("In an app's model, three texts are asked about, unless they are the lines or the slots of a form")
  func openListsOfApps() throws {
    let found = try findings(
      of: RepeatingGroup.self,
      """
      entity Contact { phone1: String?; phone2: String?; phone3: String? }
      entity Place {
        addressLine1: String?; addressLine2: String?; addressLine3: String?; line1: String?; line2: String?; line3: String?
        street1: String?; street2: String?; street3: String?
      }
      entity Song { user1: String?; user2: String?; user3: String? }
      entity Question { option1: String?; option2: String?; option3: String?; option4: String? }
      entity Couple { name1: String?; name2: String? }
      entity Match { day1: Date?; day2: Date?; day3: Date? }
      """, options: .xcode)
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "question phone1, phone2, phone3 of Contact are several values of one kind; is their number fixed?"
      ])
  }

  @Test("A pair of texts is worth a note from two objects on")
  func pair() throws {
    let book = "entity Book { title: String; author1: String?; author2: String? }\n"
    #expect(try messages(of: RepeatingGroup.self, book) == [])
    #expect(try messages(of: RepeatingGroup.self, book + #"Book(title: "A", author1: "X", author2: "Y")"#) == [])
    let found = try findings(
      of: RepeatingGroup.self,
      book + #"""
        Book(title: "A", author1: "Ann", author2: "Bo"); Book(title: "B", author1: "Cy", author2: "Dee")
        Book(title: "C", author1: "Eve", author2: "Ann")
        """#)
    #expect(found.map(\.message) == ["author1, author2 of Book are several values of one kind in all 3 objects"])
    #expect(found.map(\.severity) == [.note])
    let some = try messages(
      of: RepeatingGroup.self,
      book + #"Book(title: "A", author1: "Ann"); Book(title: "B", author1: "Cy", author2: "Dee")"#)
    #expect(some == ["author1, author2 of Book are several values of one kind in 1 of 2 objects"])
  }

  @Test(
    "No pair",
    arguments: [
      // The second is there without the first.
      #"entity A { name1: String?; name2: String? }; A(name1: "x", name2: "y"); A(name2: "z"); A(name1: "u")"#,
      // Both always say the same.
      #"entity A { name1: String?; name2: String? }; A(name1: "x", name2: "x"); A(name1: "y", name2: "y")"#,
      // Lines of one address, and two numbers.
      #"entity A { address1: String?; address2: String? }; A(address1: "x", address2: "y"); A(address1: "z")"#,
      #"entity A { goals1: Integer16; goals2: Integer16 }; A(goals1: 1, goals2: 2); A(goals1: 0, goals2: 3)"#,
      // Two teams in a match.
      #"entity Match { team1 -> Team?; team2 -> Team? }; entity Team { name: String? }; let a = Team(name: "a"); let b = Team(name: "b"); Match(team1: a, team2: b); Match(team1: b, team2: a)"#,
    ])
  func noPair(source: String) throws {
    #expect(try messages(of: RepeatingGroup.self, source) == [])
  }
}
