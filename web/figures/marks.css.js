// How marks look. Colours are the element's tokens: grey is given, orange is held, blue is answered.
import {css, unsafeCSS} from "lit";
import {levels, mixed} from "./colour.js";

const cells = Array.from({length: levels}, (_, i) => `.w${i}{fill:${mixed(i)}}`).join("\n");

export const marks = css`
  svg.marks { display: block; width: 100%; height: auto; overflow: visible; -webkit-user-select: none; user-select: none; }
  svg.marks text { font-size: 13px; font-weight: 400; fill: var(--attention-ink); font-variant-numeric: tabular-nums lining-nums; pointer-events: none; }
  svg.marks .t { font-size: 12px; fill: var(--attention-muted); }
  svg.marks .mu { fill: var(--attention-muted); }
  svg.marks .b { font-weight: 600; }
  svg.marks .tq { fill: var(--attention-query); font-weight: 600; }
  svg.marks .te { fill: var(--attention-accent); font-weight: 600; }
  svg.marks .math { font-family: var(--attention-serif); font-size: 15px; }
  svg.marks .it { font-style: italic; font-family: var(--attention-serif); font-size: 1.1em; }
  svg.marks .math .it { font-size: 1em; }
  svg.marks .halo { paint-order: stroke; stroke: var(--attention-paper); stroke-width: 4px; stroke-linejoin: round; }
  svg.marks .end { text-anchor: end; }
  svg.marks .mid { text-anchor: middle; }

  .m { font-style: italic; font-family: var(--attention-serif); font-size: 1.1em; }

  .grid { stroke: var(--attention-grid); stroke-width: 1; fill: none; shape-rendering: crispEdges; }
  .gap { fill: var(--attention-grid); }
  .axis { stroke: var(--attention-axis); stroke-width: 1; fill: none; shape-rendering: crispEdges; }
  .rail { stroke: var(--attention-ink); stroke-width: 1; fill: none; }
  .truth { stroke: var(--attention-given); stroke-width: 1.75; stroke-dasharray: 7 4; fill: none; }
  .truth.thin { stroke-width: 1.5; stroke-dasharray: 5 3; }
  .est { stroke: var(--attention-accent); stroke-width: 2.75; fill: none; stroke-linejoin: round; stroke-linecap: round; }
  .est.thin { stroke-width: 2.25; }
  .key { stroke: var(--attention-given); stroke-width: 1.25; fill: var(--attention-paper); }
  .dots { fill: none; stroke: var(--attention-given); stroke-opacity: 0.85; stroke-width: 4; stroke-linecap: round; }
  .dots.small { stroke-width: 3; stroke-opacity: 0.6; }
  .crowd { fill: var(--attention-given); fill-opacity: 0.32; shape-rendering: crispEdges; }
  .crowd-lit { fill-opacity: 0.75; shape-rendering: crispEdges; }
  .scatter { fill: none; stroke: var(--attention-given); stroke-opacity: 0.55; stroke-width: 3.5; stroke-linecap: round; }
  .scatter-lit { fill: none; stroke-width: 4; stroke-linecap: round; }
  .stop-lit { stop-color: var(--attention-accent); }
  .lit { fill: var(--attention-accent); }
  .bead { stroke: var(--attention-accent); stroke-width: 1.25; }
  .stem { stroke: var(--attention-accent); stroke-width: 2; stroke-linecap: round; fill: none; }
  .stem.many { stroke-width: 1; stroke-linecap: butt; stroke-opacity: 0.75; shape-rendering: crispEdges; }
  .bump { fill: var(--attention-query); fill-opacity: 0.1; }
  .bumpline { fill: none; stroke: var(--attention-query); stroke-width: 1.5; stroke-linejoin: round; }
  .qline { stroke: var(--attention-query); stroke-width: 1.5; fill: none; }
  .qline.thin { stroke-width: 1.25; }
  .casing { fill: none; stroke: var(--attention-paper); stroke-width: 1.5; stroke-opacity: 0.85; }
  .casing.broad { stroke-width: 5; stroke-opacity: 0.8; stroke-linejoin: round; }
  .casing.wide { stroke-width: 3; stroke-opacity: 0.5; }
  .qfill { fill: var(--attention-query); }
  .pool { fill: var(--attention-accent); stroke: var(--attention-paper); stroke-width: 2.5; }
  .pool.thin { stroke-width: 2; }
  .area { fill: var(--attention-accent); fill-opacity: 0.12; }
  .frame { fill: none; stroke: var(--attention-axis); stroke-width: 1; stroke-opacity: 0.55; shape-rendering: crispEdges; }
  .cell { shape-rendering: crispEdges; }
  .ring-held { fill: none; stroke: var(--attention-ink); stroke-width: 1.5; }
  .ends { fill: var(--attention-paper); stroke: var(--attention-accent); stroke-width: 1.75; }

  .ground { fill: transparent; cursor: crosshair; }
  .handle { cursor: ew-resize; outline: none; }
  .handle.vertical { cursor: ns-resize; }
  /* Chromium ignores touch-action on what is displayed inline, as the shapes of SVG are. */
  .grab { fill: transparent; touch-action: none; display: block; }
  .held { fill: var(--attention-query); stroke: var(--attention-paper); stroke-width: 2.5; }
  .handle .held, .handle .chevron { touch-action: none; display: block; }
  .chevron { fill: none; stroke: var(--attention-paper); stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .handle.small .chevron { stroke-width: 1.25; }
  .handle.small .held { stroke-width: 2; }
  .walker { outline: none; pointer-events: none; }
  .ring-focus { fill: none; stroke: none; stroke-width: 2; }
  :is(.handle, .walker):focus-visible .ring-focus { stroke: var(--attention-focus); }

  ${unsafeCSS(cells)}

  @media (prefers-reduced-motion: no-preference) {
    .held { transition: stroke-width 120ms; }
    .handle:hover .held { stroke-width: 1; }
  }
  @media (forced-colors: active) {
    svg.marks {
      forced-color-adjust: none;
      --attention-paper: Canvas; --attention-ink: CanvasText; --attention-muted: CanvasText; --attention-axis: CanvasText;
      --attention-given: CanvasText; --attention-grid: color-mix(in oklab, CanvasText 30%, Canvas); --attention-accent: LinkText; --attention-query: Highlight;
      --attention-focus: CanvasText;
      --attention-weight-0: color-mix(in oklab, CanvasText 6%, Canvas); --attention-weight-1: color-mix(in oklab, CanvasText 28%, Canvas);
      --attention-weight-2: color-mix(in oklab, CanvasText 52%, Canvas); --attention-weight-3: color-mix(in oklab, CanvasText 76%, Canvas);
      --attention-weight-4: CanvasText;
    }
  }
  @media print {
    .cell, .lit, .bump, .area, .gap, .crowd, .crowd-lit, .pool, .held { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    .handle, .walker { display: none; }   /* nothing on paper can be dragged; the query's line says where it is */
  }
`;
