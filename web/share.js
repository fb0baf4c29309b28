import {html, nothing} from "lit";
import {writeCsv} from "./data/csv.js";
import {icon} from "./icons.js";

/** The row of tools, the same in every figure and always in this order. */
export const tools = ({open, copy, download, table, reset, id}) => html`
  <div class="tools" role="group" aria-label="Figure tools">
    ${copy ? html`<button type="button" class="copy" @click=${copy}>${icon("link")}<span>Copy link</span></button>` : nothing}
    <button type="button" class="download" @click=${download}>${icon("download")}<span>Download</span></button>
    <button type="button" class="table" aria-expanded=${open.has("table")} aria-controls=${open.has("table") ? id("table") : nothing}
      @click=${table}>${icon("table")}<span>Table</span></button>
    <span class="gap"></span>
    <button type="button" class="reset" @click=${reset}>${icon("reset")}<span>Reset</span></button>
  </div>`;

/**
 * Puts a link where the reader can paste it.
 * @param {string} link
 * @returns {Promise<boolean>} false where the browser does not allow it: show the link then
 */
export const copyLink = (link) =>
  Promise.resolve().then(() => navigator.clipboard.writeText(link)).then(() => true, () => false);

/** Hands the reader a file. */
export const download = (name, text, type = "text/csv") => {
  const address = URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`}));
  const anchor = Object.assign(document.createElement("a"), {href: address, download: name});
  anchor.click();
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** A figure's table as a file: a column each, as the figure writes them. */
const csvOf = ({columns, rows}) =>
  [columns, ...rows].map((row) => row.map((cell) => {
    const text = String(cell).replaceAll("−", "-");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }).join(",")).join("\r\n") + "\r\n";

/** The files that a figure's numbers make, each with what it is called. */
export const filesOf = ({view, results, samples, table}) => {
  const files = [{label: "Table", name: `attention-${view}.csv`, text: () => csvOf(table())}];
  if (results.curve?.queries && samples) {
    files.unshift(
      {label: "Samples and weights", name: "attention-samples.csv", text: () => writeCsv([
        {name: samples.keyName || "key", values: samples.keys}, {name: samples.valueName || "value", values: samples.values},
        ...(results.weights?.length === samples.keys.length ? [{name: "weight", values: results.weights}] : []),
      ])},
      {label: "Curve", name: "attention-curve.csv", text: () => writeCsv([
        {name: "query", values: results.curve.queries}, {name: "estimate", values: results.curve.values},
      ])},
    );
    files.pop();
  }
  return files;
};

const mostRows = 500;

/** The figure's numbers as a table to read. */
export const tableView = ({caption, columns, rows}, id) => html`
  <div class="scroll" role="region" tabindex="0" aria-labelledby=${id}><table>
    <caption id=${id}>${caption}${rows.length > mostRows ? `. Here the first ${mostRows} of ${rows.length} rows; Download has all` : ""}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows.slice(0, mostRows).map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;

/** The link itself, selected, for a browser that will not copy. */
export const linkField = (link, id) => html`
  <label for=${id}>The link could not be copied; here it is to select.</label>
  <input class="field address" id=${id} readonly .value=${link} @focus=${(event) => event.target.select()}>`;
