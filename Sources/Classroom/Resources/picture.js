// @ts-check
// Objects as boxes and links as lines. When a link changes, its line moves; when an object goes, the others close up.
import { arrange, baselines, distinguished } from "./layout.js";
import { word } from "./shared.js";

/**
 * @typedef {{id: string, entity: string, title: string | null, state: string, values: [string, string][],
 *   more?: string[]}} Thing `more` says what is left out
 * @typedef {{key: string, from: string, to: string, name: string, inverse?: string | null, many?: boolean,
 *   inverseMany?: boolean}} Link `many` says whether the relationship is to-many, `inverseMany` whether its inverse is
 * @typedef {{objects?: Thing[], links?: Link[], names?: Record<string, string[]>, tooMany?: number}} Graph `names` are those
 *   of the variables that hold an object, by its id
 * @typedef {import("./layout.js").Box} Box
 * @typedef {import("./layout.js").Line} Line
 * @typedef {{size?: number}} Sizes the size of all type but the names, in the picture's own units
 */

const space = "http://www.w3.org/2000/svg";
const duration = 450;

/** @type {Map<string, number>} The widths that have been measured. */
const widths = new Map();
const ruler = document.createElement("canvas").getContext("2d");

/**
 * The width of a text in a picture.
 * @param {number} size
 * @returns {(text: string, isName: boolean) => number}
 */
export function measure(size) {
  return (text, isName) => {
    if (!ruler) return text.length * size * 0.65;
    const key = `${size} ${isName} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    ruler.font = isName ? "600 14px system-ui, sans-serif" : `${size}px ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace`;
    const { width } = ruler.measureText(text);
    widths.set(key, width);
    return width;
  };
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(name, attributes, text) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * A part of a graph: so many of its objects, with the links between them and, in each box, what is left out there. First come the
 * objects that a text is about, then those that have changed, then those that are linked with them.
 * @param {Graph} graph
 * @param {number} count
 * @param {string} [text]
 * @returns {Graph}
 */
export function part(graph, count, text = "") {
  const all = graph.objects ?? [];
  const links = graph.links ?? [];
  const mentioned = new Set(all.filter((object) => isMentioned(object, graph.names?.[object.id] ?? [], text)).map((object) => object.id));
  /** @type {Set<string>} */
  const kept = new Set();
  while (kept.size < Math.min(count, all.length)) {
    let best;
    let most = -1;
    for (const object of all) {
      if (kept.has(object.id)) continue;
      const isLinked = links.some(
        (link) => (link.from === object.id && kept.has(link.to)) || (link.to === object.id && kept.has(link.from)));
      const worth = (mentioned.has(object.id) ? 4 : 0) + (object.state === "unchanged" ? 0 : 2) + (isLinked ? 1 : 0);
      if (worth > most) [best, most] = [object, worth];
    }
    if (best) kept.add(best.id);
  }
  const byID = new Map(all.map((object) => [object.id, object]));
  const isKept = (/** @type {string} */ id) => kept.has(id) || !byID.has(id);
  return {
    objects: all.filter((object) => kept.has(object.id)).map((object) => {
      /** @type {Map<string, number>} */
      const left = new Map();
      for (const link of links) {
        const other = link.from === object.id ? link.to : link.to === object.id ? link.from : undefined;
        if (other === undefined || isKept(other)) continue;
        const name = link.from === object.id ? link.name : link.inverse ?? byID.get(other)?.entity ?? "";
        left.set(name, (left.get(name) ?? 0) + 1);
      }
      return { ...object, more: [...left].map(([name, number]) => `+${number} ${name}`) };
    }),
    links: links.filter((link) => kept.has(link.from) && isKept(link.to)),
  };
}

/**
 * The part of a graph that code is about: the links of the relationships that it names, the objects of their entities, and those
 * that a text names. The whole graph where it names none, or one without a link.
 * @param {Graph} graph
 * @param {string} text
 * @param {Set<string>} words those of the code
 * @returns {Graph}
 */
export function about(graph, text, words) {
  const { objects = [], links = [], names = {} } = graph;
  const named = links.filter(({ name, inverse }) => words.has(name) || (inverse && words.has(inverse)));
  if (named.length === 0 || named.length === links.length) return graph;
  const ends = new Set(named.flatMap(({ from, to }) => [from, to]));
  const entities = new Set(objects.filter(({ id }) => ends.has(id)).map(({ entity }) => entity));
  const kept = objects.filter((object) => entities.has(object.entity) || isMentioned(object, names[object.id] ?? [], text));
  return { ...graph, objects: kept, links: named };
}

/**
 * Whether a text names an object: by its title, a variable, or its reference.
 * @param {Thing} object
 * @param {string[]} names
 * @param {string} text
 */
function isMentioned(object, names, text) {
  return [object.title, object.id, ...names].some((name) => {
    if (!name) return false;
    const place = text.indexOf(name);
    const isWord = (/** @type {string | undefined} */ sign) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
    return place >= 0 && !isWord(text[place - 1]) && !isWord(text[place + name.length]);
  });
}

export class Picture {
  /**
   * @param {HTMLElement} place
   * @param {Sizes} [sizes]
   */
  constructor(place, sizes = {}) {
    this.place = place;
    this.size = sizes.size ?? 12;
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** @type {Map<string, Line>} */
    this.lines = new Map();
    /** @type {Graph | null} */
    this.graph = null;
    this.frame = 0;
    /** Ends a move in a window that draws no frames, such as one behind another. */
    this.end = 0;
    /** The graph that is shown, as text. */
    this.text = "";
  }

  /**
   * Shows a graph. What was there before moves to its new place.
   * @param {Graph | null | undefined} graph
   * @param {{perColumn?: number, values?: number}} [options] how many objects are in a column, how many values in a box
   * @returns {string[] | undefined} what has changed, in words; undefined if nothing has
   */
  show(graph, options = {}) {
    const text = JSON.stringify([graph ?? null, options]);
    if (text === this.text) return undefined;
    this.text = text;
    const before = this.graph;
    graph = graph && { ...graph, objects: graph.objects && distinguished(graph.objects) };
    this.graph = graph ?? null;
    if (!graph || !graph.objects || graph.objects.length === 0) {
      cancelAnimationFrame(this.frame);
      this.boxes.clear();
      this.lines.clear();
      const words = graph?.tooMany
        ? word("tooManyObjects", "%1 objects are too many for a picture; show graph prints them.", graph.tooMany)
        : word("noObjects", "There are no objects yet.");
      this.place.replaceChildren(Object.assign(document.createElement("span"), { textContent: words, className: "small" }));
      return [];
    }
    const layout = arrange(graph, { ...options, measure: measure(this.size), size: this.size });
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches || !before?.objects;
    this.animate(graph, layout, isCalm ? 0 : duration);
    return before?.objects ? changes(before, graph) : [];
  }

  /**
   * @param {Graph} graph
   * @param {import("./layout.js").Layout} layout
   * @param {number} time
   */
  animate(graph, { objects: drawn, links, boxes, lines, width, height }, time) {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.end);
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "objects", role: "img", "aria-label": words(graph) });
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    svg.style.setProperty("--drawn", `${width}px`);
    const group = shape("g", {});
    // Above all lines, and below the objects.
    const names = shape("g", {});
    const objects = shape("g", {});
    svg.append(group, names, objects);
    /** @type {{draw: (share: number) => void}[]} */
    const moves = [];
    const gone = new Set(drawn.filter(({ state }) => state === "gone").map(({ id }) => id));
    for (const link of links) {
      const target = lines.get(link.key);
      if (!target) continue;
      const start = this.lines.get(link.key);
      const dead = gone.has(link.to) ? " dead" : "";
      const path = shape("path", { class: `link${dead}` });
      const ends = [shape("path", { class: `link-end${dead}` }), ...(link.inverse ? [shape("path", { class: "link-end" })] : [])];
      const label = shape("text", { class: "link-name" }, target.label?.text ?? "");
      const below = shape("text", { class: "link-name" }, target.label?.below ?? "");
      group.append(path, ...ends);
      if (target.label) names.append(label, below);
      moves.push({
        draw: (share) => {
          const now = between(start ?? target, target, share);
          path.setAttribute("d", curve(now));
          ends[0]?.setAttribute("d", head([...now.points].reverse(), now.bend, link.many));
          ends[1]?.setAttribute("d", head(now.points, now.bend, link.inverseMany));
          [label, below].forEach((text, line) => {
            text.setAttribute("x", String(now.label?.x ?? 0));
            text.setAttribute("y", String((now.label?.y ?? 0) + line * (now.label?.pitch ?? 0)));
          });
          const opacity = String(start ? 1 : share);
          for (const part of [path, label, below, ...ends]) part.setAttribute("opacity", opacity);
          this.lines.set(link.key, now);
        },
      });
    }
    for (const object of drawn) {
      const target = boxes.get(object.id);
      if (!target) continue;
      const start = this.boxes.get(object.id);
      const box = shape("g", { class: `object ${object.state}` });
      box.append(shape("rect", { width: target.width, height: target.height, rx: 6 }));
      const places = baselines(target.rows, this.size);
      target.rows.forEach((row, index) => box.append(shape("text", { x: 10, y: places[index], class: `object-${row.kind}` }, row.text)));
      objects.append(box);
      moves.push({
        draw: (share) => {
          const from = start ?? target;
          const x = from.x + (target.x - from.x) * share;
          const y = from.y + (target.y - from.y) * share;
          box.setAttribute("transform", `translate(${x} ${y})`);
          box.setAttribute("opacity", String(start ? 1 : share));
          this.boxes.set(object.id, { ...target, x, y });
        },
      });
    }
    for (const key of [...this.lines.keys()]) if (!lines.has(key)) this.lines.delete(key);
    for (const key of [...this.boxes.keys()]) if (!boxes.has(key)) this.boxes.delete(key);
    this.place.replaceChildren(svg);
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = time > 0 ? Math.min(1, Math.max(0, (now - began) / time)) : 1;
      const share = 1 - (1 - part) ** 3;
      for (const move of moves) move.draw(share);
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    step(began + (time > 0 ? 0 : 1));
    if (time === 0) return;
    this.frame = requestAnimationFrame(step);
    this.end = window.setTimeout(() => step(began + time), time + 100);
  }
}

/**
 * The arrowhead at a line's first point, as in a diagram of the model: two for a to-many relationship.
 * @param {import("./layout.js").Point[]} points @param {number} bend @param {boolean} [isMany]
 */
function head([tip, next], bend, isMany) {
  if (!tip || !next) return "";
  // A line leaves its box to the side.
  const away = bend !== 0 || next.x >= tip.x ? 1 : -1;
  return (isMany ? [0, 7] : [0])
    .map((start) => `M${tip.x + away * start} ${tip.y}l${away * 9} -5v10z`).join("");
}

/** @param {Line} line */
function curve({ points, bend }) {
  const [first] = points;
  let path = `M${first?.x} ${first?.y}`;
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (!before) return;
    if (index % 2 === 0) path += `L${point.x} ${point.y}`;
    else if (bend !== 0) path += `C${before.x + bend} ${before.y} ${point.x + bend} ${point.y} ${point.x} ${point.y}`;
    else path += `C${(before.x + point.x) / 2} ${before.y} ${(before.x + point.x) / 2} ${point.y} ${point.x} ${point.y}`;
  });
  return path;
}

/** @param {Line} from @param {Line} to @param {number} share @returns {Line} */
function between(from, to, share) {
  if (share === 1) return to;
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
  const count = Math.max(from.points.length, to.points.length);
  /** @param {Line} line @param {number} index */
  const at = (line, index) => line.points[Math.min(index, line.points.length - 1)] ?? { x: 0, y: 0 };
  const points = Array.from({ length: count }, (_, index) => {
    const [one, other] = [at(from, index), at(to, index)];
    return { x: mix(one.x, other.x), y: mix(one.y, other.y) };
  });
  const start = from.label ?? to.label;
  const label = to.label && start && { ...to.label, x: mix(start.x, to.label.x), y: mix(start.y, to.label.y) };
  return { points, bend: mix(from.bend, to.bend), label };
}

/** @param {Thing | undefined} object @param {string} id */
function nameOf(object, id) {
  return object ? (object.title ?? object.id) : word("goneMark", "%1 (gone)", id);
}

/**
 * The graph as a sentence for those who do not see it.
 * @param {Graph} graph
 */
function words(graph) {
  const objects = graph.objects ?? [];
  const byID = new Map(objects.map((object) => [object.id, object]));
  const links = (graph.links ?? []).map(
    (link) => word("linkIs", "%1: %2 is %3", nameOf(byID.get(link.from), link.from), link.name, nameOf(byID.get(link.to), link.to)));
  const names = objects.map((object) => {
    const name = nameOf(object, object.id);
    return object.state === "deleted" ? word("deletionMark", "%1 (marked for deletion)", name) : name;
  });
  return word("pictureInWords", "Objects: %1. Links: %2.", names.join(", "), links.length ? links.join("; ") : word("noLinks", "none"));
}

/**
 * What has changed, at most a few sentences.
 * @param {Graph} before
 * @param {Graph} after
 */
function changes(before, after) {
  /** @type {string[]} */
  const found = [];
  const old = new Map((before.objects ?? []).map((object) => [object.id, object]));
  const now = new Map((after.objects ?? []).map((object) => [object.id, object]));
  const oldLinks = new Map((before.links ?? []).map((link) => [link.key, link]));
  const newLinks = new Map((after.links ?? []).map((link) => [link.key, link]));
  for (const [id, object] of now) if (!old.has(id)) found.push(word("isNew", "%1 is new", nameOf(object, id)));
  for (const [id, object] of old) if (!now.has(id)) found.push(word("isGone", "%1 is gone", nameOf(object, id)));
  for (const [id, object] of now) {
    if (object.state === "deleted" && old.get(id)?.state !== "deleted") found.push(word("isMarked", "%1 is marked for deletion", nameOf(object, id)));
    if (object.state !== "deleted" && old.get(id)?.state === "deleted") found.push(word("isUnmarked", "%1 is no longer marked for deletion", nameOf(object, id)));
  }
  for (const [key, link] of newLinks) {
    const earlier = oldLinks.get(key);
    if (!earlier || earlier.to !== link.to) {
      found.push(word("linkIsNow", "%1: %2 is now %3", nameOf(now.get(link.from), link.from), link.name, nameOf(now.get(link.to), link.to)));
    }
  }
  for (const [key, link] of oldLinks) {
    if (!newLinks.has(key) && now.has(link.from)) found.push(word("linkLeaves", "%1: %2 no longer leads to %3", nameOf(now.get(link.from), link.from), link.name, nameOf(now.get(link.to) ?? old.get(link.to), link.to)));
  }
  return found.slice(0, 6);
}
