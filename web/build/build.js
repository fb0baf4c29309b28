// npm run build: makes dist/ anew if it is older than its sources.

import {build} from "./dist.js";
import {main} from "./step.js";

await main(async () => {
  await build();
  console.log("dist/ is up to date.");
});
