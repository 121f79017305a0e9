/// A type that `CAST(a, "NSNumber")` casts to; the raw value is Apple's name for it.
enum CastType: String, CaseIterable {
  case string = "NSString"
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case date = "NSDate"
  case url = "NSURL"
  case uuid = "NSUUID"
  case data = "NSData"
  /// Parsed for the sake of Apple's texts; no value can be cast to it.
  case `class` = "Class"

  /// The type of the result as predicates check it; nil if it is unknown.
  var valueType: ValueType? {
    switch self {
    case .string: .string
    case .number: .double
    case .decimal: .decimal
    case .date: .date
    case .url: .url
    case .uuid: .uuid
    case .data: .data
    case .class: nil
    }
  }
}
