import Diagnostics
import StorePrograms
import WorkbookLanguage

import struct Foundation.Data
import class Foundation.FileHandle

/// Reads stores' files for the tests, in a process of its own: a path, a configuration (or nothing), the length of a model's
/// source, each on its line, and the source. Answers with the length of a text and the text.
@main
struct StoreReaderProgram {
  static func main() {
    while let path = readLine(), let configuration = readLine(), let length = readLine().flatMap({ Int($0) }) {
      let answer = read(path, configuration, model: source(length))
      FileHandle.standardOutput.write(Data("\(answer.utf8.count)\n\(answer)".utf8))
    }
  }

  /// By lines, as `readLine` has read ahead what other functions would wait for.
  private static func source(_ length: Int) -> String {
    var text = ""
    while text.utf8.count < length, let line = readLine(strippingNewline: false) { text += line }
    return text
  }

  private static func read(_ path: String, _ configuration: String, model: String) -> String {
    var environment = Interpreter.Environment()
    environment.storePath = { _, _ in path }
    var interpreter = Interpreter(environment: environment)
    let option = configuration.isEmpty ? "" : ", configuration \(configuration)"
    let outcomes = interpreter.run(SourceText(model + "\nclose main\nstore shop at \"shop.graphstore\"\(option)\n"))
    let messages = outcomes.filter(\.failed).flatMap(\.diagnostics).map(\.message)
    return messages.isEmpty ? StoreDump(interpreter.context).text : messages.joined(separator: "\n")
  }
}
