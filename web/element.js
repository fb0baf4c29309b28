import {html, LitElement, nothing} from "lit";
import {loadAttention} from "./attention-pooling.js";
import {controlBars} from "./controls.js";
import * as styles from "./element.css.js";
import {figures, marks} from "./figures/index.js";
import {createModel} from "./model.js";
import {readout} from "./readout.js";
import {OwnSamples, samplesPanel} from "./samples-panel.js";
import {defaultOf, settingOf, settings as table} from "./settings.js";
import {copyLink, download, filesOf, linkField, tableView, tools} from "./share.js";
import {storeOf} from "./store.js";
import {isLight} from "./theme.js";
import {placeTip} from "./tip.js";

// Every setting but the view is shared within a group; the view is the figure's own.
const shared = table.map(({name}) => name).filter((name) => name !== "view");
const least = 240;     // px; a figure is never drawn narrower
const unseenPause = 200;   // ms without a change before a figure out of sight is drawn
const pause = 600;     // ms without a change before the summary is spoken
let made = 0;
/** Figures that did not start; one attempt starts them all. @type {Set<AttentionPooling>} */
const failed = new Set();

// The computation is loaded once for all figures of a page; a failed load may be tried again.
let loading;
const load = () => (loading ??= loadAttention().then(
  (attention) => ({attention, model: createModel(attention)}),
  (cause) => { loading = undefined; throw cause; },
));

/**
 * One live figure: `<attention-pooling view="fit" kernel="gaussian" width="0.5">`.
 *
 * Attributes and properties are the settings. `group="name"` makes figures
 * share settings and samples; `controls="kernel width"` says what can be set
 * below the plot (all that the figure knows if left out, nothing if empty).
 * What stands between the tags is shown until the figure has started, and
 * stays if it cannot start.
 *
 * Fires `change` for what the reader does, never for what the page sets.
 */
export class AttentionPooling extends LitElement {
  static styles = [styles.tokens, styles.frame, styles.controls, styles.narrow, marks];

  static get observedAttributes() {
    // Lit's own getter prepares the style sheets.
    return [...super.observedAttributes, ...shared, "view", "group", "controls"];
  }

  #internals = this.attachInternals?.();
  #uid = `attention-${++made}`;
  #view = String(defaultOf("view"));
  #store;
  #early = {};
  #leaveStore;
  #abort;
  #inSight = true;
  #later;
  #started;
  #failed = false;
  #width = 0;
  #dark = false;
  #focus = null;
  #open = new Set();
  #own = new OwnSamples();
  #said = [];
  #fresh = false;   // whether the page said more since the figure was last drawn
  #link = "";
  #spoken = "";
  #speaking;
  #dropping = false;
  #replaced = false;
  #drawn;

  constructor() {
    super();
    // What the page set before this class was there would hide the accessors.
    for (const name of [...shared, "view", "group"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  attributeChangedCallback(name, before, value) {
    if (name === "controls") this.requestUpdate();
    else if (name === "group") { if (this.isConnected && this.#abort && before !== value) this.#join(); }
    else if (value !== null) this[name] = value;
    else if (before !== null) this.#forget(name);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#abort = new AbortController();
    const {signal} = this.#abort;
    this.#join();
    this.addEventListener("dragenter", this.#over, {signal});
    this.addEventListener("dragover", this.#over, {signal});
    this.addEventListener("dragleave", this.#leave, {signal});
    this.addEventListener("drop", this.#drop, {signal});
    document.addEventListener("keydown", this.#escape, {signal});
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.#look, {signal});

    const sizes = new ResizeObserver(([{contentRect}]) => {
      const width = Math.round(contentRect.width);
      if (width === 0 || width === this.#width) return;   // hidden, or as before
      // In the next frame: drawing changes the height, which this observer would see again.
      requestAnimationFrame(() => { this.#width = width; this.#look(); this.requestUpdate(); });
    });
    sizes.observe(this);
    const sight = new IntersectionObserver((entries) => {
      this.#inSight = entries.at(-1).isIntersecting;
      if (this.#inSight && this.#later) this.#changed();
    }, {rootMargin: "200px"});
    sight.observe(this);
    const themes = new MutationObserver(this.#look);
    for (const element of [document.documentElement, document.body]) {
      themes.observe(element, {attributes: true, attributeFilter: ["class", "style", "data-theme"]});
    }
    signal.addEventListener("abort", () => { sizes.disconnect(); sight.disconnect(); themes.disconnect(); });
    this.#look();
    if (!this.#started) this.#start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#abort.abort();
    clearTimeout(this.#speaking);
    clearTimeout(this.#later);
    failed.delete(this);
    this.#inSight = true;
    this.#dropping = false;
    this.#focus = null;
  }

  /** Which figure: fit, weights, compare or kernels. */
  get view() { return this.#view; }
  set view(view) {
    if (figures.has(view)) this.#view = view;
    else this.#add([`Figure “${view}” is not one of ${[...figures.keys()].join(", ")}; it stays ${this.#view}.`]);
    this.requestUpdate();
  }

  /** The figures of the same group share settings and samples. */
  get group() { return this.getAttribute("group") ?? ""; }
  set group(name) { this.setAttribute("group", name); }

  /** Shows sentences under the controls, in place of those before. */
  say(sentences) {
    if (sentences.length === 0 && this.#said.length === 0) return;
    this.#said = sentences;
    this.requestUpdate();
  }

  // What the page sets in one go is answered together.
  #add(sentences) {
    this.say(this.#fresh ? [...this.#said, ...sentences] : sentences);
    this.#fresh ||= sentences.length > 0;
  }

  // An attribute that is gone leaves what is usual.
  #forget(name) {
    if (name === "view") this.view = String(defaultOf("view"));
    else if (this.#store) this.#add(this.#store.forget(name));
    else delete this.#early[name];
  }

  /** @internal the accessors of the settings, below */
  settingOf(name) {
    return Object.hasOwn(this.#early, name) ? this.#early[name] : this.#store?.settings[name] ?? defaultOf(name);
  }

  /** @internal */
  putSetting(name, value) {
    if (this.#store) this.#add(this.#store.set({[name]: value}));
    else this.#early[name] = value;
  }

  #join() {
    this.#leaveStore?.();
    if (this.group || !this.#store) this.#store = storeOf(this.group);
    if (Object.keys(this.#early).length) {
      this.#add(this.#store.begin(this.#early));
      this.#early = {};
    }
    if (this.#started) this.#store.start(this.#started.attention);
    this.#leaveStore = this.#store.subscribe(this.#changed);
    this.#abort.signal.addEventListener("abort", this.#leaveStore);
    this.requestUpdate();
  }

  // What is in sight is drawn in this frame; the rest once the hand rests.
  #changed = () => {
    clearTimeout(this.#later);
    if (this.#inSight) this.requestUpdate();
    else this.#later = setTimeout(() => this.requestUpdate(), unseenPause);
  };

  async #start() {
    this.#failed = false;
    failed.delete(this);
    try {
      this.#started = await load();
      this.#store.start(this.#started.attention);
    } catch (cause) {
      this.#failed = true;
      if (this.isConnected) failed.add(this);
      console.warn("attention-pooling: the figure did not start:", cause);
    }
    this.requestUpdate();
  }

  // A failed load is every figure's, so a new attempt is as well.
  #again = () => {
    for (const figure of [...failed]) figure.#start();
  };

  #look = () => {
    const dark = isLight(this);
    if (dark === this.#dark) return;
    this.#dark = dark;
    this.requestUpdate();
  };

  // ---------- what the reader does ----------

  #set = (changes, options) => this.#act(() => this.#store.set(changes, options));

  #act(change) {
    const before = this.#store.previous.length;
    this.#link = "";
    this.#said = change() ?? [];
    this.#fresh = false;
    this.#replaced = this.#store.previous.length > before && [this.#store.settings, this.#store.previous.at(-1).settings].some(({samples}) => samples === "own");
    this.#speak();
    this.dispatchEvent(new Event("change", {bubbles: true}));
  }

  #hold = (mark) => {
    this.#focus = mark;
    this.requestUpdate();
  };

  #toggle = (name, open = !this.#open.has(name)) => {
    if (open) this.#open.add(name);
    else this.#open.delete(name);
    this.requestUpdate();
  };

  #take = (samples) => {
    if (samples) {
      this.#act(() => this.#store.take(samples));
      if (!this.#open.has("samples")) this.#said = [...this.#own.sentences, ...this.#said];
    } else {
      // The panel says why; what was said of samples before is no longer the last word.
      this.#said = [];
      this.#toggle("samples", true);
    }
  };

  #back = () => this.#act(() => this.#store.back());

  // Only the figure in the reader's hand speaks, and only when the hand rests.
  #speak() {
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      if (!this.#drawn) return;
      this.#spoken = this.#drawn.summary;
      this.requestUpdate();
    }, pause);
  }

  #escape = (event) => {
    if (event.key === "Escape" && this.#focus) this.#hold(null);
  };

  #over = (event) => {
    const types = event.dataTransfer?.types ?? [];
    if (!this.#drawn || !(types.includes("Files") || types.includes("text/plain"))) return;
    event.preventDefault();
    if (!this.#dropping) { this.#dropping = true; this.requestUpdate(); }
  };

  #leave = (event) => {
    if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
    this.#dropping = false;
    this.requestUpdate();
  };

  #drop = async (event) => {
    if (!this.#drawn) return;
    event.preventDefault();
    this.#dropping = false;
    const [file] = event.dataTransfer.files;
    this.#take(file ? await this.#own.open(file) : this.#own.offer(event.dataTransfer.getData("text/plain"), "", true));
    this.requestUpdate();
  };

  // ---------- tools ----------

  #copy = async () => {
    const link = this.#store.link(this.#view);
    const copied = await copyLink(link);
    this.#link = copied ? "" : link;
    this.#said = [
      ...(copied ? ["Link copied."] : []),
      ...(this.#store.settings.samples === "own" ? ["Your own samples are not in the link; it opens with the book’s."] : []),
    ];
    this.requestUpdate();
    if (copied) return;
    await this.updateComplete;
    /** @type {HTMLInputElement} */ (this.#part(".address")).select();
  };

  #download = () => {
    const files = filesOf(this.#drawn);
    if (files.length === 1) download(files[0].name, files[0].text());
    else this.#toggle("download");
  };

  #reset = () => {
    this.#focus = null;
    this.#act(() => this.#store.reset());
  };

  // ---------- drawing ----------

  render() {
    this.#show("failed", this.#failed);
    if (this.#failed) {
      return html`<slot></slot><p class="failed" role="alert">This is a still picture: the figure could not start in this browser.
        <button type="button" class="link" @click=${this.#again}>Try again</button></p>`;
    }
    const {settings, samples} = {settings: this.#store?.shown, samples: this.#store?.samples};
    if (!this.#started || !samples || this.#width === 0) return html`<slot></slot>`;

    try {
      return this.#figure(settings, samples);
    } catch (cause) {
      // Its own words are for who mends it, not for who reads.
      console.error(cause);
      return html`<slot></slot><p class="failed" role="alert">These samples and settings cannot be drawn.
        <button type="button" class="link" @click=${this.#reset}>Reset</button></p>`;
    }
  }

  #figure(settings, samples) {
    /** @type {any} the figure contract, by functions of figures/ */
    const figure = figures.get(this.#view);
    const width = Math.max(least, this.#width);
    const id = (name) => `${this.#uid}-${name}`;
    const held = {...settings, view: this.#view};
    const results = figure.compute(this.#started.model, held, samples);
    const drawing = figure.draw({results, settings: held, samples, width, focus: this.#focus, id, act: {set: this.#set, focus: this.#hold}});
    const summary = figure.summary(results, held, samples);
    this.#drawn = {view: this.#view, results, samples, summary, tip: drawing.tip, table: () => figure.table(results, held, samples)};
    this.#fresh = false;

    const legend = figure.legend?.(results, held, samples) ?? nothing;
    const numbers = readout(figure.readout(results, held, samples, this.#focus), this.#store.settings, this.#set);
    return html`<div class="figure ${this.#dark ? "dark" : "light"}" role="figure" aria-labelledby=${id("title")} aria-describedby=${id("summary")}>
      <div class="top"><h3 class="title" id=${id("title")}>${figure.title(results, held, samples)}</h3>${numbers}</div>
      ${legend === nothing ? nothing : html`<div class="legend">${legend}</div>`}
      <div class="plot">${drawing.plot}${drawing.tip ? html`<div class="tip" role="tooltip">${drawing.tip.content}</div>` : nothing}</div>
      ${drawing.tip ? html`<p class="note instead" hidden>${drawing.tip.content}</p>` : nothing}
      ${drawing.note ? html`<p class="note">${drawing.note}</p>` : nothing}
      <p class="sr" id=${id("summary")}>${summary}</p>
      <p class="sr spoken" aria-live="polite">${this.#spoken}</p>
      ${this.#below(figure, results, samples, id)}
      ${this.#dropping ? html`<div class="drop">Drop a table of two columns</div>` : nothing}
    </div>`;
  }

  #below(figure, results, samples, id) {
    const asked = this.getAttribute("controls");
    const controls = asked === null ? figure.controls : asked.split(/[\s,]+/).filter((name) => settingOf(name));
    const open = this.#open;
    const desk = {
      settings: this.#store.settings, results, samples, attention: this.#started.attention, id, open,
      set: this.#set, toggle: this.#toggle, hasOwn: Boolean(this.#store.own),
    };
    const back = this.#store.previous.length ? this.#back : undefined;
    const row = tools({
      open, copy: this.#store.link ? this.#copy : undefined, download: this.#download,
      table: () => this.#toggle("table"), reset: this.#reset, id,
    });
    const files = open.has("download") ? filesOf(this.#drawn) : [];
    return html`
      ${controlBars(controls, desk, row)}
      <div class="status" role="status">${this.#said.map((sentence) => html`<p>${sentence}</p>`)}
        ${this.#replaced && back && !open.has("samples") ? html`<p>
          ${this.#store.settings.samples === "own" ? html`<button type="button" class="link" @click=${() => this.#toggle("samples", true)}>How it was read</button> · ` : nothing}
          <button type="button" class="link" @click=${back}>Back to the previous samples</button></p>` : nothing}
        ${this.#link ? linkField(this.#link, id("link")) : nothing}</div>
      ${files.length > 1 ? html`<div class="drawer row" id=${id("download")}>${files.map(({label, name, text}) => html`
        <button type="button" @click=${() => download(name, text())}><span>${label}, CSV</span></button>`)}</div>` : nothing}
      ${open.has("samples") ? samplesPanel(desk, this.#own, {take: this.#take, back}) : nothing}
      ${open.has("table") ? html`<div class="drawer" id=${id("table")}>${tableView(this.#drawn.table(), id("caption"))}</div>` : nothing}`;
  }

  // A page may style a figure that did not start: attention-pooling:state(failed).
  #show(state, on) {
    try {
      if (on) this.#internals?.states.add(state);
      else this.#internals?.states.delete(state);
    } catch {
      // Older browsers know no such states, or only other names for them; nothing hangs on it.
    }
  }

  /** @param {string} selector @returns {HTMLElement | null} */
  #part(selector) {
    return this.renderRoot.querySelector(selector);
  }

  updated() {
    const tip = this.#part(".tip");
    if (!tip) return;
    const plot = this.#part(".plot");
    tip.hidden = false;
    const {clientWidth: width, clientHeight: height} = plot;
    const place = placeTip(this.#drawn.tip, {width: tip.offsetWidth, height: tip.offsetHeight}, {width, height});
    tip.hidden = !place;
    this.#part(".instead").hidden = Boolean(place);
    if (place) Object.assign(tip.style, {left: `${place.x}px`, top: `${place.y}px`});
  }
}

for (const name of shared) {
  Object.defineProperty(AttentionPooling.prototype, name, {
    configurable: true, enumerable: true,
    get() { return this.settingOf(name); },
    set(value) { this.putSetting(name, value); },
  });
}
