import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { isObject } from "../../base/is-object.ts";
import type { Locations } from "../settings/locations.ts";
import { writeFileWhole } from "../settings/write-file-whole.ts";
import { identityOf } from "./trust.ts";
import { trustRoot } from "./trust-root.ts";

export const HOOK_TRUST_FILE = "trusted-hooks.json";
const HOOKS_MAX = 1_000;

/** Hashes of the hooks that somebody has said yes to, for the repository of this folder, and not for another one that was at its path. */
export function trustedHooks(cwd: string, { state }: Locations): readonly string[] {
  const root = trustRoot(cwd);
  const kept = read(join(state, HOOK_TRUST_FILE))[root];
  if (!isObject(kept) || kept["identity"] !== identityOf(root) || !Array.isArray(kept["hashes"])) return [];
  return kept["hashes"].filter((one) => typeof one === "string");
}

/** From now on exactly these run besides those that did. */
export function trustHooks(cwd: string, hashes: readonly string[], locations: Locations): void {
  write(cwd, [...new Set([...trustedHooks(cwd, locations), ...hashes])].slice(-HOOKS_MAX), locations);
}

/** None of this folder's runs any more. */
export function distrustHooks(cwd: string, locations: Locations): void {
  write(cwd, [], locations);
}

function write(cwd: string, hashes: readonly string[], { state }: Locations): void {
  const path = join(state, HOOK_TRUST_FILE);
  makeFolder(dirname(path), { mode: 0o700 });
  const root = trustRoot(cwd);
  const kept = { identity: identityOf(root), hashes };
  writeFileWhole(path, `${JSON.stringify({ ...read(path), [root]: kept }, undefined, 2)}\n`);
}

function read(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isObject(value) ? value : {};
  } catch {
    // Without a readable list nothing is trusted.
    return {};
  }
}
