/// The fixed words around a lesson or an exercise, in its language: headings, buttons and verdicts.
///
/// English and German are complete; a course adds another language as one file, `Lessons/words.fr.yaml`, with a line for each
/// word, and changes words of these two in the same way: `Lessons/words.de.yaml` can say *Sie* for *du*. Messages of the workbook itself stay English.
///
/// ```swift
/// FixedWords.german(.hint, "1", "3")   // Tipp 1 von 3
/// ```
package struct FixedWords: Hashable, Sendable {
  /// The code of the language, as in `<html lang>`: `de`.
  package let language: String
  private let texts: [Key: String]

  /// - Parameter texts: those that differ from English; what is missing stays English.
  package init(language: String, texts: [Key: String]) {
    self.language = language
    self.texts = texts
  }

  /// A word or a sentence. `%1` and `%2` are places for values.
  package enum Key: String, Hashable, Sendable, CaseIterable {
    // Lessons
    case lesson, minutes, step, steps, contents, exercises, modelAtStart, question, answer, theAnswer, yourAnswer
    case severalAreRight, right, wrong, valueIs, yourTurn, hint, solution, forTheTeacher, continued, goesOn, example
    // On paper
    case asAtQuestion, questionsOf, lessonsOf
    case name, date, questionNumber, tickOne, tickAll, writeAValue, theModel, theObjects
    // At the prompt
    case runsNext, thenTheAnswer, notThis, notDoneYet, sameAsBefore, showsHint, showsWay, typeIt, typeRestart, orSkip,
      typeItOrNext
    case startsOver, setAside, resumed, hintHere, wrongOf, theAnswerIs, taskKeys, done, typeNumber, typeNumbers,
      typeValue, rightOf, notAllOfIt, notSo,
      rightAnswer, rightAnswers
    case youSaid, skipped, stepOfSteps, nextGoesOn, lessonOver
    // Exercises and verdicts
    case points, point, pointsOf, graded, passed, notYet, notGraded, notHandedIn, excused, lookFirst, together,
      handedInAnswer
    case practises, handedInOn, dueOn, onTime, withinGrace, timeUnknown, late, lateCostsNothing, lateCosts, noMoreThan,
      noPoints
    case fileGraded, fileNotGraded, otherIsLater, otherHasHigherNumber, isUnreadable, otherHasTheName, hasSameText
    case days, day, hours, hour, minutesLong, minuteLong, and, holds, doesNotHold, notJudged, cannotBeJudged, place
    // In class
    case onTheBoard, tryIt, yourGraph, model, whatIsShown, earlierScreens, run, promptLocked, voteWaiting, voteChoose,
      voteKept
    case voteClosed, voteRight, voteWrong, haveAnswered, haveDone, here, thinkFirst, answerOnDevice, convince,
      secondRound
    case bothRounds, noOneAnswered, taskOpen, taskDone, send, yours, joinTheClass, code
    case voteWrongAlone, voteStill
    // In the book
    case givenAnswer, youSaidThis, doneMark, skippedMark, aHint, wholeLesson, lastStep, skippedCount, hintCount
    case theStep, stepOf, ownCopy, giveAnswer, skipQuestion, showAnswer, startAgain, skipTask, doAgain, nextStep, back
    case allSteps, goOnAt, hereWithAnswers, chapter, exercise, statementsAreKept, verdict, afterAnswer, beginAgain
    case theGraph, atStart, asStatements, handIn, handInAgain, check, downloadAnswer, nextExercise, nothingChecked
    case everythingFound, aboutMinutes, aboutMinute
    // Around pages, at the prompt, and in verdicts
    case andWord, decimalMark,
      typeRestartThen,
      theAnswerInside, maximumPoints, maximumPoint, voteType, hasAnswered, hasDone, secondRoundMark, skipToContent
    case keysOfPrompt, results, completions, objectsAndLinks, diagramOfModel, pictureNeedsScript, wayContents
    case wayPlayground, wayPractice, wayDrills, wayProgress, wayGlossary, wayHelp, book, youAre, signOut
    case skippedAlone, lastStepOfLesson, skippedSteps, afterLesson, stepDoneMark
    case stepSkippedMark, nextBeginsAgain, nextBeginsSkipped, beginsFirst, beginsLast, leaveCloses, triesSetAside
    case nextStarts, leavesExercisesOut, nextLesson, allPassed, exerciseKeys, passedBefore, answerLeft
    case typeThenCheck, unsavedChanges, typedCounts, teachersCopy, error, waits, expected, after, found, tryThis
    case moreCheckFails, moreChecksFail, checkAllShows, nothingCheckedOne, nothingCheckedMany, andMore
    case checkNothingElse, checkAsAsked, checkFactOnce, checkAgain, checkTime, thisDoesNotHold, nearlyNamed
    case onlyAnswerFile
  }

  /// Returns the text of a key with its values.
  package func callAsFunction(_ key: Key, _ values: String...) -> String {
    var text = texts[key] ?? Self.englishTexts[key] ?? key.rawValue
    for (place, value) in values.enumerated() { text = text.replacing("%\(place + 1)", with: value) }
    return text
  }

  /// `about 8 minutes`.
  package func about(minutes: Int) -> String { self(minutes == 1 ? .aboutMinute : .aboutMinutes, "\(minutes)") }

  /// The words with other texts for some keys.
  func with(_ changes: [Key: String]) -> FixedWords {
    FixedWords(language: language, texts: texts.merging(changes) { $1 })
  }

  /// The keys that have no text of their own.
  var missing: [Key] { Key.allCases.filter { texts[$0] == nil } }

  package static let english = FixedWords(language: "en", texts: englishTexts)
  package static let german = FixedWords(language: "de", texts: germanTexts)

  /// Returns the words of a language; those of another than the built-in ones are English until a course gives them.
  static func of(_ language: String) -> FixedWords { builtIn[language] ?? FixedWords(language: language, texts: [:]) }

  /// Whether neither the program nor the course has words of the language.
  var isUnknown: Bool { texts.isEmpty }

  /// The languages that every course has, by their codes.
  package static let builtIn = ["en": english, "de": german]
}
