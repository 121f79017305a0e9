// @ts-check
// The places of the boxes and lines of a picture: geometry, without a page.
//
// Objects of an entity are in the same column, or in several next to each other. A line to a column that is not next to its own
// takes a lane of its own through each column between them, so that it never passes behind a box that is not its end.
import { word } from "./shared.js";

/**
 * @typedef {import("./picture.js").Graph} Graph
 * @typedef {import("./picture.js").Thing} Thing
 * @typedef {{kind: "name" | "value" | "more" | "mark", text: string}} Row
 * @typedef {{x: number, y: number, width: number, height: number, rows: Row[]}} Box
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {text: string, below: string, pitch: number}} Label the name of the relationship, and that of its inverse a
 *   pitch below it: on both sides of a straight line, or both next to a curve
 * @typedef {{points: Point[], bend: number, label: Label | null}} Line a curve from each even point to the
 *   next, and straight from there to the one after it; with a bend, one curve around the right side of a column
 * @typedef {{objects: Thing[], links: import("./picture.js").Link[], boxes: Map<string, Box>, lines: Map<string, Line>, width: number,
 *   height: number}} Layout the objects and links are those that are drawn: with an empty box where a link leads to one that is gone
 * @typedef {{measure: (text: string, isName: boolean) => number, values?: number, perColumn?: number, size?: number}} Options
 *   `values` is the most values of a box, or one more where that is the last, `size` that of all type but the names
 */

export const nameSize = 14;
const rowGap = 14;
const laneHeight = 10;
const margin = 12;
const padding = 10;
const leastWidth = 64;
const mostWidth = 204;
const leastChannel = 56;
/** How far a line inside a column goes around its boxes, and how much of that its curve reaches. */
const bend = 46;
const reach = bend * 0.75;
/** With more entities than this, columns keep the model's order: there are too many others to try. */
const entityLimit = 6;

/**
 * Arranges a graph. O(objects + links), and for each order of up to six entities O(pairs of entities).
 * @param {Graph} graph
 * @param {Options} options
 * @returns {Layout}
 */
export function arrange(graph, options) {
  const { objects, links } = withGone(graph);
  const columns = columnsOf(objects, links, options.perColumn ?? Infinity);
  /** @type {Map<string, Box>} */
  const boxes = new Map(objects.map((object) => [object.id, boxOf(object, objects, options)]));
  /** @type {Map<string, number>} */
  const columnOf = new Map(columns.flatMap((ids, column) => ids.map((id) => [id, column])));
  const widths = columns.map((ids) => Math.max(leastWidth, ...ids.map((id) => boxes.get(id)?.width ?? 0)));
  const labels = labelsOf(objects, links, columnOf);
  /** @param {number} channel the one to the right of a column; that before the first is -1 */
  const labelWidth = (channel, isBent = false) => Math.max(0, ...[...labels.values()]
    .filter((label) => label.channel === channel && label.isBent === isBent)
    .map((label) => options.measure(label.widest, false)));
  let x = margin;
  const lefts = columns.map((_, column) => {
    const left = x;
    const isBent = links.some((link) => columnOf.get(link.from) === column && columnOf.get(link.to) === column);
    const around = isBent ? reach + padding + labelWidth(column, true) : 0;
    const across = labelWidth(column) + 2 * padding;
    const isLast = column === columns.length - 1;
    x += (widths[column] ?? 0) + Math.max(around, isLast ? 0 : Math.max(leastChannel, across));
    return left;
  });
  const width = x + margin;
  for (const [column, ids] of columns.entries()) {
    for (const id of ids) Object.assign(boxes.get(id) ?? {}, { x: lefts[column], width: widths[column] });
  }
  const heightOf = (/** @type {string} */ id) => boxes.get(id)?.height ?? laneHeight;
  const first = stacked(columns, heightOf);
  // Each line takes a lane near the straight way.
  /** @type {string[][]} */
  const filled = columns.map((ids) => [...ids]);
  /** @type {Map<string, string[]>} */
  const lanes = new Map();
  /** @type {{id: string, column: number, y: number}[]} */
  const wanted = [];
  for (const link of links) {
    const [from, to] = [columnOf.get(link.from), columnOf.get(link.to)];
    if (from === undefined || to === undefined || Math.abs(from - to) < 2) continue;
    const step = Math.sign(to - from);
    const [start, end] = [first.centers.get(link.from) ?? 0, first.centers.get(link.to) ?? 0];
    const mine = [];
    for (let column = from + step; column !== to; column += step) {
      const id = `${link.key} ${column}`;
      wanted.push({ id, column, y: start + ((end - start) * (column - from)) / (to - from) });
      mine.push(id);
    }
    lanes.set(link.key, mine);
  }
  wanted.sort((one, other) => one.y - other.y);
  for (const lane of wanted) {
    const column = filled[lane.column] ?? [];
    const heights = new Map(wanted.map((other) => [other.id, other.y]));
    const place = column.findIndex((id) => (first.centers.get(id) ?? heights.get(id) ?? 0) > lane.y);
    column.splice(place < 0 ? column.length : place, 0, lane.id);
  }
  const final = stacked(filled, heightOf);
  for (const [id, box] of boxes) box.y = (final.centers.get(id) ?? 0) - box.height / 2;
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const link of links) {
    const [from, to] = [boxes.get(link.from), boxes.get(link.to)];
    if (!from || !to) continue;
    const points = route(from, to, (lanes.get(link.key) ?? []).map((id) => {
      const column = Number(id.slice(id.lastIndexOf(" ") + 1));
      return { left: lefts[column] ?? 0, right: (lefts[column] ?? 0) + (widths[column] ?? 0), y: final.centers.get(id) ?? 0 };
    }));
    lines.set(link.key, { points, bend: from.x === to.x ? bend : 0, label: null });
  }
  const { above, height } = name(lines, labels, final.height, options);
  for (const box of boxes.values()) box.y += above;
  return { objects, links, boxes, lines, width, height };
}

/**
 * A graph with an empty box for each object that a link leads to and that is gone. Nothing leads back from there.
 * @param {Graph} graph
 * @returns {{objects: Thing[], links: import("./picture.js").Link[]}}
 */
function withGone({ objects = [], links = [] }) {
  const known = new Set(objects.map(({ id }) => id));
  const gone = [...new Set(links.map(({ to }) => to).filter((id) => !known.has(id)))];
  if (gone.length === 0) return { objects, links };
  return {
    objects: [...objects, ...gone.map((id) => (
      { id, entity: id.split("#")[0] ?? id, title: word("goneMark", "%1 (gone)", id), state: "gone", values: [] }))],
    links: links.map((link) => (known.has(link.to) ? link : { ...link, inverse: null, inverseMany: false })),
  };
}

/**
 * Names the lines: each relationship next to the one of its lines where the fewest lines pass through the names. The picture grows
 * above and below where they need more room.
 * @param {Map<string, Line>} lines
 * @param {ReturnType<typeof labelsOf>} labels
 * @param {number} height
 * @param {Options} options
 * @returns {{above: number, height: number}} how far everything moves down, and the height of the picture
 */
function name(lines, labels, height, { measure, size = 12 }) {
  const passed = [...lines.values()].flatMap((line) => course(line));
  /** @type {{left: number, right: number, top: number, bottom: number}[]} */
  const taken = [];
  for (const { widest, links } of labels.values()) {
    /** @type {{line: Line, label: Label, area: {left: number, right: number, top: number, bottom: number}, cost: number} | undefined} */
    let best;
    const half = measure(widest, false) / 2;
    for (const link of links) {
      const line = lines.get(link.key);
      const [one, other] = line?.points ?? [];
      if (!line || !one || !other) continue;
      // Beside the column, or in the middle of the way to the next.
      const x = line.bend ? one.x + reach + padding / 2 + half : (one.x + other.x) / 2;
      const [text, below] = named(link, line.bend ? (one.y < other.y ? "↓" : "↑") : other.x < one.x ? "←" : "→");
      const own = course({ ...line, points: [one, other] }).filter((point) => Math.abs(point.x - x) <= half + 1).map((point) => point.y);
      const [top, bottom] = [Math.min(...own, one.y, other.y), Math.max(...own, one.y, other.y)];
      const rows = below ? 2 * size + 4 : size;
      /** @type {[number, number][]} The baseline of the first name and the pitch of the second. */
      const places = line.bend ? [0, 1, -1, 2, -2].map((shift) => [(one.y + other.y) / 2 - 4 + shift * (rows + 6), size + 4])
        : top === bottom ? [[top - 7, size + 10], [top - 7 - (rows - size), size + 4], [bottom + 4 + size, size + 4]]
        : [[Math.min(...own) - 9 - (rows - size), size + 4], [Math.max(...own) + 6 + size, size + 4]];
      // Above other names, where the near places are taken.
      const near = places.length;
      for (let more = 0; more < 24; more += 1) places.push([Math.min(...places.map(([y]) => y)) - rows - 6, size + 4]);
      for (const [place, [y, pitch]] of places.entries()) {
        const area = { left: x - half, right: x + half, top: y - size, bottom: y + 3 + (below ? pitch : 0) };
        const isSplit = pitch > size + 4;
        const inside = passed.filter((point) => point.x > area.left && point.x < area.right && point.y > area.top && point.y < area.bottom
          && !(isSplit && point.y === top)).length;
        const over = taken.filter((other) => other.left < area.right && area.left < other.right && other.top < area.bottom && area.top < other.bottom).length;
        const outside = area.top < 0 || area.bottom > height ? 1 : 0;
        const cost = 10 * inside + 1000 * over + outside + (line.bend ? 2 * place : 0) + 40 * Math.max(0, place + 1 - near);
        if (!best || cost < best.cost) best = { line, label: { text, below, x, y, pitch }, area, cost };
      }
    }
    if (!best) continue;
    best.line.label = best.label;
    taken.push(best.area);
  }
  const above = Math.ceil(Math.max(0, ...taken.map((area) => 4 - area.top)));
  for (const line of lines.values()) {
    line.points = line.points.map(({ x, y }) => ({ x, y: y + above }));
    if (line.label) line.label.y += above;
  }
  return { above, height: above + Math.ceil(Math.max(height, ...taken.map((area) => area.bottom + 4))) };
}

/**
 * Points on a line, close to each other.
 * @param {Line} line
 * @returns {Point[]}
 */
function course({ points, bend: around }) {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to;
    const [one, other] = around ? [from.x + around, to.x + around] : [(from.x + to.x) / 2, (from.x + to.x) / 2];
    return Array.from({ length: 41 }, (_, step) => {
      const [t, s] = [step / 40, 1 - step / 40];
      if (index % 2) return { x: s * from.x + t * to.x, y: s * from.y + t * to.y };
      const share = t * t * (3 - 2 * t);
      return { x: s ** 3 * from.x + 3 * s * s * t * one + 3 * s * t * t * other + t ** 3 * to.x, y: from.y === to.y ? from.y : from.y + share * (to.y - from.y) };
    });
  });
}

/**
 * The arrangement of a graph for a place: each entity in one column if that is large enough, otherwise in as many columns as make
 * it largest.
 * @param {Graph} graph
 * @param {{width: number, height: number}} place
 * @param {number} enough
 * @param {Options} options
 * @returns {{layout: Layout, perColumn: number, scale: number}}
 */
export function arrangedFor(graph, place, enough, options) {
  const count = Math.max(1, graph.objects?.length ?? 1);
  let best;
  for (let parts = 1; parts <= count; parts += 1) {
    const perColumn = Math.ceil(count / parts);
    const layout = arrange(graph, { ...options, perColumn });
    const scale = Math.min(place.width / layout.width, place.height / layout.height);
    if (!best || scale > best.scale) best = { layout, perColumn, scale };
    if (best.scale >= enough) break;
  }
  return best ?? { layout: arrange(graph, options), perColumn: count, scale: 1 };
}

/**
 * The orders of entities that have been found, by the objects.
 * @type {WeakMap<Thing[], string[]>}
 */
const orders = new WeakMap();

/**
 * The columns of objects, by id. Entities that are linked with each other are next to each other, as far as that is possible.
 * @param {Thing[]} objects
 * @param {import("./picture.js").Link[]} links
 * @param {number} perColumn
 */
function columnsOf(objects, links, perColumn) {
  const entityOf = new Map(objects.map((object) => [object.id, object.entity]));
  const entities = [...new Set(entityOf.values())];
  const pairs = links.map((link) => [entityOf.get(link.from), entityOf.get(link.to)]);
  const cost = (/** @type {string[]} */ order) => pairs.reduce((sum, [one, other]) => {
    if (one === undefined || other === undefined) return sum;
    return sum + Math.max(0, Math.abs(order.indexOf(one) - order.indexOf(other)) - 1);
  }, 0);
  let best = orders.get(objects);
  if (!best) {
    const all = entities.length <= entityLimit ? permutations(entities) : [entities];
    best = all.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    orders.set(objects, best);
  }
  return best.flatMap((entity) => {
    const mine = objects.filter((object) => object.entity === entity).map((object) => object.id);
    // As many in each as in the others.
    const count = Math.max(1, Math.ceil(mine.length / perColumn));
    const size = Math.ceil(mine.length / count);
    return Array.from({ length: count }, (_, column) => mine.slice(column * size, (column + 1) * size)).filter((ids) => ids.length);
  });
}

/**
 * All orders, the one that is given first.
 * @param {string[]} all
 * @returns {string[][]}
 */
function permutations(all) {
  if (all.length < 2) return [all];
  return all.flatMap((one) => permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

/**
 * The names that are written, by relationship and direction: one is enough for all lines of which its arrows are true. Each has the
 * lines on the same way that it can be next to.
 * @param {Thing[]} objects
 * @param {import("./picture.js").Link[]} links
 * @param {Map<string, number>} columnOf
 */
function labelsOf(objects, links, columnOf) {
  const entityOf = new Map(objects.map((object) => [object.id, object.entity]));
  /** @type {Map<string, {widest: string, channel: number, isBent: boolean, links: import("./picture.js").Link[]}>} */
  const labels = new Map();
  const order = new Map([...columnOf.keys()].map((id, place) => [id, place]));
  for (const link of links) {
    const from = columnOf.get(link.from);
    if (from === undefined) continue;
    const to = columnOf.get(link.to);
    const isForwards = (order.get(link.from) ?? 0) <= (order.get(link.to) ?? Infinity);
    const isWithin = to === from;
    // A link that leads nowhere has no inverse.
    const key = `${entityOf.get(link.from)}.${link.name} ${link.inverse ?? ""} ${isWithin} ${isForwards}`;
    const widest = `→ ${(link.inverse ?? "").length > link.name.length ? link.inverse : link.name}`;
    const label = { widest, channel: to !== undefined && to < from ? from - 1 : from, isBent: isWithin, links: [link] };
    const known = labels.get(key);
    if (!known) labels.set(key, label);
    else if (widest === known.widest && label.channel === known.channel && label.isBent === known.isBent) {
      known.links.push(link);
    }
  }
  return labels;
}

/**
 * The names of a link, each with an arrow that shows where it leads.
 * @param {import("./picture.js").Link} link
 * @param {string} arrow where the relationship leads
 * @returns {[string, string]}
 */
function named({ name, inverse }, arrow) {
  const back = { "→": "←", "←": "→", "↓": "↑", "↑": "↓" }[arrow] ?? "";
  const text = (/** @type {string} */ sign, /** @type {string} */ word) => (sign === "→" ? `${word} ${sign}` : `${sign} ${word}`);
  return [text(arrow, name), inverse ? text(back, inverse) : ""];
}

/**
 * The middles of what is in columns, each column in the middle of the picture's height.
 * @param {string[][]} columns
 * @param {(id: string) => number} heightOf
 */
function stacked(columns, heightOf) {
  const heights = columns.map((ids) => ids.reduce((sum, id) => sum + heightOf(id) + rowGap, -rowGap));
  const height = Math.max(0, ...heights) + 2 * margin;
  /** @type {Map<string, number>} */
  const centers = new Map();
  columns.forEach((ids, column) => {
    let y = (height - (heights[column] ?? 0)) / 2;
    for (const id of ids) {
      centers.set(id, y + heightOf(id) / 2);
      y += heightOf(id) + rowGap;
    }
  });
  return { centers, height };
}

/**
 * The points of a line.
 * @param {Box} from
 * @param {Box} to
 * @param {{left: number, right: number, y: number}[]} lanes
 * @returns {Point[]}
 */
function route(from, to, lanes) {
  const y1 = from.y + from.height / 2;
  const right = from.x + from.width;
  const y2 = to.y + to.height / 2;
  if (from === to) return [{ x: right, y: y1 - 8 }, { x: right, y: y1 + 8 }];
  // The ends of lines that lead up and of those that lead down are apart.
  const apart = y1 < y2 ? 7 : -7;
  if (from.x === to.x) return [{ x: right, y: y1 + apart }, { x: right, y: y2 - apart }];
  const isRightwards = from.x < to.x;
  return [
    { x: isRightwards ? right : from.x, y: y1 },
    ...lanes.flatMap(({ left, right: end, y }) => (isRightwards ? [{ x: left, y }, { x: end, y }] : [{ x: end, y }, { x: left, y }])),
    { x: isRightwards ? to.x : to.x + to.width, y: y2 },
  ];
}

/**
 * The objects with names that differ: those that are called alike have their references, too.
 * @param {Thing[]} objects
 * @returns {Thing[]}
 */
export function distinguished(objects) {
  /** @type {Map<string | null, number>} */
  const counts = new Map();
  for (const { title } of objects) counts.set(title, (counts.get(title) ?? 0) + 1);
  return objects.map((object) => (object.title !== null && (counts.get(object.title) ?? 0) > 1
    ? { ...object, title: `${object.title} ${object.id}` } : object));
}

/**
 * An object's box, without its place.
 * @param {Thing} object
 * @param {Thing[]} objects all of the picture
 * @param {Options} options
 * @returns {Box}
 */
function boxOf(object, objects, { measure, values = 3, size = 12 }) {
  const room = mostWidth - 2 * padding;
  /** @type {Row[]} */
  const rows = wrapped(object.title ?? object.id, room, (text) => measure(text, true)).map((text) => ({ kind: "name", text }));
  const add = (/** @type {Row["kind"]} */ kind, /** @type {string} */ text) =>
    rows.push({ kind, text: cut(text, room, (part) => measure(part, kind === "mark")) });
  // One value more takes no more room than the words that say that it is left out.
  const shown = object.values.slice(0, values > 0 && object.values.length === values + 1 ? values + 1 : values);
  for (const [key, value] of shown) {
    if (measure(`${key} ${value}`, false) <= room) add("value", `${key} ${value}`);
    else {
      const others = objects.filter((other) => other !== object && other.entity === object.entity)
        .flatMap((other) => other.values.flatMap(([name, text]) => (name === key && text !== value ? [text] : [])));
      rows.push({ kind: "value", text: cut(key, room, (part) => measure(part, false)) });
      rows.push({ kind: "value", text: telling(value, others, room, (part) => measure(part, false)) });
    }
  }
  const left = object.values.length - shown.length;
  // A box with no values shows that there are none to see.
  if (left > 0 && values > 0) add("more", word("moreValues", "+%1 values", left));
  for (const text of object.more ?? []) add("more", text);
  const mark = { inserted: "+ new", updated: "~ changed", deleted: "✗ marked for deletion" }[object.state];
  if (mark) add("mark", mark);
  const width = 2 * padding + Math.max(...rows.map((row) => measure(row.text, row.kind === "name" || row.kind === "mark")));
  return { x: 0, y: 0, width: Math.ceil(width), height: baselines(rows, size).at(-1) + padding, rows };
}

/**
 * How far below the upper edge of its box each row is written.
 * @param {Row[]} rows
 * @param {number} size
 * @returns {any[]}
 */
export function baselines(rows, size) {
  let y = padding - nameSize / 2 - 1;
  return rows.map((row) => (y += (row.kind === "name" ? nameSize : size) + 4));
}

/**
 * A name in at most two lines.
 * @param {string} text
 * @param {number} room
 * @param {(text: string) => number} measure
 */
function wrapped(text, room, measure) {
  if (measure(text) <= room * 0.75) return [text];
  const words = text.split(" ");
  for (let count = words.length - 1; count > 0; count -= 1) {
    const [line, rest] = [words.slice(0, count).join(" "), words.slice(count).join(" ")];
    if (measure(line) <= room && measure(line) <= measure(rest) * 2.2) return [line, cut(rest, room, measure)];
  }
  return [cut(text, room, measure)];
}

/**
 * As much of a text as there is room for: its beginning, or the place from which it differs from the others.
 * @param {string} text
 * @param {string[]} others
 * @param {number} room
 * @param {(text: string) => number} measure
 */
function telling(text, others, room, measure) {
  const beginning = cut(text, room, measure);
  const shared = Math.max(0, ...others.map((other) => {
    let count = 0;
    while (count < text.length && text[count] === other[count]) count += 1;
    return count;
  }));
  return beginning === text || shared < beginning.length - 1 ? beginning : cut(`…${text.slice(Math.max(0, shared - 4))}`, room, measure);
}

/**
 * @param {string} text
 * @param {number} room
 * @param {(text: string) => number} measure
 */
function cut(text, room, measure) {
  if (measure(text) <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && measure(`${characters.join("")}…`) > room) characters.pop();
  return `${characters.join("")}…`;
}
