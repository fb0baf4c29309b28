// npm start: installs what is missing, builds what is stale, serves the page.

import {join} from "node:path";
import {build} from "./dist.js";
import {serve} from "./server.js";
import {Stop, main, root, seconds} from "./step.js";

const usual = 8000;   // the same address from one start to the next, where it is free

/** The port asked for, or the usual one, or any that is free. */
async function serveSomewhere(folder) {
  const asked = process.env.PORT;
  if (asked !== undefined && !(/^\d+$/.test(asked) && Number(asked) <= 65535)) throw new Stop(`PORT: ${JSON.stringify(asked)} is not a port number, 0 to 65535`);
  try {
    return await serve(folder, {port: Number(asked ?? usual)});
  } catch (error) {
    if (!["EADDRINUSE", "EACCES"].includes(error.code)) throw error;
    if (asked !== undefined) throw new Stop(`PORT: ${asked} is ${error.code === "EACCES" ? "not allowed here" : "in use"}; leave PORT out and a free one is taken`);
    return serve(folder);
  }
}

await main(async () => {
  const start = performance.now();
  await build();
  const {address, close} = await serveSomewhere(join(root, "dist"));
  console.log(`\nReady after ${seconds(start)}:  ${address}\nCtrl-C ends it.`);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.removeAllListeners(signal);   // no step is running any more, and this end is a good one
    process.once(signal, () => close().then(() => process.exit(0)));
  }
});
