import Diagnostics

/// An `output` block of a lesson, and what appears in its place.
package struct OutputDifference: Hashable, Sendable {
  /// The lines of the block.
  package var output: SourceText
  /// The lines that appear, without a line break at their end.
  package var found: String

  /// A line that matches any number of lines.
  private static let gap = "…"

  /// A line that the block should have.
  enum Line: Hashable {
    /// A line of the block that is right already, by its place in the block.
    case kept(Int)
    case new(String)
  }

  /// The lines that the block should have: those that appear, but every line of the block that is right already stays as it
  /// is written, with its `…`. A line of `…` alone stays if it is the only one; the lines after it are then the last ones.
  var lines: [Line] {
    let written = output.text.split(separator: "\n", omittingEmptySubsequences: false)
    let blank = written.prefix { $0.allSatisfy(\.isWhitespace) }.count
    let text = OutputPattern.normalized(output.text)
    let old = (text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false))
      .enumerated().map { (place: blank + $0.offset, text: String($0.element)) }
    let new = found.isEmpty ? [] : found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let gaps = old.indices.filter { old[$0].text == Self.gap }
    guard gaps.count == 1, let gap = gaps.first, new.count >= old.count else {
      return Self.merged(old[...], new[...])
    }
    return Self.merged(old[..<gap], new.prefix(gap)) + [.kept(old[gap].place)]
      + Self.merged(old[(gap + 1)...], new.suffix(old.count - gap - 1))
  }

  /// The new lines; one that an old line describes is kept as the old one. O(old × new).
  private static func merged(_ old: ArraySlice<(place: Int, text: String)>, _ new: ArraySlice<String>) -> [Line] {
    guard old.count * new.count <= 1_000_000 else { return new.map(Line.new) }
    let old = Array(old)
    let new = Array(new)
    let matches = old.map { line in new.map { line.text != Self.gap && OutputPattern(line.text).matches($0) } }
    // The length of the longest common sequence of what is left on both sides.
    var lengths = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        lengths[row][column] =
          matches[row][column]
          ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
      }
    }
    var lines: [Line] = []
    var row = 0
    for column in new.indices {
      while row < old.count, !matches[row][column], lengths[row + 1][column] >= lengths[row][column + 1] { row += 1 }
      if row < old.count, matches[row][column] {
        lines.append(.kept(old[row].place))
        row += 1
      } else {
        lines.append(.new(new[column]))
      }
    }
    return lines
  }
}

/// A lesson's file with its `output` blocks rewritten.
package enum LessonRevision {
  /// Replaces the lines of output blocks by what appears, and leaves every other byte as it is. New lines end like the line
  /// of their opening fence, and are indented like it.
  ///
  /// A block in which the new lines would end it early (one begins with its fence) stays as it is.
  /// - Parameter bytes: the file as it is, whatever its line ends.
  /// - Complexity: O(bytes), and O(*n* · *m*) for the old and the new lines of each block.
  package static func bytes(_ bytes: [UInt8], replacing differences: [OutputDifference]) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // From the last block on, so that the numbers of the lines before it stay.
    for difference in differences.sorted(by: { $0.output.firstLine > $1.output.firstLine }) {
      let first = difference.output.firstLine - 1
      let count = difference.output.text.utf8.count { $0 == UInt8(ascii: "\n") }
      guard first > 0, first + count <= lines.count else { continue }
      let fence = lines[first - 1]
      let indentation = fence.prefix { $0 == UInt8(ascii: " ") }
      let signs = fence.dropFirst(indentation.count).prefix { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
      let end = fence.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : []
      let new = difference.lines.map { line -> [UInt8] in
        switch line {
        case .kept(let place): Array(lines[first + min(place, count - 1)])
        case .new(let text): (text.isEmpty ? [] : Array(indentation)) + Array(text.utf8) + end
        }
      }
      guard !new.contains(where: { $0.drop { $0 == UInt8(ascii: " ") }.starts(with: signs) }) else { continue }
      lines.replaceSubrange(first..<(first + count), with: new.map { $0[...] })
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
