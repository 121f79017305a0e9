extension CommandTable {
  package static let objectStatements: [Command] = [
    Command(
      "let", .objects, "gives a value a name of yours", forms: ["let <name> = <value>"],
      "An object is made by its entity's name, with its values in parentheses.",
      example: [
        "let allen = Player(firstName: \"Ray\", lastName: \"Allen\", team: heat)",
        "let old = fetch Player where age > 30",
      ]),
    Command(
      "delete", .objects, "marks objects for deletion; the delete rules say what happens to the others",
      forms: ["delete <object>", "delete <Entity> where <condition>"],
      "save carries it out, or refuses it where a rule says deny. undo takes it back, explain delete looks first.",
      example: ["delete wade", "delete Player where team == nil"]),
    Command(
      "save", .objects, "checks every change and makes it last", forms: ["save"],
      "When anything is wrong, all of it is listed and nothing is saved."),
    Command("rollback", .objects, "forgets every change since the last save"),
    Command("undo", .objects, "takes the last statement's change back"),
    Command("redo", .objects, "does again what undo took back"),
    Command("reset", .objects, "forgets every change and all that was fetched"),
    Command(
      "for", .objects, "runs a block for each object or number", forms: ["for <name> in <values> { <statements> }"],
      example: ["for p in heat.players { p.age = 30 }"]),
  ]

  package static let viewStatements: [Command] = [
    Command(
      "fetch", .asking, "finds the objects of an entity that meet a condition",
      forms: ["fetch <Entity> where <condition> sort <key> limit <n>"], "where, sort and limit may each be left out.",
      example: ["fetch Player where lastName BEGINSWITH \"W\" sort lastName limit 10"]),
    Command(
      "count", .asking, "counts them instead", forms: ["count <Entity> where <condition>"],
      example: ["count Player where team == nil"]),
    Command(
      "where", .asking, "begins a condition; bare words in it are keys of the entity, your own names are $name",
      forms: ["where <condition>"], example: ["fetch Player where team == $heat"]),
    Command(
      "sort", .asking, "orders what is found", forms: ["sort <key>, <key> desc"],
      example: ["fetch Player sort lastName, firstName desc"]),
    Command("limit", .asking, "stops after so many", forms: ["limit <n>"], example: ["fetch Player limit 2"]),
    Command(
      "show", .seeing, "shows the model, an entity, a property, an object or the graph",
      forms: [
        "show model", "show diagram", "show <Entity>", "show <Entity>.<property>", "show graph", "show changes",
        "show tables",
        "show <object>",
      ],
      "show diagram ascii draws without the signs that some fonts lack. show tables: what Core Data's SQLite store would hold after the last save; a date is seconds since 2001.",
      example: ["show Team.players", "show diagram"]),
    Command(
      "explain", .seeing, "tells what a deletion would do, and does nothing", forms: ["explain delete <object>"],
      example: ["explain delete heat"]),
    Command(
      "compare", .seeing, "shows a deletion under all four delete rules, side by side",
      forms: ["compare delete <object>"], example: ["compare delete heat"]),
    Command(
      "expect", .expecting, "states what must hold; says so when it does not",
      forms: ["expect <condition>", "expect save fails \"<text>\"", "expect { <statements> } succeeds"],
      "A block, and expect save, run on a copy and leave no trace.",
      example: ["expect heat.players.@count == 1", "expect { delete heat; save } succeeds"]),
    Command(
      "check", .expecting, "names a few expectations that belong together",
      forms: ["check \"<name>\", points <n> { <statements> }"],
      example: ["check \"a team keeps its players\", points 2 { expect heat.players.@count == 1 }"]),
    Command(
      "export", .seeing, "writes the model to a file: as a picture or as tables", forms: ["export \"<file>\""],
      "The ending says what: .svg a picture for a browser, .dot for Graphviz, .mmd for Mermaid, .sql the tables of a SQLite store."
    ),
    Command("run", .expecting, "runs a file of statements", forms: ["run \"<file>\""]),
  ]
}
