// The works whose instructions `make bench-gate` counts (Benchmarks/gate.py): fixed and small, each a function of its
// own that throws and has no parameters: callgrind tells them by the end of such a name. Nothing here depends on time or
// chance.
//
//   GateWorks FOLDER      the folder is for the files of a store

guard CommandLine.arguments.count == 2 else { fatalError("usage: GateWorks FOLDER") }

var league = try GateLeague()
try league.gateInsert()
try league.gateRelate()
try league.gateReassign()
try league.gateManyToMany()
try league.gateLinks()
try league.gateSave()
try league.gateFetchText()
try league.gateFetchOverRelationship()
try league.gateFetchAny()
try league.gateCount()
try league.gateSum()
try league.gateUndoable()
try league.gateUndoAndRedo()
try league.gateDeny()
try league.gateDelete()

var prompt = GatePrompt()
try prompt.gateInserts()
try prompt.gateUpdates()
try prompt.gateFetches()
var quiet = GatePrompt(isQuiet: true)
try quiet.gateQuietInserts()
try quiet.gateQuietUpdates()
try prompt.gateVerdict()
try prompt.gateStudent()
try prompt.gateTyped()
try gateReview()
try gateDeepReview()
try gateBatch()

let store = try GateStore(folder: CommandLine.arguments[1])
try store.gateStoreSave()
try store.gateStoreOpen()
