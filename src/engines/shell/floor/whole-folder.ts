import { createGlobMatcher, escapeGlob } from "../../../base/glob.ts";
import { isWithin, rootsOf } from "../../paths/worked-folders.ts";
import { type Danger, type DangerContext, hidden, place } from "../dangers/danger.ts";
import { allPlacesOf, type Place, takesAll } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { hasShort, optionValues, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import type { EffectRow } from "./effects.ts";

/** What ends all of a folder that is worked in: its owner is asked in every mode, and named folders in it are housekeeping. */
export const endsWhole = (does: string, target: ShellWord): Danger =>
  hidden(`it ${does} all of the folder that is worked in (${target.text}); name what is meant`);

/** Whether a word names such a folder, or takes everything that can be seen in one. */
export function takesWhole(word: ShellWord, { folders, options }: DangerContext): boolean {
  const known = word.takes === "some" ? undefined : word.standsFor?.takes === "each" ? word.standsFor : word;
  if (known === undefined || !isLiteral(known)) return false;
  return allPlacesOf(known, folders, options).some((one) =>
    known.glob ? findsWhole(one, options) : one.region === "root",
  );
}

/** A pattern of nothing but wildcards; one that is for some letters must find all that is there. */
function findsWhole({ path }: Place, options: CommandPolicyOptions): boolean {
  const root = rootsOf(options).find((one) => one !== "/" && path !== undefined && isWithin(path, one));
  const inside = root === undefined ? "" : (path?.slice(root.length + 1) ?? "");
  if (root === undefined || inside === "" || !takesAll(inside)) return false;
  const [first = ""] = inside.split("/");
  if (/^[*?]+$/.test(first)) return first.includes("*");
  const finds = createGlobMatcher(first);
  const all = options.facts?.namesFound?.(`${escapeGlob(root)}/*`) ?? [];
  return finds(".git") || all.every((one) => finds(one.slice(root.length + 1)));
}

/**
 * What a row of the table does to files that they do not outlast where they lie. What is moved within the folder is there still.
 * @param below  it is had on all that lies below, too
 */
export function endsFiles(
  { effect, targets, rewrites, givesMode }: EffectRow,
  words: readonly ShellWord[],
  context: DangerContext,
  below: boolean,
): string | undefined {
  if (givesMode) return words.some(({ text }) => takesAccess(text, below)) ? "takes away the access to" : undefined;
  if (effect === "write" && targets === "operands") return hasShort(scan(words), "a") ? undefined : "writes over";
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
