import type { Folder, Thing } from "./folder.ts";
import { type Looking, look } from "./looking.ts";
import { formsOf } from "./reading/word-forms.ts";
import { type CitedLine, readCitedLines } from "./result-text.ts";

/** Where the names of things of a kind stand, and what kind of thing each is then. */
interface Declared {
  readonly pattern: string;
  readonly glob: string;
  /** The name in such a line. */
  readonly name: RegExp;
  readonly kind: string;
}

const COBOL = "*.{cbl,cob,cobol,cpy,CBL,COB,CPY}";
const MODERN = "*.{ts,tsx,js,mjs,py,java,go,rs,kt,cs}";
const FILES: Declared = {
  pattern: String.raw`^.{6} +SELECT +\S+|DSN=\S+|DSNAME\(\S+|DEFINE FILE\(\S+|NAME\([A-Z0-9]+\.\S+\)`,
  glob: "*.{cbl,cob,CBL,jcl,JCL,prc,csd,CSD}",
  name: /SELECT +([\w-]+)|DSN=([\w.&$#@]+)|DSNAME\(([\w.]+)|DEFINE FILE\((\w+)|NAME\(([\w.]+)/i,
  kind: "dataset",
};
const FUNCTIONS: Declared = {
  pattern: String.raw`^\s*(?:export |async |public |static )*(?:function|def|func|fn) +\w+`,
  glob: MODERN,
  name: /(?:function|def|func|fn) +(\w+)/,
  kind: "function",
};
const RECORDS: Declared = {
  pattern: String.raw`^.{6} +01 +[A-Z]\S+`,
  glob: COBOL,
  name: /^.{6} +01 +([\w-]+)/i,
  kind: "data-item",
};

const KINDS: Readonly<Record<string, Declared>> = {
  dataset: FILES,
  file: FILES,
  record: RECORDS,
  copybook: RECORDS,
  table: {
    pattern: String.raw`\bTABLE +[A-Z]\S+`,
    glob: "*.{sql,ddl,dcl,ctl,cbl,cpy}",
    name: /TABLE +([\w.]+)/i,
    kind: "table",
  },
  job: { pattern: String.raw`^//\S+ +JOB\b`, glob: "*.{jcl,JCL}", name: /^\/\/(\S+)/, kind: "job" },
  field: {
    pattern: String.raw`^.{6} +(?:0[2-9]|[1-4]\d) +[A-Z]\S+`,
    glob: COBOL,
    name: /^.{6} +\d\d +([\w-]+)/i,
    kind: "data-item",
  },
  function: FUNCTIONS,
  class: {
    ...FUNCTIONS,
    pattern: String.raw`^\s*(?:export |abstract )*(?:class|interface) +\w+`,
    name: /(?:class|interface) +(\w+)/,
    kind: "class",
  },
};

/**
 * The thing of one of these kinds that words describe: whose name holds most of them, written out or shortened as
 * mainframe names are.
 * @returns undefined where no name holds all of them, or one word is in several names
 */
export function* describedThing(
  words: readonly string[],
  kinds: readonly string[],
  { paths }: Folder,
): Looking<Thing | undefined> {
  for (const kind of kinds) {
    const declared = KINDS[kind];
    if (declared === undefined || paths.length === 0) continue;
    const narrowing =
      kind === "field"
        ? declared.pattern.replace("[A-Z]\\S+", `\\S*(?:${words.map(formsOf).join("|")})\\S*`)
        : declared.pattern;
    const found = yield* look("search_code", {
      pattern: narrowing,
      glob: declared.glob,
      ignore_case: true,
      limit: 500,
    });
    const best = nearest(words, found.failed ? [] : readCitedLines(found.text), declared);
    if (best) return best;
  }
  return undefined;
}

function nearest(
  words: readonly string[],
  lines: readonly CitedLine[],
  { name: nameForm, kind }: Declared,
): Thing | undefined {
  const places = new Map<string, CitedLine[]>();
  for (const line of lines) {
    const name = nameForm
      .exec(line.text)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name !== undefined) places.set(name, [...(places.get(name) ?? []), line]);
  }
  const ranked = [...places.keys()]
    .map((name) => ({ name, share: words.filter((word) => isIn(word, name)).length / words.length }))
    .filter(({ share }) => share === 1)
    .sort(
      (one, other) =>
        other.share - one.share || one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
    );
  const [best] = ranked;
  if (!best || (words.length === 1 && kind !== "dataset" && ranked.length > 1)) return undefined;
  // Data sets of one name differ in their ends: the part that the words name stands for all of them.
  const name =
    kind === "dataset"
      ? (partsOf(best.name).find((part) => words.some((word) => isIn(word, part))) ?? best.name)
      : best.name;
  return { written: words.join(" "), name, kind, places: places.get(best.name) ?? [] };
}

const partsOf = (name: string): readonly string[] => name.split(/[-_.]+|(?<=[a-z0-9])(?=[A-Z])/);

function isIn(word: string, name: string): boolean {
  const stem = formsOf(word).toLowerCase();
  return partsOf(name).some(
    (part) => part.toLowerCase().includes(stem) || isShort(part.toLowerCase(), word.toLowerCase()),
  );
}

const SHORT_CHARS_MIN = 3;

/** `acct` of account, `cust` of customer, `xref` of cross-reference is another matter. */
function isShort(part: string, word: string): boolean {
  if (part.length < SHORT_CHARS_MIN || part.length >= word.length || part[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === part[at]) at++;
  return at === part.length;
}
