// @ts-check
// A page of the book: sends its forms without loading the page again, and draws the graph.
import { Completer, Prompt } from "./prompt.js";
import { Picture } from "./picture.js";
import { element, make, show, word } from "./shared.js";

/**
 * @typedef {{regions?: Record<string, string>, entry?: string, addition?: string, answer?: string, clears?: boolean, unfinished?: boolean,
 *   failed?: boolean, go?: string, focus?: string, graph?: import("./picture.js").Graph, diagram?: string, problem?: string,
 *   isLost?: boolean}} Reply
 */

const path = document.body.dataset.path ?? location.pathname;
const place = document.getElementById("picture");
const picture = place ? new Picture(place) : undefined;
if (place?.dataset.graph) picture?.show(JSON.parse(place.dataset.graph));

// Results on later pages have lines as long as the window is wide.
const probe = make("pre", { class: "example probe", text: "0".repeat(100) });
document.getElementById("main")?.append(probe);
const range = document.createRange();
range.selectNodeContents(probe);
const cell = range.getBoundingClientRect().width / 100 || 8;
const room = Math.min(document.documentElement.clientWidth, 736) - 48;
document.cookie = `graphbook-columns=${Math.floor(room / cell)}; path=/; max-age=31536000; samesite=lax`;
probe.remove();

// Drills and practice load their page again with every answer.
const isQuestion = document.body.classList.contains("asking");
const goesOnKey = "graphbook-goes-on";
if (isQuestion && sessionStorage.getItem(goesOnKey) === path) {
  history.scrollRestoration = "manual";
  const next = /** @type {HTMLElement | null} */ (document.querySelector("#turn button.main"));
  const field = /** @type {HTMLElement | null} */ (document.querySelector("form.answer input:not([type=hidden])"));
  const target = next ?? field;
  target?.focus({ preventScroll: true });
  scrollTo(0, 0);
  requestAnimationFrame(() => bringIntoView(next ? document.querySelector(".said-lines, .verdict") : field?.closest("fieldset"), target));
}
sessionStorage.removeItem(goesOnKey);

/**
 * Sends fields to the page's address.
 * @param {URLSearchParams} fields
 * @returns {Promise<any>}
 */
async function send(fields) {
  const lost = { problem: word("noAnswerOfServer", "No answer: check the connection, and try again. Nothing is lost."), isLost: true };
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      body: fields,
    });
  } catch {
    return lost;
  }
  try {
    const reply = await response.json();
    // While someone types, the text stays as it is.
    if (reply.answer !== undefined && editor?.value === fields.get("answer") && fields.get("do") !== "save") {
      editor.value = kept = reply.answer;
    }
    return reply;
  } catch {
    return response.ok ? lost : { problem: word("refusedByServer", "The server refused this (%1).", response.status) };
  }
}

/**
 * Shows what has changed.
 * @param {Reply} reply
 */
function apply(reply) {
  if (reply.go) {
    const isSame = new URL(reply.go, location.href).pathname === location.pathname;
    if (isSame && isQuestion) sessionStorage.setItem(goesOnKey, path);
    location.assign(reply.go);
    // The same page is not loaded again by itself.
    if (isSame) location.reload();
    return;
  }
  if (reply.clears) output?.replaceChildren();
  for (const [id, html] of Object.entries(reply.regions ?? {})) {
    const region = document.getElementById(id);
    if (region) keepingFields(region, () => show(region, html));
  }
  if (reply.entry && output) {
    output.insertAdjacentHTML("beforeend", reply.entry);
    if (reply.addition) offer(reply.addition);
    prompt?.toEnd();
  }
  if (reply.problem) problem(reply.problem);
  if (reply.diagram !== undefined) {
    const box = document.getElementById("model-box");
    if (box) box.hidden = reply.diagram === "";
    const model = document.getElementById("model");
    if (model) show(model, reply.diagram);
  }
  if (reply.graph !== undefined && picture) {
    const words = picture.show(reply.graph);
    if (words) element("changes").textContent = words.length ? `${words.join(". ")}.` : "";
  }
  if (reply.focus) {
    element(reply.focus).focus({ preventScroll: true });
    bringIntoView(element(reply.focus));
  }
}

/**
 * Changes a part of the page, and leaves in its fields what was typed and chosen there, as long as the question is open.
 * @param {HTMLElement} region
 * @param {() => void} change
 */
function keepingFields(region, change) {
  const fields = () => /** @type {HTMLInputElement[]} */ ([...region.querySelectorAll("fieldset input:not([type=hidden])")]);
  /** @param {HTMLInputElement} field */
  const isChoice = (field) => field.type === "radio" || field.type === "checkbox";
  /** @param {HTMLInputElement} field */
  const key = (field) => `${field.closest("fieldset")?.id} ${field.name} ${isChoice(field) ? field.value : ""}`;
  const before = new Map(fields().map((field) => [key(field), field]));
  change();
  for (const field of fields()) {
    const old = before.get(key(field));
    if (!old || old === field) continue;
    if (isChoice(field)) field.checked = old.checked;
    else field.value = old.value;
  }
}

/**
 * Scrolls as little as shows all of some parts of the page; the beginning, if there is no room for all.
 * @param {...(Element | null | undefined)} parts
 */
function bringIntoView(...parts) {
  const boxes = parts.flatMap((part) => (part ? [part.getBoundingClientRect()] : [])).filter((box) => box.height > 0);
  if (boxes.length === 0) return;
  const margin = 12;
  // A keyboard on the screen covers a part of the window.
  const start = visualViewport?.offsetTop ?? 0;
  const end = start + (visualViewport?.height ?? innerHeight);
  const top = Math.min(...boxes.map((box) => box.top)) - margin;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + margin;
  const distance = Math.min(Math.max(0, bottom - end), top - start);
  if (distance) scrollBy({ top: distance, behavior: "auto" });
}

/** @param {string} words */
function problem(words) {
  const turn = document.getElementById("turn");
  if (!turn) return;
  turn.querySelector(".problem")?.remove();
  const line = make("p", { class: "problem", text: words });
  line.setAttribute("role", "alert");
  turn.prepend(line);
}

// Forms

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!(form instanceof HTMLFormElement) || form.dataset.live === undefined) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button?.dataset.confirm && !confirm(button.dataset.confirm)) return;
  const fields = new URLSearchParams();
  for (const [key, value] of new FormData(form)) fields.append(key, String(value));
  if (button?.name) fields.append(button.name, button.value);
  if (prompt) fields.append("width", String(prompt.columns()));
  const step = document.getElementById("step");
  const before = { questions: answered(step), parts: step?.childElementCount ?? 0 };
  const hints = document.querySelectorAll("#help > *").length;
  if (button) button.disabled = true;
  const reply = await send(fields);
  if (button) button.disabled = false;
  document.body.classList.remove("at-prompt");
  apply(reply);
  if (reply.go) return;
  const field = /** @type {HTMLInputElement | null} */ (step?.querySelector("form.answer input:not([type=hidden])"));
  const said = document.querySelector("#turn .problem, #turn .said-lines");
  const help = document.querySelectorAll("#help > *");
  if (step && answered(step) > before.questions) reveal(step);
  else if (said) {
    bringIntoView(fields.get("do") === "answer" ? field : undefined, said);
    if (fields.get("do") === "answer" && field && !fields.has("choices")) {
      // The next try takes the place of this one.
      field.focus({ preventScroll: true });
      field.select();
    }
  } else if (step && step.childElementCount > before.parts) bringIntoView(field, step.lastElementChild);
  else if (help.length > hints) bringIntoView(help[help.length - 1]);
});

/** @param {HTMLElement | null} step */
function answered(step) {
  return step?.querySelectorAll(".question:not(fieldset)").length ?? 0;
}

/**
 * Moves the focus to the question that was answered, and goes on reading at its verdict.
 * @param {HTMLElement} step
 */
function reveal(step) {
  const target = /** @type {HTMLElement | undefined} */ ([...step.querySelectorAll(".question:not(fieldset)")].pop());
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  const verdict = target.querySelector(".verdict");
  bringIntoView(target.offsetHeight > innerHeight && verdict ? verdict : target, target.lastElementChild);
}

// The prompt

const output = document.getElementById("output");
const isBeside = matchMedia("(min-width: 62rem)");
/** @param {string} text @param {number} cursor */
const complete = (text, cursor) => send(new URLSearchParams({ do: "complete", text, cursor: String(cursor) }));
const promptForm = /** @type {HTMLFormElement | null} */ (document.getElementById("prompt"));
/** @type {Prompt | undefined} */
let prompt;
if (promptForm && output) {
  const input = /** @type {HTMLTextAreaElement} */ (element("input"));
  const parts = { form: promptForm, input, output, list: element("completions"), recall: document.getElementById("recall") };
  prompt = new Prompt(parts, complete, async (text, width) => {
    const asked = document.querySelector("form.answer .question");
    if (asked && asked.id !== seen && /^[\d\s,]+$/.test(text)) {
      element("unfinished").textContent = word("readFirst", "Another question is open. Read it first, then answer.");
      bringIntoView(asked);
      input.select();
      return "refused";
    }
    const step = document.getElementById("step");
    const before = { questions: answered(step), parts: step?.childElementCount ?? 0 };
    const fields = new URLSearchParams({ do: "run", text, width: String(width) });
    if (editor) fields.set("answer", editor.value);
    const row = /** @type {HTMLElement} */ (input.closest(".prompt-row"));
    const reply = /** @type {Reply} */ (await send(fields));
    const place = row.getBoundingClientRect().top;
    element("unfinished").textContent = reply.unfinished
      ? word("unfinishedHere", "The statement is not finished: go on in the next line, or add what is missing.") : "";
    if (reply.unfinished) {
      requestAnimationFrame(() => bringIntoView(row, element("unfinished")));
      return "unfinished";
    }
    document.body.classList.add("at-prompt");
    apply(reply);
    if (reply.problem) return "refused";
    // The field grows or shrinks first.
    requestAnimationFrame(() => {
      // What comes above the prompt leaves it where it is; next to the text, it stays there by itself.
      if (!isBeside.matches) scrollBy({ top: row.getBoundingClientRect().top - place, behavior: "auto" });
      bringIntoView(end(output), document.getElementById("finished"), row);
      // The next step waits for a task that may be out of view.
      if (text.trim() === "next" && !hasSeenTask) bringIntoView(document.querySelector("#step .task"));
      // Next to the prompt, the step goes on where it has grown.
      if (step && isBeside.matches && step.childElementCount > before.parts) {
        const verdict = [...step.querySelectorAll(".question:not(fieldset)")].pop();
        bringIntoView(answered(step) > before.questions ? verdict : step.lastElementChild);
      }
    });
    return reply.failed ? "failed" : "done";
  });
}

/** The id of the open question, once its end was in view. */
let seen = "";
/** Whether the beginning of the task was in view. */
let hasSeenTask = false;

/** Notes whether the open question and the task are in view. */
function look() {
  const end = (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight);
  const task = document.querySelector("#step .task")?.getBoundingClientRect();
  if (task && task.top < end - 60 && task.bottom > 60) hasSeenTask = true;
  const asked = document.querySelector("form.answer .question");
  const box = asked?.getBoundingClientRect();
  if (!box) return;
  if (box.bottom <= end + 1 && box.bottom > 60) seen = asked?.id ?? "";
}

addEventListener("scroll", look, { passive: true });
addEventListener("resize", look);
// Before anyone else takes the key or the tap.
for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, look, true);
look();

/**
 * The latest result, or the box with the results if it is higher.
 * @param {HTMLElement} output
 */
function end(output) {
  const last = output.lastElementChild;
  return last && last.getBoundingClientRect().top >= output.getBoundingClientRect().top ? last : output;
}

/**
 * Keeps what is typed at the prompt of a page that is loaded again, in this tab and until someone signs out.
 * @param {HTMLTextAreaElement} input
 * @param {Prompt} prompt
 */
function keepTyped(input, prompt) {
  const key = `graphbook-typed ${path}`;
  if (!input.value) input.value = sessionStorage.getItem(key) ?? "";
  prompt.grow();
  let signsOut = false;
  document.addEventListener("submit", (event) => {
    if (/** @type {HTMLFormElement} */ (event.target).action.endsWith("/signout")) signsOut = true;
  });
  window.addEventListener("pagehide", () => {
    if (signsOut) sessionStorage.clear();
    else if (input.value.trim()) sessionStorage.setItem(key, input.value);
    else sessionStorage.removeItem(key);
  });
}

// The answer to an exercise

const editor = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("answer"));
/** @type {number | undefined} */
let saving;
let kept = editor?.value ?? "";

/** Keeps the answer. */
async function keep() {
  if (!editor || editor.value === kept) return;
  const text = editor.value;
  const reply = await send(new URLSearchParams({ do: "save", answer: text }));
  const status = element("kept");
  if (reply.problem) status.textContent = word("notKept", "Not kept: %1", reply.problem);
  else {
    kept = text;
    status.textContent = word("kept", "Kept.");
    const handover = document.getElementById("handover");
    if (handover) show(handover, reply.regions?.handover ?? "");
  }
}

if (editor) {
  const completer = new Completer(editor, element("answer-completions"), complete);
  editor.addEventListener("keydown", (event) => {
    if (completer.takes(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      /** @type {HTMLButtonElement | null} */ (document.querySelector("#answer-form button.main"))?.click();
    }
  });
  const later = () => {
    editor.rows = Math.min(24, Math.max(6, editor.value.split("\n").length + 1));
    if (editor.value !== kept) element("kept").textContent = "";
    window.clearTimeout(saving);
    saving = window.setTimeout(keep, 800);
  };
  editor.addEventListener("input", later);
  editor.addEventListener("change", later);
  window.addEventListener("pagehide", () => {
    if (editor.value !== kept) navigator.sendBeacon(path, new URLSearchParams({ do: "save", answer: editor.value }));
  });
  for (const link of document.querySelectorAll("a[download]")) {
    link.addEventListener("click", async (event) => {
      if (editor.value === kept) return;
      event.preventDefault();
      await keep();
      location.assign(/** @type {HTMLAnchorElement} */ (link).href);
    });
  }
}

/**
 * Offers to add a statement that was tried to the answer.
 * @param {string} text
 */
function offer(text) {
  if (!editor || !output?.lastElementChild) return;
  const button = make("button", { class: "add", text: word("addToAnswer", "Add to the answer") });
  button.setAttribute("type", "button");
  button.addEventListener("click", () => {
    const start = editor.value && !editor.value.endsWith("\n") ? `${editor.value}\n` : editor.value;
    editor.value = `${start}${text}\n`;
    editor.dispatchEvent(new Event("input"));
    button.replaceWith(make("span", { class: "small", text: word("addedToAnswer", "added to the answer") }));
  });
  output.lastElementChild.append(button);
}

// A file for the playground

const file = /** @type {HTMLInputElement | null} */ (document.getElementById("file"));
file?.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  const status = element("file-status");
  if (chosen.size > 256 * 1024) {
    status.textContent = word("fileTooLarge", "%1 is larger than 256 KB.", chosen.name);
    return;
  }
  const text = await chosen.text();
  if (text.includes("\uFFFD") || text.includes("\0")) {
    status.textContent = word("fileIsNoText", "%1 is not a text.", chosen.name);
    return;
  }
  status.textContent = word("opening", "Opening…");
  const reply = await send(new URLSearchParams({ do: "open", text, name: chosen.name }));
  status.textContent = reply.problem ?? word("opened", "Opened %1.", chosen.name);
  file.value = "";
  apply(reply);
});

// A model in a link: in its fragment, which browsers send to no server.

const linkStart = "#model=";
/** The most bytes of a model in a link. Some programs cut links that are longer than 8,000 characters. */
const linkLimit = 5900;
const share = /** @type {HTMLButtonElement | null} */ (document.getElementById("share"));

share?.addEventListener("click", async () => {
  const status = element("share-status");
  const response = await fetch(`${path}/playground.graph`, { headers: { Accept: "application/json" } });
  if (!response.ok) {
    status.textContent = (await response.json()).problem;
    return;
  }
  const text = await response.text();
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > linkLimit) {
    status.textContent = word("modelTooLong",
      "This model has %1 characters, and a link takes at most %2. Download it as a file instead.", bytes.length, linkLimit);
    return;
  }
  const code = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const link = location.origin + location.pathname + linkStart + code;
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = word("linkCopied",
      "The link is copied. It opens the playground with this model in the field, and runs nothing.");
  } catch {
    // Without an encrypted connection a page cannot copy: the link is there to be copied.
    const field = /** @type {HTMLInputElement} */ (make("input", {}));
    field.value = link;
    field.readOnly = true;
    field.setAttribute("aria-label", share.textContent ?? "");
    status.replaceChildren(field);
    field.select();
  }
});

/** Shows the model that came with the link in the field of the prompt, and runs nothing. */
function openLink() {
  if (!share || !prompt || !location.hash.startsWith(linkStart)) return;
  let words = word("modelFromLink", "This model came with the link. “Run” makes it; nothing has run yet.");
  try {
    const code = atob(location.hash.slice(linkStart.length).replaceAll("-", "+").replaceAll("_", "/"));
    prompt.input.value = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(code, (sign) => sign.charCodeAt(0)));
  } catch {
    words = word("linkDamaged", "The model in this link is damaged. Copy the link again.");
  }
  element("unfinished").textContent = words;
  // When the page is loaded again, what is typed by then stays.
  history.replaceState(null, "", location.pathname);
  prompt.grow();
}

if (share) share.hidden = false;
window.addEventListener("hashchange", openLink);
openLink();
if (prompt) keepTyped(prompt.input, prompt);
