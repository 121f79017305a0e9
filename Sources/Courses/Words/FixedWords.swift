import Diagnostics

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
    case oneNotGraded, someNotGraded, oneNotHandedIn, someNotHandedIn, beforeCorrection, counts, looksLikeOther
    case corrected, dueForYou, otherIsGiven, otherHasFirstLine, isNamedForOther, onlyThese, changedOn, markedLate,
      otherIsBest
    case practises, handedInOn, dueOn, onTime, withinGrace, timeUnknown, late, lateCostsNothing, lateCosts, noMoreThan,
      noPoints
    case fileGraded, fileNotGraded, otherIsLater, otherHasHigherNumber, isCalledOld, otherIsLaterUpload, isUnreadable,
      otherHasTheName, hasSameText
    case days, day, hours, hour, minutesLong, minuteLong, and, holds, doesNotHold, notJudged, cannotBeJudged, place
    // In class
    case onTheBoard, tryIt, yourGraph, model, whatIsShown, earlierScreens, run, promptLocked, voteWaiting, voteChoose,
      voteKept
    case andOneOther, andOthers, linesBefore, oneLineBefore
    case voteClosed, voteRight, voteWrong, haveAnswered, haveDone, here, thinkFirst, answerOnDevice, convince,
      secondRound
    case bothRounds, noOneAnswered, taskOpen, taskDone, send, yours, joinTheClass, code
    case voteWrongAlone, voteStill
    // In the book
    case givenAnswer, youSaidThis, doneMark, skippedMark, aHint, wholeLesson, lastStep, skippedCount, hintCount
    case theStep, stepOf, ownCopy, giveAnswer, skipQuestion, showAnswer, startAgain, skipTask, doAgain, nextStep,
      readOn, back
    case allSteps, goOnAt, hereWithAnswers, chapter, exercise, statementsAreKept, verdict, afterAnswer, beginAgain
    case theGraph, atStart, asStatements, handIn, handInAgain, check, downloadAnswer, nextExercise, nothingChecked
    case everythingFound, aboutMinutes, aboutMinute, meantToTake
    // Around pages, at the prompt, and in verdicts
    case andWord, decimalMark,
      typeRestartThen,
      theAnswerInside, maximumPoints, maximumPoint, voteType, hasAnswered, hasDone, secondRoundMark, skipToContent
    case keysOfPrompt, slashComesBack, results, completions, objectsAndLinks, diagramOfModel, pictureNeedsScript
    case wayContents
    case wayPlayground, wayPractice, wayDrills, wayProgress, wayGlossary, wayHelp, book, youAre, signOut
    case skippedAlone, lastStepOfLesson, skippedSteps, afterLesson, stepDoneMark
    case stepSkippedMark, nextBeginsAgain, nextBeginsSkipped, beginsFirst, beginsLast, leaveCloses, triesSetAside
    case nextStarts, leavesExercisesOut, nextLesson, allPassed, exerciseKeys, passedBefore, answerLeft
    case typeThenCheck, unsavedChanges, typedCounts, teachersCopy, error, unjudged, expected, after, found, tryThis
    case moreCheckFails, moreChecksFail, checkAllShows, nothingCheckedOne, nothingCheckedMany, andMore
    case checkNothingElse, checkAsAsked, checkSaved, checkFits, checkQuestionMarks, checkOwnNames, checkNames,
      checkStatements, checkFactOnce, checkAgain, checkTime, thisDoesNotHold,
      nearlyNamed, changesNothing, givesNoNames
    case onlyAnswerFile
    case exchangedName, namesInText, notRecognised, severalFiles, otherFileName, emptyAnswer, otherFirstLine
    case nothingHandedIn, brokenChecks, brokenStart, teachersMatter
    // In what a verdict says
    case theStatement, theDollar, theName, theQuestionMark, theDefault, restAsIf, elseRightWith, elseRight, moreLikeIt
    case wasReadAs, lineWasReadAs, textIsOther, entityIsCalled, templateIsCalled, nameIsCalled, attributeIsCalled
    case relationshipIsCalled, propertyIsCalled, variableIsCalled, mayBeMissing, youDeleted, youDeletedAndSaved
    case youRan, youRanAndSaved, restWithout, judgedBy, judgedByAll, restOfCheckHolds, judgedBySaving, waitsFor,
      onlyUnsaved
    case lacksRollback, lacksRefresh, allIsSaved, holdsNotYet, notAllHolds, couldNotRun, notTriedAgain, againTooLong,
      againWrongName
    case againFound, canBeFound, onlyLinesRead, linesAfter, linesBetween, foreignComments, smallLetters, roleOf
    case oneMoreFails, moreFail, runsElsewhere
    // On the site and in print
    case site, wayStatements, wayMessages, subtitle, search, onePlace, places, lessons, moreExercises
    case documentation, oneExercise, exerciseCount, startItWith, indexOfIdeas, lessonStep, table, unknown
    // In the descriptions of pictures
    case inheritsFrom, toOneOf, toManyOf, leadsBothWays, leadsAsOwnInverse, leadsOneWay, linkedWith
    // In the book: contents, courses and progress
    case lessonsAndExercises, goOnWithLesson, startLesson, allLessonsDone, unfinishedAnswer, oneIsDue
    case areDue, whereToGoOn, forReader, doneOf, followsCourse, waysThroughBook, lessonTime, exerciseTime
    case stepsOf, passedCount, theSteps, courseOver, followNone, followThis, exerciseNamed, aStep, someSteps
    case rightOfTries, stepsDone, exercisesPassed, ideasPractised, ideasShaky, progressByLesson, aLesson
    case explainsIt, theExercise, ideasToRepeat, latestWasWrong, notFound, toContents
    case downloadWork, whatWorkHas
    // In the book: drills, practice, help and the playground
    case drillsExplained, theQuestion, leaveForLater, askAnother, nextQuestion, lookAgain, level, answerWith
    case aWord, lookUp, allWords, ownGraph, statementOrHelp, files, openFile, downloadAs, fileOfStatements
    case fileOfPicture, fileOfTables, fileOfClasses, reviewModel, undoLast, emptyPlayground, confirmEmpty
    case noMoreHints, chooseFirst, typeFirst, answerChanged, nothingToHandIn, cannotHandIn, tooManyEntities
    // In the book: signing in
    case welcome, welcomeName, linkIsYours, openBook, staysSignedIn, orSetPassword, passwordReplacesLinkHere
    case setPasswordAndGoOn, youSignInAs, newPassword, passwordRule, sameAgain, nameOnList, nameAsShown
    case password, signIn, signInHelp, passwordNow, passwordReplacesLink, passwordReplacesOld, setPassword
    case passwordForgotten, passwordIsSet, signedOut, youAreSignedOut, youAreNotSignedIn
    case signInAtCourse, openYourLink, ifPassword, signInWithIt, ifCode, joinWithIt, join, yourName, theCode
    case guestsAreSeen
    case leaveQuestion, workStaysHere, noPasswordYet, noLinkYet, linkLeadsBack, setPasswordAndSignOut
    case signOutAnyway, staySignedIn, comeBackAs, signOutFirst, yourLink, showMyLink, linkShownOnce
    case linkLeadsAnywhere, nameForSigningIn, onlyThisBrowser, setAPassword, makeALink, passwordOfGuest
    case signInName, signInNameHelp
    case nameIsHere, ifItWasYou, ifItWasYouWithLink, signInWithPassword, ifSomeoneElse, joinAsAnother
    case aboutTheBook, ifLink
    case bringBack
    case nextInCourse, wasLastIn, isDueOn
    case tryFirst, checkSays, handInSays, notInAnswer, changedSince, hasChanged
    case stepBefore
    // In scripts of the pages
    case kept, notKept, unfinishedHere, unfinishedBracket, addToAnswer, addedToAnswer, fileTooLarge, fileIsNoText
    case opening
    case opened, noAnswerOfServer, refusedByServer, connecting, connectionLost, noAnswerYet, tryingAgain, connectedAgain
    case sending, notSentYet, tickAtLeastOne, valueLabel, cannotBeKept, nothingIsKept, classOver, goOnInBook
    case boardOfBefore
    case removedByTeacher, notInClass, joinAgainWithCode, joinAgain, round, oneAttempt, skipToPart, symbols
    case keysInClass, theClass, board, theScreen, enlarge, joinAt, moreValues, modelToSee
    case objectsOf, nameLabel, idLabel, codeOnBoard, youWereRemoved, teacherSees, tooManyObjects, noObjects
    case goneMark, linkIs, deletionMark, pictureInWords, noLinks, isNew, isGone, isMarked, isUnmarked
    case linkIsNow, linkLeaves, drillNamed
    case readFirst
    case copyLink, linkCopied, modelTooLong, modelFromLink, linkDamaged
    case classWentOn, classStopped, onlyThisComputer, tellTeacher, boardIsBlank, namesake
    case typographicQuotes, typographicSigns, plainEditor, signInText
    case enDash, emDash, minusSign, ellipsisSign, curlyQuote, curlyApostrophe, hardSpace
    case hyphenSign, threeDots, straightQuote, straightApostrophe, plainSpace
    case peopleHelp, voteIsOpen, iDoNotKnow, voteChosen, fromEarlier
    // In practice and drills
    case minutesDue, practiceKeys, nothingToPractise, nextIsDue, nothingIsDue, tomorrow, inDays, anExercise
    case aDrill, nothingElseDue, oneMoreDue, moreDue, practiceOver, practiceDone, graphIsYours, learned
    case comesBack, drillFacts, doesNotCount, notQuite, showsWhy, showsRest, asksAnother, goesOnWithPractice,
      questionReplaced
    // When something is left, and begun again
    case leftLessonAt, leftFinished, leftLesson, leftExercise, leftDrill, leftPractice, goesOnThere
    case goesOnAtStep, listsSteps, asksAnotherDrill, asksWhatIsDue, workIsKept, workIsDiscarded, workIsNotKept
    case openedWithProgress, openedWithout, wereInLesson, graphIsMade, hasNames, inTheWay, oneIsInTheWay
    case someAreInTheWay, handedInFile, handedInOver, oneStatement, statementCount, noChecksHere, sameVerdict
    case copysVerdict
    case courseGoesOn
    // When a lesson is presented
    case presentHelp, answerAndEnter, endOfLesson, firstScreen, stepsAre, findsNext, onNoScreen
    case beginningOfScreen, nothingToShow, onACopy, notesTitle, keysTitle, windowTooSmall, leastSize
    case spaceGoesOn, anyKeyCloses, answerPrompt, stepPrompt, findPrompt, classAnswers, classAnswer
    case classValue, noAnswerGiven, classSaid, presentStart, clockOf, noNotes, keyNext, keyNextMeans
    case keyBackMeans, keyStepMeans, keyFind, keyFindMeans, keyEnds, keyEndsMeans, keyAnswerMeans
    case keyStatement, keyStatementMeans, keyBlank, keyBlankMeans, keyNotesMeans, keyTimeMeans, keyKeysMeans
    case keyLeaveMeans, waitingForPresent, qLeaves, nothingAfter, screenOf, linesMore, nextTitle
    // In the texts of platforms
    case studentExcused, canBeGraded, scaledTo, lateBy
  }

  /// Returns the text of a key with its values.
  package func callAsFunction(_ key: Key, _ values: String...) -> String {
    var text = texts[key] ?? Self.englishTexts[key] ?? key.rawValue
    for (place, value) in values.enumerated() { text = text.replacing("%\(place + 1)", with: value) }
    return text
  }

  /// `1 exercise`, `3 exercises`.
  package func count(_ number: Int, _ one: Key, _ many: Key) -> String { self(number == 1 ? one : many, "\(number)") }

  /// `A, B and C`.
  package func list(_ items: [String]) -> String { Listing.joined(items, " \(self(.andWord)) ") }

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

  /// Returns the words that all have, such as the lessons of a course; English where their languages differ.
  package static func shared(by all: [FixedWords]) -> FixedWords {
    Set(all.map(\.language)).count == 1 ? all[0] : .english
  }

  /// The languages that every course has, by their codes.
  package static let builtIn = ["en": english, "de": german]
}
