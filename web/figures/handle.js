// What the reader holds: a dot with two chevrons inside a much larger grab.
import {svg, nothing} from "lit";

const chevrons = {
  horizontal: (s) => `M${-s} ${-1.2 * s}l${-1.2 * s} ${1.2 * s}l${1.2 * s} ${1.2 * s}M${s} ${-1.2 * s}l${1.2 * s} ${1.2 * s}l${-1.2 * s} ${1.2 * s}`,
  vertical: (s) => `M${-1.2 * s} ${-s}l${1.2 * s} ${-1.2 * s}l${1.2 * s} ${1.2 * s}M${-1.2 * s} ${s}l${1.2 * s} ${1.2 * s}l${1.2 * s} ${-1.2 * s}`,
};

/**
 * A slider's handle at a place in the drawing.
 * With `only: "pointer"` it repeats another handle: it can be dragged, and the keyboard passes it by.
 * @param {{x: number, y: number, r?: number, orientation?: "horizontal" | "vertical", label: string, value: number,
 *   min: number, max: number, text: string, pointer: {down: (event: PointerEvent) => void, move: (event: PointerEvent) => void, up: (event: PointerEvent) => void}, keys?: (event: KeyboardEvent) => void, only?: "pointer"}} slider
 */
export const handle = ({x, y, r = 10, orientation = "horizontal", label, value, min, max, text, pointer, keys, only}) => svg`
  <g class=${`handle ${orientation} ${r < 10 ? "small" : ""}`} transform=${`translate(${x.toFixed(1)},${y.toFixed(1)})`}
     role=${only ? nothing : "slider"} tabindex=${only ? nothing : "0"} aria-hidden=${only ? "true" : nothing}
     aria-label=${only ? nothing : label} aria-orientation=${only ? nothing : orientation}
     aria-valuenow=${only ? nothing : value} aria-valuemin=${only ? nothing : min} aria-valuemax=${only ? nothing : max}
     aria-valuetext=${only ? nothing : text}
     @pointerdown=${pointer.down} @pointermove=${pointer.move} @pointerup=${pointer.up} @pointercancel=${pointer.up}
     @keydown=${keys ?? nothing}>
    <circle class="grab" r="22" /><circle class="ring-focus" r=${r + 5} /><circle class="held" r=${r} />
    <path class="chevron" d=${chevrons[orientation](r / 4)} />
  </g>`;
