// Compilers, CMake and a browser: what the system's own package manager brings.

import {spawnSync} from "node:child_process";
import {existsSync} from "node:fs";
import {Stop, ask, atLeast, run, step} from "./step.js";

const isMac = process.platform === "darwin";

/** The browser the page is tested in: $CHROMIUM, Chromium or Chrome. */
export const browser = () =>
  [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"].find((path) => path && existsSync(path));

const version = (command) => /\d+(\.\d+)+/.exec(ask(command, "--version") ?? "")?.[0];
const isInstalled = (name) => ask("dpkg-query", "-W", "-f=${Status}", name) === "install ok installed";

// Each tool: is it there, and what is it called by the package managers we know.
const tools = {
  cmake: {found: () => atLeast(version("cmake") ?? "0", "3.25"), apt: ["cmake"], dnf: ["cmake"], pacman: ["cmake"], brew: ["cmake"]},
  ninja: {found: () => version("ninja"), apt: ["ninja-build"], dnf: ["ninja-build"], pacman: ["ninja"], brew: ["ninja"]},
  python: {found: () => version("python3"), apt: ["python3"], dnf: ["python3"], pacman: ["python"], brew: ["python"]},
  compiler: {found: () => version(process.env.CXX ?? (isMac ? "clang++" : "g++")), apt: ["g++"], dnf: ["gcc-c++"], pacman: ["gcc"], brew: ["llvm"]},
  // Emscripten 3.1.69 wants LLVM 19; see cpp/wasm/emscripten-debian.sh.
  llvm: {found: () => ["clang-19", "lld-19", "llvm-19"].every(isInstalled), apt: ["clang-19", "lld-19", "llvm-19"]},
  browser: {found: browser, apt: ["chromium"], dnf: ["chromium"], pacman: ["chromium"], brew: ["--cask", "google-chrome"]},
  // The page names system fonts only; with none at all the pictures of the tests show boxes.
  fonts: {found: () => !ask("apt-get", "--version") || ["fonts-urw-base35", "fonts-liberation"].every(isInstalled), apt: ["fonts-urw-base35", "fonts-liberation"]},
};

const commands = {
  dnf: (names) => `sudo dnf install ${names.join(" ")}`,
  pacman: (names) => `sudo pacman -S ${names.join(" ")}`,
  brew: (names) => `brew install ${names.join(" ")}`,
};

/** Installs those of the named tools that are missing, or stops with the commands to type. */
export async function installTools(...names) {
  const missing = names.filter((name) => !tools[name].found());
  if (!missing.length) return;
  const called = (manager) => missing.flatMap((name) => tools[name][manager] ?? []);
  if (!ask("apt-get", "--version")) {
    const manager = Object.keys(commands).find((command) => ask(command, "--version"));
    throw new Stop(manager && called(manager).length
      ? `Missing here: ${missing.join(", ")}. Type\n\n    ${commands[manager](called(manager))}\n\nand run the same npm command again.`
      : `Missing here: ${missing.join(", ")}. Install ${missing.length > 1 ? "them" : "it"} (on Debian the packages are called ${called("apt").join(", ")}) and run the same npm command again.`);
  }
  await aptInstall(called("apt"));
  const still = missing.filter((name) => !tools[name].found());
  if (still.length) throw new Stop(`Still missing after apt-get install ${called("apt").join(" ")}: ${still.join(", ")} (cmake must be 3.25 or newer).`);
}

/** Asks for the password now, not below a line that ticks, and only where somebody can type it. */
function mayUseSudo() {
  if (ask("sudo", "-n", "true") !== undefined) return true;
  return Boolean(process.stdin.isTTY) && spawnSync("sudo", ["--validate"], {stdio: "inherit"}).status === 0;
}

async function aptInstall(packages) {
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? [] : ["sudo"];
  const toType = `    ${[...sudo, "apt-get update"].join(" ")}\n    ${[...sudo, "apt-get install -y --no-install-recommends", ...packages].join(" ")}\n`;
  if (!isRoot && !mayUseSudo()) {
    throw new Stop(ask("sudo", "--version")
      ? `Installing ${packages.join(", ")} needs root. Type\n\n${toType}\nand run the same npm command again.`
      : `Installing ${packages.join(", ")} needs root, and there is no sudo here. As root, type\n\n${toType.replaceAll("sudo ", "")}\nand run the same npm command again.`);
  }
  await step(`apt-get install ${packages.join(" ")}`, async () => {
    const apt = (...args) => {
      const [command, ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300", ...args];
      return run(command, rest, {log: `apt-get-${args.find((arg) => /^(update|install)$/.test(arg))}`});
    };
    try {
      // Error-Mode=any: without it an update that reached no mirror ends with code 0.
      await apt("-o", "APT::Update::Error-Mode=any", "update");
      await apt("install", "-y", "--no-install-recommends", ...packages);
    } catch (error) {
      throw new Stop(`${error.message}\n\nIs the network there? By hand it is\n\n${toType}\nthen run the same npm command again.`);
    }
  });
}
