// @ts-check
// The teacher's page: what comes next, who is here, what they think.
import { Attempts } from "./attempts.js";
import { bars, element, listen, make, send, sentence, show, showPlace } from "./shared.js";

/**
 * @typedef {{held?: number | null, checks?: number | null, failures?: number, problem?: string | null, statements?: number,
 *   hints?: number, wantsSolution?: boolean}} Progress
 * @typedef {{student: number, name: string, here: boolean, answered: boolean, right: boolean | null, solved: boolean, inputs: number,
 *   idle: boolean} & Progress} Person
 * @typedef {{step: number, text: string, question: string, remark: string, count: number, rounds: [number, number][], of: number,
 *   ideas: string[]}} Idea
 * @typedef {{notesAhead: string, notes: string, next: string, nextTitle: string, steps: string[], solution?: string, report?: string,
 *   ahead: boolean, interrupted: string[], seconds: number | null, planned: number | null, first: number, minutes: (number | null)[], stops: boolean[]}} Notes
 * @typedef {import("./shared.js").State & {notes: Notes, people: Person[], barred: {student: number, name: string}[], tally: import("./shared.js").Vote | null,
 *   ideas: Idea[], attempts: import("./attempts.js").AttemptList, count: {here: number, joined: number, answered?: number, solved?: number, of?: number}}} State
 */

/** @type {State | undefined} */
let current;
/** The screen that the page shows. */
let shownPlace = "";
/** Whether the class has ended or stopped. */
let isOver = false;
const buttons = ["open", "close", "results", "again", "take-back", "reveal"];
/** For how many milliseconds the main button rests after it has changed a vote or left a task, and after each press meanwhile. */
const rest = 700;

listen("teach/events", (/** @type {State} */ state, changed) => {
  current = state;
  const { screen, vote, notes, room, count } = state;
  if (changed.has("screen")) {
    const place = `${screen.step}.${screen.screen}`;
    // What comes next is above what the teacher was reading.
    if (shownPlace !== "" && place !== shownPlace) scrollTo({ top: 0 });
    shownPlace = place;
    showPlace(screen);
    arrange(screen.kind === "task");
    show(element("screen"), screen.recalled + screen.html);
    document.title = `${screen.step + 1} ${screen.title} · teacher`;
  }
  if (changed.has("notes")) {
    began = notes.seconds === null ? undefined : performance.now() - notes.seconds * 1000;
    showClock();
  }
  if (["notes", "screen", "vote"].some((part) => changed.has(part))) showNotes(state);
  if (changed.has("room")) {
    element("join-button").textContent = room.showsJoin ? "Hide how to join" : "How to join";
    element("join").textContent = room.code ? ` · join at ${room.address} with ${room.code}` : "";
    element("enlarge").setAttribute("aria-pressed", String(Boolean(room.enlarged)));
    element("blank").textContent = room.blank ? "Show the board" : "Blank";
    /** @type {HTMLInputElement} */ (element("doors")).checked = Boolean(room.locked);
  }
  if (changed.has("room") || changed.has("spot")) element("screen-title").textContent = boardTitle(state);
  if (["vote", "screen", "room", "notes", "count", "people"].some((part) => changed.has(part))) showButtons(state);
  if (changed.has("tally") || changed.has("count")) showTally(state);
  if (changed.has("people")) noteErrors(state.people);
  if (["people", "screen", "vote"].some((part) => changed.has(part))) showPeople(state);
  if (changed.has("notes") || changed.has("room")) showInterrupted(state);
  if (changed.has("barred")) showBarred(state.barred);
  if (["ideas", "screen", "vote"].some((part) => changed.has(part))) showIdeas(state);
  if (["attempts", "spot", "screen"].some((part) => changed.has(part))) attempts.show(state);
  // After a pause the page begins anew.
  if (isOver && !room.over && !room.stopped) location.reload();
  isOver = room.over || Boolean(room.stopped);
  if (isOver) showEnd(state);
});

/**
 * Puts the attempts below the screen while the class is at a task, where they are seen without scrolling, and below the names otherwise.
 * @param {boolean} isTask
 */
function arrange(isTask) {
  const attempts = /** @type {HTMLElement} */ (document.querySelector("[aria-labelledby=attempts-title]"));
  const before = /** @type {HTMLElement} */ (document.querySelector(`[aria-labelledby=${isTask ? "notes-title" : "ideas-title"}]`));
  if (attempts.nextElementSibling !== before) before.before(attempts);
  document.body.classList.toggle("at-task", isTask);
}

/**
 * What the board shows apart from the screen.
 * @param {State} state
 */
function boardTitle({ room, spot }) {
  if (room.blank) return "The board is blank. Under it";
  if (room.showsJoin) return "On the board: how to join. Then comes";
  return spot ? "On the board, with an attempt" : "On the board";
}

/**
 * Says before the first screen that an earlier class of the lesson can be continued: --resume is easily forgotten.
 * @param {State} state
 */
function showInterrupted({ notes, room }) {
  const classes = room?.showsJoin ? notes?.interrupted ?? [] : [];
  element("interrupted").hidden = classes.length === 0;
  element("interrupted").replaceChildren(
    ...classes.map((text) => make("p", { text: `This is a new class. That of ${text} was not ended.` })),
    make("p", { text: `To continue it instead, end this one, and begin with graphbook class ${room?.number} --resume.` }));
}

/** @type {number | undefined} When the lesson began, on this page's clock. */
let began;

/**
 * The minutes since the first screen of today, those that the author plans from there until the end of this step, and the next step
 * after which the author would stop.
 */
function showClock() {
  const { planned = null, first = 0, minutes = [], stops = [] } = /** @type {Partial<Notes>} */ (current?.notes ?? {});
  const passed = began === undefined ? undefined : Math.floor((performance.now() - began) / 60_000);
  const step = current?.screen?.step ?? 0;
  const until = first > 0 ? `from step ${first + 1} to the end of this one` : "until the end of this step";
  const stop = stops.indexOf(true, step);
  element("clock").textContent = [
    passed === undefined ? "" : `${passed} min${planned === null ? "" : ` of ${planned} planned ${until}`}`,
    minutes.includes(null) ? "" : `${minutes.reduce((/** @type {number} */ sum, one) => sum + (one ?? 0), 0)} min for the whole lesson`,
    stop < 0 ? "" : `a good place to stop: after step ${stop + 1}`,
  ].filter(Boolean).join(" · ");
}
window.setInterval(showClock, 10_000);

/**
 * Says how to go on and where the report is; nothing can be done on this page any more.
 * @param {State} state
 */
function showEnd({ room, notes }) {
  const next = room.over ? "The class is over." : `The class has stopped. graphbook class ${room.number} --resume continues it.`;
  const report = notes?.report ? ` The report: ${notes.report}.json and ${notes.report}.csv, in the folder in which the class was started, or in that of --folder.` : "";
  element("status").textContent = next + report;
  document.body.classList.add("over");
  for (const control of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button, select, input"))) control.disabled = true;
}

/** @param {State} state */
function showNotes({ notes, screen, vote }) {
  const hasPoint = notes.ahead && !showing.checked;
  const hidden = "<p class=\"small\">More when the class has answered the questions of this step and done its task: it may give the point away.</p>";
  const later = hasPoint && notes.notes ? hidden : notes.notes;
  show(element("notes"), notes.notesAhead + later || "<p class=\"small\">No notes for this step.</p>");
  const title = notes.nextTitle && notes.nextTitle !== screen.title ? notes.nextTitle : "";
  element("next-title").textContent = title ? `Next: ${title}` : "Next";
  // It may give away the answer, or the solution.
  const isSecret = notes.next && !showing.checked && (Boolean(notes.solution) || isUndecided(vote));
  show(element("next"), isSecret
    ? "<p class=\"small\">Hidden until the class is there: it may show the answer or a solution.</p>"
    : notes.next || "<p class=\"small\">This is the last screen.</p>");
  element("solution").hidden = !notes.solution || !showing.checked;
  if (notes.solution) show(element("solution"), `<h3>One way to do it (only you see this)</h3>${notes.solution}`);
  const jump = /** @type {HTMLSelectElement} */ (element("jump"));
  if (jump.options.length !== notes.steps.length) {
    jump.replaceChildren(
      ...notes.steps.map((title, index) => {
        const minutes = notes.minutes[index] ? ` · ${notes.minutes[index]} min` : "";
        return new Option(`${index + 1} ${title}${minutes}${notes.stops[index] ? " · a good place to stop" : ""}`, String(index));
      }));
  }
  jump.value = String(screen.step);
}

/**
 * What the main button does now.
 * @param {State | undefined} state
 */
function mainAction(state) {
  const vote = state?.vote;
  if (state?.room?.showsJoin) return { act: "next", text: "Show the lesson" };
  if (!vote || vote.state === "revealed") {
    return state?.notes?.nextTitle ? { act: "next", text: "Next →" } : { act: "", text: "The last screen" };
  }
  if (vote.state === "waiting") return { act: "open", text: "Open the vote" };
  if (vote.state === "open") return { act: "close", text: "Close the vote" };
  if (vote.round === 0 && vote.state === "closed" && isDisputed(state.people)) return { act: "again", text: "Ask again" };
  return { act: "reveal", text: "Show the answer" };
}

/**
 * Whether a discussion pays: fewer than 70 % are right, of five answers or more (Crouch and Mazur, Peer Instruction: Ten years of
 * experience and results, 2001).
 * @param {Person[]} people
 */
function isDisputed(people) {
  const answered = people.filter((person) => person.answered);
  return answered.length >= 5 && answered.filter((person) => person.right).length < 0.7 * answered.length;
}

/** @param {State} state */
function showButtons(state) {
  const { vote, screen, count } = state;
  const action = mainAction(state);
  element("main").textContent = action.text;
  restMain();
  const allowed = /** @type {Record<string, boolean>} */ ({
    open: Boolean(vote) && vote?.state !== "open",
    close: vote?.state === "open",
    results: vote?.state === "closed" && vote.round === 0 && Boolean(vote.discuss),
    again: vote?.round === 0 && vote.state === "closed",
    "take-back": Boolean(vote) && vote?.round === 1 && vote.state !== "revealed" && count?.answered === 0,
    reveal: Boolean(vote) && vote?.state !== "revealed",
  });
  for (const id of buttons) {
    const button = /** @type {HTMLButtonElement} */ (element(id));
    // The main button may have it.
    button.hidden = !allowed[id] || action.act === id;
    button.disabled = !allowed[id];
  }
  element("results").textContent = vote?.rounds ? "Hide the distribution" : "Show the distribution";
  element("open").textContent = vote?.state === "waiting" ? "Open the vote" : "Open it again";
  /** @type {HTMLButtonElement} */ (element("back")).disabled = screen.step === 0 && screen.screen === 0;
}

/** Whether the page shows what the class does not see yet; the projector may mirror it. */
const showing = /** @type {HTMLInputElement} */ (element("shows-answers"));
/** Where the browser remembers the switch, until its window is closed. */
const showingKey = "graphbook-shows-answers";
showing.checked = sessionStorage.getItem(showingKey) === "yes";
showing.addEventListener("change", () => {
  sessionStorage.setItem(showingKey, showing.checked ? "yes" : "no");
  if (!current) return;
  showTally(current);
  showNotes(current);
  showPeople(current);
  showIdeas(current);
});

/** Whether the projector shows this page: then it hides what only the teacher should see, and no answers either. */
const mirrored = /** @type {HTMLInputElement} */ (element("mirrored"));
const mirroredKey = "graphbook-mirrored";
// A window that is opened again must not show at once what was hidden.
mirrored.checked = localStorage.getItem(mirroredKey) === "yes";
function showMirrored() {
  document.body.classList.toggle("mirrored", mirrored.checked);
  document.body.classList.remove("looks");
  showing.disabled = mirrored.checked;
  if (!mirrored.checked || !showing.checked) return;
  showing.checked = false;
  showing.dispatchEvent(new Event("change"));
}
mirrored.addEventListener("change", () => {
  localStorage.setItem(mirroredKey, mirrored.checked ? "yes" : "no");
  showMirrored();
});
element("look").addEventListener("click", () => document.body.classList.add("looks"));
showMirrored();

/**
 * Whether the class does not know the answer yet.
 * @param {import("./shared.js").Vote | null} vote
 */
function isUndecided(vote) {
  return Boolean(vote) && vote?.state !== "revealed";
}

/**
 * The answers given so far, without a word about which are right.
 * @param {import("./shared.js").Vote} vote
 */
function withoutAnswers(vote) {
  const rounds = vote.rounds?.map((round) => ({ ...round, values: round.values?.map(({ value, count }) => ({ value, count })) }));
  return { ...vote, rounds, right: undefined, remarks: undefined, answer: undefined };
}

/** @param {State} state */
function showTally({ tally, vote, count }) {
  element("votes").hidden = !tally;
  if (!tally || !vote) return;
  const words = { waiting: "not open yet", open: "open", closed: "closed", revealed: "shown to all" }[tally.state] ?? "";
  const round = vote.round > 0 ? "second round, " : "";
  const refused = tally.refused ? `; ${tally.refused} ${tally.refused === 1 ? "has" : "have"} typed something that cannot be the answer` : "";
  // Someone may have joined many times.
  const { answered = 0, of = 0, here = 0 } = count ?? {};
  const absent = tally.state === "open" && answered > here + 2 ? `; only ${here} are here: names that no one uses may have voted` : "";
  element("votes-count").textContent = `${round}${words}: ${answered} of ${of} have answered${refused}${absent}`;
  element("votes-bars").replaceChildren(bars(!showing.checked && isUndecided(tally) ? withoutAnswers(tally) : tally, true));
}

/** @param {State} state */
function showPeople(state) {
  const { people, screen, count } = state;
  const done = count?.solved !== undefined ? `, ${count.solved} ${count.solved === 1 ? "has" : "have"} done the task` : "";
  element("people-count").textContent =
    `${people.filter((person) => person.here).length} here, ${people.length} joined${done}`;
  element("checks-meaning").hidden = screen.kind !== "task";
  const idle = people.filter((person) => person.idle).length;
  element("clear").hidden = idle < 10;
  element("clear").textContent = `Remove the ${idle} who are away and have done nothing`;
  const away = people.filter((person) => !person.here).length;
  element("clear-away").hidden = away < 10 || away === idle;
  element("clear-away").textContent = `Remove all ${away} who are away`;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.student;
  const wanted = /** @type {HTMLInputElement} */ (element("search")).value.trim().toLocaleLowerCase();
  const found = people.filter((person) => person.name.toLocaleLowerCase().includes(wanted));
  found.sort((one, other) => rank(one, state) - rank(other, state) || one.name.localeCompare(other.name, undefined, { numeric: true }));
  element("people").replaceChildren(
    ...found.map((person) => {
      const marks = [];
      if (!person.here) marks.push("away");
      if (screen.kind === "question" && person.answered) marks.push(!showsRight(state) ? "answered" : person.right ? "✓ right" : "✗ wrong");
      if (screen.kind === "task") marks.push(person.solved ? "✓ done" : progressWords(person, isRecent(person)));
      const remove = make("button", { class: "remove", text: "✕" });
      remove.setAttribute("type", "button");
      remove.setAttribute("aria-label", `Remove ${person.name} from the class`);
      remove.dataset.student = String(person.student);
      remove.addEventListener("click", () => askToRemove(person));
      const rename = make("button", { class: "remove", text: "✎" });
      rename.setAttribute("type", "button");
      rename.setAttribute("aria-label", `Rename ${person.name}`);
      rename.addEventListener("click", () => askForName(person));
      const item = make("li", { class: person.here ? (rank(person, state) < 2 ? "waiting" : "") : "away" }, remove, rename, make("span", { text: person.name }));
      const text = marks.filter(Boolean).join(", ");
      if (text) item.append(make("span", { class: "small", text: ` ${text}` }));
      return item;
    }));
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-student="${focused}"]`))?.focus();
}

/** @param {State["barred"]} barred */
function showBarred(barred) {
  element("barred").hidden = barred.length === 0;
  element("barred-count").textContent = `Removed: ${barred.length}`;
  element("barred-names").replaceChildren(...barred.map(({ student, name }) => {
    const button = make("button", { text: "Let in again" });
    button.setAttribute("type", "button");
    button.setAttribute("aria-label", `Let ${name} in again`);
    button.addEventListener("click", () => act({ do: "readmit", student }));
    return make("li", {}, make("span", { text: `${name} ` }), button);
  }));
}

/**
 * Whether the list of names says who was right: once all know the answer, and not on a page that may be mirrored.
 * @param {State} state
 */
function showsRight({ vote }) {
  return vote?.state === "revealed" && showing.checked;
}

/**
 * The place in the list: first those who have typed nothing for a task or were wrong, then those who have not done it or not
 * answered, then the others who are here, then those who are away.
 * @param {Person} person @param {State} state
 */
function rank(person, state) {
  if (!person.here) return 3;
  const { kind } = state.screen;
  if (kind === "task") return person.solved ? 2 : person.statements ? 1 : 0;
  if (kind !== "question") return 2;
  return !person.answered ? 1 : showsRight(state) && !person.right ? 0 : 2;
}

/** @type {Map<number, {failures: number, at: number}> | undefined} How many inputs of each student failed, and when the page heard of the last. */
let errors;
/** For how many milliseconds an error was just now. */
const recent = 20_000;

/**
 * Notes who has typed an error. Those of which the page hears first may be old.
 * @param {Person[]} people
 */
function noteErrors(people) {
  const [before, now] = [errors, performance.now()];
  errors = new Map(people.map(({ student, failures = 0 }) => {
    const known = before?.get(student) ?? { failures: before ? 0 : Infinity, at: -Infinity };
    const isNew = failures > known.failures;
    if (isNew) window.setTimeout(() => current && showPeople(current), recent + 1);
    return [student, { failures, at: isNew ? now : known.at }];
  }));
}

/** @param {Person} person */
function isRecent({ student }) {
  return performance.now() - (errors?.get(student)?.at ?? -Infinity) < recent;
}

/**
 * How far someone is in a task, in words.
 * @param {Progress} progress @param {boolean} isRecent whether the last error was just now
 */
function progressWords({ held, checks, failures = 0, problem, statements = 0, hints = 0, wantsSolution = false }, isRecent) {
  const words = [];
  if (statements === 0) words.push("○ nothing typed yet");
  if (checks) words.push(`${held} of ${checks} checks hold`);
  const last = !problem ? "" : !isRecent ? ", the last input failed" : failures === 1 ? " just now" : ", the last just now";
  if (failures > 0) words.push(`${failures} ${failures === 1 ? "error" : "errors"}${last}`);
  if (hints > 0) words.push(hints === 1 ? "1 hint" : `${hints} hints`);
  if (wantsSolution) words.push("asked for the solution");
  if (words.length === 0) words.push("only looked so far");
  return words.join(", ");
}

element("search").addEventListener("input", () => {
  if (current) showPeople(current);
});

/** @type {Person | undefined} Who is removed or renamed if the teacher says so. */
let leaving;

/**
 * A dialog that asks something. Its answer counts in the moment in which it closes, and the focus leaves it: a key that follows at
 * once is for the class. The event `close` and the browser's change of the focus come later.
 * @param {string} id
 * @param {(answer: string) => void} answered `no` also for Escape
 */
function asks(id, answered) {
  const dialog = /** @type {HTMLDialogElement} */ (element(id));
  const close = (/** @type {string} */ answer) => {
    dialog.close();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (dialog.contains(focused)) focused?.blur();
    answered(answer);
  };
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    close(/** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "no");
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close("no");
  });
  return { show: () => dialog.showModal(), close, dialog };
}

const removal = asks("remove-dialog", (answer) => {
  if (answer === "yes" && leaving) act({ do: "remove", student: leaving.student });
});

/** @param {Person} person */
function askToRemove(person) {
  leaving = person;
  element("remove-title").textContent = `Remove ${person.name} from the class?`;
  removal.show();
}

const renaming = asks("rename-dialog", (answer) => {
  const name = /** @type {HTMLInputElement} */ (element("new-name")).value;
  if (answer === "yes" && leaving) act({ do: "rename", student: leaving.student, name });
});

/** @param {Person} person */
function askForName(person) {
  leaving = person;
  element("rename-title").textContent = `Rename ${person.name}`;
  const field = /** @type {HTMLInputElement} */ (element("new-name"));
  field.value = person.name;
  renaming.show();
  field.select();
}
// Enter renames: the first button of the form would cancel.
renaming.dialog.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target !== element("new-name")) return;
  event.preventDefault();
  renaming.close("yes");
});

/** @param {State} state */
function showIdeas({ ideas: all, vote, screen }) {
  const list = element("ideas");
  // Those about the question that is shown give away its answer.
  const ideas = all.filter((idea) => showing.checked || !isUndecided(vote) || !idea.question || idea.step !== screen.step);
  if (ideas.length === 0) {
    list.replaceChildren(make("li", { class: "small", text: "None yet. Wrong answers are counted here, and where those stopped who did not finish a task." }));
    return;
  }
  list.replaceChildren(
    ...ideas.map((idea) => {
      const item = make("li", {});
      if (idea.question) item.append(make("p", { class: "small", html: idea.question }));
      const rounds = idea.rounds.map(([count, of], round) => `${idea.rounds.length > 1 ? `round ${round + 1}: ` : ""}${count} of ${of}`);
      item.append(make("b", { text: `${rounds.join(", ") || `${idea.count} of ${idea.of}`} ` }));
      if (!idea.question) item.append("stopped at the advice: ");
      item.append(make("span", { html: idea.text }));
      if (idea.remark) item.append(make("p", { class: "remark", html: idea.remark }));
      for (const sentence of idea.ideas) item.append(make("p", { class: "small", text: `What is true: ${sentence}` }));
      item.append(make("p", { class: "small", text: `step ${idea.step + 1}` }));
      return item;
    }));
}

const attempts = new Attempts(({ student, solved }) => press({ do: "show", student, solved }));

/** Until when a second press of the main button is a slip, and means nothing. */
let calm = 0;

/** @typedef {{do: string, step?: number, student?: number, solved?: boolean}} Press */

/** @type {Press} What the teacher is asked about. */
let asked = { do: "" };

/**
 * Does something, and asks first where students have not answered or not done the task yet.
 * @param {Press} body
 */
function press(body) {
  const question = current && questionBefore(body, current);
  if (!question) return settle(body);
  asked = body;
  element("missing-title").textContent = question.title;
  element("missing-text").textContent = question.text;
  element("missing-yes").textContent = question.yes;
  element("missing-no").textContent = question.no ?? "Wait for them";
  calm = performance.now() + rest;
  missing.show();
  restYes();
  // Space answers yes, as it did what the main button says.
  /** @type {HTMLElement} */ (element("missing-yes").closest("button")).focus();
}
const missing = asks("missing-dialog", (answer) => {
  calm = 0;
  restMain();
  if (answer === "yes") settle(asked);
  // The page shows again which step the class is at.
  else if (current) showNotes(current);
});

/**
 * The question before something that would shut students out, or show them a solution; undefined if it does neither.
 * @param {Press} body @param {State} state
 * @returns {{title: string, text: string, yes: string, no?: string} | undefined}
 */
function questionBefore({ do: action, solved: isFinished }, { vote, screen, count, notes, room }) {
  if (action === "show") {
    const { solved = 0, of = 0 } = count;
    if (!isFinished || solved >= of) return undefined;
    return {
      title: `${solved} of ${of} ${solved === 1 ? "has" : "have"} done it: show a finished attempt?`,
      text: "It shows a solution to those who are still at work.",
      yes: "Show it",
    };
  }
  if (action === "clear" || action === "clear-away") {
    const text = action === "clear" ? "They can join again with the code."
      : "Their answers and attempts no longer count. They can join again with the code.";
    return { title: `${element(action).textContent}?`, text, yes: "Remove them", no: "Keep them" };
  }
  const leaves = ["next", "back", "jump"].includes(action);
  if (room?.showsJoin && action === "next") return undefined;
  if (screen.kind === "task" && action === "next") {
    const { solved = 0, of = 0 } = count;
    if (solved >= of || !notes.nextTitle) return undefined;
    return {
      title: solved === 0 ? "No one has done it yet. Show the solution?" : `${solved} of ${of} ${solved === 1 ? "has" : "have"} done it. Show the solution?`,
      text: "The students' prompts go on to the next screen with the class. ← brings back the task, with all that they typed.",
      yes: "Show the solution",
    };
  }
  const { answered = 0, of = 0 } = count;
  const title = answered === 0 ? "No one has answered yet" : `${answered} of ${of} ${answered === 1 ? "has" : "have"} answered`;
  if (leaves && vote?.state === "open") {
    const no = answered < of ? undefined : "Stay here";
    return { title: `The vote is open. ${title}`, text: "Leaving the question closes the vote. You can open it again.", yes: "Leave it", no };
  }
  const yes = element(action).textContent ?? "";
  if (action === "again") return undefined;
  if (action === "open" && vote?.state === "revealed") {
    return {
      title: "The answer has been shown. Open the vote again?", text: "The students can change their answers, now that they know the right one.",
      yes, no: "Leave it closed",
    };
  }
  if (action === "reveal" && vote?.state === "waiting") {
    return { title: "The vote has not been open", text: "All pages will show the answer, and no one has been asked.", yes };
  }
  const shutsOut = vote && ["close", "reveal"].includes(action) && vote.state !== "revealed"
    && (vote.state === "closed" ? answered === 0 && of > 0 : answered < of);
  const text = action === "close" || vote?.state === "open"
    ? "Those who have not answered yet cannot answer any more, unless you open the vote again."
    : "All pages will show the answer.";
  return shutsOut ? { title, text, yes } : undefined;
}

/**
 * Does something. After a vote has changed or a task was left, the main button rests for a moment: a press that is one too many
 * would show the answer, or go on to the next task.
 * @param {Press} body
 */
function settle(body) {
  const moves = ["next", "back", "jump", "show", "clear", "clear-away"].includes(body.do);
  if (!moves || (body.do === "next" && current?.screen.kind === "task")) restAgain();
  return act(body);
}

/** Makes the main button rest, counted from now. */
function restAgain() {
  calm = performance.now() + rest;
  restMain();
}

/** Greys the main button while it rests, and where it has nothing to do. A timer can be early. */
function restMain() {
  const left = calm - performance.now();
  /** @type {HTMLButtonElement} */ (element("main")).disabled = isOver || left > 0 || !mainAction(current).act;
  if (left > 0) window.setTimeout(restMain, left + 1);
}

/** Greys the answer yes while it rests. */
function restYes() {
  const left = calm - performance.now();
  element("missing-yes").closest("button")?.classList.toggle("rests", left > 0);
  if (left > 0) window.setTimeout(restYes, left + 1);
}

/** Presses the main button. While it rests, another press is part of the same slip. */
function pressMain() {
  const { act: action } = mainAction(current);
  if (performance.now() < calm) restAgain();
  else if (action) press({ do: action });
}

/** @param {object} body */
async function act(body) {
  const answer = await send("teach/do", body);
  if (answer.problem) element("status").textContent = `${sentence(answer.problem)}.`;
  else if (!isOver) element("status").textContent = "";
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-do]"))) {
  const action = button.dataset.do ?? "";
  button.addEventListener("click", () => ([...buttons, "back", "clear", "clear-away"].includes(action) ? press({ do: action }) : act({ do: action })));
}
element("main").addEventListener("click", pressMain);
element("doors").addEventListener("change", () => {
  act({ do: "doors", locked: /** @type {HTMLInputElement} */ (element("doors")).checked });
});
element("jump").addEventListener("change", (event) => {
  const list = /** @type {HTMLSelectElement} */ (event.target);
  // The keys act on the class again, and not on the list, also after a dialog, which gives the focus back.
  list.blur();
  press({ do: "jump", step: Number(list.value) });
});
const ending = asks("end-dialog", (answer) => {
  if (answer === "stop" || answer === "end") act({ do: answer });
});
element("end").addEventListener("click", ending.show);

// After a click the keys act on the class again, and not on the button or the switch. A click on a label is one on its switch, too.
addEventListener("click", (event) => {
  if (event.detail === 0) return;
  const pressed = /** @type {HTMLElement} */ (event.target).closest("button, input[type=checkbox]");
  /** @type {HTMLElement | null} */ (pressed)?.blur();
});

missing.dialog.addEventListener("keydown", (event) => {
  const isYes = [" ", "Enter"].includes(event.key) && /** @type {HTMLButtonElement} */ (event.target).value === "yes";
  const answer = isYes ? "yes" : { ArrowLeft: "no", PageUp: "no", ArrowRight: "yes", PageDown: "yes" }[event.key];
  if (!answer || event.repeat) return;
  event.preventDefault();
  if (answer === "yes" && performance.now() < calm) {
    calm = performance.now() + rest;
    restYes();
  } else missing.close(answer);
});

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  // A key that is held down acts once.
  if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // There these keys choose or type. A button, a box that is ticked and a list leave them to the class, as a clicker has no others.
  if (target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
  const isSideways = ["ArrowLeft", "ArrowRight"].includes(event.key) && target.scrollWidth > target.clientWidth + 1;
  if (isSideways && target.matches("pre, [role=region], .scroll-box")) return;
  const isPress = [" ", "Enter"].includes(event.key) && !target.closest("button, a, input, summary");
  const vote = current?.vote ?? null;
  if (event.key === "ArrowRight" || event.key === "PageDown" || isPress) {
    event.preventDefault();
    pressMain();
  } else if (event.key === "ArrowLeft" || event.key === "PageUp") {
    event.preventDefault();
    press({ do: "back" });
  } else if (event.key === "j") {
    act({ do: "join" });
  } else if (event.key === "e") {
    act({ do: "enlarge" });
  } else if (event.key === "b" || event.key === ".") {
    act({ do: "blank" });
  } else if (event.key === "h") {
    if (current?.spot) act({ do: "hide" });
  } else if (vote) {
    const action = { o: "open", c: "close", d: "results", a: "again", u: "take-back", r: "reveal" }[event.key];
    const button = action && /** @type {HTMLButtonElement} */ (element(action));
    if (button && !button.disabled) press({ do: action });
  }
});
