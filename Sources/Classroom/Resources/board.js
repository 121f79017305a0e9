// @ts-check
// The board: large type, and nothing to press but the picture, which can be enlarged.
import { bars, element, listen, make, show, showPlace, word } from "./shared.js";
import { arrangedFor } from "./layout.js";
import { Picture, about, measure, part } from "./picture.js";

/**
 * @typedef {import("./shared.js").State & {count: {here: number, joined: number, answered?: number, solved?: number,
 *   of?: number}}} State
 * @typedef {import("./picture.js").Graph} Graph
 */

/** The smallest type, as a part of the window's height: what the last row can read. */
const smallest = 0.022;
/** The scale at which text, which is 3.3 % of the height at its largest, has the smallest type. */
const smallestScale = smallest / 0.033;

/** The type of a picture of objects, and of a diagram, in their own units. */
const pictureType = 14;
const picture = new Picture(element("picture"), { size: pictureType });
const measured = measure(pictureType);
/** How much larger than its own size a picture is shown beside a text, and at most how large its type is when it is enlarged. */
const mostScale = 2.2;
const mostType = 0.055;
/** @type {Graph | null | undefined} The objects to show. */
let objects;
let diagram = "";
/** What the question is about, from an earlier screen; empty where a picture shows it. */
let recalled = "";
/** Whether the picture has given way to the text. */
let isGivenUp = false;
/** @type {import("./shared.js").Vote | null | undefined} The question, with its results if they are shown. */
let results;
/** The attempt that is shown; empty if there is none. */
let attemptText = "";
/** Whether only the last statement of the attempt has its result. */
let isBrief = false;
let isEnlarged = false;
/** Whether the diagram of the model is enlarged, and not the picture of objects. */
let showsModel = false;

listen("board/events", (/** @type {State} */ state, changed) => {
  const { screen, vote, spot, graph, room, count } = state;
  if (changed.has("screen")) {
    showPlace(screen);
    show(element("screen"), screen.html);
    hang(element("screen"));
    element("screen").dataset.kind = screen.kind;
    document.title = `${screen.title} · Graphbook`;
    scrollTo(0, 0);
    isEnlarged = false;
    showsModel = false;
  }
  if (["graph", "spot", "screen", "vote"].some((part) => changed.has(part))) {
    objects = spot ? spot.graph : graph?.shown ? graph.objects : null;
    recalled = spot ? "" : screen.recalled;
    const all = (spot ? spot.diagram : graph?.diagram) ?? "";
    diagram = spot || !vote || isAbout(all, `${screen.html} ${vote.choices?.join(" ") ?? ""}`) ? all : "";
  }
  if (changed.has("vote")) showVote(vote);
  document.body.classList.toggle("answered", vote?.state === "revealed");
  if (changed.has("spot")) {
    element("spot").hidden = !spot;
    attemptText = spot?.html ?? "";
    cutAttempt(0);
  }
  if (changed.has("room")) {
    showJoin(room);
    element("blank").hidden = !room.blank;
    document.body.classList.toggle("blank", Boolean(room.blank));
    if (room.enlarged !== undefined) isEnlarged = room.enlarged;
  }
  if (count && (changed.has("count") || changed.has("vote"))) {
    const done = count.answered !== undefined && vote && vote.state !== "waiting"
      ? word(count.answered === 1 ? "hasAnswered" : "haveAnswered", count.answered === 1 ? "%1 of %2 has answered" : "%1 of %2 have answered", count.answered, count.of ?? 0)
      : count.solved !== undefined
        ? word(count.solved === 1 ? "hasDone" : "haveDone", count.solved === 1 ? "%1 of %2 has done it" : "%1 of %2 have done it", count.solved, count.of ?? 0)
        : word("here", "%1 here", count.here);
    element("count").textContent = done;
  }
  fit();
});

/**
 * Whether a text names an entity of a diagram, or its objects.
 * @param {string} diagram @param {string} html
 */
function isAbout(diagram, html) {
  const text = make("div", { html }).textContent?.toLowerCase() ?? "";
  return [...make("div", { html: diagram }).querySelectorAll("text.title")].some((title) => text.includes((title.textContent ?? "").toLowerCase()));
}

/**
 * Makes each line of the statements a block of its own, so that what wraps is indented.
 * @param {HTMLElement} place
 */
function hang(place) {
  for (const code of place.querySelectorAll(".typed code")) {
    if (!code.textContent?.includes("\n")) continue;
    /** @type {HTMLElement[]} */
    const lines = [make("span")];
    for (const node of [...code.childNodes]) {
      const [first, ...others] = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").split(/(?<=\n)/) : [node];
      if (first) lines.at(-1)?.append(first);
      for (const other of others) lines.push(make("span", { class: "line" }, document.createTextNode(/** @type {string} */ (other))));
      // What comes after a line's end begins the next one.
      if (node.nodeType === Node.TEXT_NODE && node.textContent?.endsWith("\n")) lines.push(make("span", { class: "line" }));
    }
    code.replaceChildren(...lines);
  }
}

/** @param {import("./shared.js").Room} room */
function showJoin(room) {
  const join = element("join");
  join.replaceChildren();
  document.body.classList.toggle("ended", room.over || Boolean(room.stopped));
  if (room.code && !room.over && !room.stopped) {
    // The address and the code are marked in the sentence.
    for (const part of word("joinAt", "Join at %1 with the code %2").split(/(%[12])/)) {
      join.append(part === "%1" ? make("b", { text: room.address }) : part === "%2" ? make("b", { class: "code-word", text: room.code }) : part);
    }
  }
  const isShown = Boolean(room.showsJoin && room.code && !room.over);
  // The key of the class before opens a board without the code.
  if (room.showsJoin && !room.code && !room.over && !room.stopped) {
    join.append(word("boardOfBefore", "This board belongs to an earlier class: open the address of the board that the terminal shows."));
  }
  element("join-screen").hidden = !isShown;
  document.body.classList.toggle("joining", isShown);
  if (!isShown) return;
  element("join-address").textContent = (room.address ?? "").replace(/^https?:\/\//, "");
  element("join-code").textContent = room.code ?? "";
  show(element("join-picture"), room.picture ?? "");
  element("join-local").hidden = !room.local;
}

/**
 * Makes everything fit into the window. Of typed answers, the last in the list are counted together. An attempt that is too long
 * loses its results, but for the last, and then its beginning; of the task the first paragraph stays. It takes the place of the
 * screen only where not even its end fits below that.
 */
function fit() {
  if (document.body.classList.contains("blank")) return;
  isGivenUp = false;
  isBrief = false;
  element("screen").hidden = false;
  element("screen").classList.remove("brief");
  if (results?.rounds) showBars(results);
  if (attemptText) cutAttempt(0);
  if (fitWindow()) return growText();
  for (let most = (results?.rounds?.[0]?.values?.length ?? 0) - 1; results && most > 0; most -= 1) {
    showBars(results, most);
    if (fitWindow()) return growText();
  }
  if (element("spot").hidden) return;
  // Of the results only the last, then of the task only its first paragraph.
  isBrief = true;
  cutAttempt(0);
  if (fitWindow()) return;
  element("screen").classList.add("brief");
  if (fitWindow() || fitAttempt()) return;
  element("screen").hidden = true;
  cutAttempt(0);
  if (!fitWindow()) fitAttempt();
}

/**
 * Leaves out the least of the attempt's beginning that must go.
 * @returns {boolean} whether all is in the window
 */
function fitAttempt() {
  let [least, most] = [1, cutAttempt(Infinity)];
  while (least < most) {
    const middle = (least + most) >> 1;
    cutAttempt(middle);
    if (fitWindow()) most = middle;
    else least = middle + 1;
  }
  cutAttempt(most);
  return fitWindow();
}

/** The type below which the picture gives way: of answers, and of other texts beside a diagram of the model. */
const leastAnswer = 0.0299;
const leastText = 0.027;

/**
 * Takes the picture away where the text is small for its sake: that of answers, and one beside the model, which students have on
 * their own pages and the teacher can enlarge. A picture of objects stays with a text that is about them.
 */
function growText() {
  if (element("graph").hidden || isEnlarged) return;
  const isAnswer = document.body.classList.contains("answered");
  if (!isAnswer && (recalled || objects?.objects?.length)) return;
  const before = smallestType();
  if (before >= (isAnswer ? leastAnswer : leastText) * innerHeight) return;
  isGivenUp = true;
  if (fitWindow() && smallestType() > before + 0.5) return;
  isGivenUp = false;
  fitWindow();
}

/** The smallest type of the text, in pixels. */
function smallestType() {
  const parts = [...document.querySelectorAll(".stage p:not(.small, .goes-on), .stage li, .stage pre, .stage .mark, .stage .bar-text")];
  return Math.min(...parts.filter((part) => part.clientHeight > 0 || part.getClientRects().length > 0).map((part) => parseFloat(getComputedStyle(part).fontSize)));
}

/**
 * Shows an attempt without its beginning: without the first statements, and without the first lines of the last one's result.
 * @param {number} cuts how many of these are left out
 * @returns {number} how many are
 */
function cutAttempt(cuts) {
  const place = element("spot-text");
  place.innerHTML = attemptText;
  hang(place);
  const entries = [...place.querySelectorAll(".entry")];
  const last = entries.pop();
  if (isBrief) for (const entry of entries) for (const part of entry.querySelectorAll(":scope > :not(.typed)")) part.remove();
  if (cuts === 0) return 0;
  const linesOf = (/** @type {Element} */ part) => [...part.querySelectorAll("pre")].reduce(
    (sum, pre) => sum + (pre.textContent ?? "").trimEnd().split("\n").length, 0);
  let lines = 0;
  const gone = entries.slice(0, cuts);
  for (const entry of gone) {
    lines += linesOf(entry);
    entry.remove();
  }
  const output = last?.querySelector("pre:not(.typed)");
  const ends = [...(output?.textContent ?? "").trimEnd().matchAll(/\n/g)].map(({ index = 0 }) => index + 1);
  const rest = Math.min(cuts - gone.length, ends.length);
  if (output && rest > 0) {
    removeStart(output, ends[rest - 1] ?? 0);
    lines += rest;
  }
  const note = make("p", { class: "small", text: lines === 1 ? word("oneLineBefore", "… 1 line before") : word("linesBefore", "… %1 lines before", lines) });
  if (rest > 0) output?.before(note);
  else place.prepend(note);
  return gone.length + rest;
}

/**
 * Removes the beginning of a text, and keeps the colours of the rest.
 * @param {Element} place @param {number} length in UTF-16 units
 */
function removeStart(place, length) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  let left = length;
  while (left > 0 && walker.nextNode()) {
    const text = /** @type {Text} */ (walker.currentNode);
    const count = Math.min(left, text.length);
    text.deleteData(0, count);
    left -= count;
  }
}
addEventListener("resize", fit);

/**
 * Chooses the largest type with which all is in the window; it is never smaller than the last row can read. Smaller type makes room
 * for lines of code, which are as large as the text, and for the whole picture.
 * @returns {boolean} whether all is in the window
 */
function fitWindow() {
  const style = document.body.style;
  const least = smallest * innerHeight;
  const attempt = (/** @type {number} */ scale) => {
    style.setProperty("--scale", String(scale));
    const { seen, isSqueezed } = fitAll(least);
    if (overflows()) return 0;
    return isSqueezed ? 1 : 2 + seen;
  };
  style.removeProperty("--code");
  let [best, most, last] = [smallestScale, 0, 1];
  for (const scale of [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, smallestScale]) {
    const quality = attempt(scale);
    last = scale;
    // Squeezed code is as large as the text only where both are as small as can be.
    if (quality > most || quality === 1 && most === 1) [best, most] = [scale, quality];
    if (quality === 4) break;
  }
  if (last !== best) attempt(best);
  if (most > 1) growCode(least, 1 / best);
  return most > 0;
}

/**
 * Makes code larger than the text where there is room left.
 * @param {number} least @param {number} most how much larger at most
 */
function growCode(least, most) {
  const style = document.body.style;
  const lines = typedLines();
  for (const code of [1.5, 1.4, 1.3, 1.2, 1.1].filter((code) => code <= most)) {
    style.setProperty("--code", String(code));
    if (!fitCode(least) && typedLines() === lines && !overflows()) return;
  }
  style.removeProperty("--code");
  fitCode(least);
}

/** The lines that the statements in the text take: one that is too long wraps. */
function typedLines() {
  return [...document.querySelectorAll(".stage pre.typed, .stage pre.code")].reduce(
    (sum, one) => sum + Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)), 0);
}

function overflows() {
  return document.documentElement.scrollHeight > innerHeight + 1;
}

/**
 * Fits the parts of the board, with the type that it has.
 * @param {number} least
 */
function fitAll(least) {
  fitCode(least);
  fitDiagrams(least);
  const seen = fitGraph(least);
  // The text may be narrower now.
  const isSqueezed = fitCode(least);
  return { seen: fitDiagrams(least) === 0 ? seen : 0, isSqueezed };
}

/**
 * The diagrams in the text, as large as they need be. One that would be too small is named, and can be enlarged; one of objects is
 * left to the picture of them.
 * @param {number} least
 * @returns {number} how many are only named
 */
function fitDiagrams(least) {
  let named = 0;
  for (const picture of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stage .picture"))) {
    const svg = picture.querySelector("svg");
    const box = svg?.getAttribute("viewBox")?.split(" ").map(Number);
    if (!svg || !box || picture.clientWidth === 0) continue;
    picture.querySelector(".board-note")?.remove();
    svg.style.display = "";
    const [width, height] = [box[2] || 1, box[3] || 1];
    const scale = Math.min(picture.clientWidth / width, (innerHeight * 0.62) / height, 2);
    if (scale * pictureType >= least) {
      svg.style.width = `${width * scale}px`;
      svg.style.height = `${height * scale}px`;
      svg.style.maxHeight = "none";
      continue;
    }
    svg.style.display = "none";
    const titles = [...svg.querySelectorAll("text.title")].map((title) => title.textContent ?? "");
    // The same objects are beside the text.
    if (objects?.objects?.length && titles.every((title) => title.includes("#"))) continue;
    const note = make("button", { class: "board-note", text: word("modelToSee", "The model: %1", titles.join(", ")) });
    note.setAttribute("type", "button");
    note.addEventListener("click", () => {
      isEnlarged = true;
      showsModel = true;
      fit();
    });
    picture.append(note);
    named += 1;
  }
  return named;
}

/**
 * Lines of output that are too wide become smaller, and wrap where they would be too small.
 * @param {number} least
 * @returns {boolean} whether some are
 */
function fitCode(least) {
  let isSmaller = false;
  for (const output of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stage pre, #recalled pre"))) {
    output.style.fontSize = "";
    output.classList.remove("wraps");
    if (output.scrollWidth <= output.clientWidth) continue;
    isSmaller = true;
    const size = parseFloat(getComputedStyle(output).fontSize) * (output.clientWidth / output.scrollWidth) * 0.99;
    output.style.fontSize = `${Math.max(least, size)}px`;
    if (size < least) output.classList.add("wraps");
  }
  return isSmaller;
}

/**
 * Gives the picture the room that the text leaves: beside it or below it, wherever it is larger. One that would be too small to
 * read is shown with fewer values, then in part, then in words.
 * @param {number} least
 * @returns {number} 2 if all that there is to see is shown, 1 for a part, 0 if it is only named
 */
function fitGraph(least) {
  const side = element("graph");
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const stage = /** @type {HTMLElement} */ (document.querySelector(".stage"));
  const hasObjects = Boolean(objects?.objects?.length) && !showsModel;
  // A diagram in the text is the model's already.
  element("recalled").hidden = !recalled;
  element("enlarge").hidden = Boolean(recalled);
  side.hidden = isGivenUp || !hasObjects && !recalled && (!diagram || (!isEnlarged && !attemptText && document.querySelector("#screen .picture svg") !== null));
  main.classList.remove("beside");
  main.style.removeProperty("--share");
  document.body.classList.toggle("enlarged", isEnlarged && !side.hidden);
  element("enlarge").setAttribute("aria-expanded", String(isEnlarged));
  element("graph-note").textContent = "";
  if (side.hidden) return 2;
  element("picture").hidden = !hasObjects;
  element("model").hidden = hasObjects;
  const around = parseFloat(getComputedStyle(document.body).fontSize);
  const footer = /** @type {HTMLElement} */ (document.querySelector("footer")).offsetHeight;
  const height = innerHeight - main.offsetTop - footer - 1.2 * around;
  const width = main.clientWidth - 0.06 * innerWidth;
  if (recalled) return fitRecalled(main, stage, side, height, least);
  if (!hasObjects) show(element("model"), diagram);
  const places = isEnlarged ? [{ share: 0, width, height }] : placesOf(main, stage, side, width, height, around, least);
  const most = isEnlarged ? (mostType * innerHeight) / pictureType : mostScale;
  const isLegible = (/** @type {number} */ scale) => scale * pictureType >= least;

  if (!hasObjects) {
    const box = natural("#model svg");
    const best = largest(places.map((place) => ({
      ...place, perColumn: 0, size: box, scale: Math.min(place.width / box.width, place.height / box.height, most) })));
    if (isLegible(best.scale) || isEnlarged) {
      put("#model svg", main, best);
    } else {
      element("model").hidden = true;
      element("graph-note").textContent = word("modelToSee", "The model: %1", entities().join(", "));
    }
    return isLegible(best.scale) ? 2 : 0;
  }
  /** @param {Graph} graph @param {number} values */
  const fitted = (graph, values) => {
    const enough = isEnlarged ? most : least / pictureType;
    const all = places.map((place) => {
      const { layout, perColumn, scale } = arrangedFor(graph, place, enough, { measure: measured, size: pictureType, values });
      return { ...place, perColumn, values, size: layout, scale: Math.min(scale, most) };
    });
    // Beside the text, if it can be read there.
    const beside = all.filter((place) => place.share > 0 && isLegible(place.scale));
    return largest(beside.length ? beside : all);
  };
  const text = stage.textContent ?? "";
  const total = objects?.objects?.length ?? 0;
  const whole = /** @type {Graph} */ (objects);
  const all = isEnlarged ? whole : about(whole, text, codeWords());
  let graph = all;
  let best = fitted(all, 3);
  for (let values = 2; values >= 0 && !isLegible(best.scale); values -= 1) best = fitted(all, values);
  const isWhole = isLegible(best.scale);
  if (!isWhole && !isEnlarged) {
    let count = all.objects?.length ?? 0;
    while (count > 1 && !isLegible(best.scale)) {
      count -= 1;
      graph = part(all, count, text);
      best = fitted(graph, 0);
    }
    const isPart = isLegible(best.scale) && count >= Math.min(3, total);
    if (!isPart) {
      // Not even a part can be read: the text takes the room.
      side.hidden = true;
      return 0;
    }
  }
  const count = graph.objects?.length ?? 0;
  if (count < total) element("graph-note").textContent = word("objectsOf", "%1 of %2 objects", count, total);
  picture.show(graph, { perColumn: best.perColumn, values: best.values });
  put("#picture svg", main, best);
  return isWhole ? 2 : 1;
}

/**
 * The words of the code on a screen that explains something, or of the attempt that is shown; none for a question or a task, which
 * has what it needs.
 */
function codeWords() {
  const places = attemptText ? "#spot-text .typed" : "#screen[data-kind=text] :is(.typed, :not(pre) > code)";
  const text = [...document.querySelectorAll(places)].map((one) => one.textContent).join(" ");
  return new Set(text.match(/[\p{L}\p{N}_]+/gu) ?? []);
}

/**
 * Puts the listing that a question is about beside the text, or below it where it is wide.
 * @param {HTMLElement} main @param {HTMLElement} stage @param {HTMLElement} side @param {number} height @param {number} least
 * @returns {number} 2 if all of it is shown in full size, 1 if its type is smaller, 0 if there is no room
 */
function fitRecalled(main, stage, side, height, least) {
  show(element("recalled"), recalled);
  for (const isSmall of [false, true]) {
    main.classList.add("beside");
    // Both wrap as little as they can.
    let [best, lowest] = [0, height];
    for (const share of [0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
      main.style.setProperty("--share", String(share));
      const isSmaller = fitCode(least);
      const needed = Math.max(stage.offsetHeight, side.offsetHeight);
      if ((!isSmaller || isSmall) && !side.querySelector(".wraps") && needed < lowest) [best, lowest] = [share, needed];
    }
    if (best > 0) {
      main.style.setProperty("--share", String(best));
      fitCode(least);
      return isSmall ? 1 : 2;
    }
    main.classList.remove("beside");
    if ((!fitCode(least) || isSmall) && stage.offsetHeight + side.offsetHeight + 0.012 * innerHeight <= height) return isSmall ? 1 : 2;
  }
  side.hidden = true;
  return 0;
}

/**
 * @typedef {{share: number, width: number, height: number}} Place a part of the board, beside the text or below it
 * @typedef {Place & {size: {width: number, height: number}, scale: number, perColumn: number, values?: number}} Fitted
 */

/**
 * The places that the text leaves: below it, and beside it where it gets narrower and still fits.
 * @param {HTMLElement} main @param {HTMLElement} stage @param {HTMLElement} side
 * @param {number} width @param {number} height @param {number} around @param {number} least
 * @returns {Place[]}
 */
function placesOf(main, stage, side, width, height, around, least) {
  side.hidden = true;
  const isSqueezedAnyway = fitCode(least);
  const named = fitDiagrams(least);
  const note = 2 * around;
  /** @type {Place[]} */
  const places = [{ share: 0, width, height: Math.max(1, height - stage.offsetHeight - around * 1.5 - note) }];
  main.classList.add("beside");
  element("enlarge").hidden = true;
  for (const share of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
    main.style.setProperty("--share", String(share));
    side.hidden = false;
    // Code that would be smaller than the text needs its room more.
    const isSqueezed = fitCode(least) && !isSqueezedAnyway;
    // So would a diagram in the text: the lesson is about it, and the picture is not.
    const isSmaller = fitDiagrams(least) > named;
    if (stage.offsetHeight <= height && !isSqueezed && !isSmaller) places.push({ share, width: width * share - around, height: height - note });
    side.hidden = true;
  }
  element("enlarge").hidden = false;
  side.hidden = false;
  main.classList.remove("beside");
  return places;
}

/** @param {Fitted[]} all */
function largest(all) {
  return all.reduce((one, other) => (other.scale > one.scale ? other : one));
}

/**
 * Puts a picture into its place.
 * @param {string} selector @param {HTMLElement} main @param {Fitted} place
 */
function put(selector, main, place) {
  main.classList.toggle("beside", place.share > 0);
  if (place.share > 0) main.style.setProperty("--share", String(place.share));
  const svg = /** @type {SVGElement | null} */ (element("graph").querySelector(selector));
  if (!svg) return;
  svg.style.width = `${place.size.width * place.scale}px`;
  svg.style.height = `${place.size.height * place.scale}px`;
}

/**
 * The size of a diagram in its own units.
 * @param {string} selector
 */
function natural(selector) {
  const box = element("graph").querySelector(selector)?.getAttribute("viewBox")?.split(" ").map(Number);
  return { width: box?.[2] || 1, height: box?.[3] || 1 };
}

function entities() {
  return [...element("model").querySelectorAll("text.title")].map((title) => title.textContent ?? "");
}

element("enlarge").addEventListener("click", () => {
  isEnlarged = !isEnlarged;
  showsModel = false;
  fit();
});

/**
 * Shows the results of a vote.
 * @param {import("./shared.js").Vote} vote @param {number} [most] how many typed values are listed
 */
function showBars(vote, most) {
  document.querySelector("#vote .results")?.replaceChildren(bars(vote, vote.state === "revealed", most));
}

/** @param {import("./shared.js").Vote | null} vote */
function showVote(vote) {
  results = vote;
  const place = element("vote");
  place.hidden = !vote;
  place.replaceChildren();
  if (!vote) return;
  const closed = !vote.given
    ? word("noOneAnswered", "No one has answered.")
    : vote.discuss ? word("convince", "Convince your neighbour.") : word("voteClosed", "The vote is closed.");
  const words = /** @type {Record<string, string>} */ ({
    waiting: word("thinkFirst", "Think first: the vote opens in a moment."),
    open: vote.round > 0
      ? word("secondRound", "Second round: you have talked about it. What do you say now?")
      : word("answerOnDevice", "Answer on your device."),
    closed: vote.round > 0 ? word("bothRounds", "Both rounds.") : closed,
    revealed: "",
  });
  if (vote.rounds) {
    place.append(make("div", { class: "results" }));
    showBars(vote);
  } else if (vote.choices) {
    const list = make("ol", { class: "choices" });
    for (const choice of vote.choices) list.append(make("li", { html: choice }));
    place.append(list);
  }
  if (words[vote.state]) place.append(make("p", { class: "call", text: words[vote.state] }));
}
