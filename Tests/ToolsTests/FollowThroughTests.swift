import Courses
import Diagnostics
import Grading
import Testing

/// A mistake that makes other checks fail takes the points of the check that is about it.
@Suite("What follows from a mistake costs nothing")
struct FollowThroughTests {
  @Test(
    "A missing inverse costs the check of the pair, and not the links that are written at one end",
    arguments: [
      (
        "add Song.playlists ->> Playlist?", "blueTrain.playlists = [morning, evening]\nsoWhat.playlists = [evening]",
        5.0
      ),
      // The links are wrong as well.
      ("add Song.playlists ->> Playlist?", "blueTrain.playlists = [morning, evening]\nsoWhat.playlists = [morning]", 4),
    ])
  func inverse(declaration: String, links: String, score: Double) throws {
    let answer = "\(declaration)\n\(links)\ntakeFive.playlists = [morning]\nremove Song.playlist\nsave"
    let verdict = try failingVerdict("a-song-in-two-lists", answer)
    #expect(verdict.score == score)
    let kept = verdict.checks.filter { $0.status == .notRun && $0.points > 0 }
    #expect(
      kept.allSatisfy {
        $0.feedback.map(\.english)
          == ["not judged again: \"A song may be in several playlists\" has taken points for what differs"]
      })
  }

  @Test("What is left as it was at the start is not what follows from a slip")
  func leftAlone() throws {
    let answer = "rename Song.playlist to playlists\nevening.songs.add([blueTrain, soWhat])\nsave"
    let verdict = try failingVerdict("a-song-in-two-lists", answer)
    #expect(verdict.score == 4)
    #expect(verdict.misconception == "one-list-still")
  }

  @Test("A property of another kind in the place of the one that the task asks for is not charged besides")
  func substitute() throws {
    let answer = """
      add Player.isCaptain: Boolean = false
      for c in fetch Captain { Player(lastName: c.lastName, jersey: c.jersey, team: c.team) }
      for c in fetch Captain { delete c }
      for p in fetch Player where lastName IN {"Wade", "Nash"} { p.isCaptain = true }
      save
      remove Captain
      """
    let verdict = try failingVerdict("the-armband", answer)
    #expect(verdict.score == 3)
    #expect(verdict.checks.first { $0.name == "It is saved" }?.points == 1)
  }

  @Test("Question marks are put where the same answer has statements that are refused")
  func marksAndStatements() throws {
    let answer = """
      add Team.uniformColor: String
      set heat.uniformColor = "Black"
      update celtics.uniformColor = "Green"
      delete Player.uniformColor
      """
    #expect(try failingVerdict("colour-of-the-shirt", answer).score == 3)
  }

  @Test("An object where a to-many takes several is read in brackets")
  func brackets() throws {
    let answer = """
      change Song.playlist ->> Playlist?
      rename Song.playlist to playlists
      blueTrain.playlists = evening
      soWhat.playlists = evening
      save
      """
    let verdict = try failingVerdict("a-song-in-two-lists", answer)
    #expect(verdict.score == 4)
    #expect(verdict.checks.flatMap(\.feedback).map(\.english).contains { $0.contains("soWhat.playlists = [evening]") })
  }

  @Test("A batch request that the context has not read is named")
  func batch() throws {
    let answer = """
      add Team.uniformColor: String?
      batch update Team where name == "Miami Heat" set uniformColor = "Black"
      batch update Team where name == "Boston Celtics" set uniformColor = "Green"
      remove Player.uniformColor
      """
    let verdict = try failingVerdict("colour-of-the-shirt", answer)
    #expect(verdict.cause?.sentence.contains("the batch request") == true)
    #expect(try failingVerdict("colour-of-the-shirt", answer + "\nrename Team.name to title").score == 3)
  }

  @Test("A save that the task does not ask for is not missing")
  func unaskedSave() throws {
    let answer = """
      rename Team.name to title
      add Team.uniformColor: String?
      heat.uniformColor = "Black"
      celtics.uniformColor = "Green"
      remove Player.uniformColor
      """
    let verdict = try failingVerdict("colour-of-the-shirt", answer)
    #expect(verdict.score == 5)
    #expect(verdict.cause?.sentence == "Team.name is called title now")
  }

  @Test("An answer of which statements are refused is not named after a mistake that it ends like")
  func accident() throws {
    let answer =
      "for p in (fetch Patient where doctor == $wolf) { if p.town == \"Oulu\" { p.doctor = berg } }\ndelete wolf\nsave"
    let verdict = try failingVerdict("doctor-wolf-retires", answer)
    #expect(verdict.misconception == nil)
    #expect(try failingVerdict("doctor-wolf-retires", "delete wolf\nsave").misconception == "only-deleted")
  }

  @Test(
    "What happens to the letters is judged once",
    arguments: [
      ("", 5.0), ("delete Letter where writer == $wolf", 5), ("for l in (fetch Letter) { l.writer = berg }", 5),
    ])
  func letters(statement: String, score: Double) throws {
    let answer = """
      for p in (fetch Patient where doctor == $wolf AND town == "Oulu") { p.doctor = berg }
      for p in (fetch Patient where doctor == $wolf) { p.doctor = kato }
      \(statement)
      delete wolf
      save
      """
    #expect(try failingVerdict("doctor-wolf-retires", answer).score == score)
    #expect(try failingVerdict("doctor-wolf-retires", "delete wolf\nsave").score == 2)
  }

  @Test("An unsaved truce is not saved, also where another one of the same distance goes")
  func truces() throws {
    let answer =
      "Truce(giver: tiger, receiver: minka, distance: 3)\ndelete Truce where giver == $otto AND receiver == $minka"
    let verdict = try failingVerdict("cats-on-the-wall", answer)
    #expect(verdict.checks.first { $0.name == "It is saved" }?.points == 0)
  }

  @Test("A fetched property that finds the wrong objects does not follow from a missing abstract")
  func otherMistake() throws {
    let verdict = try failingVerdict("the-animal-clinic", clinic("~> Animal where isVaccinated == false"))
    #expect(verdict.checks.first { $0.name.hasPrefix("The list of those") }?.points == 0)
  }

  @Test("Declarations of Swift are read as those of an entity")
  func swift() throws {
    let answer = clinic().replacing("entity ", with: "class ")
    #expect(try failingVerdict("the-animal-clinic", answer).score >= 7)
    let chefs = """
      entity Recommendation {
        var stars: Int16
        var author: Chef
        var subject: Chef
      }
      remove Chef.recommends
      let r1 = Recommendation(stars: 3, author: aiko, subject: bruno)
      let r2 = Recommendation(stars: 1, author: chiara, subject: bruno)
      let r3 = Recommendation(stars: 2, author: bruno, subject: chiara)
      let r4 = Recommendation(stars: 3, author: david, subject: aiko)
      save
      """
    let verdict = try failingVerdict("letters-from-chefs", chefs)
    #expect(verdict.score == 5)
    #expect(verdict.checks.flatMap(\.feedback).map(\.english).contains("line 3 was read as author -> Chef"))
  }

  @Test("A required attribute without a default gets that of the solution, and not a question mark")
  func standard() throws {
    let verdict = try failingVerdict("never-returned", loans("Boolean", "returned"))
    #expect(verdict.score == 9)
    #expect(
      verdict.checks.flatMap(\.feedback).map(\.english).contains("the rest was judged as if the default were there"))
  }

  @Test("A name is read as the task's that something else has until the answer removes it")
  func laterName() throws {
    let answer = """
      add Loan.isReturned: Boolean = false
      for l in (fetch Loan where returned BEGINSWITH[c] "y") { l.isReturned = true }
      remove Loan.returned
      change Loan.volume, delete nullify
      change Loan.member, delete nullify
      loan6.volume = k101
      change Loan.volume, required
      remove Loan.title
      save
      """
    #expect(try failingVerdict("never-returned", answer).score == 9)
  }

  @Test("Lines of other languages are read as the prompt translates them")
  func otherLanguages() throws {
    let answer = """
      change Branch.shelves on delete cascade
      change Branch.librarians on delete set null
      change Branch.loans on delete restrict
      change Branch.visits on delete no action
      """
    let verdict = try failingVerdict("a-library-closes", answer)
    // SQL's NO ACTION refuses as RESTRICT does.
    #expect(verdict.score == 4)
    #expect(
      verdict.checks.flatMap(\.feedback).map(\.english).contains(
        "line 1 was read as change Branch.shelves, delete cascade"))
  }

  @Test("An entity's name that apply gave is read as the task's")
  func appliedName() throws {
    let answer = "dependency Customer: zip -> city\nnormalize Customer\napply 1\nrename Customer.zip to place"
    #expect(try failingVerdict("a-place-of-its-own", answer).score == 7)
  }
}

/// An answer to `the-animal-clinic` without `abstract`.
private func clinic(_ property: String = "~> Animal where clinic == $FETCH_SOURCE AND isVaccinated == false sort name")
  -> String
{
  """
  entity Animal { name: String; isVaccinated: Boolean = false }
  entity Cat: Animal { }
  entity Dog: Animal { licence: String? }
  Animal.clinic <<--> Clinic.animals
  change Clinic.animals, delete deny
  add Clinic.unvaccinated \(property)
  entity Room { number: Integer16 }
  entity Stay { from: Date }
  Stay.animal <--> Animal.stay
  Stay.room <<--> Room.stays
  change Stay.animal, required
  change Stay.room, required
  change Animal.stay, delete cascade
  change Room.stays, delete deny
  """
}

/// An answer to `never-returned` with another declaration.
private func loans(_ type: String, _ name: String) -> String {
  """
  rename Loan.returned to status
  add Loan.\(name): \(type)
  for l in (fetch Loan where status BEGINSWITH[c] "y") { l.\(name) = true }
  for l in (fetch Loan where NOT status BEGINSWITH[c] "y") { l.\(name) = false }
  remove Loan.status
  change Loan.volume, delete nullify
  change Loan.member, delete nullify
  loan6.volume = k101
  change Loan.volume, required
  remove Loan.title
  save
  """
}
