import {fragment, isPlace, notes, store} from "./address.js";
// After the address was read: figures are made with what it says.
import {define} from "./define.js";

/** The page: its address is the state, and the phrases of its captions set it. */

const rest = 350;   // ms between two writes; browsers refuse more than a hundred in half a minute
/** @type {import("./element.js").AttentionPooling[]} */
const figures = Array.from(document.querySelectorAll("attention-pooling"), (element) => /** @type {any} */ (element));
/** @type {HTMLButtonElement[]} */
const phrases = Array.from(document.querySelectorAll("button.set"), (element) => /** @type {any} */ (element));

/** @type {HTMLAnchorElement[]} */
const contents = Array.from(document.querySelectorAll("nav a"), (element) => /** @type {any} */ (element));
/** The views that the contents lead to, while their addresses still only name them. */
const places = new Map(contents.map((link) => [link, link.hash.slice(1)]));

/** A figure's heading comes into sight. */
const show = (view) => document.getElementById(view)?.scrollIntoView();

/** To a figure, as a link to it would: the address names it, and keeps all else. */
const go = (view) => {
  store.set({view});
  show(view);
  document.getElementById(view)?.focus({preventScroll: true});
};

let writing, written = fragment();
const write = () => {
  writing = undefined;
  const text = store.write();
  // The name of a view alone says the same as a state with nothing else in it.
  if (text === written || (text === `view=${written}`)) return;
  written = text;
  try {
    history.replaceState(history.state, "", text ? `#${text}` : location.pathname + location.search);
  } catch {
    // A frame without its own origin has no history to write; the figures work as they are.
  }
  print();
};

// On paper a caption ends with the address at which its figure lives.
const print = () => {
  for (const figure of figures) figure.closest("figure").querySelector(".address").textContent = store.link(figure.view);
  // So that a section opened in another window, or copied from the contents, has the state as well.
  for (const [link, view] of places) link.href = store.link(view);
};

const mark = () => {
  for (const phrase of phrases) {
    const named = [...new URLSearchParams(phrase.dataset.set)];
    const current = named.every(([name, value]) => String(store.settings[name]) === value);
    if (current) phrase.setAttribute("aria-current", "true");
    else phrase.removeAttribute("aria-current");
  }
};

store.subscribe(() => {
  mark();
  writing ||= setTimeout(write, rest);
});
mark();

for (const phrase of phrases) {
  phrase.addEventListener("click", () => {
    store.set(Object.fromEntries(new URLSearchParams(phrase.dataset.set)), {ease: true});
  });
}

for (const [link, view] of places) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(view);
  });
}

addEventListener("hashchange", () => {
  const text = fragment();
  if (isPlace(text)) { written = text; go(decodeURIComponent(text)); return; }
  if (text === written) return;
  written = text;
  figures[0].say(store.read(text, {ease: true}));
  if (store.settings.view !== "fit") show(store.settings.view);
});

define();
if (notes.length) figures[0].say(notes);
print();
if (store.settings.view !== "fit") show(store.settings.view);
