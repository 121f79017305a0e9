extension CommandTable {
  package static let modelStatements: [Command] = [
    Command(
      "model", .model, "gives the model its name; an answer that begins so starts from an empty graph",
      forms: ["model <Name>"], example: ["model League"]
    ),
    Command(
      "entity", .model, "describes one kind of object: its attributes and its relationships",
      forms: ["entity <Name> { <properties> }", "entity <Name>: <Parent> { <properties> }"],
      "An attribute is written name: Type, an optional one name: Type?. -> leads to one object, ->> to many.",
      example: [
        "entity Coach {", "  name: String, length 1...", "  salary: Decimal?", "  team -> Team?", "}",
      ]),
    Command(
      "abstract", .model, "describes an entity of which no object can be made, only of its sub-entities",
      forms: ["abstract entity <Name> { <properties> }"], example: ["abstract entity Person { dateOfBirth: Date? }"]),
    Command(
      "add", .model, "adds a property to an entity",
      forms: ["add <Entity>.<name>: <Type>", "add <Entity>.<name> -> <Entity>", "add <Entity>.<name> ->> <Entity>"],
      "The objects that exist get it too; a required attribute then needs a default.",
      example: ["add Team.city: String?"]),
    Command(
      "change", .model, "changes how a property is described; what is not named stays",
      forms: ["change <Entity>.<property>, <option>, …", "change <Entity>, parent <Entity>"],
      example: ["change Team.players, delete deny", "change Player.team, optional"]),
    Command(
      "rename", .model, "gives an entity or a property another name; the data follow",
      forms: ["rename <Entity>.<property> to <name>", "rename <Entity> to <Name>"],
      example: ["rename Player.email to address"]),
    Command(
      "remove", .model, "takes an entity or a property out of the model, with its data",
      forms: ["remove <Entity>.<property>", "remove <Entity>"], example: ["remove Player.email"]),
  ]

  package static let propertyOptions: [Command] = [
    Command(
      "delete", .options, "says what happens to the others when this object is deleted",
      forms: ["delete nullify", "delete cascade", "delete deny", "delete none"],
      "nullify clears their way back · cascade deletes them too · deny refuses the save while there are any · none leaves them alone, dangling.",
      example: ["change Team.players, delete cascade"]),
    Command(
      "inverse", .options, "names the way back: setting one side then sets the other", forms: ["inverse <property>"],
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
      "matches", .options, "demands that a String matches a regular expression, as a whole",
      forms: ["matches \"<expression>\""], example: ["change Player.email, matches \"[^@]+@[^@]+\""]),
    Command("required", .options, "demands a value at save", example: ["change Player.team, required"]),
    Command("optional", .options, "allows that there is no value", example: ["change Player.team, optional"]),
    Command(
      "indexed", .options, "faster to find, slower to write, larger", example: ["change Player.lastName, indexed"]),
    Command("transient", .options, "kept in memory, never stored", example: ["change Player.age, transient"]),
    Command(
      "ordered", .options, "keeps the objects of a to-many relationship in order",
      example: ["change Team.players, ordered"]),
  ]

  /// The words after `delete` in a declaration, with what each does: one line for completion's sake and for the tests'.
  package static let deleteRules = ["nullify", "cascade", "deny", "none"]

  /// The types in the order of the editor's menu.
  package static let attributeTypes = [
    "Integer16", "Integer32", "Integer64", "Decimal", "Double", "Float", "String", "Boolean", "Date", "BinaryData",
    "UUID", "URI", "Transformable", "Undefined",
  ]
}
