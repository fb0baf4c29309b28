import {storeOf} from "./store.js";

/** The state of the page, and its writing in the address. */
export const store = storeOf("page");

/** What follows the # of the address. */
export const fragment = () => location.hash.slice(1);

const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

/** Whether a fragment names a place on the page and not a state. @param {string} text */
export const isPlace = (text) => text !== "" && !text.includes("=") && document.getElementById(decoded(text)) !== null;

/** The address of this page with another fragment. @param {string} text */
export const addressOf = (text) => {
  const address = new URL(location.href);
  address.hash = text;
  return address.href;
};

store.link = (view) => addressOf(store.write({view}) || "view=fit");

/** What the page was opened with: the place it leads to, or what was not as asked. */
export const opened = isPlace(fragment()) ? {place: fragment(), notes: []} : {place: "", notes: store.read(fragment())};
