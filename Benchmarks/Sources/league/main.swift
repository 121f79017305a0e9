import Foundation
import LeagueWorkload

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: league <data file>\n".utf8))
  exit(64)
}
let data = try LeagueData(path: CommandLine.arguments[1])
var run = try LeagueRun(data)
try run.build()
try run.fetch()
try run.change()
