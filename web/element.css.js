import {css} from "lit";

/**
 * How a figure looks inside its shadow root: tokens, frame, controls, tip.
 * The marks of the plots have their own sheet beside the figures.
 *
 * Grey is given, orange is held, blue is answered. Controls are ink and grey,
 * so that a colour in a plot always says something.
 */
export const tokens = css`
  :host {
    --attention-paper: light-dark(#fdfcf9, #15181d);
    --attention-raised: light-dark(#ffffff, #1f242b);
    --attention-ink: currentColor;
    --attention-muted: light-dark(#58626f, #a4adb9);
    --attention-axis: light-dark(#7f8995, #707b89);
    --attention-control: light-dark(#7f8995, #707b89);
    --attention-grid: light-dark(#e7e7e3, #282d35);
    --attention-given: light-dark(#68727f, #98a2af);
    --attention-accent: light-dark(#1a5fae, #83b7f2);
    --attention-query: light-dark(#bd4a08, #ff9c5b);
    --attention-tint: light-dark(#eef3f8, #212b37);
    --attention-focus: light-dark(#1c232d, #ffffff);
    --attention-weight-0: light-dark(#f3f6f7, #181f28);
    --attention-weight-1: light-dark(#aacce6, #224d7c);
    --attention-weight-2: light-dark(#5c9bd0, #3b80c0);
    --attention-weight-3: light-dark(#22629e, #88bde8);
    --attention-weight-4: light-dark(#0b2a51, #f1f7ea);
    --attention-serif: "Iowan Old Style", "Palatino Linotype", Palatino, P052, "Book Antiqua", Georgia, serif;
  }
  :host([data-theme="light"]) { color-scheme: light; }
  :host([data-theme="dark"]) { color-scheme: dark; }
`;

export const frame = css`
  :host { display: block; color: inherit; }
  :host([hidden]) { display: none; }
  *, *::before, *::after { box-sizing: border-box; }

  .figure {
    position: relative;
    container-type: inline-size;
    font-size: 14px; font-weight: 400; font-style: normal; line-height: 1.45; letter-spacing: normal;
    font-variant-numeric: tabular-nums lining-nums;
    text-align: start;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  .figure.light { color-scheme: light; }
  .figure.dark { color-scheme: dark; }

  .top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 32px; margin: 0 0 12px; }
  .title { font-size: 17px; font-weight: 600; line-height: 1.35; letter-spacing: -0.003em; margin: 0; }
  dl { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 0; }
  dl div { display: flex; gap: 6px; align-items: baseline; }
  dt { color: var(--attention-muted); font-size: 13px; }
  dt[title] { cursor: help; }
  dd { margin: 0; font-weight: 600; }
  dd.held { color: var(--attention-query); }
  dd.answered { color: var(--attention-accent); }

  /* A number that may be typed: looks like the readout, and takes text. */
  .typed {
    font: inherit; font-weight: 600; color: inherit; background: none; padding: 0 1px; margin: 0 -1px;
    border: 0; border-bottom: 1px dotted var(--attention-control); border-radius: 0;
    min-width: 1.5ch; max-width: 12ch; field-sizing: content; text-align: inherit;
  }
  .typed:hover { background: var(--attention-tint); }
  .typed:focus-visible { border-radius: 4px; }

  .legend { display: none; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; margin: 0 0 8px; padding: 0; list-style: none; }
  .legend ul { display: contents; list-style: none; }
  .legend li { display: flex; align-items: center; gap: 6px; }
  .legend svg { width: 22px; height: 12px; }

  .plot { position: relative; }
  .plot > svg { display: block; width: 100%; height: auto; overflow: visible; }

  .tip {
    position: absolute; left: 0; top: 0; z-index: 1; width: max-content; max-width: min(300px, 100%);
    pointer-events: none;
    color: var(--attention-ink); background: var(--attention-raised);
    border: 1px solid var(--attention-axis); border-radius: 8px; padding: 8px 12px;
    font-size: 13px; line-height: 1.5; box-shadow: 0 6px 20px rgb(0 0 0 / 0.1);
  }
  .tip b { font-weight: 600; }
  .tip span { color: var(--attention-muted); }
  .tip[hidden] { display: none; }
  .note { color: var(--attention-muted); font-size: 13px; margin: 8px 0 0; }
  .note b { color: var(--attention-ink); font-weight: 600; }
  .says { font-size: 14px; margin: 8px 0 0; }

  .sr { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .failed { font-size: 14px; margin: 8px 0 0; }

  .drop {
    position: absolute; inset: -8px; z-index: 2; display: grid; place-items: center; pointer-events: none;
    border: 2px dashed var(--attention-focus); border-radius: 8px;
    background: color-mix(in oklab, var(--attention-paper) 88%, transparent);
    font-size: 17px; font-weight: 600;
  }
`;

export const controls = css`
  .bar { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 16px 40px; margin: 16px 0 0; }
  .bar.one { align-items: center; justify-content: space-between; gap: 4px 24px; margin-top: 12px; }
  fieldset { border: 0; padding: 0; margin: 0; min-width: 0; }
  legend, .label { padding: 0; font-size: 13px; color: var(--attention-muted); margin: 0 0 6px; display: block; }

  .glyphs { display: grid; grid-template-columns: repeat(6, 84px); gap: 4px; }
  .glyph {
    position: relative; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 7px;
    height: 56px; min-height: 0; padding: 0; border: 0; border-radius: 8px; cursor: pointer;
    font-size: 12px; color: var(--attention-muted); background: none;
  }
  .glyph svg { width: 44px; height: 22px; overflow: visible; }
  .glyph path { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
  .glyph .dots { stroke-width: 3.5; }
  .glyph:hover { background: var(--attention-tint); color: inherit; }
  .glyph:has(:checked) { background: var(--attention-tint); color: inherit; font-weight: 600; box-shadow: inset 0 0 0 1.5px currentColor; }
  .glyph input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; margin: 0; cursor: pointer; }
  .glyph:has(:focus-visible) { outline: 2px solid var(--attention-focus); outline-offset: 2px; }

  .slide { flex: 1 1 240px; min-width: 220px; }
  .slide .label { display: flex; justify-content: space-between; align-items: baseline; margin: 0; }
  .slide .typed { font-size: 15px; color: var(--attention-ink); text-align: end; }
  input[type="range"] { appearance: none; color: inherit; width: 100%; height: 44px; margin: -5px 0 -8px; background: none; cursor: pointer; display: block; touch-action: pan-y; }
  input[type="range"]::-webkit-slider-runnable-track { height: 4px; border-radius: 2px; background: linear-gradient(to right, currentColor var(--at), var(--attention-control) 0); }
  input[type="range"]::-moz-range-track { height: 4px; border-radius: 2px; background: linear-gradient(to right, currentColor var(--at), var(--attention-control) 0); }
  input[type="range"]::-webkit-slider-thumb { appearance: none; width: 22px; height: 22px; margin-top: -9px; border-radius: 50%; background: var(--attention-raised); border: 2px solid currentColor; }
  input[type="range"]::-moz-range-thumb { width: 18px; height: 18px; border-radius: 50%; background: var(--attention-raised); border: 2px solid currentColor; }
  .ticks { position: relative; height: 16px; margin: 0 11px; font-size: 12px; color: var(--attention-muted); }
  .ticks span { position: absolute; transform: translateX(-50%); }
  .ticks span::before { content: ""; position: absolute; left: 50%; top: -7px; height: 5px; width: 1px; background: var(--attention-control); }

  select, button, .field {
    font: inherit; color: inherit; min-height: 44px; border-radius: 8px; border: 1px solid var(--attention-control);
    background: transparent; padding: 0 14px;
  }
  select, button { cursor: pointer; }
  select {
    appearance: none; padding-right: 34px;
    background: no-repeat right 12px center / 12px url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' fill='none' stroke='%237a8490' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m2 4.5 4 4 4-4'/%3E%3C/svg%3E");
  }
  option { color: var(--attention-ink); background-color: var(--attention-raised); }
  :is(select, button):hover { border-color: currentColor; background-color: var(--attention-tint); }
  :is(select, button, a, input, textarea, .scroll):focus-visible { outline: 2px solid var(--attention-focus); outline-offset: 2px; }
  .row { display: flex; flex-wrap: wrap; gap: 8px; }
  .seg { display: inline-flex; border: 1px solid var(--attention-control); border-radius: 8px; }
  .seg label { position: relative; display: flex; align-items: center; min-height: 44px; padding: 0 14px; cursor: pointer; color: var(--attention-muted); border-radius: 7px; }
  .seg label:hover { color: inherit; }
  .seg label:has(:checked) { color: inherit; font-weight: 600; background: var(--attention-tint); box-shadow: inset 0 0 0 1.5px currentColor; }
  .seg label:has(:focus-visible) { outline: 2px solid var(--attention-focus); outline-offset: 3px; }
  .seg input { position: absolute; opacity: 0; inset: 0; width: 100%; height: 100%; margin: 0; cursor: pointer; }

  .tools { display: flex; flex-wrap: wrap; margin: 0 -10px 0 auto; color: var(--attention-muted); }
  .tools button { display: inline-flex; align-items: center; gap: 6px; border: 0; padding: 0 10px; font-size: 13px; }
  .tools button:hover, .tools [aria-expanded="true"] { color: var(--attention-ink); }
  .tools [aria-expanded="true"] { background: var(--attention-tint); }
  .tools svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .tools .gap { flex: 0 0 12px; }
  .tools button > span, .glyph span, .seg span, button > span { display: block; text-box: trim-both cap alphabetic; }
  button.link { min-height: 0; padding: 0; border: 0; color: var(--attention-accent); text-decoration: underline dotted 2px; text-underline-offset: 4px; font-size: inherit; }

  .status { margin: 8px 0 0; font-size: 14px; }
  .status p { margin: 0; }
  .status:not(:has(p, label)) { display: none; }
  .status .address { display: block; width: 100%; margin-top: 6px; font-size: 13px; }
  .drawer { margin: 12px 0 0; padding: 16px 0 4px; border-top: 1px solid var(--attention-grid); }
  .drawer[hidden] { display: none; }
  .drawer .row + .row { margin-top: 8px; }
  /* An edge with more behind it is shaded; the paper that hides the shade moves along with the table. */
  .scroll {
    max-height: 320px; overflow: auto; overscroll-behavior: contain; border-bottom: 1px solid var(--attention-grid);
    background:
      linear-gradient(to right, var(--attention-paper) 20px, transparent) left / 40px 100% local no-repeat,
      linear-gradient(to left, var(--attention-paper) 20px, transparent) right / 40px 100% local no-repeat,
      linear-gradient(to right, light-dark(rgb(0 0 0 / 0.22), rgb(255 255 255 / 0.28)), transparent) left / 14px 100% scroll no-repeat,
      linear-gradient(to left, light-dark(rgb(0 0 0 / 0.22), rgb(255 255 255 / 0.28)), transparent) right / 14px 100% scroll no-repeat;
  }
  table { border-collapse: collapse; font-size: 13px; }
  caption { text-align: start; color: var(--attention-muted); padding: 0 0 8px; }
  th, td { padding: 4px 32px 4px 0; text-align: end; white-space: nowrap; font-weight: 400; }
  th:first-child, td:first-child { text-align: start; }
  thead th { position: sticky; top: 0; font-weight: 600; background: var(--attention-paper); }
  tbody tr + tr > * { border-top: 1px solid var(--attention-grid); }

  .samples { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px 40px; }
  .samples h4 { font: inherit; font-weight: 600; margin: 0 0 8px; }
  .samples p, .samples .row { margin: 8px 0 0; }
  .samples .read:not(:has(p)) { display: none; }
  .samples .read p:first-child { margin-top: 0; }
  .samples * + h4 { margin-top: 20px; }
  .samples .read:not(:has(p)) + h4 { margin-top: 0; }
  .samples .quiet { color: var(--attention-muted); font-size: 13px; }
  .samples textarea { font: 400 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; width: 100%; min-height: 116px; padding: 10px 14px; resize: vertical; display: block; }
  .fields { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 0; }
  .fields label { display: block; font-size: 13px; color: var(--attention-muted); }
  .fields :is(select, .field) { display: block; margin-top: 2px; font-size: 14px; color: var(--attention-ink); }
  .fields input.field { width: 84px; }
  .fields select { max-width: 100%; }
  .pair { display: flex; flex-wrap: wrap; gap: 8px; min-width: 0; max-width: 100%; }
  .file { position: relative; display: inline-flex; align-items: center; }
  .file input { position: absolute; inset: 0; opacity: 0; width: 100%; cursor: pointer; font-size: 0; }
  .button { display: inline-flex; align-items: center; min-height: 44px; border-radius: 8px; border: 1px solid var(--attention-control); padding: 0 14px; cursor: pointer; position: relative; }
  .button:hover { border-color: currentColor; background-color: var(--attention-tint); }
  .button:has(:focus-visible) { outline: 2px solid var(--attention-focus); outline-offset: 2px; }
`;

/* By the figure's own width, so that it holds inside any host. */
export const narrow = css`
  @container (max-width: 599px) {
    .glyphs { grid-template-columns: repeat(3, 1fr); }
    .bar { gap: 16px; }
    .bar > fieldset, .slide { flex: 1 1 100%; }
    .legend { display: flex; }
    .tools { width: 100%; margin: 4px 0 0; justify-content: space-between; flex-wrap: nowrap; }
    .tools button { flex-direction: column; justify-content: center; gap: 7px; padding: 4px 2px; font-size: 12px; min-width: 52px; min-height: 48px; }
    .tools .gap { display: none; }
    .row { width: 100%; flex: 1 1 100%; }
    .row > button { flex: 1 1 0; padding: 0 8px; }
    .row > button > span { margin: auto; width: max-content; }
    .row > select { flex: 1 1 100%; min-width: 0; }
    .seg { display: flex; width: 100%; }
    .seg label { flex: 1; justify-content: center; padding: 0 6px; text-align: center; }
    .samples { grid-template-columns: 1fr; }
  }
  @media (prefers-reduced-motion: no-preference) {
    .glyph, button, select { transition: background-color 0.12s, color 0.12s, border-color 0.12s; }
  }
  @media (forced-colors: active) {
    .glyph:has(:checked), .seg label:has(:checked) { outline: 2px solid Highlight; outline-offset: -2px; }
    .glyph path, .tools svg { stroke: ButtonText; }
    input[type="range"]::-webkit-slider-runnable-track { background: ButtonText; }
    input[type="range"]::-moz-range-track { background: ButtonText; }
    .tip, .drop { border-color: CanvasText; background: Canvas; }
  }
  @media print {
    :host { --attention-paper: #fff; }
    .figure.light, .figure.dark { color-scheme: light; color: #000; break-inside: avoid; }
    .bar, .tools, .tip, .drawer, .status, .drop { display: none; }
    .typed { border: 0; }
    .chevron { display: none; }
    button.link { color: inherit; text-decoration: none; }
    .cell, .lit, .bump, .area { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  }
`;
