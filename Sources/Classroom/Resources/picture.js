// @ts-check
// Objects as boxes and links as lines. When a link changes, its line moves; when an object goes, the others close up.
import { word } from "./shared.js";

/**
 * @typedef {{id: string, entity: string, title: string | null, state: string, values: [string, string][]}} Thing
 * @typedef {{key: string, from: string, to: string, name: string}} Link
 * @typedef {{objects?: Thing[], links?: Link[], tooMany?: number}} Graph
 * @typedef {{x: number, y: number, height: number}} Place
 * @typedef {{x1: number, y1: number, x2: number, y2: number, bend: number}} Line
 */

const space = "http://www.w3.org/2000/svg";
const rowGap = 14;
const margin = 12;
const duration = 450;
const valueLimit = 3;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(name, attributes, text) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * A part of a graph: so many of its objects, those that have changed first and then some of every entity that are linked with
 * each other, and the links between them.
 * @param {Graph} graph
 * @param {number} count
 * @returns {Graph}
 */
export function part(graph, count) {
  const all = graph.objects ?? [];
  const kept = new Set(all.filter((object) => object.state !== "unchanged").slice(0, count).map((object) => object.id));
  const entities = [...new Set(all.map((object) => object.entity))];
  const isLinked = (/** @type {string} */ id) => (graph.links ?? []).some(
    (link) => (link.from === id && kept.has(link.to)) || (link.to === id && kept.has(link.from)));
  for (let turn = 0; kept.size < Math.min(count, all.length); turn += 1) {
    const left = all.filter((object) => !kept.has(object.id) && object.entity === entities[turn % entities.length]);
    const next = left.find((object) => isLinked(object.id)) ?? left[0];
    if (next) kept.add(next.id);
  }
  return {
    objects: all.filter((object) => kept.has(object.id)),
    links: (graph.links ?? []).filter((link) => kept.has(link.from) && kept.has(link.to)),
  };
}

export class Picture {
  /**
   * @param {HTMLElement} place
   * @param {{boxWidth?: number, columnGap?: number}} [sizes] in the picture's own units
   */
  constructor(place, sizes = {}) {
    this.place = place;
    this.boxWidth = sizes.boxWidth ?? 200;
    this.columnGap = sizes.columnGap ?? 120;
    /** @type {Map<string, Place>} */
    this.boxes = new Map();
    /** @type {Map<string, Line>} */
    this.lines = new Map();
    /** @type {Graph | null} */
    this.graph = null;
    this.frame = 0;
    /** The graph that is shown, as text. */
    this.text = "";
  }

  /**
   * Shows a graph. What was there before moves to its new place.
   * @param {Graph | null | undefined} graph
   * @returns {string[] | undefined} what has changed, in words; undefined if nothing has
   */
  show(graph) {
    const text = JSON.stringify(graph ?? null);
    if (text === this.text) return undefined;
    this.text = text;
    const before = this.graph;
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
    const { boxes, lines, width, height } = this.layout(graph);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches || !before?.objects;
    this.animate(graph, boxes, lines, width, height, isCalm ? 0 : duration);
    return before?.objects ? changes(before, graph) : [];
  }

  /** @param {Graph} graph */
  layout(graph) {
    const objects = graph.objects ?? [];
    const entities = [...new Set(objects.map((object) => object.entity))];
    /** @type {Map<string, Place>} */
    const boxes = new Map();
    let height = 0;
    entities.forEach((entity, column) => {
      let y = margin;
      for (const object of objects.filter((object) => object.entity === entity)) {
        const rows = Math.min(object.values.length, valueLimit) + (object.state === "unchanged" ? 0 : 1);
        const boxHeight = 30 + rows * 17;
        boxes.set(object.id, { x: margin + column * (this.boxWidth + this.columnGap), y, height: boxHeight });
        y += boxHeight + rowGap;
      }
      height = Math.max(height, y);
    });
    // Columns that are shorter stand in the middle.
    entities.forEach((entity) => {
      const mine = objects.filter((object) => object.entity === entity).map((object) => boxes.get(object.id));
      const last = mine[mine.length - 1];
      if (!last) return;
      const shift = (height - (last.y + last.height + rowGap)) / 2;
      for (const box of mine) if (box) box.y += shift;
    });
    /** @type {Map<string, Line>} */
    const lines = new Map();
    for (const link of graph.links ?? []) {
      const from = boxes.get(link.from);
      const to = boxes.get(link.to) ?? gone(from, this.boxWidth + this.columnGap / 2);
      if (!from || !to) continue;
      lines.set(link.key, line(from, to, this.boxWidth));
    }
    // A link inside a column goes around its boxes.
    const room = [...lines.values()].some((each) => each.bend !== 0) ? 60 : 0;
    const width = margin * 2 + entities.length * this.boxWidth + (entities.length - 1) * this.columnGap + room;
    return { boxes, lines, width, height: height + margin };
  }

  /**
   * @param {Graph} graph
   * @param {Map<string, Place>} boxes
   * @param {Map<string, Line>} lines
   * @param {number} width
   * @param {number} height
   * @param {number} time
   */
  animate(graph, boxes, lines, width, height, time) {
    cancelAnimationFrame(this.frame);
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "objects", role: "img", "aria-label": words(graph) });
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    const group = shape("g", {});
    svg.append(group);
    /** @type {{draw: (share: number) => void}[]} */
    const moves = [];
    /** @type {Set<string>} The names that have been written: one label is enough for the lines of a relationship. */
    const named = new Set();
    for (const link of graph.links ?? []) {
      const target = lines.get(link.key);
      if (!target) continue;
      const isNamed = named.has(link.name);
      named.add(link.name);
      const start = this.lines.get(link.key);
      const path = shape("path", { class: boxes.has(link.to) ? "link" : "link dead" });
      const end = shape("circle", { class: "link-end", r: 4 });
      const label = shape("text", { class: "link-name" }, link.name);
      group.append(path, end, label);
      moves.push({
        draw: (share) => {
          const now = between(start ?? target, target, share);
          path.setAttribute("d", curve(now));
          end.setAttribute("cx", String(now.x2));
          end.setAttribute("cy", String(now.y2));
          label.setAttribute("x", String((now.x1 + now.x2) / 2 + now.bend * 0.75));
          label.setAttribute("y", String((now.y1 + now.y2) / 2 - 4));
          const opacity = String(start ? 1 : share);
          path.setAttribute("opacity", opacity);
          label.setAttribute("opacity", isNamed ? "0" : opacity);
          this.lines.set(link.key, now);
        },
      });
    }
    for (const object of graph.objects ?? []) {
      const target = boxes.get(object.id);
      if (!target) continue;
      const start = this.boxes.get(object.id);
      const box = shape("g", { class: `object ${object.state}` });
      box.append(shape("rect", { width: this.boxWidth, height: target.height, rx: 6 }));
      const name = object.title ?? object.id;
      box.append(shape("text", { x: 10, y: 20, class: "object-name" }, cut(name, Math.floor(this.boxWidth / 8.3))));
      let y = 38;
      for (const [key, value] of object.values.slice(0, valueLimit)) {
        box.append(shape("text", { x: 10, y, class: "object-value" }, cut(`${key} ${value}`, Math.floor(this.boxWidth / 7.6))));
        y += 17;
      }
      const mark = { inserted: "+ new", updated: "~ changed", deleted: "✗ marked for deletion" }[object.state];
      if (mark) box.append(shape("text", { x: 10, y, class: "object-mark" }, mark));
      group.append(box);
      moves.push({
        draw: (share) => {
          const from = start ?? target;
          const x = from.x + (target.x - from.x) * share;
          const y = from.y + (target.y - from.y) * share;
          box.setAttribute("transform", `translate(${x} ${y})`);
          box.setAttribute("opacity", String(start ? 1 : share));
          this.boxes.set(object.id, { x, y, height: target.height });
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
    if (time > 0) this.frame = requestAnimationFrame(step);
  }
}

/**
 * The place of an object that is gone.
 * @param {Place | undefined} from
 * @param {number} shift how far left of the other end
 * @returns {Place | undefined}
 */
function gone(from, shift) {
  return from && { x: from.x - shift, y: from.y, height: from.height };
}

/** @param {Place} from @param {Place} to @param {number} boxWidth @returns {Line} */
function line(from, to, boxWidth) {
  const y1 = from.y + from.height / 2;
  const y2 = to.y + to.height / 2;
  if (from.x === to.x) return { x1: from.x + boxWidth, y1, x2: to.x + boxWidth, y2, bend: 46 };
  return from.x < to.x
    ? { x1: from.x + boxWidth, y1, x2: to.x, y2, bend: 0 }
    : { x1: from.x, y1, x2: to.x + boxWidth, y2, bend: 0 };
}

/** @param {Line} line */
function curve({ x1, y1, x2, y2, bend }) {
  if (bend !== 0) return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 + bend} ${y2} ${x2} ${y2}`;
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

/** @param {Line} from @param {Line} to @param {number} share @returns {Line} */
function between(from, to, share) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
  return {
    x1: mix(from.x1, to.x1), y1: mix(from.y1, to.y1), x2: mix(from.x2, to.x2), y2: mix(from.y2, to.y2),
    bend: mix(from.bend, to.bend),
  };
}

/** @param {string} text @param {number} length */
function cut(text, length) {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
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
