#if Readline
  import CReadline
  import Diagnostics

  /// A person at a terminal, with GNU readline: line editing, a history that outlives the session, completion by Tab.
  ///
  /// Ctrl-C gives ``LineInput/interrupted``; Ctrl-D on an empty line gives ``LineInput/end``. There is one readline in a
  /// process and so there should be one reader.
  package final class ReadlineReader: LineReader {
    private let style: TextStyle
    private let history: HistoryFile?
    /// The lines that are not in the history's file yet: they may be the beginning of an input of several.
    private var unwritten: [String] = []
    private var textToEdit: UnsafeMutablePointer<CChar>?
    /// How many lines have been added to the history since the last that was left out.
    private var rememberedLines = 0

    /// - Parameters:
    ///   - history: where inputs are kept; nil means a history of this session alone.
    ///   - earlier: the inputs of earlier sessions, the oldest first.
    package init(style: TextStyle, history: HistoryFile?, earlier: [String]) {
      self.style = style
      self.history = history
      graphbook_readline_start(completeWord, interruptLine)
      graphbook_readline_show_matches(showMatches)
      using_history()
      stifle_history(Int32(HistoryFile.entryLimit))
      for input in earlier { add_history(input) }
    }

    deinit { keep() }

    package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
      withoutActuallyEscaping(completions) { completions in
        activeCompletions = completions
        activeStyle = style
        wasInterrupted = false
        defer { activeCompletions = nil }
        guard let bytes = readline(painted(prompt)) else {
          if graphbook_readline_ends_line() == 0 { StandardOutput.write("\n") }
          keep()
          return .end
        }
        defer { free(bytes) }
        if wasInterrupted { return .interrupted }
        guard let line = String(validatingCString: bytes) else {
          return .unreadable(Diagnostic("not-utf8", "this line is not UTF-8 text", hint: "set the terminal to UTF-8"))
        }
        remember(line)
        return .line(line)
      }
    }

    package var isWatched: Bool { true }

    package var canEdit: Bool { true }

    package func prefill(_ text: String) {
      free(textToEdit)
      textToEdit = strdup(text)
      graphbook_readline_prefill(textToEdit)
    }

    package func remember(_ input: String, lineCount: Int) {
      if lineCount > 1, rememberedLines >= lineCount {
        graphbook_history_join(Int32(clamping: lineCount), input)
        rememberedLines = 1
        unwritten.removeLast(min(lineCount, unwritten.count))
        unwritten.append(input)
      }
      keep()
    }

    package func noteEntered(_ line: String) { remember(line) }

    private func remember(_ line: String) {
      rememberedLines += 1
      guard line.contains(where: { !$0.isWhitespace }), graphbook_history_last().map(String.init(cString:)) != line
      else {
        rememberedLines = 0
        return
      }
      add_history(line)
      unwritten.append(line)
    }

    /// Writes what is not in the file yet. Where that fails it is tried again with the next input.
    private func keep() {
      guard let history, !unwritten.isEmpty, history.append(unwritten) else { return }
      unwritten.removeAll()
    }

    /// readline must know which characters of a prompt take no room.
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
      completions.candidates.count == 1 ? completions.suffixes[0].utf8.first.map(Int32.init) ?? 0 : 0)
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
