import { createGlobMatcher, escapeGlob } from "../../../base/glob.ts";
import { isWithin, rootsOf } from "../../paths/worked-folders.ts";
import { type Danger, type DangerContext, hidden, place } from "../dangers/danger.ts";
import { allPlacesOf, isOfWildcards, type Place } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { hasShort, optionValues, scan } from "../scan.ts";
import { isLiteral, literalWord, namedPiece, type ShellWord } from "../words.ts";
import type { EffectRow } from "./effects.ts";
import { possibleWords } from "./possible-words.ts";

/** What ends all of a folder that is worked in: its owner is asked in every mode, and named folders in it are housekeeping. */
export const endsWhole = (does: string, targets: readonly ShellWord[]): Danger => {
  const meant = targets.map((one) => one.standsFor ?? one);
  const patterns = meant.filter(({ glob }) => glob);
  const told = (patterns.length > 0 ? patterns : meant).map(({ text }) => text).join(" ");
  const text = `it ${does} all of the folder that is worked in (${namedPiece(told)}); name what is meant`;
  return { ...hidden(text), endsWhole: true };
};

/**
 * Whether words name such a folder, or take together everything that can be seen in one: that folders stay where files alone are taken is no
 * matter, as another part of the line may take these.
 * @param filesAlone  a folder that is named is not taken
 */
export function takesWhole(words: readonly ShellWord[], context: DangerContext, filesAlone = false): boolean {
  const { folders, options } = context;
  const found = words.flatMap((word) =>
    meantBy(word, context).flatMap((one) => allPlacesOf(one, folders, options).map((where) => ({ one, where }))),
  );
  if (!filesAlone && found.some(({ one, where }) => (one.glob ? findsRoot(where, options) : where.region === "root")))
    return true;
  const tops = found.flatMap(({ one, where }) => topOf(where, one.glob, options));
  return tops.some(
    ({ root, isPattern }) =>
      isPattern &&
      leavesNothing(
        root,
        tops.filter((one) => one.root === root),
        options,
      ),
  );
}

/** `../w*`. */
const findsRoot = ({ pattern, region }: Place, options: CommandPolicyOptions): boolean =>
  pattern !== undefined &&
  region !== "inside" &&
  (options.facts?.namesFound?.(pattern) ?? []).some((path) => rootsOf(options).some((root) => isWithin(root, path)));

/** Each that a word is, or one of what the line gives it. */
function meantBy(word: ShellWord, context: DangerContext): readonly ShellWord[] {
  if (word.takes === "some") return [];
  if (word.standsFor !== undefined) return word.standsFor.takes === "each" ? [word.standsFor] : [];
  if (isLiteral(word)) return [word];
  // Of what is no pattern, what it may come to is asked elsewhere.
  const pieces = (possibleWords(word, context) ?? []).filter(({ isOpen }) => !isOpen);
  return pieces.flatMap(({ text }) => text.split(/\s+/)).flatMap(patternOf);
}

const patternOf = (text: string): readonly ShellWord[] =>
  /[*?[]/.test(text) ? [{ ...literalWord(text), glob: true }] : [];

interface Top {
  readonly root: string;
  /** What it is at the top of that folder, as a pattern; all that lies below is taken with it. */
  readonly first: string;
  /** Or a name, of which those alone are told. */
  readonly isPattern: boolean;
}

function topOf({ path }: Place, isGlob: boolean, options: CommandPolicyOptions): readonly Top[] {
  const root = rootsOf(options).find((one) => one !== "/" && path !== undefined && isWithin(path, one));
  const [first = "", ...rest] = (root === undefined ? "" : (path?.slice(root.length + 1) ?? "")).split("/");
  if (root === undefined || first === "" || !rest.every(isOfWildcards)) return [];
  const isPattern = isGlob && /[*?[]/.test(first);
  return isGlob && !isPattern ? [] : [{ root, first: isPattern ? first : escapeGlob(first), isPattern }];
}

/** Whether patterns, and names beside them, are all that can be seen at the top of a folder; where nobody can look, by what they are. */
function leavesNothing(root: string, tops: readonly Top[], { facts }: CommandPolicyOptions): boolean {
  const finders = tops.map((one) => ({ ...one, finds: createGlobMatcher(one.first) }));
  if (finders.some(({ first, isPattern, finds }) => isPattern && /^[.[]/.test(first) && finds(".git"))) return true;
  const seen = facts?.namesFound?.(`${escapeGlob(root)}/*`) ?? [];
  if (seen.length === 0) return tops.some(({ first }) => isOfWildcards(first) && first.includes("*"));
  return seen.every((path) => finders.some(({ finds }) => finds(path.slice(root.length + 1))));
}

/**
 * What a row of the table does to files that they do not outlast where they lie. What is moved within the folder is there still.
 * @param below  it is had on all that lies below, too
 */
export function endsFiles(
  { effect, targets, rewrites, givesMode, filesAlone }: EffectRow,
  words: readonly ShellWord[],
  context: DangerContext,
  below: boolean,
): string | undefined {
  if (givesMode) return words.some(({ text }) => takesAccess(text, below)) ? "takes away the access to" : undefined;
  if (effect === "write" && filesAlone) return hasShort(scan(words), "a") ? undefined : "writes over";
  if (effect !== "lose" || rewrites) return undefined;
  const into = targets === "sources" ? scan(words).operands.at(-1) : optionValues(words, "-t", "--target-directory")[0];
  // What is given another name stays where it is.
  const isWithinFolder = into !== undefined && /^(?:inside|root|unknown)$/.test(place(into, context).region);
  return isWithinFolder ? undefined : "deletes, empties or moves away";
}

/** Whether a mode takes from the owner of files to read them, or, where folders are among them, to go into these. */
function takesAccess(mode: string, below: boolean): boolean {
  const needed = below ? "rx" : "r";
  const [, digit] = /^[0-7]?([0-7])[0-7]{2}$/.exec(mode) ?? [];
  if (digit !== undefined) return [...needed].some((one) => (Number(digit) & (one === "r" ? 4 : 1)) === 0);
  if (/^0+$/.test(mode)) return true;
  if (!/^[ugoa]*[-+=]/.test(mode) || mode.includes("X")) return false;
  return mode.split(",").some((clause) => {
    const [, who = "", sign, bits = ""] = /^([ugoa]*)([-+=])([rwxst]*)$/.exec(clause) ?? [];
    if (who !== "" && !/[ua]/.test(who)) return false;
    return [...needed].some((one) => (sign === "-" ? bits.includes(one) : sign === "=" && !bits.includes(one)));
  });
}
