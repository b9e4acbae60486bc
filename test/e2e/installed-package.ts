import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { COMPILED } from "./run-waymark.ts";

/** What a person has installed beside Waymark. */
const INSTALLED_BESIDE = ["@ai-sdk/groq", "@ai-sdk/amazon-bedrock", "bullmq", "ioredis"];
const CHECKOUT = resolve(import.meta.dirname, "../..");

/**
 * Installs what `npm pack` would publish in an empty folder outside of the checkout, once for all tests: what they start is what
 * ships. The packages that it depends on are those of the checkout, so that no registry is asked.
 * @returns  takes the folder away
 */
export function setup(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-installed-")));
  const home = join(folder, "node_modules", "waymark");
  mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", pack(folder), "--strip-components=1", "-C", home]);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...INSTALLED_BESIDE]) {
    const [from, to] = [CHECKOUT, folder].map((place) => join(place, "node_modules", name)) as [string, string];
    mkdirSync(dirname(to), { recursive: true });
    if (existsSync(from)) symlinkSync(from, to, "junction");
  }
  // Root starts it as other users as well; each has a folder of its own in there.
  mkdirSync(COMPILED.NODE_COMPILE_CACHE, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(COMPILED.NODE_COMPILE_CACHE, 0o1777);
  process.env["WAYMARK_TEST_MAIN"] = join(home, "dist", "main.js");
  process.env["WAYMARK_TEST_PROOFS"] = provenIn(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Has the sandboxes of this machine proven once, where there are any. @returns the folder of the proofs, and of nothing else */
function provenIn(folder: string): string {
  const [work, home, proofs] = ["work", "home", "proofs"].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [work, proofs]) mkdirSync(path);
  spawnSync(process.execPath, [process.env["WAYMARK_TEST_MAIN"] ?? "", "tool", "run", "shell", '{"command":"true"}'], {
    cwd: work,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, WAYMARK_HOME: home, ...COMPILED },
  });
  const cache = join(home, "cache");
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith("sandbox-")) : [];
  for (const name of names) copyFileSync(join(cache, name), join(proofs, name));
  return proofs;
}

/** The tarball of the built package. @throws when nothing was built */
function pack(folder: string): string {
  if (!existsSync(join(CHECKOUT, "dist", "main.js"))) throw new Error("Nothing is built: `npm run build` first.");
  const printed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
    ...{ cwd: CHECKOUT, encoding: "utf8", shell: process.platform === "win32" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = Object.values(JSON.parse(printed)) as [{ readonly filename: string }];
  return join(folder, filename);
}
