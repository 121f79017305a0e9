/// Standard input as it comes: pipes, terminals that cannot move the cursor, and builds without GNU readline.
package final class PlainReader: LineReader {
  /// Shown before each line, and only to a person.
  private let writePrompt: ((String) -> Void)?

  /// - Parameter writePrompt: nil when nobody looks.
  package init(writePrompt: ((String) -> Void)? = nil) { self.writePrompt = writePrompt }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    writePrompt?(prompt)
    guard let line = readLine(strippingNewline: true) else {
      writePrompt?("\n")
      return .end
    }
    return .line(line)
  }
}
