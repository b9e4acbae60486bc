import { isWithin } from "../../paths/worked-folders.ts";
import { parseLine, scopeOf } from "../parse-line.ts";
import { allPlacesOf, type Place } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { trustedName } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";
import { unitsOf } from "../walk/units.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** Where a line says by itself that it may change more than the plain files of the folders that are worked in: absolute places, a folder with all in it. */
export interface NamedPlaces {
  /** In these folders, what starts programs or configures an agent. A repository's own folder as a whole is none. */
  readonly inside: readonly string[];
  readonly outside: readonly string[];
}

export function protectedNamed(command: string, options: CommandPolicyOptions): NamedPlaces {
  const parsed = parseLine(command, scopeOf(options));
  if (parsed.kind === "unreadable") return { inside: [], outside: [] };
  const units = parsed.parts.flatMap((part) => unitsOf(part, options)).filter(({ danger }) => danger !== undefined);
  const named = units.map((unit) => ({ unit, all: placesIn(unit, options) }));
  const found = named.map(({ unit, all }) => ({ unit, places: all.flatMap(protectedPath) }));
  const all = new Set(found.flatMap(({ places }) => places));
  // Where a folder is made for what is named in it, that alone is meant.
  const made = found.flatMap(({ unit, places }) => (trustedName(unit.words[0]) === "mkdir" ? places : []));
  const isForAnother = (path: string): boolean =>
    made.includes(path) && [...all].some((one) => one !== path && isWithin(one, path));
  const outside = named.flatMap((one) => one.all).flatMap((place) => (isOutside(place) ? [place.path] : []));
  return { inside: [...all].filter((path) => !isForAnother(path)).sort(), outside: [...new Set(outside)].sort() };
}

const isOutside = (place: Place): place is Place & { readonly path: string } =>
  /^(?:outside|above)$/.test(place.region) && place.path !== undefined && place.pattern === undefined;

const protectedPath = ({ path, pattern, region, isProtected }: Place): readonly string[] =>
  isProtected && region === "inside" && path !== undefined && pattern === undefined && !/\/\.git$/i.test(path)
    ? [path]
    : [];

const placesIn = ({ part, words }: Unit, options: CommandPolicyOptions): readonly Place[] => {
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  return [...words.slice(1).flatMap(withValue), ...written].flatMap((word) => allPlacesOf(word, part.folders, options));
};

/** `--file=x`, `of=x`. */
function withValue(word: ShellWord): readonly ShellWord[] {
  const value = isLiteral(word) ? /^[\w-]+=(.+)$/s.exec(word.text)?.[1] : undefined;
  return value === undefined ? [word] : [word, literalWord(value)];
}
