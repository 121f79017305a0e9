import struct Foundation.Data

/// The objects that Foundation's `NSKeyedArchiver` wrote, read one at a time and never followed further than asked: a circle
/// of references is no circle here.
struct KeyedArchive {
  private let list: BinaryPropertyList
  /// The places of `$objects`.
  private let objects: [Int]
  private let root: Int
  private let budget = Budget()

  /// Counts what is read. A few bytes of a damaged archive may refer to the same long list again and again.
  private final class Budget { var left = 4_000_000 }

  /// An object of the archive: its class and its fields, as places in the property list.
  struct Instance {
    var className: String
    var fields: [String: Int]
    /// The object's number in the archive: its identity.
    var number: Int
  }

  /// Reads an archive; nil for bytes that are none.
  init?(_ bytes: [UInt8]) {
    guard let list = BinaryPropertyList(bytes) else { return nil }
    let head = list.members(at: list.top)
    guard let table = head["$objects"], case .array(let objects)? = list[table], let top = head["$top"],
      case .reference(let root)? = list.members(at: top)["root"].flatMap({ list[$0] })
    else { return nil }
    self.list = list
    self.objects = objects
    self.root = root
  }

  /// Whether reading stopped at the limit, which no archive of a model reaches; what was read is then incomplete.
  var isExhausted: Bool { budget.left <= 0 }

  /// The outermost object.
  var rootInstance: Instance? { instance(number: root) }

  private func instance(number: Int) -> Instance? {
    // The first object is $null.
    guard number > 0, objects.indices.contains(number), !isExhausted else { return nil }
    let fields = list.members(at: objects[number])
    budget.left -= fields.count + 1
    guard let reference = fields["$class"], case .reference(let classNumber)? = list[reference],
      objects.indices.contains(classNumber),
      let name = list.members(at: objects[classNumber])["$classname"].flatMap({ list[$0]?.string })
    else { return nil }
    return Instance(className: name, fields: fields, number: number)
  }

  /// The object at a place, or the one that it refers to.
  private func node(at place: Int) -> BinaryPropertyList.Node? {
    guard case .reference(let number)? = list[place] else { return list[place] }
    guard number > 0, objects.indices.contains(number) else { return nil }
    return list[objects[number]]
  }

  private func number(at place: Int) -> Int? { if case .reference(let number)? = list[place] { number } else { nil } }

  // MARK: Fields

  func instance(_ key: String, of object: Instance) -> Instance? {
    object.fields[key].flatMap { number(at: $0) }.flatMap { instance(number: $0) }
  }

  /// A text, plain or an instance of a class of texts.
  func string(_ key: String, of object: Instance) -> String? { object.fields[key].flatMap { string(at: $0) } }

  private func string(at place: Int) -> String? {
    guard let node = node(at: place) else { return nil }
    if let text = node.string { return text }
    guard let inner = number(at: place).flatMap({ instance(number: $0) })?.fields["NS.string"] else { return nil }
    return self.node(at: inner)?.string
  }

  func integer(_ key: String, of object: Instance) -> Int64? {
    switch object.fields[key].flatMap({ node(at: $0) }) {
    case .integer(let number)?: number
    case .boolean(let flag)?: flag ? 1 : 0
    case .real(let number)?: Int64(exactly: number)
    default: nil
    }
  }

  func flag(_ key: String, of object: Instance) -> Bool { integer(key, of: object).map { $0 != 0 } ?? false }

  /// A number, a text, a date or data; nil for anything else.
  func plain(_ key: String, of object: Instance) -> BinaryPropertyList.Node? {
    guard let place = object.fields[key], let node = node(at: place) else { return nil }
    switch node {
    case .boolean, .integer, .real, .string, .data, .date: return node
    case .null, .reference, .array: return nil
    case .dictionary: break
    }
    guard let inner = number(at: place).flatMap({ instance(number: $0) }) else { return nil }
    switch inner.className {
    case "NSDate":
      switch inner.fields["NS.time"].flatMap({ self.node(at: $0) }) {
      case .real(let seconds)?: return .date(seconds)
      case .integer(let seconds)?: return .date(Double(seconds))
      default: return nil
      }
    case "NSString", "NSMutableString": return string(at: place).map { .string($0) }
    case "NSURL": return string("NS.relative", of: inner).map { .string($0) }
    case "NSUUID": return inner.fields["NS.uuidbytes"].flatMap { self.node(at: $0) }
    case "NSData", "NSMutableData": return inner.fields["NS.data"].flatMap { self.node(at: $0) }
    default: return nil
    }
  }

  // MARK: Collections

  private func places(_ key: String, of object: Instance) -> [Int] {
    guard !isExhausted, let place = object.fields[key], case .array(let places)? = node(at: place) else { return [] }
    budget.left -= places.count + 1
    return places
  }

  /// The elements of an array or a set that are instances.
  func elements(_ key: String, of object: Instance) -> [Instance] {
    guard let collection = instance(key, of: object) else { return [] }
    return places("NS.objects", of: collection).compactMap { number(at: $0) }.compactMap { instance(number: $0) }
  }

  /// The elements of an array or a set that are texts.
  func strings(_ key: String, of object: Instance) -> [String] {
    guard let collection = instance(key, of: object) else { return [] }
    return strings(in: collection)
  }

  /// The elements of a collection that are texts.
  func strings(in collection: Instance) -> [String] {
    places("NS.objects", of: collection).compactMap { string(at: $0) }
  }

  /// The members of a dictionary whose values are instances, by key and in the order of the keys.
  func members(_ key: String, of object: Instance) -> [(key: String, value: Instance)] {
    guard let dictionary = instance(key, of: object) else { return [] }
    return pairs(of: dictionary).compactMap { key, value in
      guard let name = string(at: key), let value = number(at: value).flatMap({ instance(number: $0) }) else {
        return nil
      }
      return (name, value)
    }.sorted { $0.key < $1.key }
  }

  /// The members of a dictionary whose values are texts.
  func texts(_ key: String, of object: Instance) -> [String: String] {
    guard let dictionary = instance(key, of: object) else { return [:] }
    var found: [String: String] = [:]
    for (key, value) in pairs(of: dictionary) {
      if let name = string(at: key), let text = string(at: value) { found[name] = text }
    }
    return found
  }

  private func pairs(of dictionary: Instance) -> [(Int, Int)] {
    // A dictionary with known keys has them in a strategy that dictionaries share.
    if let strategy = instance("searchMapping", of: dictionary), let keys = instance("keys", of: strategy),
      let values = instance("values", of: dictionary)
    {
      return Array(zip(places("NS.objects", of: keys), places("NS.objects", of: values)))
    }
    return Array(zip(places("NS.keys", of: dictionary), places("NS.objects", of: dictionary)))
  }
}
