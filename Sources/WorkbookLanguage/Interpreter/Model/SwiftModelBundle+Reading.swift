import Diagnostics
import ModelReview

#if SwiftData
  import SwiftDataModel
#endif

extension SwiftModelBundle {
  /// Reads the models of a Swift source, or of all sources in a folder. O(bytes).
  /// - Throws: A `Diagnostic` if there is no model, or if this build reads no Swift; the errors of `read` for a file that is
  ///   named itself.
  package static func reading(
    _ path: String, read: @escaping (String) throws -> SourceText, list: @escaping (String) -> [String]?
  ) throws -> SwiftModelBundle {
    #if SwiftData
      return try SwiftModelReader.read(path, read: read, list: list)
    #else
      throw Diagnostic(
        "no-swift", "'\(DisplayText.visible(path))' has Swift sources, which this build does not read",
        hint: "make build, or swift build --traits default,SwiftData, makes one that does")
    #endif
  }
}
