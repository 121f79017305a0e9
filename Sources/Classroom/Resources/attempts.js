// @ts-check
// The attempts at a screen on the teacher's page: who typed what, and the button that shows it on the board.
import { element, make, sentence } from "./shared.js";

/**
 * @typedef {{student: number, name: string, text: string, earlier: number, solved: boolean, shown: boolean, count: number,
 *   names: string[], held?: number | null, checks?: number | null, problem?: string | null}} Variant
 * @typedef {Variant & {key: string, variants: Variant[]}} Attempt
 * @typedef {{latest: Attempt[], more: number}} AttemptList
 * @typedef {{attempts: AttemptList, spot: object | null, screen: import("./shared.js").Screen}} State
 */

export class Attempts {
  /** @param {(attempt: Variant) => void} onShow called with the attempt that the board should show */
  constructor(onShow) {
    this.onShow = onShow;
    this.list = element("attempts");
    /** @type {State | undefined} */
    this.state = undefined;
    /** The screen to which the rows belong. */
    this.place = "";
    /** Which attempts are listed: all, those that did the task, or the others. */
    this.filter = "all";
    /** @type {Map<string, HTMLElement>} The rows by the keys of their attempts, in the order in which they are shown. */
    this.rows = new Map();
    /** How many of them are in the order of the server. */
    this.ordered = 0;
    /** @type {WeakMap<HTMLElement, string>} The attempt that a row shows, as text. */
    this.texts = new WeakMap();
    /** @type {Set<string>} The attempts whose variants are open, by their keys. */
    this.opened = new Set();
    /** @type {NodeListOf<HTMLButtonElement>} */
    this.filters = document.querySelectorAll("[data-filter]");
    for (const button of this.filters) button.addEventListener("click", () => this.choose(button));
    for (const event of ["pointerleave", "focusout"]) this.list.addEventListener(event, () => setTimeout(() => this.state && this.show(this.state)));
  }

  /** @param {HTMLButtonElement} button */
  choose(button) {
    this.filter = button.dataset.filter ?? "all";
    for (const other of this.filters) other.setAttribute("aria-pressed", String(other === button));
    this.rows.clear();
    if (this.state) this.show(this.state);
  }

  /** Whether the teacher is about to press something in the list: nothing moves then. */
  get isHeld() {
    return this.list.matches(":hover") || this.list.querySelector(":focus-visible") !== null;
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const { attempts, spot, screen } = state;
    const place = `${screen.step}.${screen.screen}`;
    if (place !== this.place) this.rows.clear();
    this.place = place;
    const isTask = screen.kind === "task";
    /** @type {HTMLElement} */ (document.querySelector(".filters")).hidden = !isTask;
    // The button keeps its place: one that comes would move the list.
    /** @type {HTMLButtonElement} */ (element("hide")).disabled = !spot;
    const listed = (attempts?.latest ?? []).filter(
      (attempt) => !isTask || this.filter === "all" || attempt.solved === (this.filter === "done"));
    const isHeld = this.isHeld && this.rows.size > 0;
    const [before, now] = [this.rows, new Map(listed.map((attempt) => [attempt.key, attempt]))];
    const order = isHeld ? [...before.keys(), ...[...now.keys()].filter((key) => !before.has(key))] : [...now.keys()];
    this.rows = new Map(order.map((key) => [key, this.row(before.get(key), now.get(key))]));
    // Moving an element takes its focus away.
    const rows = [...this.rows.values()];
    if (isHeld) {
      this.list.append(...rows.slice(before.size));
    } else {
      this.list.replaceChildren(...rows);
      this.ordered = rows.length;
    }
    if (rows.length === 0) {
      const text = attempts?.latest.length ? "No attempt is among these." : "No one has typed anything here yet.";
      this.list.replaceChildren(make("li", { class: "small", text }));
    }
    this.showRest(attempts?.more ?? 0, rows.length - this.ordered);
  }

  /** @param {number} more @param {number} added */
  showRest(more, added) {
    const words = [
      more > 0 ? `${more} more have typed something here. Whoever types next comes first.` : "",
      added > 0 ? "New attempts are at the end, and are put in order when the pointer has left the list." : "",
    ].filter(Boolean);
    element("attempts-more").hidden = words.length === 0;
    element("attempts-more").textContent = words.join(" ");
  }

  /**
   * The row of an attempt. One whose students have all typed more stays, without its buttons, until the pointer has left.
   * @param {HTMLElement | undefined} row @param {Attempt | undefined} attempt
   */
  row(row, attempt) {
    row ??= make("li", {});
    const text = JSON.stringify(attempt ?? null);
    if (this.texts.get(row) === text) return row;
    this.texts.set(row, text);
    if (!attempt) {
      for (const button of row.querySelectorAll("button")) button.disabled = true;
      row.querySelector(".who")?.replaceChildren("They have typed more since. ");
      return row;
    }
    const focused = [...row.querySelectorAll("button, summary")].indexOf(/** @type {Element} */ (document.activeElement));
    const how = attempt.solved ? "done" : attempt.checks ? `${attempt.held} of ${attempt.checks} checks` : "";
    row.replaceChildren(...this.typedBy(attempt, `${namesOf(attempt, "alike")}${how ? `, ${how}` : ""} `));
    row.classList.toggle("shown", [attempt, ...attempt.variants].some(({ shown }) => shown));
    if (attempt.variants.length > 0) row.append(this.variantsOf(attempt));
    /** @type {HTMLElement | undefined} */ (focused < 0 ? undefined : row.querySelectorAll("button, summary")[focused])?.focus();
    return row;
  }

  /**
   * What students typed, who they are, and the button that shows it on the board.
   * @param {Variant} attempt @param {string} who
   */
  typedBy(attempt, who) {
    const button = make("button", { text: attempt.shown ? "✓ On the board" : "Show on the board" });
    button.setAttribute("type", "button");
    const words = attempt.shown ? `On the board: the attempt of ${attempt.name}` : `Show the attempt of ${attempt.name} on the board, without the name`;
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", String(attempt.shown));
    button.addEventListener("click", () => this.onShow(attempt));
    const parts = [];
    if (attempt.earlier > 0) {
      parts.push(make("p", { class: "small", text: attempt.earlier === 1 ? "1 earlier line" : `${attempt.earlier} earlier lines` }));
    }
    parts.push(make("pre", { class: "code", text: attempt.text }));
    if (attempt.problem) parts.push(make("p", { class: "problem", text: sentence(attempt.problem) }));
    return [...parts, make("p", { class: "small" }, make("span", { class: "who", text: who }), button)];
  }

  /** @param {Attempt} attempt */
  variantsOf({ key, variants }) {
    const text = variants.length === 1 ? "1 other text with the same result" : `${variants.length} other texts with the same result`;
    const fold = /** @type {HTMLDetailsElement} */ (make("details", {}, make("summary", { text })));
    for (const variant of variants) fold.append(...this.typedBy(variant, `${namesOf(variant, "typed this")} `));
    fold.open = this.opened.has(key);
    fold.addEventListener("toggle", () => (fold.open ? this.opened.add(key) : this.opened.delete(key)));
    return fold;
  }
}

/**
 * Whose attempt it is; of several, how many and the first names.
 * @param {Variant} attempt @param {string} several
 */
function namesOf({ count, name, names }, several) {
  const rest = count - names.length;
  return count === 1 ? name : `${count} ${several}: ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
