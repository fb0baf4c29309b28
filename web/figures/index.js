// The figures by the name that `view` gives them.
import fit from "./fit.js";

export const figures = new Map([fit].map((figure) => [figure.view, figure]));
export {marks} from "./marks.css.js";
