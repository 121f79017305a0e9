import Diagnostics
import ObjectGraph

/// Films, recordings and documents in the rows of a table: each fetch of an object reads them.
///
/// `allowsExternalBinaryDataStorage` lets Core Data keep large values in files beside the store (Apple's documentation of
/// `NSAttributeDescription`).
package enum InlineBinary: ReviewRule {
  package static let page = RulePage(
    id: "inlineBinary", title: "a large value is kept in the table",
    why: """
      A Binary attribute is a column of its entity's table. A recording of some megabytes in it makes the file large and \
      is read with the row whenever an object is needed. With external storage, Core Data writes large values into files \
      of their own, and small ones into the table as before.
      """,
    example: """
      entity Episode { title: String; audioData: Binary? }
      """,
    fix: "if it can be large: change Episode.audioData, external storage")

  /// Returns one finding for the model, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter {
        $0.type == .binaryData && !$0.isTransient && !$0.allowsExternalBinaryDataStorage
          && isLarge($0.name, of: entity.name)
      }.map { (entity.name, $0.name) }
    }
    guard let (entity, attribute) = found.first else { return [] }
    let names = found.map { "\($0).\($1)" }
    return [
      Finding(
        page.id, .question, entity, attribute, aspect: .type, determinant: names.dropFirst().joined(separator: ","),
        "\(Finding.listed(names)) \(names.count == 1 ? "is" : "are") kept in the table, and read with each object: can "
          + "\(names.count == 1 ? "it" : "they") be large?",
        fix: "if so: change \(entity).\(attribute), external storage")
    ]
  }

  private static func isLarge(_ name: String, of entity: String) -> Bool {
    let words = ProposedNames.words(name).map { $0.lowercased() }
    let small = ["thumbnail", "thumb", "icon", "avatar", "hash", "key", "signature"]
    guard !words.contains(where: small.contains),
      !["id", "ids", "url", "urls", "nonce"].contains(where: name.lowercased().hasSuffix)
    else { return false }
    let kinds: Set = [
      "video", "movie", "audio", "sound", "recording", "song", "episode", "photo", "picture", "image", "pdf",
      "attachment", "document", "pic", "cover", "artwork", "poster", "portrait", "scan", "screenshot",
    ]
    // The data of an attachment may be a few words of JSON.
    let owner = ProposedNames.words(entity).map { $0.lowercased() }
    return words.contains(where: kinds.contains)
      || words == ["data"] && owner.contains(where: kinds.subtracting(["attachment", "document"]).contains)
  }
}
