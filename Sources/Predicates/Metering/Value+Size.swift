extension Value {
  /// Returns the approximate number of bytes that the value takes. A part that is shared counts each time it occurs,
  /// because printing, comparing or copying the value meets it as often.
  ///
  /// - Parameter limit: Counting ends once there are more.
  /// - Complexity: O(values inside, at most `limit` / 16).
  public func size(upTo limit: Int = .max) -> Int {
    var size = 0
    var open: [Value] = [self]
    while let value = open.popLast() {
      size += 16
      if size > limit { return size }
      switch value {
      case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .object: break
      case .string(let text): size += text.utf8.count
      case .data(let data): size += data.count
      case .url(let url): size += url.absoluteString.utf8.count
      case .array(let elements), .set(let elements):
        // Before they are on the list: it may not grow beyond the limit either.
        guard elements.count <= (limit - size) / 16 else { return limit == .max ? .max : limit + 1 }
        open += elements
      case .dictionary(let entries):
        for (key, value) in entries {
          size += key.utf8.count
          open.append(value)
        }
      }
    }
    return size
  }
}

extension Meter {
  /// Spends for a value before it is kept, with everything inside it.
  /// O(values inside, up to the limit of a value's size).
  /// - Throws: ``OperationCancelled`` when the value would be too large by itself, or is with everything that was made
  ///   before.
  public func spend(making value: Value) throws(OperationCancelled) {
    switch value {
    case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .object: return
    case .string(let text): try spend(making: text.utf8.count)
    case .data, .url, .array, .set, .dictionary: try spend(making: value.size(upTo: sizeLimit))
    }
  }

  /// Spends for a value that an object stores. O(values inside, up to the limit of a value's size).
  /// - Throws: ``OperationCancelled`` when the limit does not allow it or the caller wants to stop.
  package func spend(keeping value: Value) throws(OperationCancelled) {
    switch value {
    case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .object: return
    case .string(let text): try spend(keeping: text.utf8.count)
    case .data, .url, .array, .set, .dictionary: try spend(keeping: value.size(upTo: sizeLimit))
    }
  }

  /// Spends for reading through a value or comparing it. O(values inside, up to the limit of a value's size).
  /// - Throws: ``OperationCancelled`` when the limit does not allow it or the caller wants to stop.
  public func spend(reading value: Value) throws(OperationCancelled) {
    switch value {
    case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .object: return
    case .string(let text): try spend(reading: text.utf8.count)
    case .data, .url, .array, .set, .dictionary: try spend(reading: value.size(upTo: sizeLimit))
    }
  }
}
