// @ts-check
// What the pages of a class have in common: events, requests, bars.

/**
 * @typedef {{answers: number, counts?: number[], values?: {value: string, count: number, right?: boolean, remark?: string}[],
 *   others?: number}} Round
 * @typedef {{state: string, step: number, question: number, round: number, several: boolean, choices?: string[],
 *   right?: boolean[], remarks?: string[], answer?: string, rounds?: Round[], locked?: boolean, discuss?: boolean,
 *   given?: number, digits?: boolean, refused?: number}} Vote
 * @typedef {{lesson: string, step: number, steps: number, title: string, screen: number, screens: number, kind: string,
 *   html: string, recalled: string}} Screen
 * @typedef {import("./picture.js").Graph} Graph
 * @typedef {{lesson: string, number: number, over: boolean, book?: string | null, problem: string | null, address?: string, code?: string,
 *   local?: boolean, stopped?: boolean, locked?: boolean, showsJoin?: boolean, blank?: boolean, enlarged?: boolean, picture?: string}} Room
 * @typedef {{screen: Screen, graph: {objects: Graph, shown: boolean, diagram: string} | null, vote: Vote | null,
 *   spot: {html: string, graph: Graph | null, diagram: string} | null, room: Room, me?: {removed?: boolean, barred?: boolean}}} State
 */

/**
 * The fixed words in the language of the page; none for English, which the scripts have.
 * @type {Record<string, string>}
 */
const fixed = JSON.parse(document.body.dataset.words ?? "{}");

/**
 * A fixed word in the language of the page.
 * @param {string} key as in FixedWords
 * @param {string} english with %1 and %2 for the values
 * @param {...(string | number)} values
 */
export function word(key, english, ...values) {
  return values.reduce((text, value, place) => String(text).replaceAll(`%${place + 1}`, String(value)), fixed[key] ?? english).toString();
}

/**
 * A message as a sentence, with a capital at its beginning.
 * @param {string} text
 */
export function sentence(text) {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/**
 * The element with an id.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element ${id}`);
  return /** @type {T} */ (found);
}

/**
 * A new element.
 * @param {string} name
 * @param {{class?: string, text?: string, html?: string}} [options] `html` comes from the server, which escapes all that
 *   people wrote.
 * @param {...Node} children
 */
export function make(name, options = {}, ...children) {
  const made = document.createElement(name);
  if (options.class) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  if (options.html !== undefined) made.innerHTML = options.html;
  made.append(...children);
  return made;
}

/**
 * Shows HTML of the server, unless it is there already: what is read or selected stays.
 * @param {HTMLElement} place
 * @param {string} html
 */
export function show(place, html) {
  if (place.dataset.html === html) return false;
  place.innerHTML = html;
  place.dataset.html = html;
  return true;
}

/**
 * Listens to the class, and again whenever the connection is lost. The server sends the parts that have changed.
 * @param {string} path
 * @param {(state: any, changed: Set<string>) => void} render
 */
export function listen(path, render) {
  /** @type {Record<string, unknown>} */
  const state = {};
  const status = element("status");
  let isOver = false;
  /** Whether the server was stopped and may come back: whoever waits need not hear that the connection is lost. */
  let isStopped = false;
  /** @type {number | undefined} */
  let late;
  const lost = () => {
    if (isOver || isStopped || late) return;
    late = window.setTimeout(() => {
      status.textContent = word("tryingAgain", "The connection is lost. Trying again…");
      document.body.classList.add("lost");
    }, 1500);
  };
  const back = () => {
    window.clearTimeout(late);
    late = undefined;
    if (document.body.classList.contains("lost")) {
      const words = word("connectedAgain", "Connected again.");
      status.textContent = words;
      window.setTimeout(() => {
        if (status.textContent === words) status.textContent = "";
      }, 5000);
    }
    document.body.classList.remove("lost");
  };
  const open = () => {
    const source = new EventSource(path);
    source.onopen = back;
    source.onmessage = (event) => {
      back();
      const parts = JSON.parse(event.data);
      Object.assign(state, parts);
      const room = /** @type {Room | undefined} */ (state.room);
      if (parts.room && room?.over) {
        isOver = true;
        source.close();
        status.textContent = word("classOver", "The class is over. Thank you.");
        document.body.classList.add("over");
        if (path === "board/events") reloadWhenBack(path);
      } else if (parts.me?.removed) {
        isOver = true;
        source.close();
        status.textContent = word("removedByTeacher", "The teacher has removed you from the class.");
        // The teacher can take that back.
        if (parts.me.barred) {
          window.setInterval(async () => {
            if (await statusOf(path) === 200) location.reload();
          }, 3000);
        }
      } else if (parts.room && room?.stopped) {
        isStopped = true;
        status.textContent = word("classStopped", "The class stops here for now. Open this page again when it goes on.");
      } else if (parts.room && isStopped) {
        isStopped = false;
        status.textContent = "";
      } else if (parts.room && room?.problem) {
        status.textContent = word("nothingIsKept", "Nothing can be kept any more: %1", room.problem);
      }
      render(state, new Set(Object.keys(parts)));
    };
    source.onerror = () => {
      lost();
      if (source.readyState !== EventSource.CLOSED || isOver) return;
      // The server refused, or was not there: the browser does not try again by itself.
      window.setTimeout(async () => {
        // Of a browser that it does not know it wants the form to join.
        if (path === "events" && await statusOf(path) === 403) location.assign("./");
        else open();
      }, 2000);
    };
  };
  open();
}

/**
 * Loads the page again once the server was gone and is back: for another class, or for this one again.
 * @param {string} path
 */
function reloadWhenBack(path) {
  let wasGone = false;
  window.setInterval(async () => {
    const status = await statusOf(path);
    if (status === undefined) wasGone = true;
    else if (wasGone && status === 200) location.reload();
  }, 3000);
}

/**
 * How the server answers a request for events; undefined if it is not there.
 * @param {string} path
 */
async function statusOf(path) {
  const stop = new AbortController();
  try {
    return (await fetch(path, { signal: stop.signal })).status;
  } catch {
    return undefined;
  } finally {
    stop.abort();
  }
}

/**
 * Sends something to the server.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>} the answer; with `problem` where it was refused, and `isLost` where the server was not there.
 */
export async function send(path, body) {
  const lost = { problem: word("connectionLost", "The connection is lost."), isLost: true };
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return lost;
  }
  try {
    return await response.json();
  } catch {
    // An answer that is cut off is lost; one that is whole and no JSON is a refusal.
    return response.ok ? lost : { problem: word("refusedByServer", "The server refused this (%1).", response.status) };
  }
}

/**
 * The lesson, step and screen at the top of a page.
 * @param {Screen} screen
 */
export function showPlace(screen) {
  element("lesson").textContent = screen.lesson;
  const part = screen.screens > 1 ? ` · ${word("screenOf", "screen %1 of %2", screen.screen + 1, screen.screens)}` : "";
  element("place").textContent = word("stepOf", "step %1 of %2", screen.step + 1, screen.steps) + part;
  element("title").textContent = screen.title;
}

/**
 * The results of a vote as bars, with the numbers as text: both rounds next to each other.
 * @param {Vote} vote
 * @param {boolean} withRemarks
 * @param {number} [most] how many typed values are listed; the rest is counted together
 */
export function bars(vote, withRemarks, most = Infinity) {
  const rounds = vote.rounds ?? [];
  const kind = rounds.length > 1 ? "bars rounds" : "bars";
  const list = make("ol", { class: kind });
  if (vote.choices) {
    vote.choices.forEach((choice, index) => {
      const isRight = vote.right?.[index];
      const item = make("li", { class: isRight === undefined ? "" : isRight ? "right" : "wrong" });
      const label = make("div", { class: "bar-label" }, make("span", { class: "number", text: String(index + 1) }));
      if (isRight !== undefined) label.append(make("span", { class: "mark", text: isRight ? `✓ ${word("rightOf", "right")}` : `✗ ${word("wrongOf", "wrong")}` }));
      label.append(make("span", { html: choice }));
      item.append(label);
      rounds.forEach((round, number) => {
        item.append(bar(rounds.length > 1 ? word("round", "Round %1", number + 1) : "", round.counts?.[index] ?? 0, round.answers, number));
      });
      const remark = vote.remarks?.[index];
      if (withRemarks && remark) item.append(make("p", { class: "remark", html: remark }));
      list.append(item);
    });
    return list;
  }
  const all = make("div", {});
  if (vote.answer !== undefined) {
    all.append(make("p", { class: "answers" }, make("span", { class: "mark", text: `✓ ${word("theAnswerInside", "the answer")}` }), make("code", { text: vote.answer })));
  }
  const values = rounds[0]?.values ?? [];
  const add = (/** @type {string} */ style, /** @type {HTMLElement} */ label, /** @type {(round: Round) => number} */ count) => {
    const item = make("li", { class: style }, label);
    rounds.forEach((round, number) => {
      item.append(bar(rounds.length > 1 ? word("round", "Round %1", number + 1) : "", count(round), round.answers, number));
    });
    list.append(item);
    return item;
  };
  values.slice(0, most).forEach(({ value, right, remark }, index) => {
    const label = make("div", { class: "bar-label" }, make("code", { text: value }));
    if (right !== undefined) label.prepend(make("span", { class: "mark", text: right ? `✓ ${word("rightOf", "right")}` : `✗ ${word("wrongOf", "wrong")}` }));
    const item = add(right === undefined ? "" : right ? "right" : "wrong", label, (round) => round.values?.[index]?.count ?? 0);
    if (withRemarks && remark) item.append(make("p", { class: "remark", html: remark }));
  });
  const others = Math.max(0, values.length - most) + (rounds[0]?.others ?? 0);
  if (others > 0) {
    const text = others === 1 ? word("andOneOther", "and 1 other") : word("andOthers", "and %1 others", others);
    add("", make("div", { class: "bar-label", text }),
      (round) => (round.values ?? []).slice(0, most).reduce((rest, { count }) => rest - count, round.answers));
  }
  all.append(list);
  return all;
}

/**
 * @param {string} name
 * @param {number} count
 * @param {number} total
 * @param {number} round
 */
function bar(name, count, total, round) {
  const share = total > 0 ? Math.round((100 * count) / total) : 0;
  const fill = make("span", { class: `fill round-${round}` });
  fill.style.width = `${share}%`;
  const text = `${name ? `${name}: ` : ""}${count} · ${share} %`;
  return make("div", { class: "bar" }, make("span", { class: "track" }, fill), make("span", { class: "bar-text", text }));
}
