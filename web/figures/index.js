// The figures by the name that `view` gives them.
import fit from "./fit.js";
import weights from "./weights.js";

export const figures = new Map([fit, weights].map((figure) => [figure.view, figure]));
export {marks} from "./marks.css.js";
