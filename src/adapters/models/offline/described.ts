import { dataUses } from "./data-uses.ts";
import { stemOf } from "./file-names.ts";
import type { Folder, Thing } from "./folder.ts";
import { type Looking, look } from "./looking.ts";
import { copiedFirst } from "./query/rows/copied-first.ts";
import { formsOf, holdsWord } from "./reading/word-forms.ts";
import { type CitedLine, isComment, readCitedLines } from "./result-text.ts";

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
  record: RECORDS,
  copybook: RECORDS,
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
  folder: Folder,
): Looking<Thing | undefined> {
  if (folder.paths.length === 0) return undefined;
  for (const kind of kinds) {
    const thing = DATA_KINDS.has(kind) ? yield* describedData(words, kind, folder) : undefined;
    const named = thing ?? (yield* describedName(words, kind));
    if (named) return named;
  }
  for (const kind of kinds) {
    const file = yield* describedFile(words, kind);
    if (file) return file;
  }
  return undefined;
}

function* describedName(words: readonly string[], kind: string): Looking<Thing | undefined> {
  const declared = KINDS[kind];
  if (declared === undefined) return undefined;
  // Run together, each shortened, or one of them in any of its forms.
  const joined = words.length > 1 ? [words.map((word) => word.slice(0, 2)).join("\\w*")] : [];
  const forms = [...words.map(formsOf), ...joined].join("|");
  return yield* nearestDeclared(words, forms, declared, { glob: declared.glob, limit: 500 });
}

/** The nearest of the things whose declared names hold one of the forms. */
function* nearestDeclared(
  words: readonly string[],
  forms: string,
  declared: Declared,
  where: Readonly<Record<string, unknown>>,
): Looking<Thing | undefined> {
  const pattern = declared.pattern.replace("[A-Z]\\S+", `\\S*(?:${forms})\\S*`);
  const found = yield* look("search_code", { pattern, ...where, ignore_case: true });
  const lines = found.failed ? [] : readCitedLines(found.text);
  return nearest(words, yield* copiedFirst(lines), declared);
}

/** The field that words describe in a record that other words describe; undefined where either is not found. */
export function* describedFieldOf(words: readonly string[], record: readonly string[]): Looking<Thing | undefined> {
  const holder = yield* describedName(record, "record");
  const path = holder?.places.find((place) => /\.(?:cpy|copy)$/i.test(place.path))?.path ?? holder?.places[0]?.path;
  const field = KINDS["field"];
  if (path === undefined || field === undefined) return undefined;
  return yield* nearestDeclared(words, words.map(formsOf).join("|"), field, { path, limit: 100 });
}

/** The field that words describe in a file, by all of them or else by the last. */
export function* describedFieldIn(words: readonly string[], path: string): Looking<Thing | undefined> {
  const field = KINDS["field"];
  for (const wanted of [words, words.slice(-1)]) {
    const found =
      field && (yield* nearestDeclared(wanted, wanted.map(fieldForms).join("|"), field, { path, limit: 100 }));
    if (found) return found;
  }
  return undefined;
}

/** A number is what ids and the short forms of it are called. */
const fieldForms = (word: string): string => (/^num/i.test(word) ? `${formsOf(word)}|ID|NBR|NO` : formsOf(word));

/** The files whose first comments say what they hold. */
const COMMENTED: Readonly<Record<string, readonly [glob: string, kind: string]>> = {
  record: ["*.{cpy,CPY,copy}", "copybook"],
  copybook: ["*.{cpy,CPY,copy}", "copybook"],
  program: ["*.{cbl,cob,CBL,COB}", "program"],
  job: ["*.{jcl,JCL}", "job"],
};
const FIRST_LINES = 30;

/** The one file of a kind whose first comments hold all of the words. */
function* describedFile(words: readonly string[], kind: string): Looking<Thing | undefined> {
  const [glob, name] = COMMENTED[kind] ?? [];
  const [first] = words;
  if (glob === undefined || name === undefined || first === undefined || words.length < 2) return undefined;
  const found = yield* look("search_code", { pattern: formsOf(first), glob, ignore_case: true, limit: 300 });
  const said = (found.failed ? [] : readCitedLines(found.text)).filter(
    ({ path, line, text }) => line <= FIRST_LINES && isSaid(path, text) && words.every((word) => holdsWord(text, word)),
  );
  const paths = [...new Set(said.map(({ path }) => path))];
  const [place] = said;
  if (!place || paths.length !== 1) return undefined;
  return { written: words.join(" "), name: stemOf(place.path), kind: name, places: [place] };
}

const isSaid = (path: string, text: string): boolean => isComment(path, text) || /^\/\/\S+ +JOB\b/.test(text);

const DATA_KINDS: ReadonlySet<string> = new Set(["dataset", "file", "table"]);
const DATA_ROW = /^\S+(?: \S+)?: (?:[CRUD]+|send\S*|receive\S*) (\S+) \(([^)]*)\).* — (\S+):(\d+)$/;

/** Data that programs or jobs use, whose name or DD name holds the words; the nearest of several, the others behind it. Among tables and files those are meant that are of the kind. */
function* describedData(words: readonly string[], kind: string, folder: Folder): Looking<Thing | undefined> {
  const { rows } = (yield* dataUses(folder)) ?? { rows: [] };
  const all = rows.flatMap(({ text }) => {
    const [, name, means = "", path = "", line] = DATA_ROW.exec(text) ?? [];
    return name === undefined ? [] : [{ name, means, path, line: Number(line) }];
  });
  const ofKind = all.filter(({ means }) => /^(?:table|segment)/.test(means) === (kind === "table"));
  return dataNamed(words, ofKind) ?? dataNamed(words, all);
}

interface NamedUse {
  readonly name: string;
  /** What it is, and through which name it is reached. */
  readonly means: string;
  readonly path: string;
  readonly line: number;
}

function dataNamed(words: readonly string[], uses: readonly NamedUse[]): Thing | undefined {
  const telling = tellingParts(uses.map(({ name }) => name));
  const named = uses.filter(({ name }) => holdsAll(words, telling(name)));
  const held =
    named.length > 0
      ? named
      : uses.filter(({ name, means }) =>
          words.every((word) => isIn(word, `${telling(name)}.${means.replace(/ /g, ".")}`)),
        );
  const counts = new Map<string, number>();
  for (const { name } of held) counts.set(name, (counts.get(name) ?? 0) + 1);
  // What most use is the file itself; what few use are its copies.
  const [best, ...others] = [...counts]
    .sort(
      ([one, count], [other, otherCount]) =>
        Number(isNamedSo(telling(other), words)) - Number(isNamedSo(telling(one), words)) ||
        Number(joinsIn(words, other)) - Number(joinsIn(words, one)) ||
        otherCount - count,
    )
    .map(([name]) => name);
  const first = held.find(({ name }) => name === best);
  if (best === undefined || first === undefined) return undefined;
  const place = { path: first.path, line: first.line, text: "" };
  return { written: words.join(" "), name: best, kind: "dataset", places: [place], others };
}

/** Whether a name says nothing but the words and that it holds data: `CARDDATA` of "card". */
function isNamedSo(name: string, words: readonly string[]): boolean {
  const parts = name.split(".").map((part) => part.replace(/[-_]?(?:DATA|DATEN|FILE|DAT|MASTER|MSTR)$/i, ""));
  return parts.some(
    (part) => words.length === 1 && isIn(words[0] ?? "", part) && part.length <= (words[0] ?? "").length,
  );
}

/** A name without the qualifiers that most names have. */
function tellingParts(names: readonly string[]): (name: string) => string {
  const all = [...new Set(names)];
  const counts = new Map<string, number>();
  for (const part of all.flatMap((name) => [...new Set(name.split("."))]))
    counts.set(part, (counts.get(part) ?? 0) + 1);
  const isCommon = (part: string): boolean => all.length > 2 && (counts.get(part) ?? 0) > all.length / 2;
  return (name) => {
    const parts = name.split(".").filter((part) => !isCommon(part));
    return parts.length > 0 ? parts.join(".") : name;
  };
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
  // What a copybook declares is shared; what a program works with is its own.
  const isShared = (name: string): boolean =>
    (places.get(name) ?? []).some(({ path }) => /\.(?:cpy|copy)$/i.test(path));
  const ranked = [...places.keys()]
    .filter((name) => holdsAll(words, name))
    .sort(
      (one, other) =>
        Number(isShared(other)) - Number(isShared(one)) ||
        writtenOut(words, other) - writtenOut(words, one) ||
        one.length - other.length ||
        (one < other ? -1 : 1),
    );
  const [best] = ranked;
  if (best === undefined || (words.length === 1 && ranked.length > 1 && isVague(words[0] ?? "", best, kind)))
    return undefined;
  return { written: words.join(" "), name: best, kind, places: places.get(best) ?? [], others: ranked.slice(1) };
}

/** How many of the words a name writes out: POLICY says more of a policy than POL. */
const writtenOut = (words: readonly string[], name: string): number =>
  words.filter((word) => partsOf(name).some((part) => part.toLowerCase() === word.toLowerCase())).length;

/** One word is in the names of too many things to tell one of them, but for a record that begins with it. */
function isVague(word: string, name: string, kind: string): boolean {
  return !(kind === "data-item" && isIn(word, partsOf(name)[0] ?? "") && /REC/i.test(name)) && kind !== "job";
}

const partsOf = (name: string): readonly string[] => name.split(/[-_.]+|(?<=[a-z0-9])(?=[A-Z])/);

/** Whether a part of a name holds a word, written out or shortened as mainframe names are. */
export function isIn(word: string, name: string): boolean {
  const stem = new RegExp(`^(?:${formsOf(word)}${/^n[uú]m/i.test(word) ? "|id$|nbr$|no$" : ""})`, "i");
  const isHeld = partsOf(name).some((part) => stem.test(part) || isShort(part.toLowerCase(), word.toLowerCase()));
  return isHeld || (word.length > SHORT_CHARS_MIN && name.toLowerCase().includes(word.toLowerCase()));
}

/** Whether a name holds all the words, each in a part of its own or run together. */
const holdsAll = (words: readonly string[], name: string): boolean =>
  joinsIn(words, name) || (words.length > 0 && words.every((word) => isIn(word, name)));

/** Whether a part of a name runs all the words together, each shortened: `DALYTRAN` of "daily transaction". */
export const joinsIn = (words: readonly string[], name: string): boolean =>
  words.length > 1 && partsOf(name).some((part) => beginsWith(words, part.toLowerCase()));

function beginsWith([word, ...others]: readonly string[], part: string): boolean {
  if (word === undefined) return true;
  for (let end = part.length; end >= Math.min(SHORT_CHARS_MIN, word.length); end--) {
    const piece = part.slice(0, end);
    const isOf = piece === word.toLowerCase() || isShort(piece, word.toLowerCase());
    if (isOf && beginsWith(others, part.slice(end))) return true;
  }
  return false;
}

const SHORT_CHARS_MIN = 3;

/** `acct` of account, `cust` of customer, `xref` of cross-reference is another matter. */
function isShort(part: string, word: string): boolean {
  if (part.length < SHORT_CHARS_MIN || part.length >= word.length || part[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === part[at]) at++;
  return at === part.length;
}
