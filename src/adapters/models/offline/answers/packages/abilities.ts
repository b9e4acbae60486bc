import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { firstRows } from "../../cut-lists.ts";

import type { Dossier } from "../estate/operations/dossier.ts";
import { publicNames } from "../facts/public-names.ts";
import type { Declared } from "../outlines/declared-units.ts";
import { namesWord, ownCode } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";
import { unitsOfUsers } from "./units-of-users.ts";

const WHO =
  "(?:i|we|you|one|users?|it|an? (?:agent|client|caller|user|program)|the (?:agent|client|caller|user|program))";
const FORMS: readonly RegExp[] = [
  new RegExp(`\\bwhat (?:all )?(?:can|could|may) ${WHO} do (?:with|on|to|to an?) (?:an? |the |its |my )?(.+)`),
  /\bwhat (?:methods|functions|operations|calls)(?: and \w+)? (?:does|do|can|are (?:there )?(?:on|in|of)|has|is there on) (?:an? |the )?(.+?)(?: (?:have|has|offer|offers|provide|provides|support|supports|expose|exposes|implement))?\W*$/,
  /\bwhich (?:methods|functions|operations|calls)(?: and \w+)? (?:does|do|can|must|should|may|has to|needs? to|are (?:there )?(?:on|in|of)|has) (?:i |we |an? |the |my )?(.+?)(?: (?:have|offer|provide|support|expose|implement).*)?\W*$/,
  /\bwhat (?:does|must|should|has to|needs? to|do i have to) (?:an? |the |my )?(\w+(?: \w+)?) (?:have to |need to |must )?(?:implement|provide|offer|expose)\b/,
  /\b(?:list|show|name|give me) (?:all )?(?:the )?(?:methods|functions|operations) (?:of|on|in) (?:an? |the )?(.+)/,
];
/** Who has to implement it: an interface is meant. */
const IMPLEMENTS = /\bimplement\w*|\bprovide\b/;
const OPTIONAL = /\boptional\w*|\brequired?\b|\bmust\b/;
const NO_WORD =
  /^(?:once|it|has|have|been|is|are|created|one|an?|the|object|instance|class|interface|type|handle|with|of|in|this|library|sdk|package|i|we|my|when|after|and|to|do|does|all|get|got|side|methods?|functions?|optionally|implement|then|back|they|me)$/;
/** Which of them are asked for, an answer that narrows tells. */
const NARROWED =
  /\b(?:besides|except|excluding|other than|apart from|but not|static|async|private|deprecated|unstable|experimental|which return|that return|starting|named)\b/;
const ROWS_MAX = 26;

/** "What can I do with a terminal handle", "which methods must a client implement": all public methods of the class or interface that is meant. */
export const ABILITIES: Dossier = {
  asks: (said) => thingIn(said) !== undefined && !NARROWED.test(said),
  tells: /\b(?:optional\w*|required?|must|return\w*|each|do|does)\b/,
  *answer(said, own, { folder, before }) {
    const thing = thingIn(said) ?? "";
    const units = yield* unitsOfUsers(folder);
    const isPublic = publicNames(yield* ownCode(folder));
    const [best, ...others] = rankedHolders(units, { thing, own, isImplemented: IMPLEMENTS.test(said), isPublic });
    if (!best) return undefined;
    const methods = methodsOf(best, units);
    if (methods.length === 0) return undefined;
    const isOfInterface = methods.some(({ isOptional }) => isOptional) || OPTIONAL.test(said);
    const groups = isOfInterface
      ? [
          ["must be there", methods.filter(({ isOptional }) => !isOptional)] as const,
          ["may be left out", methods.filter(({ isOptional }) => isOptional)] as const,
        ]
      : [["", methods] as const];
    const near = others.slice(0, NAMED_MAX).map(({ name, place }) => `${name} (${place.path}:${place.line})`);
    return packageAnswer(before, [
      `${best.name}, ${best.place.path}:${best.place.line}${best.sentence === "" ? "" : `: ${best.sentence}`}`,
      ...groups.flatMap(([title, rows]) =>
        rows.length === 0
          ? []
          : [
              `Its public methods${title === "" ? "" : ` that ${title}`} (${rows.length}):`,
              ...firstRows(
                rows.map(({ text }) => text),
                ROWS_MAX,
                { total: rows.length },
              ),
            ],
      ),
      near.length === 0 ? "" : `Also called so: ${near.join(", ")}.`,
    ]);
  },
};

const NAMED_MAX = 3;

const thingIn = (said: string): string | undefined => {
  for (const form of FORMS) {
    const found = form.exec(said)?.[1];
    if (found !== undefined && wordsOf(found).length > 0 && wordsOf(found).length <= 3) return found;
  }
  return undefined;
};

const wordsOf = (thing: string): readonly string[] =>
  [...new Set(thing.replace(/\b(?:once|when|after|and|if)\b.*$/, "").match(/[a-z][a-z0-9]+/g) ?? [])].filter(
    (word) => !NO_WORD.test(word),
  );

/** The words of a question for a class, the question, whether it is to be implemented, and which names are of users. */
interface Meant {
  readonly thing: string;
  readonly own: string;
  readonly isImplemented: boolean;
  readonly isPublic: (name: string) => boolean;
}

/** Classes that are called by the words, those with the most of their name said first; of an interface to implement none that is a class. */
function rankedHolders(
  units: readonly Declared[],
  { thing, own, isImplemented, isPublic }: Meant,
): readonly Declared[] {
  const words = wordsOf(thing);
  const isMeant = ({ name }: Declared): boolean => own.includes(name) || words.every((word) => namesWord(name, word));
  const worthOf = (unit: Declared): number => {
    const isInterface = INTERFACE.test(unit.place.text.trim());
    return [
      words.length / wordParts(unit.name).length,
      own.includes(unit.name) ? WRITTEN : 0,
      isImplemented === isInterface ? OF_KIND : 0,
      isPublic(unit.name) ? PUBLIC : 0,
      /^_|(?:Error|Exception)$/.test(unit.name) ? -1 : 0,
    ].reduce((sum, one) => sum + one, 0);
  };
  return units
    .filter((unit) => unit.kind === "class" && isMeant(unit) && methodsOf(unit, units).length > 0)
    .toSorted((one, other) => worthOf(other) - worthOf(one));
}

const INTERFACE = /^(?:export )?(?:default )?interface\b|\((?:\w+\.)?(?:ABC|Protocol)\b/;
const WRITTEN = 2;
const OF_KIND = 0.6;
const PUBLIC = 0.2;

interface Method {
  readonly text: string;
  readonly isOptional: boolean;
}

/** Methods that users call, a row each; of several heads of one name the first. */
function methodsOf({ name, place, lines }: Declared, units: readonly Declared[]): readonly Method[] {
  const own = units.filter(
    (unit) =>
      unit.kind === "function" &&
      unit.owner === name &&
      unit.place.path === place.path &&
      unit.place.line > place.line &&
      unit.place.line <= place.line + lines.length &&
      !/^(?:[_#]|constructor$)/.test(unit.name) &&
      !/^\s*(?:private|protected)\b/.test(unit.place.text),
  );
  return own
    .filter((unit, index) => own.findIndex((one) => one.name === unit.name) === index)
    .map((unit) => ({
      text: `- ${unit.place.path}:${unit.place.line}  ${unit.head}${unit.sentence === "" ? "" : `  # ${unit.sentence}`}`,
      isOptional: new RegExp(`\\b${unit.name}\\?\\(`).test(unit.place.text),
    }));
}
