import { protectedName } from "../../engines/paths/protected-names.ts";

const NAMES_MAX = 5_000;
/** The names of a folder are mostly those of the last look. */
const knownNames = new Map<string, boolean>();

export function isProtectedName(name: string): boolean {
  let known = knownNames.get(name);
  if (known === undefined) {
    if (knownNames.size >= NAMES_MAX) knownNames.clear();
    known = protectedName([name]) !== undefined;
    knownNames.set(name, known);
  }
  return known;
}

/** Names that are protected in some folders only; those begin with a dot, or are of the system. */
export const isProtectedPair = (parent: string, name: string): boolean =>
  /^(?:\.|library$|etc$)/i.test(parent) && protectedName([parent, name]) !== undefined;
