import {settingOf} from "./settings.js";
import {storeOf} from "./store.js";

/** The state of the page, and its writing in the address. */
export const store = storeOf("page");

/** What follows the # of the address. */
export const fragment = () => location.hash.slice(1);

const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

/** The state that a fragment asks for: of `#weights` that view, of all else what it says. @param {string} text */
const stateOf = (text) => (settingOf("view").of.includes(decoded(text)) ? `view=${decoded(text)}` : text);

/** Whether a fragment names a place on the page and not a state. @param {string} text */
export const isPlace = (text) => stateOf(text) !== text;

/** The address of this page with another fragment. @param {string} text */
const addressOf = (text) => {
  const address = new URL(location.href);
  address.hash = text;
  return address.href;
};

store.link = (view) => addressOf(store.write({view}) || "view=fit");

/** What was not as asked in the address that the page was opened with. */
export const notes = store.read(stateOf(fragment()));
