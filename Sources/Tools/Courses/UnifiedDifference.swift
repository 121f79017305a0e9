import Diagnostics

/// The difference of two texts, as `diff -u` shows it.
///
/// ```swift
/// UnifiedDifference(of: "a\nb\n", and: "a\nc\n", name: "t.md").lines(.plain)
/// // --- t.md, +++ t.md, @@ -1,2 +1,2 @@, " a", "-b", "+c"
/// ```
package struct UnifiedDifference {
  /// How many unchanged lines are shown before and after a change.
  package static let context = 2

  private let name: String
  /// All lines of both texts in their order.
  private var lines: [Line] = []

  private struct Line {
    enum Kind: String {
      case same = " "
      case old = "-"
      case new = "+"
    }

    var kind: Kind
    var text: Substring
  }

  /// Compares two texts by their lines. O((old + new) · changes).
  /// - Parameter name: the file's name.
  package init(of old: String, and new: String, name: String) {
    self.name = name
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (oldPlace, newPlace) = (0, 0)
    while oldPlace < old.count || newPlace < new.count {
      if removed.contains(oldPlace), oldPlace < old.count {
        lines.append(Line(kind: .old, text: old[oldPlace]))
        oldPlace += 1
      } else if inserted.contains(newPlace), newPlace < new.count {
        lines.append(Line(kind: .new, text: new[newPlace]))
        newPlace += 1
      } else {
        lines.append(Line(kind: .same, text: old[min(oldPlace, old.count - 1)]))
        oldPlace += 1
        newPlace += 1
      }
    }
  }

  /// The lines of a text without their line breaks, of either kind.
  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The changed lines with those around them; none for equal texts.
  package func lines(_ style: TextStyle) -> [String] {
    let changed = lines.indices.filter { lines[$0].kind != .same }
    guard !changed.isEmpty else { return [] }
    let shown = DisplayText.visible(name)
    var result = [style.paint("--- \(shown)", .faint), style.paint("+++ \(shown)", .faint)]
    for range in hunks(around: changed) { result += hunk(range, style) }
    return result
  }

  /// The ranges of lines to show: each change with its context, joined where they touch.
  private func hunks(around changed: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for place in changed {
      let range = max(0, place - Self.context)..<min(lines.count, place + Self.context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  private func hunk(_ range: Range<Int>, _ style: TextStyle) -> [String] {
    func place(_ other: Line.Kind) -> String {
      let before = lines[..<range.lowerBound].count { $0.kind != other }
      let count = lines[range].count { $0.kind != other }
      // A range without lines is named by the line before it.
      return "\(count == 0 ? before : before + 1),\(count)"
    }
    return [style.paint("@@ -\(place(.new)) +\(place(.old)) @@", .faint)]
      + lines[range].map { line in
        let text = line.kind.rawValue + DisplayText.visible(line.text)
        return switch line.kind {
        case .same: text
        case .old: style.paint(text, .failure)
        case .new: style.paint(text, .success)
        }
      }
  }
}
