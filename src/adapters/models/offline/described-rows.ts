import { relatedWords, sameWords } from "../../../engines/words/related-words.ts";
import { isIn } from "./described.ts";
import type { Looking } from "./looking.ts";
import type { Context } from "./query/draft.ts";
import { linesOf } from "./query/rows/found.ts";
import type { Kind, Row } from "./query/shape.ts";
import { plain } from "./reading/tokens.ts";
import { formsOf, holdsWord } from "./reading/word-forms.ts";
import { type CitedLine, isComment } from "./result-text.ts";

const GLOBS: Partial<Readonly<Record<Kind, string>>> = {
  job: "*.{jcl,JCL,prc,PRC}",
  program: "*.{cbl,cob,CBL,COB}",
};
/** A comment further below tells of a part. */
const FIRST_LINES = 45;
/** How much of what is asked the best must be said of, and by how much more than of the next. */
const SHARE_MIN = 0.6;
const LEAD_MIN = 1.3;
/** So many are told. */
export const RIVALS_MAX = 4;

/** Which of a kind of rows is looked for, by words. */
export interface Wish {
  readonly kind: Kind;
  readonly noun: string;
  readonly words: readonly string[];
}

/** The rows of which most of the words are said, the best first, with those that come near it; none where little is said of any. */
export function* describedRows(wish: Wish, rows: readonly Row[], context: Context): Looking<readonly Scored[]> {
  const scored = scoredRows(rows, wish.words, yield* linesFor(wish, context), rows.length);
  const [best] = scored;
  if (!best || best.share < SHARE_MIN) return [];
  return scored.filter(({ share }) => share * LEAD_MIN >= best.share).slice(0, RIVALS_MAX + 1);
}

const namesFor = (word: string): readonly string[] => [
  ...new Set([word, ...sameWords(plain(word)), ...relatedWords(plain(word))]),
];

/** Lines of documents, and comments at the beginnings of sources, that say one of the words. */
function* linesFor({ kind, words }: Wish, { folder }: Context): Looking<readonly CitedLine[]> {
  const forms = words.flatMap(namesFor).map(formsOf);
  const glob = GLOBS[kind];
  const patterns = [...new Set(forms)].join("|");
  const { lines } = yield* linesOf([
    { pattern: `^\\s*\\|.*(?:${patterns})`, glob: "*.{md,rst,adoc,txt}" },
    ...(glob === undefined ? [] : [{ pattern: `^.{0,7}\\*.*(?:${patterns})`, glob }]),
    ...(glob === undefined ? [] : [{ pattern: `^//\\S+ +JOB\\b.*(?:${patterns})`, glob }]),
  ]);
  return lines.filter(
    ({ path, line, text }) =>
      (folder.keeps?.(path) ?? true) &&
      (/\.(?:md|rst|adoc|txt)$/i.test(path) || (line <= FIRST_LINES && isTold(path, text))),
  );
}

const isTold = (path: string, text: string): boolean => isComment(path, text) || /^\/\/\S+ +JOB\b/i.test(text);

/** A row with how much of the words is said of it, and where. */
export interface Scored {
  readonly row: Row;
  readonly share: number;
  readonly held: ReadonlySet<string>;
  readonly lines: readonly CitedLine[];
}

/** Rows by how much of the words is said of them; a word that is said of many tells little. */
function scoredRows(
  rows: readonly Row[],
  words: readonly string[],
  lines: readonly CitedLine[],
  total: number,
): readonly Scored[] {
  const told = rows.map((row) => {
    const own = lines.filter(({ path, text }) => path === row.path || namesRow(text, row.name));
    const held = new Map(words.map((word) => [word, heldBy(word, row, own)]));
    return { row, own, held };
  });
  const weightOf = (word: string): number =>
    Math.log(1 + total / (1 + told.filter(({ held }) => (held.get(word) ?? 0) > 0).length));
  const all = words.reduce((sum, word) => sum + weightOf(word), 0);
  return told
    .map(({ row, own, held }): Scored => {
      const share = words.reduce((sum, word) => sum + weightOf(word) * (held.get(word) ?? 0), 0) / all;
      const saying = ({ text }: CitedLine): number =>
        words.filter((word) => namesFor(word).some((other) => holdsWord(text, other))).length;
      const spoken = own.filter((line) => saying(line) > 0).toSorted((one, other) => saying(other) - saying(one));
      return { row, share, held: new Set(words.filter((word) => (held.get(word) ?? 0) > 0)), lines: spoken };
    })
    .toSorted((one, other) => other.share - one.share);
}

const NEARLY = 0.6;
const NAMED = 1.3;

/** 1 where it is said, less where only what is nearly the same is. */
function heldBy(word: string, row: Row, lines: readonly CitedLine[]): number {
  const isSaid = (other: string): boolean => lines.some(({ text }) => holdsWord(text, other));
  const same = [word, ...sameWords(plain(word))];
  if (same.some((other) => isIn(other, row.name))) return NAMED;
  if (same.some(isSaid) || same.some((other) => endsShort(other, row.name))) return 1;
  return relatedWords(plain(word)).some(isSaid) ? NEARLY : 0;
}

/** `BERTHINQ` of inquiry: names of eight letters run words together, the last of them cut. */
function endsShort(word: string, name: string): boolean {
  const said = name.toLowerCase();
  for (let end = Math.min(word.length - 1, said.length - SHORT_CHARS); end >= SHORT_CHARS; end--)
    if (said.endsWith(word.slice(0, end).toLowerCase())) return true;
  return false;
}

const SHORT_CHARS = 3;

const namesRow = (text: string, name: string): boolean =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9$#@-]+/)
    .includes(name.toUpperCase());
