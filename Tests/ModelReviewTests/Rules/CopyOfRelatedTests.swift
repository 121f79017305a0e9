import ModelReview
import Testing

@Suite("Rule: copies of another object's attribute")
struct CopyOfRelatedTests {
  @Test("The city of the team")
  func theCityOfTheTeam() throws {
    let found = try places(
      of: CopyOfRelated.self,
      #"""
      entity Team { name: String; city: String?; players ->> Player?, inverse team }
      entity Player { name: String; teamCity: String?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)", city: "City \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", teamCity: "City \(n)", team: t) }
      }
      """#)
    #expect(found == ["Player.teamCity ← team.city"])
  }

  @Test("Another city")
  func anotherCity() throws {
    let found = try places(
      of: CopyOfRelated.self,
      #"""
      entity Team { name: String; city: String?; players ->> Player?, inverse team }
      entity Player { name: String; teamCity: String?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)", city: "City \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", teamCity: "City \(i)", team: t) }
      }
      """#)
    #expect(found == [])
  }

  private static let bands = #"""
    entity Label { name: String; bands ->> Band?, inverse label }
    entity Band { name: String; country: String?; rank: Integer32; isLoud: Boolean; since: Integer16; label -> Label?, inverse bands; gigs ->> Gig?, inverse band }
    entity Gig { city: String?; act: String?; bandName: String?; labelName: String?; origin: String?; place: Integer64; isWild: Boolean; band -> Band?, inverse gigs }
    let emi = Label(name: "EMI"); let bmg = Label(name: "BMG")
    let muse = Band(name: "Muse", country: "UK", rank: 17, isLoud: yes, since: 1, label: emi)
    let kent = Band(name: "Kent", country: "SE", rank: 4, isLoud: no, since: 2, label: bmg)
    let abba = Band(name: "Abba", country: "SE", rank: 93, isLoud: no, since: 3, label: bmg)

    """#

  @Test(
    "A few objects are worth a note",
    arguments: [
      (
        #"Gig(bandName: "Muse", band: muse); Gig(bandName: "Muse", band: muse); Gig(bandName: "Kent", band: kent)"#,
        "bandName repeats band.name in all 3 objects"
      ),
      (
        #"Gig(bandName: "Muse", band: muse); Gig(bandName: "Muse", band: muse)"#,
        "bandName repeats band.name in all 2 objects"
      ),
      (#"Gig(act: "Muse", band: muse); Gig(act: "Kent", band: kent)"#, "act repeats band.name in all 2 objects"),
      (
        #"Gig(labelName: "EMI", band: muse); Gig(labelName: "BMG", band: kent)"#,
        "labelName repeats band.label.name in all 2 objects"
      ),
      (
        #"Gig(bandName: "Muse", band: muse); Gig(bandName: "Kent SE", band: kent); Gig(bandName: "Abba", band: abba)"#,
        "bandName repeats band.name in 2 of 3 objects; 1 copy is stale already"
      ),
      (
        #"Gig(bandName: "Muse", band: muse); Gig(bandName: "kent ", band: kent); Gig(bandName: "Abba", band: abba)"#,
        "bandName repeats band.name in 2 of 3 objects; 1 copy differs in case or spaces"
      ),
      (
        #"Gig(bandName: "Muse", band: muse); Gig(bandName: "Kent", band: kent); Gig(bandName: "Blur")"#,
        "bandName repeats band.name in all 2 objects; 1 more object has no band"
      ),
    ])
  func few(gigs: String, message: String) throws {
    let found = try findings(of: CopyOfRelated.self, Self.bands + gigs)
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.severity) == [.note])
    #expect((found.first?.proposal != nil) == message.hasSuffix("objects"))
  }

  @Test(
    "A few objects that agree by chance, or say nothing",
    arguments: [
      // One object, constants, one band, flags, numbers that count, empty texts, values of their own.
      #"Gig(bandName: "Muse", band: muse)"#,
      #"Gig(origin: "SE", band: kent); Gig(origin: "SE", band: abba)"#,
      #"Gig(origin: "UK", band: muse); Gig(origin: "UK", band: muse)"#,
      #"Gig(isWild: yes, band: muse); Gig(isWild: no, band: kent); Gig(isWild: no, band: abba)"#,
      #"Gig(place: 1, band: muse); Gig(place: 2, band: kent); Gig(place: 3, band: abba)"#,
      #"Gig(city: "Oslo", band: muse); Gig(city: "Rome", band: kent)"#,
      #"Gig(act: "", band: muse); Gig(act: " ", band: kent)"#,
      #"Gig(act: "Muse"); Gig(act: "Kent")"#,
      // The same words, and no copies: a name and an identifier.
      #"Gig(act: "muse", band: muse); Gig(act: "kent", band: kent)"#,
    ])
  func fewThatSayNothing(gigs: String) throws {
    #expect(try messages(of: CopyOfRelated.self, Self.bands + gigs) == [])
  }

  @Test("Numbers of two types are a copy if there are several")
  func numbers() throws {
    let found = try messages(
      of: CopyOfRelated.self,
      Self.bands
        + #"""
        let blur = Band(name: "Blur", country: "UK", rank: 61, isLoud: yes, since: 4)
        Gig(place: 17, band: muse); Gig(place: 4, band: kent); Gig(place: 93, band: abba); Gig(place: 61, band: blur)
        """#)
    #expect(found == ["place repeats band.rank in all 4 objects"])
  }

  @Test("Eight different texts are certain")
  func certain() throws {
    let found = try findings(
      of: CopyOfRelated.self,
      Self.bands
        + #"for n in 1...8 { Gig(act: "Band \(n)", band: Band(name: "Band \(n)", rank: n, isLoud: no, since: 9)) }"#)
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("Of a one-to-one relationship, one end is the copy; what parents hand down is none")
  func ends() throws {
    let found = try places(
      of: CopyOfRelated.self,
      #"""
      entity Person { name: String; passport -> Passport?, inverse person }
      entity Passport { holder: String; person -> Person?, inverse passport }
      entity Folder { color: String; parent -> Folder?, inverse folders; folders ->> Folder?, inverse parent }
      for n in ["Ann", "Bo", "Cy"] { Passport(holder: n, person: Person(name: n)) }
      let a = Folder(color: "red"); let b = Folder(color: "blue")
      Folder(color: "red", parent: a); Folder(color: "blue", parent: b)
      """#)
    #expect(found == ["Passport.holder ← person.name"])
  }
}
