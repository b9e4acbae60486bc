import { escapeRegExp } from "../../../../../base/glob.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { cited, listedInOrder, search } from "../answer.ts";
import { rankedDoers } from "../doers/rank-doers.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { publicNames } from "../facts/public-names.ts";
import { fullName, type Unit } from "../facts/units.ts";
import { holderOf, lineAt, namesWord, type OwnCode, ownCode, type Spot, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const USES = "(?:(?:use|call|read|need|import|instantiate|reference|invoke|consume)s?|depends? on|rel(?:y|ies) on)";
const USED = "(?:used|called|read|needed|imported|instantiated|referenced|invoked|consumed)";
const FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:who|what|which (?:other )?(?:files?|places?|functions?|modules?|parts?|code|classes)) (?:all )?${USES} (.+)`,
  ),
  new RegExp(`\\bwhere (?:all )?(?:is|are) (.+?) ${USED}\\b`),
  new RegExp(`\\b(?:by whom|from where) (?:is|are) (.+?) ${USED}\\b`),
];
const KINDS =
  "(?:data ?class|class|interface|protocol|type|enum|object|struct|function|method|helper|record|constant|decorator)";
/** What is spoken of in the sentence before: "I want to change the options dataclass. Who uses it?" */
const TOLD =
  /\b(?:change|modify|rename|remove|delete|touch|extend|refactor|edit|replace|move|split|drop) (?:the |our |my |this )?(.+?)(?:[.,;:?!]|\band\b|$)/;
const PRONOUN = /^(?:it|that|this|them|those|these)\b/;
const SMALL = new RegExp(
  `^(?:the|an?|our|my|this|that|which|it|its|of|in|on|for|to|and|or|by|here|code|package|library|sdk|is|are|does|do|all|${KINDS})s?$`,
);
const WORDS_MAX = 4;
const FILES_MAX = 14;
const SHARE_MIN = 0.35;

/** "Who uses the options dataclass": the lines that use what the words are called, file by file. */
export const USED_BY: Dossier = {
  asks: (said) => thingIn(said) !== undefined,
  isOfStory: true,
  tells: /\b(?:who|where|break|affected|touch\w*)\b/,
  *answer(said, own, { folder, before }) {
    const thing = thingIn(said) ?? "";
    const words = wordsOf(thing);
    // What is spelled as code is found by its name.
    if (words.length === 0 || words.length > WORDS_MAX || /\w_\w|[a-z][A-Z]|\(\)|`/.test(own)) return undefined;
    const files = yield* ownCode(folder);
    const meant = calledSo(words, files, /\b(?:function|method|helper)\b/.test(thing)) ?? doing(thing, files);
    if (!meant) return undefined;
    const spots = usesOf(meant, files);
    if (spots.length === 0) return undefined;
    const byFile = [...Map.groupBy(spots, ({ file }) => file)].toSorted(
      ([, one], [, other]) => Number(one.every(isImport)) - Number(other.every(isImport)),
    );
    const place = lineAt({ file: meant.file, at: meant.unit.at });
    return packageAnswer(before, [
      `I took "${thing.trim()}" as ${fullName(meant.unit)}, ${place.path}:${place.line}.`,
      listedInOrder(
        `What uses it, by the files of the package (${spots.length} lines)`,
        byFile.map(([, uses]) => fileRow(uses)),
        byFile.length,
        FILES_MAX,
      ),
      yield* usesAside(meant.unit.name, folder),
    ]);
  },
};

const thingIn = (said: string): string | undefined => {
  for (const form of FORMS) {
    const found = form.exec(said)?.[1]?.replace(/[?.!]+\s*$/, "");
    if (found === undefined) continue;
    const thing = PRONOUN.test(found) ? TOLD.exec(said)?.[1] : found;
    if (thing !== undefined && new RegExp(`\\b${KINDS}\\b`).test(thing))
      return thing.replace(/^(?:the|an?|our|my) /, "");
  }
  return undefined;
};

const wordsOf = (thing: string): readonly string[] =>
  [...new Set(thing.match(/[a-z][a-z0-9]+/g) ?? [])].filter((word) => !SMALL.test(word));

/** A declaration with its file. */
interface Meant {
  readonly file: OwnCode;
  readonly unit: Unit;
}

/** What is called by all of the words, what users are handed and has few other words in its name before others. */
function calledSo(words: readonly string[], files: readonly OwnCode[], isFunction: boolean): Meant | undefined {
  const isPublic = publicNames(files);
  const worthOf = ({ unit: { name } }: Meant): number =>
    words.length / wordParts(name).length + Number(isPublic(name)) - Number(name.startsWith("_"));
  const called = files.flatMap((file) =>
    file.units.flatMap((unit): readonly Meant[] =>
      (unit.kind === "function") === isFunction &&
      unit.kind !== "field" &&
      words.every((word) => namesWord(unit.name, word))
        ? [{ file, unit }]
        : [],
    ),
  );
  return called.toSorted((one, other) => worthOf(other) - worthOf(one))[0];
}

/** "The function that merges options": what does it. */
function doing(thing: string, files: readonly OwnCode[]): Meant | undefined {
  if (!/\b(?:function|method|helper)\b/.test(thing)) return undefined;
  const best = rankedDoers(thing, files).ranked.find(({ unit }) => unit.kind === "function");
  return best && best.share >= SHARE_MIN ? best : undefined;
}

function usesOf({ unit, file: declaring }: Meant, files: readonly OwnCode[]): readonly Spot[] {
  const name = new RegExp(`(?<![\\w#])${escapeRegExp(unit.name)}\\b`);
  return spotsOf(files, name).filter(
    (spot) => (spot.file !== declaring || spot.at !== unit.at) && name.test(lineAt(spot).text.replace(SENTENCES, " ")),
  );
}

/** Texts of several words, which only speak of it. */
const SENTENCES = /"[^"]*\s[^"]*"|'[^']*\s[^']*'/g;

/** The first line of a file that does something with it, in what that stands, and where else. */
function fileRow(uses: readonly Spot[]): string {
  const [first = uses[0], ...others] = uses.filter((spot) => !isImport(spot));
  if (!first) return "";
  const holder = holderOf(first);
  const more = others.slice(0, OTHERS_MAX).map(({ at }) => at + 1);
  return `${cited(lineAt(first))}${holder === "" ? "" : `  (${holder})`}${more.length === 0 ? "" : `, also ${more.join(", ")}`}`;
}

const IMPORTS = /^\s*(?:import|from|export)\b|^\s*["']?\w+["']?,\s*$/;
const isImport = (spot: Spot): boolean => IMPORTS.test(lineAt(spot).text);
const OTHERS_MAX = 5;

/** Tests, examples and documents that name it. */
function* usesAside(name: string, { paths }: Folder): Looking<string> {
  const { lines } = yield* search(`\\b${escapeRegExp(name)}\\b`, { ignore_case: false, limit: 300 });
  const files = [...new Set(lines.map(({ path }) => path))].filter(
    (path) => paths.includes(path) && (isAside(path) || /\.(?:md|rst)$/.test(path)),
  );
  return files.length === 0
    ? ""
    : `Besides, tests, examples and documents name it (${files.length}): ${files.slice(0, OTHERS_MAX).join(", ")}${files.length > OTHERS_MAX ? " …" : "."}`;
}
