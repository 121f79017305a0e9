import ObjectGraph

extension CommandTable {
  package static let modelStatements: [Command] = [
    Command(
      "model", .model, "gives the model its name; an answer that begins with it replaces the model",
      forms: ["model <Name>"], example: ["model League"]
    ),
    Command(
      "entity", .model, "describes one kind of object: its attributes and its relationships",
      forms: ["entity <Name> { <properties> }", "entity <Name>: <Parent> { <properties> }"],
      "An attribute is written name: Type, an optional one name: Type?. A relationship is an arrow, -> to one object, ->> to many; inverse names the relationship back.",
      example: [
        "entity Coach {", "  name: String, length 1...", "  salary: Decimal?", "  players ->> Player?, inverse coach",
        "}",
        "add Player.coach -> Coach?, inverse players",
      ]),
    Command(
      "abstract", .model, "describes an entity that cannot have objects; only its sub-entities can",
      forms: ["abstract entity <Name> { <properties> }"], example: ["abstract entity Person { dateOfBirth: Date? }"]),
    Command(
      "->", .model, "a relationship to one object",
      forms: ["<name> -> <Entity>?", "<name> -> <Entity>, inverse <name>"],
      "Without ? the relationship is required, and save refuses an object without it.",
      example: ["add Team.captain -> Player?"]),
    Command(
      "->>", .model, "a relationship to many objects",
      forms: ["<name> ->> <Entity>?, inverse <name>", "<name> ->> <Entity>?, count 0...5, delete cascade"],
      "The inverse is the relationship back: setting one end sets the other.",
      example: ["add Team.reserves ->> Player?"]),
    Command(
      "~>", .model, "a fetched property: a list that a fetch finds when it is read",
      forms: [
        "<name> ~> <Entity> where <condition> sort <key>", "change <Entity>.<name> ~> <Entity> where <condition>",
      ],
      "In the condition, $FETCH_SOURCE is the object that has the property. The list is kept until the object is refreshed.",
      example: ["add Team.wPlayers ~> Player where team == $FETCH_SOURCE AND lastName BEGINSWITH \"W\""]),
    Command(
      "unique", .model, "no two objects may have the same of these; in the entity's braces, or later with change",
      forms: [
        "unique <property>, <property>", "change <Entity>, unique <property>, <property>",
        "change <Entity>, no unique <property>, <property>",
      ],
      "save refuses a second one (1551). A constraint that existing objects break is refused at once.",
      example: ["entity Coach { name: String; unique name }", "change Player, unique lastName, firstName"]),
    Command(
      "rule", .model, "a condition that every object must meet at save; in the entity's braces, or later with change",
      forms: [
        "rule \"<sentence>\": <condition>", "change <Entity>, rule \"<sentence>\": <condition>",
        "change <Entity>, no rule \"<sentence>\"",
      ],
      "A save checks the objects that it inserts or updates, as in Core Data.",
      example: [
        "entity Coach { age: Integer16?; rule \"grown up\": age == nil OR age > 17 }",
        "change Player, rule \"adult\": age == nil OR age >= 18",
      ]),
    Command(
      "index", .model, "an index over several properties, for the app's store; in the entity's braces, or with change",
      forms: [
        "index <name>: <property>, <property> desc", "change <Entity>, index <name>: <property>, <property>",
        "change <Entity>, no index <name>",
      ],
      "Fetches here use the index of a single attribute, which the option indexed makes.",
      example: ["change Player, index byName: lastName, age desc", "change Player, no index byName"]),
    Command(
      "codegen", .model, "says what Xcode generates for an entity: class, category or none",
      forms: ["codegen none", "change <Entity>, codegen category"],
      "class is a class with its properties, category the properties of a class that is written by hand. export \"Model.swift\" follows it.",
      example: ["entity Coach { name: String; codegen none }", "change Player, codegen category"]),
    Command(
      "<-->", .model, "makes both ends of a relationship in one line",
      forms: [
        "<Entity>.<name> <--> <Entity>.<name>", "<Entity>.<name> <<--> <Entity>.<name>",
        "<Entity>.<name> <-->> <Entity>.<name>", "<Entity>.<name> <<-->> <Entity>.<name>",
      ],
      "Look at the entity before each dot: Player.team <<--> Team.players has two heads at Player and one at Team, so a team has many players, and a player one team.",
      example: ["entity Coach { name: String }", "Team.coach <--> Coach.team"]),
    Command(
      "add", .model, "adds a property to an entity",
      forms: ["add <Entity>.<name>: <Type>", "add <Entity>.<name> -> <Entity>", "add <Entity>.<name> ->> <Entity>"],
      "The objects that exist get it too; a required attribute then needs a default.",
      example: ["add Team.city: String?"]),
    Command(
      "change", .model, "changes how a property or an entity is described; whatever it does not name stays as it is",
      forms: [
        "change <Entity>.<property>, <option>, …", "change <Entity>.<property>, required",
        "change <Entity>.<property>, no <option>", "change <Entity>.<property>: <Type>",
        "change <Entity>.<property> = <default>", "change <Entity>.<property> ->> <Entity>?",
        "change <Entity>.<property> ~> <Entity> where <condition>", "change <Entity>, parent <Entity>",
        "change <Entity>, unique <property>, <property>", "change <Entity>, rule \"<sentence>\": <condition>",
      ],
      "help options lists the options. no before an option takes it away; = nil takes a default away.",
      example: [
        "change Team.players, delete deny", "change Player.age: Integer32?", "change Player.age = 18",
        "change Player.age, no range", "change Player, unique lastName, firstName",
      ]),
    Command(
      "rename", .model, "gives an entity or a property another name; the data follow",
      forms: ["rename <Entity>.<property> to <name>", "rename <Entity> to <Name>"],
      example: ["rename Player.email to address"]),
    Command(
      "remove", .model, "takes an entity or a property out of the model, with its data",
      forms: ["remove <Entity>.<property>", "remove <Entity>", "remove dependency <Entity>: <key> -> <key>"],
      example: ["remove Player.email"]),
    Command(
      "composite", .model, "describes a value of several parts, which an attribute can then hold",
      forms: ["composite <Name> { <attributes> }"],
      "A value is written Address(city: \"Miami\"); its parts are read and set with a path, team.address.city.",
      example: ["composite Address { city: String; street: String? }", "add Team.address: Address?"]),
    Command(
      "template", .model, "keeps a fetch in the model, with $variables that stay open until it is used",
      forms: ["template <Name> = fetch <Entity> where <condition>"],
      example: [
        "template Older = fetch Player where age > $AGE", "fetch Older(AGE: 20)",
      ]),
    Command(
      "dependency", .model, "declares what depends on what, for normalize and derive",
      forms: [
        "dependency <Entity>: <key> -> <key>, <key>", "dependency <Entity>: <key> ->> <key>",
        "dependency <Entity>: join (<key>, <key>), (<key>, <key>)",
      ],
      "A key is an attribute or a to-one relationship.", example: ["dependency Player: team -> email"]),
    Command(
      "configuration", .model, "names a part of the entities, for a store that keeps only these",
      forms: ["configuration <Name> { <Entity>, <Entity> }"], example: ["configuration Cloud { Team }"]),
    Command(
      "version", .model, "copies the model under a new name; changes from here on go to the copy",
      forms: ["version \"<name>\""], example: ["version \"League 2\""]),
    Command(
      "use", .model, "goes to another version of the model; the objects follow", forms: ["use version \"<name>\""],
      example: ["version \"League 2\"", "use version \"Model\""]),
  ]

  package static let propertyOptions: [Command] = [
    Command(
      "=", .options, "a default: gives new objects a value to begin with; it is written with = after the type",
      forms: ["<name>: <Type> = <value>", "<name>: Date = now()", "change <Entity>.<name> = <value>"],
      "Objects that exist keep their values.",
      example: ["add Player.number: Integer16 = 0", "add Team.founded: Date = now()", "change Player.age = nil"]),
    Command(
      "delete", .options, "says what happens to the others when this object is deleted",
      forms: DeleteRule.allCases.map { "delete \($0.rawValue)" },
      DeleteRule.allCases.map { "\($0.rawValue) \($0.effect)" }.joined(separator: " · ") + ".",
      example: ["change Team.players, delete cascade"]),
    Command(
      "inverse", .options, "names the relationship back: setting one side then sets the other",
      forms: ["inverse <property>"],
      example: ["change Team.players, inverse team"]),
    Command(
      "length", .options, "bounds the number of characters of a String", forms: ["length a...b", "length a..."],
      example: ["change Team.name, length 1...40"]),
    Command(
      "range", .options, "bounds a number or a date", forms: ["range a...b"],
      example: ["change Player.age, range 0...99"]),
    Command(
      "count", .options, "bounds how many objects a to-many relationship holds", forms: ["count a...b"],
      example: ["change Team.players, count 0...15"]),
    Command(
      "matches", .options, "requires that a whole String matches a regular expression",
      forms: ["matches \"<expression>\""], example: ["change Player.email, matches \"[^@]+@[^@]+\""]),
    Command(
      "required", .options, "requires a value at save",
      "A required to-many relationship may be empty unless it has a minimum count.",
      example: ["change Player.team, required", "change Team.players, required, count 1..."]),
    Command("optional", .options, "allows a missing value", example: ["change Player.team, optional"]),
    Command(
      "indexed", .options, "faster to find, slower to write, larger", example: ["change Player.lastName, indexed"]),
    Command("transient", .options, "kept in memory, never stored", example: ["change Player.age, transient"]),
    Command(
      "ordered", .options, "keeps the objects of a to-many relationship in order",
      example: ["change Team.players, ordered"]),
    Command(
      "transformer", .options, "says how a Transformable value is kept; HexColor is built in",
      forms: ["transformer \"HexColor\""],
      example: ["add Team.color: Transformable?, transformer \"HexColor\"", "heat.color = color \"#98002e\""]),
    Command(
      "derived", .options, "computes an attribute from others at every save; the last option",
      forms: ["derived <expression>"],
      "An operator comes last: players.age.@sum. The attribute should be optional, as a new object has no value before its first save. Core Data computes derived attributes in SQLite stores only.",
      example: ["add Team.size: Integer32?, derived players.@count"]),
    Command(
      "userInfo", .options, "notes something; a fetched property's condition can read it",
      forms: ["userInfo <key>: <value>", "no userInfo <key>"],
      example: ["change Team.players, userInfo note: \"at most 15\"", "change Team.players, no userInfo note"]),
    Command(
      "renamed", .options, "says which property of the previous version this one is",
      forms: ["renamed from \"<old name>\""],
      example: ["change Player.lastName, renamed from \"surname\""]),
    Command(
      "hash", .options, "marks a new version of a property whose meaning changed, so that stores are migrated",
      forms: ["hash modifier \"<text>\"", "no hash modifier"],
      example: ["change Player.age, hash modifier \"in months\""]),
    Command(
      "class", .options, "names the Swift class of an entity's objects, or of a Transformable's values",
      forms: ["class \"<Name>\"", "change <Entity>, class \"<Name>\"", "change <Entity>, no class"],
      "For an app and Xcode: objects here have no class. Without it, the class is named like the entity.",
      example: [
        "change Player, class \"CDPlayer\"", "add Team.logo: Transformable?, class \"UIImage\"",
      ]),
    Command(
      "external", .options, "lets Core Data keep large data in files next to the store",
      forms: ["external storage", "no external storage"],
      example: ["add Player.photo: BinaryData?, external storage"]),
    Command(
      "spotlight", .options, "lets Spotlight find an app's objects by this attribute",
      example: ["change Team.name, spotlight"]),
    Command(
      "scalar", .options, "says whether generated Swift code has numbers (Int16) or objects (NSNumber?)",
      forms: ["scalar", "scalar no", "no scalar"],
      "Without it, numbers and Booleans are scalars, and dates are objects.",
      example: ["change Player.age, scalar no"]),
    Command(
      "syncable", .options, "a switch in Xcode's models: whether Apple's former Sync Services copy it",
      forms: ["syncable no", "syncable yes", "change <Entity>, syncable no"],
      example: ["change Player.age, syncable no", "change Player, syncable no"]),
  ]
}

extension DeleteRule {
  /// The effect of the rule on the objects of a relationship whose owner is deleted, as the rest of a sentence about it.
  var effect: String {
    switch self {
    case .nullify: "clears the others' link back"
    case .cascade: "deletes the others too"
    case .deny: "refuses the save while there are others"
    case .noAction: "leaves the others alone, dangling"
    }
  }
}
