import Courses
import Foundation
import Grading
import Support
import TestSupport
import Testing

@testable import Classroom

/// The pages of a served book and of a class in a language that the program does not have: every word on them that is not
/// marked has no translation.
@Suite("Served pages in the language of the course")
struct GreekBookTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder(
      GreekCourse.files("xx", words: FixedWords.Key.allCases.map { ($0.rawValue, FixedWords.english($0)) }))
    library = Library(root: folder.path)
  }

  private func expectOnlyOwnWords(_ page: String, _ name: String) {
    #expect(GreekCourse.latinWords(inHTML: page) == [], "\(name)")
    #expect(page.contains("<html lang=\"xx\">"), "\(name)")
  }

  @Test("The book has no other word")
  func book() async throws {
    let host = servedBook(library, ProgressStore(path: folder.path("progress.json")))
    expectOnlyOwnWords(await host.open("/practice").text, "/practice")
    _ = await host.send("/lesson/1/1", [("do", "answer"), ("answer", "1"), ("choices", "1")])
    _ = await host.send("/exercise/01-1/11", [("do", "hint"), ("answer", "")])
    let answer = "let β = Ομάδα(όνομα: \"β\")\nΟμάδα(όνομα: \"γ\")\nsave\n"
    _ = await host.send("/exercise/01-1/11", [("do", "check"), ("answer", answer)])
    _ = await host.send("/course/1", [("do", "follow")])
    for path in [
      "/", "/course/1", "/lesson/1/1", "/lesson/1/2", "/lesson/2/1", "/exercise/01-1/11", "/exercise/07-7/71",
      "/playground", "/drill", "/drill/keys", "/progress", "/glossary", "/help",
    ] {
      let page = await host.open(path)
      #expect(page.status == 200, "\(path)")
      expectOnlyOwnWords(page.text, path)
    }
    // Only what is wrong is said in English.
    let missing = await host.open("/lesson/9").text
    expectOnlyOwnWords(missing.replacing("There is no lesson &#39;9&#39;.", with: ""), "/lesson/9")
  }

  @Test("The forms to sign in have no other word")
  func people() async throws {
    let (host, tokens) = try PeopleTests.open(
      library, folder.path("semester"), Locked(1_000_000), [Student(id: "α", name: "Άλφα")], code: "μ")
    let pages = PeopleTests()
    let cookie = await pages.signIn(host, tokens["α"])
    for body in ["", "sure=1"] {
      expectOnlyOwnWords(await pages.send(host, "/signout", body, cookie).text, "/signout \(body)")
    }
    let again = await pages.signIn(host, tokens["α"])
    for (path, cookie) in [
      ("/", nil), ("/signin", nil), ("/join", nil), ("/join/\(tokens["α"] ?? "")", nil), ("/password", again),
      ("/", again),
    ] {
      expectOnlyOwnWords(await pages.open(host, path, cookie).text, path)
    }
    let guest = PeopleTests.cookie(await pages.send(host, "/join", "name=β&code=μ", nil))
    for path in ["/", "/progress", "/password", "/signin"] {
      expectOnlyOwnWords(await pages.open(host, path, guest).text, "\(path) of a guest")
    }
    expectOnlyOwnWords(await pages.send(host, "/signout", "", guest).text, "/signout of a guest")
    let set = await pages.send(host, "/password", "password=ab cd ef gh ij&again=ab cd ef gh ij", again).text
    #expect(set.contains("⟦passwordIsSet⟧"))
    expectOnlyOwnWords(set, "/password")
  }

  @Test("The pages of a class have no other word, and its scripts the words that they need")
  func classroom() async throws {
    let lesson = try #require(library.lesson("1").lesson)
    let host = host(ClassSession(lesson: lesson))
    expectOnlyOwnWords(await Routes.answer(get("/"), host).text, "join")
    let joined = await Routes.answer(post("/join", "name=A&code=ABC234"), host)
    let cookie = String(joined.header("Set-Cookie")?.prefix { $0 != ";" } ?? "")
    let student = await Routes.answer(get("/", cookie: cookie), host).text
    let board = await Routes.answer(get("/board"), host).text
    for (page, name) in [(student, "student"), (board, "board")] {
      expectOnlyOwnWords(page, name)
      #expect(page.contains("&quot;voteKept&quot;: &quot;⟦voteKept⟧&quot;"), "\(name)")
    }
  }

  @Test("Each word in a script and on a page is one of the table, with its English text")
  func scripts() {
    var used: Set<FixedWords.Key> = []
    for asset in [PageAsset.shared, .layout, .picture, .student, .board, .prompt, .book] {
      let text = String(decoding: asset.bytes, as: UTF8.self)
      for match in text.matches(
        of:
          #/word\(\s*(?:[^"()]+ \? )?"(?<key>[A-Za-z]+)"(?: : "(?<other>[A-Za-z]+)")?,\s*(?:[^"()]+ \? )?"(?<text>[^"]*)"/#
      ) {
        let key = FixedWords.Key(rawValue: String(match.key))
        #expect(key.map { FixedWords.english($0) } == String(match.text), "\(asset.rawValue): \(match.key)")
        if let key { used.insert(key) }
        if let other = match.other.flatMap({ FixedWords.Key(rawValue: String($0)) }) { used.insert(other) }
      }
      // A text that a reader sees is a word: it has a blank or a full stop.
      for match in text.matches(of: #/(?:textContent = |text: |problem: )["`][A-Z][^"`]* [^"`]*["`]/#) {
        Issue.record("\(asset.rawValue) has \(match.output)")
      }
    }
    #expect(used.subtracting(FixedWords.scriptKeys) == [] && Set(FixedWords.scriptKeys).subtracting(used) == [])
    for asset in [PageAsset.studentPage, .boardPage] {
      let text = String(decoding: asset.bytes, as: UTF8.self)
      for match in text.matches(
        of:
          #/data-(?:word="(?<key>[A-Za-z]+)"[^>]*>(?<text>[^<]*)|label="(?<label>[A-Za-z]+)" aria-label="(?<name>[^"]*)")/#
      ) {
        let (key, english) = (match.key ?? match.label ?? "", match.text ?? match.name ?? "")
        #expect(
          FixedWords.Key(rawValue: String(key)).map { FixedWords.english($0) } == String(english),
          "\(asset.rawValue): \(key)")
      }
    }
  }
}

/// A book without a server.
private func servedBook(_ library: Library, _ store: ProgressStore) -> BookHost {
  BookHost(
    library: library, store: store, today: { 20_000 }, threads: 2, now: { 0 }, makeInterpreter: makeTestInterpreter)
}
