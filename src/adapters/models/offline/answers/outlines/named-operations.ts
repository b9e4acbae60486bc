import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { plain } from "../../reading/tokens.ts";
import { type Answer, isOpen, listedInOrder } from "../answer.ts";
import { declarationsNamed } from "../declared/find-declarations.ts";
import { passages } from "../passages.ts";
import { type Declared, declaredText, declaredUnits } from "./declared-units.ts";

/** What is asked for is how something is done through functions of the code, or which they are. */
const ASKS =
  /\bhow (?:do|can|could|would|should|must|to)\b (?:i|we|you|one|a client|an agent)?|\b(?:which|what) (?:methods?|functions?|calls?|operations?|api)\b|\bis (?:that|this|it) possible\b|\b(?:can|could) (?:i|we|you|one)\b|\bsupport\b|\bhow (?:is|are|does)\b.*\bswitch\w*/;
/** Each does the same to what it is done to. */
const DOING = [
  "read get fetch load list show",
  "write set update save put store",
  "create make new add open start spawn",
  "delete remove drop destroy",
  "cancel stop abort interrupt kill",
  "set change switch select choose",
  "send query post submit",
  "wait await until",
  "release dispose free",
  "rename title",
  "fork copy duplicate branch",
  "list enumerate",
  "disconnect close",
].map((row) => new Set(row.split(" ")));
/** Parts of names that tell nothing. */
const SMALL_PARTS = /^(?:for|to|of|the|a|an|from|in|on|with|by|unstable|async|sync|and|is)$/;
const SMALL_WORDS =
  /^(?:how|do|does|i|we|you|one|the|a|an|and|or|of|to|in|on|it|its|is|are|that|this|which|what|can|could|me|my|for|with|from|by|through|until|get|gets|possible|methods?|functions?|params?|parameters?|arguments?|they|them|there|use|take|please|way|code|sdk|library|support)$/;
const ROWS_MAX = 7;
const NAMES_MIN = 2;

/**
 * The answers to all parts as one, behind the functions that the prompt names by its words: where one of them only quotes what is nearest or did not regard all.
 * "Reading files: which methods?" names by its other part what a list of all methods does not regard.
 */
export function* behindOperations({ prompt, answers, joint }: Joint, folder: Folder): Looking<Answer> {
  const isOfMethods = WHICH_ALONE.test(prompt) && answers.length > 1;
  if (!isOfMethods && !answers.some(isOpen)) return joint;
  const text = yield* operationsText(prompt, folder);
  if (text === "") return joint;
  const below = isOfMethods ? yield* passages(prompt, folder) : joint;
  return { ...below, text: `${text}\n\n${below.text}`, isAnswer: true };
}

interface Joint {
  readonly prompt: string;
  /** To each part, and to all. */
  readonly answers: readonly Answer[];
  readonly joint: Answer;
}

const WHICH_ALONE = /\b(?:which|what) (?:methods|functions|calls|operations)(?= and\b|\W*$|\?)/i;

/** Public functions whose names the words of a question are, where those are several or it asks for them; empty where they are not. */
function* operationsText(prompt: string, folder: Folder): Looking<string> {
  const said = plain(inEnglish(prompt));
  if (!ASKS.test(said) || !folder.paths.some((path) => isOfCode(path) && !isAside(path))) return "";
  const words = [...new Set(said.match(/[a-z]{3,}/g) ?? [])].filter((word) => !SMALL_WORDS.test(word));
  const units = yield* declaredUnits(folder);
  const fitting = units
    .flatMap((unit) => {
      const fit = fitOf(unit, words);
      return fit === undefined ? [] : [{ unit, ...fit }];
    })
    .toSorted((one, other) => other.fit - one.fit || Number(one.unit.owner !== "") - Number(other.unit.owner !== ""));
  const whole = fitting.filter(({ isWhole }) => isWhole);
  const kept = whole.length >= NAMES_MIN ? whole : fitting;
  const byName = new Map(kept.toReversed().map(({ unit }) => [plain(unit.name.replace(/_/g, "")), unit]));
  const shown = [...byName.values()].toReversed();
  if (shown.length < NAMES_MIN || shown.length > OF_TOO_MANY) return "";
  const list = listedInOrder("Functions that are named so", shown.map(declaredText), shown.length, ROWS_MAX);
  const isOfParameters = /\b(?:params?|parameters?|arguments?|fields?)\b/.test(said);
  return isOfParameters ? [list, ...(yield* parametersOf(shown.slice(0, TYPES_MAX)))].join("\n") : list;
}

/** So many are named by common words alone. */
const OF_TOO_MANY = 14;
const TYPES_MAX = 3;

interface Fit {
  readonly fit: number;
  /** Whether the words say each part of the name. */
  readonly isWhole: boolean;
}

/** How many of its name's parts the words say; undefined where they do not name it. */
function fitOf({ kind, name, owner, place }: Declared, words: readonly string[]): Fit | undefined {
  if (kind !== "function" || /^[_#]|^constructor$/.test(name) || /(?:^|\/)_?(?:scripts|tools|build)\//.test(place.path))
    return undefined;
  const parts = partsOf(name);
  const own = partsOf(owner);
  const isSaid = (part: string): boolean => words.some((word) => isSame(word, part));
  const held = parts.filter(isSaid);
  const meant = parts.filter((part) => !held.includes(part) && words.some((word) => isSameDoing(word, part)));
  const ofOwner = own.filter((part) => isSaid(part) && !held.includes(part));
  const covered = held.length + meant.length;
  const isWhole = covered === parts.length && held.length > 0;
  const isNearly = held.length >= 2 && parts.length - covered <= 1;
  // What is done is what the name begins with; a thing alone names no function.
  const [doing = ""] = parts;
  const isOfDoing = held.includes(doing) || meant.includes(doing);
  const isAlone = parts.length === 1 && !(ofOwner.length > 0 && DOING.some((row) => row.has(doing)));
  if (!isOfDoing || isAlone || !(isWhole || isNearly)) return undefined;
  return { fit: covered - (parts.length - covered) - meant.length / 2, isWhole };
}

export const isSameDoing = (said: string, part: string): boolean =>
  DOING.some((row) => row.has(part) && [...row].some((one) => isSame(said, one)));

const partsOf = (name: string): readonly string[] => wordParts(name).filter((part) => !SMALL_PARTS.test(part));

/** Whether two words differ in their ends alone: write and writing, message and messages. */
function isSame(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const ends = [one.slice(at), other.slice(at)];
  // "Ready" is no form of "read".
  const isOther = ends.includes("y") && ends.includes("");
  return at >= STEM_CHARS_MIN && !isOther && ends.every((end) => END.test(end));
}

const STEM_CHARS_MIN = 3;
const END = /^(?:y|ies|e?s?|e?d|[a-z]?ed|[a-z]?ing|ation|ion)$/;

/** The members of the types that functions take. */
export function* parametersOf(units: readonly Declared[]): Looking<readonly string[]> {
  const rows: string[] = [];
  for (const { head } of units) {
    const [, type = ""] = /\(\s*\w+\??: *(?:\w+\.)?([A-Z]\w+)\b/.exec(head) ?? [];
    const [found] = type === "" ? [] : yield* declarationsNamed(type);
    if (!found) continue;
    const members = found.members.map(({ text }) => text).join("; ");
    rows.push(`- ${found.place.path}:${found.place.line}  ${type}: ${members}`);
  }
  return rows.length === 0 ? [] : [`What they take (${rows.length}):`, ...new Set(rows)];
}
