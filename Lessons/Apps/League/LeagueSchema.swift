import SwiftData

/// What the league kept in its first season.
enum LeagueSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Team.self, Player.self] }

    @Model
    final class Team {
        var name: String
        var players: [Player] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Player {
        var firstName: String
        var lastName: String
        var team: Team?

        init(firstName: String, lastName: String, team: Team? = nil) {
            self.firstName = firstName
            self.lastName = lastName
            self.team = team
        }
    }
}

/// The second season has sponsors, and players can be written to.
enum LeagueSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Team.self, Player.self, Sponsor.self] }

    @Model
    final class Team {
        var name: String
        var city: String = ""
        @Relationship(deleteRule: .deny, inverse: \Player.team) var players: [Player] = []
        @Relationship(deleteRule: .cascade, inverse: \Sponsor.team) var sponsors: [Sponsor] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Player {
        var firstName: String
        @Attribute(originalName: "lastName") var familyName: String
        var email: String?
        var team: Team?

        init(firstName: String, familyName: String, team: Team? = nil) {
            self.firstName = firstName
            self.familyName = familyName
            self.team = team
        }
    }

    @Model
    final class Sponsor {
        var name: String
        var team: Team?

        init(name: String, team: Team? = nil) {
            self.name = name
            self.team = team
        }
    }
}

enum LeaguePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LeagueSchemaV1.self, LeagueSchemaV2.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: LeagueSchemaV1.self, toVersion: LeagueSchemaV2.self)]
    }
}
