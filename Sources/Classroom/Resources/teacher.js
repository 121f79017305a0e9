// @ts-check
// The teacher's page: what comes next, who is here, what they think.
import { bars, element, listen, make, send, show, showPlace } from "./shared.js";

/**
 * @typedef {{student: number, name: string, here: boolean, answered: boolean, solved: boolean, inputs: number, idle: boolean}} Person
 * @typedef {{step: number, text: string, remark: string, count: number, of: number, ideas: string[]}} Idea
 * @typedef {{student: number, name: string, text: string, solved: boolean, count: number, names: string[]}} Attempt
 * @typedef {{notes: string, next: string, nextTitle: string, steps: string[], solution?: string}} Notes
 * @typedef {import("./shared.js").State & {notes: Notes, people: Person[], tally: import("./shared.js").Vote | null,
 *   ideas: Idea[], attempts: {latest: Attempt[], more: number}, count: {here: number, joined: number, answered?: number, solved?: number, of?: number}}} State
 */

/** @type {State | undefined} */
let current;
const buttons = ["open", "close", "again", "reveal"];

listen("teach/events", (/** @type {State} */ state, changed) => {
  current = state;
  const { screen, vote, notes, room, count } = state;
  if (changed.has("screen")) {
    showPlace(screen);
    show(element("screen"), screen.html);
    document.title = `${screen.step + 1} ${screen.title} · teacher`;
  }
  if (changed.has("notes") || changed.has("screen")) showNotes(notes, screen);
  if (changed.has("room")) {
    element("join-button").textContent = room.showsJoin ? "Hide how to join" : "Show how to join";
    element("join").textContent = room.code ? ` · join at ${room.address} with ${room.code}` : "";
  }
  if (changed.has("vote") || changed.has("screen")) showButtons(vote, screen);
  if (changed.has("tally") || changed.has("count")) showTally(state);
  if (changed.has("people") || changed.has("screen")) showPeople(state.people, screen, count);
  if (changed.has("ideas")) showIdeas(state.ideas);
  if (changed.has("attempts") || changed.has("spot")) showAttempts(state);
});

/** @param {Notes} notes @param {import("./shared.js").Screen} screen */
function showNotes(notes, screen) {
  show(element("notes"), notes.notes || "<p class=\"small\">No notes for this step.</p>");
  const title = notes.nextTitle && notes.nextTitle !== screen.title ? notes.nextTitle : "";
  element("next-title").textContent = title ? `Next: ${title}` : "Next";
  show(element("next"), notes.next || "<p class=\"small\">This is the last screen.</p>");
  element("solution").hidden = !notes.solution;
  if (notes.solution) show(element("solution"), `<h3>One way to do it (only you see this)</h3>${notes.solution}`);
  const jump = /** @type {HTMLSelectElement} */ (element("jump"));
  if (jump.options.length !== notes.steps.length) {
    jump.replaceChildren(
      ...notes.steps.map((title, index) => new Option(`${index + 1} ${title}`, String(index))));
  }
  jump.value = String(screen.step);
}

/**
 * What the main button does now.
 * @param {import("./shared.js").Vote | null} vote
 */
function mainAction(vote) {
  if (!vote || vote.state === "revealed") return { act: "next", text: "Next →" };
  if (vote.state === "waiting") return { act: "open", text: "Open the vote" };
  if (vote.state === "open") return { act: "close", text: "Close the vote" };
  return { act: "reveal", text: "Show the answer" };
}

/** @param {import("./shared.js").Vote | null} vote @param {import("./shared.js").Screen} screen */
function showButtons(vote, screen) {
  element("main").textContent = mainAction(vote).text;
  const allowed = /** @type {Record<string, boolean>} */ ({
    open: vote?.state === "waiting" || vote?.state === "closed",
    close: vote?.state === "open",
    again: Boolean(vote) && vote?.round === 0 && (vote?.state === "closed" || vote?.state === "open"),
    reveal: Boolean(vote) && vote?.state !== "revealed",
  });
  for (const id of buttons) {
    const button = /** @type {HTMLButtonElement} */ (element(id));
    button.hidden = !vote;
    button.disabled = !allowed[id];
  }
  element("open").textContent = vote?.state === "closed" ? "Open it again" : "Open the vote";
  /** @type {HTMLButtonElement} */ (element("back")).disabled = screen.step === 0 && screen.screen === 0;
}

/** @param {State} state */
function showTally({ tally, vote, count }) {
  element("votes").hidden = !tally;
  if (!tally || !vote) return;
  const words = { waiting: "not open yet", open: "open", closed: "closed", revealed: "shown to all" }[tally.state] ?? "";
  const round = vote.round > 0 ? "second round, " : "";
  element("votes-count").textContent = `${round}${words}: ${count?.answered ?? 0} of ${count?.of ?? 0} have answered`;
  element("votes-bars").replaceChildren(bars(tally, true));
}

/** @param {Person[]} people @param {import("./shared.js").Screen} screen @param {State["count"]} count */
function showPeople(people, screen, count) {
  const done = count?.solved !== undefined ? `, ${count.solved} have done the task` : "";
  element("people-count").textContent =
    `${people.filter((person) => person.here).length} here, ${people.length} joined${done}`;
  const idle = people.filter((person) => person.idle).length;
  element("clear").hidden = idle < 10;
  element("clear").textContent = `Remove the ${idle} who are away and have done nothing`;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.student;
  const wanted = /** @type {HTMLInputElement} */ (element("search")).value.trim().toLocaleLowerCase();
  const found = people.filter((person) => person.name.toLocaleLowerCase().includes(wanted));
  found.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  element("people").replaceChildren(
    ...found.map((person) => {
      const marks = [];
      if (!person.here) marks.push("away");
      if (screen.kind === "question" && person.answered) marks.push("answered");
      if (screen.kind === "task" && person.solved) marks.push("done");
      const remove = make("button", { class: "remove", text: "✕" });
      remove.setAttribute("type", "button");
      remove.setAttribute("aria-label", `Remove ${person.name} from the class`);
      remove.dataset.student = String(person.student);
      remove.addEventListener("click", () => askToRemove(person));
      const item = make("li", { class: person.here ? "" : "away" }, remove, make("span", { text: person.name }));
      if (marks.length) item.append(make("span", { class: "small", text: ` ${marks.join(", ")}` }));
      return item;
    }));
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-student="${focused}"]`))?.focus();
}

element("search").addEventListener("input", () => {
  if (current) showPeople(current.people, current.screen, current.count);
});

/** @type {Person | undefined} Who is removed if the teacher says so. */
let leaving;

/** @param {Person} person */
function askToRemove(person) {
  leaving = person;
  const dialog = /** @type {HTMLDialogElement} */ (element("remove-dialog"));
  element("remove-title").textContent = `Remove ${person.name} from the class?`;
  dialog.returnValue = "";
  dialog.showModal();
}
element("remove-dialog").addEventListener("close", () => {
  const answer = /** @type {HTMLDialogElement} */ (element("remove-dialog")).returnValue;
  if (answer === "yes" && leaving) act({ do: "remove", student: leaving.student });
});

/** @param {Idea[]} ideas */
function showIdeas(ideas) {
  const list = element("ideas");
  if (ideas.length === 0) {
    list.replaceChildren(make("li", { class: "small", text: "None yet. Wrong answers and what tasks complain about are counted here." }));
    return;
  }
  list.replaceChildren(
    ...ideas.map((idea) => {
      const item = make("li", {}, make("b", { text: `${idea.count} of ${idea.of} ` }), make("span", { html: idea.text }));
      if (idea.remark) item.append(make("p", { class: "remark", html: idea.remark }));
      for (const sentence of idea.ideas) item.append(make("p", { class: "small", text: `idea: ${sentence}` }));
      item.append(make("p", { class: "small", text: `step ${idea.step + 1}` }));
      return item;
    }));
}

/** Which attempts are listed: all, those that did the task, or the others. */
let filter = "all";
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-filter]"))) {
  button.addEventListener("click", () => {
    filter = button.dataset.filter ?? "all";
    for (const other of document.querySelectorAll("[data-filter]")) other.setAttribute("aria-pressed", String(other === button));
    if (current) showAttempts(current);
  });
}

/** @param {State} state */
function showAttempts({ attempts, spot, screen }) {
  /** @type {HTMLElement} */ (document.querySelector(".filters")).hidden = screen.kind !== "task";
  element("hide").hidden = !spot;
  const list = element("attempts");
  element("attempts-more").hidden = !attempts?.more;
  element("attempts-more").textContent = `${attempts?.more} more have typed something here. Whoever types next comes first.`;
  if (!attempts || attempts.latest.length === 0) {
    list.replaceChildren(make("li", { class: "small", text: "No one has typed anything here yet." }));
    return;
  }
  const listed = attempts.latest.filter(
    (attempt) => screen.kind !== "task" || filter === "all" || attempt.solved === (filter === "done"));
  list.replaceChildren(
    ...listed.map((attempt) => {
      const rest = attempt.count - attempt.names.length;
      const who = attempt.count === 1 ? attempt.name : `${attempt.count} alike: ${attempt.names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
      const button = make("button", { text: "Show on the board" });
      button.setAttribute("type", "button");
      button.setAttribute("aria-label", `Show the attempt of ${attempt.name} on the board, without the name`);
      button.addEventListener("click", () => act({ do: "show", student: attempt.student }));
      return make(
        "li", {}, make("pre", { class: "code", text: attempt.text }),
        make("p", { class: "small", text: who + (attempt.solved ? ", done " : " ") }, button));
    }));
}

/** @param {object} body */
async function act(body) {
  const answer = await send("teach/do", body);
  if (answer.problem) element("status").textContent = answer.problem;
  else if (!document.body.classList.contains("over")) element("status").textContent = "";
}

for (const button of document.querySelectorAll("button[data-do]")) {
  button.addEventListener("click", () => act({ do: /** @type {HTMLElement} */ (button).dataset.do }));
}
element("main").addEventListener("click", () => act({ do: mainAction(current?.vote ?? null).act }));
element("jump").addEventListener("change", (event) => {
  const step = Number(/** @type {HTMLSelectElement} */ (event.target).value);
  act({ do: "jump", step });
  // The keys act on the class again, and not on the list.
  /** @type {HTMLSelectElement} */ (event.target).blur();
});
element("end").addEventListener("click", () => /** @type {HTMLDialogElement} */ (element("end-dialog")).showModal());
element("end-dialog").addEventListener("close", () => {
  if (/** @type {HTMLDialogElement} */ (element("end-dialog")).returnValue === "yes") act({ do: "end" });
});

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  // A key that is held down acts once.
  if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // There these keys scroll, choose or type.
  if (target.closest("input, select, textarea, dialog, pre, [role=region], summary, .scroll-box")) return;
  const isSpace = event.key === " " && !target.closest("button, a");
  const vote = current?.vote ?? null;
  if (event.key === "ArrowRight" || event.key === "PageDown" || isSpace) {
    event.preventDefault();
    act({ do: mainAction(vote).act });
  } else if (event.key === "ArrowLeft" || event.key === "PageUp") {
    event.preventDefault();
    act({ do: "back" });
  } else if (event.key === "j") {
    act({ do: "join" });
  } else if (vote) {
    const action = { o: "open", c: "close", a: "again", r: "reveal" }[event.key];
    const button = action && /** @type {HTMLButtonElement} */ (element(action));
    if (button && !button.disabled) act({ do: action });
  }
});
