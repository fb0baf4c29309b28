import {addressOf, fragment, isPlace, opened, store} from "./address.js";
// After the address was read: figures are made with what it says.
import {define} from "./define.js";

/** The page: its address is the state, and the phrases of its captions set it. */

const rest = 350;   // ms between two writes; browsers refuse more than a hundred in half a minute
/** @type {import("./element.js").AttentionPooling[]} */
const figures = Array.from(document.querySelectorAll("attention-pooling"), (element) => /** @type {any} */ (element));
/** @type {HTMLButtonElement[]} */
const phrases = Array.from(document.querySelectorAll("button.set"), (element) => /** @type {any} */ (element));

let place = opened.place;

/** The figure that the address names comes into sight. */
const show = (view) => {
  if (view !== "fit") document.getElementById(view)?.scrollIntoView();
};

let writing, written = fragment();
const write = () => {
  writing = undefined;
  const text = store.write();
  if (text === written || (place && text === "")) return;
  written = text;
  place = "";
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

addEventListener("hashchange", () => {
  const text = fragment();
  if (isPlace(text)) { place = written = text; return; }
  if (text === written) return;
  written = text;
  figures[0].say(store.read(text, {ease: true}));
  show(store.settings.view);
});

define();
if (opened.notes.length) figures[0].say(opened.notes);
print();
show(store.settings.view);
