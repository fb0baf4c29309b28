// What package-lock.json names, in node_modules.

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {Stop, root, run, step} from "./step.js";

const packagesIn = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return {};
  }
};

/** Whether node_modules holds what the lock file names (packages for other systems aside). */
export function packagesAreInstalled(folder = root) {
  const wanted = packagesIn(join(folder, "package-lock.json"));
  const present = packagesIn(join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(wanted).every(([path, {version, optional}]) =>
    path === "" || present[path]?.version === version || (optional && !present[path]));
}

/** Runs npm ci if node_modules is not what package-lock.json says. */
export async function installPackages() {
  if (packagesAreInstalled()) return;
  await step("npm ci", async () => {
    try {
      await run("npm", ["ci", "--no-audit", "--no-fund"], {log: "npm-ci"});
    } catch (error) {
      throw new Stop(`${error.message}\n\nIs the network there? By hand it is\n\n    npm ci\n\nthen run the same npm command again.`);
    }
  });
}
