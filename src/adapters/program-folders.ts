import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest folder above this file with a manifest: the package, or the checkout. */
const PROGRAM = holderOf("package.json");

/**
 * The folders whose `node_modules` holds what Waymark may load while it runs: its own, and the one that it was installed into.
 * Node goes on to each folder above, the home and the folder that is worked in among them: what lies there is somebody else's code.
 */
export const programFolders: readonly string[] =
  PROGRAM === undefined
    ? []
    : [PROGRAM, ...[dirname(PROGRAM)].filter((folder) => basename(folder) === "node_modules").map(dirname)];

/** Whether `import` of a package would find it in one of {@link programFolders}, which it asks before all others. */
export const isInstalled = (name: string): boolean =>
  process.versions["pnp"] !== undefined ||
  programFolders.some((folder) => existsSync(join(folder, "node_modules", name, "package.json")));

function holderOf(name: string): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return folder;
  return undefined;
}
