// The rest of the app means the newest version.
typealias Team = LeagueSchemaV2.Team
typealias Player = LeagueSchemaV2.Player
typealias Sponsor = LeagueSchemaV2.Sponsor
