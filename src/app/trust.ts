import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locations } from "./config/locations.ts";
import { writeFileWhole } from "./config/write-file-whole.ts";

/** Folders a person has trusted, one a line of JSON: what lies in them may configure and start things. */
function trustFile({ state }: Locations): string {
  return join(state, "trusted-folders.json");
}

export function trustedFolders(locations: Locations): readonly string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(trustFile(locations), "utf8"));
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** A folder is trusted when it, or one above it, was. */
export function isTrusted(cwd: string, locations: Locations): boolean {
  return trustedFolders(locations).some((folder) => cwd === folder || cwd.startsWith(`${folder}/`));
}

export function setTrust(cwd: string, trusted: boolean, locations: Locations): void {
  const others = trustedFolders(locations).filter((folder) => folder !== cwd);
  const path = trustFile(locations);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileWhole(path, `${JSON.stringify(trusted ? [...others, cwd] : others, undefined, 2)}\n`);
}
