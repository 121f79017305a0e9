extension SQLiteTable {
  /// The SQL that makes the table, spaced as Apple's framework writes it; without a semicolon. O(columns).
  public var createStatement: String {
    var parts = columns.map { column in
      let declared = "\(SQLiteName.quoted(column.name)) \(column.type.rawValue)"
      return primaryKey == [column.name] ? declared + " PRIMARY KEY" : declared
    }
    if primaryKey.count > 1 {
      parts.append("PRIMARY KEY (\(primaryKey.map(SQLiteName.quoted).joined(separator: ", ")))")
    }
    let body = parts.joined(separator: ", ")
    let head = "CREATE TABLE \(SQLiteName.quoted(name)) "
    switch content {
    case .objects, .links: return head + "( \(body) )"
    case .primaryKeys, .metadata, .modelCache: return head + "(\(body))"
    }
  }
}

extension SQLiteIndex {
  /// The SQL that makes the index; without a semicolon. O(columns).
  public var createStatement: String {
    let keys = columns.map { column in
      let direction = descendingColumns.contains(column) ? "DESC" : "ASC"
      return SQLiteName.quoted(column) + (isSpelledOut ? " COLLATE BINARY \(direction)" : "")
    }
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLiteName.quoted(name)) ON \(SQLiteName.quoted(table)) "
      + "(\(keys.joined(separator: ", ")))"
  }
}

/// The names of a store's tables and columns.
enum SQLiteName {
  /// A name as SQL may hold it: as it is when it is made of letters, digits and underscores, else in quotes.
  static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      // SQLite takes everything beyond ASCII for a letter.
      default: byte > 127
      }
    }
    return isPlain && !name.isEmpty
      ? name : "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The order of names in a store: case-insensitive, and case-sensitive if that does not decide.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (first, second) = (a.lowercased(), b.lowercased())
    return first == second ? a < b : first < second
  }
}

/// Names that are given only once: a second one of the same spelling gets a 1 at its end, a third a 2.
///
/// As in SQLite, `a` and `A` are one spelling. SQLite folds the case of ASCII letters alone; to fold it of all letters here
/// keeps apart no fewer names.
struct SQLiteNamespace {
  /// In lower case, as are the keys of ``last``.
  private var taken: Set<String>
  /// The digit that a name got last, so that many of one spelling are found quickly.
  private var last: [String: Int] = [:]

  init(_ taken: Set<String> = []) { self.taken = Set(taken.map { $0.lowercased() }) }

  mutating func take(_ name: String) -> String {
    let folded = name.lowercased()
    if taken.insert(folded).inserted { return name }
    var digit = last[folded, default: 0]
    repeat { digit += 1 } while !taken.insert("\(folded)\(digit)").inserted
    last[folded] = digit
    return "\(name)\(digit)"
  }
}
