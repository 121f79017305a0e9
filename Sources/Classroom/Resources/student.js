// @ts-check
// A student's page: the vote, the prompt on a graph of one's own, and the graph as a picture.
import { keepTabStops } from "./focus.js";
import { bars, element, listen, make, send, sentence, show, showPlace, word } from "./shared.js";
import { Picture } from "./picture.js";
import { Prompt } from "./prompt.js";

/**
 * @typedef {{choices: number[], value: string | null, unknown: boolean, right: boolean | null} | null} Given
 * @typedef {{removed?: boolean, barred?: boolean, name: string, namesake?: boolean, solved: boolean, answers?: Given[], output?: string[], graph?: import("./picture.js").Graph,
 *   diagram?: string | null, held?: number | null, checks?: number | null}} Me
 * @typedef {import("./shared.js").State & {me: Me}} State
 */

keepTabStops(document.body);
const picture = new Picture(element("picture"));
const input = /** @type {HTMLTextAreaElement} */ (element("input"));
const output = element("output");
/** @type {State | undefined} */
let current;
/** The screen that the output belongs to. */
let shownScreen = "";
/** Whether the class has gone on since the page was opened: then the note on a namesake has been read. */
let hasMoved = false;
/** @type {Map<string, string>} What was typed on other screens and not run. */
const drafts = new Map();

listen("events", (/** @type {State} */ state, changed) => {
  current = state;
  const { screen, vote, spot, graph, me } = state;
  if (me?.removed) {
    element("removed").hidden = false;
    for (const part of document.querySelectorAll("#removed p")) /** @type {HTMLElement} */ (part).hidden = (part.id === "barred") !== Boolean(me.barred);
    element("title").textContent = word("notInClass", "You are no longer in this class");
    for (const part of document.querySelectorAll("main:not(#removed), #me, #vote-open, .where")) /** @type {HTMLElement} */ (part).hidden = true;
    return;
  }
  if (changed.has("screen")) {
    const key = `${screen.step}.${screen.screen}`;
    const isNew = shownScreen !== "" && key !== shownScreen;
    const wasTyping = input.value.trim() !== "";
    if (key !== shownScreen) {
      output.replaceChildren();
      if (isNew) {
        drafts.set(shownScreen, input.value);
        input.value = drafts.get(key) ?? "";
        input.blur();
        prompt.grow();
      }
    }
    shownScreen = key;
    showPlace(screen);
    show(element("screen"), screen.html + (screen.recalled && `<div class="recalled">${screen.recalled}</div>`));
    showEarlier();
    document.title = `${screen.title} · Graphbook`;
    element("try-title").textContent = screen.kind === "task" ? word("yourTurn", "Your turn") : word("tryIt", "Try it");
    if (isNew) {
      hasMoved = true;
      pending = undefined;
      element("vote-status").textContent = "";
      element("changes").textContent = "";
      // On a phone the new screen is above what was being read.
      scrollTo({ top: 0 });
      element("status").textContent = wasTyping ? word("classWentOn", "The class has gone on.") : "";
    }
  }
  if (changed.has("me") || changed.has("screen")) showMine(me);
  if (changed.has("graph") || changed.has("me")) {
    const diagram = me?.diagram ?? graph?.diagram;
    if (diagram) show(element("model"), diagram);
    element("model-box").hidden = !diagram;
    showGraph(me?.graph ?? graph?.objects ?? null);
    // The screen is about what the picture of objects does not have.
    if (changed.has("graph") && graph?.shown === false) /** @type {HTMLDetailsElement} */ (element("model-box")).open = true;
  }
  if (changed.has("vote") || changed.has("me") || changed.has("room")) showVote(vote, me);
  if (changed.has("vote") || changed.has("screen")) {
    const isLocked = Boolean(vote?.locked);
    element("locked").hidden = !isLocked;
    document.body.classList.toggle("locked", isLocked);
    element("prompt").hidden = isLocked;
  }
  if (changed.has("spot")) {
    element("spot").hidden = !spot;
    if (spot) show(element("spot-text"), spot.html);
  }
  element("try").hidden = Boolean(state.room?.over);
  document.body.classList.toggle("ended", hasEnded());
  if (state.room?.book) {
    const way = make("a", { text: word("goOnInBook", "Go on alone in the book") });
    way.setAttribute("href", state.room.book);
    element("status").append(" ", way);
  }
  // The server that has the screens before is about to stop.
  if ((state.room?.over || state.room?.stopped) && !element("earlier-screens").childElementCount) element("earlier").hidden = true;
  // The board shows how to join, and not yet the screen.
  element("screen-title").hidden = Boolean(state.room?.showsJoin);
});

/** @param {Me} me */
function showMine(me) {
  if (!me) return;
  const namesake = me.namesake && !hasMoved ? ` ${word("namesake", "Someone else here has the same name, or you on another device; the number tells your teacher who is who. Your teacher can also rename you.")}` : "";
  // The form to join has the name again, should another class begin. There the number may not be needed.
  sessionStorage.setItem("graphbook-name", me.namesake ? me.name.replace(/ \(\d+\)$/, "") : me.name);
  element("me").textContent = word("youAre", "You are %1.", me.name).replace(/\.\.$/, ".") + namesake;
  const screen = current?.screen;
  const isTask = screen?.kind === "task";
  element("task-status").textContent = isTask ? (me.solved
    ? `✓ ${word("taskDone", "Done. Well done!")}`
    : verdict(me) ?? word("taskOpen", "The task is open: it is checked after each statement.")) : "";
  element("task-status").classList.toggle("done", isTask && me.solved);
  element("hint-button").hidden = !isTask || me.solved;
  // After a reload; otherwise it is there already.
  if (output.childElementCount === 0 && me.output) {
    output.innerHTML = me.output.join("");
    output.scrollTop = output.scrollHeight;
  }
}

/**
 * How far an open task is, in words; undefined before the first statement.
 * @param {Me} me
 */
function verdict({ held, checks }) {
  if (!checks || checks === 1) return undefined;
  const words = word("notDoneYet", "not done yet: %1 of %2 checks hold", held ?? 0, checks);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {import("./picture.js").Graph | null} graph */
function showGraph(graph) {
  const words = picture.show(graph);
  if (words) element("changes").textContent = words.length ? `${words.join(". ")}.` : "";
}

// Earlier screens

/** Shows the screens before this one, a fold for each step; those who come late get them, too. */
async function showEarlier() {
  const screen = current?.screen;
  const fold = /** @type {HTMLDetailsElement} */ (element("earlier"));
  fold.hidden = !screen || (screen.step === 0 && screen.screen === 0);
  if (fold.hidden || !fold.open) return;
  let steps;
  try {
    steps = await (await fetch("earlier")).json();
  } catch {
    // They are there again with the connection.
    return;
  }
  element("earlier-screens").replaceChildren(
    ...steps.map((/** @type {{title: string, html: string}} */ step) =>
      make("details", {}, make("summary", { text: step.title }), make("div", { html: step.html }))));
}
element("earlier").addEventListener("toggle", showEarlier);

// Voting

/** @typedef {{step: number, question: number, round: number, choices?: number[], value?: string, unknown?: boolean}} Ballot */
/** @type {Ballot | undefined} The vote that the server has not acknowledged yet. */
let pending;
/** When an answer was chosen last, and for how many milliseconds after that a tap on another one is the second of a double tap. */
let chosen = -Infinity;
const doubleTap = 400;
/** @type {{key: string, text: string} | undefined} Why the last vote that the server refused does not count. */
let late;
/** What is ticked where several answers can be given. @type {Set<number>} */
let ticked = new Set();
let tickedFor = "";

/** @param {import("./shared.js").Vote | null} vote @param {Me} me */
function showVote(vote, me) {
  const section = element("vote");
  const heading = element("vote-title");
  heading.dataset.asks ??= heading.textContent ?? "";
  heading.textContent = vote?.state === "revealed" ? word("theAnswer", "The answer") : heading.dataset.asks;
  section.hidden = !vote;
  const mine = vote && (me?.answers?.[vote.round] ?? null);
  element("vote-open").hidden = vote?.state !== "open" || hasEnded();
  // It keeps its place: without it the answers would move under the finger.
  element("vote-open").classList.toggle("answered", Boolean(mine));
  if (!vote) return;
  const isOpen = vote.state === "open" && !hasEnded();
  const choices = element("choices");
  const hadFocus = choices.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const key = keyOf(vote);
  if (tickedFor !== key) {
    ticked = new Set(mine?.choices ?? []);
    tickedFor = key;
  }
  if (vote.choices) {
    choices.replaceChildren(...vote.choices.map((choice, index) => choiceButton(vote, choice, index, mine)));
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-labelledby", "vote-title");
    if (vote.several && isOpen) {
      const sendButton = make("button", { class: "main", text: word("send", "Send") });
      sendButton.setAttribute("type", "button");
      sendButton.addEventListener("click", () => {
        if (ticked.size > 0) cast(vote, { choices: [...ticked] });
        else element("vote-status").textContent = word("tickAtLeastOne", "Tick at least one answer.");
      });
      choices.append(sendButton);
    }
  } else if (choices.dataset.key !== key || !choices.firstChild) {
    choices.replaceChildren(valueForm(vote, mine));
  }
  choices.dataset.key = key;
  for (const control of choices.querySelectorAll("button, input")) {
    /** @type {HTMLButtonElement} */ (control).disabled = !isOpen;
  }
  if (hadFocus) document.getElementById(hadFocus)?.focus();
  const words = voteWords(vote, mine);
  if (!pending && element("vote-status").textContent !== words) element("vote-status").textContent = words;
  const results = vote.rounds && vote.state !== "open" ? bars(vote, vote.state === "revealed") : undefined;
  element("results").replaceChildren(...(results ? [results] : []));
  // The results have the answers, too; once the right one is shown, none can be typed any more.
  choices.hidden = vote.choices ? Boolean(results) : vote.state === "revealed";
  for (const choice of mine?.choices ?? []) {
    results?.children[choice]?.firstElementChild?.append(make("b", { class: "chosen", text: ` ← ${word("yours", "yours")}` }));
  }
  // On a phone the answers are below what was being read.
  if (isOpen && openedFor !== key && document.activeElement !== input) section.scrollIntoView({ block: "nearest" });
  openedFor = isOpen ? key : "";
}

/** Whether the class is over, or has stopped for today. */
function hasEnded() {
  return Boolean(current?.room?.over || current?.room?.stopped);
}

/** The vote that the page has shown as open; empty if none is. */
let openedFor = "";

/**
 * The round of a question.
 * @param {import("./shared.js").Vote | Ballot} vote
 */
function keyOf({ step, question, round }) {
  return `${step}.${question}.${round}`;
}

/** @param {import("./shared.js").Vote} vote @param {Given} mine */
function voteWords(vote, mine) {
  // Nothing is asked any more.
  if (hasEnded() && vote.state !== "revealed") return "";
  if (vote.state === "open" && current?.room?.problem) return word("cannotBeKept", "Your answers cannot be kept any more. Tell your teacher.");
  const round = vote.round > 0 ? `${word("secondRoundMark", "Second round.")} ` : "";
  switch (vote.state) {
    case "waiting": return word("voteWaiting", "Think about it: the vote is not open yet.");
    case "open": return round + (mine
      ? word("voteKept", "Your answer is kept. You can change it until the vote closes.")
      : vote.choices ? word("voteChoose", "Choose your answer.") : word("voteType", "Type your answer."));
    case "closed": {
      if (late?.key === keyOf(vote)) return late.text;
      const closed = word("voteClosed", "The vote is closed.");
      return vote.discuss ? `${closed} ${word("convince", "Convince your neighbour.")}` : closed;
    }
    default: return mine
      ? (mine.right ? word("voteRight", "Your answer is right.") : vote.remarks?.some(Boolean) || vote.rounds?.[0]?.values?.some(({ remark }) => remark)
        ? word("voteWrong", "Your answer is not right: see the remarks.")
        : word("voteWrongAlone", "Your answer is not right."))
      : "";
  }
}

/** @param {import("./shared.js").Vote} vote @param {string} html @param {number} index @param {Given} mine */
function choiceButton(vote, html, index, mine) {
  const isMine = vote.several && vote.state === "open" ? ticked.has(index) : Boolean(mine?.choices.includes(index));
  const button = make("button", { class: "choice" });
  button.id = `choice-${index}`;
  button.setAttribute("type", "button");
  button.setAttribute("aria-pressed", String(isMine));
  button.append(
    make("span", { class: "number", text: String(index + 1) }), make("span", { html }),
    make("span", { class: "chosen", text: isMine ? `← ${word("yours", "yours")}` : "" }));
  button.addEventListener("click", () => {
    if (!vote.several) {
      if (performance.now() - chosen < doubleTap) return;
      chosen = performance.now();
      return cast(vote, { choices: [index] });
    }
    if (!ticked.delete(index)) ticked.add(index);
    if (current) showVote(vote, current.me);
  });
  return button;
}

/** @param {import("./shared.js").Vote} vote @param {Given} mine */
function valueForm(vote, mine) {
  const form = /** @type {HTMLFormElement} */ (make("form", { class: "prompt-row" }));
  const field = /** @type {HTMLInputElement} */ (make("input", {}));
  field.id = "value";
  field.autocomplete = "off";
  field.maxLength = 500;
  field.spellcheck = false;
  field.setAttribute("autocapitalize", "none");
  field.setAttribute("aria-label", word("valueLabel", "Your answer: a value"));
  if (vote.digits) field.inputMode = "decimal";
  const unknown = word("iDoNotKnow", "I don’t know");
  field.value = mine?.value && !mine.unknown ? mine.value : "";
  const button = make("button", { class: "main", text: word("send", "Send") });
  button.setAttribute("type", "submit");
  const other = make("button", { text: unknown });
  other.setAttribute("type", "button");
  other.addEventListener("click", () => {
    field.value = "";
    cast(vote, { unknown: true });
  });
  form.append(field, button, other);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) cast(vote, { value: field.value });
  });
  return form;
}

/** @param {import("./shared.js").Vote} vote @param {{choices?: number[], value?: string, unknown?: boolean}} answer */
async function cast(vote, answer) {
  const ballot = { step: vote.step, question: vote.question, round: vote.round, ...answer };
  pending = ballot;
  element("vote-status").textContent = word("sending", "Sending…");
  while (pending === ballot) {
    const result = await send("vote", ballot);
    if (pending !== ballot) return;
    if (!result.isLost) {
      pending = undefined;
      const text = result.problem ? refusalWords(result.problem, current?.me.answers?.[vote.round] ?? null) : "";
      late = text ? { key: keyOf(ballot), text } : undefined;
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById("value"));
      // The answer that does not count is not there any more, as if it did.
      if (text && field?.disabled) field.value = "";
      element("vote-status").textContent = text || word("voteKept", "Your answer is kept. You can change it until the vote closes.");
      return;
    }
    element("vote-status").textContent = word("notSentYet", "Not sent yet: the connection is lost. Trying again…");
    await new Promise((done) => setTimeout(done, 1500));
  }
}

/**
 * Why an answer does not count, and which one does.
 * @param {string} problem @param {Given} kept
 */
function refusalWords(problem, kept) {
  const other = kept?.value
    ? word("voteStill", "Your answer is still %1.", kept.value)
    : kept ? word("voteChosen", "Your answer is still number %1.", kept.choices.map((choice) => choice + 1).join(", ")) : "";
  return `${sentence(problem)}. ${other}`.trim();
}

// The prompt

const prompt = new Prompt(
  { form: /** @type {HTMLFormElement} */ (element("prompt")), input, output, list: element("completions") },
  (text, cursor) => send("complete", { text, cursor }),
  async (text, width) => {
    const answer = await send("run", { text, width });
    if (answer.unfinished) return "unfinished";
    const entry = make("div", { class: "entry" }, make("pre", { class: "typed" }, make("code", { text })));
    if (answer.problem) entry.append(make("pre", { class: "output problem", text: sentence(answer.problem) }));
    else entry.insertAdjacentHTML("beforeend", answer.output);
    output.append(entry);
    prompt.toEnd();
    if (answer.problem) return "refused";
    if (current) {
      current.me.graph = answer.graph;
      if (answer.diagram) {
        current.me.diagram = answer.diagram;
        show(element("model"), answer.diagram);
      }
      current.me.solved ||= answer.solved;
      [current.me.held, current.me.checks] = [answer.held, answer.checks];
      showMine(current.me);
      // On a phone a long result would hide it.
      if (current.screen.kind === "task") element("task-status").scrollIntoView({ block: "nearest" });
    }
    showGraph(answer.graph);
    return "done";
  });

// Symbols that phones hide

for (const symbol of ["->", "->>", "<-->", "<-->>", "<<-->", "<<-->>", ":", "?", ",", ".", "{ }", "[ ]", "( )", "\"", "="]) {
  const button = make("button", { text: symbol });
  button.setAttribute("type", "button");
  button.addEventListener("click", () => insert(symbol));
  element("symbols").append(button);
}
const hintButton = make("button", { text: word("aHint", "Hint") });
hintButton.id = "hint-button";
hintButton.setAttribute("type", "button");
hintButton.addEventListener("click", () => prompt.run("hint"));
element("symbols").append(hintButton);

/** @param {string} symbol */
function insert(symbol) {
  const start = input.selectionStart ?? input.value.length;
  const end = input.selectionEnd ?? start;
  input.setRangeText(symbol, start, end, "end");
  // Between the two of a pair.
  if (symbol.includes(" ")) input.setSelectionRange(start + (symbol === "{ }" ? 2 : 1), start + (symbol === "{ }" ? 2 : 2));
  input.focus();
  prompt.grow();
}
