import { hash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import { trustRoot } from "../trust/trust-items.ts";

/** The project's files that a command names, each with the hash of its content. */
export type HookScripts = readonly (readonly [path: string, sha256: string])[];

/** A script that changed is another hook. */
export function scriptsOf(command: string, cwd: string): HookScripts {
  const root = trustRoot(cwd);
  const words = command
    // What it writes is not what it runs.
    .replace(/>{1,2}\s*[^\s;|&<>()]+/g, " ")
    .replace(/"?\$\{?(?:CLAUDE|WAYMARK)_PROJECT_DIR\}?"?/g, cwd)
    .split(/[\s"'`;|&()<>=]+/)
    .filter((word) => word !== "" && (word.includes("/") || word.includes(".")));
  return [...new Set(words)].flatMap((word) => {
    const path = isAbsolute(word) ? word : resolve(cwd, word);
    if (!path.startsWith(`${root}/`)) return [];
    const file = readPlainFile(path);
    return file.kind === "missing"
      ? []
      : [[word, file.kind === "text" ? hash("sha256", file.text) : file.why] as const];
  });
}

/** Whether the scripts that a command names are still those that were read with it. */
export const areAsRead = (command: string, scripts: HookScripts, cwd: string): boolean =>
  JSON.stringify(scriptsOf(command, cwd)) === JSON.stringify(scripts);
