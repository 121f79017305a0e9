/// The rules for models of SwiftData that only Swift sources can show. The checks are in SwiftDataModel; the pages are here, so
/// that settings and reports know them in every build.
package enum SwiftDataRule: String, Hashable, Sendable, CaseIterable {
  // Relationships
  case inverseOnBothSides, inverseNamedTwice, unknownInverse, ambiguousInverse, unanchoredManyToMany
  case requiredEndWithoutInverse, oneWayRelationship, denyWithInverse, betaSpelling, silentCounts, unkeptOrder
  // Attributes
  case unqualifiedDefault, typeAtRisk, modelInStructure
  // Versions
  case equalVersions, liveClassInOldVersion, schemaPerModel, unknownOriginalName, renamedWithoutOriginalName
  case newRequiredProperty, newStructuredValue, noLightweightStage, newUniqueness, newestVersionUnused,
    stageOfOtherVersion
  case missingFromSchema, inheritedModel, newerSystem

  /// The rules of the ordinary review that say something to an app with SwiftData as well.
  package static let sharedRules: [any ReviewRule.Type] = [
    PlainSecret.self, UnsuitedType.self, LookupCascade.self, LeftBehind.self,
  ]

  /// Remedies for their findings, in other words than statements.
  package static let remedies = [
    PlainSecret.page.id: "keep it in the keychain",
    UnsuitedType.page.id: "if so: use Decimal for money, Date for dates, and String for phone numbers and tokens",
    LookupCascade.page.id: "if not: deleteRule: .nullify where the other end is optional, or .deny",
    LeftBehind.page.id: "if they should go too: deleteRule: .cascade",
  ]

  package var page: RulePage {
    switch self {
    case .inverseOnBothSides:
      RulePage(
        id: rawValue, title: "both ends of a relationship name the other as inverse",
        why: """
          The macro @Relationship needs to expand the other property before its own, so the compiler stops with \
          "Circular reference resolving attached macro". One side says inverse:, the other is set to match.
          """,
        example: """
          @Model final class Team { @Relationship(inverse: \\Player.team) var players: [Player] = [] }
          @Model final class Player { @Relationship(inverse: \\Team.players) var team: Team? }
          """,
        fix: "remove inverse: from one of the two")
    case .inverseNamedTwice:
      RulePage(
        id: rawValue, title: "two relationships name the same inverse",
        why: """
          A relationship has one inverse. What SwiftData does with two that name the same one is not documented: which of them an \
          object joins when only the other end is set cannot be told.
          """,
        example: """
          @Relationship(inverse: \\Plant.backyard) var leadingPlants: [Plant] = []
          @Relationship(inverse: \\Plant.backyard) var trailingPlants: [Plant] = []
          """,
        fix: "give each of them an inverse of its own")
    case .unknownInverse:
      RulePage(
        id: rawValue, title: "inverse: leads to no relationship back",
        why: "The key path has to name a relationship of the destination that leads back to this class.",
        example: "@Relationship(inverse: \\Player.name) var players: [Player] = []",
        fix: "name the relationship back, or leave inverse: out")
    case .ambiguousInverse:
      RulePage(
        id: rawValue, title: "several relationships could be the inverse",
        why: """
          SwiftData sets an inverse if it can reliably infer it from the schema. With two relationships to the same class and \
          none that says inverse:, nothing says which ends belong together.
          """,
        example: """
          @Model final class Match { var home: Team?; var guest: Team? }
          @Model final class Team { var homeMatches: [Match] = []; var guestMatches: [Match] = [] }
          """,
        fix: "say inverse: at one end of each pair")
    case .unanchoredManyToMany:
      RulePage(
        id: rawValue, title: "a many-to-many relationship names no inverse",
        why: """
          SwiftData does not infer the inverse of a many-to-many relationship, by what several people report; the tests of a \
          library for synchronisation show memberships that are lost or swapped when many change at once.
          """,
        example: """
          @Model final class Post { var tags: [Tag] = [] }
          @Model final class Tag { var posts: [Post] = [] }
          """,
        fix: "say inverse: at one end")
    case .requiredEndWithoutInverse:
      RulePage(
        id: rawValue, title: "a required to-one and its to-many name no inverse",
        why: """
          By what is reported, SwiftData infers the inverse of a to-many only if the to-one is optional. Otherwise the two \
          ends are not connected: appending to the array does not set the to-one.
          """,
        example: """
          @Model final class School { var students: [Student] = [] }
          @Model final class Student { var school: School }
          """,
        fix: "say inverse: at the to-many")
    case .oneWayRelationship:
      RulePage(
        id: rawValue, title: "nothing leads back from the other end of a relationship",
        why: """
          When the object at the other end is deleted, nothing tells this one. It keeps a reference to an object that no longer \
          exists, and reading from it stops the app, whatever the delete rule; someone tried all of them.
          """,
        example: """
          @Model final class Bird { var favoriteFood: BirdFood? }
          @Model final class BirdFood { var name: String }
          """,
        fix: "add a relationship back, or inverse: nil if the other end is never deleted")
    case .denyWithInverse:
      RulePage(
        id: rawValue, title: "the delete rule is deny",
        why: """
          Someone who tried every pair of delete rules saw most deletions with deny at an end with an inverse stop the app instead \
          of failing with an error.
          """,
        example: "@Relationship(deleteRule: .deny, inverse: \\Player.team) var players: [Player] = []",
        fix: "try a deletion on the oldest system that the app supports, or ask before deleting and use nullify")
    case .betaSpelling:
      RulePage(
        id: rawValue, title: "a delete rule has no label",
        why: "The first beta of SwiftData took @Relationship(.cascade). What was released has the label deleteRule:.",
        example: "@Relationship(.cascade) var players: [Player] = []", fix: "write deleteRule: .cascade")
    case .silentCounts:
      RulePage(
        id: rawValue, title: "a relationship has bounds that the app has to keep",
        why: """
          A save with fewer or more objects than the bounds allow fails. When it is the automatic one, no error is shown and \
          nothing is saved.
          """,
        example: "@Relationship(minimumModelCount: 1) var players: [Player] = []",
        fix: "check the count before saving, and save explicitly")
    case .unkeptOrder:
      RulePage(
        id: rawValue, title: "the order of an array of models is not kept",
        why:
          "A to-many relationship is a set in the store: after the next fetch, its objects may come in another order.",
        example: "chapters.move(fromOffsets: source, toOffset: destination)",
        fix: "keep the position in an attribute, and sort by it")
    case .unqualifiedDefault:
      RulePage(
        id: rawValue, title: "a default begins with a point",
        why: """
          The macro @Model copies the default to where its type is not known: "A default value requires a fully qualified \
          domain named value".
          """,
        example: "var color: HabitColor = .blue", fix: "write the type: HabitColor.blue")
    case .typeAtRisk:
      RulePage(
        id: rawValue, title: "values of this type are reported to get lost or to crash",
        why: """
          SwiftData takes a Codable value apart into columns and does not ask its own coding. People report crashes or lost \
          values for enums with associated values, types with their own init(from:) or encode(to:), optional collections of \
          values, and structures inside optional structures.
          """,
        example: "enum Shape: Codable { case circle(radius: Double) }",
        fix: "keep the value as Data or as a raw value, with a computed property around it")
    case .modelInStructure:
      RulePage(
        id: rawValue, title: "a structure in an attribute holds a model",
        why:
          "A structure is stored as values. A model in it is no relationship, and coding it copies it, if it works at all.",
        example: "struct Entry: Codable { var player: Player }", fix: "make it a relationship of the model")
    case .equalVersions:
      RulePage(
        id: rawValue, title: "two versions of a migration plan are alike",
        why: """
          SwiftData knows a version by the shape of its models and not by its number. Two of the same shape stop the app with \
          "Duplicate version checksums detected". A change of #Index alone does not change the shape.
          """,
        example: "enum SchemaV2: VersionedSchema { static var models: [any PersistentModel.Type] { SchemaV1.models } }",
        fix: "remove one of the two, or say what changed; hashModifier: makes a shape another one")
    case .liveClassInOldVersion:
      RulePage(
        id: rawValue, title: "an old version lists a class that is still in use",
        why: """
          The next change of the class changes the old version too. Stores of users then match no version of the plan, and the \
          container does not open (134504).
          """,
        example: "enum SchemaV1: VersionedSchema { static var models: [any PersistentModel.Type] { [Trip.self] } }",
        fix: "keep a copy of the class as it was inside the old version")
    case .schemaPerModel:
      RulePage(
        id: rawValue, title: "each model has a versioned schema of its own",
        why: "A VersionedSchema describes all models of a store. Apple's engineers advise one for the whole graph.",
        example: """
          enum TripSchemaV1: VersionedSchema { … [Trip.self] }
          enum TagSchemaV1: VersionedSchema { … [Tag.self] }
          """,
        fix: "list all models in one VersionedSchema")
    case .unknownOriginalName:
      RulePage(
        id: rawValue, title: "originalName: names nothing in the version before",
        why: "The old property is dropped with its values, and the new one begins empty.",
        example: "@Attribute(originalName: \"titel\") var title: String",
        fix: "write the name as it was in the version before")
    case .renamedWithoutOriginalName:
      RulePage(
        id: rawValue, title: "a property is gone and one of the same type is new",
        why:
          "Without originalName: a renamed property is one that was removed and another that was added: its values are lost.",
        example: "var name: String   // title, in the version before",
        fix: "@Attribute(originalName: \"title\") if it is the same")
    case .newRequiredProperty:
      RulePage(
        id: rawValue, title: "a new property needs a value that stored objects do not have",
        why: """
          The migration fails with "missing attribute values on mandatory destination attribute" (134110). Only a default in the \
          declaration counts, not one in init. For a to-one relationship there is no default that counts.
          """,
        example: "var rating: Int", fix: "give it a default in its declaration, or let it be optional")
    case .newStructuredValue:
      RulePage(
        id: rawValue, title: "a new enum or structure is required",
        why: """
          Reading an object from before the migration fails: "Could not cast value of type Optional<Any>", even if the \
          declaration has a default.
          """,
        example: "var color: HabitColor = HabitColor.blue", fix: "let it be optional, or store its raw value")
    case .noLightweightStage:
      RulePage(
        id: rawValue, title: "a change is no lightweight migration and has no custom stage",
        why: "Without a stage that says how, the container does not open for the stores that users have.",
        example: "var year: Int   // String, in the version before",
        fix: "add a MigrationStage.custom between the two versions")
    case .newUniqueness:
      RulePage(
        id: rawValue, title: "what was not unique becomes unique",
        why: "If a store has duplicates, the container does not open. A custom stage can remove them first.",
        example: "@Attribute(.unique) var name: String", fix: "remove duplicates in willMigrate of a custom stage")
    case .newestVersionUnused:
      RulePage(
        id: rawValue, title: "the newest version is not the one in use",
        why: "The container or the type aliases of the app name an older version than the migration plan ends with.",
        example: "typealias Trip = SchemaV2.Trip   // the plan ends with SchemaV3",
        fix: "use the classes of the last version")
    case .stageOfOtherVersion:
      RulePage(
        id: rawValue, title: "a custom stage uses classes of the wrong version",
        why: """
          willMigrate runs before the migration and knows only the old classes, didMigrate only the new ones. The others stop \
          the app: "What kind of backing data is this?"
          """,
        example: "willMigrate: { context in try context.fetch(FetchDescriptor<SchemaV2.Trip>()) }",
        fix: "fetch the old classes in willMigrate and the new ones in didMigrate")
    case .missingFromSchema:
      RulePage(
        id: rawValue, title: "a model is in no schema",
        why: """
          A container knows the models that it is given and those that they lead to. Fetching another stops the app: "could not \
          locate an NSEntityDescription".
          """,
        example: ".modelContainer(for: [Trip.self])   // and Badge is in no list", fix: "add it to the list of models")
    case .newerSystem:
      RulePage(
        id: rawValue, title: "a macro needs a newer system than the project",
        why: "#Index and #Unique are there from iOS 18 and macOS 15 on, by Apple's documentation.",
        example: "#Index<Trip>([\\.name])   // in a project for iOS 17",
        fix: "raise the deployment target, or mark the class @available")
    case .inheritedModel:
      RulePage(
        id: rawValue, title: "a model inherits from a model",
        why: "SwiftData knows inheritance from iOS 26 and macOS 26 on. On older systems such a class stops the app.",
        example: "@Model class BusinessTrip: Trip { }",
        fix: "mark it @available(iOS 26, macOS 26, *) if the app runs on older systems")
    }
  }
}
