import {samplesOf} from "./data/samples.js";
import {begin, defaultOf, readSettings, set, suit, writeSettings} from "./settings.js";

/**
 * What several figures share: one set of settings and one set of samples.
 * Every figure of a `group` draws from the same store; a figure without a
 * group has a store of its own.
 */

const easeTime = 240;   // ms
const mostPrevious = 50;
/** Settings that jump along an axis, and how to go between two of their values. */
const easing = new Map([
  ["width", (from, to, t) => Math.exp(Math.log(from) + t * (Math.log(to) - Math.log(from)))],
  ["query", (from, to, t) => from + t * (to - from)],
  ["distance", (from, to, t) => from + t * (to - from)],
]);

const still = () =>
  globalThis.document?.hidden !== false || globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

export class Store {
  #listeners = new Set();
  #frame = 0;
  #ease;
  #attention;
  #wanted;
  #replaced;

  constructor() {
    const {settings, notes} = readSettings("");
    /** What reset goes back to. */
    this.initial = settings;
    this.settings = settings;
    /** One sentence for each value that was last refused or changed. @type {string[]} */
    this.notes = notes;
    /** @type {import("./data/samples.js").Samples | undefined} */
    this.samples = undefined;
    /** The reader's own, also while others are drawn. @type {import("./data/samples.js").Samples | undefined} */
    this.own = undefined;
    /** Samples that were replaced, the latest last, with the settings that went with them. */
    this.previous = [];
    /** Where a link to a view of this state leads; set by a page whose address is the state. @type {((view: string) => string) | undefined} */
    this.link = undefined;
  }

  /**
   * Gives the store the computation that makes samples of settings; until then it only holds settings.
   * @param {import("./attention-pooling.js").Attention} attention
   */
  start(attention) {
    if (this.#attention) return;
    this.#attention = attention;
    this.#sample();
  }

  /** The settings as they are drawn: on their way to `settings` for 240 ms after a jump. */
  get shown() {
    if (!this.#ease) return this.settings;
    const t = Math.min(1, (performance.now() - this.#ease.start) / easeTime);
    if (t >= 1) { this.#ease = undefined; return this.settings; }
    const eased = t * (2 - t);
    const shown = {...this.settings};
    for (const [name, between] of easing) {
      const [from, to] = [this.#ease.from[name], this.settings[name]];
      if (from !== to && Number.isFinite(from) && Number.isFinite(to)) shown[name] = between(from, to, eased);
    }
    return shown;
  }

  /**
   * Changes settings, through the checks of the settings table.
   * @param {Record<string, unknown>} changes
   * @param {{ease?: boolean}} [options] `ease`: go there in a few frames, as after a click
   * @returns {string[]} a sentence for each value that was refused or changed
   */
  set(changes, {ease = false} = {}) {
    const suits = !Object.hasOwn(changes, "query") && !Object.hasOwn(changes, "width");
    const [allowed, refused] = this.#without(changes);
    const {settings, notes} = set(this.settings, allowed);
    return this.#go({settings, notes: [...refused, ...notes]}, {ease, suits});
  }

  /** Changes settings, and what reset goes back to, as the page's author does. @param {Record<string, unknown>} changes */
  begin(changes) {
    const [allowed, refused] = this.#without(changes);
    this.initial = begin(this.initial, allowed).settings;
    const {settings, notes} = begin(this.settings, allowed);
    return this.#go({settings, notes: [...refused, ...notes]}, {});
  }

  /** Takes back what the page's author said of a setting. @param {string} name */
  forget(name) {
    this.initial = set(this.initial, {[name]: defaultOf(name, this.initial.samples)}).settings;
    return this.set({[name]: defaultOf(name, this.settings.samples)});
  }

  /** The changes but for the reader's own samples where there are none: nobody can set those by name. */
  #without(changes) {
    if (changes.samples !== "own" || this.own) return [changes, []];
    const {samples, ...others} = changes;
    return [others, [`Samples “own” are those that a reader pastes or drops, and there are none yet; it stays ${this.settings.samples}.`]];
  }

  /** Takes all settings from a text, as in a link's fragment. */
  read(text, {ease = false} = {}) {
    return this.#go(readSettings(text), {ease});
  }

  /** The settings as the text of a link's fragment. */
  write(changes = {}) {
    return writeSettings({...this.settings, ...changes});
  }

  /** Back to how the figure began; the samples it had can be taken back. */
  reset() {
    return this.#go({settings: {...this.initial, view: this.settings.view}, notes: []}, {ease: true});
  }

  /** Draws the reader's own samples from now on. @param {import("./data/samples.js").Samples} samples */
  take(samples) {
    const before = this.own;
    this.own = samples;
    return this.#go(set(this.settings, {samples: "own"}), {suits: true, before});
  }

  /** Brings back the samples that were replaced last, with the width and query they had. */
  back() {
    const last = this.previous.pop();
    if (!last) return [];
    this.own = last.own;
    return this.#go({settings: last.settings, notes: []}, {keep: false});
  }

  /** @param {(store: Store) => void} listener called at most once a frame */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #go({settings, notes}, {ease = false, suits = false, keep = true, before = this.own}) {
    const from = this.shown, present = this.settings;
    if (settings.samples === "own" && !this.own) {
      settings = {...settings, samples: "d2l"};
      notes = [...notes, "Samples of one’s own are not in a link; these are the book’s."];
    }
    this.settings = settings;
    if (this.#attention && this.#sample() && this.#replaced) {
      if (keep) this.previous.push({settings: present, own: before});
      if (this.previous.length > mostPrevious) this.previous.shift();
      if (suits) {
        const suited = suit(settings, this.samples);
        this.settings = suited.settings;
        notes = [...notes, ...suited.notes];
      }
    }
    this.notes = notes;
    this.#ease = ease && !still() ? {from, start: performance.now()} : undefined;
    this.#tell();
    return notes;
  }

  /** Makes the samples that the settings ask for; false if they are there already. */
  #sample() {
    const {samples, n, noise, from, to, seed} = this.settings;
    const wanted = samples === "own" ? [this.own] : [samples, n, noise, from, to, seed];
    if (this.#wanted && wanted.length === this.#wanted.length && wanted.every((part, i) => part === this.#wanted[i])) return false;
    this.#replaced = this.samples;
    this.#wanted = wanted;
    this.samples = samplesOf(this.#attention, this.settings, this.own);
    return true;
  }

  #tell() {
    if (this.#frame || this.#listeners.size === 0) return;
    const frame = globalThis.requestAnimationFrame ?? ((run) => setTimeout(run, 16));
    this.#frame = frame(() => {
      this.#frame = 0;
      for (const listener of [...this.#listeners]) listener(this);
      if (this.#ease) this.#tell();
    });
  }
}

const groups = new Map();
/** The store of a group, made when it is first asked for. */
export const storeOf = (group) => {
  if (!group) return new Store();
  if (!groups.has(group)) groups.set(group, new Store());
  return groups.get(group);
};
