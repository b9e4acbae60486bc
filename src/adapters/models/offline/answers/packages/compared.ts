import type { Dossier } from "../estate/operations/dossier.ts";
import { publicNames } from "../facts/public-names.ts";
import { fullName } from "../facts/units.ts";
import type { Declared } from "../outlines/declared-units.ts";
import { isSameDoing, parametersOf } from "../outlines/named-operations.ts";
import { type Option, optionsNamed, optionsText } from "../usage/options.ts";
import { namesWord, type OwnCode, ownCode } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";
import { quotedLines } from "./quoted-lines.ts";
import { quotedUnit, unitsOfUsers } from "./units-of-users.ts";

const FORMS: readonly RegExp[] = [
  /\b(?:difference|differ\w*|distinction) between (.+?) (?:and|or|vs\.?) (.+?)(?:[?.,;]|$)/,
  /\bcompare (.+?) (?:with|to|and|against|vs\.?) (.+?)(?:[?.,;]|$)/,
  /\bhow (?:does|do|is|are) (.+?) (?:differ|different) from (.+?)(?:[?.,;]|$)/,
  /^\W*(.+?) (?:vs\.?|versus) (.+?)(?:[?.,;]|$)/,
];
const SMALL =
  /^(?:the|an?|one|ones|new|old|existing|another|of|in|on|to|for|with|using|use|calling|call|making|this|that|its?|option|options|method|methods|class|function|functions|setting|settings|instance|object|and|what|they|do|own|top|level|mode|different|kind|kinds|your|my|here|between)$/;

/** "What is the difference between loading a session and creating one": what is said of both, and what each is given. */
export const COMPARED: Dossier = {
  asks: (said) => sidesOf(said) !== undefined,
  tells: /\b(?:send|sends|take|takes|return\w*|when|which|do|does|prefer|better|choose)\b/,
  *answer(said, _own, { folder, before }) {
    const sides = sidesOf(said);
    if (!sides) return undefined;
    const files = yield* ownCode(folder);
    if (OPTIONS.test(said)) {
      const options = [...(yield* optionsNamed(sides[0])).slice(0, 1), ...(yield* optionsNamed(sides[1])).slice(0, 1)];
      if (new Set(options.map(({ name }) => name)).size === 2)
        return packageAnswer(before, [optionsText(options), ...options.map((option) => quotedOption(option, files))]);
    }
    const units = yield* unitsOfUsers(folder);
    const isPublic = publicNames(files);
    const [one, other] = [bestFor(sides[0], sides[1], units, isPublic), bestFor(sides[1], sides[0], units, isPublic)];
    if (!one || !other || (one.name === other.name && one.owner === other.owner)) return undefined;
    return packageAnswer(before, [
      `I took "${sides[0].join(" ")}" as ${fullName(one)} and "${sides[1].join(" ")}" as ${fullName(other)}.`,
      ...[one, other].map(quotedUnit),
      ...(yield* parametersOf([one, other].filter(({ head }) => TAKES_RECORD.test(head)))),
    ]);
  },
};

const OPTIONS = /\b(?:options?|settings?)\b/;
/** A record of parameters, and no class of its own. */
const TAKES_RECORD = /\(\s*\w+\??: *(?:\w+\.)?\w*(?:Request|Params|Options|Input|Args|Notification)\b/;

const OPTION_LINES_MAX = 12;

/** An option with the comment above it or, in Python, the text below. */
function quotedOption({ path, line, name }: Option, files: readonly OwnCode[]): string {
  const file = files.find((one) => one.path === path);
  if (!file) return "";
  const at = file.lines.findIndex((one) => one.line === line);
  const step = path.endsWith(".py") ? 1 : -1;
  const shown = [at];
  for (let index = at + step; file.isSaid(index) && shown.length < OPTION_LINES_MAX; index += step) shown.push(index);
  return quotedLines(
    file.lines.filter((_, index) => shown.includes(index)),
    name,
  );
}

type Sides = readonly [readonly string[], readonly string[]];

function sidesOf(said: string): Sides | undefined {
  for (const form of FORMS) {
    const [, first, second] = form.exec(said) ?? [];
    const sides = [wordsOf(first ?? ""), wordsOf(second ?? "")] as const;
    if (sides[0].length > 0 && sides[1].length > 0 && sides.every(({ length }) => length <= WORDS_MAX)) return sides;
  }
  return undefined;
}

const WORDS_MAX = 4;
const wordsOf = (text: string): readonly string[] =>
  [...new Set(text.match(/[a-z][a-z0-9]+/g) ?? [])].filter((word) => !SMALL.test(word));

/** What is called by the words of a side; what only the other side names may be left out of it: "loading a session" and "creating one". */
function bestFor(
  words: readonly string[],
  others: readonly string[],
  units: readonly Declared[],
  isPublic: (name: string) => boolean,
): Declared | undefined {
  const shared = others.filter((word) => !words.includes(word));
  const ranked = units.flatMap((unit) => {
    const { kind, name, owner, said } = unit;
    if (/^[_#]|^constructor$/.test(name) || owner.startsWith("_")) return [];
    const isNamed = (word: string): boolean => namesWord(name, word) || isSameDoing(word, firstPart(name));
    const held = words.filter(isNamed);
    const lent = shared.filter((word) => namesWord(name, word));
    if (held.length < words.length) return [];
    const parts = name.split(/(?=[A-Z])|_/).length;
    const ofUsers = isPublic(name) || isPublic(owner) ? 1 : 0;
    return [
      {
        unit,
        worth:
          (held.length + lent.length / 2) / parts +
          ofUsers / 2 +
          (said.length > 0 ? 0.3 : 0) +
          (kind === "field" ? -0.1 : 0) +
          (owner === "" ? 0.1 : 0),
      },
    ];
  });
  return ranked.toSorted((one, other) => other.worth - one.worth)[0]?.unit;
}

const firstPart = (name: string): string => name.split(/(?=[A-Z])|_/)[0]?.toLowerCase() ?? "";
