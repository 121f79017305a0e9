#if Readline
  import CReadline
  import Diagnostics

  /// A person at a terminal, with GNU readline: line editing, a history that outlives the session, completion by Tab.
  ///
  /// Ctrl-C gives ``LineInput/interrupted``; Ctrl-D on an empty line gives ``LineInput/end``. There is one readline in a
  /// process and so there should be one reader.
  package final class ReadlineReader: LineReader {
    private let style: TextStyle
    private let historyPath: String?
    private var textToEdit: UnsafeMutablePointer<CChar>?
    /// How many lines have been added to the history since the last that was left out.
    private var rememberedLines = 0
    /// How many lines the history keeps, in memory and in its file.
    package static let historyLimit: Int32 = 1000

    /// - Parameter historyPath: read now, and written after each line; nil, or a file that cannot be written, means a
    ///   history of this session alone.
    package init(style: TextStyle, historyPath: String?) {
      self.style = style
      self.historyPath = historyPath
      graphbook_readline_start(completeWord, interruptLine)
      graphbook_readline_show_matches(showMatches)
      graphbook_history_keeps_lines()
      using_history()
      stifle_history(Self.historyLimit)
      if let historyPath { read_history(historyPath) }
    }

    package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
      withoutActuallyEscaping(completions) { completions in
        activeCompletions = completions
        activeStyle = style
        wasInterrupted = false
        defer { activeCompletions = nil }
        guard let bytes = readline(painted(prompt)) else {
          if graphbook_readline_ends_line() == 0 { StandardOutput.write("\n") }
          return .end
        }
        defer { free(bytes) }
        if wasInterrupted { return .interrupted }
        let line = String(cString: bytes)
        remember(line)
        return .line(line)
      }
    }

    package var canEdit: Bool { true }

    package func prefill(_ text: String) {
      free(textToEdit)
      textToEdit = strdup(text)
      graphbook_readline_prefill(textToEdit)
    }

    package func remember(_ input: String, lineCount: Int) {
      guard lineCount > 1, rememberedLines >= lineCount else { return }
      graphbook_history_join(Int32(clamping: lineCount), input)
      rememberedLines = 1
      if let historyPath { write_history(historyPath) }
    }

    private func remember(_ line: String) {
      rememberedLines += 1
      guard line.contains(where: { !$0.isWhitespace }), graphbook_history_last().map(String.init(cString:)) != line
      else {
        rememberedLines = 0
        return
      }
      add_history(line)
      guard let historyPath else { return }
      if append_history(1, historyPath) != 0 {
        // The first line of a first session: there is no file yet.
        write_history(historyPath)
      }
      history_truncate_file(historyPath, Self.historyLimit)
    }

    /// readline has to be told which characters of a prompt take no room.
    private func painted(_ prompt: String) -> String {
      guard style.dress == .ansi else { return prompt }
      let text = prompt.drop { $0 == " " }
      let indent = prompt.prefix(prompt.count - text.count)
      let painted = style.paint(text.trimmingSuffix { $0 == " " }, .prompt)
      let blanks = text.reversed().prefix { $0 == " " }.count
      var result = String(indent)
      var isInEscape = false
      for character in painted.unicodeScalars {
        if character == "\u{1B}" {
          result.unicodeScalars.append("\u{01}")
          isInEscape = true
        }
        result.unicodeScalars.append(character)
        if isInEscape, character == "m" {
          result.unicodeScalars.append("\u{02}")
          isInEscape = false
        }
      }
      return result + String(repeating: " ", count: blanks)
    }
  }

  extension Substring {
    fileprivate func trimmingSuffix(while isBlank: (Character) -> Bool) -> Substring {
      var result = self
      while let last = result.last, isBlank(last) { result.removeLast() }
      return result
    }
  }

  // readline's callbacks carry no context. These are safe: only `nextLine` and the callbacks that run inside its call
  // of `readline()` touch them, so always on the one thread that is in there.
  private nonisolated(unsafe) var activeCompletions: ((String, Int) -> Completions)?
  private nonisolated(unsafe) var wasInterrupted = false
  private nonisolated(unsafe) var activeStyle = TextStyle.plain
  private nonisolated(unsafe) var shownCompletions = Completions.none

  /// Shows the candidates below the line, each with what it is.
  private func showMatches(_: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _: Int32, _: Int32) {
    let list = CompletionList(style: activeStyle)
    graphbook_readline_leave_line()
    StandardOutput.write(
      list.lines(shownCompletions.candidates, shownCompletions.descriptions).map { $0 + "\n" }.joined())
    graphbook_readline_draw_anew()
  }

  private func interruptLine(_ count: Int32, _ key: Int32) -> Int32 {
    wasInterrupted = true
    graphbook_readline_abandon_line()
    return 0
  }

  /// Gives readline what it wants: an array that it will free, the longest common beginning first, NULL at the end.
  private func completeWord(
    _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let line = String(cString: graphbook_readline_line())
    let completions = activeCompletions?(line, Int(graphbook_readline_cursor())) ?? .none
    shownCompletions = completions
    graphbook_readline_finish_completion(
      completions.candidates.count == 1 ? completions.suffix.utf8.first.map(Int32.init) ?? 0 : 0)
    let words = completions.candidates.map { fitted($0, from: completions.start, to: Int(start), in: line) }
    guard let first = words.first else { return nil }
    let common = words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let all = words.count == 1 ? words : [common] + words
    let array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocateForC(count: all.count + 1)
    for (index, word) in all.enumerated() { array?[index] = strdup(word) }
    array?[all.count] = nil
    return array
  }

  /// readline and we may see the word begin at different places; a candidate is cut or lengthened to readline's.
  private func fitted(_ candidate: String, from ours: Int, to readlines: Int, in line: String) -> String {
    if readlines < ours {
      return SourceText(line)[SourceRange(readlines, ours)] + candidate
    }
    return String(SourceText(candidate)[SourceRange(readlines - ours, candidate.utf8.count)])
  }

  extension UnsafeMutablePointer where Pointee == UnsafeMutablePointer<CChar>? {
    fileprivate static func allocateForC(count: Int) -> Self? {
      malloc(count * MemoryLayout<Pointee>.stride)?.assumingMemoryBound(to: Pointee.self)
    }
  }

  extension String {
    fileprivate func commonPrefix(with other: String) -> String {
      String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
  }
#endif
