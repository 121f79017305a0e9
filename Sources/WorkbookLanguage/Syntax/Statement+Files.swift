extension Statement {
  /// How a statement uses files; who refuses some of them asks this one table.
  package enum FileUse: Hashable, Sendable {
    /// It reads a file and changes something. The words are those of the statement.
    case reads(words: String)
    /// It writes a file, or looks at a model in one, and changes nothing.
    case writesOrCompares(words: String)
    /// It opens the file of a store.
    case store(StorePath, isSQLite: Bool)
  }

  /// How the statement itself uses files, without those inside it; nil where it uses none.
  package var fileUse: FileUse? {
    switch kind {
    case .run: .reads(words: "run")
    case .importFile: .reads(words: "import")
    case .export: .writesOrCompares(words: "export")
    case .compareModel: .writesOrCompares(words: "compare model")
    case .expect(let expectation):
      switch expectation.claim {
      case .behavesLike: .writesOrCompares(words: "behaves like")
      case .save, .block, .likeSolution, .normalForm, .reviewFindsNone, .value: nil
      }
    case .store(let store):
      switch store {
      case .openFile(_, let path, _): .store(path, isSQLite: path.isSQLite)
      // These use what a statement before them has opened.
      case .openInMemory, .close, .reopen, .migrate, .mergePolicy, .assign: nil
      }
    case .model, .letName, .assign, .addTo, .removeFrom, .insertInto, .delete, .save, .rollback, .undo, .redo, .reset,
      .beginGroup, .endGroup, .refresh, .validate, .value, .show, .review, .normalize, .apply, .derive, .explain,
      .compareDelete, .check, .loop:
      nil
    // The prompt's own, which no file or answer has.
    case .shell: nil
    }
  }
}
