import Foundation
import ModelReview
import Testing

@Suite("Rule: every relationship has an inverse")
struct MissingInverseTests {
  @Test("One way")
  func oneWay() throws {
    let found = try messages(
      of: MissingInverse.self,
      """
      entity Team { name: String }
      entity Player { team -> Team? }
      """)
    #expect(found == ["Player.team should have an inverse: without one the graph cannot keep both ends in step"])
  }

  /// "Entity User cannot have uniqueness constraints and to-one mandatory inverse relationship" (docs/core-data.md).
  @Test(
    "An inverse of a required to-one to an entity that is unique begins with making it optional; else Xcode refuses it",
    arguments: [
      ("entity Item { folder -> Folder }", "change Item.folder, optional, and: Item.folder <<--> Folder.items"),
      (
        "entity Item { folder -> Folder, delete cascade }",
        "if several objects can share one: change Item.folder, optional, and: Item.folder <<--> Folder.items, and: "
          + "change Item.folder, delete nullify; if not: change Item.folder, optional, and: Item.folder <--> Folder.item"
      ),
      (
        "entity Item { folder -> Folder }\nadd Folder.items ->> Item?",
        "change Item.folder, optional, and: change Folder.items, inverse folder"
      ),
      (
        "entity Item { folder -> Folder }\nadd Folder.item -> Item?",
        "if each has one other at most: change Item.folder, optional, and: change Folder.item, inverse folder; if not: "
          + "Folder.item <<--> Item.folders, and: change Item.folder, optional, and: Item.folder <<--> Folder.items"
      ),
      ("entity Item { folder -> Folder? }", "Item.folder <<--> Folder.items"),
    ])
  func uniqueDestination(_ item: String, _ fix: String) throws {
    // Its own constraint, or an inherited one.
    for folder in [
      "entity Folder { path: String; unique path }",
      "entity Container { path: String; unique path }\nentity Folder: Container { name: String }",
    ] {
      let source = "\(folder)\n\(item)"
      let found = try findings(of: MissingInverse.self, source)
      #expect(found.first?.fix == fix)
      let need = "; Folder is unique by path, so Xcode compiles Item.folder with an inverse only if it is optional"
      // What an object owns is in a line for all such.
      let isSaid = fix.contains("optional") && !item.contains("cascade")
      #expect(found.first?.message.contains(need) == isSaid)
      let first = fix.components(separatedBy: ", or: ")[0].components(separatedBy: "; if not: ")[0]
        .replacing(#/^if [^:]*: /#, with: "").replacing(", and: ", with: "\n")
      #expect(try messages(of: UniqueRequired.self, "\(source)\n\(first)") == [])
    }
  }

  @Test(
    "The captain of a team and the team of a player are two relationships",
    arguments: [
      ("Team", "captain", "Player", "team"), ("Chat", "draft", "Message", "chat"), ("Thread", "root", "Post", "thread"),
      ("Department", "head", "Employee", "department"), ("Playlist", "nowPlaying", "Track", "playlist"),
    ])
  func roles(owner: String, role: String, member: String, back: String) throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity \(owner) { name: String; \(role) -> \(member)? }
      entity \(member) { name: String; \(back) -> \(owner)? }
      """
    ).map(\.fix)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("\(owner).\(role) <<--> \(member).") == true, "\(found)")
    #expect(found.last?.hasPrefix("\(member).\(back) <<--> \(owner).") == true, "\(found)")
  }

  @Test("In an app's model, a to-one to values that may never be deleted is asked about; not where a deletion is plain")
  func values() throws {
    let model = """
      entity List { color -> Color?; icon -> Icon? }
      entity Color { red: Double }
      entity Icon { name: String }
      """
    func found(_ more: String = "", _ options: ReviewSubject.Options = .xcode) throws -> [String] {
      try findings(of: MissingInverse.self, model + "\n" + more, options: options).map {
        "\($0.severity) \($0.message) → \($0.fix)"
      }
    }
    #expect(
      try found() == [
        "question List.color, List.icon have no inverse: an object that is deleted leaves a link to nowhere, and one that is "
          + "replaced stays; does either happen? → if so: List.color <<--> Color.lists, and: List.icon <<--> Icon.lists"
      ])
    // What is in lists, is owned or leads on is deleted or changed somewhere; CloudKit needs the inverse.
    let color = "warning List.color should have an inverse: without one the graph cannot keep both ends in step"
    let others = [
      "entity Board { colors ->> Color? }", "entity Board { color -> Color?, delete cascade }",
      "entity Board { name: String }\nadd Color.board -> Board?",
    ]
    for more in others {
      #expect(try found(more).contains { $0.hasPrefix(color) }, "\(more)")
    }
    #expect(try found("", [.xcode, .cloudKit]).contains { $0.hasPrefix(color) })
    #expect(try found("", []).contains { $0.hasPrefix(color) })
    #expect(
      try findings(
        of: MissingInverse.self, model + "\nList.color <<--> Color.lists\nList.icon <<--> Icon.lists", options: .xcode)
        == [])
  }

  @Test("The rule no action goes with the missing inverse: with one, it leaves links to nowhere")
  func noAction() throws {
    let model = """
      entity Review { text: String; course -> Course?, delete none }
      entity Course { name: String; reviews ->> Note? }
      entity Note { text: String }
      """
    let found = try findings(of: MissingInverse.self, model, options: .xcode).first { $0.property == "course" }
    #expect(
      found.map { "\($0.message) → \($0.fix)" }
        == "Review.course should have an inverse: without one the graph cannot keep both ends in step; its rule is no action "
        + "→ Review.course <<--> Course.courseOf, and: change Review.course, delete nullify")
    let mended = model + "\n" + (found?.fix.replacing(", and: ", with: "\n") ?? "")
    #expect(try findings(of: DanglingRule.self, mended, options: .xcode) == [])
  }

  @Test("Two ways that know nothing of each other are made one")
  func twoWays() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Team { name: String; players ->> Player? }
      entity Player { team -> Team? }
      """
    ).map(\.fix)
    #expect(found == ["change Team.players, inverse team", "change Player.team, inverse players"])
  }

  @Test("A to-many in the singular is the other end all the same; of two to-manys that could be, neither is")
  func singular() throws {
    let one = """
      entity Patient { study ->> Study? }
      entity Study { patient -> Patient?; series ->> Series? }
      entity Series { study -> Study?; exam ->> Exam? }
      entity Exam { series -> Series? }
      """
    let fixes = try findings(of: MissingInverse.self, one).map(\.fix)
    #expect(
      fixes == [
        "change Patient.study, inverse patient", "change Study.patient, inverse study",
        "change Study.series, inverse study",
        "change Series.study, inverse series", "change Series.exam, inverse series", "change Exam.series, inverse exam",
      ])
    let two = """
      entity Patient { study ->> Study?; studies ->> Study? }
      entity Study { patient -> Patient? }
      """
    #expect(try findings(of: MissingInverse.self, two).map(\.fix).filter { $0.contains("inverse patient") } == [])
  }

  @Test("Two relationships of an entity to itself are not taken for one; what is owned has one owner")
  func proposals() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Tag { required ->> Tag?; excluded ->> Tag? }
      entity Cover { name: String? }
      entity Book { cover -> Cover?, delete cascade; pages ->> Page?, delete cascade; readers ->> Person? }
      entity Page { text: String? }
      entity Person { name: String? }
      """
    ).map(\.fix)
    #expect(
      found == [
        "Tag.required <<-->> Tag.requiredOf, or: Tag.required <-->> Tag.requiredOf",
        "Tag.excluded <<-->> Tag.excludedOf, or: Tag.excluded <-->> Tag.excludedOf",
        "Book.pages <-->> Page.book", "Book.readers <-->> Person.book, or: Book.readers <<-->> Person.books",
        "if several objects can share one: Book.cover <<--> Cover.books, and: change Book.cover, delete nullify; if not: Book.cover "
          + "<--> Cover.book",
      ])
  }

  @Test("A relationship that says something else is not taken for the inverse")
  func otherThings() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Chat { title: String; lastMessage -> Message?; pinned ->> Message? }
      entity Message { text: String; chat -> Chat? }
      entity Order { payment -> Payment? }
      entity Payment { order -> Order? }
      """
    ).map(\.fix)
    #expect(
      found == [
        "Chat.lastMessage <<--> Message.lastMessageOf",
        "Chat.pinned <-->> Message.pinnedOf, or: Chat.pinned <<-->> Message.pinnedOf",
        "Message.chat <<--> Chat.messages",
        "if each has one other at most: change Order.payment, inverse order; if not: Order.payment <<--> Payment.orders, and: "
          + "Payment.order <<--> Order.payments",
      ])
  }

  @Test("A to-one and a to-many alone between their entities are offered as one relationship")
  func alone() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity User { comments ->> Comment? }
      entity Comment { text: String; writer -> User? }
      entity Chat { messages ->> Message? }
      entity Message { text: String; pinnedIn -> Chat?; chat -> Chat? }
      """
    ).map(\.fix)
    #expect(
      found == [
        "change User.comments, inverse writer, or: User.comments <-->> Comment.user, or: User.comments <<-->> Comment.users",
        "change Comment.writer, inverse comments, or: Comment.writer <<--> User.writerOf",
        "change Chat.messages, inverse chat", "Message.pinnedIn <<--> Chat.pinnedInOf",
        "change Message.chat, inverse messages",
      ])
  }

  @Test("The two ends of a relationship of an entity to itself, by their names")
  func opposites() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Folder { parent -> Folder?; children ->> Folder? }
      entity Page { next -> Page?; previous -> Page? }
      entity Person { parent -> Person?; friends ->> Person? }
      entity Group { parentGroup -> Group?; groups ->> Group? }
      entity Worker { manager -> Worker?; reports ->> Worker?; bestFriend -> Worker? }
      """
    ).map(\.fix)
    #expect(
      found == [
        "change Folder.parent, inverse children", "change Folder.children, inverse parent",
        "change Page.next, inverse previous", "change Page.previous, inverse next",
        "Person.parent <<--> Person.children",
        "Person.friends <<-->> Person.friendOf, or: Person.friends <-->> Person.friendOf",
        "change Group.parentGroup, inverse groups", "change Group.groups, inverse parentGroup",
        "change Worker.manager, inverse reports", "change Worker.reports, inverse manager",
        "Worker.bestFriend <<--> Worker.bestFriendOf",
      ])
  }

  @Test("The inverse of a required to-one gets a rule that a save takes")
  func required() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Step { name: String; place -> Place }
      entity Place { name: String }
      """
    ).map(\.fix)
    #expect(found == ["Step.place <<--> Place.steps, and: change Place.steps, delete deny"])
  }

  @Test("Two to-ones alone between their entities are one finding, unless one is the last or the first of many")
  func counterparts() throws {
    let model = """
      entity Album { title: String; uploadRecord -> AlbumEdit? }
      entity AlbumEdit { day: Date; album -> Album? }
      """
    let found = try findings(of: MissingInverse.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "warning Album.uploadRecord and AlbumEdit.album lead to each other, and neither is the other's inverse "
          + "→ if each has one other at most: change Album.uploadRecord, inverse album; if not: Album.uploadRecord "
          + "<<--> AlbumEdit.uploadRecordOf, and: AlbumEdit.album <<--> Album.albumEdits"
      ])
    for choice in found.first?.fix.split(separator: #/; if not: |^if [^:]*: /#).map(String.init) ?? [] {
      let typed = choice.replacing(", and: ", with: "\n")
      #expect(try messages(of: MissingInverse.self, model + "\n" + typed) == [])
    }
    let last = """
      entity Conversation { lastMessage -> Message? }
      entity Message { conversation -> Conversation? }
      """
    #expect(try messages(of: MissingInverse.self, last).count == 2)
  }

  @Test("Two to-manys alone between their entities are offered as one many-to-many")
  func manyToMany() throws {
    for (tags, people) in [("tags", "persons"), ("tags", "people"), ("labels", "holders")] {
      let model = """
        entity Person { name: String; \(tags) ->> Tag? }
        entity Tag { t: String; \(people) ->> Person? }
        """
      let found = try findings(of: MissingInverse.self, model)
      #expect(found.allSatisfy { $0.fix.hasPrefix("change ") && $0.fix.contains(", inverse ") }, "\(found.map(\.fix))")
      let line = try #require(found.first?.fix.split(separator: ", or: ").first.map(String.init))
      #expect(try messages(of: MissingInverse.self, model + "\n" + line) == [])
    }
  }

  @Test("To-ones that own what they lead to are one note; a to-many is not among them")
  func owning() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Picture { data: Binary? }
      entity Conversation { groupImage -> Picture?, delete cascade; sounds ->> Picture?, delete cascade }
      entity FileMessage { thumbnail -> Picture?, delete cascade }
      """)
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "warning Conversation.sounds should have an inverse: without one a SQLite store keeps one Conversation for each Picture, "
          + "and any other link is gone after the next launch",
        "note Conversation.groupImage, FileMessage.thumbnail cascade and have no inverse: "
          + "an object that is deleted alone leaves a dangling link",
      ])
    #expect(found.last?.fix.hasSuffix("if not: Conversation.groupImage <--> Picture.groupImageOf") == true)
  }

  @Test("All lines can be typed together, and leave nothing to report")
  func typed() throws {
    let model = """
      entity Chat { title: String; lastMessage -> Message?; pinned ->> Message?; message -> Message? }
      entity Message { text: String; chat -> Chat?; chats2 -> Chat? }
      entity Class { name: String }
      entity Student { classes ->> Class?; main -> Class?; self1 -> Student? }
      entity Animal { name: String? }
      entity Dog { size: Integer16? }
      change Dog, parent Animal
      entity Owner { dog -> Dog?; animal -> Animal?; best -> Dog?, delete cascade }
      entity Edit { added ->> Animal?; removed ->> Animal?; next -> Edit? }
      """
    let lines = try findings(of: MissingInverse.self, model).map(\.fix)
    for choice in ["first", "last"] {
      let typed = lines.map { line in
        let parts = line.split(separator: #/, or: |; if not: |^if [^:]*: /#).map(String.init)
        return ((choice == "first" ? parts.first : parts.last) ?? line).replacing(", and: ", with: "\n")
      }
      #expect(try messages(of: MissingInverse.self, model + "\n" + typed.joined(separator: "\n")) == [], "\(typed)")
    }
  }

  @Test("A to-many without an inverse keeps one owner for each member")
  func toMany() throws {
    let found = try messages(
      of: MissingInverse.self,
      """
      entity Playlist { songs ->> Song? }
      entity Song { title: String }
      """)
    #expect(
      found == [
        "Playlist.songs should have an inverse: without one a SQLite store keeps one Playlist for each Song, "
          + "and any other link is gone after the next launch"
      ])
  }

  @Test("Both ends")
  func bothEnds() throws {
    let found = try places(
      of: MissingInverse.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
