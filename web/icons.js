import {svg} from "lit";

const paths = {
  link: "M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3L4.7 7.2",
  download: "M8 2.5v8M4.8 7.5L8 10.7l3.2-3.2M3 13.5h10",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 3.5v9",
  reset: "M3.2 6.2A5.2 5.2 0 1 1 2.8 9M3 3v3.3h3.3",
};

/** @param {keyof typeof paths} name */
export const icon = (name) => svg`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${paths[name]} /></svg>`;
