// Finds Emscripten, or brings it: 3.1.69 or newer, from the first place that has it.

import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {Stop, ask, atLeast, root, run, step} from "./step.js";
import {installTools} from "./system-packages.js";

const oldest = "3.1.69";   // older ones lack C++20's ranges; see cpp/wasm/emscripten-debian.sh
const toolchain = join(root, ".toolchain");

const versionOf = (emcc) => /\d+\.\d+\.\d+/.exec(ask(emcc, "--version") ?? "")?.[0];
const isGood = (emcc) => atLeast(versionOf(emcc) ?? "0", oldest);

/** Debian 12 or 13 on a processor we have packages for: the private copy works there. */
function isKnownDebian() {
  if (!existsSync("/etc/os-release")) return false;
  const release = readFileSync("/etc/os-release", "utf8");
  return /^ID=debian$/m.test(release) && /^VERSION_ID="1[23]"$/m.test(release) && ["x64", "arm64"].includes(process.arch);
}

/** The folder with Emscripten's tools and CMake files, for $EMSCRIPTEN_ROOT. */
export async function emscriptenRoot() {
  if (process.env.EMSCRIPTEN_ROOT && isGood(join(process.env.EMSCRIPTEN_ROOT, "emcc"))) return process.env.EMSCRIPTEN_ROOT;
  if (isGood("emcc")) return ask("em-config", "EMSCRIPTEN_ROOT");
  const sdk = join(toolchain, "emsdk", "upstream", "emscripten");
  if (isGood(join(sdk, "emcc"))) return sdk;
  if (!isKnownDebian()) {
    throw new Stop(`Emscripten ${oldest} or newer is missing. ${process.platform === "darwin" ? "Type\n\n    brew install emscripten\n\nor, i" : "I"}n a copy of its SDK (emsdk), type

    ./emsdk install ${oldest} && ./emsdk activate ${oldest}
    source ./emsdk_env.sh

and run the same npm command again in the same shell.`);
  }
  await installTools("python", "llvm");
  const own = join(toolchain, "emscripten", "root");
  const install = () => run("bash", [join(root, "cpp", "wasm", "emscripten-debian.sh"), toolchain], {log: "emscripten"});
  if (existsSync(own)) {
    await install();   // nothing but a check that the paths inside are still right
  } else {
    await step(`Emscripten ${oldest} into .toolchain/`, async () => {
      try {
        await install();
      } catch (error) {
        throw new Stop(`${error.message}\n\nIs the network there? What was fetched is kept; by hand it is\n\n    bash cpp/wasm/emscripten-debian.sh .toolchain\n\nthen run the same npm command again.`);
      }
    });
  }
  return own;
}
