// @ts-check
// A field for statements: completion, what was typed before, and a place for the results.
import { make, word } from "./shared.js";

/**
 * @typedef {{start: number, candidates: string[], suffixes: string[], descriptions: string[], problem?: string}} Found
 * @typedef {(text: string, cursor: number) => Promise<Found>} Complete
 */

/**
 * The bracket or quotation mark that is open at the end of a text, and its line, from 1.
 * @param {string} text
 * @returns {{sign: string, line: number} | undefined}
 */
export function openSign(text) {
  /** @type {{sign: string, line: number}[]} */
  const open = [];
  text.split("\n").forEach((line, number) => {
    // A text ends with its line, and a comment is no part of it.
    for (const [part, end] of line.matchAll(/\/\/.*|'(?:\\.|[^'\\])*'|["“”„](?:\\.|[^"“”\\])*(["“”]|$)|[()[\]{}]/gu)) {
      if ("([{".includes(part)) open.push({ sign: part, line: number + 1 });
      else if (")]}".includes(part)) open.pop();
      else if (end === "") open.push({ sign: part.charAt(0), line: number + 1 });
    }
  });
  return open.at(-1);
}

/** Completion in a text field: a list below it, which the arrow keys and Tab use while it is open. */
export class Completer {
  /**
   * @param {HTMLTextAreaElement} input
   * @param {HTMLElement} list
   * @param {Complete} complete
   * @param {boolean} isOneStatement whether the field holds one statement; if not, each line begins another as a rule
   */
  constructor(input, list, complete, isOneStatement = false) {
    this.input = input;
    this.list = list;
    this.complete = complete;
    this.isOneStatement = isOneStatement;
    /** @type {{start: number, words: string[]} | undefined} the words with what follows them */
    this.offered = undefined;
    this.chosen = -1;
    this.asked = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    input.addEventListener("input", () => {
      // A list for an earlier word would replace all that was typed since.
      if (this.offered && !/^[\w.#@$]*$/.test(input.value.slice(this.offered.start, input.selectionStart ?? 0))) this.close();
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.ask(), 180);
    });
    input.addEventListener("blur", () => window.setTimeout(() => {
      // Whoever is back in the field has typed on.
      if (document.activeElement !== input) this.close();
    }, 150));
  }

  async ask() {
    const cursor = this.input.selectionStart ?? 0;
    const before = this.input.value.slice(0, cursor);
    if (!/[\w.#@$]$/.test(before)) return this.close();
    this.asked += 1;
    const mine = this.asked;
    const statement = this.isOneStatement ? before : before.slice(before.lastIndexOf("\n") + 1);
    const bytes = new TextEncoder().encode(statement);
    const answer = await this.complete(statement, bytes.length);
    if (mine !== this.asked || answer.problem || document.activeElement !== this.input) return;
    const start = cursor - statement.length + new TextDecoder().decode(bytes.slice(0, answer.start)).length;
    const word = before.slice(start);
    const candidates = answer.candidates.filter((candidate) => candidate !== word).slice(0, 8);
    if (candidates.length === 0) return this.close();
    this.offered = { start, words: candidates.map((candidate) => candidate + answer.suffixes[answer.candidates.indexOf(candidate)]) };
    this.chosen = -1;
    this.list.replaceChildren(
      ...candidates.map((candidate, index) => {
        const item = make("li", {}, make("span", { text: candidate }));
        const words = answer.descriptions[answer.candidates.indexOf(candidate)];
        if (words) item.append(make("span", { class: "small", text: ` ${words}` }));
        item.id = `${this.list.id}-${index}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.addEventListener("mousedown", (event) => {
          event.preventDefault();
          this.chosen = index;
          this.accept();
        });
        return item;
      }));
    this.list.hidden = false;
  }

  close() {
    window.clearTimeout(this.timer);
    this.asked += 1;
    this.offered = undefined;
    this.list.hidden = true;
    this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {number} distance */
  choose(distance) {
    const count = this.list.children.length;
    this.chosen = (this.chosen + distance + count + (this.chosen < 0 && distance < 0 ? 1 : 0)) % count;
    [...this.list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === this.chosen)));
    this.list.children[this.chosen].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.chosen}`);
  }

  accept() {
    if (!this.offered) return;
    const cursor = this.input.selectionStart ?? 0;
    const word = this.offered.words[Math.max(0, this.chosen)];
    this.input.setRangeText(word, this.offered.start, cursor, "end");
    this.close();
    this.input.focus();
    this.input.dispatchEvent(new Event("change"));
  }

  /**
   * Takes a key while the list is open.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it was meant for the list
   */
  takes(event) {
    if (!this.offered || event.isComposing) return false;
    if (event.key === "ArrowDown") this.choose(1);
    else if (event.key === "ArrowUp") this.choose(-1);
    else if (event.key === "Escape") this.close();
    // Tab completes only while the list is open; otherwise it goes on to the next field.
    else if (event.key === "Tab" && !event.shiftKey) this.accept();
    else if (event.key === "Enter" && !event.shiftKey && this.chosen >= 0) this.accept();
    else return false;
    event.preventDefault();
    return true;
  }
}

/** The prompt: Enter runs, the arrow keys bring back what was typed before. */
export class Prompt {
  /**
   * @param {{form: HTMLFormElement, input: HTMLTextAreaElement, output: HTMLElement, list: HTMLElement,
   *   recall?: HTMLElement | null}} parts `recall` is a button for screens without arrow keys
   * @param {Complete} complete
   * @param {(text: string, width: number) => Promise<"done" | "failed" | "unfinished" | "refused">} send
   */
  constructor(parts, complete, send) {
    this.input = parts.input;
    this.output = parts.output;
    this.send = send;
    this.completer = new Completer(parts.input, parts.list, complete, true);
    this.recallButton = parts.recall;
    /** @type {string[]} */
    this.history = [...this.output.querySelectorAll(".entry > .typed")].map((typed) => typed.textContent ?? "");
    this.place = this.history.length;
    this.isRunning = false;
    /** How often Enter was pressed while a result was awaited. */
    this.waiting = 0;
    /** The text that failed and is in the field again; it is to be replaced by what is typed next, wherever a finger taps. */
    this.failed = "";
    parts.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.input.addEventListener("input", () => this.grow());
    this.input.addEventListener("keydown", (event) => {
      if (event.isComposing || this.completer.takes(event)) return;
      const isLine = !this.input.value.includes("\n");
      if (event.key === "Enter" && !event.shiftKey) {
        // The line that is entered now runs after the one that is running.
        if (this.isRunning) {
          this.waiting += 1;
          return;
        }
        this.run();
      }
      else if (event.key === "ArrowUp" && isLine && this.place > 0) this.recall(-1);
      else if (event.key === "ArrowDown" && isLine && this.place < this.history.length) this.recall(1);
      else return;
      event.preventDefault();
    });
    let isEntered = false;
    this.input.addEventListener("focus", () => {
      isEntered = this.failed !== "" && this.input.value === this.failed;
      if (isEntered) this.input.select();
    });
    // A tap puts the cursor somewhere after the focus has come.
    this.input.addEventListener("click", () => {
      if (isEntered && this.input.value === this.failed) this.input.select();
      isEntered = false;
    });
    this.recallButton?.addEventListener("click", () => {
      if (this.place > 0) this.recall(-1);
      this.input.focus();
    });
    this.noteHistory();
    this.toEnd();
  }

  noteHistory() {
    if (this.recallButton) this.recallButton.hidden = this.history.length === 0;
  }

  /** Runs what was typed, or its beginning. What is typed while the answer is awaited stays, and a line that is entered runs after it. */
  async run(text = this.input.value) {
    if (this.isRunning || !text.trim()) return;
    this.isRunning = true;
    this.failed = "";
    /** @type {string | undefined} */
    let next;
    this.completer.close();
    const late = window.setTimeout(() => this.output.setAttribute("aria-busy", "true"), 300);
    // A line on which nothing moves any more is not closed for a long time.
    const wait = make("p", { class: "small", text: word("noAnswerYet", "No answer yet: the connection is slow, or lost. What you typed stays.") });
    wait.setAttribute("role", "status");
    const silent = window.setTimeout(() => {
      this.output.append(wait);
      this.toEnd();
    }, 4000);
    try {
      const result = await this.send(text, this.columns());
      const typed = this.input.value.slice(text.length);
      const isNext = this.input.value.startsWith(text);
      if (isNext && (result === "unfinished" ? !typed.startsWith("\n") : result === "refused" && typed && !typed.startsWith("\n"))) {
        // The line break of Enter comes before what was typed since.
        this.input.setRangeText("\n", text.length, text.length, typed ? "preserve" : "end");
        if (!typed) this.input.focus({ preventScroll: true });
      }
      if (result === "done" || result === "failed") {
        this.history.push(text);
        this.place = this.history.length;
        this.noteHistory();
        // What failed comes before what was typed since: in its line if a bracket or a quotation mark is open.
        const open = openSign(text);
        const isBack = result === "failed" && typed.trim() !== "" && (this.waiting === 0 || open !== undefined);
        if (isBack) this.waiting = 0;
        if (isNext && !isBack) this.input.value = typed.replace(/^\n/, "");
        else if (isNext && !open && /^[\p{L}\d$]/u.test(typed)) this.input.setRangeText("\n", text.length, text.length, "preserve");
        // What failed is there to be put right; what is typed next takes its place.
        if (result === "failed" && !this.input.value) {
          this.recall(-1);
          this.input.select();
          this.failed = this.input.value;
        }
      }
      this.grow();
      if (result === "refused") this.waiting = 0;
      next = this.nextLine(result === "unfinished" && isNext ? text.length + 1 : 0);
    } finally {
      window.clearTimeout(late);
      window.clearTimeout(silent);
      wait.remove();
      this.output.removeAttribute("aria-busy");
      this.isRunning = false;
    }
    if (next !== undefined) await this.run(next);
  }

  /**
   * The text up to the end of the line that was entered while another one ran; undefined if none was.
   * @param {number} start where the line begins
   */
  nextLine(start) {
    if (this.waiting === 0) return undefined;
    this.waiting -= 1;
    const end = this.input.value.indexOf("\n", start);
    const text = end < 0 ? "" : this.input.value.slice(0, end);
    if (text.trim()) return text;
    this.waiting = 0;
    return undefined;
  }

  /** Shows the end of the results; of a last one that is higher than its box, the beginning. */
  toEnd() {
    const last = /** @type {HTMLElement | null} */ (this.output.lastElementChild);
    this.output.scrollTop = this.output.scrollHeight;
    if (!last) return;
    const over = this.output.getBoundingClientRect().top - last.getBoundingClientRect().top;
    if (over > 0) this.output.scrollTop -= over;
  }

  /** @param {number} distance */
  recall(distance) {
    this.place += distance;
    this.input.value = this.history[this.place] ?? "";
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    this.grow();
  }

  /** Makes the field as high as its text, also where a line wraps. */
  grow() {
    // The page keeps its height meanwhile, or a window at its end would scroll.
    const row = /** @type {HTMLElement} */ (this.input.parentElement);
    row.style.minHeight = `${row.offsetHeight}px`;
    this.input.rows = 1;
    const style = getComputedStyle(this.input);
    const line = parseFloat(style.lineHeight) || 1.5 * parseFloat(style.fontSize);
    const room = this.input.scrollHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    this.input.rows = Math.max(1, Math.min(8, Math.round(room / line)));
    row.style.minHeight = "";
  }

  /** The characters of a line of results. */
  columns() {
    const probe = make("pre", { class: "output probe", text: "0".repeat(100) });
    this.output.append(probe);
    const range = document.createRange();
    range.selectNodeContents(probe);
    const width = range.getBoundingClientRect().width / 100 || 8;
    probe.remove();
    return Math.floor(this.output.clientWidth / width) - 5;
  }
}
