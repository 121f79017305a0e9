extension SnippetModule {
  /// What the text of a lesson takes for granted, by the number of its chapter: the app's context, the objects that the
  /// lesson has made, the classes of its world.
  static let given = [
    "01": context,
    "02": entities("Category", "Tag"),
    "03": context + entities("Team") + objects(["heat": "Team"]),
    "04": context,
    "05": context + entities("Team") + objects(["heat": "Team"]) + """
      static var typedColor: String { fatalError() }
      static var model: NSManagedObjectModel { fatalError() }
      static var playerEntity: NSEntityDescription { fatalError() }
      static var teamEntity: NSEntityDescription { fatalError() }

      """,
    "06": context + entities("Team") + """
      class Person: NSManagedObject {}
      final class Coach: Person { var lastName: String { get { fatalError() } set {} } }

      """,
    "07": context,
    "08": context + """
      static var playerEntity: NSEntityDescription { fatalError() }
      static var teamEntity: NSEntityDescription { fatalError() }
      final class Sprocket: NSManagedObject { var teeth: Int16 { get { fatalError() } set {} } }
      final class Widget: NSManagedObject { var sprocket: Sprocket? { get { fatalError() } set {} } }

      """,
    "09": context + entities("Department") + objects(["sales": "Department"]),
    "10": """
    final class Department: NSManagedObject {}
    class Employee: NSManagedObject { var department: Department? { get { fatalError() } set {} } }

    """,
    "11": """
    final class Person: NSManagedObject { var name: String? { get { fatalError() } set {} } }
    final class FriendInfo: NSManagedObject {
      var ranking: Int16 { get { fatalError() } set {} }
      var pair: String? { get { fatalError() } set {} }
      var source: Person? { get { fatalError() } set {} }
      var friend: Person? { get { fatalError() } set {} }
    }

    """,
    "12": entities("Department") + """
      final class Employee: NSManagedObject { var department: Department? { get { fatalError() } set {} } }

      """,
    "13": context + entities("Player") + """
      class AnyDie: NSManagedObject {
        var color: String? { get { fatalError() } set {} }
        var value: Int16 { get { fatalError() } set {} }
        var player: Player? { get { fatalError() } set {} }
        var isSaved: Bool { get { fatalError() } set {} }
        var link: PlayerToSavedDie? { get { fatalError() } set {} }
      }
      final class Die: AnyDie {}
      final class SavedDie: AnyDie {}
      final class PlayerToSavedDie: NSManagedObject {
        var player: Player? { get { fatalError() } set {} }
        var die: Die? { get { fatalError() } set {} }
      }

      """ + objects(["red": "Die", "ann": "Player"]),
    "14": """
    final class Team: NSManagedObject { var name: String? { get { fatalError() } set {} } }

    """,
    "15": """
    final class Person: NSManagedObject { var name: String? { get { fatalError() } set {} } }
    static var main: NSManagedObjectContext { fatalError() }
    static var background: NSManagedObjectContext { fatalError() }

    """ + objects(["ada": "Person"]),
    "16": """
    final class Team: NSManagedObject, Identifiable { var name: String? { get { fatalError() } set {} } }
    final class Player: NSManagedObject {
      var firstName: String? { get { fatalError() } set {} }
      var lastName: String? { get { fatalError() } set {} }
    }
    @Model final class Arena { var name = "" }
    @Model final class Court { var number = 0 }
    @Model final class Squad {
      var name: String
      var color: String?
      init(name: String) { self.name = name }
    }
    enum LeagueV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Player.self] }
      @Model final class Player { var email: String? }
    }
    enum LeagueV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Player.self] }
      @Model final class Player { var email = "" }
    }

    """,
  ]

  private static let context = "static var context: NSManagedObjectContext { fatalError() }\n"

  private static func entities(_ names: String...) -> String {
    names.map { "final class \($0): NSManagedObject {}\n" }.joined()
  }

  private static func objects(_ classes: [String: String]) -> String {
    classes.map { "static var \($0): \($1) { fatalError() }\n" }.sorted().joined()
  }
}
