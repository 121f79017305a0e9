// @ts-check
// The board: large type, and nothing to press.
import { bars, element, listen, make, show, showPlace } from "./shared.js";
import { Picture } from "./picture.js";

/** @typedef {import("./shared.js").State & {count: {here: number, joined: number, answered?: number, solved?: number}}} State */

const picture = new Picture(element("picture"));

listen("/board/events", (/** @type {State} */ state, changed) => {
  const { screen, vote, spot, graph, room, count } = state;
  if (changed.has("screen")) {
    showPlace(screen);
    show(element("screen"), screen.html);
    element("screen").dataset.kind = screen.kind;
    document.title = `${screen.title} · the board`;
    scrollTo(0, 0);
  }
  if (changed.has("graph") || changed.has("spot")) {
    const shown = spot ? spot.graph : graph?.objects;
    element("graph").hidden = !graph || (!shown?.objects?.length && !graph.diagram);
    picture.show(shown);
    // Before there are objects, the model is what there is to see.
    const hasObjects = Boolean(shown?.objects?.length);
    element("picture").hidden = !hasObjects;
    element("model").hidden = hasObjects;
    if (graph) show(element("model"), graph.diagram);
  }
  if (changed.has("vote")) showVote(vote);
  if (changed.has("spot")) {
    element("spot").hidden = !spot;
    if (spot) show(element("spot-text"), spot.html);
    element("screen").hidden = Boolean(spot);
  }
  if (changed.has("room")) {
    const join = element("join");
    join.replaceChildren();
    if (room.code) join.append("Join at ", make("b", { text: room.address }), " with the code ", make("b", { class: "code-word", text: room.code }));
  }
  if (count && (changed.has("count") || changed.has("vote"))) {
    const done = count.answered !== undefined && vote && vote.state !== "waiting"
      ? `${count.answered} of ${count.here} have answered`
      : count.solved !== undefined ? `${count.solved} of ${count.here} have done it` : `${count.here} here`;
    element("count").textContent = done;
  }
  fit();
});

/** Makes the type smaller where a screen would not fit: no one can scroll a board. */
function fit() {
  document.body.style.setProperty("--scale", "1");
  for (const output of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("pre.output"))) {
    output.style.fontSize = "";
    if (output.scrollWidth > output.clientWidth) {
      output.style.fontSize = `${Math.max(0.6, output.clientWidth / output.scrollWidth)}em`;
    }
  }
  let scale = 1;
  const room = document.scrollingElement;
  while (room && room.scrollHeight > innerHeight && scale > 0.5) {
    scale -= 0.05;
    document.body.style.setProperty("--scale", String(scale));
  }
}
addEventListener("resize", fit);

/** @param {import("./shared.js").Vote | null} vote */
function showVote(vote) {
  const place = element("vote");
  place.hidden = !vote;
  place.replaceChildren();
  if (!vote) return;
  const words = /** @type {Record<string, string>} */ ({
    waiting: "Think first: the vote opens in a moment.",
    open: vote.round > 0 ? "Second round: you have talked about it. What do you say now?" : "Answer on your device.",
    closed: vote.round > 0 ? "Both rounds." : "Convince your neighbour. Then we ask again.",
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
