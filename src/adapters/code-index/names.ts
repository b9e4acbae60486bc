import type { FileFacts, NodeKind } from "../../engines/citadel/model.ts";
import { stemOf } from "./entry.ts";

/** Sorted hashes of the names in a file, so that the files that matter to a query are found without opening any. */
export interface FileNames {
  /** Names by which other files can refer to something here. */
  readonly globals: Uint32Array;
  /** Names of everything that is declared here. */
  readonly defines: Uint32Array;
  /** Names that are referred to. */
  readonly uses: Uint32Array;
}

const LOCAL: ReadonlySet<NodeKind> = new Set<NodeKind>([
  "paragraph",
  "section",
  "cursor",
  "data-item",
  "step",
  "map-field",
]);

/** FNV-1a of the upper-case name; two names with one hash only cost a look into one file more. */
export function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) {
    let code = name.charCodeAt(at);
    if (code >= 97 && code <= 122) code -= 32;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash >>> 0;
}

export function namesOf(facts: FileFacts): FileNames {
  const globals = new Set<number>([hashName(stemOf(facts.path))]);
  const defines = new Set<number>(globals);
  const uses = new Set<number>();
  for (const symbol of facts.symbols) {
    const hash = hashName(symbol.name);
    defines.add(hash);
    if (!LOCAL.has(symbol.kind)) globals.add(hash);
  }
  for (const { name, targets, detail } of facts.references) {
    uses.add(hashName(name));
    // A table is also found without its schema, a dataset without its member, a map by its mapset.
    if (targets[0] === "table") uses.add(hashName(name.slice(name.lastIndexOf(".") + 1)));
    else if (targets[0] === "dataset") uses.add(hashName(name.replace(/\([^)]*\)$/, "")));
    else if (targets[0] === "map" && typeof detail?.["mapset"] === "string") uses.add(hashName(detail["mapset"]));
    else if (typeof detail?.["member"] === "string") uses.add(hashName(stemOf(detail["member"])));
  }
  for (const member of facts.members) uses.add(hashName(stemOf(member)));
  for (const item of facts.dataFlow?.items ?? []) uses.add(hashName(item.name));
  return { globals: sorted(globals), defines: sorted(defines), uses: sorted(uses) };
}

const sorted = (hashes: ReadonlySet<number>): Uint32Array => Uint32Array.from(hashes).sort();

export function hasName(names: Uint32Array, hash: number): boolean {
  let low = 0;
  let high = names.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = names[middle] as number;
    if (found === hash) return true;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
