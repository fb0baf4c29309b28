// Is a product older than what it is made from? Decided by content, so that neither
// a fresh clone nor a switched branch (both change times, not bytes) misleads us.

import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import {root} from "./step.js";

/** Every file at or below the given paths, sorted; a path that does not exist gives none. */
export function filesBelow(...paths) {
  return paths.flatMap((path) => {
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [path];
    return filesBelow(...readdirSync(path).map((name) => join(path, name)));
  }).sort();
}

/**
 * A product: made from `inputs` (files or folders), leaving `outputs`. Fresh when all
 * outputs exist and the inputs have the bytes they had when `stamp` was last called.
 */
export function product(name, {inputs, outputs, folder = root}) {
  const file = join(folder, "build", "stamp", name);
  const digest = () => {
    const hash = createHash("sha256");
    for (const path of filesBelow(...inputs.map((input) => join(folder, input)))) {
      hash.update(`${relative(folder, path)}\0`).update(readFileSync(path)).update("\0");
    }
    return hash.digest("hex");
  };
  return {
    isFresh: () => outputs.every((output) => existsSync(join(folder, output)))
      && existsSync(file) && readFileSync(file, "utf8") === digest(),
    digest,
    /** `made` is the digest from before the making: a file saved meanwhile makes it stale. */
    stamp: (made = digest()) => {
      mkdirSync(dirname(file), {recursive: true});
      writeFileSync(file, made);
    },
  };
}
