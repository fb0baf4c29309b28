import {html, nothing} from "lit";
import {live} from "lit/directives/live.js";
import {typedNumber} from "./controls/typed.js";
import {readTable} from "./data/csv.js";
import {samplers} from "./data/samplers.js";
import {settingOf} from "./settings.js";

/**
 * The reader's own samples: what was pasted, dropped or opened, how it was
 * read, and what came of it. Nothing is replaced until a text reads well.
 */
export class OwnSamples {
  text = "";
  name = "";
  options = {};
  /** What `readTable` made of it. */
  read = undefined;
  /** @type {string | Uint8Array} */
  #source = "";
  #given = false;

  /**
   * Reads a text or the bytes of a file anew, with nothing assumed.
   * @param {string | Uint8Array} source
   * @param {string} [name] of the file
   * @param {boolean} [given] an emptied box asks for nothing; an empty file is a mistake
   * @returns the samples, or undefined if it could not be read
   */
  offer(source, name = "", given = name !== "" || source.length > 0) {
    this.#source = source;
    this.#given = given;
    this.text = typeof source === "string" ? source : "";
    this.name = name;
    this.options = {};
    return this.#again();
  }

  /** Reads a file, which may be a folder, or gone. @param {File} file */
  async open(file) {
    try {
      return this.offer(new Uint8Array(await file.arrayBuffer()), file.name || "The file");
    } catch {
      this.offer("");
      this.name = file.name;
      this.read = {error: {line: 0, column: 0, sentence: "This is not a file that can be read. Nothing was changed."}};
      return undefined;
    }
  }

  /** Reads the same again with some of the guesses overruled. */
  change(options) {
    this.options = {...this.options, ...options};
    return this.#again();
  }

  #again() {
    if (!this.#given) { this.read = undefined; return undefined; }
    this.read = readTable(this.#source, {...this.options, source: this.name || "Your own"});
    return this.read.samples;
  }

  /** What came of it, in sentences. */
  get sentences() {
    if (!this.read) return [];
    const from = this.name ? `${this.name}: ` : "";
    if (this.read.error) return [from + this.read.error.sentence];
    const {samples, notes, ambiguous} = this.read;
    const n = samples.keys.length;
    return [
      `${from}${n} ${n === 1 ? "sample" : "samples"}, “${samples.keyName}” as the key and “${samples.valueName}” as its value.`,
      ...notes, ...(ambiguous ? [ambiguous.sentence] : []),
    ];
  }
}

const delimiters = new Map([[",", "comma"], [";", "semicolon"], ["\t", "tab"], ["|", "bar"], [" ", "spaces"]]);
const decimals = new Map([[".", "point, 1.5"], [",", "comma, 1,5"]]);

const menu = (label, value, choices, change) => html`<label>${label}
  <select .value=${live(String(value))} @change=${(event) => change(event.target.value)}>
    ${choices.map(([choice, name]) => html`<option value=${choice} ?selected=${String(choice) === String(value)}>${name}</option>`)}
  </select></label>`;

const switches = ({found}, change) => html`<div class="fields" role="group" aria-label="How it was read">
  ${menu("Between columns", found.delimiter, [...delimiters], (delimiter) => change({delimiter, columns: undefined}))}
  ${menu("Decimal mark", found.decimal, [...decimals], (decimal) => change({decimal}))}
  ${menu("First row", found.header ? "names" : "numbers", [["names", "names"], ["numbers", "numbers"]], (first) => change({header: first === "names"}))}
  <div class="pair">${menu("Key", found.columns[0], found.offered.map(({name}, i) => [i, name]), (column) => change({columns: [Number(column), found.columns[1]]}))}
  ${menu("Value", found.columns[1], found.offered.map(({name}, i) => [i, name]), (column) => change({columns: [found.columns[0], Number(column)]}))}</div>
</div>`;

const generator = ["n", "noise", "from", "to", "seed"];

/**
 * @param {import("./controls.js").Desk} desk
 * @param {OwnSamples} own
 * @param {{take: (samples: object | undefined) => void, back?: () => void}} act
 */
export const samplesPanel = (desk, own, {take, back}) => {
  const sampler = samplers.get(desk.settings.samples);
  const paste = (event) => take(own.offer(event.target.value));
  const open = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";   // so that the same file can be opened again after it was mended
    if (file) take(await own.open(file));
  };
  const change = (options) => take(own.change(options));
  const found = own.read?.found;
  return html`<div class="drawer samples" id=${desk.id("samples")}>
    <div>
      <h4 id=${desk.id("own")}>Your own samples</h4>
      <textarea class="field paste" aria-labelledby=${desk.id("own")} aria-describedby=${desk.id("read")} spellcheck="false" autocomplete="off"
        placeholder="Paste two columns, keys and values:&#10;x, y&#10;0.5, 1.2&#10;1.1, 2.4" .value=${live(own.text)} @input=${paste}></textarea>
      <div class="row"><label class="button"><span class="file">Open a file<input type="file" accept=".csv,.tsv,.txt,.tab,.dat,text/csv,text/tab-separated-values,text/plain" aria-label="Open a file" @change=${open}></span></label>
        ${back ? html`<button type="button" class="back" @click=${back}><span>Back to the previous samples</span></button>` : nothing}</div>
      <p class="quiet">A comma, semicolon, tab or space between the columns; a file can also be dropped on the figure. Nothing leaves this page.</p>
    </div>
    <div>
      <div id=${desk.id("read")} class="read" role="status">${own.sentences.map((sentence) => html`<p>${sentence}</p>`)}
        ${own.read?.ambiguous ? html`<p><button type="button" class="link" @click=${() => change({decimal: own.read.ambiguous.otherDecimal})}>Read it the other way</button></p>` : nothing}</div>
      ${found ? switches(own.read, change) : nothing}
      ${sampler?.generated ? html`
        <h4>How these are made</h4>
        <p class="quiet">${sampler.formula === "doppler" ? "A wave that quickens" : sampler.formula.replace("^0.8", "⁰·⁸")}, with normal noise.</p>
        <div class="fields">${generator.map((name) => {
          const {label} = settingOf(name);
          return html`<label>${label}${typedNumber({name, label, value: desk.settings[name], set: desk.set, look: "field"})}</label>`;
        })}</div>` : desk.settings.samples === "own" ? nothing : html`
        <h4>These samples</h4><p class="quiet">${desk.samples?.source ?? ""}</p>`}
    </div>
  </div>`;
};
