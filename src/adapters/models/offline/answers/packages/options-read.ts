import { firstRows } from "../../cut-lists.ts";
import type { Looking } from "../../looking.ts";
import { cited, listedInOrder } from "../answer.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { wordsAsked } from "../facts/asked-facts.ts";
import { publicNames } from "../facts/public-names.ts";
import { allOptions, type Option, optionsNamed } from "../usage/options.ts";
import {
  holderOf,
  lineAt,
  namesWord,
  type OwnCode,
  ownCode,
  quotedByFunction,
  type Spot,
  spotsOf,
} from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const OPTION = "(?:options?|settings?|parameters?|configuration|config)";
const ALL = new RegExp(
  `^\\W*(?:which|what|list|show)(?: are| all| the| me| kind of| of)* ${OPTION}(?: (?:are|is|there|can|could|may|i|we|you|one|set|pass|configure|use|does|do|it|this|the|client|sdk|library|package|take|takes|accept|accepts|have|has|available|supported|and|what|their|its|defaults?|default values?|types?|to|give|support|supports|ky|for|a|an|with))*\\W*$`,
);
const ADDS = new RegExp(
  `\\badd(?:ing)? (?:an? )?(?:new |another |one more )?${OPTION}\\b.*\\b(?:where|which|what|how|places?|files?)\\b|\\b(?:where|which|what|how)\\b.*\\badd(?:ing)? (?:an? )?(?:new |another |one more )?${OPTION}\\b`,
);
const FORWARDED = new RegExp(
  `\\b(?:how|where)\\b.*\\b(?:passed|forwarded|sent|handed|turned into|mapped|translated|applied|read|used)\\b|^\\W*(?:[a-z_-]+ ){1,2}${OPTION}\\W*$|\\bwhat limits\\b|\\bwho reads\\b|\\bwhich ${OPTION}\\b.*\\b(?:limit|control|set|turn|switch|enable|disable|decide)s?\\b|\\bhow (?:do|can|to|could|would)\\b.*\\b(?:use|set|specify|provide|pass|choose|give)\\b.*\\b(?:different|another|other|own|specific)\\b`,
);
const SMALL =
  /^(?:different|another|other|own|custom|specific|bundled|built|instead|passed|forwarded|handed|turned|mapped|translated|applied|used|read|reads|down|limits|settings?|options?|parameters?|config|configuration|defined?|command|line|client|server|where|forward|sent|send)$/;
/** What it is passed to names no option. */
const WHERETO = /\b(?:down |on )?to (?:the |an? )?[\w-]+\W*$/i;
const READS_MAX = 6;
const HOLDERS_MAX = 10;
const FIELDS_MAX = 48;

/** "Which options are there", "how is X passed on": options with types and defaults, and the lines that read them. */
export const OPTIONS_READ: Dossier = {
  asks: (said) => ALL.test(said) || ADDS.test(said) || FORWARDED.test(said),
  isOfStory: true,
  tells: /\b(?:defaults?|forwarded|passed|where|types?|read|places?|change|sent|option)\b/,
  *answer(said, own, { folder, before }) {
    const files = yield* ownCode(folder);
    const texts = ALL.test(said)
      ? allTexts(yield* allOptions(), files)
      : ADDS.test(said)
        ? placesTexts(yield* allOptions(), files)
        : readTexts(
            yield* optionsMeant(wordsAsked(own.replace(WHERETO, "")).filter((word) => !SMALL.test(word))),
            files,
          );
    return packageAnswer(before, texts);
  },
};

/** Options that all words name together, and those that a word which none of these says names alone: "turns or budget". */
function* optionsMeant(words: readonly string[]): Looking<readonly Option[]> {
  const together = yield* optionsNamed(words);
  const left = words.filter(
    (word) => !together.some(({ name, said }) => namesWord(name, word) || namesWord(said, word)),
  );
  const alone: Option[] = [];
  for (const word of together.length > 0 ? left : []) alone.push(...(yield* optionsNamed([word])));
  return [...together, ...alone];
}

/** The class that users fill in: public, with the most fields. */
function mainOptions(options: readonly Option[], files: readonly OwnCode[]): readonly Option[] {
  const isPublic = publicNames(files);
  const byOwner = [...Map.groupBy(options, ({ owner }) => owner)];
  const [best] = byOwner.toSorted(
    ([one, their], [other, others]) => Number(isPublic(other)) - Number(isPublic(one)) || others.length - their.length,
  );
  return best?.[1] ?? [];
}

function allTexts(options: readonly Option[], files: readonly OwnCode[]): readonly string[] {
  const main = mainOptions(options, files);
  const [first] = main;
  if (!first) return [];
  const others = [...new Set(options.map(({ owner }) => owner))].filter((owner) => owner !== first.owner);
  return [
    `${first.owner}, ${first.path}:${first.line}: options with their types and defaults (${main.length}):`,
    ...firstRows(
      main.map((option) => `- ${option.path}:${option.line}  ${headOf(option)}`),
      FIELDS_MAX,
      { total: main.length },
    ),
    others.length === 0 ? "" : `Others are in: ${others.join(", ")}.`,
  ];
}

const headOf = ({ text, said }: Option): string => {
  const given = /\(default [^)]*\)|@default \S+/.exec(said)?.[0];
  return `${text
    .trim()
    .replace(/[,;]$/, "")
    .replace(
      / = field\(default_factory=(\w+)\)/,
      " = $1()",
    )}${given === undefined || text.includes("=") ? "" : ` ${given}`}`;
};

/** Lines that read one of them out of what they were given in. */
const readsOf = (options: readonly Option[], files: readonly OwnCode[]): readonly Spot[] => {
  const names = [...new Set(options.map(({ name }) => name))];
  if (names.length === 0) return [];
  const owners = "(?:options?|opts|config|settings|params|props|init|kwargs|args)";
  const form = new RegExp(
    `\\b_?\\w*${owners}\\)?\\??\\.(?:${names.join("|")})\\b|\\b_?\\w*${owners}\\[["'](?:${names.join("|")})["']\\]`,
    "i",
  );
  return spotsOf(files, form);
};

function readTexts(options: readonly Option[], files: readonly OwnCode[]): readonly string[] {
  const reads = readsOf(options, files);
  if (options.length === 0 || reads.length === 0) return [];
  const within = options.flatMap(({ text }) => text.match(/\b[A-Z]\w{4,}\b/g) ?? []);
  const types = files.flatMap(({ units, lines }) =>
    units.flatMap((unit) =>
      unit.kind === "class" && within.includes(unit.name) && lines[unit.at] ? [{ unit, lines, units }] : [],
    ),
  );
  return [
    listedInOrder(
      "Options that are named so",
      options.map(
        (option) =>
          `${option.path}:${option.line}  ${headOf(option)}  # ${[option.owner, option.said].filter((one) => one !== "").join(": ")}`,
      ),
    ),
    ...types.slice(0, TYPES_MAX).map(({ unit, lines, units: all }) => {
      const fields = all.filter(({ kind, owner }) => kind === "field" && owner === unit.name);
      return listedInOrder(
        `${unit.name} holds`,
        fields.flatMap(({ at }) => (lines[at] ? [cited(lines[at])] : [])),
        fields.length,
        FIELDS_SHOWN,
      );
    }),
    `Where ${options.map(({ name }) => name).join(", ")} is read (${reads.length}):`,
    ...quotedByFunction(reads, 1).slice(0, READS_MAX),
  ];
}

const TYPES_MAX = 1;
const FIELDS_SHOWN = 12;

/** The functions that read options: one more must go through the same. */
function placesTexts(options: readonly Option[], files: readonly OwnCode[]): readonly string[] {
  const main = mainOptions(options, files);
  const [first] = main;
  const last = main.at(-1);
  if (!first || !last) return [];
  const holders = [...Map.groupBy(readsOf(main, files), (spot) => `${spot.file.path} ${holderOf(spot)}`)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return [
    `Options are the fields of ${first.owner}, ${first.path}:${first.line}-${last.line} (${main.length}); a new one is declared there.`,
    listedInOrder(
      "Functions that read its fields, where what is done with the others is done",
      holders.map(([, spots]) => {
        const [spot] = spots;
        const line = spot && lineAt(spot);
        return `${line?.path}:${line?.line}  ${spot && holderOf(spot)}: ${spots.length} reads, the first: ${line?.text.trim()}`;
      }),
      holders.length,
      HOLDERS_MAX,
    ),
  ];
}
