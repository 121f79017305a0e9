import Diagnostics
import ModelReview
import Testing
import WorkbookLanguage

/// Rules that speak of Xcode's models alone: types that do not suit, shared classes, parts left behind, secrets.
@Suite("Rules: models of apps")
struct XcodeRulesTests {
  private func found(_ rule: any ReviewRule.Type, _ model: String) throws -> [Finding] {
    var interpreter = Interpreter()
    for outcome in interpreter.run(WorkbookParser.parse(SourceText(model))) where outcome.failed {
      Issue.record("\(outcome.diagnostics)")
    }
    let review = try ModelReview(of: ReviewSubject(interpreter.context, options: .xcode), rules: [rule])
    #expect(try ModelReview(of: ReviewSubject(interpreter.context), rules: [rule]).findings == [])
    return review.findings
  }

  /// The questions about types, without the part that all of them share.
  private func typeQuestions(_ model: String) throws -> [String] {
    try found(UnsuitedType.self, model).map { finding in
      #expect(finding.severity == .question)
      let parts = finding.fix.split(separator: /^if so: |, with a mapping model for stores that exist$/)
      return "\(finding.message) → \(parts.joined())"
    }
  }

  @Test("Money, dates and counts in types that cannot hold them are one finding for each kind")
  func types() throws {
    let found = try typeQuestions(
      """
      entity Order { totalPrice: Integer16; amountPaid: Float?; salary: String; paidDate: String?; visitsCount: Integer16 }
      entity Note { amount: Double; dateline: String; price: Decimal; updateDate: Date; count: Integer16; costume: String }
      """)
    #expect(
      found == [
        "Order.visitsCount is in Integer 16, which ends at 32,767; can it be more? → change Order.visitsCount: Integer64",
        "Order.totalPrice is in Integer 16, which ends at 32,767 and keeps whole numbers; can it be more, or have cents? "
          + "→ change Order.totalPrice: Decimal",
        "Order.amountPaid is of a type that does not keep a tenth exactly; is it for money? → change Order.amountPaid: Decimal",
        "Order.salary is a text, which is neither added nor compared as a number; is it for money? → change Order.salary: Decimal",
        "Order.paidDate is a text, which sorts as a date only if the year comes first; is it for a moment in time? "
          + "→ change Order.paidDate: Date",
      ])
  }

  @Test("Numbers that outgrow their types, and words that mean another thing elsewhere")
  func ranges() throws {
    let found = try typeQuestions(
      """
      entity Region { major: Integer16; minor: Integer16; name: String }
      entity Film { revenue: Integer32; runtime: Integer32 }
      entity Conta { saldo: Float; nome: String }
      entity Despesa { valor: Float }
      entity Sensor { valor: Float; balance: Double; minor: Integer16 }
      entity Restaurant { price: Integer16; dateInfo: String; memberCount: Integer16 }
      entity Server { port: Integer16; sport: Integer16 }
      entity Track { playDuration: Integer16; displayPrice: String }
      entity Transaction { amount: Double }
      """)
    #expect(
      found == [
        "Region.major, Region.minor are in Integer 16, which ends at 32,767; are they a beacon's, of which each number "
          + "can be up to 65,535? → change Region.major: Integer32",
        "Server.port is in Integer 16, which ends at 32,767; is it for the number of a port, which can be up to 65,535? "
          + "→ change Server.port: Integer32",
        "Track.playDuration is in Integer 16, which ends at 32,767; is it in seconds, and can it be more than nine hours? "
          + "→ change Track.playDuration: Integer32",
        "Film.revenue is in Integer 32, which ends at 2,147,483,647; can it be more? "
          + "→ change Film.revenue: Integer64",
        "Conta.saldo, Despesa.valor, Transaction.amount are of a type that does not keep a tenth exactly; are they for money? "
          + "→ change Conta.saldo: Decimal",
      ])
  }

  @Test("The app's own few are numbered in a small number: states, icons, places in a list, levels")
  func localIdentifiers() throws {
    let found = try typeQuestions(
      """
      entity Wallet { iconId: Integer16; sortID: Integer16; statusID: Integer16; reviewCount: Integer16 }
      entity Level { id: Integer16; commentCount: Integer16 }
      entity Club { clubId: Integer16; viewCount: Integer16; imageURL: String; orderId: Integer16 }
      """)
    #expect(
      found == [
        "Club.viewCount is in Integer 16, which ends at 32,767; can it be more? → change Club.viewCount: Integer64",
        "Club.clubId is in Integer 16, which ends at 32,767; is it given by a server, and can it be more? "
          + "→ change Club.clubId: Integer64",
      ])
  }

  @Test("Phone numbers, postal codes and tokens in numbers; a whole number may count tokens")
  func digits() throws {
    let found = try typeQuestions(
      """
      entity Merchant { mer_telphone: Integer16; faxNumber: Integer64; zipCode: Integer32; phones: Integer16; codeNumber: Integer32 }
      entity User { token: Decimal; code: Integer32 }
      entity Counter { token: Integer64; postal: String }
      """)
    #expect(
      found == [
        "Merchant.mer_telphone is in Integer 16, which ends at 32,767 and keeps no leading 0 and no +; is it for a phone number or a "
          + "postal code? → change Merchant.mer_telphone: String",
        "Merchant.faxNumber, Merchant.zipCode are numbers, which keep no leading 0 and no +; are they for a phone number or a "
          + "postal code? → change Merchant.faxNumber: String",
        "User.token is a number; is it for a token, which usually is a text? → change User.token: String",
      ])
  }

  @Test("A value along with its currency is money; minutes next to a duration, and a blockchain, say what is meant")
  func units() throws {
    let found = try typeQuestions(
      """
      entity Portfolio { currency: String; totalValue: Float; change24h: Float }
      entity Reading { totalValue: Float; title: String }
      entity Match { duration: Integer16; minutesPlayed: Integer16; restSeconds: Integer16 }
      entity Trade { gasPrice: String; amount: Double }
      """)
    #expect(
      found == [
        "Match.restSeconds is in Integer 16, which ends at 32,767; can it be more than nine hours? "
          + "→ change Match.restSeconds: Integer32",
        "Portfolio.totalValue is of a type that does not keep a tenth exactly; is it for money? "
          + "→ change Portfolio.totalValue: Decimal",
      ])
  }

  @Test("Addresses, confirmations and the sizes of large files; a text next to a date is what is shown")
  func sizes() throws {
    let found = try typeQuestions(
      """
      entity Breakpoint { address: Integer16; page: Integer16 }
      entity Transfer { confs: Integer16; label: String }
      entity AbstractPlayable { size: Integer32; chapterOffset: Integer32; outputMilliseconds: Integer32 }
      entity VideoItem { fileSize: Integer16 }
      entity Document { size: Integer32; date: String }
      entity Artwork { date: String; addedOn: Date? }
      """)
    #expect(
      found == [
        "Transfer.confs, VideoItem.fileSize are in Integer 16, which ends at 32,767; can they be more? "
          + "→ change Transfer.confs: Integer64",
        "Breakpoint.address is in Integer 16, which ends at 32,767; is it for an address, which can be up to 65,535? "
          + "→ change Breakpoint.address: Integer32",
        "AbstractPlayable.size is in Integer 32, which ends at 2,147,483,647; can a file have more bytes? "
          + "→ change AbstractPlayable.size: Integer64",
        "Document.date is a text, which sorts as a date only if the year comes first; is it for a moment in time? "
          + "→ change Document.date: Date",
      ])
  }

  @Test("A number that is larger under the same name elsewhere, and a date between dates")
  func sameNames() throws {
    let found = try typeQuestions(
      """
      entity Taxon { observationsCount: Integer16; order: Integer16; status: Integer16; size: Double }
      entity Person { observationsCount: Integer64; order: Integer64; status: Integer32; size: Integer32 }
      entity Property { dateAvailable: Integer16; dateStart: Date }
      entity Rota { dueDate: Integer16 }
      """)
    #expect(
      found == [
        "Taxon.observationsCount is in Integer 16, and Person.observationsCount in Integer 64: Integer 16 ends at 32,767; do they hold "
          + "the same values? → change Taxon.observationsCount: Integer64",
        "Property.dateAvailable is in Integer 16, which ends at 32,767; is it for a date? → change Property.dateAvailable: Date",
      ])
  }

  @Test("Turnover and payouts are money; an identifier in a small number may be a server's")
  func payouts() throws {
    let found = try typeQuestions(
      """
      entity Benefit { totalTurnover: Float; monthIncome: Float; payout: Double; turn: Float }
      entity Speck { feed_id: Integer16; deviceID: Integer16; idle: Integer16; kind: Integer32; apiKind: String }
      """)
    #expect(
      found == [
        "Benefit.totalTurnover, Benefit.monthIncome, Benefit.payout are of a type that does not keep a tenth exactly; are they for "
          + "money? → change Benefit.totalTurnover: Decimal",
        "Speck.feed_id, Speck.deviceID are in Integer 16, which ends at 32,767; are they given by a server, and can they be more? "
          + "→ change Speck.feed_id: Integer64",
      ])
  }

  @Test("A type that CloudKit has fixed is not asked about")
  func mirrored() throws {
    let model = "entity Track { startDate: String?; price: Double? }"
    #expect(try findings(of: UnsuitedType.self, model, options: [.xcode, .cloudKit]).isEmpty)
    #expect(try findings(of: UnsuitedType.self, model, options: .xcode).count == 2)
  }

  @Test("A cost is money by the word before it, by its entity or by a price next to it")
  func costs() throws {
    let found = try typeQuestions(
      """
      entity Ability { manaCost: String; cost: Integer16; level: Integer16 }
      entity Plan { shippingCost: Double }
      entity Expense { cost: Double }
      entity Part { cost: Double; currencyCode: String }
      """)
    #expect(
      found == [
        "Plan.shippingCost, Expense.cost, Part.cost are of a type that does not keep a tenth exactly; are they for money? "
          + "→ change Plan.shippingCost: Decimal"
      ])
  }

  @Test("Parts that others require, or lead to, are not left behind")
  func kept() throws {
    let found = try found(
      LeftBehind.self,
      """
      entity Team { players ->> Player?, inverse team }
      entity Player { team -> Team?, inverse players; lines ->> StatLine?, inverse player }
      entity StatLine { player -> Player, inverse lines }
      entity List { items ->> Place?, inverse list }
      entity Place { list -> List?, inverse items }
      entity Stop { place -> Place }
      entity Recipe { steps ->> Step?, inverse recipe }
      entity Step { recipe -> Recipe?, inverse steps; notes ->> Note?, inverse step, delete cascade }
      entity Note { step -> Step, inverse notes }
      entity Picture { logos ->> Logo?, inverse picture }
      entity Logo { picture -> Picture?, inverse logos }
      entity Article { title: String; author: String?; text -> Text?, inverse article }
      entity Text { body: String; article -> Article?, inverse text }
      """)
    #expect(
      found.map(\.message) == [
        "the objects of Recipe.steps, Article.text stay without their owner when it is deleted; are they meant to stay?"
      ])
  }

  @Test("Half of a link, in one note; an expense without its category is none")
  func links() throws {
    let found = try found(
      HalfLink.self,
      """
      entity User { likes ->> Like?, inverse user; scores ->> Score?, inverse user; expenses ->> Expense?, inverse user }
      entity Film { likes ->> Like?, inverse film; scores ->> Score?, inverse film }
      entity Like { user -> User?, inverse likes; film -> Film?, inverse likes }
      entity Score { points: Integer32; user -> User?, inverse scores; film -> Film?, inverse scores }
      entity Category { expenses ->> Expense?, inverse category }
      entity Expense { sum: Decimal; user -> User?, inverse expenses; category -> Category?, inverse expenses }
      """)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "a Like, a Score stay when one of the two objects that each links is deleted: do they mean anything then? → if not, the "
          + "delete rules of User.likes, Film.likes, User.scores, Film.scores can take them along"
      ])
  }

  @Test("Large values in the table, in one note")
  func inline() throws {
    let found = try found(
      InlineBinary.self,
      """
      entity AudioFile { data: Binary?; coverImage: Binary?; thumbnailImage: Binary?; imageHash: Binary?; imageURLs: Binary?; audioBlobId: Binary? }
      entity Note { attachment: Binary?, external storage; data: Binary? }
      """)
    #expect(
      found.map(\.message) == [
        "AudioFile.data, AudioFile.coverImage are kept in the table, and read with each object: can they be large?"
      ])
  }

  @Test("A chain of one-to-one relationships; with a to-many it is none")
  func chains() throws {
    let chain = """
      entity Journey { leg -> Leg?, inverse journey }
      entity Leg { journey -> Journey?, inverse leg; stop -> Stop?, inverse leg }
      entity Stop { leg -> Leg?, inverse stop }
      """
    #expect(
      try found(OneToOneOnly.self, chain).map(\.message) == [
        "every relationship of the model is one-to-one: a second Stop takes the place of the first in Leg.stop, or a second Leg in "
          + "Stop.leg; is that meant?"
      ])
    let star = """
      entity Room { last -> Last?, inverse room; trust -> Trust?, inverse room; counts -> Counts?, inverse room }
      entity Last { room -> Room?, inverse last }
      entity Trust { room -> Room?, inverse trust }
      entity Counts { room -> Room?, inverse counts }
      """
    #expect(try found(OneToOneOnly.self, star).isEmpty)
    let more = chain + "\nentity Note { journey -> Journey? }\nJourney.tags <-->> Tag.journey\n"
    #expect(try found(OneToOneOnly.self, "entity Tag { name: String }\n" + more).isEmpty)
  }

  @Test("A cascade from a category to what is no part of it")
  func lookups() throws {
    let model = """
      entity Category { name: String; transactions ->> Transaction?, inverse category, delete cascade; subCategories ->> SubCategory?, inverse category, delete cascade; notes ->> Note?, inverse category, delete cascade }
      entity Transaction { day: Date; amount: Decimal; category -> Category?, inverse transactions }
      entity SubCategory { day: Date; price: Decimal; category -> Category?, inverse subCategories }
      entity Note { day: Date; text: String; category -> Category?, inverse notes }
      entity OrganizationType { organizations_ ->> Organization?, inverse form, delete cascade }
      entity Organization { name: String; form -> OrganizationType?, inverse organizations_; people ->> Person?, inverse organization; rooms ->> Room?, inverse organization }
      entity Person { name: String; organization -> Organization?, inverse people }
      entity Room { name: String; organization -> Organization?, inverse rooms }
      """
    let found = try found(LookupCascade.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question deleting a Category deletes all of its transactions: is that meant? "
          + "→ if not: change Category.transactions, delete deny, or: delete nullify",
        "question deleting an OrganizationType deletes all of its organizations_: is that meant? "
          + "→ if not: change OrganizationType.organizations_, delete deny, or: delete nullify",
      ])
  }

  @Test("A category in use is kept where an object needs one or the other end denies, and where CloudKit knows no deny")
  func lookupRules() throws {
    func advice(_ end: String, _ options: ReviewSubject.Options = .xcode) throws -> [String] {
      let model = """
        entity Category { name: String; payments ->> Payment?, inverse category, delete cascade }
        entity Payment { day: Date; amount: Decimal; category -> \(end), inverse payments }
        """
      return try findings(of: LookupCascade.self, model, options: options).map(\.fix)
    }
    #expect(try advice("Category") == ["if not: change Category.payments, delete deny"])
    #expect(try advice("Category?, delete deny") == ["if not: change Category.payments, delete nullify"])
    #expect(try advice("Category?", [.xcode, .cloudKit]) == ["if not: change Category.payments, delete nullify"])
    #expect(
      try advice("Category, delete deny") == ["if not: let the app ask before it deletes one that is in use"])
  }

  @Test("Each pair of one-to-one relationships is asked about once")
  func pairs() throws {
    let plural = """
      entity Recipe { ingredients -> Ingredient?, inverse recipe }
      entity Ingredient { name: String; recipe -> Recipe?, inverse ingredients; unit -> Measure?, inverse ingredient }
      entity Measure { name: String; ingredient -> Ingredient?, inverse unit }
      """
    let single = plural.replacing("ingredients", with: "ingredient")
    func asking(_ model: String) throws -> [String] {
      try [Naming.self, SingleMember.self, OneToOneOnly.self].flatMap { (rule: any ReviewRule.Type) in
        try findings(of: rule, model, options: .xcode).map(\.rule)
      }
    }
    #expect(try asking(plural) == ["naming"])
    // The second pair is asked about with all others.
    #expect(try asking(single) == ["singleMember", "oneToOneOnly"])
  }

  @Test("One-to-one relationships of which one end should hold many, in one warning")
  func singleMembers() throws {
    let model = """
      entity Account { name: String; accountTransactionId -> Transaction?, inverse accountId }
      entity Transaction { day: Date; accountId -> Account?, inverse accountTransactionId }
      entity User { isInCourseInstance -> CDCourseInstance?, inverse hasUser; addressBookEntry -> Entry?, inverse user }
      entity CDCourseInstance { title: String; hasUser -> User?, inverse isInCourseInstance }
      entity Entry { name: String; user -> User?, inverse addressBookEntry }
      entity Chat { lastMessage -> Message?, inverse chat; note -> Note?, inverse chat }
      entity Message { text: String; chat -> Chat?, inverse lastMessage }
      entity Note { text: String; chat -> Chat?, inverse note }
      entity Team { captain -> Player?, inverse captainOf }
      entity Player { name: String; captainOf -> Team?, inverse captain }
      entity Recipe { step -> Step?, inverse recipe }
      entity Step { text: String; recipe -> Recipe, inverse step }
      entity Deck { card -> Card?, inverse deck, delete cascade }
      entity Card { text: String; deck -> Deck?, inverse card }
      """
    let found = try found(SingleMember.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question Account.accountTransactionId and Transaction.accountId are one-to-one, and a second Transaction takes the place of the "
          + "first: is one enough? → if not: change Account.accountTransactionId ->> Transaction?",
        "question User.isInCourseInstance and CDCourseInstance.hasUser are one-to-one, and a second CDCourseInstance takes the place of "
          + "the first: is one enough? → if not: change User.isInCourseInstance ->> CDCourseInstance?",
        "question Recipe.step and Step.recipe are one-to-one, and a second Step takes the place of the first: is one enough? "
          + "→ if not: change Recipe.step ->> Step?",
      ])
    let fixes = found.map { $0.fix.replacing("if not: ", with: "") }.joined(separator: "\n")
    #expect(try self.found(SingleMember.self, model + "\n" + fixes).isEmpty)
    #expect(
      try findings(of: SingleMember.self, model, options: [.xcode, .cloudKit]).map(\.fix)
        == Array(repeating: "if not: a to-many next to it, as a CloudKit schema in production only grows", count: 3))
  }

  @Test("A currency belongs to many; a status, and a category of which one is the last, may belong to one")
  func sorted() throws {
    let found = try found(
      SingleMember.self,
      """
      entity Account { name: String; currency -> Currency?, inverse account; status -> Status?, inverse account }
      entity Currency { code: String; account -> Account?, inverse currency; country -> Country?, inverse currency }
      entity Country { code: String; currency -> Currency?, inverse country }
      entity Status { text: String; account -> Account?, inverse status }
      entity Category { name: String; lastVisit -> Visit?, inverse category }
      entity Visit { day: Date; category -> Category?, inverse lastVisit }
      """)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "Currency.account and Account.currency are one-to-one, and a second Account takes the place of the first: is one enough? "
          + "→ if not: change Currency.account ->> Account?"
      ])
  }

  @Test("Entities of one class, unless one inherits from the other")
  func classes() throws {
    let found = try found(
      SharedClass.self,
      """
      entity City { name: String }
      entity Street { name: String }
      entity Place { name: String }
      entity Town: Place { mayor: String }
      change Street, class "City"
      change City, class "City"
      change Town, class "Place"
      change Place, class "Place"
      """)
    #expect(
      found.map { "\($0.entity): \($0.message)" } == [
        "Street: City, Street have one class, City: Core Data cannot tell which of them it stands for"
      ])
  }

  @Test("Objects that nothing leads to after their owner's deletion, in one note")
  func parts() throws {
    let found = try found(
      LeftBehind.self,
      """
      entity Recipe { title: String; steps ->> Step?, inverse recipe; author -> Author?, inverse recipes }
      entity Step { text: String; recipe -> Recipe?, inverse steps }
      entity Author { name: String; recipes ->> Recipe?, inverse author; address -> Address?, inverse author }
      entity Address { street: String; author -> Author?, inverse address }
      """)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "the objects of Recipe.steps, Author.address stay without their owner when it is deleted, and no other relationship "
          + "leads to them; are they meant to stay? → if not, the delete rule or the code that deletes the owner can take them along, or "
          + "deny can keep an owner that has any"
      ])
  }

  @Test("An owner is not left behind by its part: by its name, by a path of owners, or where several share it")
  func owners() throws {
    let found = try found(
      LeftBehind.self,
      """
      entity Workout { day: Date; exercise -> Exercise?, inverse workout }
      entity Exercise { name: String; workout -> Workout?, inverse exercise; round -> Round?, inverse exercise }
      entity Round { count: Integer16; exercise -> Exercise?, inverse round }
      entity Shelf { name: String; boxes ->> Box?, inverse shelf; box -> Box?, inverse shelves }
      entity Box { name: String; shelf -> Shelf?, inverse boxes; shelves ->> Shelf?, inverse box }
      entity Screen { title: String; size: Integer16; icon -> Icon?, inverse screen; menu -> Menu? }
      entity Menu { icon -> Icon? }
      entity Icon { data: Binary; screen -> Screen?, inverse icon }
      """)
    #expect(
      found.map(\.message) == [
        "deleting an Exercise leaves its round with exercise = nil, and no other relationship leads to it; is it meant to stay?"
      ])
  }

  @Test("One relationship, with both decisions; another one that leads there is not denied")
  func one() throws {
    let sensor = """
      entity Sensor { uid: String; values ->> Glucose?, inverse sensor }
      entity Glucose { value: Double; sensor -> Sensor?, inverse values }

      """
    let alone = try found(LeftBehind.self, sensor)
    #expect(
      alone.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question deleting a Sensor leaves its values with sensor = nil, and no other relationship leads to them; are they meant to "
          + "stay? → if not, the delete rule of Sensor.values or the code that deletes the owner can take them along, or deny can keep a "
          + "Sensor that has any"
      ])
    let reached = try found(
      LeftBehind.self, sensor + "entity Note { text: String }\nGlucose.notes <-->> Note.glucose")
    #expect(reached.map(\.message).first?.contains("no other relationship") == false)
  }

  @Test("The relationship of the same name in a similar entity cascades")
  func twins() throws {
    let model = """
      entity HarvestEntry { coordinates -> Coordinate?, inverse harvest; images ->> EntryImage?, inverse harvest }
      entity VisitEntry { coordinates -> Coordinate?, inverse visit, delete cascade; images ->> EntryImage?, inverse visit, delete cascade }
      entity Coordinate { latitude: Double; harvest -> HarvestEntry?, inverse coordinates; visit -> VisitEntry?, inverse coordinates }
      entity EntryImage { uri: String; harvest -> HarvestEntry?, inverse images; visit -> VisitEntry?, inverse images }
      """
    let found = try found(LeftBehind.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question HarvestEntry.coordinates, HarvestEntry.images nullify, and the relationships of the same name in VisitEntry "
          + "cascade; is the difference meant? → if not, the delete rule or the code that deletes the owner can take the objects along, or "
          + "deny can keep an owner that has any"
      ])
    let cover = try self.found(
      LeftBehind.self,
      """
      entity Album { title: String; cover -> Cover?, inverse album, delete cascade }
      entity Track { title: String; cover -> Cover?, inverse track }
      entity Cover { data: Binary; album -> Album?, inverse cover; track -> Track?, inverse cover }
      """)
    // A track's cover may be its album's.
    #expect(cover.isEmpty)
    let settings = try self.found(
      LeftBehind.self,
      """
      entity User { name: String; preferences -> Preferences?, inverse user, delete cascade }
      entity Preferences { sleep: Boolean; user -> User?, inverse preferences; push -> Push?, inverse preferences, delete cascade }
      entity Push { isOn: Boolean; preferences -> Preferences?, inverse push }
      """)
    #expect(settings.isEmpty)
    // The expenses of whoever pays are other ones than those of a trip, and a channel is no part of its settings.
    let others = """
      entity Trip { title: String; expenses ->> Expense?, inverse trip, delete cascade }
      entity Payer { name: String; expenses ->> Expense?, inverse payer }
      entity Expense { sum: Decimal; trip -> Trip?, inverse expenses; payer -> Payer?, inverse expenses }
      entity Channel { name: String; mute -> Mute?, inverse channel; settings -> Settings?, inverse channel; other -> Other?, inverse main }
      entity Settings { sound: Boolean; channel -> Channel?, inverse settings, delete cascade }
      entity Mute { until: Date; channel -> Channel?, inverse mute; user -> Other?, inverse mutes }
      entity Other { name: String; main -> Channel?, inverse other, delete cascade; mutes ->> Mute?, inverse user }
      """
    #expect(try self.found(LeftBehind.self, others).isEmpty)
  }

  @Test("The one of many that nullifies; not where two of four do, and not a person or what has parts of its own")
  func oddOnes() throws {
    let model = """
      entity Location { depth -> Depth?, inverse location, delete cascade; city -> City?, inverse location, delete cascade; wind -> Wind?, inverse location, delete cascade; coordinates -> Coordinates?, inverse location; keeper -> Person?, inverse location; notes ->> Note?, inverse location }
      entity Depth { x: Double; location -> Location?, inverse depth }
      entity City { x: String; location -> Location?, inverse city }
      entity Wind { x: Double; location -> Location?, inverse wind }
      entity Coordinates { x: Double; id: String; location -> Location?, inverse coordinates }
      entity Person { name: String; location -> Location?, inverse keeper }
      entity Note { text: String; author -> Person; location -> Location?, inverse notes }
      """
    let few = try found(LeftBehind.self, model)
    #expect(!few.contains { $0.message.contains("difference") }, "\(few.map(\.message))")
    let found = try found(LeftBehind.self, model + "\nremove Location.keeper\nremove Person.location")
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question Location.coordinates nullifies, and the 3 other one-to-one relationships of Location cascade; is the difference "
          + "meant? → if not, the delete rule of Location.coordinates or the code that deletes the owner can take the objects along, "
          + "or deny can keep a Location that has one"
      ])
  }

  @Test("The bytes of a photo, and what belongs to no one: what others share, and what a person has made")
  func shared() throws {
    let found = try found(
      LeftBehind.self,
      """
      entity Photo { title: String; blob -> Blob?, inverse photo; place -> Place?, inverse photos }
      entity Blob { data: Binary; photo -> Photo?, inverse blob }
      entity Place { name: String; photos ->> Photo?, inverse place }
      entity Account { name: String; currency -> Currency?, inverse account; changes ->> Change?, inverse mergedBy; issues ->> Issue?, inverse account, delete cascade; comments ->> Comment?, inverse account }
      entity Currency { code: String; account -> Account?, inverse currency }
      entity Change { text: String; mergedBy -> Account?, inverse changes }
      entity Issue { text: String; account -> Account?, inverse issues; comments ->> Comment?, inverse issue, delete cascade }
      entity Comment { text: String; account -> Account?, inverse comments; issue -> Issue?, inverse comments }
      entity Fee { amount: Decimal; shows ->> Show?, inverse fee }
      entity Show { name: String; fee -> Fee?, inverse shows; visits ->> Visit?, inverse show }
      entity Visit { day: Date; show -> Show?, inverse visits, delete cascade }
      """)
    #expect(
      found.map(\.message) == [
        "the objects of Place.photos, Photo.blob, Show.visits stay without their owner when it is deleted; are they meant to stay?"
      ])
  }

  @Test("Objects that are meant to stay, by their names and by the rules next to theirs")
  func meant() throws {
    let found = try found(
      LeftBehind.self,
      """
      entity Task { title: String; day: Date; selectedCalendar -> Calendar?, inverse task; assignee -> Person?, inverse task }
      entity Calendar { name: String; task -> Task?, inverse selectedCalendar }
      entity Person { name: String; task -> Task?, inverse assignee }
      entity Safe { name: String; address: String; selection -> Selection?, inverse safe; extra -> Extra?, inverse safe }
      entity Selection { safe -> Safe?, inverse selection }
      entity Extra { note: String; safe -> Safe?, inverse extra }
      entity WorkoutRoutine { name: String; workouts ->> Workout?, inverse routine }
      entity Workout { day: Date; routine -> WorkoutRoutine?, inverse workouts }
      entity Game { name: String; genres ->> GameGenre?, inverse game; saves ->> SaveState?, inverse game }
      entity GameGenre { name: String; game -> Game?, inverse genres }
      entity SaveState { day: Date; game -> Game?, inverse saves }
      entity Person2 { name: String; teams ->> Team?, inverse creator; drafts ->> Draft?, inverse author, delete cascade }
      entity Team { name: String; creator -> Person2?, inverse teams; rules ->> Rule?, inverse team, delete cascade }
      entity Rule { text: String; team -> Team?, inverse rules }
      entity Draft { text: String; author -> Person2?, inverse drafts }
      """)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "the objects of Game.saves, Safe.extra stay without their owner when it is deleted, and no other relationship leads to "
          + "them; are they meant to stay? → if not, the delete rule or the code that deletes the owner can take them along, or deny can "
          + "keep an owner that has any"
      ])
  }

  @Test("Parts by their names, although other relationships lead to them")
  func namedParts() throws {
    let model = """
      entity Manga { title: String; chapters ->> Chapter?, inverse manga; readChapters ->> Chapter?, inverse readIn }
      entity Chapter { number: Integer16; manga -> Manga?, inverse chapters; readIn -> Manga?, inverse readChapters; source -> Source?, inverse chapters }
      entity Source { name: String; chapters ->> Chapter?, inverse source }
      """
    let manga = try found(LeftBehind.self, model)
    #expect(
      manga.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question deleting a Manga leaves its chapters with manga = nil; are they meant to stay? → if not, the delete rule of "
          + "Manga.chapters or the code that deletes the owner can take them along, or deny can keep a Manga that has any"
      ])
    #expect(try found(LeftBehind.self, model + "\nchange Manga.chapters, delete cascade").isEmpty)
    let more = try found(
      LeftBehind.self,
      """
      entity MailAccount { name: String; buddies ->> Buddy?, inverse account; users ->> User?, inverse account }
      entity Buddy { name: String; nick: String; account -> MailAccount?, inverse buddies; chats ->> Chat?, inverse buddies }
      entity User { name: String; account -> MailAccount?, inverse users; chats ->> Chat?, inverse users }
      entity Chat { allMessages ->> ChatMessage?, inverse chat; pinnedMessages ->> ChatMessage?, inverse pin; buddies ->> Buddy?, inverse chats; users ->> User?, inverse chats }
      entity ChatMessage { text: String; chat -> Chat?, inverse allMessages; pin -> Chat?, inverse pinnedMessages }
      entity Club { addresses ->> LocalizedAddress?, inverse club; remarks ->> LocalizedRemark?, inverse club, delete cascade }
      entity LocalizedAddress { text: String; club -> Club?, inverse addresses; language -> Language?, inverse addresses }
      entity LocalizedRemark { text: String; club -> Club?, inverse remarks; language -> Language?, inverse remarks }
      entity Language { code: String; addresses ->> LocalizedAddress?, inverse language; remarks ->> LocalizedRemark?, inverse language }
      """)
    #expect(
      more.map(\.message) == [
        "the objects of MailAccount.buddies, Chat.allMessages, Club.addresses stay without their owner when it is deleted; "
          + "are they meant to stay?"
      ])
  }

  @Test("A position that is unique in the whole store, where each owner has a list")
  func positions() throws {
    let found = try found(
      UniquePosition.self,
      """
      entity Radio { channels ->> ChannelEntity?, inverse radio; logs ->> Log?, inverse radio }
      entity ChannelEntity { index: Integer32; radio -> Radio?, inverse channels; unique index }
      entity Log { position: Integer32; key: String; radio -> Radio?, inverse logs; unique key, position }
      entity Invoice { number: Integer32; buyer -> Buyer?, inverse invoices; unique number }
      entity Buyer { invoices ->> Invoice?, inverse buyer }
      entity Page { position: Integer32; unique position }
      """)
    #expect(
      found.map { "\($0.severity) \($0.entity).\($0.property): \($0.message)" } == [
        "warning ChannelEntity.index: ChannelEntity is unique by index alone: a ChannelEntity of another Radio cannot have the same"
      ])
  }

  @Test(
    "Seconds next to their minutes and an index of parts are small; a parent that a text requires is none of the same kind"
  )
  func quiet() throws {
    #expect(
      try found(
        UnsuitedType.self,
        """
        entity Walk { lengthHours: Integer16; lengthSeconds: Integer16 }
        entity Camera { index_id: Integer16 }
        """
      ).isEmpty)
    #expect(try found(UnsuitedType.self, "entity Walk { hours: Integer16; lengthSeconds: Integer16 }").count == 1)
    #expect(try findings(of: HiddenReference.self, "entity Advice { id: String; parentID: String }").isEmpty)
    #expect(try findings(of: HiddenReference.self, "entity Advice { id: String; parentID: String? }").count == 1)
    #expect(try findings(of: HiddenReference.self, "entity Advice { id: Integer64; parentID: Integer64 }").count == 1)
  }

  @Test("A to-one next to to-manys of one entity whose inverses are named alike")
  func siblings() throws {
    func colours(_ back: String, _ second: String) throws -> [String] {
      try found(
        SingleMember.self,
        """
        entity Color { text -> Block?, inverse \(back); main ->> Block?, inverse mainColor; tints \(second) Block?, inverse tintColor }
        entity Block { \(back) -> Color?, inverse text; mainColor -> Color?, inverse main; tintColor -> Color?, inverse tints }
        """
      ).map(\.message)
    }
    #expect(
      try colours("textColor", "->>") == [
        "Color.text and Block.textColor are one-to-one, next to main, tints, which hold many, and a second Block takes the place of "
          + "the first: is one enough?"
      ])
    #expect(try colours("writer", "->>") == [])
  }

  @Test("An attribute of a constraint that may be nil; not one with a default, and not one that a server gives later")
  func nilKeys() throws {
    let found = try found(
      NilKey.self,
      """
      entity NewsItem { identifier: String; source: String?; unique identifier, source }
      entity Draft { remoteID: String?; unique remoteID }
      entity Rig { name: String?; unique name }
      entity Beacon { number: Integer16?; code: String; unique number; unique code }
      entity Book { webID: String?; ownID: String?; unique webID; unique ownID }
      entity Alert { host: String? = ""; day: Date; unique host, day }
      entity Story: NewsItem { page: Integer16; unique page, source }
      """)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question NewsItem is unique by identifier, source; Story by page, source: two objects without a value for source are never "
          + "equal; can there be any? → if there should be none: require source, once each object has a value of its own (a migration "
          + "fails where one has none: 134110)",
        "question Rig.name, Beacon.number are unique, and two objects without a value are never equal; can there be any? → if there "
          + "should be none: require Rig.name, Beacon.number, once each object has a value of its own (a migration fails where one has none: "
          + "134110)",
      ])
  }

  @Test("Passwords and tokens in texts")
  func secrets() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity User { name: String; password: String; accessToken: String?; passwordHint: String?; token: Integer64? }
      entity Vault { encryptedPassword: String?; wifiPsk: String? }
      """)
    #expect(
      found.map(\.message) == [
        "User.password, User.accessToken are readable in the file of the store, unless the app encrypts them",
        "Vault.wifiPsk is readable in the file of the store, unless the app encrypts it; does it?",
      ])
  }

  @Test(
    "A secret next to its salt or its signature is encrypted; next to the signature of something else it may be readable"
  )
  func ciphertexts() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity Node { nodePassphrase: String; nodePassphraseSignature: String; nodeKey: String }
      entity Share { password: String; token: String; passwordSalt: String? }
      entity Person { hashedPassword: String; passwordHash: String }
      entity Mailbox { password: String; mailSignature: String; encryptedToken: String? }
      """)
    #expect(
      found.map(\.message) == ["Mailbox.password is readable in the file of the store, unless the app encrypts it"])
  }

  @Test("The text of a token, which its entity names; not one that is traded, or that a device is reached by")
  func bearers() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity Token { value: String; expires: Date }
      entity AuthToken { token: String }
      entity DeviceToken { value: String }
      entity CoinToken { value: String; symbol: String }
      entity Sticker { value: String }
      """)
    #expect(
      found.map(\.message) == [
        "Token.value, AuthToken.token are readable in the file of the store, unless the app encrypts them"
      ])
  }

  @Test("Private keys in bytes; other bytes may be anything")
  func keys() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity Session { privateKey: Binary; publicKey: Binary; password: Binary; keyData: Binary }
      entity Customer { ssn: String?; classNumber: String?; creditCardDigits: String? }
      """)
    #expect(
      found.map(\.message) == [
        "Customer.ssn, Customer.creditCardDigits are readable in the file of the store, unless the app encrypts them",
        "Session.privateKey is readable in the file of the store, unless the app encrypts it; does it?",
      ])
  }

  @Test("What is said about a secret is none: where it is to be had, how long it is valid")
  func aboutSecrets() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity Server { urlTemplateOAuthToken: String; accessTokenURL: String; passwordEndpoint: String; apiKeyName: String }
      entity Login { expiryAccessToken: String; typePassword: String; fieldPassword: String; pathPrivateKey: String }
      """)
    #expect(found.map(\.message) == [])
  }

  @Test(
    "The key of credentials, a secret or a token, also in bytes, and a pre-shared key; not what a value is looked up by"
  )
  func credentials() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity CredentialsPost { key: String; type: String }
      entity Secret { key: Binary }
      entity AccessToken { key: String }
      entity Channel { psk: Binary; key: Binary }
      entity SecretSetting { key: String; value: String }
      entity CoinToken { key: String; symbol: String }
      """)
    #expect(
      found.map(\.message) == [
        "CredentialsPost.key, Secret.key, AccessToken.key are readable in the file of the store, unless the app encrypts them",
        "Channel.psk is readable in the file of the store, unless the app encrypts it; does it?",
      ])
  }

  @Test("What restores a wallet, and what is kept along with a secret; alone, a token may be anything")
  func companions() throws {
    let found = try found(
      PlainSecret.self,
      """
      entity Persona { privateKey: String; publicKey: String; mnemonic: String; localKey: String }
      entity Wallet { mnemonic: String; seedPhrase: String }
      entity LoginRecord { password: String; token: String }
      entity Kanji { mnemonic: String; token: String; localKey: String }
      """)
    #expect(
      found.map(\.message) == [
        "LoginRecord.password, LoginRecord.token are readable in the file of the store, unless the app encrypts them",
        "Persona.privateKey, Persona.mnemonic, Persona.localKey, Wallet.mnemonic, Wallet.seedPhrase are readable in the file of the "
          + "store, unless the app encrypts them; does it?",
      ])
  }

  @Test("A default of two quotation marks; one that is empty or quotes something is none")
  func quotes() throws {
    let model = #"""
      entity Appointment { tooth: String = "\"\""; note: String = ""; title: String = "\"Visit\""; place: String = "''" }
      """#
    let found = try found(QuotedDefault.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "note Appointment.tooth, Appointment.place have two quotation marks as the default, and not an empty text "
          + "→ change Appointment.tooth = \"\", or: change Appointment.tooth, no default"
      ])
    let mended = model + "\nchange Appointment.tooth = \"\"\nchange Appointment.place, no default"
    #expect(try self.found(QuotedDefault.self, mended).isEmpty)
  }

  @Test("A class in a module of its own, where the others are in the current one; two of one module are meant")
  func modules() throws {
    let found = try found(OtherModule.self, OtherModule.page.example)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question the class of Calibration is in the module Nutshell, and those of other entities are in the current one: is that "
          + #"module still there? → if not, and the class is in the current one: change Calibration, class ".Calibration""#
      ])
    for more in ["entity Note { x: Double }\nchange Note, class \"Nutshell.Note\"", #"change Meal, class "Meal""#] {
      #expect(try self.found(OtherModule.self, OtherModule.page.example + "\n" + more).isEmpty)
    }
  }

  @Test("A module with the name of a build setting; the current module is none")
  func settings() throws {
    let model = #"""
      entity Address { name: String }
      entity Speck { name: String }
      change Address, class "PRODUCT_MODULE_NAME.Address"
      change Speck, class "Speck"
      """#
    #expect(
      try found(OtherModule.self, model).map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question the class of Address is in a module called PRODUCT_MODULE_NAME, which is the name of a build setting: is there such a "
          + #"module? → if not, and the class is in the current one: change Address, class ".Address""#
      ])
    #expect(try found(OtherModule.self, model + "\nchange Address, class \".Address\"").isEmpty)
  }

  @Test("A UUID with a default is the same for all")
  func identifiers() throws {
    let found = try findings(
      of: UniqueDefault.self,
      #"""
      entity A { id: UUID = uuid "5095BC9D-0000-4000-8000-000000000000"; other: UUID? }
      """#)
    #expect(
      found.map(\.message) == ["A.id has a default: each new object that is given no UUID has the same one"])
  }
}
