import { isWithin } from "../../paths/worked-folders.ts";
import { parseLine, scopeOf } from "../parse-line.ts";
import { allPlacesOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { trustedName } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";
import { unitsOf } from "../walk/units.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/**
 * Where a line says by itself that it may change what starts programs or configures an agent: absolute places in the folders that are worked in, a
 * folder with all in it. A repository's own folder as a whole is none.
 */
export function protectedNamed(command: string, options: CommandPolicyOptions): readonly string[] {
  const parsed = parseLine(command, scopeOf(options));
  if (parsed.kind === "unreadable") return [];
  const units = parsed.parts.flatMap((part) => unitsOf(part, options)).filter(({ danger }) => danger !== undefined);
  const found = units.map((unit) => ({ unit, places: placesIn(unit, options) }));
  const all = new Set(found.flatMap(({ places }) => places));
  // Where a folder is made for what is named in it, that alone is meant.
  const made = found.flatMap(({ unit, places }) => (trustedName(unit.words[0]) === "mkdir" ? places : []));
  const isForAnother = (path: string): boolean =>
    made.includes(path) && [...all].some((one) => one !== path && isWithin(one, path));
  return [...all].filter((path) => !isForAnother(path)).sort();
}

const placesIn = ({ part, words }: Unit, options: CommandPolicyOptions): readonly string[] => {
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  return [...words.slice(1).flatMap(withValue), ...written].flatMap((word) =>
    allPlacesOf(word, part.folders, options).flatMap(({ path, pattern, region, isProtected }) =>
      isProtected && region === "inside" && path !== undefined && pattern === undefined && !/\/\.git$/i.test(path)
        ? [path]
        : [],
    ),
  );
};

/** `--file=x`, `of=x`. */
function withValue(word: ShellWord): readonly ShellWord[] {
  const value = isLiteral(word) ? /^[\w-]+=(.+)$/s.exec(word.text)?.[1] : undefined;
  return value === undefined ? [word] : [word, literalWord(value)];
}
