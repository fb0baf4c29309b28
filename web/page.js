import {define} from "./define.js";
import {storeOf} from "./store.js";

/** The page: its address is the state, and the phrases of its captions set it. */

const rest = 350;   // ms between two writes; browsers refuse more than a hundred in half a minute
const store = storeOf("page");
/** @type {import("./element.js").AttentionPooling[]} */
const figures = Array.from(document.querySelectorAll("attention-pooling"), (element) => /** @type {any} */ (element));
/** @type {HTMLButtonElement[]} */
const phrases = Array.from(document.querySelectorAll("button.set"), (element) => /** @type {any} */ (element));

const fragment = () => location.hash.slice(1);
/** A fragment that names a place on the page, not a state. */
const isPlace = (text) => text !== "" && !text.includes("=") && document.getElementById(decoded(text)) !== null;
const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

const addressOf = (text) => {
  const address = new URL(location.href);
  address.hash = text;
  return address.href;
};
store.link = (view) => addressOf(store.write({view}) || "view=fit");

let place = isPlace(fragment()) ? fragment() : "";
if (!place) {
  const notes = store.read(fragment());
  customElements.whenDefined("attention-pooling").then(() => { if (notes.length) figures[0].say(notes); });
}

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
print();
show(store.settings.view);
