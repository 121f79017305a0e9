import Diagnostics
import Predicates

extension ValidationError: ExplainedError {
  /// The error without the object: `team is a required value`. O(length of the message).
  public var message: String {
    let key = key ?? ""
    return switch reason {
    case .missing: "\(key) is a required value"
    case .tooFew(let count, let minimum): "\(key): Too few items (\(count), at least \(minimum))"
    case .tooMany(let count, let maximum): "\(key): Too many items (\(count), at most \(maximum))"
    case .denied(let others): "\(key) still holds \(list(others)) (delete rule deny)"
    case .dangling(let others): "\(key): dangling reference to \(list(others))"
    case .tooLarge(let maximum):
      "\(key): \(value.shown(beside: maximum)) is too \(kind == .dateTooLate ? "late" : "large") (at most \(maximum.shown))"
    case .tooSmall(let minimum):
      "\(key): \(value.shown(beside: minimum)) is too \(kind == .dateTooSoon ? "early" : "small") (at least \(minimum.shown))"
    case .tooLong(let length, let maximum): "\(key): \(value.shown) is too long (\(length), at most \(maximum))"
    case .tooShort(let length, let minimum): "\(key): \(value.shown) is too short (\(length), at least \(minimum))"
    case .patternMismatch(let pattern): "\(key): \(value.shown) does not match \"\(DisplayText.visible(pattern))\""
    case .patternTooCostly(let pattern):
      "\(key): \(value.shown) takes \"\(DisplayText.visible(pattern))\" too many steps to match"
    case .ruleBroken(let name): DisplayText.visible(name)
    case .ruleFailed(let name, let explanation): "\(DisplayText.visible(name)): \(explanation)"
    case .notUnique(let keys, let objects):
      "\(Listing.text(keys)) \(keys.count == 1 ? "is" : "are") not unique: \(list(objects, but: object)) "
        + "\(objects.count == 2 ? "has" : "have") the same"
    case .custom(let words, _): key.isEmpty ? DisplayText.visible(words) : "\(key): \(DisplayText.visible(words))"
    }
  }

  /// Code, object and message: `1570  Player#1: team is a required value`.
  public var line: String { "\(code)  \(objectName): \(message)" }

  /// The ``line`` as a diagnostic, under the name `validation-1570` and so on.
  public var diagnostic: Diagnostic { Diagnostic("validation-\(code)", line).with(code: code) }

  /// The first four, without the object that `excluded` names, and how many more there are. O(1).
  private func list(_ objects: [Named], but excluded: ManagedObjectID? = nil) -> String {
    let shown = objects.prefix(5).filter { $0.id != excluded }.prefix(4).map(\.description).joined(separator: ", ")
    return shown + Listing.rest(objects.count - (excluded == nil ? 4 : 5))
  }
}

extension Value {
  /// The value in words, with all its digits where it would read like the bound that it breaks: a Float's 0.3 is more than
  /// 0.3.
  fileprivate func shown(beside bound: Value) -> String {
    guard case .double(let number) = self, shown == bound.shown else { return shown }
    return number.description
  }
}
