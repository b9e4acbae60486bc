import { escapeGlob, isGlob, unescapeGlob } from "../../../base/glob.ts";
import type { CommandPolicyOptions, WorkspaceFacts } from "../policy-types.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** A word without what else is known of it. */
export type Operand = Pick<ShellWord, "text" | "glob">;

/**
 * One piece of a word behind another: beside a pattern, letters stay letters.
 * @param left   what is read up to there; itself a pattern or letters
 */
export function joinedText(left: Operand, right: Operand): string {
  if (!left.glob) return (right.glob ? escapeGlob(left.text) : left.text) + right.text;
  if (right.glob) return left.text + right.text;
  // Within brackets more of them would mean something.
  const isInClass = /(?<!\\)(?:\\\\)*\[[^\]/]*$/.test(left.text);
  return left.text + (isInClass ? right.text.replace(/[\]!^\\[*?-]/g, "\\$&") : escapeGlob(right.text));
}

/** A path that may be a pattern, as a word. */
export const wordOfPattern = (pattern: string): ShellWord =>
  isGlob(pattern) ? { ...literalWord(pattern), glob: true } : literalWord(unescapeGlob(pattern));

/** The letters of a word, which are the name that it is where no pattern counts. */
export const lettersOf = ({ text, glob }: Operand): string => (glob ? unescapeGlob(text) : text);

/** A known word as an absolute pattern, in which a folder is what it is called. */
export function patternIn({ text, glob }: Operand, folder: string | undefined): string {
  const pattern = glob ? text : escapeGlob(text);
  return text.startsWith("/") ? pattern : `${escapeGlob(folder ?? "")}/${pattern}`;
}

/** What several words stand for, one behind the other; undefined where one may be anything. */
export function standsForBoth(left: ShellWord, right: ShellWord): ShellWord | undefined {
  if (isLiteral(left) && isLiteral(right)) return undefined;
  const [first, second] = [left, right].map((word) => (isLiteral(word) ? word : word.standsFor));
  if (first === undefined || second === undefined) return undefined;
  const isParted = first.isParted ?? second.isParted;
  const glob = first.glob || second.glob;
  // Behind a folder that is told a pattern finds what it finds.
  const isPlaced = isLiteral(right) && right.glob && right.takes !== "some" && !first.glob;
  const takes = left.text === "" ? second.takes : right.text === "" ? first.takes : isPlaced ? "each" : undefined;
  return { ...literalWord(joinedText(first, second)), glob, ...(isParted && { isParted }), ...(takes && { takes }) };
}

/** By its letters, in a folder that is known. */
export const writtenIn = (text: string, folder: string | undefined): string =>
  text.startsWith("/") ? text : `${folder}/${text}`;

/** More than so many are not looked at: they may be anything. */
const FOUND_MAX = 5_000;

/** Undefined where they are too many. */
export function namesFoundBy(pattern: string, facts: WorkspaceFacts | undefined): readonly string[] | undefined {
  const found = facts?.namesFound?.(pattern) ?? [];
  return found.length > FOUND_MAX ? undefined : found;
}

/** What a pattern finds may lead anywhere; behind a `..` each name that it finds does. */
export function ledTo(pattern: string | undefined, { facts }: CommandPolicyOptions): readonly string[] {
  if (pattern === undefined) return [];
  // A sandbox that answers for links shows no more by them; what lies above it is to be told.
  if (facts?.linksFound === undefined)
    return climbs(pattern.split("/"), isGlob) ? (namesFoundBy(pattern, facts) ?? ["/"]) : [];
  return facts.linksFound(pattern);
}

/** Whether a `..` stands behind a name of some kind. */
function climbs(names: readonly string[], isOf: (name: string) => boolean): boolean {
  const first = names.findIndex(isOf);
  return first >= 0 && names.lastIndexOf("..") > first;
}

/** Whether a `..` stands behind what is not there yet, or behind a pattern of which nobody says what it finds: it may be a link, and then it leads up from elsewhere. */
export function climbsFromUnknown(
  word: Operand,
  folder: string | undefined,
  { facts, makesNoLinks }: CommandPolicyOptions,
): boolean {
  const names = word.text.split("/").filter((name) => name !== "" && name !== ".");
  if (word.glob && climbs(names, isGlob)) return facts?.namesFound === undefined;
  if (facts?.realPath === undefined || !climbs(names, (name) => name !== "..")) return false;
  const above = names.slice(0, names.lastIndexOf("..")).join("/");
  const letters = lettersOf({ ...word, text: word.text.startsWith("/") ? `/${above}` : above });
  const written = writtenIn(letters, folder);
  if (facts.realPath(written) !== undefined) return false;
  return makesNoLinks !== true || climbsFromLink(`${written}/..`, facts.realPath);
}

/** Whether a `..` of an absolute path stands behind what is there and is a link, or is reached by one; what is missing becomes none. */
function climbsFromLink(path: string, realPath: (path: string) => string | undefined): boolean {
  const stack: string[] = [];
  for (const name of path.split("/").filter((one) => one !== "" && one !== ".")) {
    if (name !== "..") {
      stack.push(name);
      continue;
    }
    const above = `/${stack.join("/")}`;
    if ((realPath(above) ?? above) !== above) return true;
    stack.pop();
  }
  return false;
}
