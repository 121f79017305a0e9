// @ts-check
// The board: large type, and nothing to press but the picture, which can be enlarged.
import { bars, element, listen, make, show, showPlace, word } from "./shared.js";
import { Picture, part } from "./picture.js";

/**
 * @typedef {import("./shared.js").State & {count: {here: number, joined: number, answered?: number, solved?: number,
 *   of?: number}}} State
 * @typedef {import("./picture.js").Graph} Graph
 */

/** The smallest type, as a part of the window's height: what the last row can read. */
const smallest = 0.022;

const picture = new Picture(element("picture"), { boxWidth: 172, columnGap: 76 });
/** @type {Graph | null | undefined} The objects to show. */
let objects;
let diagram = "";
let isEnlarged = false;

listen("board/events", (/** @type {State} */ state, changed) => {
  const { screen, vote, spot, graph, room, count } = state;
  if (changed.has("screen")) {
    showPlace(screen);
    show(element("screen"), screen.html);
    element("screen").dataset.kind = screen.kind;
    document.title = `${screen.title} · Graphbook`;
    scrollTo(0, 0);
    isEnlarged = false;
  }
  if (changed.has("graph") || changed.has("spot")) {
    objects = spot ? spot.graph : graph?.objects;
    diagram = graph?.diagram ?? "";
  }
  if (changed.has("vote")) showVote(vote);
  if (changed.has("spot")) {
    element("spot").hidden = !spot;
    if (spot) show(element("spot-text"), spot.html);
    element("screen").hidden = Boolean(spot);
  }
  if (changed.has("room")) showJoin(room);
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

/** @param {import("./shared.js").Room} room */
function showJoin(room) {
  const join = element("join");
  join.replaceChildren();
  if (room.code) {
    // The address and the code are marked in the sentence.
    for (const part of word("joinAt", "Join at %1 with the code %2").split(/(%[12])/)) {
      join.append(part === "%1" ? make("b", { text: room.address }) : part === "%2" ? make("b", { class: "code-word", text: room.code }) : part);
    }
  }
  const isShown = Boolean(room.showsJoin && room.code);
  element("join-screen").hidden = !isShown;
  document.body.classList.toggle("joining", isShown);
  if (!isShown) return;
  element("join-address").textContent = (room.address ?? "").replace(/^https?:\/\//, "");
  element("join-code").textContent = room.code ?? "";
  show(element("join-picture"), room.picture ?? "");
}

/** Makes everything fit into the window, with type that is never smaller than the last row can read. */
function fit() {
  const body = document.body;
  const least = smallest * innerHeight;
  body.style.setProperty("--scale", "1");
  fitAll(least);
  let scale = 1;
  while (document.documentElement.scrollHeight > innerHeight + 1 && scale > 0.7) {
    scale -= 0.05;
    body.style.setProperty("--scale", String(scale));
    fitAll(least);
  }
}
addEventListener("resize", fit);

/** @param {number} least */
function fitAll(least) {
  fitCode(least);
  fitDiagrams(least);
  fitGraph(least);
  // The text may be narrower now.
  fitCode(least);
  fitDiagrams(least);
}

/**
 * The diagrams in the text, as large as they need be; one that would be too small is named, and can be enlarged.
 * @param {number} least
 */
function fitDiagrams(least) {
  for (const picture of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stage .picture"))) {
    const svg = picture.querySelector("svg");
    const box = svg?.getAttribute("viewBox")?.split(" ").map(Number);
    if (!svg || !box || picture.clientWidth === 0) continue;
    picture.querySelector(".board-note")?.remove();
    svg.style.display = "";
    const [width, height] = [box[2] || 1, box[3] || 1];
    const scale = Math.min(picture.clientWidth / width, (innerHeight * 0.62) / height, 2);
    if (scale * 14 >= least || picture.dataset.whole) {
      svg.style.width = `${width * scale}px`;
      svg.style.height = `${height * scale}px`;
      svg.style.maxHeight = "none";
      continue;
    }
    svg.style.display = "none";
    const titles = [...svg.querySelectorAll("text.title")].map((title) => title.textContent ?? "");
    const note = make("button", { class: "board-note", text: word("diagramOf", "A diagram of %1: enlarge", titles.join(", ")) });
    note.setAttribute("type", "button");
    note.addEventListener("click", () => {
      picture.dataset.whole = "yes";
      fit();
    });
    picture.append(note);
  }
}

/**
 * Lines of output that are too wide become smaller, and wrap where they would be too small.
 * @param {number} least
 */
function fitCode(least) {
  for (const output of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stage pre"))) {
    output.style.fontSize = "";
    output.classList.remove("wraps");
    if (output.scrollWidth <= output.clientWidth) continue;
    const size = parseFloat(getComputedStyle(output).fontSize) * (output.clientWidth / output.scrollWidth) * 0.99;
    output.style.fontSize = `${Math.max(least, size)}px`;
    if (size < least) output.classList.add("wraps");
  }
}

/**
 * Gives the picture the room that the text leaves: beside it or below it, wherever it is larger. One that would be too small
 * to read is shown in part, or in words.
 * @param {number} least
 */
function fitGraph(least) {
  const side = element("graph");
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const stage = /** @type {HTMLElement} */ (document.querySelector(".stage"));
  const hasObjects = Boolean(objects?.objects?.length);
  // A diagram in the text is the model's already.
  side.hidden = !hasObjects && (!diagram || Boolean(document.querySelector("#screen .picture svg")));
  main.classList.remove("beside");
  main.style.removeProperty("--share");
  document.body.classList.toggle("enlarged", isEnlarged && !side.hidden);
  element("enlarge").setAttribute("aria-expanded", String(isEnlarged));
  element("graph-note").textContent = "";
  if (side.hidden) return;
  element("picture").hidden = !hasObjects;
  element("model").hidden = hasObjects;
  const around = parseFloat(getComputedStyle(document.body).fontSize);
  const footer = /** @type {HTMLElement} */ (document.querySelector("footer")).offsetHeight;
  const height = innerHeight - main.offsetTop - footer - 1.2 * around;
  const width = main.clientWidth - 0.06 * innerWidth;
  // The text alone, over the whole width and over a part of it.
  side.hidden = true;
  fitCode(least);
  const wrapsAnyway = stage.querySelector("pre.wraps") !== null;
  const below = height - stage.offsetHeight - around * 1.5;
  /** @type {{share: number, width: number, height: number}[]} */
  const places = [{ share: 0, width, height: below }];
  main.classList.add("beside");
  for (const share of [0.3, 0.4, 0.5, 0.6]) {
    main.style.setProperty("--share", String(share));
    side.hidden = false;
    element("enlarge").hidden = true;
    fitCode(least);
    // Code that would have to wrap needs its room more.
    const wraps = !wrapsAnyway && stage.querySelector("pre.wraps");
    if (stage.offsetHeight <= height && !wraps) places.push({ share, width: width * share - around, height });
    element("enlarge").hidden = false;
    side.hidden = true;
  }
  side.hidden = false;
  const whole = hasObjects ? shape(picture.show(objects)) : undefined;
  if (!hasObjects) show(element("model"), diagram);
  let natural = hasObjects ? whole ?? shape(undefined) : modelShape();
  const size = hasObjects ? 12 : 14;
  const best = (/** @type {{width: number, height: number}} */ thing) => places
    .map((place) => ({ ...place, scale: Math.min(place.width / thing.width, (place.height - 2 * around) / thing.height, 2.2) }))
    .reduce((one, other) => (other.scale > one.scale ? other : one));
  let place = best(natural);
  if (isEnlarged) return;
  const total = objects?.objects?.length ?? 0;
  let shown = total;
  if (hasObjects && objects) {
    while (shown > 1 && place.scale * size < least) {
      shown -= 1;
      picture.show(part(objects, shown));
      natural = shape(undefined);
      place = best(natural);
    }
  }
  if (place.scale * size < least || shown < Math.min(3, total)) {
    // Not even a part can be read.
    element("picture").hidden = true;
    element("model").hidden = true;
    main.classList.toggle("beside", false);
    element("graph-note").textContent = hasObjects
      ? word("objectsToSee", "%1 objects; click to see them", total)
      : word("modelToSee", "The model: %1; click to enlarge", entities().join(", "));
    return;
  }
  if (shown < total) element("graph-note").textContent = word("objectsOf", "%1 of %2 objects; click to enlarge", shown, total);
  main.classList.toggle("beside", place.share > 0);
  if (place.share > 0) main.style.setProperty("--share", String(place.share));
  const svg = /** @type {SVGElement | null} */ (side.querySelector(hasObjects ? "#picture svg" : "#model svg"));
  if (svg) {
    svg.style.width = `${natural.width * place.scale}px`;
    svg.style.height = `${natural.height * place.scale}px`;
  }
}

/**
 * The size of the picture in its own units.
 * @param {unknown} _
 */
function shape(_) {
  const box = element("picture").querySelector("svg")?.getAttribute("viewBox")?.split(" ").map(Number);
  return { width: box?.[2] || 1, height: box?.[3] || 1 };
}

function modelShape() {
  const box = element("model").querySelector("svg")?.getAttribute("viewBox")?.split(" ").map(Number);
  return { width: box?.[2] || 1, height: box?.[3] || 1 };
}

function entities() {
  return [...element("model").querySelectorAll("text.title")].map((title) => title.textContent ?? "");
}

element("enlarge").addEventListener("click", () => {
  isEnlarged = !isEnlarged;
  if (isEnlarged && objects?.objects?.length) picture.show(objects);
  for (const svg of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".side svg"))) {
    svg.style.width = "";
    svg.style.height = "";
  }
  fit();
});

/** @param {import("./shared.js").Vote | null} vote */
function showVote(vote) {
  const place = element("vote");
  place.hidden = !vote;
  place.replaceChildren();
  if (!vote) return;
  const closed = !vote.rounds?.[vote.round]?.answers
    ? word("noOneAnswered", "No one has answered.")
    : vote.discuss ? word("convince", "Convince your neighbour. Then we ask again.") : word("voteClosed", "The vote is closed.");
  const words = /** @type {Record<string, string>} */ ({
    waiting: word("thinkFirst", "Think first: the vote opens in a moment."),
    open: vote.round > 0
      ? word("secondRound", "Second round: you have talked about it. What do you say now?")
      : word("answerOnDevice", "Answer on your device."),
    closed: vote.round > 0 ? word("bothRounds", "Both rounds.") : closed,
    revealed: "",
  });
  if (vote.rounds) {
    place.append(bars(vote, vote.state === "revealed"));
  } else if (vote.choices) {
    const list = make("ol", { class: "choices" });
    for (const choice of vote.choices) list.append(make("li", { html: choice }));
    place.append(list);
  }
  if (words[vote.state]) place.append(make("p", { class: "call", text: words[vote.state] }));
}
