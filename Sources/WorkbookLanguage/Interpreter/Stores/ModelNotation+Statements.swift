import CoreDataStore
import Diagnostics
import ObjectGraph

extension ModelNotation {
  /// Models as statements of the workbook: what a store of ours keeps, and what `export "App.graph"` writes.
  package static let statements = ModelNotation(
    text: { ModelText.source($0) },
    model: { text in
      // The text comes from a file: it runs where it reaches no file, and within the limits of one that is imported.
      var interpreter = Interpreter()
      interpreter.budget = .modelFile
      guard !interpreter.run(SourceText(text)).contains(where: \.failed) else { return nil }
      let model = interpreter.context.model
      return model.entities.isEmpty ? nil : model
    })
}
