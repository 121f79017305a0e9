import Courses
import JSON
import Pages

// The fixed words in pages that are files, and in their scripts. Both have English ones in their places.
extension FixedWords {
  /// The attribute of a page from which the scripts take their words; empty in English, which they have.
  var scriptAttribute: HTML {
    guard self != .english else { return "" }
    let words = JSONValue(Self.scriptKeys.map { ($0.rawValue, .string(self($0))) })
    return " data-words=\"\(HTML(lines: [words.line]))\""
  }

  /// The keys of the words in the scripts.
  static let scriptKeys: [Key] = [
    .addToAnswer, .addedToAnswer, .andOneOther, .andOthers, .answerOnDevice, .bothRounds, .cannotBeKept, .classOver,
    .classStopped, .classWentOn,
    .connectedAgain, .goOnInBook, .boardOfBefore,
    .connectionLost, .convince, .deletionMark, .fileIsNoText, .fileTooLarge, .goneMark, .hasAnswered, .noAnswerYet,
    .hasDone, .haveAnswered, .haveDone, .here, .aHint, .isGone, .isMarked, .isNew, .isUnmarked, .joinAt, .linesBefore,
    .oneLineBefore,
    .kept, .namesake, .linkIs, .linkCopied, .linkDamaged, .modelFromLink, .modelTooLong,
    .linkIsNow, .linkLeaves, .modelToSee, .noAnswerOfServer, .noLinks, .noObjects, .noOneAnswered, .notInClass,
    .notDoneYet, .notKept,
    .notSentYet, .nothingIsKept, .moreValues, .objectsOf, .opened, .opening, .pictureInWords,
    .readFirst, .refusedByServer,
    .removedByTeacher, .rightOf, .round, .screenOf, .secondRound, .secondRoundMark, .send, .sending, .stepOf,
    .taskDone, .taskOpen, .theAnswer, .theAnswerInside, .thinkFirst, .tickAtLeastOne, .tooManyObjects, .tryIt,
    .tryingAgain, .unfinishedBracket, .unfinishedHere, .valueLabel, .voteChoose, .voteClosed, .voteKept, .voteRight,
    .voteStill, .voteType,
    .voteChosen, .voteWaiting, .voteWrong, .iDoNotKnow, .voteWrongAlone, .wrongOf, .youAre, .yourTurn, .yours,
  ]
}

extension PageAsset {
  /// Returns a page in the words of a language: those of elements with `data-word`, and the labels of those with `data-label`.
  func page(in words: FixedWords) -> HTML {
    let text = String(decoding: bytes, as: UTF8.self)
    guard words != .english else { return HTML(stringLiteral: text) }
    func own(_ key: Substring) -> String? { FixedWords.Key(rawValue: String(key)).map { HTML(words($0)).text } }
    return HTML(
      stringLiteral:
        text
        .replacing("<html lang=\"en\">", with: "<html lang=\"\(HTML(words.language).text)\">")
        .replacing("<body ", with: "<body\(words.scriptAttribute.text) ")
        .replacing(#/ data-word="(?<key>[A-Za-z]+)"(?<more>[^>]*)>(?<text>[^<]*)/#) { match in
          "\(match.more)>\(own(match.key) ?? String(match.text))"
        }
        .replacing(#/ data-label="(?<key>[A-Za-z]+)" aria-label="(?<text>[^"]*)"/#) { match in
          " aria-label=\"\(own(match.key) ?? String(match.text))\""
        })
  }
}
