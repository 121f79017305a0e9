// @ts-check
// The keyboard's way through a page: where it begins, what it stops at, and a key for the field of the prompt.

/** Whether there is a keyboard: on a touch screen, a field with the focus would bring one up over the page. */
export const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;

/**
 * Gives a part of the page the focus, and leaves the window where it is.
 * @param {Element | null | undefined} part
 */
export function focusOn(part) {
  if (!(part instanceof HTMLElement)) return;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** The open question's first field or choice, or else the way on; null where there is neither. */
export function placeToGoOn() {
  const ways = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#finished .button.main, .turn .button.main, #turn button.main")]);
  return document.querySelector("form.answer input:not([type=hidden])") ?? ways.find((way) => way.offsetParent !== null) ?? null;
}

/**
 * Makes boxes stops of the Tab key only while there is something to scroll in them.
 * @param {HTMLElement} place
 */
export function keepTabStops(place) {
  const boxes = () => /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("pre[tabindex], .scrolls[tabindex], .wide[tabindex], .output-log, .scroll-box"));
  const look = () => {
    for (const box of boxes()) {
      box.tabIndex = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1 ? 0 : -1;
    }
  };
  let isWaiting = false;
  const later = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      look();
    });
  };
  new MutationObserver(later).observe(place, { childList: true, subtree: true });
  addEventListener("resize", later);
  place.addEventListener("toggle", later, true);
  look();
}

const slashKey = "graphbook-slash";

/** Whether the key `/` goes to the field. */
const hasSlash = () => hasKeyboard && localStorage.getItem(slashKey) !== "off";

/**
 * Lets the box beside a prompt switch the key `/` off in this browser: people who speak to the computer can press a single key
 * by accident (WCAG 2.1.4).
 */
function offerSwitch() {
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById("slash"));
  if (!box || !hasKeyboard) return;
  box.checked = hasSlash();
  box.addEventListener("change", () => (box.checked ? localStorage.removeItem(slashKey) : localStorage.setItem(slashKey, "off")));
  /** @type {HTMLElement} */ (box.closest("p")).hidden = false;
}

/**
 * The key `/` goes to a field, and Escape back to where the reader came from; a digit chooses at a question.
 * @param {HTMLElement} field
 */
export function offerShortcuts(field) {
  offerSwitch();
  /** @type {Element | null} */
  let origin = null;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const isField = at instanceof HTMLElement && at.matches("textarea, select, input:not([type=radio], [type=checkbox])");
    if (event.key === "/" && !isField && hasSlash()) {
      origin = at === document.body ? null : at;
      field.focus();
    } else if (event.key === "Escape" && isField) {
      const back = at === field && origin?.isConnected ? origin : placeToGoOn();
      focusOn(back && back !== at ? back : document.getElementById("title"));
      origin = null;
    } else if ((event.key === "PageUp" || event.key === "PageDown") && at === field) {
      // The text scrolls while the field has the focus.
      scrollBy({ top: (event.key === "PageUp" ? -0.85 : 0.85) * innerHeight, behavior: "auto" });
    } else if (/^[1-9]$/.test(event.key) && at?.matches("form.answer input") && !isField) {
      const choices = /** @type {NodeListOf<HTMLElement>} */ (at.closest("form")?.querySelectorAll("input[type=radio], input[type=checkbox]"));
      const choice = choices[Number(event.key) - 1];
      focusOn(choice);
      choice?.click();
    } else return;
    event.preventDefault();
  });
}
