import type { DangerContext } from "../dangers/danger.ts";
import { type Folders, placeOf } from "../places.ts";
import { literalWord } from "../words.ts";

/** By which code goes to a folder, or names one for what it starts; the folder where it is one text. */
const GOES = /\bchdir\b(?:[\s(]*["'](?<to>[^"'\n]*)["'])?|\bcwd\b["']?\s*[=:]\s*(?:["'](?<within>[^"'\n]*)["'])?/g;
/** Code that goes more often is not followed. */
const GOES_MAX = 40;

/**
 * Tells where code stands at a place in it: in the folder that the same statement names behind it, or else in those that it has gone to before.
 * It is undefined where that is no text of the code.
 */
export function standingIn(code: string, { folders, options }: DangerContext): (at: number) => Folders | undefined {
  const all = [...code.matchAll(GOES)].map(({ index, groups, 0: text }) => ({
    ...{ index, isNamed: text.startsWith("cwd") },
    to: groups?.["to"] ?? groups?.["within"],
  }));
  if (all.length > GOES_MAX) return () => undefined;
  return (at) => {
    const end = all.length === 0 ? at : at + code.slice(at).search(/[;\n]|$/);
    const named = all.filter(({ isNamed, index }) => isNamed && index >= at && index < end);
    // Settings that are made elsewhere may be given to a call by their name.
    if (named.length === 0 && all.some(({ isNamed }) => isNamed)) return undefined;
    let now: Folders = folders;
    for (const { to } of [...all.filter(({ isNamed, index }) => !isNamed && index < at), ...named]) {
      if (to === undefined) return undefined;
      now = now.map((folder) => placeOf(literalWord(to), [folder], options).path);
    }
    return now;
  };
}
