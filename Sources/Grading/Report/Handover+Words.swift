import Courses
import Diagnostics

extension Diagnostic.ID {
  package static let exchangedName = "exchanged-name"
  package static let namesInText = "names-in-text"
  package static let notRecognised = "not-recognised"
  package static let severalFiles = "several-files"
  package static let otherFileName = "other-name"
  package static let emptyAnswer = "empty-answer"
  package static let otherFirstLine = "other-first-line"
}

extension Diagnostic {
  /// Returns the sentence of a student's page about how a file was recognised or why none was, in a language; nil for any other
  /// message. What the message says besides, such as what a file is instead, stays English and is shown in English pages alone.
  /// - Parameters:
  ///   - file: the name of the file as the student knows it; empty where there is none.
  ///   - name: the name that the answer should have: `free-agents.graph`.
  func words(_ words: FixedWords, file: String, askedFor name: String) -> String? {
    switch id {
    case ID.nearlyNamed: return words(.nearlyNamed, file, name)
    case ID.onlyAnswerFile: return words(.onlyAnswerFile, file)
    case ID.exchangedName: return words(.exchangedName, file)
    case ID.namesInText: return words(.namesInText, file)
    case _ where words.language == FixedWords.english.language: return nil
    case ID.noSuchFile: return words(.nothingHandedIn)
    case ID.notRecognised: return words(.notRecognised, name)
    case ID.severalFiles: return words(.severalFiles)
    case ID.otherFileName: return words(.otherFileName, file, name)
    case ID.emptyAnswer: return words(.emptyAnswer, file)
    case ID.otherFirstLine: return words(.otherFirstLine, file, name)
    default: return nil
    }
  }
}
