import {readdirSync} from "node:fs";
import {fileURLToPath} from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));

export default {
  root: web,
  base: "./",   // relative addresses: the page works below any path
  build: {
    target: "es2022",
    assetsInlineLimit: 0,   // no data: addresses; the content security policy refuses most of them
    license: {fileName: "licenses.md"},
    rolldownOptions: {input: readdirSync(web).filter((name) => name.endsWith(".html")).map((name) => `${web}/${name}`)},
  },
};
