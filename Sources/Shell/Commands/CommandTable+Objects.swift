import Diagnostics
import ObjectGraph
import Predicates

extension CommandTable {
  package static let objectStatements: [Command] = [
    Command(
      "let", .objects, "gives a value a name", forms: ["let <name> = <value>"],
      "An object is made by its entity's name, with its values in parentheses.",
      example: [
        "let allen = Player(firstName: \"Ray\", lastName: \"Allen\", team: heat)",
        "let old = fetch Player where age > 30",
      ]),
    Command(
      "delete", .objects, "marks objects for deletion; the delete rules say what happens to the others",
      forms: ["delete <object>", "delete <Entity> where <condition>"],
      "save deletes them, or refuses if a rule says deny. undo takes it back; explain delete shows the effects first.",
      example: ["delete wade", "delete Player where team == nil"]),
    Command(
      "save", .objects, "validates every change and stores it", forms: ["save"],
      "If anything is wrong, every error is listed and nothing is saved. The objects are saved in memory, which quit forgets, unless store … at opens a file for them; export writes a file too."
    ),
    Command("rollback", .objects, "discards every change since the last save"),
    Command("undo", .objects, "takes back the last statement's changes, and never what another context has saved"),
    Command("redo", .objects, "does again what undo took back"),
    Command("reset", .objects, "discards every change and everything that was fetched"),
    Command(
      "begin", .objects, "opens a group: all changes up to end are one undo step", forms: ["begin \"<name>\""],
      "Groups do not nest.", example: ["begin \"a birthday\"", "wade.age = 31", "end"]),
    Command("end", .objects, "closes the group that begin opened", example: ["begin \"nothing\"", "end"]),
    Command(
      "refresh", .objects, "reads an object again; its changes stay, or go with discarding",
      forms: ["refresh <object>", "refresh <object> discarding"],
      "An object that was read keeps its values until then, whatever other contexts save; show says when it is stale. wade.isFault says whether it has yet to be read, wade.changedValues and wade.committedValues what has changed here, wade.objectID.isTemporaryID and .uri how a store knows it.",
      example: ["refresh wade", "wade.isFault"]),
    Command(
      "validate", .objects, "shows what would keep an object from being saved",
      forms: ["validate <object>", "validate <object> for delete"], example: ["validate wade"]),
    Command(
      "context", .objects, "runs a block in another context, made at first use",
      forms: [
        "context <name> { <statements> }", "context <name> on <context> { <statements> }", "context <name>, merging",
        "context <name>, no merging", "context <name>, no deleting faults",
      ],
      "The last value leaves the block, objects as IDs. On main it saves into main, else into the store. With merging it shows what others save from then on (automaticallyMergesChangesFromParent); without, an object that it has read keeps its values until refresh. With no deleting faults, reading an object whose row is gone is an error (133000) instead of nil (shouldDeleteInaccessibleFaults).",
      example: [
        "save", "let ids = context background { fetch Player where age > 20 }", "objects(ids)", "context main, merging",
      ]),
    Command(
      "objects", .objects, "finds in this context the objects that IDs from another one name; object(…) finds one",
      forms: ["objects(<IDs>)", "object(<ID>)"],
      example: ["save", "let ids = context background { fetch Player }", "objects(ids)"]),
    Command(
      "merge", .objects, "decides who wins when two contexts changed the same object",
      forms: ["merge policy error|store|object|overwrite|rollback"],
      "error, the default, refuses the save. store and object merge property by property: where both changed one, store keeps what is saved and object writes what this context has. overwrite writes the whole object as it is here, rollback drops the changes made here. In a to-many, all but rollback keep what either side added and drop what either removed. The same is done with objects that share what must be unique.",
      example: ["merge policy object"]),
    Command(
      "store", .objects, "opens another store: in memory, or a file, which is created if it is missing",
      forms: [
        "store <name> in memory", "store <name> at \"<file>\"", "store <name> at \"<file>\", configuration <name>",
        "store <name> at \"<file>\", migrating", "store <name> at \"<file>.sqlite\", no backup",
        "store <name> at \"<file>.sqlite\", lazy",
      ],
      "A file that was written under another version of the model is refused (134100) or, with migrating, migrated to this one. A SQLite file is a Core Data store, whatever its name; a workbook without a model takes its model, and the first save copies it to <file>.sqlite.backup unless told not to. With lazy the objects stay in the file: fetch and count read those they need.",
      example: ["store shop at \"shop.graphstore\"", "let past = insert into shop Team(name: \"Old\")", "save"]),
    Command(
      "migrate", .objects, "migrates the file of a store to the current version of the model, and reports what changed",
      forms: ["migrate <store>", "migrate"],
      example: [
        "save", "store shop at \"shop.graphstore\"", "version \"League 2\"", "add Team.city: String?", "migrate shop",
      ]),
    Command(
      "insert", .objects, "makes an object that a certain store keeps, or sends one there that is not saved yet",
      forms: ["insert into <store> <Entity>(…)", "insert into <store> <object>"],
      "An object goes to the first store that takes its entity unless you name another before it is saved; a saved object stays in its store.",
      example: ["store shop in memory", "insert into shop Team(name: \"A\")", "insert into shop heat"]),
    Command(
      "close", .objects, "detaches a store: its objects are gone from the graph",
      forms: ["close <store>", "close <store> discarding"],
      "A store in memory keeps nothing when it is closed: one that has objects is closed only with discarding, which also discards unsaved changes of the store's objects.",
      example: ["store shop in memory", "insert into shop Team(name: \"Old\")", "save", "close shop discarding"]),
    Command(
      "reopen", .objects, "reads a store's file again: what was transient is gone; a store in memory is empty then",
      forms: ["reopen <store>", "reopen <store> discarding"],
      example: ["store shop in memory", "save", "close shop", "reopen shop"]),
    Command(
      "batch", .objects, "updates, deletes or inserts many objects directly in the store, bypassing every context",
      forms: [
        "batch update <Entity> where <condition> set <attribute> = <value>, …",
        "batch delete <Entity> where <condition>",
        "batch insert <Entity> [(<attribute>: <value>, …), …]",
      ],
      "Only uniqueness is checked, and undo does not take it back. batch delete is refused (134050) if it would leave a required inverse empty; what Core Data does with deny there is not established. Objects that a context has read stay as they are until refresh. Core Data takes batch requests on SQLite stores only.",
      example: [
        "save", "batch update Player where age > 30 set age = age + 1",
        "batch insert Player [(firstName: \"A\", lastName: \"B\"), (firstName: \"C\", lastName: \"D\", age: 30)]",
        "batch delete Player where team == nil",
      ]),
    Command(
      "for", .objects, "runs a block for each object or number", forms: ["for <name> in <values> { <statements> }"],
      example: ["for p in heat.players { p.age = 30 }"]),
  ]

  package static let viewStatements: [Command] = [
    Command(
      "fetch", .asking, "finds the objects of an entity that meet a condition",
      forms: [
        "fetch <Entity> where <condition> sort <key> limit <n>",
        "fetch <Entity> where <condition> select <property>, <property> distinct",
      ],
      "where, sort and limit may each be left out. select gives dictionaries of what is saved instead of objects; distinct leaves out those that are equal.",
      example: ["fetch Player where lastName BEGINSWITH \"W\" sort lastName limit 10"]),
    Command(
      "count", .asking, "counts them instead", forms: ["count <Entity> where <condition>"],
      example: ["count Player where team == nil"]),
    Command(
      "only", .asking, "leaves the objects of sub-entities out", forms: ["fetch only <Entity>"],
      example: ["fetch only Player"]),
    Command(
      "group", .asking, "puts objects with the same value into one row, with their count, sum and the like",
      forms: [
        "group <Entity> where <condition> by <key>, <key>: <aggregate>, <aggregate>",
        "group <Entity> by <key>: <aggregate> having <condition> sort <column> desc limit <n>",
      ],
      "An aggregate is count, or \(Listing.alternatives(FetchColumn.Aggregate.ofProperty)) and a key. All but count ignore nil. It reads what is saved.",
      example: [
        "group Player where age > 20 by team.name: count, avg age",
        "group Player by team.name: count, avg age having count > 3 sort count desc",
      ]),
    Command(
      "select", .asking, "gives some properties instead of objects: dictionaries, of what is saved",
      forms: [
        "fetch <Entity> where <condition> select <property>, <property>", "fetch <Entity> select <property> distinct",
      ],
      "With distinct, equal rows appear once. As in Core Data, changes that are not saved are left out.",
      example: ["fetch Player where age > 20 select lastName, team.name distinct"]),
    Command(
      "having", .asking, "selects groups: a condition about count, avg age and the like",
      forms: ["group <Entity> by <key>: <aggregate> having <condition>"],
      example: ["group Player by team.name: count having count > 3"]),
    Command(
      "where", .asking, "begins a condition; bare words in it are keys of the entity, your own names are $name",
      forms: ["where <condition>"], example: ["fetch Player where team == $heat"]),
    Command(
      "sort", .asking, "sorts the result", forms: ["sort <key>, <key> desc", "sort <key>[cd]", "sort <key>[l]"],
      "In brackets, \(Predicate.Comparison.Options.sortLetters).",
      example: ["fetch Player sort lastName, firstName desc", "fetch Player sort lastName[cd]"]),
    Command("limit", .asking, "returns at most so many", forms: ["limit <n>"], example: ["fetch Player limit 2"]),
    Command(
      "show", .seeing, "shows the model, an entity, a property, an object or the graph",
      forms: [
        "show model", "show diagram", "show <Entity>", "show <Entity>.<property>", "show graph", "show changes",
        "show history",
        "show tables", "show stores", "show contexts",
        "show <object>",
      ],
      "show model is source: it could be typed again. show diagram ascii draws without the signs that some fonts lack. show history lists what undo and redo can reach. show tables: what Core Data's SQLite store would hold after the last save; a date is seconds since 2001.",
      example: ["show Team.players", "show diagram"]),
    Command(
      "explain", .seeing, "shows what a deletion would do, how a fetch finds its objects, or why it does not find one",
      forms: [
        "explain delete <object>", "explain fetch <Entity> where <condition>",
        "explain <object> in fetch <Entity> where <condition>", "explain <object>.<fetched property>",
      ],
      "It changes nothing.",
      example: [
        "explain delete heat", "explain fetch Player where team.name == \"Miami Heat\"",
        "explain wade in fetch Player where age > 30",
      ]),
    Command(
      "compare", .seeing, "shows a deletion under all four delete rules, or how two models differ",
      forms: ["compare delete <object>", "compare model \"<file>\" with \"<file>\""],
      "For two models: what their statements say differently, and the shortest script on which they behave differently.",
      example: ["compare delete heat"]),
    Command(
      "review", .seeing, "lists what is wrong or doubtful in the model and the objects, each with what to do",
      "userInfo denormalised: true silences a property that repeats a fact on purpose. help rules lists what it looks for.",
      example: ["review"]),
    Command(
      "normalize", .seeing, "shows the normal form of an entity, what breaks it, what goes wrong, and the remedies",
      forms: ["normalize <Entity>"], example: ["normalize Player"]),
    Command(
      "apply", .seeing, "applies a proposal of normalize or review, objects included; undo takes it back",
      forms: ["apply <n>"],
      example: ["dependency Player: team -> email", "normalize Player", "apply 1"]),
    Command(
      "derive", .seeing, "shows step by step how a dependency follows from those that are declared",
      forms: ["derive <key>, <key> -> <key>", "derive <key> ->> <key>"],
      example: ["dependency Player: team -> email", "derive team -> email"]),
    Command(
      "expect", .expecting, "states what must hold; says so when it does not",
      forms: [
        "expect <condition>", "expect save fails \"<text>\"", "expect { <statements> } succeeds",
        "expect behaves like \"<file>\"",
        "expect normal form <Entity> at least BCNF", "expect normal form <Entity> at least BCNF in data",
        "expect review finds no errors", "expect review finds no warnings",
      ],
      "A block, and expect save, run on a copy and leave no trace.",
      example: ["expect heat.players.@count == 1", "expect { delete heat; save } succeeds"]),
    Command(
      "check", .expecting, "names a few expectations that belong together",
      forms: ["check \"<name>\", points <n> { <statements> }"],
      example: ["check \"a team keeps its players\", points 2 { expect heat.players.@count == 1 }"]),
    Command(
      "export", .seeing,
      "writes the model to a file: as a picture, as tables, for Xcode, as Swift code, or as statements with its objects",
      forms: [
        "export \"<file>\"", "export \"<file>.graph\", model only", "export \"<file>.swift\", swiftdata",
        "export \"<folder>\", split",
        "export \"<file>.svg\", all",
      ],
      "The ending says what: .svg a picture for a browser, .dot for Graphviz, .mmd for Mermaid, .sql the tables of a SQLite store. .xcdatamodeld and .xcdatamodel are for Xcode: one that was imported changes only where the model did. .swift has the classes of an app: for Core Data, or for SwiftData with swiftdata; split writes one file for each entity, and all also those that are written by hand. For the other endings, all writes each version of the model to a file of its own: league.svg stands for the folder league then. .graph is statements: run brings the same model and objects back, in an empty workbook. What was undone does not come back, and what else is left out is said."
    ),
    Command(
      "import", .seeing, "takes over the model of a .graph file or of Xcode, without objects",
      forms: ["import \"<file>\"", "import \"<file>.xcdatamodeld\" version \"<name>\"", "import \"<file>.swift\""],
      "An .xcdatamodeld brings all its versions into a workbook without a model, and the current one is current here too; into another workbook it brings the entities of the current version. An .xcdatamodel is one version. A .swift file, or a folder with some, brings the classes that have @Model, and each VersionedSchema as a version."
    ),
    Command("run", .expecting, "runs a file of statements", forms: ["run \"<file>\""]),
  ]
}
