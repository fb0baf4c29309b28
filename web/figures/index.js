// The figures by the name that `view` gives them.
import compare from "./compare.js";
import fit from "./fit.js";
import kernels from "./kernels.js";
import weights from "./weights.js";

export const figures = new Map([kernels, fit, weights, compare].map((figure) => [figure.view, figure]));
export {marks} from "./marks.css.js";
